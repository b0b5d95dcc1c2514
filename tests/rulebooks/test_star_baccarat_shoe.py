"""star-baccarat, clauses 1, 3 and 4: decks, shuffle, cut, cutting card, burn, last coup."""

from collections import Counter

import pytest

import sabot
from sabot.core.cards import DECK, Card, decks_of, read_cards
from sabot.rulebooks import edition
from sabot.shoe import (
    Burned,
    RunDown,
    Seeded,
    Shoe,
    ShufflingDevice,
    burn,
    burn_count,
    check_decks,
    check_replacement,
    check_source,
    cut,
    load,
    offers_of_the_cut,
    shuffle,
)
from support.documents import refusal

BOOK = edition("star-baccarat", "version 4")
PREPARATION = BOOK.preparation
COMMENCING, SHUFFLED = "the game commences", "the cards were shuffled"
SUPERVISOR = 0
OPTIONAL_WITH_MANY_DECKS = (
    "pairs-player",
    "pairs-banker",
    "tiger-tie",
    "tiger-pair",
    "tiger",
    "big-tiger",
    "small-tiger",
)


def copies(cards: str, decks: int) -> object:
    asked = {"rulebook": "star-baccarat", "decks": decks, "cards": cards.split()}
    return sabot.adjudicate(asked)["result"]


def replaced(occasion: str, new: str = "blue", in_coup: bool = False, scan: bool = False) -> str:
    rules = PREPARATION.replacements
    return check_replacement(
        rules, occasion, in_coup=in_coup, old_back="red", new_back=new, scanning=scan
    ).clause


def offered(occasion: str, seats: list[int], named: int | None = None) -> list[int]:
    assert PREPARATION.cut is not None
    return offers_of_the_cut(PREPARATION.cut, occasion, seats, named)


def cut_at(at: int, decks: int = 8) -> tuple[Card, ...]:
    assert PREPARATION.cut is not None
    return cut(decks_of(decks), at, PREPARATION.cut)


def loaded(from_back: int, decks: int = 8) -> Shoe:
    assert PREPARATION.cutting_card is not None
    return load(decks_of(decks), from_back, PREPARATION.cutting_card)


def burned(way: str, cards: str) -> tuple[Burned, Shoe]:
    return burn(Shoe(read_cards(cards), 20), PREPARATION.burn_named(way), approved=True)


def run_down() -> RunDown:
    assert PREPARATION.last_coup is not None
    return RunDown(PREPARATION.last_coup)


def device() -> ShufflingDevice:
    assert PREPARATION.rack_coups is not None
    return ShufflingDevice.load(decks_of(8), PREPARATION.rack_coups, Seeded("device"))


def drawn(source: ShufflingDevice, number: int) -> tuple[list[Card], ShufflingDevice]:
    cards = []
    for _ in range(number):
        card, source = source.draw()
        cards.append(card.card)
    return cards, source


def test_1_1_a_coup_ends_with_its_cards_back_in_the_device() -> None:
    used, during = drawn(device(), 6)
    after = during.coup_ended(used, Seeded("after"))
    assert after.remaining == 416
    assert Counter(after.cards) == Counter(decks_of(8))
    assert after.rack == ()


def test_1_1_nearest_miss_during_the_coup_its_cards_are_out() -> None:
    used, during = drawn(device(), 6)
    assert during.remaining == 410
    assert Counter(during.cards) + Counter(used) == Counter(decks_of(8))


@pytest.mark.parametrize("decks", [3, 4, 6, 8])
def test_3_1_three_four_six_or_eight_decks(decks: int) -> None:
    assert check_decks(PREPARATION.decks, decks) == decks
    assert BOOK.decks(decks) == decks


@pytest.mark.parametrize("decks", [0, 1, 2, 5, 7, 9, "6", True, 6.5])
def test_3_1_nearest_miss_any_other_number_of_decks(decks: object) -> None:
    assert refusal(lambda: BOOK.decks(decks)) == ("wrong-decks", "3.1")


def test_3_1_a_deck_is_52_cards_without_jokers() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set("A23456789TJQK")
    assert {card.suit for card in DECK} == set("SHDC")
    assert refusal(lambda: sabot.read_card("JOKER")) == ("unknown-card", None)


def test_3_1_three_decks_hold_a_card_three_times() -> None:
    assert copies("9S 9S KD 9S", decks=3) == "player"


