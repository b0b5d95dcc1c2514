"""The demo's tournament: a visitor enters and plays, another is absent, and play does not wait."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest

from sabot.audit.audit import Audit
from sabot.floor.kinds import TOURNAMENTS
from sabot.robots import Pace
from sabot.robots.heats import RobotEntrant
from sabot.robots.online import attend
from sabot.rules.roles import PLAYER
from sabot.server.casino import Casino
from sabot.server.demo.crews import _client, _seconds, run_cups
from sabot.server.demo.tournament import ENTRANTS, Beat, DemoCup, last_cup
from sabot.tournament.desk.state import OPEN, Contest
from server.demo_house import demo
from server.harness import Clock

BRISK = Pace(turn=0.3, decide=0.3)
BEAT = Beat(
    first=timedelta(minutes=20), every=timedelta(seconds=1), seats=timedelta(seconds=2), seconds=1,
    coups=2,
)  # fmt: skip
FIRST, SECOND = "half-hour-cup-1", "half-hour-cup-2"
pytestmark = pytest.mark.slow


CLOCK = Clock()


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Casino, str]]:
    with demo(CLOCK) as opened:
        yield opened


def contest(casino: Casino, name: str) -> Contest:
    found: Contest = casino.floor.state(TOURNAMENTS, name)
    return found


async def _until(casino: Casino, name: str, phase: str) -> None:
    while contest(casino, name).phase != phase:
        await asyncio.sleep(0.05)


async def _enter(url: str, casino: Casino, name: str) -> None:
    async with await _client(casino, url, name) as client:
        said = {"player": name, "copy": "shown"}
        await client._command(f"/api/tournaments/{FIRST}/commands", "enter-tournament", said)


async def _visit(url: str, casino: Casino, name: str) -> None:
    """A visitor who does what the page offers: sits down where the draw says, and wagers."""
    while (sitting := contest(casino, FIRST).sitting) is None or not sitting.seats:
        await asyncio.sleep(0.05)
    (table,) = (t for t, seats in sitting.seats.items() if name in seats.values())
    async with await _client(casino, url, name) as client:
        await attend(RobotEntrant(name), table, {PLAYER: client})


def test_a_visitor_plays_another_does_not_come_and_it_goes_on(house: tuple[Casino, str]) -> None:
    casino, url = house

    async def go() -> None:
        async with asyncio.timeout(120):
            robots = asyncio.create_task(run_cups(casino, url, BRISK, BEAT))
            seconds = asyncio.create_task(_seconds(casino, url))
            await _until(casino, FIRST, OPEN)
            await _enter(url, casino, "Alice")
            await _enter(url, casino, "Bruno")
            CLOCK.advance(minutes=20)
            visitor = asyncio.create_task(_visit(url, casino, "Alice"))
            await _until(casino, FIRST, "paid")
            await _until(casino, SECOND, OPEN)
            for task in (visitor, seconds, robots):
                task.cancel()
                await asyncio.wait([task])

    asyncio.run(go())
    over = contest(casino, FIRST)
    assert over.entered == 6 and {"Alice", "Bruno"} <= {*over.entries}
    assert sum(name in ENTRANTS for name in over.entries) == 4
    assert over.phase == "paid" and len(over.places) >= 1
    lines = [each.line for t in ("cup-1", "cup-2") for each in casino.store.read(f"table:{t}")]
    wagers = [line for line in lines if b'"wager-placed/1"' in line]
    assert any(b'"player":"Alice"' in line for line in wagers)
    assert not any(b'"player":"Bruno"' in line for line in wagers)
    assert any(b'"absence-deducted/1"' in each or b'"entrant-disqualified/1"' in each
               for each in lines if b'"player":"Bruno"' in each)  # fmt: skip
    audit = Audit()
    found = [each for line in casino.store.read_all() for each in audit.take(line.line)]
    assert [str(each) for each in (*found, *audit.end())] == []


def test_another_process_goes_on_with_the_newest(house: tuple[Casino, str]) -> None:
    casino, _ = house
    cup = last_cup(casino, BEAT)
    assert cup.number == 2 and cup.contest.phase == OPEN
    schedule = cup.contest.schedule
    assert schedule is not None and cup.starts == schedule.legs[0].starts
    later: DemoCup = cup.next()
    assert later.number == 3 and later.starts >= casino.clock()
