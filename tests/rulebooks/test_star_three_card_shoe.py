"""Three Card Baccarat, clause by clause: decks, shuffle, cut, cutting card, burn, device."""

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

BOOK = edition("star-three-card", "17 August 2016")
PREPARATION = BOOK.preparation
CUT = present(PREPARATION.cut)
CUTTING_CARD = present(PREPARATION.cutting_card)
FRESH = RunDown(present(PREPARATION.last_coup))
SIX_DECKS, EIGHT_DECKS = decks_of(6), decks_of(8)
SUPERVISOR = 0
CARDS = PreparedCards(BOOK, SIX_DECKS, 260)
shoe, device = CARDS.shoe, CARDS.device
replacement, offers = CARDS.replacement, CARDS.offers


# 3 The cards


@pytest.mark.parametrize("decks", [6, 8])
def test_3_1_six_or_eight_decks(decks: int) -> None:
    assert BOOK.decks(decks) == decks


def test_3_1_each_deck_has_52_cards_without_jokers() -> None:
    copies = Counter(str(card) for card in decks_of(BOOK.decks(6)))
    assert len(copies) == 52
    assert set(copies.values()) == {6}
    assert refusal(lambda: sabot.read_card("JOKER")) == ("unknown-card", None)


@pytest.mark.parametrize("decks", [3, 4, 5, 7, 9])
def test_3_1_nearest_miss_any_other_number_of_decks(decks: int) -> None:
    assert refusal(lambda: BOOK.decks(decks)) == ("wrong-decks", "3.1")


def test_3_1_nearest_miss_a_seventh_copy_in_six_decks() -> None:
    question = {
        "rulebook": "star-three-card",
        "decks": 6,
        "boxes": [1, 2],
        "cards": ["9S", "9S", "9S", "9S", "9S", "9S", "9S", "2H", "3D"],
    }
    assert refusal(lambda: sabot.adjudicate(question)) == ("too-many-copies", "3.1")
    assert sabot.adjudicate(question | {"decks": 8})["cards_used"] == 9


def test_3_9_cards_may_be_replaced_after_the_last_coup() -> None:
    assert replacement("the last coup", in_coup=False) == ("3.9", "casino supervisor")


def test_3_9_nearest_miss_the_last_coup_is_still_running() -> None:
    assert refusal(lambda: replacement("the last coup", in_coup=True)) == (
        "wrong-replacement",
        "3.9",
    )


def test_3_10_unfit_cards_are_replaced_by_order_of_a_casino_supervisor() -> None:
    assert replacement("unfit cards", in_coup=False) == ("3.10", "casino supervisor")


def test_3_10_nearest_miss_a_coup_is_in_progress() -> None:
    assert refusal(lambda: replacement("unfit cards", in_coup=True)) == (
        "wrong-replacement",
        "3.10",
    )


def test_3_10_nearest_miss_cards_that_are_merely_unlucky() -> None:
    assert refusal(lambda: replacement("a player's wish", in_coup=False)) == (
        "wrong-replacement",
        None,
    )


# 4 The shuffle and cut


def test_4_1_shuffle_intermixes_and_keeps_every_card() -> None:
    mixed = shuffle(SIX_DECKS, Seeded(1))
    assert Counter(mixed) == Counter(SIX_DECKS)
    assert mixed != SIX_DECKS


def test_4_1_nearest_miss_another_shuffle_gives_another_order() -> None:
    assert shuffle(SIX_DECKS, Seeded(1)) != shuffle(SIX_DECKS, Seeded(2))


def test_4_1_1_cards_are_shuffled_before_the_start_of_play() -> None:
    mixed = shuffle(EIGHT_DECKS, Seeded(3))
    assert len(mixed) == 416
    moved = sum(mine is not new for mine, new in zip(EIGHT_DECKS, mixed, strict=True))
    assert moved > 350


def test_4_1_1_nearest_miss_one_card_has_only_one_order() -> None:
    assert shuffle(read_cards("4S"), Seeded(1)) == read_cards("4S")


def test_4_1_2_shuffle_when_the_coup_with_the_cutting_card_is_complete() -> None:
    assert FRESH.cutting_card_out(first=False).coup_ended(tie=False).must_shuffle


