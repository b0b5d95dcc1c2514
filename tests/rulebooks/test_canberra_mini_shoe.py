"""Mini-Baccarat at Casino Canberra, clause by clause: decks, shuffle, cut, burn, last round."""

from collections import Counter

import pytest

import sabot
from sabot.core.cards import decks_of, read_cards
from sabot.rulebooks import edition
from sabot.shoe import (
    RunDown,
    Seeded,
    burn,
    burn_count,
    check_source,
    cut,
    load,
    shuffle,
)
from sabot.shoe.procedure import COMMENCING, SHUFFLED
from support.documents import PreparedCards, draw, present, refusal

BOOK = edition("canberra-mini", "NI2017-633")
PREPARATION = BOOK.preparation
CUT = present(PREPARATION.cut)
CUTTING_CARD = present(PREPARATION.cutting_card)
FRESH = RunDown(present(PREPARATION.last_coup))
STACK = decks_of(8)
SUPERVISOR = 0
CARDS = PreparedCards(BOOK, STACK, 400)
shoe = CARDS.shoe
replacement, offers = CARDS.replacement, CARDS.offers


# 2 Cards


def test_2_1_eight_decks_and_two_cutting_cards() -> None:
    assert BOOK.decks(8) == 8
    assert PREPARATION.cutting_cards == 2


def test_2_1_each_deck_has_52_cards_without_jokers() -> None:
    copies = Counter(str(card) for card in decks_of(BOOK.decks(8)))
    assert len(copies) == 52
    assert set(copies.values()) == {8}
    assert refusal(lambda: sabot.read_card("JOKER")) == ("unknown-card", None)


@pytest.mark.parametrize("decks", [6, 7, 9])
def test_2_1_nearest_miss_any_other_number_of_decks(decks: int) -> None:
    assert refusal(lambda: BOOK.decks(decks)) == ("wrong-decks", "2.1")


def test_2_3_casino_operator_may_change_cards_after_any_round() -> None:
    occasion = "any reason after a round"
    assert replacement(occasion, in_coup=False) == ("2.3", "casino operator")


def test_2_3_nearest_miss_the_round_is_still_running() -> None:
    occasion = "any reason after a round"
    assert refusal(lambda: replacement(occasion, in_coup=True)) == ("wrong-replacement", "2.3")


# 5 Shuffle and cut of the cards


def test_5_1_a_cards_are_shuffled_for_a_new_shoe() -> None:
    mixed = shuffle(STACK, Seeded(1))
    assert Counter(mixed) == Counter(STACK)
    assert mixed != STACK


def test_5_1_a_nearest_miss_the_next_shoe_has_another_order() -> None:
    assert shuffle(STACK, Seeded(1)) != shuffle(STACK, Seeded(2))


def test_5_1_b_shuffle_after_the_round_with_the_cutting_card() -> None:
    assert FRESH.cutting_card_out(first=False).coup_ended(tie=False).must_shuffle


def test_5_1_b_nearest_miss_no_shuffle_after_a_round_without_the_cutting_card() -> None:
    assert not FRESH.coup_ended(tie=False).must_shuffle


def test_5_3_cards_are_offered_to_players_and_last_to_the_supervisor() -> None:
    assert offers(COMMENCING, [1, 3, 5], named=3) == [3, 5, 1, SUPERVISOR]
    assert offers(SHUFFLED, [1, 3, 5]) == [1, 3, 5, SUPERVISOR]


def test_5_3_supervisor_cuts_if_no_players_are_present() -> None:
    assert offers(COMMENCING, []) == [SUPERVISOR]


def test_5_3_nearest_miss_one_player_present_is_asked_before_the_supervisor() -> None:
    assert offers(SHUFFLED, [7]) == [7, SUPERVISOR]


@pytest.mark.parametrize("at", [52, 364])
def test_5_4_cut_one_deck_from_either_end(at: int) -> None:
    assert Counter(cut(STACK, at, CUT)) == Counter(STACK)


@pytest.mark.parametrize("at", [51, 365])
def test_5_4_nearest_miss_cut_one_card_too_shallow(at: int) -> None:
    assert refusal(lambda: cut(STACK, at, CUT)) == ("wrong-cut", "5.4")


def test_5_4_cards_in_front_of_the_cut_go_to_the_back() -> None:
    mixed = shuffle(STACK, Seeded(4))
    assert cut(mixed, 60, CUT) == mixed[60:] + mixed[:60]


@pytest.mark.parametrize("from_back", [12, 13, 104])
def test_5_4_other_cutting_card_twelve_cards_or_more_from_the_back(from_back: int) -> None:
    _, places, _ = draw(load(STACK, from_back, CUTTING_CARD), 416)
    assert places == [416 - from_back]


