"""Chips by denomination: the chip set, the float, fills, credits, changes, counts, drop boxes."""

from typing import Any

import pytest

from sabot.core.denominations import worth
from sabot.core.money import CASH
from sabot.engine.ledger import DROP, FLOAT
from sabot.parts.statements import StatementMade
from sabot.table.chip_set import default_set, payments_by_chip, values_of
from sabot.table.chips.change import ColourChanged
from sabot.table.chips.drop_count import DropCounted
from sabot.table.chips.float_counts import FloatCounted
from sabot.table.chips.floats import FloatClosed, FloatOpened
from support.evening import Evening

SUE: dict[str, Any] = {"actor": "sue", "role": "casino supervisor"}
OPENERS = {"500": 10, "100": 40, "25": 40, "5": 100}
"""Worth 10,500 dollars."""
NATURAL = "9S 5H KD KC"
"""The Player's hand wins."""


def night(**options: Any) -> Evening:
    """A table with a float that is opened by chip."""
    evening = Evening("star-baccarat", ready=False, **options)
    evening.ok("open-float", amount="10500", chips=OPENERS, **SUE)
    evening.fresh_cards()
    evening.join("alice", 1, chips="10000")
    return evening


def tray(evening: Evening) -> dict[int, int]:
    found = evening.table.tray
    assert found is not None and worth(found) == evening.money(FLOAT)
    return dict(found)


def test_the_default_set_has_chips_from_the_smallest_to_the_greatest_wager() -> None:
    assert night().table.opened.chips == default_set(50, 1000_00)
    values = values_of(night(chip="5", sign={"minimum": "10", "maximum": "600"}).table.opened.chips)
    assert values == (500_00, 100_00, 25_00, 10_00, 5_00)


def test_a_virtual_table_has_amounts_only() -> None:
    evening = Evening("star-baccarat", feed="virtual", ready=False)
    evening.ok("open-float", amount="10500", **SUE)
    assert evening.table.opened.chips == () and evening.table.tray is None
    evening.no("no-chips", "fill", amount="25", chips={"25": 1}, **SUE)


@pytest.mark.parametrize(
    ("chips", "code"),
    [
        ([{"value": "25"}, {"value": "25"}, {"value": "0.50"}], "bad-chips"),
        ([{"value": "25", "colour": "plaid"}, {"value": "0.50"}], "bad-chips"),
        ([{"value": "25.25"}, {"value": "0.50"}], "bad-chips"),
        ([{"value": "25"}], "bad-chips"),
    ],
)
def test_a_chip_set_that_is_none(chips: list[dict[str, str]], code: str) -> None:
    evening = night()
    evening.ok("leave-table", player="alice", actor="alice", role="player")
    evening.ok("close-table", **SUE)
    said: Any = {"rulebook": "star-baccarat", "sign": {"minimum": "5", "maximum": "1000"}}
    evening.no(code, "open-table", feed="typed", chips=chips, **said, **SUE)
    chosen = [{"value": "25", "token": True}, {"value": "0.50"}, {"value": "20", "colour": "red"}]
    evening.ok("open-table", feed="typed", chips=chosen, **said, **SUE)
    kinds = evening.table.opened.chips
    assert [(each.value, each.colour, each.token) for each in kinds] == [
        (20_00, "red", False), (50, "bronze", False), (25_00, "green", True),
    ]  # fmt: skip


def test_where_nothing_is_said_the_largest_chips_are_meant() -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.ok("open-float", amount="2630", **SUE)
    assert tray(evening) == {1000_00: 2, 500_00: 1, 100_00: 1, 25_00: 1, 5_00: 1}


def test_a_fill_and_a_credit_by_chip() -> None:
    evening = night()
    before = tray(evening)
    evening.ok("fill", amount="250", chips={"25": 10}, **SUE)
    evening.ok("credit", amount="500", chips={"100": 5}, **SUE)
    assert tray(evening) == before | {25_00: 50, 100_00: 35}
    evening.ok("credit", amount="525", **SUE)
    assert tray(evening)[500_00] == 9 and tray(evening)[25_00] == 49


