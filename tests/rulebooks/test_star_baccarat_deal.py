"""star-baccarat, clauses 3.2, 3.3, 7 and 9: point counts, the deal and the third cards."""

import pytest

import sabot
from sabot.core.cards import value_of
from sabot.coup import deal_so_far
from sabot.rulebooks import edition
from sabot.rulebooks.star_baccarat.rulebook import PROCEDURE
from support.documents import refusal
from support.tableaux import assert_every_cell

BOOK = edition("star-baccarat", "version 4")
WORTH = {0: "K", 1: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9"}
ANY = set(range(10))
BANKER_DRAWS_AGAINST = {
    0: ANY,
    1: ANY,
    2: ANY,
    3: ANY - {8},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set[int](),
}
DRAWS = [(banker, third) for banker, thirds in BANKER_DRAWS_AGAINST.items() for third in thirds]
STANDS = [(b, third) for b, thirds in BANKER_DRAWS_AGAINST.items() for third in ANY - thirds]


def third_cards(player: int, banker: int, third: int) -> tuple[bool, bool]:
    """Return which hands take a third card of six in the shoe, with these two-card totals."""
    cards = f"{WORTH[player]}S {WORTH[banker]}H KD KC {WORTH[third]}S 2C"
    hands = deal_so_far(BOOK, sabot.read_cards(cards)).hands
    return len(hands["player"]) == 3, len(hands["banker"]) == 3


def totals(cards: str) -> tuple[int, int]:
    coup = sabot.deal(BOOK, cards)
    return coup.hands["player"].total, coup.hands["banker"].total


def count(cards: str) -> int:
    return sabot.point_count(sabot.read_cards(cards))


@pytest.mark.parametrize("rank", "23456789")
def test_3_2_1_two_to_nine_count_their_number(rank: str) -> None:
    assert value_of(rank) == sabot.read_card(rank + "S").value == int(rank)


def test_3_2_1_nearest_miss_a_ten_does_not_count_its_number() -> None:
    assert value_of("9") == 9
    assert value_of("T") == 0


@pytest.mark.parametrize("rank", "TJQK")
def test_3_2_2_ten_jack_queen_and_king_count_nothing(rank: str) -> None:
    assert value_of(rank) == sabot.read_card(rank + "H").value == 0


def test_3_2_2_nearest_miss_a_nine_counts_nine() -> None:
    assert value_of("9") == sabot.read_card("9H").value == 9


def test_3_2_3_an_ace_counts_one() -> None:
    assert value_of("A") == sabot.read_card("AD").value == 1


def test_3_2_3_nearest_miss_a_two_counts_two() -> None:
    assert value_of("2") == sabot.read_card("2D").value == 2


@pytest.mark.parametrize(
    ("cards", "total"), [("KS QH", 0), ("AS KH", 1), ("2S 3H", 5), ("4S 5H", 9), ("2S 3H 4D", 9)]
)
def test_3_3_1_a_total_below_ten_is_the_point_count(cards: str, total: int) -> None:
    assert count(cards) == total


def test_3_3_1_nearest_miss_a_total_of_ten_is_not() -> None:
    assert count("4S 6H") == 0


@pytest.mark.parametrize(
    ("cards", "total"), [("4S 6H", 0), ("8S 7H", 5), ("9S 9H", 8), ("9S 9H 9D", 7), ("5S 5H TD", 0)]
)
def test_3_3_2_a_total_of_ten_or_more_counts_its_right_digit(cards: str, total: int) -> None:
    assert count(cards) == total


def test_3_3_2_nearest_miss_a_total_of_nine_counts_nine() -> None:
    assert count("3S 6H") == 9


def test_7_2_there_is_a_player_hand_and_a_banker_hand() -> None:
    dealing = deal_so_far(BOOK, sabot.read_cards("4S 5H KD KC 8H"))
    assert list(dealing.hands) == ["player", "banker"]


def test_7_2_nearest_miss_no_hand_is_dealt_to_a_box() -> None:
    asked = {"rulebook": "star-baccarat", "cards": ["4S", "5H", "KD", "KC", "8H"]}
    assert refusal(lambda: sabot.adjudicate({**asked, "boxes": [1]})) == ("bad-box", None)
    assert [each["hand"] for each in sabot.adjudicate(asked)["hands"]] == ["player", "banker"]


def test_7_3_first_and_third_to_the_player_second_and_fourth_to_the_banker() -> None:
    hands = deal_so_far(BOOK, sabot.read_cards("9S 7H TD KC")).hands
    assert [str(card) for card in hands["player"]] == ["9S", "TD"]
    assert [str(card) for card in hands["banker"]] == ["7H", "KC"]


@pytest.mark.parametrize(("cards", "due"), [("", "player"), ("9S", "banker"), ("9S 7H", "player")])
def test_7_3_the_next_card_is_due_in_turn(cards: str, due: str) -> None:
    assert getattr(deal_so_far(BOOK, sabot.read_cards(cards)).due, "hand", None) == due


def test_7_3_nearest_miss_three_cards_are_one_too_few() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "9S 7H TD")) == ("too-few-cards", "7.3")


