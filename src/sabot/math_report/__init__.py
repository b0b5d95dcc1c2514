"""The report that goes to a regulator: all figures of a game's wagers."""

from sabot.math_report.cover import CoverSheet
from sabot.math_report.page import page
from sabot.math_report.report import Report, report

__all__ = ["CoverSheet", "Report", "page", "report"]
