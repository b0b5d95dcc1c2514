"""Crooked staff at cage and table gain nothing that the log does not show as missing."""

from sabot.parts.statements import StatementMade
from sabot.table.chips.floats import FloatOpened
from support.cage_gang import SIDES, night
from support.cage_tricks import MOVES
from support.evening import Evening
from support.thorough import tries

SUE = {"actor": "sue", "role": "casino supervisor"}


def test_nothing_is_gained_unseen() -> None:
    stolen = 0
    for seed in range(tries(3)):
        for crooked in SIDES:
            stolen += night(crooked, seed, 30, MOVES).pockets
    assert stolen


def test_a_float_is_opened_with_its_closing_count_or_by_two() -> None:
    """Without chips said too: an amount alone once hid what was missing since the last count."""
    evening = Evening("star-baccarat")
    shift = evening.table.shift
    assert shift is not None
    worth = shift.opening
    evening.ok("close-float", counted=f"{worth // 100}", **SUE)
    (made,) = evening.says("open-float", amount=f"{worth // 100 - 100}", **SUE)
    assert isinstance(made, StatementMade)
    (opened,) = evening.confirm(made)
    assert isinstance(opened, FloatOpened) and opened.differs == {100_00: -1}