@pytest.mark.parametrize("banker", range(10), ids="banker {}".format)
@pytest.mark.parametrize("player", range(10), ids="player {}".format)
def test_9_1_every_two_card_total_with_every_third_card(player: int, banker: int) -> None:
    for third in range(10):
        expected = (True, third in BANKER_DRAWS_AGAINST.get(banker, ()))
        if player in (8, 9) or banker in (8, 9):
            expected = (False, False)
        elif player in (6, 7):
            expected = (False, banker in (0, 1, 2, 3, 4, 5))
        assert third_cards(player, banker, third) == expected, third


def test_9_1_nearest_miss_no_third_card_where_none_is_required() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "6S 7H KD KC 2S")) == ("too-many-cards", None)
    assert totals("6S 7H KD KC") == (6, 7)


@pytest.mark.parametrize(
    "cards",
    ["8S 2H KD KC", "9S 2H KD KC", "2S 8H KD KC", "2S 9H KD KC", "8S 9H KD KC", "9S 3H 9D KC"],
)
def test_9_2_a_natural_ends_the_deal(cards: str) -> None:
    assert sabot.deal(BOOK, cards).cards_used == 4


def test_9_2_nearest_miss_seven_is_no_natural() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "7S 2H KD KC")) == ("too-few-cards", "9.5")
    assert refusal(lambda: sabot.deal(BOOK, "2S 7H KD KC")) == ("too-few-cards", "9.3.1")


def test_9_2_nearest_miss_a_nine_made_with_a_third_card_stops_nobody() -> None:
    assert totals("2S 2H KD KC 7S 5C") == (9, 7)


@pytest.mark.parametrize("banker", range(8), ids="banker {}".format)
def test_9_3_whole_table_one(banker: int) -> None:
    draws = [third_cards(player, banker, 0)[0] for player in range(10)]
    assert draws == [True, True, True, True, True, True, False, False, False, False]


@pytest.mark.parametrize("player", [0, 1, 2, 3, 4, 5])
def test_9_3_1_the_player_draws_on_zero_to_five(player: int) -> None:
    four = f"{WORTH[player]}S 7H KD KC"
    assert refusal(lambda: sabot.deal(BOOK, four)) == ("too-few-cards", "9.3.1")
    assert len(sabot.deal(BOOK, f"{four} 2S").hands["player"].cards) == 3


def test_9_3_1_nearest_miss_five_does_not_draw_against_a_natural() -> None:
    assert third_cards(5, 7, 2) == (True, False)
    assert third_cards(5, 8, 2) == (False, False)


@pytest.mark.parametrize("player", [6, 7])
def test_9_3_2_the_player_stands_on_six_and_seven(player: int) -> None:
    coup = sabot.deal(BOOK, f"{WORTH[player]}S 7H KD KC")
    assert len(coup.hands["player"].cards) == 2


