"""star-three-card, clauses 2.3 and 5.3: chips, tokens and the drop box."""

import pytest

from sabot.core.money import CASH, CHIPS, TOKENS
from sabot.engine.ledger import DROP, FLOAT
from support.evening import VOUCHER, Evening

SUPERVISOR = {"role": "casino supervisor"}


def table() -> Evening:
    evening = Evening("star-three-card")
    evening.join("alice", 1, chips="200")
    evening.ok("exchange-voucher", player="alice", amount="100", **VOUCHER)
    return evening


def test_2_3_the_drop_box_stays_at_the_table() -> None:
    evening = table()
    assert evening.no("drop-box", "remove-drop-box", **SUPERVISOR).clause == "2.3"
    evening.ok("buy-chips", player="alice", amount="50")
    assert evening.money(DROP, CASH) == 50_00


def test_2_3_nearest_miss_the_table_is_never_cashless() -> None:
    evening = Evening("star-three-card", ready=False)
    evening.ok("close-table", **SUPERVISOR)
    refused = evening.no("drop-box", "open-table", rulebook="star-three-card", cashless=True,
                         sign={"minimum": "5", "maximum": "1000"}, **SUPERVISOR)  # fmt: skip
    assert refused.clause == "2.3"


def test_5_3_wagers_are_chips_tokens_or_both() -> None:
    evening = table()
    evening.bet("alice", "player", "50", box=1)
    evening.bet("alice", "player", "100", box=1, currency=TOKENS)
    evening.coup("4S 3H 4D 3C AS AC")
    assert evening.chips("alice", CHIPS) == 342_50, "1.1: winnings on tokens are chips"
    assert evening.chips("alice", TOKENS) == 100_00


def test_5_3_lost_tokens_leave_play() -> None:
    evening = table()
    evening.bet("alice", "player", "100", box=1, currency=TOKENS)
    evening.coup("3S 4H 3D 4C AS AC")
    assert (evening.chips("alice", TOKENS), evening.money(FLOAT)) == (0, 100_000_00)


@pytest.mark.parametrize("currency", ["cash", "tournament chips", "vouchers"])
def test_5_3_nearest_miss_nothing_else_is_wagered(currency: str) -> None:
    refused = table().no_bet("wrong-currency", "alice", "player", "50", box=1, currency=currency)
    assert refused.clause == "5.3"
