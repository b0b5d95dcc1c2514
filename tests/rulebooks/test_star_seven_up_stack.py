"""7-Up, 4.4 and 8.4: the stack at the live table."""

from support.evening import Evening
from support.rows import Row, clause_tests
from support.stack_checks import dealt_from, decks_are, plain_burn, rack_of, ready

GAME = "star-seven-up"


def played(coups: int) -> Evening:
    evening = ready(GAME)
    evening.ok("burn-cards")
    evening.join("alice", 1)
    for _ in range(coups):
        evening.bet("alice", "player")
        evening.coup("5S 2H KD")
    return evening


def test_8_4_at_the_table_a_coups_cards_wait_in_the_rack_until_the_next_is_over() -> None:
    evening = played(1)
    assert (rack_of(evening), evening.table.stack.cards) == (3, 309)  # the burned card went in
    evening = played(2)
    assert (rack_of(evening), evening.table.stack.cards) == (3, 309)


def test_8_4_nearest_miss_at_the_table_the_burned_card_waits_for_the_first_coup() -> None:
    evening = played(0)
    assert (rack_of(evening), evening.table.stack.cards, evening.table.stack.dealt) == (1, 312, 1)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("4.4", "the table burns one card face down", plain_burn),
    ("3.1", "the table opens with these decks alone", decks_are, (6,)),
    ("3.6", "the table deals from nothing else", dealt_from, ("device",)),
]
globals().update(clause_tests(GAME, ROWS))
