"""Records of a table's float and drop box."""

from datetime import datetime
from typing import Annotated, Final

import msgspec

from sabot.core.money import CHIPS
from sabot.engine.declarations import fixed
from sabot.table.chip_set import ChipCounts

MOST_TAKERS: Final = 200
"""Persons of a table who sell chips or sign slips while one drop box fills."""


class Shift(msgspec.Struct, frozen=True, omit_defaults=True):
    """The float tray from its opening to its closing count, in cents of `currency`."""

    # Opening count.
    opening: int
    # First coup of the shift.
    first: int
    currency: str = CHIPS
    # Chips brought from the cage.
    fills: int = 0
    # Chips returned to the cage.
    credits: int = 0
    # Chips sold for cash.
    cash: int = 0
    # Chips sold without cash.
    cashless: int = 0
    # Closing count; None while the shift is open.
    closing: int | None = None
    # Difference between the closing count and the books.
    variance: int = 0
    # Chips that players brought from their accounts.
    accounts: int = 0
    # Chips of the closing count by their value; None before it, or without a chip set.
    closers: ChipCounts | None = None

    @property
    def is_open(self) -> bool:
        return self.closing is None


class FillAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fill that a dealer has asked for, in cents, and its chips by their value."""

    amount: int
    by: str
    at: datetime
    chips: ChipCounts = {}


class SealedBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """A drop box on its way to the count: cents by the books, and persons who do not count it."""

    amount: int
    collected: datetime
    # The supervisor who took it away.
    by: str
    # Cents that each person took for chips.
    takers: Annotated[dict[str, int], fixed(MOST_TAKERS, "persons who sold chips")] = {}
    # Persons of the cage who signed slips of the table meanwhile.
    signers: Annotated[tuple[str, ...], fixed(MOST_TAKERS, "persons who signed slips")] = ()
