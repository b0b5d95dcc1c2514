"""star-baccarat, clauses 10 and 11: when the optional bets win, and every pay line."""

from itertools import combinations

import pytest

import sabot
from sabot.core.cards import is_pair
from sabot.core.money import dollars
from sabot.rulebooks import edition

BOOK = edition("star-baccarat", "version 4")

PLAYER_7_6 = "7S 6H KD KC"
BANKER_7_6 = "6S 7H KD KC"
TIE_7_7 = "7S 7H KD KC"
TIE_5_5 = "2S 5H 3D KC QH"
TIE_6_6 = "6S 6H KD KC"
TIE_6_6_ON_THREE_CARDS = "6S 2H KD KC 4D"
BANKER_5_4 = "2S 5H 3D KC 9H"
SIX_ON_TWO_CARDS = "2S 6H 3D KC QH"
SIX_ON_THREE_CARDS = "2S 3H 3D KC 9H 3S"
SEVEN_ON_THREE_CARDS = "6S 2H KD KC 5D"
PLAYER_BEATS_SIX_ON_THREE_CARDS = "7S 2H KD KC 4D"
NOT_SIX = (BANKER_7_6, BANKER_5_4, SEVEN_ON_THREE_CARDS)
SIX_WITHOUT_A_WIN = (
    PLAYER_7_6,
    PLAYER_BEATS_SIX_ON_THREE_CARDS,
    TIE_6_6,
    TIE_6_6_ON_THREE_CARDS,
)

PLAYER_PAIR = "KS 4H KD 5C"
BANKER_PAIR = "4S KH 5D KC"
TWO_PAIRS = "KS 4H KD 4C"
KINGS_AND_QUEENS = "KS QH KD QC 9H 8S"
TENS_AND_JACKS = "TS JH TD JC 9H 8S"
FOUR_FOURS = "4S 4H 4D 4C"
NO_PAIR = "KS 4H QD 5C"
PAIRED_BY_THIRD_CARDS = "KS 3H 2D QC 2H 3C"
NUMBERS, PICTURES = "A23456789T", "JQK"


def settled(cards: str, on: str, scheme: str | None = None) -> str:
    (each,) = sabot.settle(sabot.deal(BOOK, cards), [sabot.stake(on, "20")], scheme)
    return f"{each}, {dollars(each.returns)} back"


def paired(first: str, second: str) -> bool:
    return is_pair(sabot.read_cards([first + "S", second + "D"]))


def with_first_two(first: str, second: str) -> str:
    """A coup with these Player's cards, ended by a Banker's natural."""
    return f"{first}S 4H {second}D 5C"


@pytest.mark.parametrize("rank", NUMBERS)
def test_10_6_1_two_of_one_number_are_a_pair(rank: str) -> None:
    assert paired(rank, rank)
    assert " wins " in settled(with_first_two(rank, rank), "pairs-player")


@pytest.mark.parametrize(("first", "second"), list(combinations(NUMBERS, 2)))
def test_10_6_1_nearest_miss_two_numbers_are_none(first: str, second: str) -> None:
    assert not paired(first, second)
    assert " loses " in settled(with_first_two(first, second), "pairs-player")


@pytest.mark.parametrize("rank", PICTURES)
def test_10_6_2_two_of_one_picture_are_a_pair(rank: str) -> None:
    assert paired(rank, rank)
    assert " wins " in settled(with_first_two(rank, rank), "pairs-player")


@pytest.mark.parametrize(("first", "second"), ["JQ", "JK", "QK", "TJ", "TQ", "TK"])
def test_10_6_2_nearest_miss_two_pictures_of_one_value_are_none(first: str, second: str) -> None:
    assert not paired(first, second)
    assert " loses " in settled(with_first_two(first, second), "pairs-player")