@pytest.mark.parametrize(
    ("code", "do", "fields"),
    [
        ("chips-differ", "fill", {"amount": "250", "chips": {"25": 11}}),
        ("chips-differ", "credit", {"amount": "250.50", "chips": {"25": 10}}),
        ("bad-count", "fill", {"amount": "200", "chips": {"20": 10}}),
        ("bad-count", "fill", {"amount": "200", "chips": {"25": -8}}),
        ("short-of-chips", "credit", {"amount": "5500", "chips": {"500": 11}}),
        ("short-of-chips", "credit", {"amount": "2.50"}),
        ("bad-amount", "fill", {"amount": "250.25"}),
        ("short-of-money", "credit", {"amount": "10501"}),
        ("chips-differ", "close-float", {"counted": "10500", "chips": {"500": 10}}),
        ("bad-count", "count-float", {"chips": {"500.25": 10}}),
        ("short-of-chips", "buy-chips", {"amount": "1", "chips": {"1": 1}, "player": "alice"}),
        ("short-of-chips", "colour-up", {"gives": {"500": 1}, "player": "alice"}),
        ("short-of-chips", "colour-up", {"gives": {"100": 4}, "player": "alice"}),
        ("bad-count", "colour-up", {"gives": {}, "player": "alice"}),
        ("short-of-chips", "colour-change",
         {"gives": {"5": 2}, "takes": {"10": 1}, "player": "alice"}),
        ("bad-count", "colour-change",
         {"gives": {"5": 4}, "takes": {"20": 1}, "player": "alice"}),
    ],
)  # fmt: skip
def test_chips_that_are_not_there(code: str, do: str, fields: dict[str, Any]) -> None:
    evening = night()
    before = evening.table
    evening.no(code, do, **fields, **SUE)
    assert evening.table is before


def test_colours_go_up_without_a_wager() -> None:
    evening = night()
    before = tray(evening)
    (event,) = evening.ok("colour-up", player="alice", gives={"25": 24, "5": 5})
    assert isinstance(event, ColourChanged)
    assert event.takes == {500_00: 1, 100_00: 1, 25_00: 1} and event.amount == 625_00
    assert evening.chips("alice") == 10_000_00
    after = tray(evening)
    assert after == before | {500_00: 9, 100_00: 39, 25_00: 63, 5_00: 105}
    evening.ok("colour-change", player="alice", gives={"25": 1}, takes={"5": 5})
    assert tray(evening)[5_00] == 100


def test_lost_stakes_come_in_as_they_were_counted_and_else_in_the_largest_chips() -> None:
    evening = night()
    evening.ok("place-wager", actor="alice", role="player", player="alice", on="banker",
               amount="100", chips={"25": 4})  # fmt: skip
    evening.bet("alice", "tie", "30")
    before = tray(evening)
    evening.coup(NATURAL)
    assert tray(evening) == before | {25_00: before[25_00] + 5, 5_00: before[5_00] + 1}
    evening.no("chips-differ", "place-wager", actor="alice", role="player", player="alice",
               on="banker", amount="100", chips={"25": 3})  # fmt: skip


def test_a_payment_is_made_of_chips_that_the_float_has_or_change_comes_back() -> None:
    paid = payments_by_chip({100_00: 1, 25_00: 4}, default_set(500, 10_000), [], [75_00, 30_00])
    assert paid == [{25_00: 3}, {100_00: 1, 25_00: -2, 10_00: -2}]
    evening = Evening("star-baccarat", ready=False)
    evening.ok("open-float", amount="3000", chips={"1000": 3}, **SUE)
    evening.fresh_cards()
    evening.join("alice", 1, chips="10000")
    evening.bet("alice", "player", "30")
    evening.coup(NATURAL)
    assert tray(evening) == {1000_00: 2, 500_00: 1, 100_00: 4, 25_00: 2, 10_00: 2}


def test_a_count_takes_over_denominations_and_reports_a_difference() -> None:
    evening = night()
    evening.ok("sign-on", actor="dana")
    (event,) = evening.ok("count-float", chips={"500": 9, "100": 45, "25": 40, "5": 100}, **SUE)
    assert isinstance(event, FloatCounted)
    assert (event.differs, event.difference, event.dealer) == ({500_00: -1, 100_00: 5}, 0, "dana")
    assert tray(evening)[100_00] == 45
    (short,) = evening.ok("count-float", chips={"500": 9, "100": 44, "25": 40, "5": 100}, **SUE)
    assert isinstance(short, FloatCounted) and short.difference == -100_00
    assert tray(evening)[100_00] == 45, "the books wait for the closing count"


