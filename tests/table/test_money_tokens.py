"""Promotional tokens: from a voucher to the layout, and never to money."""

from typing import Any

import pytest

from sabot.core.money import CHIPS, TOKENS
from sabot.engine.ledger import FLOAT, WORLD
from sabot.table.chips.floats import result_of_shift
from sabot.table.players.seats import PlayerLeft
from support.evening import VOUCHER, Evening

NATURAL = "9S 5H KD KC"
"""The Player's hand wins."""


def table(game: str = "star-baccarat", tokens: str = "200") -> Evening:
    evening = Evening(game)
    evening.join("alice", 1, chips="0")
    evening.ok("exchange-voucher", player="alice", amount=tokens, **VOUCHER)
    return evening


def held(evening: Evening) -> tuple[int, int]:
    return evening.chips("alice", TOKENS), evening.chips("alice", CHIPS)


def test_a_voucher_becomes_tokens_of_the_same_value() -> None:
    evening = table()
    assert held(evening) == (200_00, 0)
    assert evening.money(WORLD, TOKENS) == -200_00
    assert evening.money(FLOAT) == 100_000_00


def test_winnings_are_chips_and_the_tokens_come_back() -> None:
    evening = table()
    evening.bet("alice", "player", "150", currency=TOKENS)
    assert held(evening) == (50_00, 0)
    evening.coup(NATURAL)
    assert held(evening) == (200_00, 150_00)
    assert evening.money(FLOAT) == 100_000_00 - 150_00


def test_lost_tokens_leave_play_and_not_for_the_float() -> None:
    evening = table()
    evening.bet("alice", "banker", "150", currency=TOKENS)
    evening.coup(NATURAL)
    assert held(evening) == (50_00, 0)
    assert evening.money(FLOAT) == 100_000_00 and evening.money(FLOAT, TOKENS) == 0
    assert evening.money(WORLD, TOKENS) == -50_00
    assert evening.table.patrons["alice"].lost == 0, "nothing of the player's own"
    assert result_of_shift(evening.table) == (0, 0, None)


def test_tokens_stand_off_with_the_rest() -> None:
    evening = table()
    evening.bet("alice", "banker", "150", currency=TOKENS)
    evening.coup("9S 9H KD KC")
    assert held(evening) == (200_00, 0)


def test_chips_and_tokens_lie_side_by_side() -> None:
    evening = table()
    evening.ok("buy-chips", player="alice", amount="100")
    evening.bet("alice", "player", "100", currency=TOKENS)
    evening.bet("alice", "player", "100")
    evening.coup(NATURAL)
    assert held(evening) == (200_00, 300_00)


def test_one_bets_no_more_tokens_than_one_has() -> None:
    evening = table()
    evening.no_bet("short-of-money", "alice", "player", "200.50", currency=TOKENS)
    evening.no_bet("short-of-money", "alice", "player", "5")


def test_tokens_are_not_taken_away_as_money() -> None:
    evening = table()
    evening.bet("alice", "player", "150", currency=TOKENS)
    evening.coup(NATURAL)
    (event,) = evening.ok("leave-table", player="alice")
    assert isinstance(event, PlayerLeft)
    assert event.chips == 150_00, "what goes back to an account is chips"
    assert evening.money(WORLD, TOKENS) == 0


@pytest.mark.parametrize("amount", ["0", "-5", "x"])
def test_a_voucher_has_a_value(amount: str) -> None:
    table().no("bad-amount", "exchange-voucher", player="alice", amount=amount, **VOUCHER)


def test_staff_exchange_vouchers_for_players_at_the_table() -> None:
    evening = table()
    evening.no("wrong-role", "exchange-voucher", actor="alice", role="player", player="alice",
               amount="5")  # fmt: skip
    evening.no("not-at-table", "exchange-voucher", player="bob", amount="5")


@pytest.mark.parametrize("currency", ["cash", "tournament chips", "euros", ""])
def test_nothing_else_is_wagered(currency: Any) -> None:
    table().no_bet("wrong-currency", "alice", "player", "5", currency=currency)