def test_4_1_2_nearest_miss_no_shuffle_before_that_coup_is_complete() -> None:
    assert not FRESH.coup_ended(tie=False).cutting_card_out(first=False).must_shuffle


def test_4_1_2_nearest_miss_no_shuffle_after_a_coup_without_the_cutting_card() -> None:
    assert not FRESH.coup_ended(tie=False).must_shuffle


def test_4_3_stack_is_offered_to_the_players_after_a_shuffle() -> None:
    assert offers(SHUFFLED, [1, 2, 3]) == [1, 2, 3, SUPERVISOR]


def test_4_3_nearest_miss_no_offer_when_nothing_was_shuffled() -> None:
    occasion = "the cutting card came first"
    assert refusal(lambda: offers(occasion, [1, 2])) == ("wrong-cut", "4.3.1")


def test_4_3_1_first_player_to_the_table_cuts_when_the_game_commences() -> None:
    assert offers(COMMENCING, [1, 3, 5], named=3)[0] == 3


def test_4_3_1_nearest_miss_once_the_game_runs_the_first_comer_is_passed_over() -> None:
    assert offers(SHUFFLED, [1, 3, 5], named=3)[0] == 1


def test_4_3_2_player_at_the_immediate_left_of_the_dealer_cuts() -> None:
    assert offers(SHUFFLED, [2, 4, 7])[0] == 2


def test_4_3_2_nearest_miss_the_player_at_the_right_end_is_offered_last() -> None:
    assert offers(SHUFFLED, [2, 4, 7])[-2] == 7


def test_4_4_refused_cut_goes_clockwise_and_last_to_the_supervisor() -> None:
    assert offers(COMMENCING, [1, 3, 5, 6], named=5) == [5, 6, 1, 3, SUPERVISOR]


def test_4_4_nearest_miss_supervisor_cuts_at_once_only_without_players() -> None:
    assert offers(SHUFFLED, []) == [SUPERVISOR]
    assert offers(SHUFFLED, [4]) == [4, SUPERVISOR]


@pytest.mark.parametrize(("decks", "at"), [(6, 52), (6, 260), (8, 52), (8, 364)])
def test_4_5_cut_one_deck_from_either_end(decks: int, at: int) -> None:
    assert Counter(cut(decks_of(decks), at, CUT)) == Counter(decks_of(decks))


@pytest.mark.parametrize(("decks", "at"), [(6, 51), (6, 261), (8, 51), (8, 365)])
def test_4_5_nearest_miss_cut_one_card_too_shallow(decks: int, at: int) -> None:
    assert refusal(lambda: cut(decks_of(decks), at, CUT)) == ("wrong-cut", "4.5")


def test_4_6_cards_in_front_of_the_cut_go_to_the_back() -> None:
    mixed = shuffle(SIX_DECKS, Seeded(4))
    assert cut(mixed, 60, CUT) == mixed[60:] + mixed[:60]


def test_4_6_cutting_card_goes_in_one_deck_from_the_back() -> None:
    _, places, _ = draw(load(SIX_DECKS, 52, CUTTING_CARD), 312)
    assert places == [260]


@pytest.mark.parametrize("from_back", [39, 65])
def test_4_6_about_one_deck_is_a_quarter_of_a_deck_either_way(from_back: int) -> None:
    assert load(EIGHT_DECKS, from_back, CUTTING_CARD).cutting_card == 416 - from_back


@pytest.mark.parametrize("from_back", [38, 66])
def test_4_6_nearest_miss_cutting_card_is_not_about_one_deck_in(from_back: int) -> None:
    assert refusal(lambda: load(EIGHT_DECKS, from_back, CUTTING_CARD)) == (
        "wrong-cutting-card",
        "4.6",
    )


def test_4_7_coup_in_which_the_cutting_card_appears_is_completed_and_is_the_last() -> None:
    running = FRESH.cutting_card_out(first=False)
    assert (running.is_last_coup, running.must_shuffle) == (True, False)
    assert running.coup_ended(tie=False).must_shuffle


def test_4_7_nearest_miss_a_tie_earns_no_further_coup() -> None:
    assert FRESH.cutting_card_out(first=False).coup_ended(tie=True).must_shuffle


