"""Duties as people and programs are shown them, from one moment in the casino's zone."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec

from sabot.compliance.duties.entry import LATE, STATUSES, DutyEntry, Fulfilled, status_of
from sabot.compliance.duties.words import called

ZONE: Final = "Australia/Sydney"
"""Time zone of both casinos of the documents."""


class DutyView(msgspec.Struct, frozen=True):
    """A duty for a page: name, clause, debtor and creditor, times, its first event in the log, its
    status and its fulfilment."""

    status: str
    duty: str
    name: str
    words: dict[str, str]
    rulebook: str
    clause: str
    who: str
    to: str
    stream: str
    seq: int
    opened: datetime
    by: str
    until: str
    due: datetime | None
    about: str
    about_words: dict[str, str]
    number: int | None
    done: Fulfilled | None


def shown(entry: DutyEntry, now: datetime, zone: str) -> DutyView:
    name = called(entry.duty)
    return DutyView(
        status=status_of(entry, now, zone),
        duty=entry.duty or "notice",
        name=name.en,
        words=name.words,
        rulebook=entry.rulebook,
        clause=entry.clause,
        who=entry.who,
        to=entry.to,
        stream=entry.stream,
        seq=entry.seq,
        opened=entry.at,
        by=entry.by,
        until=entry.until,
        due=entry.due,
        about=entry.about,
        about_words=entry.words,
        number=entry.number,
        done=entry.done,
    )


def listed(entries: Iterable[DutyEntry], now: datetime, zone: str) -> list[DutyView]:
    """All of them, the most pressing first: late, due, open, done; and of those that are done the
    newest."""
    views = [shown(each, now, zone) for each in entries]
    return sorted(views, key=_order)


def _order(view: DutyView) -> tuple[int, float, str, int]:
    rank = STATUSES.index(view.status)
    if view.done is not None:
        return rank, -view.done.at.timestamp(), view.stream, -view.done.seq
    return rank, (view.due or view.opened).timestamp(), view.stream, view.seq


def is_late(view: DutyView) -> bool:
    """Late, or done too late."""
    return view.status == LATE or (view.done is not None and view.done.late)
