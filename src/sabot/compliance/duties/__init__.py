"""The calendar: every duty of the documents as it arises in a log, and what became of it."""

from sabot.compliance.duties.calendar import Calendar
from sabot.compliance.duties.entry import DONE, DUE, LATE, OPEN, DutyEntry, Fulfilled, status_of

__all__ = ["DONE", "DUE", "LATE", "OPEN", "Calendar", "DutyEntry", "Fulfilled", "status_of"]
