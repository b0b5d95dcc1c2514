"""Lucky Draw, 4 and 9.2: the stack at the live table."""

import pytest

from support.rows import Row, clause_tests
from support.stack_checks import (
    cut_lies_a_deck_in,
    cutting_card_lies,
    dealt_from,
    decks_are,
    device_is_not_cut,
    plain_burn,
    rack_of,
    ready,
)

GAME = "star-lucky-draw"


def test_4_4_a_device_at_the_table_is_not_cut() -> None:
    device_is_not_cut(GAME)


@pytest.mark.parametrize("source", ["shoe", "device"])
def test_4_10_the_table_burns_one_card_face_down(source: str) -> None:
    plain_burn(GAME, "4.10", source=source)


def test_4_10_nearest_miss_the_table_knows_no_counted_burn() -> None:
    assert ready(GAME).no("wrong-burn", "burn-cards", way="counted", card="7D").clause == "4.10"


def test_9_2_at_the_table_the_cards_of_a_round_go_to_the_rack() -> None:
    evening = ready(GAME, source="device")
    evening.ok("burn-cards")
    evening.join("alice", 1)
    evening.bet("alice", "enter", box=1)
    evening.deal("4S 9H 3D")
    evening.choose(1, "stand", "alice")
    evening.deal("KD")
    assert rack_of(evening) == 1
    evening.finish()
    assert (rack_of(evening), evening.table.stack.cards) == (4, 412)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("4.8", "the table takes no cut nearer than a deck to either end", cut_lies_a_deck_in),
    ("4.9", "the table takes no cutting card beyond half way", cutting_card_lies, 1, 208),
    ("3.1", "the table opens with these decks alone", decks_are, (3, 4, 6, 8)),
    ("3.5", "the table deals from nothing else", dealt_from, ("shoe", "device")),
]
globals().update(clause_tests(GAME, ROWS))
