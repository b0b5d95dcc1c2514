"""The server's calendar of duties: on each request it reads on in the log."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import islice
from threading import Lock
from typing import Final, NamedTuple

import msgspec

from sabot.compliance.duties import DONE, DUE, LATE, OPEN
from sabot.compliance.duties.kept import put_away, taken_up
from sabot.compliance.duties.shown import DutyView, is_late, listed
from sabot.core.refusal import Refusal
from sabot.floor.kinds import may_know
from sabot.parts.periods import WEEK, day_in, start_of
from sabot.sentences.names import all_unmarked, marked, naming, unmarked
from sabot.store import Store, Swap

AT_ONCE: Final = 20_000
PATIENCE: Final = 2.0
"""Seconds of reading on before a request is answered."""
EVERY: Final = 5_000
"""Events after which the calendar is stored again."""
CALENDAR, HOUSE = "calendar", "house"
TODAY, THIS_WEEK = "today", "week"
SHOWN: Final = (TODAY, THIS_WEEK, LATE, OPEN, DONE)


class Counts(msgspec.Struct, frozen=True):
    """Numbers of duties: late, due today or at once, due this week, and all open ones."""

    late: int
    today: int
    week: int
    open: int


class CalendarState(NamedTuple):
    """All duties at one time; `behind`: the log is not read to its end yet, ask again."""

    views: list[DutyView]
    now: datetime
    behind: bool


class DutiesDesk:
    """The calendar of duties. It may be asked from any thread; one reads at a time."""

    def __init__(self, store: Store, zone: str, clock: Callable[[], datetime]) -> None:
        self._store = store
        self.zone = zone
        self._clock = clock
        self._calendar, self._position = taken_up(None, self._hash_at)
        self._last = ""
        self._put_away: bytes | None = None
        self._since: int | None = None
        self._lock = Lock()

    def standing(self, role: str = "", done: bool = True) -> CalendarState:
        """Return all open duties that a role may know of, and with `done` the newest that are done.
        Persons are stored as marks, and shown by their current names."""
        with self._lock:
            with naming(marked):
                behind = self._read_on(time.monotonic() + PATIENCE)
            found = [*self._calendar.open(), *(self._calendar.done if done else ())]
        entries = [each for each in found if may_know(each.stream, role)]
        now = self._clock()
        return CalendarState([*map(_named, listed(entries, now, self.zone))], now, behind)

    def _read_on(self, until: float) -> bool:
        """Read on until that time; return True if there is more."""
        if self._since is None:
            self._put_away = self._store.expiring_row(CALENDAR, HOUSE)
            self._calendar, self._position = taken_up(self._put_away, self._hash_at)
            self._last = self._hash_at(self._position)
            self._since = 0
        while True:
            page = list(islice(self._store.read_all(self._position), AT_ONCE))
            for stored in page:
                self._calendar.take(stored.line)
                self._position, self._last = stored.position, stored.hash
            self._since += len(page)
            if self._since >= EVERY:
                self._keep()
            if len(page) < AT_ONCE:
                return False
            if time.monotonic() > until:
                return True

    def _hash_at(self, position: int) -> str:
        """Return the hash of the log's event at that position; empty if there is none."""
        found = next(iter(self._store.read_all(position - 1)), None) if position > 0 else None
        return found.hash if found is not None and found.position == position else ""

    def _keep(self) -> None:
        """Store the calendar. Another server may have done so meanwhile: its calendar is as
        good."""
        self._since = 0
        data = put_away(self._calendar, self._position, self._last)
        if data is None:
            return
        try:
            if self._store.swap(Swap(CALENDAR, HOUSE, self._put_away, data)):
                self._put_away = data
            else:
                self._put_away = self._store.expiring_row(CALENDAR, HOUSE)
        except Refusal:  # the store is busy: try again later
            return


def _named(view: DutyView) -> DutyView:
    words = all_unmarked(view.about_words)
    return msgspec.structs.replace(view, about=unmarked(view.about), about_words=words)


def counted(standing: CalendarState, zone: str) -> Counts:
    views = standing.views
    week = chosen(standing, THIS_WEEK, zone)
    return Counts(
        late=sum(view.status == LATE for view in views),
        today=sum(view.status in (LATE, DUE) for view in views),
        week=len(week),
        open=sum(view.status != DONE for view in views),
    )


def chosen(standing: CalendarState, show: str, zone: str) -> list[DutyView]:
    """Return the duties to show: of today and late ones, of this week, late ones (done or not),
    open ones, or done ones."""
    views = standing.views
    if show == TODAY:
        return [view for view in views if view.status in (LATE, DUE)]
    if show == THIS_WEEK:
        return [view for view in views if _is_of_week(view, standing.now, zone)]
    if show == LATE:
        return [view for view in views if is_late(view)]
    return [view for view in views if (view.status == DONE) == (show == DONE)]


def _is_of_week(view: DutyView, now: datetime, zone: str) -> bool:
    if view.status in (LATE, DUE):
        return True
    if view.status != OPEN or view.due is None:
        return False
    last = view.due - timedelta(microseconds=1)
    return start_of(WEEK, day_in(zone, last)) <= start_of(WEEK, day_in(zone, now))
