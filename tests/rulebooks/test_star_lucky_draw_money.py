"""star-lucky-draw, clauses 2.4 and 5.4: chips, tokens and the drop box."""

import pytest

from sabot.core.money import CASH, CHIPS, TOKENS
from sabot.engine.ledger import DROP, FLOAT
from support.evening import VOUCHER, Evening

SUPERVISOR = {"role": "casino supervisor"}


def table() -> Evening:
    evening = Evening("star-lucky-draw")
    evening.join("alice", 1, chips="200")
    evening.ok("exchange-voucher", player="alice", amount="100", **VOUCHER)
    return evening


def test_2_4_the_drop_box_stays_at_the_table() -> None:
    evening = table()
    assert evening.no("drop-box", "remove-drop-box", **SUPERVISOR).clause == "2.4"
    evening.ok("buy-chips", player="alice", amount="50")
    assert evening.money(DROP, CASH) == 50_00


def test_2_4_nearest_miss_the_table_is_never_cashless() -> None:
    evening = Evening("star-lucky-draw", ready=False)
    evening.ok("close-table", **SUPERVISOR)
    refused = evening.no("drop-box", "open-table", rulebook="star-lucky-draw", cashless=True,
                         sign={"minimum": "5", "maximum": "1000"}, **SUPERVISOR)  # fmt: skip
    assert refused.clause == "2.4"


def test_5_4_wagers_are_chips_tokens_or_both() -> None:
    evening = table()
    evening.bet("alice", "enter", "50", box=1)
    evening.bet("alice", "enter", "100", box=1, currency=TOKENS)
    evening.deal("9S KH TS")
    evening.choose(1, "stand")
    evening.coup("6H")
    assert evening.chips("alice", CHIPS) == 350_00, "1.1: winnings on tokens are chips"
    assert evening.chips("alice", TOKENS) == 100_00


def test_5_4_lost_tokens_leave_play() -> None:
    evening = table()
    evening.bet("alice", "enter", "100", box=1, currency=TOKENS)
    evening.deal("2S KH 3S")
    evening.choose(1, "stand")
    evening.coup("9H")
    assert (evening.chips("alice", TOKENS), evening.money(FLOAT)) == (0, 100_000_00)


@pytest.mark.parametrize("currency", ["cash", "tournament chips", "vouchers"])
def test_5_4_nearest_miss_nothing_else_is_wagered(currency: str) -> None:
    refused = table().no_bet("wrong-currency", "alice", "enter", "50", box=1, currency=currency)
    assert refused.clause == "5.4"
