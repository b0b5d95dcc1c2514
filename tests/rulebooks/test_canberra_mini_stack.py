"""Mini-Baccarat, 5: the stack at the live table."""

from support.stack_checks import (
    counted_burn,
    cut_lies_a_deck_in,
    cutting_card_lies,
    dealt_from,
    decks_are,
    plain_burn,
    ready,
)

GAME = "canberra-mini"


def test_5_4_the_table_takes_no_cut_nearer_than_a_deck_to_either_end() -> None:
    cut_lies_a_deck_in(GAME, "5.4")


def test_5_4_the_table_takes_no_cutting_card_nearer_than_twelve_cards_to_the_back() -> None:
    cutting_card_lies(GAME, "5.4", 12, None)


def test_5_5_the_table_discards_the_first_card_unseen() -> None:
    plain_burn(GAME, "5.5(a)")


def test_5_6_the_table_burns_as_many_cards_as_the_first_one_shows() -> None:
    counted_burn(GAME, "5.5(b)", way="counted")


def test_5_5_nearest_miss_the_table_knows_no_third_way() -> None:
    assert ready(GAME).no("wrong-burn", "burn-cards", way="shown on request").clause == "5.5(a)"


def test_2_1_the_table_opens_with_these_decks_alone() -> None:
    decks_are(GAME, "2.1", (8,))


def test_6_1_the_table_deals_from_nothing_else() -> None:
    dealt_from(GAME, "6.1", ("shoe",))


def test_5_7_the_table_burns_ten_more_for_a_picture_and_one_for_an_ace() -> None:
    counted_burn(GAME, "5.5(b)", way="counted")
