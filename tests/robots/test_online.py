"""Robots at the tables of a real server, by the same rules as at those of this process."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from sabot.audit.audit import Audit
from sabot.client import Client, Refused
from sabot.core.refusal import Refusal
from sabot.robots import Pace, RobotDealer, RobotPlayer
from sabot.robots.online import attend
from server.harness import NAMES, TABLES, House, running

BRISK = Pace(turn=0.3, decide=0.3)
STAFF = (NAMES["dealer"], NAMES["duty manager"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    options = {"star-baccarat": {"method": "B"}, "canberra-mini": {"method": "down"}}
    folder = tmp_path_factory.mktemp("robots")
    with running(folder, options=options, betting_seconds=1) as house:
        yield house


async def at_table(
    house: House, table: str, players: tuple[str, ...], until: Callable[[], Awaitable[object]]
) -> None:
    """Robots deal and play until that is over."""
    async with AsyncExitStack() as stack:
        clients = {
            name: await stack.enter_async_context(Client(house.origin, token=house.token(name)))
            for name in (*STAFF, *players)
        }
        hands = {"dealer": clients[STAFF[0]], "duty manager": clients[STAFF[1]]}
        group = await stack.enter_async_context(asyncio.TaskGroup())
        tasks = [group.create_task(attend(RobotDealer(names=STAFF, pace=BRISK), table, hands))]
        for place, name in enumerate(players, 1):
            robot = RobotPlayer(name, place, pace=BRISK)
            tasks.append(group.create_task(attend(robot, table, {"player": clients[name]})))
        await until()
        for task in tasks:
            task.cancel()


async def coups(house: House, table: str, number: int) -> None:
    while house.casino.state(table).coups < number:
        await asyncio.sleep(0.02)


def leave(house: House, table: str) -> None:
    """Robots are cut off at any step, perhaps with a bet on its way: staff brings it to an end, and
    all leave."""
    while patrons := house.casino.state(table).patrons:
        end_coup(house, table)
        for name in patrons:
            house.do(table, name, "leave-table", player=name)


def end_coup(house: House, table: str) -> None:
    while (now := house.casino.state(table)).round.stakes or now.round.slots:
        wait = house.see(table)["table"]["wait"]
        if house.step(table) is not None:
            continue
        if now.round.out:
            house.done(table, "dora", "return-hand", hand=next(iter(now.round.out)))
        else:
            box = {"box": wait["box"], "decision": "stand", "absent": True}
            house.done(table, "dora", "decide-hand", **box)


def findings(house: House, table: str) -> list[str]:
    audit = Audit(only=table)
    lines = house.casino.store.read(f"table:{table}")
    return [finding.message for stored in lines for finding in audit.take(stored.line)]


@pytest.mark.parametrize("table", TABLES.values())
def test_robots_play_every_game_over_the_network(house: House, table: str) -> None:
    async def go() -> None:
        async with asyncio.timeout(120):
            await at_table(house, table, ("alice", "bob"), lambda: coups(house, table, 2))

    asyncio.run(go())
    leave(house, table)
    assert findings(house, table) == []
    stored = house.casino.store.read(f"table:{table}")
    assert sum(b'"wager-placed/' in each.line for each in stored) >= 2


def test_a_person_who_does_not_turn_the_cards_has_them_collected(house: House) -> None:
    """And the robots go on."""
    table = "baccarat"
    done = house.casino.state(table).coups

    async def bet_and_go() -> None:
        async with Client(house.origin, token=house.token("chen")) as chen:
            card = (await chen.account()).card
            await chen.do(table, "join-table", player="chen", chips="1000", place=3, card=card)
            bet = {"player": "chen", "on": "player", "amount": "500"}
            while True:
                try:
                    await chen.do(table, "place-wager", **bet)
                    break
                except Refused:
                    await asyncio.sleep(0.05)
            number = house.casino.state(table).round.number
            await coups(house, table, max(number, done + 1))

    async def go() -> None:
        async with asyncio.timeout(120):
            await at_table(house, table, ("alice",), bet_and_go)

    asyncio.run(go())
    lines = [stored.line for stored in house.casino.store.read(f"table:{table}")]
    assert any(b'"hand-returned/1"' in line and b'"player":"chen"' in line for line in lines)
    leave(house, table)
    assert findings(house, table) == []


def test_a_dealer_without_a_supervisor_says_so(house: House) -> None:
    async def go() -> None:
        async with Client(house.origin, token=house.token("dora")) as dora:
            closed = RobotDealer("star-baccarat", names=STAFF)
            with pytest.raises(Refusal, match="no duty manager at hand to open-table"):
                await attend(closed, "shut", {"dealer": dora})

    opened = {
        "id": "o",
        "rulebook": "star-baccarat",
        "name": "shut",
        "sign": {"minimum": "10", "maximum": "100"},
    }
    assert house.ask("dylan", "POST", "/api/tables", opened).status_code == 200
    house.done("shut", "dylan", "close-table")
    asyncio.run(go())


def test_a_robot_whose_session_ends_stops(house: House) -> None:
    async def go() -> None:
        token, _ = house.casino.people.sign_in_as("chen", "a test")
        async with Client(house.origin, token=token) as chen:
            await asyncio.to_thread(house.casino.people.end_sessions, "chen", "a test")
            with pytest.raises(Refused) as no:
                await attend(RobotPlayer("chen"), "mini", {"player": chen})
            assert no.value.code == "not-signed-in"

    asyncio.run(go())
