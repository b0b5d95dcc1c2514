"""Visibility of a table's events: every kind of event, every field, every group of people.

An event declares in its `sight` which fields players see, and a field in its type who must not see
it; tests/test_secrecy.py holds the two together. Here the views are held to them."""

import re
from typing import Any

import msgspec
import pytest

from sabot.engine.declarations import Fields, Guard
from sabot.engine.secrecy import guards_of
from sabot.engine.streams import Event
from sabot.table import TABLE
from sabot.table.betting.announcements import BetsClosed
from sabot.table.running.approvals import Approved
from sabot.views import seen_by
from support.evening import START, Evening, Json
from views.gallery import ROLES, line_of, seen
from views.samples import OWNER, sample

KINDS = [str(kind.__struct_config__.tag) for kind in TABLE.events]
RAW = ("surveillance", "inspector")
FLOOR = ROLES[1:7]
ONLOOKERS = ("tournament manager", "administrator", "", "commission")
HEAD = {"seq", "at", "what"}
"""Fields of every event that all viewers see."""


def line(kind: type[Event]) -> bytes:
    return line_of(1, sample(kind), START)


def paths(value: object, above: str = "") -> set[str]:
    """The fields of an event, and those of the things in it."""
    if isinstance(value, list | tuple):
        return set().union(*(paths(each, above) for each in value))
    if not isinstance(value, dict):
        return {above}
    inner = ((re.sub("^the .*", "*", str(key)), each) for key, each in value.items())
    return set().union(*(paths(each, f"{above}.{key}".strip(".")) for key, each in inner))


def named(fields: Fields | None, value: Any) -> Any:
    """Return the part of a value that a sight names."""
    if isinstance(value, list | tuple):
        return [named(fields, each) for each in value]
    if fields is None:
        return value
    return {name: named(part, value[name]) for name, part in fields.items() if name in value}


@pytest.mark.parametrize("kind", TABLE.events, ids=KINDS)
def test_players_see_the_fields_that_the_event_declares_and_no_other(kind: type[Event]) -> None:
    text, fields, sight = line(kind), msgspec.to_builtins(sample(kind)), kind.sight
    shared = set() if sight.everybody is None else paths(named(sight.everybody, fields))
    assert paths(seen(text, "player", "bob")) == HEAD | shared
    own = set() if sight.own is None else paths(named(sight.own, fields))
    assert paths(seen(text, "player", OWNER)) == HEAD | shared | own


@pytest.mark.parametrize("kind", TABLE.events, ids=KINDS)
def test_staff_see_all_but_what_is_guarded_and_onlookers_what_other_players_see(
    kind: type[Event],
) -> None:
    text = line(kind)
    assert all(seen_by(role, "x", text) == text for role in RAW)
    whole, orders = paths(msgspec.json.decode(text)), orders_in(guards_of(kind))
    for role in FLOOR:
        hidden = whole - paths(msgspec.json.decode(seen_by(role, "x", text)))
        assert {path.partition(".")[0] for path in hidden} == orders
    public = seen_by("player", "bob", text)
    assert all(seen_by(role, OWNER, text) == public for role in ONLOOKERS)


def orders_in(guards: dict[str, Any]) -> set[str]:
    """Return the fields that surveillance and inspectors alone see."""
    return {name for name, node in guards.items() if node is Guard.WATCHERS}


def test_an_event_that_nobody_has_heard_of_is_private() -> None:
    text = line_of(9, sample(Approved), START).replace(b"approved/1", b"fireworks/1")
    assert seen(text) == {"seq": 9, "at": "2026-03-14T20:00:00.000000Z", "what": "private/1"}


def test_a_field_that_nobody_has_heard_of_is_dropped() -> None:
    text = line_of(1, sample(kind_of("bets-closed/1")), START)
    text = text.replace(b'"clause":', b'"secret":"7H","clause":')
    assert "secret" not in seen(text) and "clause" in seen(text)


def kind_of(what: str) -> type[Event]:
    return TABLE.events[KINDS.index(what)]


def test_others_learn_that_something_happened_and_nothing_else() -> None:
    text = line(kind_of("chips-bought/1"))
    assert set(seen(text, "player", "bob")) == {"seq", "at", "what"}
    assert seen(text, "player", "bob")["what"] == "private/1"
    assert seen(text, "player", OWNER)["amount"] == 7


def test_nearest_miss_staff_of_a_players_name_is_not_that_player() -> None:
    text = line(kind_of("chips-bought/1"))
    assert seen(text, "administrator", OWNER)["what"] == "private/1"


def test_a_card_that_lies_face_down_has_no_name_for_players() -> None:
    dealt = msgspec.structs.replace(sample(kind_of("card-dealt/1")), up=False, card="7H")
    assert "card" not in seen(line_of(1, dealt, START))
    shown = msgspec.structs.replace(dealt, up=True)
    assert seen(line_of(1, shown, START))["card"] == "7H"


def test_a_rebuilt_coup_names_only_cards_that_lie_up() -> None:
    evening = Evening("star-baccarat", face="down")
    evening.join("alice", 1)
    evening.bet("alice", "player")
    evening.ok("no-more-bets")
    for card in ["2S", "3H", "4D", "5C"]:
        evening.card(card)
    rebuilt = evening.ok(
        "report-irregularity",
        situation="wrong-deal",
        circumstances={"in_doubt": False},
        cards=[None, "3H", None, None],
    )[1]
    told = seen(line_of(1, rebuilt, START))
    assert [(each.get("card"), each.get("up", True)) for each in told["slots"]] == [
        (None, False), ("3H", True), (None, False), (None, False),
    ]  # fmt: skip


def test_that_a_loss_limit_was_passed_is_not_announced() -> None:
    reported = msgspec.structs.replace(
        sample(kind_of("irregularity-reported/1")), situation="loss-limit"
    )
    assert seen(line_of(1, reported, START))["what"] == "private/1"
    cut = seen(line(kind_of("stakes-cut/1")))
    assert set(cut) == {"seq", "at", "what", "cuts"}
    assert set(cut["cuts"][0]) == {"sequence", "live", "returned"}


def test_the_order_of_a_stack_is_cut_out_of_the_command_too() -> None:
    order: Json = {"do": "clear-cards", "opened": {"salt": "00", "order": "7H 8D"}}
    report: Json = {"do": "decide-report", "report": {"opened": {"order": "7H 8D"}}}
    for do in (order, report):
        text = line_of(1, sample(kind_of("coup-ended/1")), START, do=do)
        assert b"7H" in seen_by("inspector", "ivy", text)
        assert b"7H" not in seen_by("dealer", "dana", text)
        assert re.search(rb'"number":7', seen_by("dealer", "dana", text))


def test_an_event_of_an_older_version_is_seen_as_todays(monkeypatch: pytest.MonkeyPatch) -> None:
    upcast = ("bets-closed/1", lambda fields: {"clause": fields["rule"]})
    monkeypatch.setitem(TABLE._upcasts, "bets-shut/1", upcast)
    now = line_of(9, BetsClosed(clause="7.1"), START)
    then = now.replace(b"bets-closed/1", b"bets-shut/1").replace(b'"clause":', b'"rule":')
    assert then != now
    assert seen(then) == seen(now)
    assert seen(then, "inspector", "ivy")["what"] == "bets-shut/1", "the line as the log keeps it"
