"""Basis of money movements: the table's own record, or a second person's confirmation."""

import pytest

from sabot.rulebooks import RULEBOOKS
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table import TABLE
from sabot.table.irregularities.record import SHOWN

CELLS = [
    (book.id, situation, cell)
    for book in RULEBOOKS.values()
    for situation, cells in book.conduct.irregularities.items()
    for cell in cells
]


def test_every_cell_that_moves_money_says_what_it_rests_on() -> None:
    for book, situation, cell in CELLS:
        rests = cell.rests
        assert (rests is not None) == cell.outcome.value.money, (book, situation)
        if rests is not None:
            assert rests.confirmer == (cell.by or CASINO_SUPERVISOR)
            assert rests.alone == (cell.by is not None)


def test_every_fact_that_a_cell_names_is_one_that_the_table_can_look_up() -> None:
    named = {cell.seen for _, _, cell in CELLS if cell.seen is not None}
    assert named == set(SHOWN)
    assert all(cell.seen is None or cell.outcome.value.money for _, _, cell in CELLS)


def test_an_outcome_whose_remedy_moves_stakes_says_so() -> None:
    """Match by words: all that is void, returned, taken down, rebuilt or found late."""
    words = ("void", "rebuil", "goes back", "take down", "wager", "stake", "corrected")
    for outcome in Outcome:
        effect = outcome.value
        if effect.remedy is None or not any(word in effect.words for word in words):
            continue
        if outcome in (Outcome.VOID_SHOE, Outcome.DEEMED_STAND, Outcome.DRAW_REFUSED):
            continue  # of cards alone; the other two only keep a wager from being placed
        assert effect.money, outcome


MOVES = {
    str(command.__struct_config__.tag) for command in TABLE.commands if TABLE.rests_on(command)
}


@pytest.mark.parametrize("do", ["give-notice", "post-sign", "cut-cards", "announce-result"])
def test_nearest_miss_what_moves_nothing_says_nothing(do: str) -> None:
    assert do not in MOVES and "settle-wagers" in MOVES