def test_closers_and_the_next_openers() -> None:
    evening = night()
    closers = {"500": 10, "100": 40, "25": 39, "5": 105}
    (event,) = evening.ok("close-float", counted="10500", chips=closers, **SUE)
    assert isinstance(event, FloatClosed)
    assert event.chips == {500_00: 10, 100_00: 40, 25_00: 39, 5_00: 105}
    assert event.differs == {25_00: -1, 5_00: 5} and event.variance == 0
    assert evening.table.tray is None
    (opened,) = evening.ok("open-float", amount="10475", chips={**closers, "25": 38}, **SUE)
    assert isinstance(opened, FloatOpened) and opened.differs == {25_00: -1}
    (event,) = evening.ok("close-float", counted="10470", **SUE)
    assert isinstance(event, FloatClosed) and event.differs == {5_00: -1}
    assert evening.replayed() == evening.table


def test_a_fill_is_asked_for_once_and_the_fill_answers_it() -> None:
    evening = night()
    evening.no("no-fill-asked", "cancel-fill-request")
    evening.ok("request-fill", amount="500", chips={"25": 20})
    asked = evening.table.fill_asked
    assert asked is not None and (asked.amount, asked.by, asked.chips) == (
        500_00,
        "dana",
        {25_00: 20},
    )
    evening.no("fill-asked", "request-fill", amount="500")
    evening.ok("fill", amount="500", chips={"25": 20}, **SUE)
    assert evening.table.fill_asked is None
    evening.ok("request-fill", amount="500")
    evening.ok("cancel-fill-request")
    assert evening.table.fill_asked is None
    evening.no("chips-differ", "request-fill", amount="500", chips={"25": 21})


# Drop boxes

CLERK: dict[str, Any] = {"actor": "carl", "role": "cashier"}


def test_a_drop_box_is_sealed_and_counted_by_others() -> None:
    evening = night()
    evening.ok("buy-chips", player="alice", amount="600")
    evening.ok("buy-chips", player="alice", amount="100", actor="dirk")
    evening.ok("collect-drop", seal="S 1", **SUE)
    assert evening.money(DROP, CASH) == 0 and evening.table.takers == {}
    box = evening.table.boxes["S 1"]
    assert (box.amount, box.by, box.takers) == (700_00, "sue", {"dana": 600_00, "dirk": 100_00})
    evening.no("wrong-role", "count-drop", seal="S 1", counts={"100": 7}, **SUE)
    evening.no("no-box", "count-drop", seal="S 2", counts={"100": 7}, **CLERK)
    evening.no("bad-count", "count-drop", seal="S 1", counts={"3": 7}, **CLERK)
    (event,) = evening.ok("count-drop", seal="S 1", counts={"100": 6, "50": 1}, **CLERK)
    assert isinstance(event, DropCounted)
    assert (event.total, event.booked, event.difference) == (650_00, 700_00, -50_00)
    assert event.takers == {"dana": 600_00, "dirk": 100_00}
    assert evening.table.boxes == {}
    assert evening.replayed() == evening.table


@pytest.mark.parametrize("person", ["dana", "sue", "Dana"])
def test_who_worked_at_the_table_does_not_count_its_box(person: str) -> None:
    evening = night()
    evening.ok("buy-chips", player="alice", amount="600")
    evening.ok("collect-drop", seal="S 1", **SUE)
    evening.no("wrong-team", "count-drop", seal="S 1", counts={"100": 6}, actor=person,
               role="cashier")  # fmt: skip


def test_who_signed_a_slip_confirms_no_count() -> None:
    evening = night()
    (made,) = evening.says("fill", amount="25", **SUE)
    assert isinstance(made, StatementMade)
    evening.ok("confirm-statement", number=made.number, reason="seen", actor="cass", role="cashier")
    evening.ok("buy-chips", player="alice", amount="600")
    evening.ok("collect-drop", seal="S 1", **SUE)
    evening.no("wrong-team", "count-drop", seal="S 1", counts={}, actor="cass", role="cashier")
    (count,) = evening.says("count-drop", seal="S 1", counts={"100": 6}, **CLERK)
    assert isinstance(count, StatementMade)
    second = {"number": count.number, "reason": "counted", "role": "cashier"}
    evening.no("wrong-team", "confirm-statement", actor="cass", **second)
    evening.no("own-statement", "confirm-statement", actor="carl", **second)
    *_, event = evening.ok("confirm-statement", actor="cleo", **second)
    assert isinstance(event, DropCounted) and event.team == ("carl", "cleo")
