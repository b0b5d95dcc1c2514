"""Counts of cash and of chips that come from no account."""

from datetime import date, datetime
from typing import Final

import msgspec

from sabot.core.revision import MONEY, holds
from sabot.engine.streams import Command
from sabot.parts.periods import day_in
from sabot.table.state import Table

replace = msgspec.structs.replace
COUNTED_ALONE: Final = 10
"""Multiples of the greatest wager that a dealer counts alone when a player comes or buys chips; for
each place of the table, that many on one local day. Beyond that a second person counts too. Neither
a new float nor a new opening of the table restarts the day."""


def day_of_count(table: Table, command: Command, now: datetime) -> date | None:
    """Return the local day that a count belongs to; None under the rules of the first release,
    which began anew with every float."""
    return day_in(table.conduct.zone, now) if holds(command, MONEY) else None


def is_counted_alone(table: Table, chips: int) -> bool:
    """Return True if one person's count of that amount is enough, by the day of the table's last
    event. A player who leaves and comes again is counted again."""
    known = table.counted_day is not None and table.at is not None
    day = day_in(table.conduct.zone, table.at) if known and table.at else table.counted_day
    return _is_alone(table, chips, day)


def _is_alone(table: Table, chips: int, day: date | None) -> bool:
    most = COUNTED_ALONE * (table.limit.most if table.limit else 0)
    return chips <= most and _so_far(table, day) + chips <= most * table.opened.places


def _so_far(table: Table, day: date | None) -> int:
    return table.counted_alone if table.counted_day in (None, day) else 0


def counted(table: Table, chips: int, day: date | None) -> Table:
    """Return the table after one person has counted that amount on that day; a count by two is not
    added."""
    if not chips or not _is_alone(table, chips, day):
        return table
    return replace(table, counted_alone=_so_far(table, day) + chips, counted_day=day)
