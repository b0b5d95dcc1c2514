"""Reports that documents, inspectors and players ask for, each figure with its events."""

from sabot.compliance.reports.made import REPORTS, Asked, make
from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import Sheet

__all__ = ["REPORTS", "Asked", "Records", "Sheet", "make"]
