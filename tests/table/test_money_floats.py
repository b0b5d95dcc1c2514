"""The float tray and the drop box: fills, credits, counts, and what a shift has won."""

import pytest

from sabot.core.money import CASH
from sabot.engine.ledger import DROP, FLOAT
from sabot.engine.streams import Rejection
from sabot.table.chips.floats import FloatClosed, report_of_shift, result_of_shift
from sabot.table.state import Table
from support.evening import Evening

SUPERVISOR = {"role": "casino supervisor"}
NATURAL = "9S 5H KD KC"
"""The Player's hand wins."""


def table() -> Evening:
    evening = Evening("star-baccarat")
    evening.join("alice", 1, chips="0")
    return evening


def closed(evening: Evening, counted: str) -> FloatClosed:
    (event,) = evening.ok("close-float", counted=counted, **SUPERVISOR)
    assert isinstance(event, FloatClosed)
    return event


def test_a_shift_with_everything_in_it() -> None:
    evening = table()
    evening.ok("fill", amount="20000", slip="F1", **SUPERVISOR)
    evening.ok("buy-chips", player="alice", amount="3000")
    evening.ok("credit", amount="5000", slip="C1", **SUPERVISOR)
    evening.bet("alice", "banker", "1000")
    evening.coup(NATURAL)
    # 100,000 + 20,000 - 3,000 - 5,000 + 1,000
    assert evening.money(FLOAT) == 113_000_00
    assert result_of_shift(evening.table) == (3_000_00, 1_000_00, 33_33)
    event = closed(evening, "113000")
    assert (event.variance, event.drop, event.win, event.hold) == (0, 3_000_00, 1_000_00, 33_33)
    assert result_of_shift(evening.table) == (3_000_00, 1_000_00, 33_33)
    assert evening.money(FLOAT) == 0
    assert evening.money(DROP, CASH) == 3_000_00, "the cash waits in the drop box"
    report = report_of_shift(evening.table)
    assert report is not None and not report.is_open
    assert (report.opening, report.fills, report.credits, report.float_now, report.cash) == (
        100_000_00, 20_000_00, 5_000_00, 113_000_00, 3_000_00,
    )  # fmt: skip
    assert evening.replayed() == evening.table


@pytest.mark.parametrize(
    ("counted", "variance", "win"),
    [("97500.00", 500_00, 500_00), ("96950.50", -49_50, -49_50), ("0", -97_000_00, -97_000_00)],
)
def test_a_count_that_differs_is_a_variance(counted: str, variance: int, win: int) -> None:
    evening = table()
    evening.ok("buy-chips", player="alice", amount="3000")
    event = closed(evening, counted)
    assert (event.variance, event.win) == (variance, win)
    assert evening.money(FLOAT) == 0
    assert evening.table.shift is not None and evening.table.shift.variance == variance


def test_a_win_of_a_player_is_a_loss_of_the_table() -> None:
    evening = table()
    evening.ok("buy-chips", player="alice", amount="300")
    evening.bet("alice", "player", "200")
    evening.coup(NATURAL)
    assert result_of_shift(evening.table) == (300_00, -200_00, -66_67)


def test_without_a_drop_there_is_no_hold() -> None:
    evening = Evening("star-baccarat")
    evening.join("alice", 1)
    evening.bet("alice", "banker")
    evening.coup(NATURAL)
    assert result_of_shift(evening.table) == (0, 100_00, None)


def test_no_float_no_result() -> None:
    assert result_of_shift(Table()) == (0, 0, None)
    assert report_of_shift(Table()) is None


def test_each_shift_counts_for_itself() -> None:
    evening = table()
    evening.ok("buy-chips", player="alice", amount="1000")
    closed(evening, "99000")
    evening.no("float-closed", "buy-chips", player="alice", amount="1000")
    evening.ok("open-float", amount="50000", **SUPERVISOR)
    assert result_of_shift(evening.table) == (0, 0, None)
    evening.bet("alice", "banker", "1000")
    evening.coup(NATURAL)
    assert result_of_shift(evening.table) == (0, 1_000_00, None)
    assert evening.money(DROP, CASH) == 1_000_00


