"""Three Card Baccarat, clause by clause: values, point counts, order of hands, deal."""

from itertools import combinations_with_replacement

import pytest

import sabot
from sabot.core.cards import read_cards, value_of
from sabot.coup import deal_so_far
from sabot.rulebooks import edition
from sabot.rulebooks.star_three_card.rulebook import order_of
from sabot.rules import Due
from support.documents import refusal

BOOK = edition("star-three-card", "17 August 2016")
VALUES = dict(zip("A23456789TJQK", [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], strict=True))

ORDERS = {
    1: ("KS QH JD", "KS KS KS"),
    2: ("KS QH 9D", "JC JD 9S"),
    3: ("KS 4H 5D", "JS TH 9D"),
    4: ("2S 3H 4D", "9S 9H AD"),
    5: ("KS QH 8D", "JC JD 8S"),
    6: ("KS 3H 5D", "JS 9H 9D"),
    7: ("AS 3H 4D", "6S 6H 6D"),
    8: ("KS QH 7D", "JC JD 7S"),
    9: ("KS 3H 4D", "QS 8H 9D"),
    10: ("AS 2H 4D", "9S 9H 9D"),
    11: ("KS QH 6D", "JC JD 6S"),
    12: ("KS 2H 4D", "QS 8H 8D"),
    13: ("AS 2H 3D", "9S 9H 8D"),
    14: ("KS QH 5D", "JC JD 5S"),
    15: ("KS 2H 3D", "JS 6H 9D"),
    16: ("AS 2H 2D", "5S TH TD"),
    17: ("KS QH 4D", "JC JD 4S"),
    18: ("KS AH 3D", "QS 5H 9D"),
    19: ("AS AH 2D", "8S 8H 8D"),
    20: ("KS QH 3D", "JC JD 3S"),
    21: ("KS AH 2D", "JS 4H 9D"),
    22: ("AS AH AD", "TS 4H 9D"),
    23: ("KS QH 2D", "JC JD 2S"),
    24: ("KS AH AD", "QS 3H 9D"),
    25: ("TS AH AD", "9S TH 3D"),
    26: ("KS QH AD", "JC JD AS"),
    27: ("KS TH AD", "QS 2H 9D"),
    28: ("TS TH AD", "9S 9H 3D"),
    29: ("KS QH TD", "JC JD TS"),
    30: ("KS TH TD", "QS AH 9D"),
    31: ("TS TH TD", "8S AH AD"),
}


def order(cards: str) -> int:
    return order_of(sabot.deal(BOOK, cards).hands["banker"])


# 1 Definitions, 3 The cards


@pytest.mark.parametrize("card", ["JS", "QH", "KD"])
def test_1_1_king_queen_and_jack_are_picture_cards(card: str) -> None:
    assert order(f"{card} KC KH") == 1


@pytest.mark.parametrize("card", ["TS", "AS"])
def test_1_1_nearest_miss_ten_and_ace_are_no_picture_cards(card: str) -> None:
    assert order(f"{card} KC KH") > 1


def test_3_2_value_of_every_rank() -> None:
    assert {rank: value_of(rank) for rank in "A23456789TJQK"} == VALUES


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 8, 9])
def test_3_2_1_two_to_nine_have_their_face_value(number: int) -> None:
    assert value_of(str(number)) == number
    assert sabot.read_card(f"{number}H").value == number


def test_3_2_1_nearest_miss_ten_has_not_its_face_value() -> None:
    assert value_of("9") == 9
    assert value_of("T") == 0


@pytest.mark.parametrize("rank", ["T", "J", "Q", "K"])
def test_3_2_2_ten_jack_queen_and_king_are_worth_nothing(rank: str) -> None:
    assert value_of(rank) == 0
    assert sabot.read_card(f"{rank}C").value == 0


def test_3_2_2_nearest_miss_nine_is_worth_nine() -> None:
    assert value_of("9") == 9


def test_3_2_3_ace_is_worth_one() -> None:
    assert value_of("A") == 1
    assert sabot.read_card("AS").value == 1


def test_3_2_3_nearest_miss_ace_is_not_worth_eleven_nor_zero() -> None:
    assert sabot.point_count(read_cards("AS 8H")) == 9
    assert value_of("A") not in (0, 11)


def test_3_3_point_count_of_every_sum() -> None:
    sums = {"AS TH": 1, "4S 5H": 9, "5S 5H": 0, "9S 9H": 8, "9S AH TD": 0, "9S 9H 9D": 7}
    assert {cards: sabot.point_count(read_cards(cards)) for cards in sums} == sums


def test_3_3_1_sum_up_to_nine_is_the_point_count() -> None:
    assert sabot.point_count(read_cards("KS QH TD")) == 0
    assert sabot.point_count(read_cards("AS 3H 5D")) == 9


def test_3_3_1_nearest_miss_ten_is_no_point_count() -> None:
    assert sabot.point_count(read_cards("AS 4H 5D")) == 0


