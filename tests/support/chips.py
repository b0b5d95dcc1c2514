"""Floats with some of each chip, for tests."""

from sabot.core.denominations import largest, together
from sabot.core.money import dollars
from sabot.table.chip_set import ChipKind, values_of


def spread(amount: int, kinds: tuple[ChipKind, ...]) -> dict[str, int] | None:
    """Return an amount in some of each chip; None at a table without a chip set."""
    values = values_of(kinds)
    made: dict[int, int] = {}
    for value in reversed(values):
        pieces = min(400, amount // (2 * value))
        made = together(made, {value: pieces})
        amount -= value * pieces
    made = together(made, dict(largest(amount, values)))
    return {dollars(value): pieces for value, pieces in made.items()} if values else None
