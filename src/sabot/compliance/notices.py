"""Deadlines: whoever must be told was told, and in time."""

from collections.abc import Iterator
from datetime import datetime

from sabot.finding import Finding, Step
from sabot.rules.irregularity import AT_ONCE
from sabot.table.state import Due, Table


class NoticesCheck:
    """The notices of one table."""

    def __init__(self) -> None:
        self._due: dict[int, tuple[Due, Step[Table]]] = {}

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        notices = step.after.notices
        if notices is step.before.notices:
            return
        for number, due in notices.items():
            if due.given is None:
                self._due.setdefault(number, (due, step))
            elif number in self._due:
                yield from _given(step, self._due.pop(number)[0], due.given)
        for number in [each for each in self._due if each not in notices]:
            due, _ = self._due.pop(number)
            yield step.finding("notice-lost", f"The notice to {due.to} is gone.", due.clause)

    def end(self, now: datetime) -> Iterator[Finding]:
        """What has not been given at the end of the log: what was due before, at once or by then.

        What is due by a day or a month may still come in time.
        """
        for due, step in self._due.values():
            if (due.by or step.line.at) < now:
                message = f"{due.to} was to be told of {due.about} ({due.deadline}), and was not."
                yield step.finding("notice-not-given", message, due.clause)


def _given(step: Step[Table], due: Due, at: datetime) -> Iterator[Finding]:
    """No document counts the minutes of what is due at once."""
    if due.by is not None and due.deadline != AT_ONCE and at >= due.by:
        message = f"{due.to} was told of {due.about} at {at}: it was due before {due.by}."
        yield step.finding("notice-late", message, due.clause)