def test_3_3_2_right_digit_of_ten_and_more() -> None:
    assert sabot.point_count(read_cards("2S 3H 5D")) == 0
    assert sabot.point_count(read_cards("9S 9H 9D")) == 7


def test_3_3_2_nearest_miss_nine_stays_nine() -> None:
    assert sabot.point_count(read_cards("2S 3H 4D")) == 9


def test_3_4_suits_do_not_rank() -> None:
    assert {order(f"K{s} 4{s} 5{s}") for s in "SHDC"} == {3}
    assert order("KS 4H 5C") == 3


def test_3_4_nearest_miss_one_picture_more_ranks_higher_in_any_suit() -> None:
    assert (order("KC QC 9C"), order("KS TS 9S")) == (2, 3)


# 7 Order of hands


def test_7_1_three_pictures_then_points_then_pictures() -> None:
    orders: dict[tuple[bool, int, int], int] = {}
    for ranks in combinations_with_replacement("A23456789TJQK", 3):
        pictures = sum(rank in "JQK" for rank in ranks)
        rank_of_hand = (pictures == 3, sum(VALUES[rank] for rank in ranks) % 10, pictures)
        found = order(" ".join(rank + "S" for rank in ranks))
        assert orders.setdefault(rank_of_hand, found) == found
    assert [orders[key] for key in sorted(orders, reverse=True)] == [*range(1, 32)]


def test_7_1_highest_hand_has_a_point_count_of_zero() -> None:
    best = sabot.deal(BOOK, "KS QH JD").hands["banker"]
    assert (order_of(best), best.total) == (1, 0)


def test_7_1_nearest_miss_pictures_do_not_beat_points() -> None:
    assert order("2S 3H 4D") < order("KS QH 8D")


def test_7_1_nearest_miss_a_ten_for_a_picture_falls_to_the_bottom() -> None:
    assert order("KS QH TD") == 29


@pytest.mark.parametrize(
    ("place", "cards"),
    [(place, cards) for place, examples in ORDERS.items() for cards in examples],
    ids="{}".format,
)
def test_7_2_order_of_hands(place: int, cards: str) -> None:
    assert order(cards) == place


@pytest.mark.parametrize(
    ("place", "cards"),
    [(2, "KS TH 9D"), (8, "KS TH 7D"), (26, "KS TH AD"), (29, "KS TH TD")],
)
def test_7_2_nearest_miss_a_ten_instead_of_a_picture_is_one_order_lower(
    place: int, cards: str
) -> None:
    assert order(cards) == place + 1


@pytest.mark.parametrize("higher", range(1, 31), ids="order {}".format)
def test_7_2_nearest_miss_no_hand_equals_its_neighbour(higher: int) -> None:
    assert [order(ORDERS[higher][1]), order(ORDERS[higher + 1][1])] == [higher, higher + 1]


# 8 The deal


def test_8_1_rounds_of_one_card_to_every_wagered_box_and_the_banker() -> None:
    dealt = sabot.deal(BOOK, "2S 3S 4S 5H 6H 7H 8D 9D TD", boxes=[2, 5])
    hands = {name: " ".join(map(str, hand.cards)) for name, hand in dealt.hands.items()}
    assert hands == {"box 2": "2S 5H 8D", "box 5": "3S 6H 9D", "banker": "4S 7H TD"}


def test_8_1_next_card_is_due_clockwise_and_then_to_the_banker() -> None:
    cards = read_cards("2S 3S 4S 5H 6H 7H 8D 9D TD")
    due = [deal_so_far(BOOK, cards[:number], [2, 5]).due for number in range(10)]
    assert due[:3] == [Due("box 2", "8.1"), Due("box 5", "8.1"), Due("banker", "8.1")]
    assert due == due[:3] * 3 + [None]


def test_8_1_nearest_miss_eight_cards_do_not_finish_two_boxes() -> None:
    cards = "2S 3S 4S 5H 6H 7H 8D 9D"
    assert refusal(lambda: sabot.deal(BOOK, cards, boxes=[2, 5])) == ("too-few-cards", "8.1")


def test_8_1_nearest_miss_no_hand_gets_a_fourth_card() -> None:
    cards = "2S 3S 4S 5H 6H 7H 8D 9D TD AC"
    assert refusal(lambda: sabot.deal(BOOK, cards, boxes=[2, 5])) == ("too-many-cards", None)


def test_8_2_without_a_player_wager_only_the_banker_hand_is_dealt() -> None:
    dealt = sabot.deal(BOOK, "KS QH JD")
    assert str(dealt) == "banker KS QH JD = 0"
    stakes = [sabot.stake("three-pictures", "20"), sabot.stake("point-total-0", "20")]
    assert [each.outcome for each in sabot.settle(dealt, stakes)] == ["win", "win"]


def test_8_2_nearest_miss_two_cards_do_not_finish_the_banker_hand() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "KS QH")) == ("too-few-cards", "8.2")


def test_8_2_nearest_miss_with_one_player_box_three_cards_are_too_few() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "KS QH JD", boxes=[1])) == ("too-few-cards", "8.1")
