"""Sections that every file has: facts in pairs, the duties, and all events."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sabot.compliance.duties import Calendar
from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import (
    CLAUSE,
    TIME,
    WHAT,
    WHO,
    Ref,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    section,
    words,
)
from sabot.compliance.reports.summary import OWED, event_row, owed_row
from sabot.engine.kind import Kind
from sabot.sentences.event_text import is_told
from sabot.sentences.words import fixed

FACTS: Final = (SheetColumn("What"), SheetColumn("As the log has it"))
YES, NO = "yes", "no"


class StreamLog:
    """The events of one stream, in that time; `of` are those of a name."""

    def __init__(
        self, records: Records, kind: Kind[Any], name: str, since: datetime, until: datetime
    ) -> None:
        self.records = records
        self.stream = records.must_have(kind.stream(kind.name(name)), kind.word)
        self.every = list(records.of_stream(self.stream, since, until))

    def of(self, *names: str) -> list[Happened]:
        return [each for each in self.every if each.what in names]

    def refs(self, *names: str) -> list[Ref]:
        return [each.ref for each in self.of(*names)]

    def last(self, *names: str) -> Happened | None:
        found = self.of(*names)
        return found[-1] if found else None


def fact(name: str, value: SheetCell) -> list[SheetCell]:
    return [words(fixed(name)), value]


def facts(name: str, rows: Iterable[list[SheetCell]]) -> Section:
    """Return a section of facts, one a line; unknown ones are left out."""
    return section(name, FACTS, [row for row in rows if row[1].value not in (None, "")])


def moment(at: datetime | str | None, log: StreamLog, *names: str) -> SheetCell:
    """A moment where the casino stands."""
    if at is None:
        return figure("")
    zone = log.records.local(at if isinstance(at, datetime) else datetime.fromisoformat(at))
    return figure(zone, log.refs(*names))


def yes(is_so: bool, events: Iterable[Ref] = ()) -> SheetCell:
    return words(fixed(YES if is_so else NO), events)


def happened(log: StreamLog) -> list[Section]:
    """Its duties, and all that happened, as far as events have a sentence."""
    records, calendar = log.records, Calendar(keep=None)
    for each in log.every:
        line = records.store.line(log.stream, each.seq)
        if line is not None:
            calendar.take(line)
    owed = sorted([*calendar.open(), *calendar.done], key=lambda each: each.seq)
    columns = (SheetColumn("Event", "count"), TIME, WHAT, CLAUSE, WHO)
    rows = []
    for each in log.every:
        if is_told(each.what):
            at, _, what, clause, by = event_row(each)
            rows.append([figure(each.seq), at, what, clause, by])
    return [
        section("Duties", OWED, [owed_row(records, each) for each in owed]),
        section("What happened", columns, rows),
    ]