def test_9_3_2_nearest_miss_five_does_not_stand() -> None:
    assert third_cards(5, 7, 2)[0]
    assert not third_cards(6, 7, 2)[0]


@pytest.mark.parametrize("third", [None, *range(10)], ids="third {}".format)
@pytest.mark.parametrize("banker", range(10), ids="banker {}".format)
def test_9_4_whole_table_two(banker: int, third: int | None) -> None:
    against = banker <= 5 if third is None else third in BANKER_DRAWS_AGAINST.get(banker, ())
    assert PROCEDURE.banker_draws.draw(banker, third) is against


@pytest.mark.parametrize(("banker", "third"), DRAWS, ids="{}".format)
def test_9_4_1_the_banker_draws(banker: int, third: int) -> None:
    assert third_cards(5, banker, third) == (True, True)


@pytest.mark.parametrize(
    ("banker", "third"), [(3, 8), (4, 1), (4, 8), (5, 3), (5, 8), (6, 5), (6, 8), (7, 6), (7, 7)]
)
def test_9_4_1_nearest_miss_one_point_off_and_the_banker_stands(banker: int, third: int) -> None:
    assert third_cards(5, banker, third) == (True, False)


def test_9_4_1_is_cited_for_the_card_that_is_due() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "2S 6H KD KC 6S")) == ("too-few-cards", "9.4.1")


@pytest.mark.parametrize(("banker", "third"), STANDS, ids="{}".format)
def test_9_4_2_the_banker_stands(banker: int, third: int) -> None:
    assert third_cards(5, banker, third) == (True, False)


@pytest.mark.parametrize(
    ("banker", "third"),
    [(2, 8), (3, 7), (3, 9), (4, 2), (4, 7), (5, 4), (5, 7), (6, 6), (6, 7)],
)
def test_9_4_2_nearest_miss_one_point_off_and_the_banker_draws(banker: int, third: int) -> None:
    assert third_cards(5, banker, third) == (True, True)


@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", [0, 1, 2, 3, 4, 5])
def test_9_5_the_banker_draws_to_five_when_the_player_stands(player: int, banker: int) -> None:
    four = f"{WORTH[player]}S {WORTH[banker]}H KD KC"
    assert refusal(lambda: sabot.deal(BOOK, four)) == ("too-few-cards", "9.5")
    assert len(sabot.deal(BOOK, f"{four} 2S").hands["banker"].cards) == 3


@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", [6, 7])
def test_9_5_nearest_miss_the_banker_stands_on_six(player: int, banker: int) -> None:
    coup = sabot.deal(BOOK, f"{WORTH[player]}S {WORTH[banker]}H KD KC")
    assert (coup.cards_used, coup.hands["banker"].total) == (4, banker)


def test_9_6_one_more_card_for_each_hand_at_most() -> None:
    coup = sabot.deal(BOOK, "2S 2H KD KC QS 3C")
    assert [len(hand.cards) for hand in coup.hands.values()] == [3, 3]
    assert totals("2S 2H KD KC QS 3C") == (2, 5)


def test_9_6_nearest_miss_a_seventh_card() -> None:
    seven = "2S 2H KD KC QS 3C 4S"
    assert refusal(lambda: sabot.deal(BOOK, seven)) == ("too-many-cards", None)


def test_8_6_2_the_player_count_is_called_before_the_banker_count() -> None:
    assert list(sabot.deal("star-baccarat", "4S 5H KD KC 8H").hands) == ["player", "banker"]


def test_8_6_2_nearest_miss_not_banker_first() -> None:
    assert str(sabot.deal("star-baccarat", "9S 8H KD KC")).startswith("player 9S KD = 9, banker")


def test_9_4_every_total_against_every_total_in_every_column() -> None:
    assert_every_cell("star-baccarat")
