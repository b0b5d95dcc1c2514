"""canberra-mini, clause 4.2: wagers are gaming chips."""

import pytest

from support.evening import Evening

NATURAL = "9S 5H KD KC"


def table() -> Evening:
    evening = Evening("canberra-mini")
    evening.join("alice", 1, chips="200")
    return evening


def test_4_2_a_wager_is_made_with_gaming_chips() -> None:
    evening = table()
    evening.bet("alice", "player", "50")
    assert evening.chips("alice") == 150_00
    evening.coup(NATURAL)
    assert evening.chips("alice") == 250_00


@pytest.mark.parametrize("currency", ["tokens", "cash", "tournament chips"])
def test_4_2_nearest_miss_nothing_else_is_wagered(currency: str) -> None:
    refused = table().no_bet("wrong-currency", "alice", "player", "50", currency=currency)
    assert refused.clause == "4.2"


def test_4_2_nearest_miss_no_voucher_becomes_tokens() -> None:
    refused = table().no("no-tokens", "exchange-voucher", player="alice", amount="50")
    assert refused.clause == "4.2"