def test_3_1_nearest_miss_three_decks_hold_no_fourth_copy() -> None:
    assert refusal(lambda: copies("4S 4S 4S 4S", decks=3)) == ("too-many-copies", "3.1")
    assert copies("4S 4S 4S 4S", decks=4) == "tie"


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("on", OPTIONAL_WITH_MANY_DECKS)
def test_3_1_pairs_and_tiger_bets_with_six_or_eight_decks(on: str, decks: int) -> None:
    BOOK.check_offer(BOOK.wager(on), decks)


@pytest.mark.parametrize("decks", [3, 4])
@pytest.mark.parametrize("on", OPTIONAL_WITH_MANY_DECKS)
def test_3_1_nearest_miss_pairs_and_tiger_bets_with_three_or_four_decks(
    on: str, decks: int
) -> None:
    offer = BOOK.wager(on)
    assert refusal(lambda: BOOK.check_offer(offer, decks)) == ("wrong-decks", "3.1")


@pytest.mark.parametrize("decks", [3, 4, 6, 8])
@pytest.mark.parametrize("on", ["player", "banker", "tie", "super-six"])
def test_3_1_main_wagers_and_super_six_with_any_number(on: str, decks: int) -> None:
    BOOK.check_offer(BOOK.wager(on), decks)


def test_3_8_new_cards_after_the_last_coup_have_another_back() -> None:
    assert replaced("the last coup", new="blue") == "3.8"


def test_3_8_nearest_miss_the_same_back_or_a_coup_too_early() -> None:
    assert refusal(lambda: replaced("the last coup", "red")) == ("wrong-replacement", "3.8")
    early = refusal(lambda: replaced("the last coup", in_coup=True))
    assert early == ("wrong-replacement", "3.8")


def test_3_8_1_a_scanning_shoe_may_take_the_same_back() -> None:
    assert replaced("the last coup", new="red", scan=True) == "3.8"


def test_3_8_1_nearest_miss_the_same_back_without_a_scanning_shoe() -> None:
    without = refusal(lambda: replaced("the last coup", new="red", scan=False))
    assert without == ("wrong-replacement", "3.8")


def test_3_9_cards_handled_by_players_are_replaced() -> None:
    assert replaced("cards handled by players", new="red") == "3.9"


def test_3_9_nearest_miss_not_for_a_whim_of_the_players() -> None:
    assert refusal(lambda: replaced("a change of luck")) == ("wrong-replacement", None)


def test_3_10_unfit_cards_are_replaced_between_coups() -> None:
    assert replaced("unfit cards", new="red") == "3.10"


def test_3_10_nearest_miss_not_while_a_coup_is_in_progress() -> None:
    during = refusal(lambda: replaced("unfit cards", in_coup=True))
    assert during == ("wrong-replacement", "3.10")


