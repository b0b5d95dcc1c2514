"""A duty on the calendar: debtor, creditor and deadline, and its fulfilment."""

from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.parts.notices import DueNotice, is_late
from sabot.parts.periods import day_in
from sabot.rules.irregularities.irregularity import ANY_TIME, BEFOREHAND, UNTIMED
from sabot.rules.operation.duties import DutyRow, document

OPEN, DUE, LATE, DONE = "open", "due", "late", "done"
STATUSES: Final = (LATE, DUE, OPEN, DONE)
NOW: Final = UNTIMED - {ANY_TIME} | {BEFOREHAND}
"""Deadlines that are due at this moment, without stated minutes."""


class Fulfilled(msgspec.Struct, frozen=True):
    """The fulfilment of a duty: person, time, the event in the duty's own stream, and a note."""

    seq: int
    at: datetime
    by: str
    what: str
    how: str = ""
    late: bool = False


class DutyEntry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A duty as it arose: the row of its document (`duty` is "" without a row), the event that it
    began with and the person responsible, its time in words and as a moment. `about` is the
    occasion in English, `words` in the other languages. A notice has a `number` in its stream.
    `missed` is the event before which it should have been done, where no time is stated."""

    duty: str
    rulebook: str
    clause: str
    who: str
    to: str
    stream: str
    seq: int
    at: datetime
    by: str
    until: str
    due: datetime | None = None
    number: int | None = None
    about: str = ""
    words: dict[str, str] = {}
    done: Fulfilled | None = None
    missed: int | None = None
    edition: str = ""

    @property
    def document(self) -> str:
        return document(self.rulebook, self.edition)

    @property
    def is_notice(self) -> bool:
        return self.number is not None

    @property
    def is_sign(self) -> bool:
        return self.duty.startswith("sign-")


def is_overdue(entry: DutyEntry, now: datetime) -> bool:
    """Return True if the duty's time is over at that moment, done or not. A duty that had to come
    before something and did not is late from the beginning; a notice that is waited for holds that
    up."""
    if entry.missed is not None:
        return True
    if entry.until == BEFOREHAND and not entry.is_notice:
        return entry.done is None or entry.done.seq != entry.seq
    given = DueNotice(
        entry.number or 0, entry.to, entry.clause, entry.about, by=entry.due, deadline=entry.until
    )
    return _is_timed(entry) and is_late(given, now)


def _is_timed(entry: DutyEntry) -> bool:
    """Return True for a duty with a deadline. A sign that has stood long enough permits a change,
    and obliges no one."""
    return entry.due is not None and not entry.is_sign


def status_of(entry: DutyEntry, now: datetime, zone: str) -> str:
    """Open, due (today in the casino's zone, or at once), late, or done."""
    if entry.done is not None:
        return DONE
    if is_overdue(entry, now):
        return LATE
    if entry.until in NOW:
        return DUE
    if entry.due is None:
        return OPEN
    last = entry.due - timedelta(microseconds=1)  # a day ends where the next begins
    return DUE if day_in(zone, last) <= day_in(zone, now) else OPEN


def ready_at(row: DutyRow, at: datetime, takes_effect: datetime | None) -> datetime | None:
    """From when a sign has stood long enough, and its own time has come."""
    if row.minutes is None:
        return None
    ready = at + timedelta(minutes=row.minutes)
    return ready if takes_effect is None else max(ready, takes_effect)
