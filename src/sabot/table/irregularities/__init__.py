"""Irregularities and device malfunctions: the matrix of the rulebook, carried out."""

from sabot.table.irregularities.report import cell_for
from sabot.table.irregularities.report_command import ReportIrregularity

__all__ = ["ReportIrregularity", "cell_for"]
