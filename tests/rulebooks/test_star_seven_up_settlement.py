"""star-seven-up, clauses 10 and 11: which sevens count, and every pay line."""

import pytest

import sabot
from sabot.core.money import dollars
from sabot.rulebooks import edition

BOOK = edition("star-seven-up", "17 August 2016")

PLAYER_7_6 = "6H KD KC"
PLAYER_8_7 = "7H AD KC"
PLAYER_6_5 = "5H 9D KC KS"
BANKER_7_6 = "7H 9D KC"
BANKER_8_7 = "8H KD KC"
BANKER_6_5 = "6H 8D KC QS"
TIE_7_7 = "7H KD KC"
TIE_6_6 = "6H 9D KC"
TIE_8_8 = "8H AD KC"
SEVENS = {
    1: ["6H KD KC", "3H 9D 4C", "6H 8D KC 6S 8C"],
    2: ["7H KD KC", "KH 9D 7C", "6H 8D KC 7S 3D"],
    3: ["KH 7D 7C 2S", "7H KD 7C 3S", "KH 7D 4C 7S 2D"],
    4: ["7H KD 7C 7S", "7H 7D KC 7S"],
    5: ["7H 7D 7C 7S KD"],
    6: ["7H 7D 7C 7S 7H"],
}


def settled(cards: str, on: str) -> str:
    (each,) = sabot.settle(sabot.deal(BOOK, cards), [sabot.stake(on, "20")])
    return f"{each}, {dollars(each.returns)} back"


@pytest.mark.parametrize("cards", SEVENS[2])
def test_10_5_the_printed_seven_is_the_first_of_the_coup(cards: str) -> None:
    assert " at 2:1 " in settled(cards, "super-sevens")


@pytest.mark.parametrize("cards", SEVENS[1])
def test_10_5_nearest_miss_six_and_eight_are_no_seven(cards: str) -> None:
    assert " loses " in settled(cards, "super-sevens")


def test_10_6_super_sevens_is_collected_or_paid_when_the_coup_is_over() -> None:
    assert settled("6H 8D KC 6S 7C", "super-sevens").endswith("60.00 back")
    assert settled("6H 8D KC 6S 8C", "super-sevens").endswith("0.00 back")


def test_10_6_nearest_miss_not_before_the_last_card() -> None:
    with pytest.raises(sabot.Refusal) as caught:
        settled("6H 8D KC 6S", "super-sevens")
    assert (caught.value.code, caught.value.clause) == ("too-few-cards", "9.4.1")


def test_11_1_every_wager_is_settled_on_its_own() -> None:
    stakes = [sabot.stake(on, "20") for on in ("player", "banker", "tie", "super-sevens")]
    ends = sabot.settle(sabot.deal(BOOK, TIE_7_7), stakes)
    assert [(each.outcome, each.returns) for each in ends] == [
        ("standoff", 20_00),
        ("standoff", 20_00),
        ("win", 200_00),
        ("win", 60_00),
    ]


def test_11_1_1_every_losing_wager_is_collected() -> None:
    stakes = [sabot.stake(on, "20") for on in ("banker", "tie", "super-sevens")]
    ends = sabot.settle(sabot.deal(BOOK, PLAYER_7_6), stakes)
    assert [(each.outcome, each.pays, each.returns) for each in ends] == [("lose", 0, 0)] * 3


def test_11_1_1_nearest_miss_a_standoff_is_not_collected() -> None:
    assert settled(TIE_7_7, "banker").endswith("20.00 back")
    assert settled(TIE_7_7, "player").endswith("20.00 back")


@pytest.mark.parametrize("cards", [BANKER_7_6, "3H 9D 4C", "2H 9D KC 5S"])
def test_11_1_2_banker_seven_pays_nine_to_five(cards: str) -> None:
    assert settled(cards, "banker") == "banker 20.00 wins 36.00 at 9:5 (11.1.2), 56.00 back"


@pytest.mark.parametrize("cards", [BANKER_8_7, BANKER_6_5, "7H 9D AC"])
def test_11_1_2_nearest_miss_banker_eight_or_six_pays_one_to_one(cards: str) -> None:
    assert settled(cards, "banker") == "banker 20.00 wins 20.00 at 1:1 (11.1.2), 40.00 back"


@pytest.mark.parametrize("cards", [PLAYER_7_6, "6H 8D KC 2S"])
def test_11_1_2_player_seven_pays_one_to_two(cards: str) -> None:
    assert settled(cards, "player") == "player 20.00 wins 10.00 at 1:2 (11.1.2), 30.00 back"


@pytest.mark.parametrize("cards", [PLAYER_8_7, PLAYER_6_5, "6H 8D KC 3S"])
def test_11_1_2_nearest_miss_player_eight_or_six_pays_one_to_one(cards: str) -> None:
    assert settled(cards, "player") == "player 20.00 wins 20.00 at 1:1 (11.1.2), 40.00 back"


@pytest.mark.parametrize("cards", [TIE_7_7, "7H KD 7C 3S"])
def test_11_1_2_seven_all_pays_nine_to_one(cards: str) -> None:
    assert settled(cards, "tie") == "tie 20.00 wins 180.00 at 9:1 (11.1.2), 200.00 back"


@pytest.mark.parametrize("cards", [TIE_6_6, TIE_8_8, "7H 7D 7C 7S 7H"])
def test_11_1_2_nearest_miss_eight_or_six_all_pays_seven_to_one(cards: str) -> None:
    assert settled(cards, "tie") == "tie 20.00 wins 140.00 at 7:1 (11.1.2), 160.00 back"


@pytest.mark.parametrize(
    ("sevens", "ending"),
    [
        (2, "wins 40.00 at 2:1 (11.1.3), 60.00 back"),
        (3, "wins 100.00 at 5:1 (11.1.3), 120.00 back"),
        (4, "wins 340.00 at 17:1 (11.1.3), 360.00 back"),
        (5, "wins 1400.00 at 70:1 (11.1.3), 1420.00 back"),
        (6, "wins 14000.00 at 700:1 (11.1.3), 14020.00 back"),
    ],
)
def test_11_1_3_super_sevens_pays_by_the_number_of_sevens(sevens: int, ending: str) -> None:
    for cards in SEVENS[sevens]:
        assert settled(cards, "super-sevens") == f"super-sevens 20.00 {ending}"


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("7H 7D 7C 7S 8H", "70:1"),
        ("7H 7D 7C 8S", "17:1"),
        ("7H 7D KC 8S", "5:1"),
        ("7H 9D KC", "2:1"),
    ],
)
def test_11_1_3_nearest_miss_a_last_card_one_off_pays_a_line_less(cards: str, odds: str) -> None:
    assert f" at {odds} " in settled(cards, "super-sevens")


def test_11_1_3_nearest_miss_a_count_of_seven_is_no_seven() -> None:
    assert settled("3H 9D 4C", "super-sevens").endswith("loses (5.1.4), 0.00 back")
