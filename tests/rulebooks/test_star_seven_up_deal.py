"""star-seven-up, clauses 7 to 9: the deal, the drawn cards and the rack."""

from collections import Counter

import pytest

import sabot
from sabot.core.cards import Card, decks_of
from sabot.coup import deal_so_far
from sabot.rulebooks import edition
from sabot.rulebooks.star_seven_up.rulebook import PROCEDURE
from sabot.shoe import Seeded, ShufflingDevice
from support.documents import refusal
from support.tableaux import assert_every_cell

BOOK = edition("star-seven-up", "17 August 2016")
WORTH = {0: "K", 1: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9"}
BESIDE_THE_SEVEN = {
    0: "3",
    1: "4",
    2: "5",
    3: "6",
    4: "7",
    5: "8",
    6: "9",
    7: "K",
    8: "A",
    9: "2",
}
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

BANKER_7_6 = "7H 9D KC"


def opening(player: int, banker: int) -> str:
    """The three cards that make these totals; the Player's begins with the printed 7."""
    return f"{WORTH[banker]}H {BESIDE_THE_SEVEN[player]}S KC"


def drawing(player: int, banker: int, third: int) -> tuple[bool, bool]:
    """Return which hands take another card of five in the device, with these opening totals."""
    cards = f"{opening(player, banker)} {WORTH[third]}S 2C"
    hands = deal_so_far(BOOK, sabot.read_cards(cards)).hands
    return len(hands["player"]) == 3, len(hands["banker"]) == 3


def totals(cards: str) -> tuple[int, int]:
    coup = sabot.deal(BOOK, cards)
    return coup.hands["player"].total, coup.hands["banker"].total


def drawn(source: ShufflingDevice, number: int) -> tuple[list[Card], ShufflingDevice]:
    cards = []
    for _ in range(number):
        card, source = source.draw()
        cards.append(card.card)
    return cards, source


def after_one_coup() -> tuple[list[Card], ShufflingDevice]:
    """The five cards of a coup, and the device when it has ended."""
    assert BOOK.preparation.rack_coups is not None
    device = ShufflingDevice.load(decks_of(6), BOOK.preparation.rack_coups, Seeded("device"))
    used, device = drawn(device, 5)
    return used, device.coup_ended(used, Seeded("first"))


def test_7_2_there_is_a_player_hand_and_a_banker_hand() -> None:
    dealing = deal_so_far(BOOK, sabot.read_cards("6H KD KC"))
    assert set(dealing.hands) == {"player", "banker"}


def test_7_2_nearest_miss_no_hand_is_dealt_to_a_box() -> None:
    asked = {"rulebook": "star-seven-up", "cards": ["6H", "KD", "KC"]}
    assert refusal(lambda: sabot.adjudicate({**asked, "boxes": [1]})) == ("bad-box", None)
    assert len(sabot.adjudicate(asked)["hands"]) == 2


def test_7_3_first_and_third_to_the_banker_second_beside_the_printed_seven() -> None:
    hands = deal_so_far(BOOK, sabot.read_cards("6H KD TC")).hands
    assert [str(card) for card in hands["player"]] == ["7", "KD"]
    assert [str(card) for card in hands["banker"]] == ["6H", "TC"]


@pytest.mark.parametrize(("cards", "due"), [("", "banker"), ("6H", "player"), ("6H KD", "banker")])
def test_7_3_the_next_card_is_due_in_turn(cards: str, due: str) -> None:
    assert getattr(deal_so_far(BOOK, sabot.read_cards(cards)).due, "hand", None) == due


def test_7_3_nearest_miss_two_cards_are_too_few_and_four_too_many() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "6H KD")) == ("too-few-cards", "7.3")
    assert refusal(lambda: sabot.deal(BOOK, "6H KD KC 4D")) == ("too-many-cards", None)


