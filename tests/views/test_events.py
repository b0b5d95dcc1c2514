"""Who sees what of an event: every kind of event, every field, every group of people."""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from sabot.streams import Event
from sabot.table import TABLE
from sabot.table.betting.wagers import BetsClosed
from sabot.table.sights import SIGHTS
from sabot.views import seen_by
from support.evening import START, Evening, Json
from views.gallery import ROLES, line_of, seen
from views.samples import OWNER, sample

PINNED = Path(__file__).with_name("seen.tsv")
KINDS = [str(kind.__struct_config__.tag) for kind in TABLE.events]
RAW = ("surveillance", "inspector")
FLOOR = ROLES[1:7]
ONLOOKERS = ("tournament manager", "administrator", "", "commission")
NEVER = {
    "do", "prev", "hash", "stream", "by", "id", "moves", "losses", "short", "absent", "room",
    "visit", "opened", "seal", "salt", "position", "depth", "from_back", "drawn", "note",
    "circumstances", "approver", "decider", "card_number", "mispaid", "step", "slip",
}  # fmt: skip
"""What no player sees of any event, not even of their own."""


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


def row_of(kind: type[Event]) -> str:
    """Who sees which fields of an event; each group sees what those before it see as well."""
    text = line(kind)
    groups = (
        paths(seen(text, "player", "bob")),
        paths(seen(text, "player", OWNER)),
        paths(seen(text, "dealer", "dana")),
        paths(seen(text, "inspector", "ivy")),
    )
    left = paths(msgspec.to_builtins(sample(kind))) - {"what"}
    cells = [str(kind.__struct_config__.tag)]
    for group in groups:
        cells.append(" ".join(sorted(left & group)) or "-")
        left -= group
    assert not left, "an inspector sees everything"
    return "\t".join(cells)


def table_of(kinds: Sequence[type[Event]]) -> str:
    """One row for each kind of event."""
    heading = "event\teverybody\tthe player too\tstaff too\twatchers too"
    return "\n".join([heading, *sorted(map(row_of, kinds))]) + "\n"


def test_every_field_of_every_event_is_seen_by_whom_the_table_says() -> None:
    assert table_of(TABLE.events) == PINNED.read_text()


def test_every_kind_of_event_was_thought_about() -> None:
    assert set(SIGHTS) == set(KINDS)


@pytest.mark.parametrize("kind", TABLE.events, ids=KINDS)
def test_no_player_sees_what_is_not_for_players(kind: type[Event]) -> None:
    for name in ("bob", OWNER):
        shown = paths(seen(line(kind), "player", name))
        assert not {part for path in shown for part in path.split(".")} & NEVER


@pytest.mark.parametrize("kind", TABLE.events, ids=KINDS)
def test_staff_sees_the_line_itself_and_onlookers_what_other_players_see(kind: type[Event]) -> None:
    text = line(kind)
    assert all(seen_by(role, "x", text) == text for role in RAW)
    hidden = b'"opened":{' in text
    assert all((seen_by(role, "x", text) == text) is not hidden for role in FLOOR)
    public = seen_by("player", "bob", text)
    assert all(seen_by(role, OWNER, text) == public for role in ONLOOKERS)


def test_an_event_that_nobody_has_heard_of_is_private() -> None:
    text = line_of(9, sample(TABLE.events[0]), START).replace(b"approved/1", b"fireworks/1")
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
