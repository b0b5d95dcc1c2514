"""Which events answered which command: known for ever, and nothing of it is written twice."""

import msgspec
import pytest

from sabot.engine import live
from sabot.engine.live import Answer
from sabot.engine.streams import Command
from sabot.floor import Floor
from sabot.store import Store, export_lines, import_lines, open_store


def asked(floor: Floor, id_: str, do: str, **fields: object) -> Command:
    who = {"id": id_, "do": do, "actor": "sue", "role": "casino supervisor"}
    return floor.read(msgspec.json.encode({**who, **fields}))


def commands(floor: Floor) -> list[Command]:
    sign = {"minimum": "10", "maximum": "100"}
    opening = asked(floor, "o", "open-table", rulebook="star-baccarat", sign=sign)
    return [opening, *(asked(floor, f"r{n}", "show-rules", to="ann") for n in range(6))]


def done(store: Store) -> tuple[list[Command], list[Answer]]:
    floor = Floor(store)
    given = commands(floor)
    return given, [floor.do("1", command) for command in given]


@pytest.fixture(autouse=True)
def short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "NEWEST", 1)


def test_a_command_is_answered_again_however_old() -> None:
    store = open_store("sqlite://")
    given, first = done(store)
    assert all(answer.rejected is None for answer in first)
    for floor in (Floor(store), Floor(store)):
        assert [floor.do("1", command) for command in given] == first
        assert floor.do_each([("1", command) for command in given]) == first
        assert floor.table("1").version == len(given)
        floor.keep_snapshot("1")


def test_a_repeated_command_is_not_rejected_for_what_it_did_itself() -> None:
    """The table is open already, because this very command opened it."""
    store = open_store("sqlite://")
    given, first = done(store)
    assert Floor(store).do("1", given[0]) == first[0]


def test_another_senders_command_of_that_id_is_another() -> None:
    store = open_store("sqlite://")
    given, first = done(store)
    floor = Floor(store)
    other = msgspec.structs.replace(given[1], actor="sid")
    assert floor.do("1", other) != first[1]
    assert floor.table("1").version == len(given) + 1


def test_a_copy_of_the_log_knows_them_too() -> None:
    store, copy = open_store("sqlite://"), open_store("sqlite://")
    given, first = done(store)
    import_lines(copy, export_lines(store))
    assert [Floor(copy).do("1", command) for command in given] == first


def test_a_snapshot_does_not_grow_with_the_commands() -> None:
    store = open_store("sqlite://")
    floor = Floor(store)
    sizes = []
    for number, command in enumerate(commands(floor) + more(floor, 300)):
        floor.do("1", command)
        if number in (30, 300):
            floor.keep_snapshot("1")
            kept = store.snapshot("table:1")
            assert kept is not None
            sizes.append(len(kept.data))
    assert sizes[1] <= sizes[0] + 10


def more(floor: Floor, number: int) -> list[Command]:
    return [asked(floor, f"m{n}", "show-rules", to="ann") for n in range(number)]


def test_one_id_twice_in_one_commit_is_done_once() -> None:
    store = open_store("sqlite://")
    floor = Floor(store)
    opening, first, *_ = commands(floor)
    floor.do("1", opening)
    one, two = floor.do_each([("1", first), ("1", first)])
    assert one == two and floor.table("1").version == 2
