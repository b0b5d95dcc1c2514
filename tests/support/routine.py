"""Lines of the exceptions report that every evening has."""

from collections.abc import Iterable

from sabot.compliance.exceptions.rows import ALONE, ExceptionRow

ROUTINE = frozenset({"declared-chips", "float", "cage", "player-card"})
"""Effects of what one person counts, takes or hands out alone."""


def but_routine(rows: Iterable[ExceptionRow]) -> list[ExceptionRow]:
    """Leave out the float's opening, cash at the cage and chips that a dealer counted alone."""
    return [row for row in rows if row.rests != ALONE or not ROUTINE.issuperset(row.effects)]