@pytest.mark.parametrize(
    ("on", "cards"),
    [("pairs-player", PLAYER_PAIR), ("pairs-banker", BANKER_PAIR), ("pairs-player", FOUR_FOURS)],
)
def test_10_7_a_pair_in_the_hand_it_backs_pays_eleven_to_one(on: str, cards: str) -> None:
    assert settled(cards, on) == f"{on} 20.00 wins 220.00 at 11:1 (11.1.4), 240.00 back"


def test_10_7_nearest_miss_a_pair_in_the_other_hand() -> None:
    assert " loses " in settled(BANKER_PAIR, "pairs-player")
    assert " loses " in settled(PLAYER_PAIR, "pairs-banker")


def test_10_7_nearest_miss_a_pair_made_by_the_third_card() -> None:
    assert " loses " in settled(PAIRED_BY_THIRD_CARDS, "pairs-player")
    assert " loses " in settled(PAIRED_BY_THIRD_CARDS, "pairs-banker")


def test_10_8_losing_pairs_wagers_are_collected() -> None:
    assert settled(NO_PAIR, "pairs-player") == "pairs-player 20.00 loses (10.8), 0.00 back"
    assert settled(NO_PAIR, "pairs-banker") == "pairs-banker 20.00 loses (10.8), 0.00 back"


def test_10_8_nearest_miss_a_pair_is_paid_though_its_hand_loses() -> None:
    assert sabot.deal(BOOK, PLAYER_PAIR).result == "banker"
    assert settled(PLAYER_PAIR, "pairs-player").endswith("240.00 back")


@pytest.mark.parametrize("cards", [SIX_ON_TWO_CARDS, SIX_ON_THREE_CARDS])
def test_10_13_super_six_wins_when_the_banker_wins_with_six(cards: str) -> None:
    assert " wins " in settled(cards, "super-six")


@pytest.mark.parametrize("cards", [*NOT_SIX, *SIX_WITHOUT_A_WIN])
def test_10_13_nearest_miss_super_six_loses_on_all_else(cards: str) -> None:
    assert settled(cards, "super-six") == "super-six 20.00 loses (10.13), 0.00 back"


@pytest.mark.parametrize("cards", [TIE_6_6, TIE_6_6_ON_THREE_CARDS])
def test_10_18_tiger_tie_wins_on_six_all(cards: str) -> None:
    assert " wins " in settled(cards, "tiger-tie")


@pytest.mark.parametrize("cards", [TIE_7_7, TIE_5_5, PLAYER_7_6, SIX_ON_TWO_CARDS])
def test_10_18_nearest_miss_tiger_tie_loses_on_all_else(cards: str) -> None:
    assert settled(cards, "tiger-tie") == "tiger-tie 20.00 loses (10.18), 0.00 back"


@pytest.mark.parametrize("cards", [PLAYER_PAIR, BANKER_PAIR])
def test_10_23_1_one_paired_hand_is_a_single_tiger_pair(cards: str) -> None:
    assert "(11.1.8.1)" in settled(cards, "tiger-pair")


def test_10_23_1_nearest_miss_two_paired_hands_are_no_single() -> None:
    assert "(11.1.8.1)" not in settled(TWO_PAIRS, "tiger-pair")
    assert "(11.1.8.1)" not in settled(FOUR_FOURS, "tiger-pair")


@pytest.mark.parametrize("cards", [TWO_PAIRS, KINGS_AND_QUEENS, TENS_AND_JACKS])
def test_10_23_2_pairs_of_two_ranks_are_a_double_tiger_pair(cards: str) -> None:
    assert "(11.1.8.2)" in settled(cards, "tiger-pair")


def test_10_23_2_nearest_miss_pairs_of_one_rank_are_no_double() -> None:
    assert "(11.1.8.2)" not in settled(FOUR_FOURS, "tiger-pair")


@pytest.mark.parametrize("cards", [FOUR_FOURS, "KS KH KD KC 9H 8S", "9S 9H 9D 9C"])
def test_10_23_3_pairs_of_one_rank_are_a_twin_tiger_pair(cards: str) -> None:
    assert "(11.1.8.3)" in settled(cards, "tiger-pair")


