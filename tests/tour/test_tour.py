"""Everything meets everything: each event type, and all that looks at a store afterwards.

A theme of its own, because no single module owns what happens between an event of one kind and a
view, report or command of another. `campaigns/tour.py` looks after each type; here the store is
looked at after each chapter, by one role after the other, and as a whole at the end.
"""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pytest

from sabot.engine.declarations import RECORD, STAFF_ONLY
from sabot.engine.live import read_line
from sabot.engine.streams import Event, Stream
from sabot.floor.kinds import KINDS, TABLES
from sabot.people.custody import CUSTODY_KIND, Book
from sabot.pit import ShiftSheet, is_money
from sabot.server.http.routes import ROLES
from sabot.store import open_store
from sabot.table import TABLE
from sabot.table.chips.floats import result_of_shift
from sabot.table.result.ends import Stakes
from support.bounds_checks import beyond
from support.tour.house import TourHouse, own_keys
from support.tour.inspection import COMMANDS, GETS, Depth, Found, inspect
from support.tour.tour import CHAPTERS, Reached, driven
from support.tour.world import World, parameters

SEED = 26
SAMPLE = 3
"""So many event types are looked after at once, drawn anew for each chapter's number."""
LOOKING: dict[str, tuple[str, ...]] = {
    "people": ("administrator", "duty manager"),
    "account": ("assistant gaming manager", "gaming manager"),
    "cage": ("casino supervisor", "cashier"),
    "policy": ("gaming manager",),
    "felt": ("surveillance",),
    "devices": ("dealer",),
    "irregularities": ("gaming supervisor",),
    "boxes": ("dealer",),
    "virtual": ("player",),
    "tournament": ("tournament director",),
    "heat": ("tournament manager",),
    "promotion": ("", "scrutineer"),
    "custody": ("inspector",),
}
"""Viewers of the store after each chapter; together all roles, the empty one for a guest."""


@dataclass
class Snapshot:
    """The store as a step has left it, and at what time."""

    path: Path
    now: datetime
    tokens: dict[str, str]
    why: str


@dataclass
class Toured:
    """A tour that was driven to its end, and what was seen on the way."""

    folder: Path
    reached: Reached = field(default_factory=Reached)
    chapters: list[Snapshot] = field(default_factory=list)
    sampled: list[Snapshot] = field(default_factory=list)


def copied(house: TourHouse, to: Path, why: str) -> Snapshot:
    """The store as it is now, in a file of its own."""
    with closing(sqlite3.connect(house.url)) as here, closing(sqlite3.connect(to)) as there:
        here.backup(there)
    to.chmod(0o600)
    return Snapshot(to, house.now, dict(house.tokens), why)


@pytest.fixture(scope="module")
def toured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Toured]:
    folder = tmp_path_factory.mktemp("tour")
    for name in ("store", "beside", "copies"):
        (folder / name).mkdir()
    toured, chance = Toured(folder), random.Random(SEED)
    with own_keys(folder / "keys"):
        places = iter(f"{folder}/store/restored-{number}.db" for number in range(9))
        house = TourHouse(f"{folder}/store/casino.db", folder / "beside", lambda: next(places))
        last = None
        for done in driven(house, toured.reached):
            if last is not None and done.chapter != last:
                toured.chapters.append(copied(house, folder / "copies" / f"{last}.db", last))
            last = done.chapter
            if done.new and chance.random() < SAMPLE / 250:
                path = folder / "copies" / f"{done.number}.db"
                toured.sampled.append(copied(house, path, str(done.new)))
        toured.chapters.append(copied(house, folder / "copies" / f"{last}.db", str(last)))
        house.close()
        yield toured


def look(toured: Toured, at: Snapshot, depth: Depth) -> None:
    found: Found = inspect(str(at.path), toured.folder / "beside", at.now, at.tokens, depth)
    assert not found.problems, "\n".join([at.why, *found.problems[:20]])


def test_every_event_type_command_and_claim_is_reached(toured: Toured) -> None:
    assert toured.reached.missing() == []


def test_no_state_goes_beyond_what_it_declares(toured: Toured) -> None:
    with own_keys(toured.folder / "keys"), open_store(str(toured.chapters[-1].path)) as store:
        lines = [stored.line for stored in store.read_all()]
    assert beyond(lines) == []


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_after_a_chapter_the_server_opens_and_answers(toured: Toured, chapter: str) -> None:
    snapshot = toured.chapters[CHAPTERS.index(chapter)]
    look(toured, snapshot, Depth(LOOKING[chapter], commands=("verify",)))


def test_after_the_first_event_of_a_type(toured: Toured) -> None:
    assert toured.sampled
    for each in toured.sampled:
        look(toured, each, Depth(("dealer",), commands=("verify",)))


def test_every_command_of_the_program_at_the_end(toured: Toured) -> None:
    look(toured, toured.chapters[-1], Depth((), commands=COMMANDS))


def test_stakes_are_folded_as_the_table_has_them(toured: Toured) -> None:
    """The wagers on the layout by `Stakes` are those of the state, after every event of the tour:
    an event that changes a stake and is not folded there fails."""
    with open_store(str(toured.chapters[-1].path), create=False) as store:
        streams = [each for each in store.streams() if TABLES.has(each)]
        assert streams
        for stream in streams:
            table, stakes = TABLES.empty(TABLES.name(stream)), Stakes()
            for stored in store.read(stream):
                event = TABLE.read_event(stored.line)
                table = TABLE.evolve(table, event, read_line(stored.line).at)
                stakes.put(event)
                assert stakes.lying == table.round.stakes, (stream, stored.seq, event)


def test_the_pit_and_the_shift_agree_on_what_a_table_has_won(toured: Toured) -> None:
    """After every event of the tour. An event that declares its chips of the float as a transfer,
    and that the shift does not count, fails by name."""
    with open_store(str(toured.chapters[-1].path), create=False) as store:
        for stream in filter(TABLES.has, store.streams()):
            table, sheet = TABLES.empty(TABLES.name(stream)), ShiftSheet()
            stakes = Stakes()
            for stored in store.read(stream):
                event, at = TABLE.read_event(stored.line), read_line(stored.line).at
                table = TABLE.evolve(table, event, at)
                stakes.put(event)
                sheet.put(event, stored.line, at, stakes)
                if table.shift is not None and is_money(table):
                    told = (stream, stored.seq, event.__struct_config__.tag)
                    assert sheet.figures.win == result_of_shift(table).win, told


def test_every_role_looks_and_every_route_is_named() -> None:
    assert {role for each in LOOKING.values() for role in each} == {"", *ROLES}
    assert {each.path for each in GETS} == set(parameters(World()))


def test_a_new_event_and_a_new_command_are_missed_by_name(toured: Toured) -> None:
    """A newcomer's additions that have no line in a chapter."""
    rules: Stream[Book] = Stream(
        lambda book: book.version, lambda book: "", lambda book, at: Book(book.version + 1, at)
    )
    rules.evolves(BearBought)(lambda book, event: book)
    toys = replace(CUSTODY_KIND, prefix="toy:", word="toy", rules=rules)
    missing = toured.reached.missing((*KINDS, toys))
    assert missing == ["bear-bought/1 of a toy is never reached"]


class BearBought(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    price: int
