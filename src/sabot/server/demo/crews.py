"""The demo's robots: a crew at each table that deals and plays over the network, like any
client."""

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sabot.client import Client
from sabot.people import Leases
from sabot.robots import UNHURRIED, Pace, Robot, RobotDealer, RobotPlayer
from sabot.robots.heats import HeatDealer, RobotEntrant
from sabot.robots.online import attend, confirm
from sabot.robots.second import RobotSecond
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import DEALER, DUTY_MANAGER, PLAYER
from sabot.server.casino import Casino
from sabot.server.demo.demo import HOUSE, ROBOT_PLAYERS, ROBOT_SECONDS, ROBOT_STAFF, table_of
from sabot.server.demo.promotion import run_promotions
from sabot.server.demo.tournament import HALF_HOURLY, Beat, last_cup, open_cups

LEASE_SECONDS: Final = 15
RENEW_SECONDS: Final = 5
PATIENCE: Final = 2.0
"""Seconds that a visitor has to act as the second person before a robot does."""
REST_SECONDS: Final = 3
"""Seconds that refused robots wait before they try again."""
LOOK_SECONDS: Final = 1.0
"""Seconds between two checks of what is due at the tournament's desk."""
Work = Callable[[], Coroutine[Any, Any, None]]
log = logging.getLogger("sabot.demo")


async def robots_of(
    casino: Casino, url: str, pace: Pace = UNHURRIED, beat: Beat = HALF_HOURLY
) -> None:
    """Deal and play at every table until cancelled. Of several server processes the one that holds
    a table's lease has its robots there."""
    leases = Leases(casino.store, f"robots-{uuid.uuid4()}", casino.clock)
    async with asyncio.TaskGroup() as group:
        group.create_task(_have(casino, leases, "seconds", lambda: _seconds(casino, url)))
        group.create_task(_have(casino, leases, "promotions", lambda: run_promotions(casino)))
        cups = partial(run_cups, casino, url, pace, beat)
        group.create_task(_have(casino, leases, "cups", cups))
        for book, names in zip(RULEBOOKS.values(), ROBOT_PLAYERS, strict=True):
            seats = enumerate(names, 2)
            robots = [RobotPlayer(name, seat, pace=pace) for seat, name in seats]
            crew = Crew(table_of(book), robots, pace)
            work = partial(_crew, casino, url, crew)
            group.create_task(_have(casino, leases, crew.table, work))


@dataclass(frozen=True)
class Crew:
    """Robots that deal and play at one table."""

    table: str
    robots: Sequence[Robot]
    pace: Pace
    dealer: type[RobotDealer] = RobotDealer


async def _have(casino: Casino, leases: Leases, place: str, work: Work) -> None:
    """Run robots at one place while its lease is held."""
    lease = f"robots:{place}"
    try:
        while True:
            if await casino.work(leases.take, lease, LEASE_SECONDS):
                crew = asyncio.create_task(work())
                try:
                    await _keep(casino, leases, lease, crew)
                finally:
                    crew.cancel()
                    await asyncio.wait([crew])
                _tell(place, crew)
            await asyncio.sleep(REST_SECONDS)
    finally:
        leases.release(lease)


async def _keep(casino: Casino, leases: Leases, lease: str, crew: "asyncio.Task[None]") -> None:
    """Renew the lease until it is lost, or until the robots stop."""
    while True:
        done, _ = await asyncio.wait([crew], timeout=RENEW_SECONDS)
        if done or not await casino.work(leases.renew, lease, LEASE_SECONDS):
            return


def _tell(table: str, crew: "asyncio.Task[None]") -> None:
    error = None if crew.cancelled() else crew.exception()
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if error is not None:
        log.warning("robots rest", extra={"table": table, "why": str(error)})


async def _crew(casino: Casino, url: str, robots: Crew) -> None:
    """Run a dealer with a manager at hand, and some players, each with a token of their own."""
    staff = (ROBOT_STAFF[DEALER], ROBOT_STAFF[DUTY_MANAGER])
    dealer = robots.dealer(names=staff, pace=robots.pace)
    hands = {role: await _client(casino, url, ROBOT_STAFF[role]) for role in (DEALER, DUTY_MANAGER)}
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(attend(dealer, robots.table, hands))
            for player in robots.robots:
                group.create_task(_play(casino, url, player, robots.table))
    finally:
        for client in hands.values():
            await client.close()


# Tournaments


async def run_cups(casino: Casino, url: str, pace: Pace, beat: Beat) -> None:
    """Run one tournament after the other, until cancelled."""
    await casino.work(open_cups, casino)
    cup = await casino.work(last_cup, casino, beat)
    heats: dict[tuple[str, int], asyncio.Task[None]] = {}
    try:
        while True:
            if not await casino.work(cup.attend):
                cup = await casino.work(cup.next)
            await _see_to(heats, await casino.work(cup.heats), casino, url, pace)
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        await _see_to(heats, {}, casino, url, pace)


async def _see_to(
    heats: dict[tuple[str, int], "asyncio.Task[None]"],
    played: Mapping[tuple[str, int], Sequence[str]],
    casino: Casino,
    url: str,
    pace: Pace,
) -> None:
    """Run robots at the tables where a session is seated or on, and only there; restart refused
    ones."""
    over = [at for at, crew in heats.items() if at not in played or crew.done()]
    for at in over:
        crew = heats.pop(at)
        crew.cancel()
        await asyncio.wait([crew])
        _tell(at[0], crew)
    for at, names in played.items():
        if at not in heats:
            robots = [RobotEntrant(name, pace) for name in names]
            work = _crew(casino, url, Crew(at[0], robots, pace, HeatDealer))
            heats[at] = asyncio.create_task(work)


async def _seconds(casino: Casino, url: str) -> None:
    """Run the second persons, who confirm statements."""
    async with asyncio.TaskGroup() as group:
        for role, name in ROBOT_SECONDS:
            group.create_task(_second(casino, url, role, name))


async def _second(casino: Casino, url: str, role: str, name: str) -> None:
    async with await _client(casino, url, name) as client:
        await confirm(RobotSecond(name, role, PATIENCE), client)


async def _play(casino: Casino, url: str, player: Robot, table: str) -> None:
    async with await _client(casino, url, player.name) as client:
        await attend(player, table, {PLAYER: client})


async def _client(casino: Casino, url: str, name: str) -> Client:
    token = await casino.work(casino.people.issue_token, name, "robot", HOUSE, 1)
    return Client(url, token=token)
