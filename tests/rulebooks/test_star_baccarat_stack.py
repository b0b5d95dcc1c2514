"""Baccarat, 1.1 and 4: the stack at the live table."""

from typing import Any

import pytest

from support.evening import Evening
from support.rows import Row, clause_tests
from support.stack_checks import (
    SUE,
    counted_burn,
    cut_lies_a_deck_in,
    cutting_card_lies,
    dealt_from,
    decks_are,
    device_is_not_cut,
    plain_burn,
    rack_of,
    ready,
)

GAME = "star-baccarat"


@pytest.mark.parametrize("source", ["shoe", "device"])
def test_4_7_1_the_table_burns_one_card_face_down(source: str) -> None:
    plain_burn(GAME, "4.7.1", source=source)


def test_4_7_2_the_table_shows_a_burned_card_if_that_was_approved_and_asked() -> None:
    said: dict[str, Any] = {"way": "shown on request", "card": "7D", "shown": True}
    assert ready(GAME).no("needs-approval", "burn-cards", **said).clause == "4.7.2"
    evening = ready(GAME)
    evening.ok("approve", **SUE, what="burn", way="shown on request")
    burned: Any = evening.ok("burn-cards", **said)[0]
    assert (burned.clause, burned.number, burned.card) == ("4.7.2", 1, "7D")


def test_4_7_2_nearest_miss_the_table_shows_no_plain_burn() -> None:
    assert ready(GAME).no("not-shown", "burn-cards", card="7D", shown=True).clause == "4.7.1"


def test_4_7_3_the_table_counts_a_burn_by_its_first_card_once_it_is_approved() -> None:
    counted_burn(GAME, "4.7.3", way="counted")


def counted(card: str) -> Evening:
    evening = ready(GAME)
    evening.ok("approve", **SUE, what="burn", way="counted")
    evening.ok("burn-cards", way="counted", card=card)
    return evening


def test_4_7_4_the_table_draws_as_many_more_face_down_as_the_first_card_shows() -> None:
    assert counted("5H").table.stack.rack == (("5H", None, None, None, None, None),)


def test_4_7_5_the_table_burns_the_first_card_with_the_others() -> None:
    stack = counted("2H").table.stack
    assert (stack.dealt, rack_of(counted("2H")), stack.burned) == (3, 3, True)


def test_4_11_a_device_at_the_table_is_not_cut() -> None:
    device_is_not_cut(GAME)


def coup_from_device() -> Evening:
    evening = ready(GAME, source="device")
    evening.ok("burn-cards")
    evening.join("alice", 1)
    evening.bet("alice", "player")
    evening.deal("9S 5H KD 2C")
    return evening


def test_1_1_at_the_table_a_coups_cards_are_back_in_the_device_when_it_ends() -> None:
    evening = coup_from_device()
    assert evening.table.stack.dealt == 5
    evening.finish()
    stack = evening.table.stack
    assert (stack.dealt, stack.cards, rack_of(evening)) == (0, 416, 0)


def test_1_1_nearest_miss_at_the_table_they_are_out_until_they_are_cleared() -> None:
    evening = coup_from_device()
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert (evening.table.stack.dealt, evening.table.stack.cards) == (5, 416)


def test_4_8_the_table_burns_ten_more_for_a_picture_and_one_for_an_ace() -> None:
    counted_burn(GAME, "4.7.3", way="counted")


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("4.5", "the table takes no cut nearer than a deck to either end", cut_lies_a_deck_in),
    (
        "4.6",
        "the table takes no cutting card nearer than twenty cards to the back",
        cutting_card_lies,
        20,
        None,
    ),
    ("3.1", "the table opens with these decks alone", decks_are, (3, 4, 6, 8)),
    ("3.6", "the table deals from nothing else", dealt_from, ("shoe", "device")),
]
globals().update(clause_tests(GAME, ROWS))
