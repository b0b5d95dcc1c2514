"""Messages of a live table put together: the newest view, each event once and in order."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from sabot.client.change import Gap, Story, read_message
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.robots import RobotDealer, RobotPlayer, RobotSession
from sabot.store import open_store
from sabot.views import Watching, changed, staff_of, view_of, you_of

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def event(seq: int) -> dict[str, Any]:
    return {"seq": seq, "at": NOW, "what": "something/1"}


def message(kind: str, seq: int, table: Any, events: list[Any] | None = None, **more: Any) -> bytes:
    told = {"type": kind, "seq": seq, "table": table, "now": NOW, **more}
    return msgspec.json.encode(told | ({} if events is None else {"events": events}))


@pytest.fixture(scope="module")
def floor() -> Floor:
    floor = Floor(open_store("sqlite://"))
    RobotSession(floor, "1", RobotDealer("star-baccarat"), [RobotPlayer("Ada", 1)]).play(3)
    return floor


@pytest.fixture(scope="module")
def views(floor: Floor) -> tuple[Any, Any]:
    table = floor.table("1")
    return view_of(table, Watching.start(table, floor.events("1"))), staff_of(table)


def test_a_snapshot_is_read_as_it_was_written(floor: Floor, views: tuple[Any, Any]) -> None:
    table, staff = views
    you = you_of(floor.table("1"), "Ada", None, NOW)
    story = Story(None)
    change = story.take(read_message(message("snapshot", 40, table, you=you, staff=staff)))
    assert (change.table, change.you, change.staff) == (table, you, staff)
    assert (change.seq, change.events, change.first, change.now) == (40, (), True, NOW)
    assert story.seq == 40


def test_only_what_changed_is_told_and_the_rest_stays(views: tuple[Any, Any]) -> None:
    table, staff = views
    after = msgspec.structs.replace(table, phase="closed", seats=())
    story = Story(None)
    story.take(read_message(message("snapshot", 40, table, you=None, staff=staff)))
    told = message("events", 42, changed(table, after), [event(41), event(42)], staff={"float": 5})
    change = story.take(read_message(told))
    assert change.table == after
    assert change.staff == msgspec.structs.replace(staff, float=5)
    assert [each["seq"] for each in change.events] == [41, 42]
    assert not change.first


def test_you_is_replaced_whole_and_stays_when_it_is_not_told(
    floor: Floor, views: tuple[Any, Any]
) -> None:
    table, _ = views
    you = you_of(floor.table("1"), "Ada", None, NOW)
    other = msgspec.structs.replace(you, balance=7)
    story = Story(None)
    story.take(read_message(message("snapshot", 1, table, you=you, staff=None)))
    assert story.take(read_message(message("events", 2, {}, [event(2)]))).you == you
    assert story.take(read_message(message("events", 2, {}, [], you=other))).you == other
    assert story.take(read_message(message("events", 2, {}, [], you=None))).you is None


def test_fields_of_a_newer_server_are_left_alone(views: tuple[Any, Any]) -> None:
    table, _ = views
    story = Story(None)
    whole = msgspec.to_builtins(table) | {"weather": "fine"}
    assert story.take(read_message(message("snapshot", 1, whole))).table == table
    told = message("events", 2, {"weather": "rain"}, [event(2)], mood="good")
    assert story.take(read_message(told)).table == table


def test_what_was_told_already_is_not_told_again(views: tuple[Any, Any]) -> None:
    story = Story(40)
    told = message("events", 42, views[0], [event(seq) for seq in (39, 40, 41, 42)])
    assert [each["seq"] for each in story.take(read_message(told)).events] == [41, 42]


@pytest.mark.parametrize("numbers", [[42], [41, 43], [41, 42, 42], [42, 41], []])
def test_a_gap_is_noticed(numbers: list[int], views: tuple[Any, Any]) -> None:
    story = Story(40)
    with pytest.raises(Gap):
        story.take(read_message(message("events", 43, views[0], [event(seq) for seq in numbers])))
    assert story.seq == 40


def test_a_change_without_a_table_is_none(views: tuple[Any, Any]) -> None:
    with pytest.raises(Refusal, match="without a table"):
        Story(None).take(read_message(b'{"type":"events","seq":1,"events":[]}'))