@pytest.mark.parametrize("from_back", [0, 11])
def test_5_4_nearest_miss_eleven_cards_from_the_back(from_back: int) -> None:
    assert refusal(lambda: load(STACK, from_back, CUTTING_CARD)) == ("wrong-cutting-card", "5.4")


def test_5_5_a_first_card_is_discarded_unseen() -> None:
    burned, left = burn(shoe("7S KD 9H"), PREPARATION.burn_named("face down"))
    assert (burned.cards, burned.face_up) == (read_cards("7S"), ())
    assert left.dealt == 1


def test_5_5_a_nearest_miss_the_second_card_stays() -> None:
    _, left = burn(shoe("7S KD 9H"), PREPARATION.burn_named("face down"))
    assert draw(left, 1)[0] == [*read_cards("KD")]


def test_5_5_b_first_card_is_exposed() -> None:
    burned, _ = burn(shoe("2S KD 9H 5C"), PREPARATION.burn_named("counted"))
    assert burned.face_up == read_cards("2S")


def test_5_5_b_nearest_miss_the_second_card_is_not_exposed() -> None:
    burned, _ = burn(shoe("2S KD 9H 5C"), PREPARATION.burn_named("counted"))
    assert burned.cards == read_cards("2S KD 9H")
    assert len(burned.face_up) == 1


def test_5_5_nearest_miss_no_third_way_to_begin() -> None:
    assert refusal(lambda: PREPARATION.burn_named("three cards")) == ("wrong-burn", "5.5(a)")


@pytest.mark.parametrize(
    ("card", "more"), [("AS", 1), ("2S", 2), ("3S", 3), ("5S", 5), ("8S", 8), ("9S", 9)]
)
def test_5_6_as_many_cards_are_discarded_as_the_exposed_card_shows(card: str, more: int) -> None:
    burned, left = burn(shoe(card), PREPARATION.burn_named("counted"))
    assert len(burned.cards) == 1 + more
    assert left.dealt == 1 + more


def test_5_6_nearest_miss_the_card_after_them_stays() -> None:
    _, left = burn(shoe("2S KD 9H 5C"), PREPARATION.burn_named("counted"))
    assert draw(left, 1)[0] == [*read_cards("5C")]


def test_5_6_nearest_miss_an_unexposed_first_card_takes_no_others_with_it() -> None:
    burned, _ = burn(shoe("9S KD 9H"), PREPARATION.burn_named("face down"))
    assert len(burned.cards) == 1


@pytest.mark.parametrize("card", ["TS", "JH", "QD", "KC"])
def test_5_7_ten_jack_queen_and_king_burn_ten(card: str) -> None:
    assert burn_count(sabot.read_card(card)) == 10
    assert len(burn(shoe(card), PREPARATION.burn_named("counted"))[0].cards) == 11


def test_5_7_nearest_miss_nine_burns_nine_and_ace_burns_one() -> None:
    assert burn_count(sabot.read_card("9S")) == 9
    assert burn_count(sabot.read_card("AS")) == 1


@pytest.mark.parametrize("first", [True, False])
def test_5_8_shuffle_after_the_round_in_which_the_cutting_card_is_drawn(first: bool) -> None:
    running = FRESH.cutting_card_out(first=first)
    assert (running.is_last_coup, running.must_shuffle) == (True, False)
    assert running.coup_ended(tie=False).must_shuffle


@pytest.mark.parametrize("first", [True, False])
def test_5_8_one_more_round_after_a_tie(first: bool) -> None:
    again = FRESH.cutting_card_out(first=first).coup_ended(tie=True)
    assert (again.is_last_coup, again.must_shuffle) == (True, False)
    assert again.coup_ended(tie=False).must_shuffle


def test_5_8_nearest_miss_a_second_tie_earns_no_second_round() -> None:
    again = FRESH.cutting_card_out(first=False).coup_ended(tie=True)
    assert again.coup_ended(tie=True).must_shuffle


def test_5_8_nearest_miss_a_tie_before_the_cutting_card_earns_nothing() -> None:
    later = FRESH.coup_ended(tie=True).cutting_card_out(first=False)
    assert later.coup_ended(tie=False).must_shuffle


# 6.1 The shoe


def test_6_1_cards_come_from_a_shoe() -> None:
    assert [check_source(PREPARATION.sources, each) for each in ["shoe"]] == ["shoe"]


def test_6_1_nearest_miss_not_from_a_device() -> None:
    assert refusal(lambda: check_source(PREPARATION.sources, "device")) == ("wrong-source", "6.1")
