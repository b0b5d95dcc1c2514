"""Drawing, exhaustively: every count of both hands and every drawn card, told in another way."""

import itertools

import pytest

from reference.cards import RANKS, burn_value, value_of
from reference.drawing import banker_draws, dealer_draws, player_draws

HANDS = {
    count: (f"{count}H" if count > 1 else "AH" if count else "10H", "KD") for count in range(10)
}
"""A two-card hand of each count."""

CARDS = {0: "QS", 1: "AS", **{value: f"{value}S" for value in range(2, 10)}}
"""A card of each value."""

PAIRS = list(itertools.product(range(10), repeat=2))
"""Every two numbers from 0 to 9."""

DRAWS_ON = {
    # Table 2 read line by line: the Banker's count -> values of the drawn card on which it draws.
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}


@pytest.mark.parametrize(("player", "banker"), PAIRS)
def test_the_players_hand(player: int, banker: int) -> None:
    expected = player <= 5 and banker <= 7
    assert player_draws(HANDS[player], HANDS[banker]) is expected


@pytest.mark.parametrize("banker", range(10))
def test_the_banker_when_the_player_stands(banker: int) -> None:
    for player in (6, 7):
        assert banker_draws(HANDS[player], HANDS[banker]) is (banker <= 5)
    for player in (8, 9):
        assert banker_draws(HANDS[player], HANDS[banker]) is False


@pytest.mark.parametrize(("banker", "drawn"), PAIRS)
def test_the_banker_when_the_player_draws(banker: int, drawn: int) -> None:
    for player in range(6):
        hand = (*HANDS[player], CARDS[drawn])
        assert banker_draws(hand, HANDS[banker]) is (drawn in DRAWS_ON.get(banker, ()))


@pytest.mark.parametrize("dealer", range(10))
def test_the_lucky_draw_dealer(dealer: int) -> None:
    assert dealer_draws(HANDS[dealer]) is (dealer <= 4)
    assert dealer_draws((CARDS[9], CARDS[dealer])) is ((9 + dealer) % 10 <= 4)


def test_values() -> None:
    values = [value_of(f"{rank}H") for rank in RANKS]
    assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert [burn_value(f"{rank}H") for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
