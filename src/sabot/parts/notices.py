"""Notices: who must be told of something, by when, and whether it was done.

A stream whose state has `notices: Notices` takes this part by `give_notices`.
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import IN_THE_PIT, RECORD, STAFF_ONLY, StaffText, bound, on_pages
from sabot.engine.streams import Command, Event, Leave, Stream
from sabot.rules.irregularities.irregularity import (
    BEFOREHAND,
    DAILY_SUMMARY,
    MONTH_END,
    UNTIMED,
    Duty,
)
from sabot.rules.roles import DEALER

AT_HAND: Final = 20
"""Number of given notices that stay in the state; the log has the others."""
WITHIN: Final = re.compile(r"within (\d+) (hours|days)")
BEFORE: Final = re.compile(r"(\d+) hours before")
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
replace = msgspec.structs.replace


class DueNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice that is due: recipient, deadline and clause. `duty` names a duty that no document
    has, such as one of a policy."""

    number: int
    to: str
    clause: str
    about: str
    by: datetime | None = None
    deadline: str = ""
    given: datetime | None = None
    duty: str = ""


class Notices(msgspec.Struct, frozen=True, omit_defaults=True):
    """Number of all notices; those that are due, and the newest that were given."""

    count: int = 0
    due: Annotated[
        dict[int, DueNotice], bound(5_000, "notices that wait", "Give some of them first.")
    ] = {}


# By when


def due_at(now: datetime, when: str, zone: str, start: datetime | None = None) -> datetime | None:
    """Return the deadline of a notice; None where it had to come beforehand.

    A day and a month end at midnight in the casino's zone. `start` is the beginning of the event
    before which a recipient has to be told.

    >>> due_at(datetime(2026, 3, 14, 20, tzinfo=UTC), MONTH_END, "Australia/Sydney").isoformat()
    '2026-03-31T13:00:00+00:00'
    """
    if when == BEFOREHAND:
        return None
    if when in UNTIMED:
        return now
    today = now.astimezone(ZoneInfo(zone)).date()
    if when == DAILY_SUMMARY:
        return _midnight(today + timedelta(days=1), zone)
    if when == MONTH_END:
        return _midnight((today.replace(day=1) + timedelta(days=32)).replace(day=1), zone)
    if (within := WITHIN.fullmatch(when)) is not None:
        number = int(within[1])
        if within[2] == "days":
            return _midnight(today + timedelta(days=number + 1), zone)
        return now + timedelta(hours=number)
    if (before := BEFORE.fullmatch(when)) is not None and start is not None:
        return start - timedelta(hours=int(before[1]))
    raise ValueError(f"no duty is due {when}")


def _midnight(day: date, zone: str) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def is_late(due: DueNotice, now: datetime) -> bool:
    """Return True if the notice's time is over. A notice due at once or as soon as possible has no
    stated minutes, and is open until it is given. A day ends at midnight, an hour after its last
    moment."""
    if due.by is None or due.given is not None or due.deadline in UNTIMED:
        return False
    return now > due.by if due.deadline.endswith(("hours", "before")) else now >= due.by


def outstanding(notices: Notices) -> list[DueNotice]:
    """Return the notices that were not given yet, the most pressing first."""
    waiting = [due for due in notices.due.values() if due.given is None]
    return sorted(waiting, key=lambda due: (due.by or _LONG_AGO, due.number))


def is_given(notices: Notices, number: int) -> bool:
    """Return True if that notice was given, of those that there were."""
    due = notices.due.get(number)
    return due is None or due.given is not None


# Due


class NoticeDue(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    notice: DueNotice


def notices_of(
    notices: Notices,
    duties: Sequence[Duty],
    about: str,
    now: datetime,
    zone: str,
    start: datetime | None = None,
) -> list[NoticeDue]:
    """The notices that follow from some duties, numbered on from the last."""
    return [
        NoticeDue(
            notice=DueNotice(
                number=notices.count + nth,
                to=duty.to,
                clause=duty.clause,
                about=about,
                by=due_at(now, duty.by, zone, start),
                deadline=duty.by,
            )
        )
        for nth, duty in enumerate(duties, 1)
    ]


def notice_due(notices: Notices, event: NoticeDue) -> Notices:
    number = event.notice.number
    return Notices(max(notices.count, number), {**notices.due, number: event.notice})


# Given


class GiveNotice(Command, frozen=True, kw_only=True):
    """Record that a recipient was told: `channel` is the means, such as a daily summary or the
    telephone."""

    pages = on_pages("duties", "pit", "promote", "tournament", without={DEALER: IN_THE_PIT})

    number: int
    channel: str
    note: StaffText = ""


class NoticeGiven(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    number: int
    to: str
    clause: str
    channel: str
    note: StaffText
    given: datetime
    late: bool


def give_notice(notices: Notices, command: GiveNotice, now: datetime) -> NoticeGiven:
    """That notice, given now."""
    due = notices.due.get(command.number)
    if due is None and 1 <= command.number <= notices.count:
        raise Refusal(
            "already-given",
            None,
            "Notice {command_number} was given already.",
            command_number=command.number,
        )
    if due is None:
        raise Refusal(
            "no-notice",
            None,
            "No notice here has the number {command_number}.",
            command_number=command.number,
        )
    if due.given is not None:
        raise Refusal(
            "already-given",
            due.clause,
            "The {to} was told of {about} already.",
            to=due.to,
            about=due.about,
        )
    if not command.channel.strip():
        raise Refusal("no-channel", due.clause, "Say how the {to} was told.", to=due.to)
    return NoticeGiven(
        number=due.number,
        to=due.to,
        clause=due.clause,
        channel=command.channel.strip(),
        note=command.note,
        given=now,
        late=is_late(due, now),
    )


def notice_given(notices: Notices, event: NoticeGiven) -> Notices:
    due = {**notices.due, event.number: replace(notices.due[event.number], given=event.given)}
    given = [number for number, each in due.items() if each.given is not None]
    if len(given) > AT_HAND:
        del due[min(given)]
    return replace(notices, due=due)


# Joined to a stream

Follows = Callable[[Any, NoticeGiven], Sequence[Event]]


def give_notices(
    stream: Stream[Any], by: Leave, follows: Follows = lambda state, given: ()
) -> None:
    """Let a stream have notices, which people of that role give; `follows` says what else comes of
    one that is given."""

    def give(state: Any, command: GiveNotice, now: datetime) -> Sequence[Event]:
        given = give_notice(state.notices, command, now)
        return [given, *follows(state, given)]

    stream.decides(GiveNotice, by)(give)
    stream.evolves(NoticeDue)(lambda s, e: replace(s, notices=notice_due(s.notices, e)))
    stream.evolves(NoticeGiven)(lambda s, e: replace(s, notices=notice_given(s.notices, e)))
