"""The file of one tournament or promotion: its duties, and all that happened, event by event."""

from datetime import datetime
from typing import Any

from sabot.compliance.duties import Calendar
from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import CLAUSE, TIME, WHAT, WHO, Column, Section, figure, section
from sabot.compliance.reports.summary import OWED, event_row, owed_row
from sabot.compliance.telling import is_told
from sabot.kind import Kind
from sabot.kinds import KINDS
from sabot.refusal import Refusal, quoted


def kind_called(word: str) -> Kind[Any] | None:
    """The kind of that word, where this house has it."""
    return next((kind for kind in KINDS if kind.word == word), None)


def of_tournament(records: Records, name: str, since: datetime, until: datetime) -> list[Section]:
    return of_stream(records, "tournament", name, since, until)


def of_promotion(records: Records, name: str, since: datetime, until: datetime) -> list[Section]:
    return of_stream(records, "promotion", name, since, until)


def of_stream(
    records: Records, word: str, name: str, since: datetime, until: datetime
) -> list[Section]:
    """One stream of a kind, as far as events have a sentence."""
    kind = kind_called(word)
    if kind is None:
        raise Refusal("unknown-stream", None, f"The log has no {word} {quoted(name)}.")
    stream = records.must_have(kind.stream(kind.name(name)), word)
    calendar, events = Calendar(keep=None), []
    for each in records.of_stream(stream, since, until):
        line = records.store.line(stream, each.seq)
        if line is not None:
            calendar.take(line)
        if is_told(each.what):
            events.append(each)
    owed = sorted([*calendar.open(), *calendar.done], key=lambda each: each.seq)
    columns = (Column("Event", "count"), TIME, WHAT, CLAUSE, WHO)
    rows = []
    for each in events:
        at, _, what, clause, by = event_row(each)
        rows.append([figure(each.seq, [each.ref]), at, what, clause, by])
    return [
        section("Duties", OWED, [owed_row(records, each) for each in owed]),
        section("What happened", columns, rows),
    ]