def test_4_8_cutting_card_as_first_card_makes_that_coup_the_last() -> None:
    called = FRESH.cutting_card_out(first=True)
    assert (called.is_last_coup, called.must_shuffle) == (True, False)
    assert called.coup_ended(tie=False).must_shuffle


def test_4_8_nearest_miss_the_coup_before_the_cutting_card_is_not_the_last() -> None:
    assert not FRESH.is_last_coup
    assert FRESH.coup_ended(tie=False).cutting_card_out(first=True).is_last_coup


def test_4_9_cards_in_a_device_are_shuffled() -> None:
    cards, _, empty = draw(device(), 312)
    assert Counter(cards) == Counter(SIX_DECKS)
    assert tuple(cards) != SIX_DECKS
    assert empty.remaining == 0


def test_4_9_nearest_miss_no_cutting_card_comes_from_a_device() -> None:
    assert draw(device(), 312)[1] == []


def test_4_11_counted_burn_before_the_start_of_play() -> None:
    burned, _ = burn(shoe("3S KD 9H 2C 5D"), PREPARATION.burn_named("counted"))
    assert burned.cards == read_cards("3S KD 9H 2C")


def test_4_11_counted_burn_from_a_device() -> None:
    full = device()
    burned, left = burn(full, PREPARATION.burn_named("counted"))
    assert len(burned.cards) == 1 + burn_count(full.cards[0])
    assert left.remaining == 312 - len(burned.cards)


def test_4_11_nearest_miss_a_single_face_down_card_is_no_burn_here() -> None:
    assert refusal(lambda: PREPARATION.burn_named("face down")) == ("wrong-burn", "4.11")


def test_4_11_1_first_card_is_drawn_face_up() -> None:
    burned, _ = burn(shoe("2S KD 9H 5D"), PREPARATION.burn_named("counted"))
    assert burned.face_up == read_cards("2S")


def test_4_11_1_nearest_miss_the_second_card_is_not_face_up() -> None:
    burned, _ = burn(shoe("2S KD 9H 5D"), PREPARATION.burn_named("counted"))
    assert read_cards("KD")[0] not in burned.face_up


@pytest.mark.parametrize("face_value", [2, 3, 4, 5, 6, 7, 8, 9])
def test_4_11_2_as_many_additional_cards_as_the_face_value(face_value: int) -> None:
    burned, _ = burn(shoe(f"{face_value}H"), PREPARATION.burn_named("counted"))
    assert len(burned.cards) - len(burned.face_up) == face_value


def test_4_11_2_nearest_miss_the_card_after_the_additional_ones_stays() -> None:
    _, left = burn(shoe("2S KD 9H 5D"), PREPARATION.burn_named("counted"))
    assert draw(left, 1)[0] == [*read_cards("5D")]


def test_4_11_3_first_and_additional_cards_are_burned() -> None:
    burned, left = burn(shoe("4S KD 9H 2C 5D QS"), PREPARATION.burn_named("counted"))
    assert burned.cards == read_cards("4S KD 9H 2C 5D")
    assert left.dealt == 5


def test_4_11_3_nearest_miss_the_face_up_card_does_not_stay_in_play() -> None:
    _, left = burn(shoe("AS KD 9H"), PREPARATION.burn_named("counted"))
    assert draw(left, 1)[0] == [*read_cards("9H")]


@pytest.mark.parametrize("card", ["TS", "JH", "QD", "KC"])
def test_4_12_ten_jack_queen_and_king_burn_ten(card: str) -> None:
    assert burn_count(sabot.read_card(card)) == 10
    assert len(burn(shoe(card), PREPARATION.burn_named("counted"))[0].cards) == 11


def test_4_12_ace_burns_one() -> None:
    assert burn_count(sabot.read_card("AD")) == 1


def test_4_12_nearest_miss_nine_burns_nine_and_two_burns_two() -> None:
    assert burn_count(sabot.read_card("9S")) == 9
    assert burn_count(sabot.read_card("2S")) == 2


def test_3_7_cards_come_from_a_shoe_or_a_device() -> None:
    assert [check_source(PREPARATION.sources, each) for each in ["shoe", "device"]] == [
        "shoe",
        "device",
    ]


def test_3_7_nearest_miss_not_from_a_hand() -> None:
    assert refusal(lambda: check_source(PREPARATION.sources, "hand")) == ("wrong-source", "3.7")
