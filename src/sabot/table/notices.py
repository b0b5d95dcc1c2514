"""Notices: who must be told of something, by when, and whether it was done."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from sabot.refusal import Refusal
from sabot.rules.irregularity import AT_ONCE, BEFOREHAND, DAILY_SUMMARY, MONTH_END, Duty
from sabot.streams import Command, Event
from sabot.table.state import Due, Table
from sabot.table.stream import BY_STAFF, TABLE, replace

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def due_at(now: datetime, when: str, zone: str) -> datetime | None:
    """The moment from which a notice is late; None where it had to come beforehand.

    A day and a month end at midnight in the casino's zone.

    >>> due_at(datetime(2026, 3, 14, 20, tzinfo=UTC), MONTH_END, "Australia/Sydney").isoformat()
    '2026-03-31T13:00:00+00:00'
    """
    if when == BEFOREHAND:
        return None
    if when == AT_ONCE:
        return now
    today = now.astimezone(ZoneInfo(zone)).date()
    if when == DAILY_SUMMARY:
        return _midnight(today + timedelta(days=1), zone)
    if when == MONTH_END:
        return _midnight((today.replace(day=1) + timedelta(days=32)).replace(day=1), zone)
    raise ValueError(f"no duty is due {when}")


def _midnight(day: date, zone: str) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


class NoticeDue(Event, frozen=True, kw_only=True):
    notice: Due


def notices_for(table: Table, duties: Sequence[Duty], about: str, now: datetime) -> list[NoticeDue]:
    """The notices that follow from the duties of one cell, numbered on from the table's last."""
    zone = table.conduct.zone
    return [
        NoticeDue(
            notice=Due(
                number=len(table.notices) + nth,
                to=duty.to,
                clause=duty.clause,
                about=about,
                by=due_at(now, duty.by, zone),
                deadline=duty.by,
            )
        )
        for nth, duty in enumerate(duties, 1)
    ]


@TABLE.evolves(NoticeDue)
def notice_due(table: Table, event: NoticeDue) -> Table:
    return replace(table, notices={**table.notices, event.notice.number: event.notice})


class GiveNotice(Command, frozen=True, kw_only=True):
    """Somebody was told: `channel` is how, such as a daily summary or the telephone."""

    number: int
    channel: str
    note: str = ""


class NoticeGiven(Event, frozen=True, kw_only=True):
    number: int
    to: str
    clause: str
    channel: str
    note: str
    given: datetime
    late: bool


@TABLE.decides(GiveNotice, BY_STAFF)
def give_notice(table: Table, command: GiveNotice, now: datetime) -> Sequence[Event]:
    due = table.notices.get(command.number)
    if due is None:
        raise Refusal(
            "no-notice", None, f"No notice at this table has the number {command.number}."
        )
    if due.given is not None:
        raise Refusal("already-given", due.clause, f"The {due.to} has been told of {due.about}.")
    if not command.channel.strip():
        raise Refusal("no-channel", due.clause, f"Say how the {due.to} was told.")
    return [
        NoticeGiven(
            number=due.number,
            to=due.to,
            clause=due.clause,
            channel=command.channel.strip(),
            note=command.note,
            given=now,
            late=is_late(due, now),
        )
    ]


def is_late(due: Due, now: datetime) -> bool:
    """Whether the day or the month in which it was due is over. No document counts the minutes of
    what is due at once: that is open until it is given."""
    if due.by is None or due.given is not None or due.deadline == AT_ONCE:
        return False
    return now >= due.by


@TABLE.evolves(NoticeGiven)
def notice_given(table: Table, event: NoticeGiven) -> Table:
    due = replace(table.notices[event.number], given=event.given)
    return replace(table, notices={**table.notices, event.number: due})


def outstanding(table: Table) -> list[Due]:
    """The notices that nobody has given yet, the most pressing first."""
    waiting = [due for due in table.notices.values() if due.given is None]
    return sorted(waiting, key=lambda due: (due.by or _LONG_AGO, due.number))
