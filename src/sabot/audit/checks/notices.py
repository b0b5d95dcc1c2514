"""Deadlines of notices: every recipient was told, and in time."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sabot.engine.finding import Finding, Step
from sabot.parts.notices import DueNotice, NoticeDue, NoticeGiven, is_late


class NoticesCheck:
    """The notices of one stream that were not given yet."""

    def __init__(self) -> None:
        self._due: dict[int, tuple[DueNotice, Step[Any]]] = {}

    def __call__(self, step: Step[Any]) -> Iterator[Finding]:
        event = step.event
        if isinstance(event, NoticeDue):
            self._due[event.notice.number] = event.notice, step
        elif isinstance(event, NoticeGiven) and event.number in self._due:
            due, _ = self._due.pop(event.number)
            if is_late(due, event.given):
                message = (
                    f"{due.to} was told of {due.about} at {event.given}: it was due by {due.by}."
                )
                yield step.finding("notice-late", message, due.clause)
        if step.after.notices is step.before.notices:
            return
        for number in [each for each in self._due if each not in step.after.notices.due]:
            due, _ = self._due.pop(number)
            yield step.finding("notice-lost", f"The notice to {due.to} is gone.", due.clause)

    def end(self, now: datetime) -> Iterator[Finding]:
        """Yield the overdue notices that were not given at the end of the log. A notice due by a
        day or a month may still come in time."""
        for due, step in self._due.values():
            if (due.by or step.line.at) < now:
                message = f"{due.to} was to be told of {due.about} ({due.deadline}), and was not."
                yield step.finding("notice-not-given", message, due.clause)