def test_8_2_2_the_player_count_is_called_before_the_banker_count() -> None:
    assert list(deal_so_far(BOOK, ()).hands) == ["player", "banker"]
    assert str(sabot.deal(BOOK, "6H KD KC")) == "player 7 KD = 7, banker 6H KC = 6: player"


def test_8_2_2_nearest_miss_not_in_the_order_of_the_first_cards() -> None:
    assert getattr(deal_so_far(BOOK, ()).due, "hand", None) == "banker"
    answer = sabot.adjudicate({"rulebook": "star-seven-up", "cards": ["6H", "KD", "KC"]})
    assert [(each["hand"], each["total"]) for each in answer["hands"]] == [
        ("player", 7),
        ("banker", 6),
    ]


def test_8_4_the_rack_goes_back_into_the_device_after_the_next_coup() -> None:
    first, device = after_one_coup()
    second, device = drawn(device, 4)
    device = device.coup_ended(second, Seeded("second"))
    assert device.rack == (tuple(second),)
    assert Counter(device.cards) == Counter(decks_of(6)) - Counter(second)
    assert not Counter(first) - Counter(device.cards)


def test_8_4_nearest_miss_the_cards_of_the_coup_itself_wait_in_the_rack() -> None:
    used, device = after_one_coup()
    assert device.rack == (tuple(used),)
    assert device.remaining == 307
    assert Counter(device.cards) == Counter(decks_of(6)) - Counter(used)


def test_8_4_a_burned_card_goes_back_with_the_rack() -> None:
    device = ShufflingDevice(sabot.read_cards("5H 6D"), 1).discard(sabot.read_cards("9S"))
    assert device.rack == (sabot.read_cards("9S"),)
    after = device.coup_ended(sabot.read_cards("4S 4H 4D"), Seeded(1))
    assert Counter(after.cards) == Counter(sabot.read_cards("5H 6D 9S"))
    assert after.rack == (sabot.read_cards("4S 4H 4D"),)


@pytest.mark.parametrize("banker", range(10), ids="banker {}".format)
@pytest.mark.parametrize("player", range(10), ids="player {}".format)
def test_9_1_every_opening_total_with_every_drawn_card(player: int, banker: int) -> None:
    for third in range(10):
        expected = (True, third in BANKER_DRAWS_AGAINST.get(banker, ()))
        if player in (8, 9) or banker in (8, 9):
            expected = (False, False)
        elif player in (6, 7):
            expected = (False, banker in (0, 1, 2, 3, 4, 5))
        assert drawing(player, banker, third) == expected, third


def test_9_1_nearest_miss_no_card_where_none_is_required() -> None:
    assert refusal(lambda: sabot.deal(BOOK, f"{BANKER_7_6} 2S")) == ("too-many-cards", None)
    assert totals(BANKER_7_6) == (6, 7)


@pytest.mark.parametrize(
    "cards", ["2H AD KC", "2H 2D KC", "8H 3D KC", "9H 3D KC", "9H AD KC", "9H 3D 9C"]
)
def test_9_2_a_natural_ends_the_deal(cards: str) -> None:
    assert sabot.deal(BOOK, cards).cards_used == 3


def test_9_2_nearest_miss_seven_is_no_natural() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "2H KD KC")) == ("too-few-cards", "9.5")
    assert refusal(lambda: sabot.deal(BOOK, "7H 5D KC")) == ("too-few-cards", "9.3.1")


@pytest.mark.parametrize("banker", range(8), ids="banker {}".format)
def test_9_3_whole_table_one(banker: int) -> None:
    draws = [drawing(player, banker, 0)[0] for player in range(10)]
    assert draws == [True, True, True, True, True, True, False, False, False, False]


@pytest.mark.parametrize("card", "345678")
def test_9_3_1_the_player_draws_on_zero_to_five(card: str) -> None:
    assert refusal(lambda: sabot.deal(BOOK, f"7H {card}D KC")) == ("too-few-cards", "9.3.1")
    drew = sabot.deal(BOOK, f"7H {card}D KC 2S").hands["player"]
    assert [str(each) for each in drew.cards] == ["7", f"{card}D", "2S"]