def test_a_shift_may_outlast_the_closing_of_the_table() -> None:
    evening = Evening("star-baccarat")
    evening.ok("close-table", **SUPERVISOR)
    evening.ok("open-table", rulebook="star-baccarat", sign={"minimum": "5", "maximum": "1000"},
               **SUPERVISOR)  # fmt: skip
    evening.no("float-open", "open-float", amount="1", **SUPERVISOR)
    evening.ok("close-table", **SUPERVISOR)
    assert closed(evening, "100000").win == 0


@pytest.mark.parametrize("do", ["fill", "credit", "open-float"])
@pytest.mark.parametrize("amount", ["0", "0.00", "-5", "1.005", "", "1e9", "9" * 30])
def test_an_amount_is_an_amount(do: str, amount: str) -> None:
    evening = Evening("star-baccarat", ready=do != "open-float")
    evening.no("bad-amount", do, amount=amount, **SUPERVISOR)


def test_the_float_cannot_give_what_it_has_not() -> None:
    evening = table()
    evening.no("short-of-money", "credit", amount="100000.01", **SUPERVISOR)
    evening.ok("credit", amount="100000", **SUPERVISOR)
    evening.no("short-of-money", "buy-chips", player="alice", amount="0.50")


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("open-float", {"amount": "1"}),
        ("fill", {"amount": "1"}),
        ("credit", {"amount": "1"}),
        ("close-float", {"counted": "1"}),
        ("collect-drop", {}),
        ("remove-drop-box", {}),
        ("fit-drop-box", {}),
    ],
)
@pytest.mark.parametrize("role", ["dealer", "player", "surveillance", "inspector"])
def test_only_a_supervisor_opens_the_tray(do: str, fields: dict[str, str], role: str) -> None:
    Evening("star-baccarat").no("wrong-role", do, role=role, **fields)


def test_nothing_is_counted_while_wagers_lie() -> None:
    evening = table()
    evening.ok("buy-chips", player="alice", amount="1000")
    evening.bet("alice", "banker")
    evening.no("wagers-lie", "close-float", counted="99000", **SUPERVISOR)
    evening.deal(NATURAL)
    evening.no("wrong-phase", "close-float", counted="99000", **SUPERVISOR)


def test_a_float_is_closed_once() -> None:
    evening = table()
    closed(evening, "100000")
    for do, fields in (("close-float", {"counted": "0"}), ("fill", {"amount": "1"}),
                       ("credit", {"amount": "1"})):  # fmt: skip
        evening.no("float-closed", do, **fields, **SUPERVISOR)


@pytest.mark.parametrize("do", ["fill", "credit", "open-float", "remove-drop-box", "fit-drop-box"])
def test_at_a_table_that_never_opened(do: str) -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.table = Table()
    fields = {"amount": "1"} if "drop" not in do else {}
    evening.no("wrong-phase", do, **fields, **SUPERVISOR)


def test_the_cash_is_taken_away_for_counting() -> None:
    evening = table()
    evening.no("drop-empty", "collect-drop", **SUPERVISOR)
    evening.ok("buy-chips", player="alice", amount="1000")
    evening.no("no-seal", "collect-drop", **SUPERVISOR)
    evening.ok("collect-drop", seal="S 1", **SUPERVISOR)
    assert evening.money(DROP, CASH) == 0
    assert result_of_shift(evening.table).drop == 1_000_00, "it was dropped all the same"


def test_a_supervisor_reads_why() -> None:
    refused = table().ask("fit-drop-box", **SUPERVISOR)
    assert isinstance(refused, Rejection)
    assert refused.message == "The drop box is in its place."
