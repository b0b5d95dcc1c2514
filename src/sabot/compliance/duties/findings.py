"""Findings of duties done late or not at all. Notices have a check of their own.

A duty without a stated time is on the calendar, but not a finding: a sign of felt and paper may
have stood there unrecorded.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sabot.compliance.duties.calendar import Calendar
from sabot.compliance.duties.entry import DutyEntry, is_overdue
from sabot.compliance.duties.words import called
from sabot.engine.finding import Finding
from sabot.engine.kind import Kind


class DutiesCheck:
    """A calendar beside the audit: it sees every line that is audited."""

    def __init__(self, kinds: tuple[Kind[Any], ...]) -> None:
        self._calendar = Calendar(keep=0, kinds=kinds)

    def take(self, line: bytes) -> Iterator[Finding]:
        for entry in self._calendar.take(line):
            timed = not entry.is_notice and entry.missed is None
            if entry.done is not None and entry.done.late and timed:
                yield _finding(entry, f"done by {entry.done.by} at {entry.done.at}, too late")

    def end(self, now: datetime) -> Iterator[Finding]:
        """Yield the duties that are late at the end of the log."""
        for entry in self._calendar.open():
            if not entry.is_notice and entry.missed is None and is_overdue(entry, now):
                yield _finding(entry, f"not done ({entry.until})")


def _finding(entry: DutyEntry, what: str) -> Finding:
    message = f"{called(entry.duty).en}, to {entry.to}: {what}."
    return Finding("duty-late", entry.clause, entry.stream, entry.seq, message)
