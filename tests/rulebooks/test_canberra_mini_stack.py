"""Mini-Baccarat, 5: the stack at the live table."""

from support.rows import Row, clause_tests
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


def test_5_5_the_table_discards_the_first_card_unseen() -> None:
    plain_burn(GAME, "5.5(a)")


def test_5_6_the_table_burns_as_many_cards_as_the_first_one_shows() -> None:
    counted_burn(GAME, "5.5(b)", way="counted")


def test_5_5_nearest_miss_the_table_knows_no_third_way() -> None:
    assert ready(GAME).no("wrong-burn", "burn-cards", way="shown on request").clause == "5.5(a)"


def test_5_7_the_table_burns_ten_more_for_a_picture_and_one_for_an_ace() -> None:
    counted_burn(GAME, "5.5(b)", way="counted")


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("5.4", "the table takes no cut nearer than a deck to either end", cut_lies_a_deck_in),
    (
        "5.4",
        "the table takes no cutting card nearer than twelve cards to the back",
        cutting_card_lies,
        12,
        None,
    ),
    ("2.1", "the table opens with these decks alone", decks_are, (8,)),
    ("6.1", "the table deals from nothing else", dealt_from, ("shoe",)),
]
globals().update(clause_tests(GAME, ROWS))
