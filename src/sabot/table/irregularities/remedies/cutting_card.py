"""A reported cutting card."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.revision import WAGERS, holds
from sabot.engine.streams import Event
from sabot.rules.irregularities.irregularity import Cell
from sabot.table.coup.cutting_card import cutting_card
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.state import Table

FIRST = "cutting-card-first"
"""The situation in which it comes before the first card of a coup."""


def last_coups(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The cutting card is out, so that the coups left are counted, if they are not already."""
    placed = holds(report, WAGERS)
    out = cutting_card(table, first=report.situation == FIRST, placed=placed)
    return [] if out is None else [out]
