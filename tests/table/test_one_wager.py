"""All that a player has on one bet and one area or box is one wager: one payment, one rounding."""

from typing import Any

import pytest

from sabot.core.money import TOKENS
from sabot.rules import Due
from sabot.table.result.settlement import WagersSettled
from sabot.table.shoe.cards import due
from support.accounts import funded
from support.evening import Evening
from support.live_evening import LiveEvening

BANKER_WINS, PLAYER_WINS, TIE = "KS 4S KD 5H", "4S KS 5H KD", "4S 4H 5S 5H"
BANKER_SIX = "KS 4S KD 2H 3C"


def played(game: str, cards: str, laid: list[str], on: str, **opening: Any) -> int:
    """Return what Alice has won when she lays and raises one wager."""
    evening = Evening(game, **opening)
    evening.join("alice", 1)
    before = evening.chips("alice")
    for amount in laid:
        evening.bet("alice", on, amount)
    evening.deal(cards)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert evening.replayed() == evening.table
    return evening.chips("alice") - before


@pytest.mark.parametrize("laid", [["100"], ["5"] * 20, ["5", "95"], ["60", "35", "5"]])
def test_5_8_raises_are_paid_as_one_wager(laid: list[str]) -> None:
    assert played("star-baccarat", BANKER_WINS, laid, "banker", chip="5") == 95_00


def test_5_8_nearest_miss_two_players_are_two_wagers() -> None:
    evening = Evening("star-baccarat", chip="5")
    for number, name in enumerate(("alice", "bob"), 1):
        evening.join(name, number)
    before = {name: evening.chips(name) for name in ("alice", "bob")}
    for name in before:
        evening.bet(name, "banker", "5")
    evening.deal(BANKER_WINS)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert [evening.chips(name) - was for name, was in before.items()] == [5_00, 5_00]


def test_5_8_even_money_six_rounds_once() -> None:
    laid = ["5"] * 10
    won = played("star-baccarat", BANKER_SIX, laid, "banker", chip="5", scheme="even-money")
    assert won == 25_00


def test_5_2_tokens_and_chips_on_a_bet_are_one_wager() -> None:
    evening = Evening("star-baccarat", chip="5")
    evening.join("alice", 1)
    evening.ok("exchange-voucher", player="alice", amount="50", number="V1", conditions="one coup")
    before = evening.chips("alice")
    evening.bet("alice", "banker", "50", currency=TOKENS)
    evening.bet("alice", "banker", "50")
    evening.deal(BANKER_WINS)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert evening.chips("alice") - before == 95_00


def test_5_8_a_player_alone_at_a_virtual_table_has_one_wager() -> None:
    evening = LiveEvening("star-baccarat", feed="virtual", chip="5")
    funded(evening.floor, "ann", card="card of ann")
    evening.ok("join-table", actor="ann", role="player", player="ann", place=1, chips="1000",
               card="card of ann")  # fmt: skip
    paid: dict[str | None, int] = {}
    while "banker" not in paid:
        for _ in range(20):
            evening.bet("ann", "banker", "5")
        evening.ok("no-more-bets")
        while isinstance(due(evening.table), Due):
            if len(evening.table.round.slots) == 4 and not evening.table.round.counts:
                evening.ok("announce-counts")
            evening.ok("deal-card")
        if not evening.table.round.counts:
            evening.ok("announce-counts")
        evening.ok("announce-result")
        settled = next(e for e in evening.ok("settle-wagers") if isinstance(e, WagersSettled))
        paid[evening.table.round.result] = sum(line.pays or 0 for line in settled.lines)
        evening.ok("clear-cards")
    assert paid["banker"] == 95_00


def test_11_1_2_a_tie_is_paid_once() -> None:
    assert played("star-baccarat", TIE, ["5", "5", "5"], "tie", chip="5") == 120_00


@pytest.mark.parametrize("amount", ["5.01", "5.25", "0.30"])
def test_5_2_a_stake_is_made_of_chips(amount: str) -> None:
    evening = Evening("star-baccarat", chip="0.50", sign={"minimum": "0.10", "maximum": "100"})
    evening.join("alice", 1)
    evening.no("bad-amount", "place-wager", player="alice", on="player", amount=amount)
    evening.bet("alice", "player", "5.50")


def test_5_2_seven_dollars_are_no_five_dollar_chips() -> None:
    evening = Evening("star-baccarat", chip="5")
    evening.join("alice", 1)
    refused = evening.no("bad-amount", "place-wager", player="alice", on="player", amount="7")
    assert refused.clause == "5.2"


def test_canberra_4_2_a_stake_that_chips_cannot_pay_is_refused() -> None:
    evening = Evening("canberra-mini", chip="1")
    evening.join("alice", 1)
    refused = evening.no("bad-amount", "place-wager", player="alice", on="banker", amount="30")
    assert refused.clause == "8.8(b)"
    evening.bet("alice", "banker", "40")


def test_canberra_4_2_nearest_miss_the_pay_is_exact_and_not_only_the_stake() -> None:
    evening = Evening("canberra-mini", chip="0.50")
    evening.join("alice", 1)
    evening.no("bad-amount", "place-wager", player="alice", on="banker", amount="25")
    evening.bet("alice", "player", "25")