@pytest.mark.parametrize("cards", [KINGS_AND_QUEENS, TENS_AND_JACKS])
def test_10_23_3_nearest_miss_pairs_of_one_value_are_no_twin(cards: str) -> None:
    assert "(11.1.8.3)" not in settled(cards, "tiger-pair")


@pytest.mark.parametrize("cards", [NO_PAIR, PAIRED_BY_THIRD_CARDS, "KS KH QD QC 9H 8S"])
def test_10_23_4_tiger_pair_loses_where_neither_hand_is_paired(cards: str) -> None:
    assert settled(cards, "tiger-pair") == "tiger-pair 20.00 loses (10.23.4), 0.00 back"


def test_10_23_4_nearest_miss_one_paired_hand_is_enough() -> None:
    assert "loses" not in settled(PLAYER_PAIR, "tiger-pair")
    assert "loses" not in settled(BANKER_PAIR, "tiger-pair")


@pytest.mark.parametrize("rank", NUMBERS)
def test_10_24_1_two_of_one_number_are_a_tiger_pair(rank: str) -> None:
    assert " wins " in settled(with_first_two(rank, rank), "tiger-pair")


@pytest.mark.parametrize(("first", "second"), ["A2", "89", "9T", "TA"])
def test_10_24_1_nearest_miss_neighbouring_numbers_are_none(first: str, second: str) -> None:
    assert not paired(first, second)
    assert " loses " in settled(with_first_two(first, second), "tiger-pair")


@pytest.mark.parametrize("rank", PICTURES)
def test_10_24_2_two_of_one_picture_are_a_tiger_pair(rank: str) -> None:
    assert " wins " in settled(with_first_two(rank, rank), "tiger-pair")


@pytest.mark.parametrize(("first", "second"), ["JQ", "JK", "QK", "TJ", "TQ", "TK"])
def test_10_24_2_nearest_miss_two_pictures_are_none(first: str, second: str) -> None:
    assert not paired(first, second)
    assert " loses " in settled(with_first_two(first, second), "tiger-pair")


def test_10_29_1_banker_wins_with_six_on_two_cards() -> None:
    assert "(11.1.9.1)" in settled(SIX_ON_TWO_CARDS, "tiger")


def test_10_29_1_nearest_miss_six_on_three_cards_is_no_two_card_tiger() -> None:
    assert "(11.1.9.1)" not in settled(SIX_ON_THREE_CARDS, "tiger")


def test_10_29_2_banker_wins_with_six_on_three_cards() -> None:
    assert "(11.1.9.2)" in settled(SIX_ON_THREE_CARDS, "tiger")


def test_10_29_2_nearest_miss_six_on_two_cards_is_no_three_card_tiger() -> None:
    assert "(11.1.9.2)" not in settled(SIX_ON_TWO_CARDS, "tiger")


@pytest.mark.parametrize("cards", [*NOT_SIX, *SIX_WITHOUT_A_WIN])
def test_10_29_3_tiger_loses_unless_the_banker_wins_with_six(cards: str) -> None:
    assert settled(cards, "tiger") == "tiger 20.00 loses (10.29.3), 0.00 back"


@pytest.mark.parametrize("cards", [SIX_ON_TWO_CARDS, SIX_ON_THREE_CARDS])
def test_10_29_3_nearest_miss_a_winning_six_does_not_lose(cards: str) -> None:
    assert "loses" not in settled(cards, "tiger")


def test_10_34_big_tiger_wins_with_six_on_three_cards() -> None:
    assert " wins " in settled(SIX_ON_THREE_CARDS, "big-tiger")


@pytest.mark.parametrize("cards", [SIX_ON_TWO_CARDS, *NOT_SIX, *SIX_WITHOUT_A_WIN])
def test_10_34_nearest_miss_big_tiger_loses_on_all_else(cards: str) -> None:
    assert settled(cards, "big-tiger") == "big-tiger 20.00 loses (10.34), 0.00 back"


