"""Wrong payments: the money, the people, and what is left to do."""

from typing import Any

import pytest

from sabot.engine.ledger import FLOAT
from sabot.engine.streams import Event
from sabot.table.cases.payment_steps import is_excused, still_to_do
from sabot.table.cases.payments import MispaymentFound
from sabot.table.chips.floats import result_of_shift
from sabot.table.state import Mispaid
from support.evening import Evening

SUPERVISOR = {"role": "casino supervisor"}
NATURAL = "9S 5H KD KC"
TIED = ["9S", "9H", "KD", "KC"]
LOST = ["9S", "9H", "5D", "KC"]
FOUND: dict[str, Any] = {
    "of": "wager", "coup": 1, "amount": "100", "over": True, "player": "alice", "note": "counted",
}  # fmt: skip


def table(**options: Any) -> Evening:
    """Alice has won 100 on one coup, and been paid for it."""
    evening = Evening("star-baccarat", **options)
    evening.join("alice", 1, chips="1000")
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    return evening


def find(evening: Evening, **fields: Any) -> list[Event]:
    return evening.ok("find-mispayment", **{**FOUND, **fields})


def mispaid(evening: Evening, number: int = 1) -> Mispaid:
    return evening.mispaid(number)


def to_do(evening: Evening, number: int = 1) -> tuple[str, ...]:
    return still_to_do(evening.table, mispaid(evening, number))


@pytest.mark.parametrize(("over", "more"), [(True, 100_00), (False, -100_00)])
def test_the_books_follow_the_chips_and_back(over: bool, more: int) -> None:
    evening = table()
    chips, tray = evening.chips("alice"), evening.money(FLOAT)
    find(evening, over=over)
    assert (evening.chips("alice"), evening.money(FLOAT)) == (chips + more, tray - more)
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert (evening.chips("alice"), evening.money(FLOAT)) == (chips, tray)
    assert evening.replayed() == evening.table


def test_what_the_books_have_wrong_is_not_booked_again() -> None:
    evening = table()
    chips = evening.chips("alice")
    find(evening, in_books=True, cards=TIED)
    assert evening.chips("alice") == chips
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert evening.chips("alice") == chips - 100_00


@pytest.mark.parametrize(("over", "win"), [(True, -200_00), (False, 0)])
def test_a_player_who_has_gone_is_paid_beyond_the_table(over: bool, win: int) -> None:
    evening = table()
    evening.ok("leave-table", player="alice")
    find(evening, over=over)
    assert result_of_shift(evening.table).win == win
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert result_of_shift(evening.table).win == -100_00


def test_a_closing_count_has_found_the_difference_already() -> None:
    """The dealer paid 100 too much: the count is 100 short, and the next float is not touched."""
    evening = table()
    evening.ok("leave-table", player="alice")
    evening.ok("close-float", counted="99800", **SUPERVISOR)
    assert result_of_shift(evening.table).win == -200_00
    find(evening)
    evening.ok("open-float", amount="50000", **SUPERVISOR)
    find(evening)
    assert evening.money(FLOAT) == 50_000_00
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert evening.money(FLOAT) == 50_100_00


def test_a_player_who_came_back_has_been_counted() -> None:
    evening = table()
    evening.ok("leave-table", player="alice")
    evening.join("alice", 1, chips="1200")
    find(evening)
    assert evening.chips("alice") == 1_200_00
    assert evening.money(FLOAT) == 100_000_00 - 200_00


def test_a_float_that_was_counted_leaves_the_player_to_be_booked() -> None:
    evening = table()
    evening.ok("close-float", counted="99800", **SUPERVISOR)
    evening.ok("open-float", amount="50000", **SUPERVISOR)
    find(evening)
    assert evening.chips("alice") == 1_200_00
    assert evening.money(FLOAT) == 50_000_00


def test_a_part_is_put_right_and_then_the_rest() -> None:
    evening = table()
    find(evening, over=False)
    evening.no("bad-amount", "rectify-payment", number=1, amount="100.01", **SUPERVISOR)
    evening.ok("rectify-payment", number=1, amount="40", **SUPERVISOR)
    evening.no("bad-amount", "rectify-payment", number=1, amount="60.01", **SUPERVISOR)
    assert "12.18.2" in to_do(evening)
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert mispaid(evening).rectified == 100_00
    assert "12.18.2" not in to_do(evening)
    evening.no("rectified", "rectify-payment", number=1, **SUPERVISOR)
    evening.no("rectified", "rectify-payment", number=1, amount="1", **SUPERVISOR)


def test_nobody_gives_back_what_they_have_not() -> None:
    evening = table()
    find(evening)
    evening.bet("alice", "player", "1000")
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    find(evening, amount="200", in_books=True, cards=LOST)
    evening.no("short-of-money", "rectify-payment", number=2, **SUPERVISOR)
    evening.ok("rectify-payment", number=2, amount="100", **SUPERVISOR)
    assert evening.chips("alice") == 0


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("bad-amount", {"amount": "0"}),
        ("bad-amount", {"amount": "-1"}),
        ("bad-command", {"of": "tip"}),
        ("no-coup", {"coup": 0}),
        ("no-coup", {"coup": 3}),
        ("no-reason", {"note": " "}),
        ("bad-amount", {"amount": "200.50"}),
        ("bad-amount", {"amount": "200.50", "over": False}),
        ("not-over", {"coup": 2, "player": None}),
        ("wrong-role", {"role": "player"}),
        ("wrong-role", {"role": "inspector"}),
    ],
)
def test_a_finding_that_is_none(code: str, fields: dict[str, Any]) -> None:
    table().no(code, "find-mispayment", **{**FOUND, **fields})


