"""star-seven-up, clauses 1 to 5 and 10.3: cards, device, and which wagers may be made."""

from collections import Counter

import pytest

import sabot
from sabot.core.cards import DECK, Card, decks_of, read_cards, value_of
from sabot.core.money import cents, dollars, payment
from sabot.coup import deal_so_far
from sabot.rulebooks import edition
from sabot.rules.coup.results import result_of
from sabot.shoe import (
    Burned,
    Seeded,
    ShufflingDevice,
    burn,
    check_decks,
    check_replacement,
    check_source,
    shuffle,
)
from support.documents import refusal

BOOK = edition("star-seven-up", "17 August 2016")
PREPARATION = BOOK.preparation
PLAYER_7_6 = "6H KD KC"
PLAYER_8_7 = "7H AD KC"
BANKER_7_6 = "7H 9D KC"
BANKER_8_7 = "8H KD KC"
TIE_7_7 = "7H KD KC"
TIE_6_6 = "6H 9D KC"
BANKER_7_WITHOUT_A_SEVEN = "3H 9D 4C"


def settled(cards: str, on: str) -> str:
    (each,) = sabot.settle(sabot.deal(BOOK, cards), [sabot.stake(on, "20")])
    return f"{each}, {dollars(each.returns)} back"


def paid(amount: str, on: str, cards: str, chip: str) -> str:
    (each,) = sabot.settle(sabot.deal(BOOK, cards), [sabot.stake(on, amount)], chip=chip)
    return dollars(each.pays)


def together(*wagers: str, at_table: tuple[str, ...] = (), approved: bool = False) -> str | None:
    found = BOOK.together.check(wagers, at_table, approved)
    return None if found is None else found.clause


def count(cards: str) -> int:
    return sabot.point_count(read_cards(cards))


def device() -> ShufflingDevice:
    assert PREPARATION.rack_coups is not None
    return ShufflingDevice.load(decks_of(6), PREPARATION.rack_coups, Seeded("device"))


def drawn(source: ShufflingDevice, number: int) -> tuple[list[Card], ShufflingDevice]:
    cards = []
    for _ in range(number):
        card, source = source.draw()
        cards.append(card.card)
    return cards, source


def burned(cards: str) -> tuple[Burned, ShufflingDevice]:
    return burn(ShufflingDevice(read_cards(cards), 1), PREPARATION.burn_named("face down"))


def replaced(occasion: str, in_coup: bool) -> str:
    rules = PREPARATION.replacements
    return check_replacement(
        rules, occasion, in_coup=in_coup, old_back="red", new_back="red"
    ).clause


@pytest.mark.parametrize("total", range(10))
def test_1_1_a_tie_is_the_same_point_count(total: int) -> None:
    assert result_of(total, total) == "tie"


def test_1_1_nearest_miss_one_point_apart_is_no_tie() -> None:
    assert sabot.deal(BOOK, PLAYER_7_6).result == "player"
    assert sabot.deal(BOOK, BANKER_7_6).result == "banker"
    assert sabot.deal(BOOK, TIE_7_7).result == "tie"


def test_3_1_six_decks_of_52_cards() -> None:
    assert check_decks(PREPARATION.decks, 6) == BOOK.decks() == 6
    assert len(DECK) == len(set(DECK)) == 52
    assert refusal(lambda: sabot.read_card("JOKER")) == ("unknown-card", None)


@pytest.mark.parametrize("decks", [5, 7, 8, 4, "6", True])
def test_3_1_nearest_miss_any_other_number_of_decks(decks: object) -> None:
    assert refusal(lambda: BOOK.decks(decks)) == ("wrong-decks", "3.1")


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


@pytest.mark.parametrize(("cards", "total"), [("KS QH", 0), ("AS KH", 1), ("7S 2H", 9)])
def test_3_3_1_a_total_below_ten_is_the_point_count(cards: str, total: int) -> None:
    assert count(cards) == total