def test_10_39_small_tiger_wins_with_six_on_two_cards() -> None:
    assert " wins " in settled(SIX_ON_TWO_CARDS, "small-tiger")


@pytest.mark.parametrize("cards", [SIX_ON_THREE_CARDS, *NOT_SIX, *SIX_WITHOUT_A_WIN])
def test_10_39_nearest_miss_small_tiger_loses_on_all_else(cards: str) -> None:
    assert settled(cards, "small-tiger") == "small-tiger 20.00 loses (10.39), 0.00 back"


def test_11_1_settlement_is_by_commission_unless_said_otherwise() -> None:
    assert settled(BANKER_7_6, "banker") == settled(BANKER_7_6, "banker", "commission")
    assert settled(BANKER_7_6, "banker").endswith("(11.1.3), 39.00 back")


def test_11_1_1_every_losing_wager_is_collected() -> None:
    losing = [each.id for each in BOOK.wagers if each.id != "banker"]
    stakes = [sabot.stake(on, "20") for on in losing]
    ends = sabot.settle(sabot.deal(BOOK, BANKER_7_6), stakes)
    assert [(each.outcome, each.pays, each.returns) for each in ends] == [("lose", 0, 0)] * 10


def test_11_1_1_nearest_miss_a_standoff_is_not_collected() -> None:
    assert settled(TIE_7_7, "banker").endswith("20.00 back")
    assert settled(TIE_7_7, "player").endswith("20.00 back")


def test_11_1_2_player_pays_one_to_one() -> None:
    assert settled(PLAYER_7_6, "player") == "player 20.00 wins 20.00 at 1:1 (11.1.2), 40.00 back"


def test_11_1_2_nearest_miss_no_pay_without_a_win() -> None:
    assert settled(TIE_7_7, "player").endswith("(5.1.1.3), 20.00 back")


@pytest.mark.parametrize("cards", [BANKER_7_6, BANKER_5_4, SIX_ON_TWO_CARDS, SIX_ON_THREE_CARDS])
def test_11_1_3_banker_pays_nineteen_to_twenty(cards: str) -> None:
    assert settled(cards, "banker") == "banker 20.00 wins 19.00 at 19:20 (11.1.3), 39.00 back"


def test_11_1_3_nearest_miss_a_tie_takes_no_commission() -> None:
    assert settled(TIE_7_7, "banker").endswith("(5.1.2.3), 20.00 back")


@pytest.mark.parametrize("on", ["pairs-player", "pairs-banker"])
@pytest.mark.parametrize("cards", [TWO_PAIRS, FOUR_FOURS, KINGS_AND_QUEENS])
def test_11_1_4_pairs_pays_eleven_to_one(on: str, cards: str) -> None:
    assert settled(cards, on) == f"{on} 20.00 wins 220.00 at 11:1 (11.1.4), 240.00 back"


def test_11_1_4_nearest_miss_king_and_queen_pay_nothing() -> None:
    assert settled("4S KH 5D QC", "pairs-banker").endswith("(10.8), 0.00 back")


@pytest.mark.parametrize("cards", [TIE_7_7, TIE_6_6, TIE_5_5, FOUR_FOURS])
def test_11_1_5_tie_pays_eight_to_one(cards: str) -> None:
    assert settled(cards, "tie") == "tie 20.00 wins 160.00 at 8:1 (11.1.5), 180.00 back"


def test_11_1_5_nearest_miss_one_point_apart_pays_nothing() -> None:
    assert settled(PLAYER_7_6, "tie").endswith("(5.1.3), 0.00 back")


@pytest.mark.parametrize("cards", [SIX_ON_TWO_CARDS, SIX_ON_THREE_CARDS])
def test_11_1_6_super_six_pays_fifteen_to_one(cards: str) -> None:
    expected = "super-six 20.00 wins 300.00 at 15:1 (11.1.6), 320.00 back"
    assert settled(cards, "super-six") == expected