@pytest.mark.parametrize("role", ["dealer", "gaming supervisor", "surveillance", "gaming manager"])
def test_whoever_watches_the_game_reports(role: str) -> None:
    find(table(), role=role)


COMMANDS: dict[str, dict[str, Any]] = {
    "record-inquiry": {"number": 1, "intended": False, "note": "cameras"},
    "rectify-payment": {"number": 1},
    "record-attempt": {"number": 1, "step": "identify", "note": "cameras"},
    "raise-payment": {"number": 1, "channel": "letter"},
}


@pytest.mark.parametrize("do", COMMANDS)
def test_who_and_of_what(do: str) -> None:
    evening = table()
    evening.no("no-payment", do, **COMMANDS[do], **SUPERVISOR)
    find(evening)
    evening.no("no-payment", do, **{**COMMANDS[do], "number": 2}, **SUPERVISOR)
    for role in ("player", "surveillance"):
        evening.no("wrong-role", do, **COMMANDS[do], role=role)
    evening.ok(do, **COMMANDS[do], **SUPERVISOR)


@pytest.mark.parametrize(
    "game", ["star-seven-up", "star-three-card", "star-lucky-draw", "canberra-mini"]
)
def test_where_no_clause_speaks_a_supervisor_decides(game: str) -> None:
    refused = Evening(game).no("no-rule", "find-mispayment", **FOUND)
    assert refused.clause is None and "supervisor decides" in refused.message


def test_a_payment_keeps_its_rules_when_another_game_moves_in() -> None:
    evening = table()
    find(evening)
    evening.ok("leave-table", actor="alice", role="player", player="alice")
    evening.ok("close-table", **SUPERVISOR)
    evening.ok("open-table", rulebook="canberra-mini", sign={"minimum": "5", "maximum": "1000"},
               feed="typed", **SUPERVISOR)  # fmt: skip
    (event,) = evening.ok("record-inquiry", number=1, intended=False, note="cameras", **SUPERVISOR)
    assert event.clause == "12.18.1"  # type: ignore[attr-defined]
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert is_excused(evening.table, mispaid(evening))


def test_a_patron_nobody_knows_is_looked_for() -> None:
    evening = table()
    find(evening, player=None, intended=True)
    assert to_do(evening) == ("12.19.1", "12.19.2")
    evening.no("not-identified", "record-attempt", number=1, step="request", note="?")
    evening.ok("record-attempt", number=1, step="identify", note="cameras show nothing")
    assert to_do(evening) == ()
    evening.ok("record-attempt", number=1, step="identify", note="found", player="alice")
    assert mispaid(evening).player == "alice"
    assert to_do(evening) == ("12.19.1",), "now that she is known she can be asked"
    evening.ok("record-attempt", number=1, step="request", note="asked at the table")
    assert to_do(evening) == ()


def test_a_later_inquiry_may_find_otherwise() -> None:
    evening = table()
    find(evening)
    evening.ok("record-inquiry", number=1, intended=True, note="a wink", **SUPERVISOR)
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert not is_excused(evening.table, mispaid(evening))
    evening.ok("record-inquiry", number=1, intended=False, note="a tic", **SUPERVISOR)
    assert is_excused(evening.table, mispaid(evening))
    assert [step.kind for step in mispaid(evening).steps] == ["inquiry", "rectify", "inquiry"]


def test_an_opinion_at_finding_is_no_inquiry() -> None:
    evening = table()
    find(evening, intended=False)
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert to_do(evening) == ("12.18.1",)
    assert not is_excused(evening.table, mispaid(evening))


def test_wrong_payments_are_numbered() -> None:
    evening = table()
    for number in (1, 2, 3):
        (event,) = find(evening, amount="1")
        assert isinstance(event, MispaymentFound) and event.mispaid.number == number
    assert [each.found for each in evening.table.payments.values()] == [evening.now] * 3


def test_the_notice_of_the_month_also_tells_the_regulator() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1, chips="1000")
    evening.bet("alice", "player", "1000")
    evening.coup(NATURAL)
    find(evening, amount="1000.50", over=True)
    assert to_do(evening) == ("12.18.1", "12.18.2", "12.20.2")
    evening.ok("record-inquiry", number=1, intended=False, note="cameras", **SUPERVISOR)
    evening.ok("give-notice", number=1, channel="monthly report")
    assert to_do(evening) == ()
    assert is_excused(evening.table, mispaid(evening))


def test_the_regulator_is_told_once() -> None:
    evening = table()
    find(evening)
    evening.no("no-reason", "raise-payment", number=1, channel="", **SUPERVISOR)
    evening.ok("raise-payment", number=1, channel="letter", **SUPERVISOR)
    evening.no("raised", "raise-payment", number=1, channel="letter", **SUPERVISOR)


def test_an_attempt_needs_a_word_about_it() -> None:
    evening = table()
    find(evening)
    evening.no("no-reason", "record-attempt", number=1, step="contact", note="")
    evening.no("no-reason", "record-inquiry", number=1, intended=False, note="", **SUPERVISOR)
    evening.no("bad-command", "record-attempt", number=1, step="shout", note="at the door")
