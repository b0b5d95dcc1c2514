"""Three Card, 4: the stack at the live table."""

import pytest

from support.evening import Evening
from support.rows import Row, clause_tests
from support.stack_checks import (
    counted_burn,
    cut_lies_a_deck_in,
    cutting_card_lies,
    dealt_from,
    decks_are,
    device_is_not_cut,
    ready,
)

GAME = "star-three-card"


@pytest.mark.parametrize("source", ["shoe", "device"])
def test_4_11_the_table_counts_a_burn_by_its_first_card(source: str) -> None:
    """4.11.1, 4.11.2, 4.11.3."""
    counted_burn(GAME, "4.11", source=source)


def test_4_11_nearest_miss_the_table_knows_no_plain_burn() -> None:
    assert ready(GAME).no("wrong-burn", "burn-cards", way="face down").clause == "4.11"


def burned(card: str) -> Evening:
    evening = ready(GAME)
    evening.ok("burn-cards", card=card)
    return evening


def test_4_11_1_the_table_has_the_first_card_named() -> None:
    ready(GAME).no("unknown-card", "burn-cards")
    assert burned("5H").table.stack.seen == {"5H": 1}


def test_4_11_2_the_table_draws_as_many_more_face_down_as_the_first_card_shows() -> None:
    assert burned("5H").table.stack.rack == (("5H", None, None, None, None, None),)


def test_4_11_3_the_table_burns_the_first_card_with_the_others() -> None:
    stack = burned("2H").table.stack
    assert (stack.dealt, stack.burned) == (3, True)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("4.5", "the table takes no cut nearer than a deck to either end", cut_lies_a_deck_in),
    (
        "4.6",
        "the table takes no cutting card but about a deck from the back",
        cutting_card_lies,
        39,
        65,
    ),
    ("3.1", "the table opens with these decks alone", decks_are, (6, 8)),
    ("3.7", "the table deals from nothing else", dealt_from, ("shoe", "device")),
]

# Rows whose check is not given the clause.
UNCITED: list[Row] = [
    ("4.9", "a device at the table is not cut", device_is_not_cut),
    ("4.12", "the table burns ten more for a picture and one for an ace", counted_burn, "4.11"),
]
globals().update(clause_tests(GAME, ROWS, uncited=UNCITED))