def test_11_1_6_nearest_miss_six_all_pays_nothing() -> None:
    assert settled(TIE_6_6, "super-six").endswith("(10.13), 0.00 back")


@pytest.mark.parametrize("cards", [TIE_6_6, TIE_6_6_ON_THREE_CARDS])
def test_11_1_7_tiger_tie_pays_forty_five_to_one(cards: str) -> None:
    expected = "tiger-tie 20.00 wins 900.00 at 45:1 (11.1.7), 920.00 back"
    assert settled(cards, "tiger-tie") == expected


def test_11_1_7_nearest_miss_seven_all_pays_nothing() -> None:
    assert settled(TIE_7_7, "tiger-tie").endswith("(10.18), 0.00 back")


@pytest.mark.parametrize("cards", [PLAYER_PAIR, BANKER_PAIR])
def test_11_1_8_1_single_tiger_pair_pays_four_to_one(cards: str) -> None:
    expected = "tiger-pair 20.00 wins 80.00 at 4:1 (11.1.8.1), 100.00 back"
    assert settled(cards, "tiger-pair") == expected


def test_11_1_8_1_nearest_miss_king_and_ten_pay_nothing() -> None:
    assert settled(with_first_two("K", "T"), "tiger-pair").endswith("(10.23.4), 0.00 back")


@pytest.mark.parametrize("cards", [TWO_PAIRS, KINGS_AND_QUEENS])
def test_11_1_8_2_double_tiger_pair_pays_twenty_five_to_one(cards: str) -> None:
    expected = "tiger-pair 20.00 wins 500.00 at 25:1 (11.1.8.2), 520.00 back"
    assert settled(cards, "tiger-pair") == expected


def test_11_1_8_2_nearest_miss_king_and_queen_make_it_a_single() -> None:
    assert settled("KS 4H QD 4C", "tiger-pair").endswith("at 4:1 (11.1.8.1), 100.00 back")


def test_11_1_8_3_twin_tiger_pair_pays_a_hundred_to_one() -> None:
    expected = "tiger-pair 20.00 wins 2000.00 at 100:1 (11.1.8.3), 2020.00 back"
    assert settled(FOUR_FOURS, "tiger-pair") == expected


def test_11_1_8_3_nearest_miss_fours_and_fives_make_it_a_double() -> None:
    assert settled("4S 5H 4D 5C", "tiger-pair").endswith("at 25:1 (11.1.8.2), 520.00 back")


def test_11_1_9_1_two_card_tiger_pays_twelve_to_one() -> None:
    expected = "tiger 20.00 wins 240.00 at 12:1 (11.1.9.1), 260.00 back"
    assert settled(SIX_ON_TWO_CARDS, "tiger") == expected


def test_11_1_9_1_nearest_miss_a_two_card_seven_pays_nothing() -> None:
    assert settled(BANKER_7_6, "tiger").endswith("(10.29.3), 0.00 back")


def test_11_1_9_2_three_card_tiger_pays_twenty_two_to_one() -> None:
    expected = "tiger 20.00 wins 440.00 at 22:1 (11.1.9.2), 460.00 back"
    assert settled(SIX_ON_THREE_CARDS, "tiger") == expected


def test_11_1_9_2_nearest_miss_a_three_card_seven_pays_nothing() -> None:
    assert settled(SEVEN_ON_THREE_CARDS, "tiger").endswith("(10.29.3), 0.00 back")


def test_11_1_10_big_tiger_pays_fifty_five_to_one() -> None:
    expected = "big-tiger 20.00 wins 1100.00 at 55:1 (11.1.10), 1120.00 back"
    assert settled(SIX_ON_THREE_CARDS, "big-tiger") == expected


