"""Lucky Draw Baccarat, clause by clause: decks, shuffle, cut, cutting card, burn, device."""

from collections import Counter

import pytest

import sabot
from sabot.core.cards import decks_of, read_cards
from sabot.rulebooks import edition
from sabot.shoe import (
    RunDown,
    Seeded,
    burn,
    check_source,
    cut,
    load,
    shuffle,
)
from sabot.shoe.procedure import (
    COMMENCING,
    CUTTING_CARD_FIRST,
    CUTTING_CARD_ON_AREA,
    CUTTING_CARD_ON_DEALER,
    REPLACED,
)
from support.documents import PreparedCards, draw, present, refusal

BOOK = edition("star-lucky-draw", "17 August 2016")
PREPARATION = BOOK.preparation
CUT = present(PREPARATION.cut)
CUTTING_CARD = present(PREPARATION.cutting_card)
FRESH = RunDown(present(PREPARATION.last_coup))
THREE_DECKS, EIGHT_DECKS = decks_of(3), decks_of(8)
SUPERVISOR = 0
CARDS = PreparedCards(BOOK, THREE_DECKS, 100)
shoe, device = CARDS.shoe, CARDS.device
replacement, offers = CARDS.replacement, CARDS.offers


# 2.3.1 Shoe or device, 3 The cards


@pytest.mark.parametrize("decks", [3, 4, 6, 8])
def test_3_1_three_four_six_or_eight_decks(decks: int) -> None:
    assert BOOK.decks(decks) == decks


def test_3_1_each_deck_has_52_cards_without_jokers() -> None:
    copies = Counter(str(card) for card in decks_of(BOOK.decks(4)))
    assert len(copies) == 52
    assert set(copies.values()) == {4}
    assert refusal(lambda: sabot.read_card("JOKER")) == ("unknown-card", None)


@pytest.mark.parametrize("decks", [1, 2, 5, 7, 9])
def test_3_1_nearest_miss_any_other_number_of_decks(decks: int) -> None:
    assert refusal(lambda: BOOK.decks(decks)) == ("wrong-decks", "3.1")


def test_3_1_nearest_miss_a_fourth_copy_in_three_decks() -> None:
    question = {
        "rulebook": "star-lucky-draw",
        "decks": 3,
        "boxes": [1],
        "cards": ["9S", "9S", "9S", "9S"],
    }
    assert refusal(lambda: sabot.adjudicate(question)) == ("too-many-copies", "3.1")
    assert sabot.adjudicate(question | {"decks": 4})["cards_used"] == 4


def test_3_7_cards_may_be_replaced_after_the_last_round() -> None:
    assert replacement("the last round", in_coup=False) == ("3.7", "casino supervisor")


def test_3_7_nearest_miss_the_last_round_is_still_running() -> None:
    assert refusal(lambda: replacement("the last round", in_coup=True)) == (
        "wrong-replacement",
        "3.7",
    )


def test_3_8_unfit_cards_are_replaced_by_order_of_a_casino_supervisor() -> None:
    assert replacement("unfit cards", in_coup=False) == ("3.8", "casino supervisor")


def test_3_8_nearest_miss_a_round_is_in_progress() -> None:
    assert refusal(lambda: replacement("unfit cards", in_coup=True)) == (
        "wrong-replacement",
        "3.8",
    )


# 4 The shuffle and cut


def test_4_1_shuffle_intermixes_and_keeps_every_card() -> None:
    mixed = shuffle(THREE_DECKS, Seeded(1))
    assert Counter(mixed) == Counter(THREE_DECKS)
    assert mixed != THREE_DECKS


def test_4_1_nearest_miss_another_shuffle_gives_another_order() -> None:
    assert shuffle(THREE_DECKS, Seeded(1)) != shuffle(THREE_DECKS, Seeded(2))


def test_4_1_1_cards_are_shuffled_before_the_start_of_play() -> None:
    mixed = shuffle(EIGHT_DECKS, Seeded(3))
    moved = sum(mine is not new for mine, new in zip(EIGHT_DECKS, mixed, strict=True))
    assert len(mixed) == 416
    assert moved > 350


def test_4_1_1_nearest_miss_one_card_has_only_one_order() -> None:
    assert shuffle(read_cards("4S"), Seeded(1)) == read_cards("4S")


def test_4_1_2_cutting_card_first_means_shuffle_before_that_round() -> None:
    called = FRESH.cutting_card_out(first=True)
    assert (called.is_last_coup, called.must_shuffle) == (False, True)


