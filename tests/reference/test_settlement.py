"""Settlement of the five games: every line of every pay table, and its nearest miss."""

import pytest

from reference.facts import SignPosted
from reference.games import GAMES
from reference.openings import deal, finish, lay, put, ready
from reference.settlement import Hands, payment, rows_of, stands_off, won

BACCARAT = "star-baccarat"
SEVEN_UP = "star-seven-up"
THREE_CARD = "star-three-card"
LUCKY_DRAW = "star-lucky-draw"
CANBERRA = "canberra-mini"

PAYS = [
    # game, scheme, Pairs option, bet, player's cards, house cards, odds; None: no win.
    (BACCARAT, "standard", None, "player", "9H KD", "8H KD", (1, 1)),
    (BACCARAT, "standard", None, "player", "8H KD", "8S KD", None),
    (BACCARAT, "standard", None, "banker", "8H KD", "9H KD", (19, 20)),
    (BACCARAT, "standard", None, "banker", "9H KD", "8H KD", None),
    (BACCARAT, "standard", None, "tie", "8H KD", "8S KD", (8, 1)),
    (BACCARAT, "standard", None, "tie", "9H KD", "8S KD", None),
    (BACCARAT, "even-money", None, "banker", "5H KD KC", "6H KD", (1, 2)),
    (BACCARAT, "even-money", None, "banker", "5H KD KC", "7H KD", (1, 1)),
    (BACCARAT, "even-money", None, "player", "6H KD", "5H KD KC", (1, 1)),
    (BACCARAT, "even-money", None, "tie", "6H KD", "6S KD", (8, 1)),
    (BACCARAT, "even-money", None, "super-six", "5H KD KC", "6H KD", (15, 1)),
    (BACCARAT, "standard", None, "pair-player", "KH KD", "2H 3D", (11, 1)),
    (BACCARAT, "standard", None, "pair-player", "KH QD", "2H 3D", None),
    (BACCARAT, "standard", None, "pair-player", "10H KD", "2H 2D", None),
    (BACCARAT, "standard", None, "pair-banker", "2H 3D", "AH AD", (11, 1)),
    (BACCARAT, "standard", None, "pair-banker", "2H 2D", "AH 3D AD", None),
    (BACCARAT, "standard", None, "super-six", "6H KD", "6S KD", None),
    (BACCARAT, "standard", None, "super-six", "5H KD KC", "6S KD", (15, 1)),
    (BACCARAT, "standard", None, "super-six", "5H KD KC", "7S KD", None),
    (BACCARAT, "standard", None, "tiger-tie", "6H KD", "6S KD", (45, 1)),
    (BACCARAT, "standard", None, "tiger-tie", "7H KD", "7S KD", None),
    (BACCARAT, "standard", None, "tiger-pair", "KH KD", "2S 3D", (4, 1)),
    (BACCARAT, "standard", None, "tiger-pair", "KH KD", "QS QD", (25, 1)),
    (BACCARAT, "standard", None, "tiger-pair", "KH KD", "KS KC", (100, 1)),
    (BACCARAT, "standard", None, "tiger-pair", "KH QD", "JS 10D", None),
    (BACCARAT, "standard", None, "tiger", "5H KD KC", "6S KD", (12, 1)),
    (BACCARAT, "standard", None, "tiger", "5H KD KC", "2S 2D 2C", (22, 1)),
    (BACCARAT, "standard", None, "tiger", "6H KD", "2S 2D 2C", None),
    (BACCARAT, "standard", None, "big-tiger", "5H KD KC", "2S 2D 2C", (55, 1)),
    (BACCARAT, "standard", None, "big-tiger", "5H KD KC", "6S KD", None),
    (BACCARAT, "standard", None, "small-tiger", "5H KD KC", "6S KD", (22, 1)),
    (BACCARAT, "standard", None, "small-tiger", "5H KD KC", "2S 2D 2C", None),
    (SEVEN_UP, "standard", None, "banker", "7* 9H", "7S KD", (9, 5)),
    (SEVEN_UP, "standard", None, "banker", "7* 9H", "8S KD", (1, 1)),
    (SEVEN_UP, "standard", None, "player", "7* KH", "6S KD", (1, 2)),
    (SEVEN_UP, "standard", None, "player", "7* AH", "6S KD", (1, 1)),
    (SEVEN_UP, "standard", None, "tie", "7* KH", "7S KD", (9, 1)),
    (SEVEN_UP, "standard", None, "tie", "7* AH", "8S KD", (7, 1)),
    (SEVEN_UP, "standard", None, "super-sevens", "7* KH", "8S KD", None),
    (SEVEN_UP, "standard", None, "super-sevens", "7* 7H", "8S KD", (2, 1)),
    (SEVEN_UP, "standard", None, "super-sevens", "7* 7H KS", "7S KD", (5, 1)),
    (SEVEN_UP, "standard", None, "super-sevens", "7* 7H 7C", "7S KD", (17, 1)),
    (SEVEN_UP, "standard", None, "super-sevens", "7* 7H 7C", "7S 7D", (70, 1)),
    (SEVEN_UP, "standard", None, "super-sevens", "7* 7H 7C", "7S 7D 7H", (700, 1)),
    (THREE_CARD, "standard", None, "player", "JH QD KC", "9S JD QC", (19, 20)),
    (THREE_CARD, "standard", None, "player", "9H JD QC", "9S 10D QC", (19, 20)),
    (THREE_CARD, "standard", None, "player", "9S 10D QC", "9H JD QC", None),
    (THREE_CARD, "standard", None, "tie", "JH QD KC", "JS QC KD", (21, 1)),
    (THREE_CARD, "standard", None, "tie", "9H JD QC", "9S 10D QC", None),
    (THREE_CARD, "standard", None, "three-pictures", "", "JS QC KD", (70, 1)),
    (THREE_CARD, "standard", None, "three-pictures", "JH QD KC", "10S QC KD", None),
    (THREE_CARD, "standard", None, "point-total-0", "", "JS QC KD", (8, 1)),
    (THREE_CARD, "standard", None, "point-total-0", "", "AS QC KD", None),
    (THREE_CARD, "standard", None, "point-total-7", "", "5S 2C KD", (8, 1)),
    (THREE_CARD, "even-money", None, "player", "6H JD QC", "5S JD QC", (1, 2)),
    (THREE_CARD, "even-money", None, "player", "3H 2D AC", "5S JD QC", (1, 2)),
    (THREE_CARD, "even-money", None, "player", "7H JD QC", "5S JD QC", (1, 1)),
    (LUCKY_DRAW, "standard", None, "enter", "3H 3D 3C", "8H KD", (1, 1)),
    (LUCKY_DRAW, "standard", None, "draw", "3H 3H 3H", "8H KD", (30, 1)),
    (LUCKY_DRAW, "standard", None, "draw", "3H 3D 3H", "8H KD", (9, 1)),
    (LUCKY_DRAW, "standard", None, "draw", "3H 3H 3H", "9H KD", None),
    (LUCKY_DRAW, "standard", None, "draw", "4H 3H 2H", "8H KD", (3, 1)),
    (LUCKY_DRAW, "standard", None, "draw", "4H 3H AH", "7H KD", (2, 1)),
    (LUCKY_DRAW, "standard", None, "draw", "4H 2H AH", "6H KD", (3, 2)),
    (LUCKY_DRAW, "standard", None, "draw", "3H 2H AH", "5H KD", (1, 1)),
    (LUCKY_DRAW, "standard", None, "draw", "3H 2H KH", "5H KD", None),
    (CANBERRA, "commission", "perfect", "banker", "5H KD KC", "6H KD", (19, 20)),
    (CANBERRA, "non-commission", "perfect", "banker", "5H KD KC", "6H KD", (1, 2)),
    (CANBERRA, "non-commission", "perfect", "banker", "5H KD KC", "7H KD", (1, 1)),
    (CANBERRA, "commission", "perfect", "tie", "6H KD", "6S KD", (8, 1)),
    (CANBERRA, "commission", "perfect", "player", "7H KD", "6S KD", (1, 1)),
    (CANBERRA, "commission", "perfect", "pair-player", "7H 7S", "6S KD", (5, 1)),
    (CANBERRA, "commission", "perfect", "pair-player", "7H 7D", "6S KD", (12, 1)),
    (CANBERRA, "commission", "perfect", "pair-player", "7H 7H", "6S KD", (25, 1)),
    (CANBERRA, "commission", "perfect", "pair-banker", "7H 7H", "6S 6C", (12, 1)),
    (CANBERRA, "commission", "perfect", "pair-banker", "7H 7H", "10S JC", None),
    (CANBERRA, "non-commission", "canberra", "pair-banker", "7H 8H", "6S 6S", (11, 1)),
    (CANBERRA, "non-commission", "canberra", "pair-player", "7H 8H", "6S 6S", None),
]


