"""Reports that documents, inspectors and players ask for, each figure with its events."""

from sabot.compliance.reports.made import REPORTS, ReportRequest, make
from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import ReportSheet

__all__ = ["REPORTS", "Records", "ReportRequest", "ReportSheet", "make"]
