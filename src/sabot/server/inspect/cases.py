"""Disputes, decisions and exclusions of any time, by table, person and day.

They stay in the log for good, and are looked for there from the newest back: a page reads so many
lines at most and says where the next one goes on, so that no question costs all that ever happened.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from sabot.compliance.reports import Records
from sabot.compliance.reports.made import BEGINNING, WHOLE, interval
from sabot.compliance.reports.made import ReportRequest as Period
from sabot.compliance.reports.records import SLACK
from sabot.compliance.topics import names_in
from sabot.engine.declarations import Topic
from sabot.floor.kinds import TABLES
from sabot.parts.disputes import Dispute
from sabot.parts.periods import day_in
from sabot.server.http.names import telling
from sabot.server.http.routes import SUPERVISORS, WATCHERS, Asked, Route
from sabot.server.inspect.logbook import event_of, names, own_streams, told_of
from sabot.store import Store, Stored
from sabot.store.log.lines import stamp
from sabot.table import Table
from sabot.views.felt.table_shapes import DisputeView
from sabot.views.felt.you import dispute_view

SCANNED: Final = 20_000
"""So many lines are looked at for one page."""
CHUNK: Final = 2_000
MOST: Final = 200
KINDS: Final = {
    name: word
    for topic, word in (
        (Topic.DISPUTE, "dispute"),
        (Topic.DECISION, "decision"),
        (Topic.EXCLUSION, "exclusion"),
    )
    for name in names_in(topic)
}
MARK: Final = re.compile(rb'"what":"(?:' + "|".join(KINDS).encode() + rb")/")
Text = Annotated[str, msgspec.Meta(max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class CasesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which cases: `kind` is "dispute", "decision" or "exclusion"; at a table, of a person (who is
    concerned or who decided), from one day of the casino's to another, both counted. `before` is
    where the last page ended."""

    kind: Literal["", "dispute", "decision", "exclusion"] = ""
    table: Text = ""
    person: Text = ""
    first: Text = ""
    last: Text = ""
    before: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 50


class CaseRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A case by the event that records it: a dispute on file or open, with what was decided; or an
    exclusion."""

    kind: str
    stream: str
    seq: int
    at: str
    by: str
    text: str
    words: dict[str, str] = {}
    clause: str | None = None
    dispute: DisputeView | None = None


class CasesPage(msgspec.Struct, frozen=True):
    """The newest first. The search goes on `before` that place; None once all was looked at."""

    rows: list[CaseRow]
    before: int | None


class CaseFilter(NamedTuple):
    """Filter of cases; `stream` is a table's, or empty for all."""

    kind: str
    stream: str
    person: str
    since: str
    until: str

    def has(self, event: dict[str, Any]) -> bool:
        kind = KINDS.get(str(event["what"]).partition("/")[0])
        return (
            kind is not None and self.kind in ("", kind) and self.since <= event["at"] < self.until
        )

    def concerns(self, event: dict[str, Any], row: CaseRow) -> bool:
        """Return True if the event is about that person, or was decided by them."""
        case = row.dispute
        people = () if case is None else (case.player, case.decider, case.reviewer)
        own = row.stream in own_streams(self.person)
        return not self.person or own or self.person in people or names(event, self.person)


Look = Callable[[str], Table]


def search(records: Records, look: Look, query: CasesQuery) -> CasesPage:
    """A page of cases. `look` is the table of a name as it stands: a dispute is shown by the event
    that raised it only as long as it is open there, and by its filing after that."""
    stream = TABLES.stream(TABLES.name(query.table)) if query.table else ""
    if stream:
        records.must_have(stream, "table")
    since, until = interval(_days(records, query), WHOLE, records.now, records.zone)
    wanted = CaseFilter(query.kind, stream, query.person, stamp(since), stamp(until))
    end = query.before or _end(records, stream, until)
    begin = _begin(records, stream, since)
    rows: list[CaseRow] = []
    for looked, (place, stored) in enumerate(_backwards(records.store, stream, end)):
        if looked == SCANNED or len(rows) == query.limit:
            return CasesPage(rows, place + 1)
        if place < begin:
            return CasesPage(rows, None)
        if MARK.search(stored.line) is None or (event := event_of(stored.line)) is None:
            continue
        row = _row(stored, event, look) if wanted.has(event) else None
        if row is not None and wanted.concerns(event, row):
            rows.append(row)
    return CasesPage(rows, None)


def _days(records: Records, query: CasesQuery) -> Period:
    """From the beginning where no first day is named, until today where no last one is."""
    first = query.first or (f"{BEGINNING:%Y-%m-%d}" if query.last else "")
    last = query.last or (f"{day_in(records.zone, records.now)}" if query.first else "")
    return Period("cases", first=first, last=last)


def _end(records: Records, stream: str, until: datetime) -> int:
    """Return the position after the last event that can be of that time."""
    if stream:
        return records.first_of(stream, until)
    return records.position_after(until + SLACK) + 1


def _begin(records: Records, stream: str, since: datetime) -> int:
    """The place of the first event that can be of that time."""
    if stream:
        return records.first_of(stream, since)
    return records.position_before(since - SLACK) + 1


def _backwards(store: Store, stream: str, end: int) -> Iterator[tuple[int, Stored]]:
    """Events before that place, the newest first: of a stream by their numbers, else of the whole
    log by their positions."""
    while end > 1:
        start = max(0, end - 1 - CHUNK)
        read = store.read(stream, start) if stream else store.read_all(start)
        placed = ((each.seq if stream else each.position, each) for each in islice(read, CHUNK))
        yield from reversed([each for each in placed if each[0] < end])
        end = start + 1


def _row(stored: Stored, event: dict[str, Any], look: Look) -> CaseRow | None:
    kind = str(event["what"]).partition("/")[0]
    dispute = None
    if kind == "dispute-filed":
        dispute = _filed(event)
    elif kind == "dispute-raised" and TABLES.has(stored.stream):
        case = look(TABLES.name(stored.stream)).disputes.cases.get(event.get("number", 0))
        if case is None:
            return None
        dispute = dispute_view(case)
    said, clause = told_of(stored, event), event.get("clause")
    return CaseRow(
        kind=KINDS[kind],
        stream=stored.stream,
        seq=stored.seq,
        at=event["at"],
        by=event["by"],
        text=said.en,
        words=said.words,
        clause=clause if isinstance(clause, str) else None,
        dispute=dispute,
    )


def _filed(event: dict[str, Any]) -> DisputeView | None:
    """The case that went on file; None where what stands there is none."""
    try:
        return dispute_view(msgspec.convert(event.get("dispute"), Dispute))
    except msgspec.ValidationError:
        return None


async def list_cases(asked: Asked) -> CasesPage:
    casino = asked.casino
    records = Records(casino.store, casino.clock(), casino.settings.zone, list)
    return await casino.work(telling(asked, search), records, casino.floor.table, asked.query)


ROUTES = (
    Route(
        "GET", "/api/cases", SUPERVISORS | WATCHERS, list_cases,
        "Disputes, decisions and exclusions by table, person and day, the newest first.",
        query=CasesQuery, gives=CasesPage, refuses=("unknown-stream", "bad-time"),
    ),
)  # fmt: skip