def test_4_1_2_nearest_miss_one_card_later_the_round_is_played() -> None:
    running = FRESH.cutting_card_out(first=False)
    assert (running.is_last_coup, running.must_shuffle) == (True, False)


def test_4_1_3_round_in_which_the_cutting_card_is_drawn_is_completed_and_is_the_last() -> None:
    running = FRESH.cutting_card_out(first=False)
    assert (running.is_last_coup, running.must_shuffle) == (True, False)
    assert running.coup_ended(tie=False).must_shuffle


def test_4_1_3_nearest_miss_no_shuffle_before_that_round_is_complete() -> None:
    assert not FRESH.coup_ended(tie=False).cutting_card_out(first=False).must_shuffle


def test_4_1_3_nearest_miss_a_tie_earns_no_further_round() -> None:
    assert FRESH.cutting_card_out(first=False).coup_ended(tie=True).must_shuffle


def test_4_3_pre_shuffled_cards_in_use_are_shuffled_after_the_last_round() -> None:
    assert FRESH.cutting_card_out(first=False).coup_ended(tie=False).must_shuffle


def test_4_3_nearest_miss_not_after_an_earlier_round() -> None:
    assert not FRESH.coup_ended(tie=False).coup_ended(tie=True).must_shuffle


def test_4_3_1_last_round_is_the_one_in_which_the_cutting_card_came() -> None:
    last = FRESH.coup_ended(tie=False).cutting_card_out(first=False)
    assert last.is_last_coup
    assert last.coup_ended(tie=False).must_shuffle


def test_4_3_1_nearest_miss_the_round_before_the_cutting_card_is_not_the_last() -> None:
    before = FRESH.coup_ended(tie=False)
    assert (before.is_last_coup, before.must_shuffle) == (False, False)


def test_4_4_cards_in_a_device_are_shuffled() -> None:
    cards, _, empty = draw(device(), 156)
    assert Counter(cards) == Counter(THREE_DECKS)
    assert tuple(cards) != THREE_DECKS
    assert empty.remaining == 0


def test_4_4_nearest_miss_no_cutting_card_comes_from_a_device() -> None:
    assert draw(device(), 156)[1] == []


def test_4_6_stack_is_offered_to_the_players() -> None:
    assert offers(REPLACED, [1, 2, 3]) == [3, 1, 2, SUPERVISOR]


def test_4_6_nearest_miss_no_offer_on_an_occasion_that_is_not_listed() -> None:
    assert refusal(lambda: offers("a player asked", [1, 2])) == ("wrong-cut", "4.6.1")


def test_4_6_1_first_player_to_the_table_cuts_when_the_game_commences() -> None:
    assert offers(COMMENCING, [1, 3, 5], named=3)[0] == 3


def test_4_6_1_nearest_miss_after_a_replacement_the_first_comer_is_passed_over() -> None:
    assert offers(REPLACED, [1, 3, 5], named=3)[0] == 5


def test_4_6_2_player_on_whose_area_the_cutting_card_appeared_cuts() -> None:
    assert offers(CUTTING_CARD_ON_AREA, [1, 2, 4, 6], named=4)[0] == 4


def test_4_6_2_nearest_miss_the_next_player_if_that_seat_is_empty_now() -> None:
    assert offers(CUTTING_CARD_ON_AREA, [1, 2, 6], named=4)[0] == 6


def test_4_6_3_player_farthest_right_cuts_if_it_appeared_on_the_dealers_hand() -> None:
    assert offers(CUTTING_CARD_ON_DEALER, [1, 2, 4, 6])[0] == 6


def test_4_6_3_nearest_miss_the_player_at_the_left_is_only_second() -> None:
    assert offers(CUTTING_CARD_ON_DEALER, [1, 2, 4, 6])[1] == 1


def test_4_6_4_player_farthest_right_cuts_if_it_came_as_the_first_card() -> None:
    assert offers(CUTTING_CARD_FIRST, [2, 3, 7])[0] == 7


def test_4_6_4_nearest_miss_the_area_due_the_first_card_does_not_cut() -> None:
    assert offers(CUTTING_CARD_FIRST, [2, 3, 7], named=2)[0] == 7


def test_4_6_5_player_farthest_right_cuts_replaced_cards() -> None:
    assert offers(REPLACED, [1, 4, 5])[0] == 5


def test_4_6_5_nearest_miss_the_last_seat_taken_and_not_the_last_seat() -> None:
    assert 7 not in offers(REPLACED, [1, 4, 5])


