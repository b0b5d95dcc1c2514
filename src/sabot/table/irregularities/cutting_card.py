"""A cutting card that somebody reports, or that comes out with a card dealt wrongly."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sabot.rules.irregularity import Cell
from sabot.streams import Event
from sabot.table.coup.dealing import cutting_card
from sabot.table.state import IN_COUP, VIRTUAL, Table

FIRST = "cutting-card-first"
"""The situation in which it comes before the first card of a coup."""


def last_coups(table: Table, report: Any, cell: Cell, now: datetime) -> Sequence[Event]:
    """The cutting card is out, so that the coups left are counted, if they are not already."""
    out = cutting_card(table, first=report.situation == FIRST)
    return [] if out is None else [out]


def passed_cutting_card(before: Table, after: Table) -> Sequence[Event]:
    """In a virtual shoe the cutting card lies at a known place: whatever takes a card from behind
    it takes it out as well."""
    cutting = after.stack.cutting
    if after.opened.feed != VIRTUAL or cutting is None:
        return []
    if not before.stack.dealt <= cutting < after.stack.dealt:
        return []
    out = cutting_card(after, first=after.phase not in IN_COUP)
    return [] if out is None else [out]
