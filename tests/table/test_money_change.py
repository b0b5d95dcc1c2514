"""Cash change, colour change and chips that players bring."""

from typing import Any

import pytest

from sabot.core.money import CASH, TOKENS
from sabot.engine.ledger import DROP, FLOAT
from sabot.table.chips.change import ChipsBought, ColourChanged
from sabot.table.chips.floats import result_of_shift
from support.evening import VOUCHER, Evening

SUPERVISOR = {"role": "casino supervisor"}
GAMES = ["star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw", "canberra-mini"]
SWAP: dict[str, Any] = {"player": "alice", "gives": {"25": 4}, "takes": {"100": 1}}


def table(game: str = "star-baccarat", chips: str = "0", **options: Any) -> Evening:
    evening = Evening(game, **options)
    evening.join("alice", 1, chips=chips)
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_cash_goes_into_the_drop_box_and_chips_to_the_player(game: str) -> None:
    evening = table(game)
    (event,) = evening.ok("buy-chips", player="alice", amount="250")
    assert isinstance(event, ChipsBought) and event.clause is None
    assert evening.chips("alice") == evening.money(DROP, CASH) == 250_00
    assert evening.money(FLOAT) == 100_000_00 - 250_00
    assert result_of_shift(evening.table) == (250_00, 0, 0)


def test_a_cashless_purchase_leaves_the_drop_box_alone() -> None:
    evening = table(cashless=True)
    evening.ok("buy-chips", player="alice", amount="250", means="cashless")
    assert evening.chips("alice") == 250_00
    assert evening.money(DROP, CASH) == 0
    assert result_of_shift(evening.table) == (250_00, 0, 0)


def test_each_table_has_its_means() -> None:
    cash, cashless = table(), table(cashless=True)
    cash.no("not-cashless", "buy-chips", player="alice", amount="5", means="cashless")
    cashless.no("cashless", "buy-chips", player="alice", amount="5")
    for means in ("", "credit", "tokens", "Cash"):
        cash.no("wrong-means", "buy-chips", player="alice", amount="5", means=means)


@pytest.mark.parametrize("amount", ["0", "-1", "", "1.25", "0.01", "1e3", "9" * 30])
def test_only_what_chips_can_make_is_sold(amount: str) -> None:
    table().no("bad-amount", "buy-chips", player="alice", amount=amount)


def test_who_buys_is_at_the_table_and_staff_sell() -> None:
    evening = table()
    evening.no("not-at-table", "buy-chips", player="bob", amount="5")
    evening.no("not-at-table", "declare-chips", player="bob", amount="5")
    evening.no("not-at-table", "colour-change", **{**SWAP, "player": "bob"})
    for do, fields in (
        ("buy-chips", {"player": "alice", "amount": "5"}),
        ("declare-chips", {"player": "alice", "amount": "5"}),
        ("colour-change", SWAP),
    ):
        evening.no("wrong-role", do, actor="alice", role="player", **fields)
        evening.no("wrong-role", do, role="surveillance", **fields)


def test_nothing_is_sold_from_a_locked_tray_or_at_a_closed_table() -> None:
    evening = Evening("star-baccarat", ready=False)
    evening.join("alice", 1, chips="0")
    evening.no("float-closed", "buy-chips", player="alice", amount="5")
    evening.ok("leave-table", actor="alice", role="player", player="alice")
    evening.ok("close-table", **SUPERVISOR)
    evening.no("wrong-phase", "buy-chips", player="alice", amount="5")
    evening.no("wrong-phase", "declare-chips", player="alice", amount="5")
    evening.no("wrong-phase", "colour-change", **SWAP)


def test_without_a_loss_limit_chips_are_sold_during_a_coup() -> None:
    evening = table(chips="100")
    evening.bet("alice", "banker", "100")
    evening.card("9S")
    evening.ok("buy-chips", player="alice", amount="5")
    evening.ok("declare-chips", player="alice", amount="5")
    assert evening.chips("alice") == 10_00


def test_chips_brought_come_from_beyond_the_table() -> None:
    evening = table()
    evening.ok("declare-chips", player="alice", amount="700")
    assert evening.chips("alice") == 700_00
    assert result_of_shift(evening.table) == (0, 0, None)


def test_colours_change_and_nothing_else() -> None:
    evening = table(chips="500")
    before = evening.table.balances
    (event,) = evening.ok("colour-change", player="alice", gives={"100": 1, "25": 4},
                          takes={"0.50": 100, "25": 6})  # fmt: skip
    assert isinstance(event, ColourChanged)
    assert (event.amount, event.gives, event.takes) == (
        200_00, {100_00: 1, 25_00: 4}, {50: 100, 25_00: 6},
    )  # fmt: skip
    assert evening.table.balances == before
    assert evening.replayed() == evening.table


@pytest.mark.parametrize(
    ("code", "gives", "takes"),
    [
        ("not-equal", {"100": 1}, {"25": 3}),
        ("not-equal", {"25": 3}, {"100": 1}),
        ("short-of-money", {"100": 6}, {"25": 24}),
        ("bad-amount", {}, {}),
        ("bad-amount", {"100": 1}, {}),
        ("bad-amount", {"100": 0}, {"25": 0}),
        ("bad-amount", {"100": -1}, {"25": -4}),
        ("bad-amount", {"100": 1, "100.00": 1}, {"50": 4}),
        ("bad-amount", {"0.75": 2}, {"0.50": 3}),
        ("bad-amount", {"ten": 1}, {"10": 1}),
        ("bad-amount", {"1": 10**9}, {"1": 10**9}),
    ],
)
def test_a_colour_change_that_is_none(
    code: str, gives: dict[str, int], takes: dict[str, int]
) -> None:
    table(chips="500").no(code, "colour-change", player="alice", gives=gives, takes=takes)


def test_tokens_buy_no_chips() -> None:
    evening = table()
    evening.ok("exchange-voucher", player="alice", amount="500", **VOUCHER)
    assert evening.chips("alice", TOKENS) == 500_00
    evening.no("short-of-money", "colour-change", **SWAP)
    evening.no("wrong-means", "buy-chips", player="alice", amount="5", means=TOKENS)