def test_3_3_1_nearest_miss_a_total_of_ten_is_not() -> None:
    assert count("7S 3H") == 0


@pytest.mark.parametrize(("cards", "total"), [("7S 3H", 0), ("7S 9H", 6), ("7S 7H 7D", 1)])
def test_3_3_2_a_total_of_ten_or_more_counts_its_right_digit(cards: str, total: int) -> None:
    assert count(cards) == total


def test_3_3_2_nearest_miss_a_total_of_nine_counts_nine() -> None:
    assert count("7S 2H") == 9


def test_3_3_3_the_printed_seven_heads_the_player_hand() -> None:
    hands = deal_so_far(BOOK, read_cards("6H KD KC")).hands
    assert [str(card) for card in hands["player"]] == ["7", "KD"]
    assert sabot.deal(BOOK, "6H KD KC").hands["player"].total == 7


def test_3_3_3_nearest_miss_the_banker_has_no_printed_seven() -> None:
    assert [str(card) for card in deal_so_far(BOOK, ()).hands["player"]] == ["7"]
    assert deal_so_far(BOOK, ()).hands["banker"] == []
    assert sabot.deal(BOOK, "6H KD KC").hands["banker"].total == 6


def test_3_3_3_nearest_miss_the_decks_are_not_short_of_a_seven() -> None:
    assert sum(card.rank == "7" for card in device().cards) == 24


def test_3_8_unfit_cards_are_replaced_between_coups() -> None:
    assert replaced("unfit cards", in_coup=False) == "3.8"


def test_3_8_nearest_miss_not_while_a_coup_is_in_progress() -> None:
    during = refusal(lambda: replaced("unfit cards", in_coup=True))
    assert during == ("wrong-replacement", "3.8")


def test_3_8_nearest_miss_there_is_no_last_coup_to_replace_cards_after() -> None:
    after = refusal(lambda: replaced("the last coup", in_coup=False))
    assert after == ("wrong-replacement", None)