def test_9_3_1_nearest_miss_five_does_not_draw_against_a_natural() -> None:
    assert drawing(5, 7, 2) == (True, False)
    assert drawing(5, 8, 2) == (False, False)


@pytest.mark.parametrize("card", "9TJQK")
def test_9_3_2_the_player_stands_on_six_and_seven(card: str) -> None:
    assert len(sabot.deal(BOOK, f"7H {card}D KC").hands["player"].cards) == 2


def test_9_3_2_nearest_miss_an_eight_makes_five_and_draws() -> None:
    assert drawing(5, 7, 2)[0]
    assert not drawing(6, 7, 2)[0]


@pytest.mark.parametrize("third", [None, *range(10)], ids="third {}".format)
@pytest.mark.parametrize("banker", range(10), ids="banker {}".format)
def test_9_4_whole_table_two(banker: int, third: int | None) -> None:
    against = banker <= 5 if third is None else third in BANKER_DRAWS_AGAINST.get(banker, ())
    assert PROCEDURE.banker_draws.draw(banker, third) is against


def test_9_4_table_two_reads_the_drawn_card_not_the_one_beside_the_seven() -> None:
    assert totals("6H 8D KC 6S 8C") == (1, 4)
    assert totals("6H 6D KC 8S") == (1, 6)


@pytest.mark.parametrize(("banker", "third"), DRAWS, ids="{}".format)
def test_9_4_1_the_banker_draws(banker: int, third: int) -> None:
    assert drawing(5, banker, third) == (True, True)


@pytest.mark.parametrize(
    ("banker", "third"), [(3, 8), (4, 1), (4, 8), (5, 3), (5, 8), (6, 5), (6, 8), (7, 6), (7, 7)]
)
def test_9_4_1_nearest_miss_one_point_off_and_the_banker_stands(banker: int, third: int) -> None:
    assert drawing(5, banker, third) == (True, False)


def test_9_4_1_is_cited_for_the_card_that_is_due() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "6H 8D KC 6S")) == ("too-few-cards", "9.4.1")


@pytest.mark.parametrize(("banker", "third"), STANDS, ids="{}".format)
def test_9_4_2_the_banker_stands(banker: int, third: int) -> None:
    assert drawing(5, banker, third) == (True, False)


@pytest.mark.parametrize(
    ("banker", "third"),
    [(2, 8), (3, 7), (3, 9), (4, 2), (4, 7), (5, 4), (5, 7), (6, 6), (6, 7)],
)
def test_9_4_2_nearest_miss_one_point_off_and_the_banker_draws(banker: int, third: int) -> None:
    assert drawing(5, banker, third) == (True, True)


@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", [0, 1, 2, 3, 4, 5])
def test_9_5_the_banker_draws_to_five_when_the_player_stands(player: int, banker: int) -> None:
    three = opening(player, banker)
    assert refusal(lambda: sabot.deal(BOOK, three)) == ("too-few-cards", "9.5")
    assert len(sabot.deal(BOOK, f"{three} 2S").hands["banker"].cards) == 3


@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", [6, 7])
def test_9_5_nearest_miss_the_banker_stands_on_six(player: int, banker: int) -> None:
    assert totals(opening(player, banker)) == (player, banker)


def test_9_6_one_more_card_for_each_hand_at_most() -> None:
    coup = sabot.deal(BOOK, "2H 5D KC QS 3C")
    assert [len(hand.cards) for hand in coup.hands.values()] == [3, 3]
    assert totals("2H 5D KC QS 3C") == (2, 5)


def test_9_6_nearest_miss_a_sixth_card() -> None:
    assert refusal(lambda: sabot.deal(BOOK, "2H 5D KC QS 3C 4S")) == ("too-many-cards", None)


def test_9_4_every_total_against_every_total_in_every_column() -> None:
    assert_every_cell("star-seven-up")