def test_4_1_every_order_comes_about_as_often() -> None:
    chance = Seeded("orders")
    orders = Counter(shuffle(read_cards("4S 5H 6D"), chance) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_4_1_nearest_miss_a_shuffle_adds_and_loses_no_card() -> None:
    assert Counter(shuffle(decks_of(8), Seeded(1))) == Counter(decks_of(8))


def test_4_1_1_before_play_the_factory_order_is_gone() -> None:
    mixed = shuffle(decks_of(8), Seeded("before play"))
    in_place = sum(a is b for a, b in zip(mixed, decks_of(8), strict=True))
    assert in_place < 40


def test_4_1_1_nearest_miss_another_shuffle_is_another_order() -> None:
    assert shuffle(decks_of(8), Seeded("one")) != shuffle(decks_of(8), Seeded("two"))


def test_4_1_2_cards_are_shuffled_after_the_last_coup() -> None:
    last = run_down().cutting_card_out(first=True)
    assert last.coup_ended(tie=False).must_shuffle


def test_4_1_2_nearest_miss_not_before_the_last_coup_is_over() -> None:
    assert not run_down().coup_ended(tie=False).must_shuffle
    assert not run_down().cutting_card_out(first=True).must_shuffle


def test_4_3_with_nobody_seated_the_supervisor_is_offered_the_cut() -> None:
    assert offered(SHUFFLED, []) == [SUPERVISOR]
    assert offered(COMMENCING, [], named=3) == [SUPERVISOR]


def test_4_3_1_the_first_player_at_the_table_cuts_when_the_game_commences() -> None:
    assert offered(COMMENCING, [1, 3, 4, 6], named=4)[0] == 4


def test_4_3_1_nearest_miss_a_first_player_who_left_passes_it_on() -> None:
    assert offered(COMMENCING, [1, 3, 6], named=4) == [6, 1, 3, SUPERVISOR]


def test_4_3_2_the_player_at_the_left_of_the_dealer_cuts_after_a_shuffle() -> None:
    assert offered(SHUFFLED, [2, 3, 5])[0] == 2


def test_4_3_2_nearest_miss_the_first_player_has_no_claim_after_a_shuffle() -> None:
    assert offered(SHUFFLED, [2, 3, 5], named=5)[0] == 2


def test_4_4_a_refused_cut_goes_clockwise_and_last_to_the_supervisor() -> None:
    assert offered(COMMENCING, [1, 3, 4, 6], named=4) == [4, 6, 1, 3, SUPERVISOR]
    assert offered(SHUFFLED, [2, 3, 5]) == [2, 3, 5, SUPERVISOR]


def test_4_4_nearest_miss_no_one_is_offered_it_on_another_occasion() -> None:
    assert refusal(lambda: offered("the cutting card came first", [1])) == ("wrong-cut", "4.3.1")


@pytest.mark.parametrize("decks", [3, 4, 6, 8])
def test_4_5_the_cut_is_one_deck_in_from_either_end(decks: int) -> None:
    stack, last = decks_of(decks), 52 * decks - 52
    assert cut_at(52, decks) == (*stack[52:], *stack[:52])
    assert cut_at(last, decks) == (*stack[last:], *stack[:last])


@pytest.mark.parametrize("decks", [3, 4, 6, 8])
def test_4_5_nearest_miss_the_cut_is_one_card_too_shallow(decks: int) -> None:
    assert refusal(lambda: cut_at(51, decks)) == ("wrong-cut", "4.5")
    assert refusal(lambda: cut_at(52 * decks - 51, decks)) == ("wrong-cut", "4.5")


@pytest.mark.parametrize("from_back", [20, 21, 60, 208])
def test_4_6_the_cutting_card_is_at_least_twenty_cards_from_the_back(from_back: int) -> None:
    assert loaded(from_back).cutting_card == 416 - from_back


@pytest.mark.parametrize("from_back", [19, 1, 0])
def test_4_6_nearest_miss_nineteen_cards_from_the_back(from_back: int) -> None:
    assert refusal(lambda: loaded(from_back)) == ("wrong-cutting-card", "4.6")


def test_4_6_the_cutting_card_comes_out_before_the_twentieth_card_from_the_back() -> None:
    shoe, seen = loaded(20, decks=3), []
    while shoe.remaining:
        card, shoe = shoe.draw()
        seen.append(card.cutting_card)
    assert (seen.index(True), seen.count(True)) == (136, 1)


@pytest.mark.parametrize("way", ["face down", "shown on request", "counted"])
def test_4_7_three_ways_to_burn(way: str) -> None:
    assert burned(way, "AS 5H 6D")[0].cards[0] == sabot.read_card("AS")


def test_4_7_nearest_miss_a_fourth_way_to_burn() -> None:
    assert refusal(lambda: burned("five cards", "AS 5H 6D")) == ("wrong-burn", "4.7.1")


def test_4_7_1_the_first_card_is_burned_face_down() -> None:
    gone, shoe = burned("face down", "9S 5H 6D")
    assert gone == Burned(read_cards("9S"), ())
    assert shoe.draw()[0].card == sabot.read_card("5H")


def test_4_7_1_nearest_miss_its_value_burns_no_more() -> None:
    assert burned("face down", "2S 5H 6D")[1].remaining == 2


def test_4_7_2_the_burned_card_may_be_shown_on_request() -> None:
    gone, shoe = burned("shown on request", "9S 5H 6D")
    assert gone == Burned(read_cards("9S"), ())
    assert shoe.remaining == 2
    way = PREPARATION.burn_named("shown on request")
    asked, _ = burn(Shoe(read_cards("9S 5H"), 20), way, approved=True, asked_to_show=True)
    assert asked == Burned(read_cards("9S"), read_cards("9S"))


def test_4_7_2_nearest_miss_the_plain_burn_is_never_shown() -> None:
    plain, shown = (PREPARATION.burn_named(name) for name in ("face down", "shown on request"))
    asked, _ = burn(Shoe(read_cards("9S 5H"), 20), plain, asked_to_show=True)
    assert asked == Burned(read_cards("9S"), ())
    refused = refusal(lambda: burn(Shoe(read_cards("9S 5H"), 20), shown))
    assert refused == ("needs-approval", "4.7.2")


def test_4_7_3_a_counted_burn_turns_the_first_card_up() -> None:
    assert burned("counted", "2S 5H 6D 7C")[0].face_up == read_cards("2S")


def test_4_7_3_nearest_miss_only_the_first_card_is_turned_up() -> None:
    assert read_cards("5H")[0] not in burned("counted", "2S 5H 6D 7C")[0].face_up
    counted = PREPARATION.burn_named("counted")
    refused = refusal(lambda: burn(Shoe(read_cards("2S 5H 6D 7C"), 20), counted))
    assert refused == ("needs-approval", "4.7.3")


def test_4_7_4_as_many_more_cards_as_the_first_card_shows() -> None:
    assert burned("counted", "2S 5H 6D 7C")[0].cards[1:] == read_cards("5H 6D")


def test_4_7_4_nearest_miss_one_card_more_stays() -> None:
    _, shoe = burned("counted", "2S 5H 6D 7C")
    assert shoe.draw()[0].card == sabot.read_card("7C")


def test_4_7_5_first_and_additional_cards_are_all_burned() -> None:
    gone, shoe = burned("counted", "3S 5H 6D 7C 8S 9S")
    assert gone.cards == read_cards("3S 5H 6D 7C")
    assert shoe.remaining == 2


def test_4_7_5_nearest_miss_a_plain_burn_takes_the_first_alone() -> None:
    assert burned("face down", "3S 5H 6D 7C 8S 9S")[0].cards == read_cards("3S")


@pytest.mark.parametrize("rank", "TJQK")
def test_4_8_a_ten_or_picture_burns_ten_more(rank: str) -> None:
    assert burn_count(sabot.read_card(rank + "S")) == 10
    gone, shoe = burned("counted", f"{rank}S 2H 3H 4H 5H 6H 7H 8H 9H 2C 3C 4C")
    assert (len(gone.cards), shoe.remaining) == (11, 1)


def test_4_8_an_ace_burns_one_more() -> None:
    assert burn_count(sabot.read_card("AS")) == 1
    assert burned("counted", "AS 5H 6D")[0].cards == read_cards("AS 5H")


@pytest.mark.parametrize("rank", "23456789")
def test_4_8_nearest_miss_other_cards_burn_their_number(rank: str) -> None:
    assert burn_count(sabot.read_card(rank + "S")) == int(rank)


def test_4_9_after_the_coup_of_the_cutting_card_one_more_coup() -> None:
    during = run_down().cutting_card_out(first=False)
    last = during.coup_ended(tie=False)
    over = last.coup_ended(tie=False)
    assert [each.is_last_coup for each in (during, last, over)] == [False, True, False]
    assert [each.must_shuffle for each in (during, last, over)] == [False, False, True]


def test_4_9_nearest_miss_a_tie_in_the_last_coup_earns_no_other() -> None:
    during = run_down().cutting_card_out(first=False)
    assert during.coup_ended(tie=True).is_last_coup
    assert during.coup_ended(tie=True).coup_ended(tie=True).must_shuffle


def test_4_10_a_cutting_card_that_comes_first_makes_that_coup_the_last() -> None:
    last = run_down().cutting_card_out(first=True)
    assert last.is_last_coup
    assert last.coup_ended(tie=False).must_shuffle


def test_4_10_nearest_miss_as_second_card_of_the_coup_it_leaves_another() -> None:
    second = run_down().cutting_card_out(first=False)
    assert not second.is_last_coup
    assert not second.coup_ended(tie=False).must_shuffle


def test_4_11_a_device_shuffles_and_shows_no_cutting_card() -> None:
    source, flags = device(), []
    assert source.cards[:52] != DECK
    while source.remaining:
        card, source = source.draw()
        flags.append(card.cutting_card)
    assert flags == [False] * 416


def test_4_11_nearest_miss_a_device_that_is_empty_deals_nothing() -> None:
    _, empty = drawn(device(), 416)
    assert refusal(empty.draw) == ("empty-device", None)


def test_3_6_cards_come_from_a_shoe_or_a_device() -> None:
    assert [check_source(PREPARATION.sources, each) for each in ["shoe", "device"]] == [
        "shoe",
        "device",
    ]


def test_3_6_nearest_miss_not_from_a_hand() -> None:
    assert refusal(lambda: check_source(PREPARATION.sources, "hand")) == ("wrong-source", "3.6")


def test_4_3_the_supervisor_may_cut_without_an_offer_to_players() -> None:
    assert PREPARATION.cut is not None
    rule = PREPARATION.cut
    order = offers_of_the_cut(rule, "the cards were shuffled", [1, 2], to_players=False)
    assert order == [SUPERVISOR]


def test_4_3_nearest_miss_at_his_discretion_players_are_offered_it() -> None:
    assert offered("the cards were shuffled", [1, 2]) == [1, 2, SUPERVISOR]
