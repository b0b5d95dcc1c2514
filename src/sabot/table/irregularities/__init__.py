"""Irregularities and device malfunctions: the matrix of the rulebook, carried out."""

from sabot.table.irregularities.report import ReportIrregularity, cell_for

__all__ = ["ReportIrregularity", "cell_for"]
