"""The demo's robots: at each table a crew that deals and plays, over the network like anybody."""

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sabot.client import Client
from sabot.people import Leases
from sabot.robots import UNHURRIED, Pace, Robot, RobotDealer, RobotPlayer
from sabot.robots.online import attend, confirm
from sabot.robots.second import RobotSecond
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import DEALER, DUTY_MANAGER, PLAYER
from sabot.server.casino import Casino
from sabot.server.demo.demo import HOUSE, ROBOT_PLAYERS, ROBOT_SECONDS, ROBOT_STAFF, table_of
from sabot.server.demo.promotion import run_promotions

LEASE_SECONDS: Final = 15
RENEW_SECONDS: Final = 5
PATIENCE: Final = 2.0
"""So many seconds a visitor has who wants to be the second person."""
REST_SECONDS: Final = 3
"""How long robots that were refused rest before they try again."""
Work = Callable[[], Coroutine[Any, Any, None]]
log = logging.getLogger("sabot.demo")


async def robots_of(casino: Casino, url: str, pace: Pace = UNHURRIED) -> None:
    """Deal and play at every table until this is cancelled. Of several server processes the one
    that holds a table's lease has its robots there."""
    leases = Leases(casino.store, f"robots-{uuid.uuid4()}", casino.clock)
    async with asyncio.TaskGroup() as group:
        group.create_task(_have(casino, leases, "seconds", lambda: _seconds(casino, url)))
        group.create_task(_have(casino, leases, "promotions", lambda: run_promotions(casino)))
        for book, names in zip(RULEBOOKS.values(), ROBOT_PLAYERS, strict=True):
            crew = Crew(table_of(book), names, pace)
            work = partial(_crew, casino, url, crew)
            group.create_task(_have(casino, leases, crew.table, work))


@dataclass(frozen=True)
class Crew:
    """Who deals and plays at one table."""

    table: str
    players: tuple[str, ...]
    pace: Pace


async def _have(casino: Casino, leases: Leases, place: str, work: Work) -> None:
    """Have robots at one place whenever, and only while, its lease is ours."""
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
    """Renew the lease until it is lost, or until the robots have had enough."""
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
    """One dealer with a manager at hand, and some players, each with a token of their own."""
    staff = (ROBOT_STAFF[DEALER], ROBOT_STAFF[DUTY_MANAGER])
    dealer = RobotDealer(names=staff, pace=robots.pace)
    seats = enumerate(robots.players, 2)
    players = [RobotPlayer(name, seat, pace=robots.pace) for seat, name in seats]
    hands = {role: await _client(casino, url, ROBOT_STAFF[role]) for role in (DEALER, DUTY_MANAGER)}
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(attend(dealer, robots.table, hands))
            for player in players:
                group.create_task(_play(casino, url, player, robots.table))
    finally:
        for client in hands.values():
            await client.close()


async def _seconds(casino: Casino, url: str) -> None:
    """The other persons, who confirm what waits for one."""
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