def test_4_7_refused_cut_goes_clockwise_and_last_to_the_supervisor() -> None:
    assert offers(CUTTING_CARD_ON_AREA, [1, 3, 5, 6], named=5) == [5, 6, 1, 3, SUPERVISOR]


def test_4_7_nearest_miss_supervisor_cuts_at_once_only_without_players() -> None:
    assert offers(REPLACED, []) == [SUPERVISOR]
    assert offers(REPLACED, [4]) == [4, SUPERVISOR]


@pytest.mark.parametrize(("decks", "at"), [(3, 52), (3, 104), (8, 52), (8, 364)])
def test_4_8_cut_one_deck_from_either_end(decks: int, at: int) -> None:
    assert Counter(cut(decks_of(decks), at, CUT)) == Counter(decks_of(decks))


@pytest.mark.parametrize(("decks", "at"), [(3, 51), (3, 105), (8, 51), (8, 365)])
def test_4_8_nearest_miss_cut_one_card_too_shallow(decks: int, at: int) -> None:
    assert refusal(lambda: cut(decks_of(decks), at, CUT)) == ("wrong-cut", "4.8")


def test_4_9_cards_in_front_of_the_cut_go_to_the_back() -> None:
    mixed = shuffle(THREE_DECKS, Seeded(4))
    assert cut(mixed, 60, CUT) == mixed[60:] + mixed[:60]


def test_4_9_cutting_card_comes_where_it_was_inserted() -> None:
    _, places, _ = draw(load(THREE_DECKS, 40, CUTTING_CARD), 156)
    assert places == [116]


@pytest.mark.parametrize(("decks", "half"), [(3, 78), (4, 104), (6, 156), (8, 208)])
def test_4_9_cutting_card_up_to_half_way_from_the_back(decks: int, half: int) -> None:
    assert load(decks_of(decks), half, CUTTING_CARD).cutting_card == half
    assert load(decks_of(decks), 1, CUTTING_CARD).cutting_card == 2 * half - 1


@pytest.mark.parametrize(("decks", "from_back"), [(3, 79), (4, 105), (6, 157), (8, 209), (8, 0)])
def test_4_9_nearest_miss_one_card_beyond_half_way_or_none(decks: int, from_back: int) -> None:
    stack = decks_of(decks)
    assert refusal(lambda: load(stack, from_back, CUTTING_CARD)) == ("wrong-cutting-card", "4.9")


def test_4_10_first_card_is_burned_unseen() -> None:
    burned, left = burn(shoe("7S KD 9H"), PREPARATION.burn_named("face down"))
    assert (burned.cards, burned.face_up) == (read_cards("7S"), ())
    assert left.dealt == 1


def test_4_10_first_card_of_a_device_is_burned_unseen() -> None:
    full = device()
    burned, left = burn(full, PREPARATION.burn_named("face down"))
    assert (burned.cards, burned.face_up) == (full.cards[:1], ())
    assert left.remaining == 155


def test_4_10_nearest_miss_the_second_card_is_not_burned() -> None:
    _, left = burn(shoe("7S KD 9H"), PREPARATION.burn_named("face down"))
    assert draw(left, 1)[0] == [*read_cards("KD")]


def test_4_10_nearest_miss_no_counted_burn_here() -> None:
    assert refusal(lambda: PREPARATION.burn_named("counted")) == ("wrong-burn", "4.10")


# 9.2 After settlement the cards go to the discard rack


def test_9_2_cards_of_a_round_go_to_the_discard_rack() -> None:
    used, _, left = draw(device(), 5)
    cleared = left.coup_ended(used, Seeded(2))
    assert cleared.rack == (tuple(used),)


def test_9_2_nearest_miss_cards_of_a_round_do_not_go_straight_back_into_the_device() -> None:
    used, _, left = draw(device(), 5)
    cleared = left.coup_ended(used, Seeded(2))
    assert cleared.remaining == 151
    assert Counter(cleared.cards) + Counter(used) == Counter(THREE_DECKS)


def test_3_5_cards_come_from_a_shoe_or_a_device() -> None:
    assert [check_source(PREPARATION.sources, each) for each in ["shoe", "device"]] == [
        "shoe",
        "device",
    ]


def test_3_5_nearest_miss_not_from_a_hand() -> None:
    assert refusal(lambda: check_source(PREPARATION.sources, "hand")) == ("wrong-source", "3.5")