def test_4_1_every_order_comes_about_as_often() -> None:
    chance = Seeded("orders")
    orders = Counter(shuffle(read_cards("4S 5H 6D"), chance) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_4_1_nearest_miss_a_shuffle_adds_and_loses_no_card() -> None:
    assert device().cards != decks_of(6)
    assert Counter(shuffle(decks_of(6), Seeded(1))) == Counter(decks_of(6))


def test_4_4_the_first_card_is_burned_face_down() -> None:
    gone, rest = burned("9S 5H 6D")
    assert gone == Burned(read_cards("9S"), ())
    assert rest.cards == read_cards("5H 6D")


def test_4_4_nearest_miss_its_value_burns_no_more() -> None:
    assert burned("2S 5H 6D")[1].remaining == 2
    assert refusal(lambda: PREPARATION.burn_named("counted")) == ("wrong-burn", "4.4")


@pytest.mark.parametrize(
    ("on", "name"),
    [("player", "Player"), ("banker", "Banker"), ("tie", "Tie"), ("super-sevens", "Super 7's")],
)
def test_5_1_four_wagers_may_be_made(on: str, name: str) -> None:
    assert BOOK.wager(on).name == name


@pytest.mark.parametrize("on", ["pairs-player", "super-six", "tiger", "Tie", None])
def test_5_1_nearest_miss_a_wager_of_another_game(on: object) -> None:
    assert refusal(lambda: BOOK.wager(on)) == ("unknown-wager", None)


@pytest.mark.parametrize("cards", [PLAYER_7_6, PLAYER_8_7, "8H 2D KC"])
def test_5_1_1_1_player_wins_with_the_higher_point_count(cards: str) -> None:
    assert settled(cards, "player").startswith("player 20.00 wins ")


def test_5_1_1_1_nearest_miss_an_equal_point_count_does_not_win() -> None:
    assert " wins " not in settled(TIE_7_7, "player")


def test_5_1_1_2_player_loses_with_the_lower_point_count() -> None:
    assert settled(BANKER_7_6, "player") == "player 20.00 loses (5.1.1.2), 0.00 back"


def test_5_1_1_2_nearest_miss_an_equal_point_count_does_not_lose() -> None:
    assert "loses" not in settled(TIE_7_7, "player")


@pytest.mark.parametrize("cards", [TIE_7_7, TIE_6_6, "8H AD KC"])
def test_5_1_1_3_player_stands_off_on_equal_point_counts(cards: str) -> None:
    assert settled(cards, "player") == "player 20.00 stands off (5.1.1.3), 20.00 back"


def test_5_1_1_3_nearest_miss_one_point_apart_is_no_standoff() -> None:
    assert "stands off" not in settled(PLAYER_7_6, "player")
    assert "stands off" not in settled(BANKER_7_6, "player")


@pytest.mark.parametrize("cards", [BANKER_7_6, BANKER_8_7, "9H AD KC"])
def test_5_1_2_1_banker_wins_with_the_higher_point_count(cards: str) -> None:
    assert settled(cards, "banker").startswith("banker 20.00 wins ")


def test_5_1_2_1_nearest_miss_an_equal_point_count_does_not_win() -> None:
    assert " wins " not in settled(TIE_7_7, "banker")


def test_5_1_2_2_banker_loses_with_the_lower_point_count() -> None:
    assert settled(PLAYER_7_6, "banker") == "banker 20.00 loses (5.1.2.2), 0.00 back"


def test_5_1_2_2_nearest_miss_an_equal_point_count_does_not_lose() -> None:
    assert "loses" not in settled(TIE_7_7, "banker")


@pytest.mark.parametrize("cards", [TIE_7_7, TIE_6_6, "8H AD KC"])
def test_5_1_2_3_banker_stands_off_on_equal_point_counts(cards: str) -> None:
    assert settled(cards, "banker") == "banker 20.00 stands off (5.1.2.3), 20.00 back"


def test_5_1_2_3_nearest_miss_one_point_apart_is_no_standoff() -> None:
    assert "stands off" not in settled(BANKER_7_6, "banker")
    assert "stands off" not in settled(PLAYER_7_6, "banker")


@pytest.mark.parametrize("cards", [TIE_7_7, TIE_6_6, "8H AD KC"])
def test_5_1_3_tie_wins_on_equal_point_counts(cards: str) -> None:
    assert settled(cards, "tie").startswith("tie 20.00 wins ")


@pytest.mark.parametrize("cards", [PLAYER_7_6, BANKER_7_6, PLAYER_8_7, BANKER_8_7])
def test_5_1_3_nearest_miss_tie_loses_one_point_apart(cards: str) -> None:
    assert settled(cards, "tie") == "tie 20.00 loses (5.1.3), 0.00 back"


@pytest.mark.parametrize("cards", [TIE_7_7, "KH 9D 7C", "KH 7D 7C 2S", "6H 8D KC 7S 3D"])
def test_5_1_4_super_sevens_wins_with_the_printed_seven_and_another(cards: str) -> None:
    assert settled(cards, "super-sevens").startswith("super-sevens 20.00 wins ")


@pytest.mark.parametrize("cards", [PLAYER_7_6, BANKER_7_WITHOUT_A_SEVEN, "6H 8D KC 6S 8C"])
def test_5_1_4_nearest_miss_the_printed_seven_alone_loses(cards: str) -> None:
    assert settled(cards, "super-sevens") == "super-sevens 20.00 loses (5.1.4), 0.00 back"


def test_5_6_1_player_alone() -> None:
    assert together("player") == "5.6.1"


def test_5_6_1_nearest_miss_player_beside_banker() -> None:
    assert refusal(lambda: together("player", "banker")) == ("needs-approval", "5.6.6")


def test_5_6_2_player_and_tie() -> None:
    assert together("tie", "player") == "5.6.2"


def test_5_6_2_nearest_miss_player_and_tie_beside_banker() -> None:
    assert refusal(lambda: together("player", "tie", "banker")) == ("needs-approval", "5.6.7")


def test_5_6_3_banker_alone() -> None:
    assert together("banker") == "5.6.3"


def test_5_6_3_nearest_miss_banker_beside_player() -> None:
    assert refusal(lambda: together("banker", "player")) == ("needs-approval", "5.6.6")


def test_5_6_4_banker_and_tie() -> None:
    assert together("banker", "tie") == "5.6.4"


def test_5_6_4_nearest_miss_banker_and_tie_beside_player() -> None:
    assert refusal(lambda: together("banker", "tie", "player")) == ("needs-approval", "5.6.7")


def test_5_6_5_tie_alone() -> None:
    assert together("tie") == "5.6.5"


def test_5_6_5_nearest_miss_super_sevens_is_no_main_wager() -> None:
    assert together("tie", "super-sevens") == "5.6.5"
    assert together("super-sevens", at_table=("tie",)) is None


def test_5_6_6_banker_and_player_with_approval() -> None:
    assert together("banker", "player", approved=True) == "5.6.6"


def test_5_6_6_nearest_miss_banker_and_player_without_approval() -> None:
    with pytest.raises(sabot.Refusal, match="approval of a gaming manager") as caught:
        together("banker", "player")
    assert caught.value.clause == "5.6.6"


def test_5_6_7_banker_player_and_tie_with_approval() -> None:
    assert together("banker", "player", "tie", approved=True) == "5.6.7"


def test_5_6_7_nearest_miss_banker_player_and_tie_without_approval() -> None:
    with pytest.raises(sabot.Refusal, match="approval of a gaming manager") as caught:
        together("banker", "player", "tie")
    assert caught.value.clause == "5.6.7"


@pytest.mark.parametrize(
    ("main", "clause"), [("player", "5.6.1"), ("banker", "5.6.3"), ("tie", "5.6.5")]
)
def test_5_6_8_super_sevens_beside_a_main_wager(main: str, clause: str) -> None:
    assert together(main, "super-sevens") == clause


def test_5_6_8_nearest_miss_super_sevens_with_no_main_wager() -> None:
    assert refusal(lambda: together("super-sevens")) == ("not-alone", "5.6.8")


@pytest.mark.parametrize(("amount", "chip", "pays"), [("5", "5", "5.00"), ("25", "1", "13.00")])
def test_5_7_half_a_stake_goes_up_to_the_next_chip(amount: str, chip: str, pays: str) -> None:
    assert paid(amount, "player", PLAYER_7_6, chip) == pays


def test_5_7_nine_to_five_goes_up_to_the_next_chip() -> None:
    assert paid("12.50", "banker", BANKER_7_6, "2.50") == "22.50"
    assert paid("12", "banker", BANKER_7_6, "2.50") == "22.50"
    assert payment(cents("1"), sabot.Odds(9, 5), cents("1"), BOOK.chips) == cents("2")


def test_5_7_nearest_miss_an_exact_payment_stays() -> None:
    assert paid("5", "player", PLAYER_7_6, "0.50") == "2.50"
    assert paid("5", "banker", BANKER_7_6, "1") == "9.00"


@pytest.mark.parametrize("main", ["player", "banker", "tie"])
def test_10_3_super_sevens_beside_a_main_wager_of_somebody_else(main: str) -> None:
    assert together("super-sevens", at_table=(main, "super-sevens")) is None


def test_10_3_nearest_miss_only_super_sevens_at_the_table() -> None:
    alone = refusal(lambda: together("super-sevens", at_table=("super-sevens",)))
    assert alone == ("not-alone", "5.6.8")


def test_3_6_cards_come_from_a_device() -> None:
    assert [check_source(PREPARATION.sources, each) for each in ["device"]] == ["device"]


def test_3_6_nearest_miss_not_from_a_shoe() -> None:
    assert refusal(lambda: check_source(PREPARATION.sources, "shoe")) == ("wrong-source", "3.6")
