"""The report that goes to a regulator: all figures of a game's wagers."""

from sabot.report.cover import CoverSheet
from sabot.report.page import page
from sabot.report.report import Report, report

__all__ = ["CoverSheet", "Report", "page", "report"]