def test_11_1_10_nearest_miss_a_two_card_six_pays_nothing() -> None:
    assert settled(SIX_ON_TWO_CARDS, "big-tiger").endswith("(10.34), 0.00 back")


def test_11_1_11_small_tiger_pays_twenty_two_to_one() -> None:
    expected = "small-tiger 20.00 wins 440.00 at 22:1 (11.1.11), 460.00 back"
    assert settled(SIX_ON_TWO_CARDS, "small-tiger") == expected


def test_11_1_11_nearest_miss_a_three_card_six_pays_nothing() -> None:
    assert settled(SIX_ON_THREE_CARDS, "small-tiger").endswith("(10.39), 0.00 back")


@pytest.mark.parametrize(
    ("on", "cards", "odds"),
    [
        ("pairs-player", PLAYER_PAIR, "11:1"),
        ("pairs-banker", BANKER_PAIR, "11:1"),
        ("super-six", SIX_ON_TWO_CARDS, "15:1"),
        ("tiger-tie", TIE_6_6, "45:1"),
        ("tiger-pair", PLAYER_PAIR, "4:1"),
        ("tiger-pair", TWO_PAIRS, "25:1"),
        ("tiger-pair", FOUR_FOURS, "100:1"),
        ("tiger", SIX_ON_TWO_CARDS, "12:1"),
        ("tiger", SIX_ON_THREE_CARDS, "22:1"),
        ("big-tiger", SIX_ON_THREE_CARDS, "55:1"),
        ("small-tiger", SIX_ON_TWO_CARDS, "22:1"),
    ],
)
def test_11_2_optional_bets_keep_their_odds_in_even_money(on: str, cards: str, odds: str) -> None:
    assert f" at {odds} (1" in settled(cards, on, "even-money")


def test_11_2_even_money_takes_no_commission() -> None:
    expected = "banker 20.00 wins 20.00 at 1:1 (11.2.2), 40.00 back"
    assert settled(BANKER_7_6, "banker", "even-money") == expected


def test_11_2_nearest_miss_there_is_no_third_scheme() -> None:
    with pytest.raises(sabot.Refusal) as caught:
        settled(BANKER_7_6, "banker", "no-commission")
    assert caught.value.code == "wrong-scheme"


def test_11_2_1_even_money_player_pays_one_to_one() -> None:
    expected = "player 20.00 wins 20.00 at 1:1 (11.2.1), 40.00 back"
    assert settled(PLAYER_7_6, "player", "even-money") == expected
    assert settled("9S 8H KD KC", "player", "even-money") == expected


def test_11_2_1_nearest_miss_a_player_six_is_not_halved() -> None:
    assert settled("6S 2H KD KC 3S", "player", "even-money").endswith("(11.2.1), 40.00 back")


@pytest.mark.parametrize("cards", [SIX_ON_TWO_CARDS, SIX_ON_THREE_CARDS])
def test_11_2_2_even_money_banker_six_pays_one_to_two(cards: str) -> None:
    expected = "banker 20.00 wins 10.00 at 1:2 (11.2.2), 30.00 back"
    assert settled(cards, "banker", "even-money") == expected


@pytest.mark.parametrize("cards", NOT_SIX)
def test_11_2_2_nearest_miss_five_and_seven_pay_one_to_one(cards: str) -> None:
    expected = "banker 20.00 wins 20.00 at 1:1 (11.2.2), 40.00 back"
    assert settled(cards, "banker", "even-money") == expected


def test_11_2_3_even_money_tie_pays_eight_to_one() -> None:
    expected = "tie 20.00 wins 160.00 at 8:1 (11.2.3), 180.00 back"
    assert settled(TIE_7_7, "tie", "even-money") == expected
    assert settled(TIE_6_6, "tie", "even-money") == expected


def test_11_2_3_nearest_miss_one_point_apart_pays_nothing() -> None:
    assert settled(BANKER_7_6, "tie", "even-money").endswith("(5.1.3), 0.00 back")
