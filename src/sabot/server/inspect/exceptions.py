"""Serve the exceptions report over HTTP; each request reads on from where the last one stopped."""

import time
from collections import deque
from collections.abc import Iterator
from datetime import date, datetime
from itertools import chain, islice
from threading import Lock
from typing import Annotated, Final, NamedTuple

import msgspec

from sabot.compliance.exceptions.luck import IMPROBABLE, LuckRow
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import ExceptionRow, PersonTotals, TotalRow
from sabot.core.refusal import Refusal, quoted
from sabot.parts.periods import day_in
from sabot.sentences.names import all_unmarked, marked, naming, unmarked
from sabot.server.http.names import telling
from sabot.server.http.routes import OVERSEERS, Asked, Route
from sabot.store import Store

KEPT: Final = 20_000
"""So many newest lines of the report stay in memory; `sabot audit --exceptions` has them all."""
AT_ONCE: Final = 20_000
PATIENCE: Final = 2.0
"""Seconds that a request reads the log on and works out luck before it is answered."""
MOST: Final = 200
Text = Annotated[str, msgspec.Meta(max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
replace = msgspec.structs.replace


class ExceptionsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which lines: of a table, of a person (who dealt, stated, decided or played), of a day of
    the casino's, as 2026-01-31; older than the one of number `before`."""

    table: Text = ""
    person: Text = ""
    day: Text = ""
    before: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 50


class ExceptionsPage(msgspec.Struct, frozen=True):
    """A page of lines, the newest first, lines that wait for a decision before all others, and the
    totals of all that match. All are `times` lines, and moved `cents`. The next page is what comes
    `before`, None if there is none. `behind`: the log is not read to its end yet; ask again."""

    rows: list[ExceptionRow]
    totals: list[TotalRow]
    before: int | None
    behind: bool
    times: int = 0
    cents: int = 0


class LuckQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of everybody, or of one person; so many, those with the least chance first."""

    person: Text = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 50


class LuckPage(msgspec.Struct, frozen=True):
    """A page of luck. `improbable` is the probability below which a person is flagged. `behind`:
    not all luck is worked out yet; ask again."""

    rows: list[LuckRow]
    improbable: float
    behind: bool


class RowFilter(NamedTuple):
    table: str
    person: str
    day: date | None
    zone: str

    def has(self, row: ExceptionRow) -> bool:
        people = (row.dealer, row.stated_by, row.decided_by, *row.players)
        return (
            self.table in ("", row.table)
            and (not self.person or self.person in people)
            and (self.day is None or day_in(self.zone, row.at) == self.day)
        )


class ExceptionsDesk:
    """The report as it stands. Any thread may ask; one reads at a time."""

    def __init__(self, store: Store, zone: str) -> None:
        self._store = store
        self.zone = zone
        self._report = ExceptionsReport()
        self._rows: deque[tuple[int, ExceptionRow]] = deque(maxlen=KEPT)
        self._count = 0
        self.gone: datetime | None = None
        """Up to that moment lines may have left the memory."""
        self._position = 0
        self._lock = Lock()

    def page(self, wanted: RowFilter, before: int, limit: int) -> ExceptionsPage:
        with self._lock:
            behind = self._read_on(time.monotonic() + PATIENCE)
            waiting = [row for row in reversed(self._report.waiting()) if wanted.has(row)]
            found = [each for each in reversed(self._rows) if wanted.has(each[1])]
        totals = PersonTotals(chain((row for _, row in found), waiting)).rows()
        older = [each for each in found if not before or each[0] < before]
        shown = [row for _, row in older[:limit]]
        more = older[limit - 1][0] if len(older) > limit else None
        rows = map(_named, [*waiting, *shown] if not before else shown)
        every = [*(row for _, row in found), *waiting]
        moved = sum(row.cents for row in every)
        return ExceptionsPage([*rows], totals, more, behind, times=len(every), cents=moved)

    def every(self) -> list[ExceptionRow]:
        """All lines that are in memory and that wait, once the log is read to its end."""
        with self._lock:
            while self._read_on(time.monotonic() + PATIENCE):
                pass
            return [*map(_named, (*(row for _, row in self._rows), *self._report.waiting()))]

    def luck(self, person: str, limit: int) -> LuckPage:
        with self._lock:
            until = time.monotonic() + PATIENCE
            behind = self._read_on(until)
            found = self._report.luck
            behind = not found.work_out(lambda: time.monotonic() < until) or behind
            rows = found.rows(person or None)
        return LuckPage(rows[:limit], IMPROBABLE, behind)

    def _read_on(self, until: float) -> bool:
        """Read on until then; whether there is more. Who is named in a line is kept in marks."""
        with naming(marked):
            return self._read_marked(until)

    def _read_marked(self, until: float) -> bool:
        while True:
            page = list(islice(self._store.read_all(self._position), AT_ONCE))
            for stored in page:
                self._keep(self._report.take(stored.line))
                self._position = stored.position
            if len(page) < AT_ONCE:
                self._keep(self._report.rest())
                return False
            if time.monotonic() > until:
                return True

    def _keep(self, rows: Iterator[ExceptionRow]) -> None:
        for row in rows:
            self._count += 1
            if len(self._rows) == self._rows.maxlen:
                left = self._rows[0][1].at
                self.gone = left if self.gone is None else max(self.gone, left)
            self._rows.append((self._count, row))


def _named(row: ExceptionRow) -> ExceptionRow:
    """The line as it is shown."""
    return replace(row, text=unmarked(row.text), words=all_unmarked(row.words))


async def list_exceptions(asked: Asked) -> ExceptionsPage:
    query: ExceptionsQuery = asked.query
    desk = asked.casino.exceptions
    wanted = RowFilter(query.table, query.person, _day(query.day), desk.zone)
    return await asked.casino.work(telling(asked, desk.page), wanted, query.before, query.limit)


async def list_luck(asked: Asked) -> LuckPage:
    query: LuckQuery = asked.query
    return await asked.casino.work(asked.casino.exceptions.luck, query.person, query.limit)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        message = "{text} is no day: write it as 2026-01-31."
        raise Refusal("bad-query", None, message, text=quoted(text)) from None


ROUTES = (
    Route(
        "GET", "/api/exceptions", OVERSEERS, list_exceptions,
        "What moved on a person's word, or out of the common run, and the totals of it.",
        query=ExceptionsQuery, gives=ExceptionsPage,
    ),
    Route(
        "GET", "/api/exceptions/luck", OVERSEERS, list_luck,
        "What players won, and those of each dealer, against exact odds, with the chance of it.",
        query=LuckQuery, gives=LuckPage,
    ),
)  # fmt: skip
