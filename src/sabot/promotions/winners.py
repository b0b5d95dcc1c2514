"""Winners who need not be there: told in time, or tried to."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sabot.core.refusal import Refusal, quoted
from sabot.parts.notices import due_at
from sabot.rules.irregularities.irregularity import Duty
from sabot.rules.promotions import Promotions


class Attempt(NamedTuple):
    """An attempt to reach a winner: how and when."""

    way: str
    at: datetime


def telling(attendance: bool, section: Promotions) -> Duty | None:
    """Return who has to be told of a prize and by when; None where entrants must attend."""
    return None if attendance else section.telling.duty


def told_until(drawn: datetime, section: Promotions, zone: str) -> datetime:
    """The end of the last day on which the winner is told in time."""
    until = due_at(drawn, section.telling.duty.by, zone)
    assert until is not None
    return until


def way_to_tell(way: str, section: Promotions) -> str:
    """The clause of one of the ways to tell a winner."""
    found = section.telling.ways.get(way)
    if found is None:
        known = ", ".join(section.telling.ways)
        message = "A winner is told by one of {known}, not {way}."
        raise Refusal("bad-way", section.telling.clause, message, known=known, way=quoted(way))
    return found


def tried(attempts: Iterable[Attempt], drawn: datetime, section: Promotions, zone: str) -> bool:
    """Return True if at least one attempt by one of the ways was made in time."""
    until = told_until(drawn, section, zone)
    return any(way_to_tell(way, section) and drawn <= at < until for way, at in attempts)
