"""The calendar: every duty of the documents as it arises in a log, and what became of it."""

from sabot.compliance.duties.calendar import Calendar
from sabot.compliance.duties.entry import DONE, DUE, LATE, OPEN, Entry, Fulfilled, status_of

__all__ = ["DONE", "DUE", "LATE", "OPEN", "Calendar", "Entry", "Fulfilled", "status_of"]