@pytest.mark.parametrize("case", PAYS, ids=lambda case: "-".join(map(str, case[:6])))
def test_odds(
    case: tuple[str, str, str | None, str, str, str, tuple[int, int] | None],
) -> None:
    game, scheme, option, bet, player, house, odds = case
    document = GAMES[game]
    hands = Hands(tuple(player.split()), tuple(house.split()), document.compared_by)
    row = won(rows_of(document, scheme, bet, option), hands)
    assert (row and row.odds) == odds


@pytest.mark.parametrize(
    ("game", "bet", "stands"),
    [
        (BACCARAT, "player", True),
        (BACCARAT, "banker", True),
        (BACCARAT, "tie", False),
        (SEVEN_UP, "banker", True),
        (LUCKY_DRAW, "enter", True),
        (LUCKY_DRAW, "draw", True),
        (CANBERRA, "player", True),
    ],
)
def test_equal_counts_stand_off(game: str, bet: str, stands: bool) -> None:
    hands = Hands(("6H", "KD"), ("6S", "KC"), "count")
    assert stands_off(GAMES[game], bet, hands) is stands
    hands = Hands(("6H", "KD"), ("7S", "KC"), "count")
    assert stands_off(GAMES[game], bet, hands) is False


def test_three_card_stands_off_on_the_same_order_only() -> None:
    document = GAMES[THREE_CARD]
    assert stands_off(document, "player", Hands(("JH", "QD", "KC"), ("KH", "KD", "KC"), "order"))
    other = Hands(("9H", "QD", "KC"), ("9H", "10D", "KC"), "order")
    assert not stands_off(document, "player", other)


