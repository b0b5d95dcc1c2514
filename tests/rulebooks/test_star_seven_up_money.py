"""star-seven-up, clauses 2.4 and 5.2: chips, tokens and the drop box."""

import pytest

from sabot.core.money import CASH, CHIPS, TOKENS
from sabot.engine.ledger import DROP, FLOAT
from support.evening import VOUCHER, Evening

SUPERVISOR = {"role": "casino supervisor"}


def table() -> Evening:
    evening = Evening("star-seven-up")
    evening.join("alice", 1, chips="200")
    evening.ok("exchange-voucher", player="alice", amount="100", **VOUCHER)
    return evening


def test_2_4_the_drop_box_stays_at_the_table() -> None:
    evening = table()
    assert evening.no("drop-box", "remove-drop-box", **SUPERVISOR).clause == "2.4"
    evening.ok("buy-chips", player="alice", amount="50")
    assert evening.money(DROP, CASH) == 50_00


def test_2_4_nearest_miss_the_table_is_never_cashless() -> None:
    evening = Evening("star-seven-up", ready=False)
    evening.ok("close-table", **SUPERVISOR)
    refused = evening.no("drop-box", "open-table", rulebook="star-seven-up", cashless=True,
                         sign={"minimum": "5", "maximum": "1000"}, **SUPERVISOR)  # fmt: skip
    assert refused.clause == "2.4"


def test_5_2_wagers_are_chips_tokens_or_both() -> None:
    evening = table()
    evening.bet("alice", "player", "50")
    evening.bet("alice", "player", "100", currency=TOKENS)
    evening.coup("KS 2H TS")
    assert evening.chips("alice", CHIPS) == 350_00, "1.1: winnings on tokens are chips"
    assert evening.chips("alice", TOKENS) == 100_00


def test_5_2_lost_tokens_leave_play() -> None:
    evening = table()
    evening.bet("alice", "banker", "100", currency=TOKENS)
    evening.coup("KS 2H TS")
    assert (evening.chips("alice", TOKENS), evening.money(FLOAT)) == (0, 100_000_00)


@pytest.mark.parametrize("currency", ["cash", "tournament chips", "vouchers"])
def test_5_2_nearest_miss_nothing_else_is_wagered(currency: str) -> None:
    refused = table().no_bet("wrong-currency", "alice", "player", "50", currency=currency)
    assert refused.clause == "5.2"
