"""The casino's chips, and how an amount is made of them."""

from functools import lru_cache
from typing import Final

from sabot.table.chip_set import COIN, COLOURS
from sabot.views.desk.staff_shapes import ChipCount

CHIPS: Final = COLOURS
"""Value in cents and colour, the largest first."""


@lru_cache(maxsize=4096)
def in_chips(amount: int, smallest: int) -> tuple[ChipCount, ...]:
    """Return an amount in chips, largest first, none below the table's smallest. Only values that
    are multiples of the smallest chip are used, so that the rest is less than one chip; it is shown
    as one coin."""
    made = []
    for value, colour in _usable(smallest):
        count, amount = divmod(amount, value)
        if count:
            made.append(ChipCount(value, colour, count))
    if amount:
        made.append(ChipCount(amount, COIN, 1))
    return tuple(made)


@lru_cache(maxsize=64)
def _usable(smallest: int) -> tuple[tuple[int, str], ...]:
    usable = [chip for chip in CHIPS if chip[0] >= smallest and chip[0] % smallest == 0]
    known = any(value == smallest for value, _ in usable)
    return tuple(usable) if known else (*usable, (smallest, COIN))