def test_payment_goes_up_to_the_next_chip_at_the_star_only() -> None:
    assert payment(10_00, (19, 20), 50, True) == 9_50
    assert payment(5_00, (19, 20), 50, True) == 5_00
    assert payment(5_00, (19, 20), 50, False) is None
    assert payment(100_00, (19, 20), 5_00, True) == 95_00


def test_a_wager_raised_forty_times_is_one_wager() -> None:
    """Player 5 and 40 raises of 0.01 stake 5.40 and pay 5.40."""
    evening = ready(BACCARAT, chips=(1, 5_00))
    lay(evening, ("anna", "player", 1, 5_00), *[("anna", "player", 1, 1)] * 40)
    deal(evening, "9H KD KH 5D")
    ruling = finish(evening)
    assert ruling.money["chips:anna"] == 10_000_00 + 5_40
    assert len(evening.table.history[-1].paid) == 1


def test_twenty_bankers_of_five_pay_ninety_five() -> None:
    """20 x Banker 5 is Banker 100 and pays 95, with chips of 5."""
    evening = ready(BACCARAT, chips=(5_00,))
    lay(evening, *[("anna", "banker", 1, 5_00)] * 20)
    deal(evening, "6H 9D KH KC")
    assert finish(evening).money["chips:anna"] == 10_000_00 + 95_00


def test_two_players_with_banker_five_are_two_wagers() -> None:
    """The nearest miss: another player, or another box, is another wager with its own rounding."""
    evening = ready(BACCARAT, chips=(5_00,))
    lay(evening, ("anna", "banker", 1, 5_00), ("ben", "banker", 1, 5_00))
    lay(evening, ("anna", "banker", 2, 5_00))
    deal(evening, "6H 9D KH KC")
    ruling = finish(evening)
    assert ruling.money["chips:anna"] == 10_000_00 + 10_00
    assert ruling.money["chips:ben"] == 10_000_00 + 5_00


def test_even_money_six_with_chips_of_five() -> None:
    """Ten raises of 5 on Banker in Even Money are paid 25 on a six, not 50."""
    evening = ready(BACCARAT, chips=(5_00,), scheme="even-money")
    put(evening, SignPosted("odds", scheme="even-money"))
    lay(evening, *[("anna", "banker", 1, 5_00)] * 10)
    deal(evening, "5H 6D KH KC 10S")
    assert finish(evening).money["chips:anna"] == 10_000_00 + 25_00
