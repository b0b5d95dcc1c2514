"""Counts of floats and drop boxes: variance by table, denomination, dealer and shift."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import (
    TABLE,
    TIME,
    WHAT,
    Ref,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    people,
    section,
    words,
)
from sabot.core.denominations import worth
from sabot.engine.finding import Step
from sabot.floor.kinds import TABLES
from sabot.sentences.words import fixed
from sabot.table.chips.drop_count import DropCounted
from sabot.table.chips.float_counts import FloatCounted
from sabot.table.chips.floats import FloatClosed, FloatOpened
from sabot.table.state import Table

COLUMNS: Final = (
    TIME,
    TABLE,
    WHAT,
    SheetColumn("Seal"),
    SheetColumn("Shift from coup", "count"),
    SheetColumn("Dealer"),
    SheetColumn("Chip", "money"),
    SheetColumn("Pieces", "count"),
    SheetColumn("Books", "money"),
    SheetColumn("Counted", "money"),
    SheetColumn("Variance", "money"),
)


def of_day(records: Records, table: str, since: datetime, until: datetime) -> list[Section]:
    """Return the counts of one table, or of all, between two moments."""
    rows: list[list[SheetCell]] = []
    for stream in records.tables(table):
        _, steps = records.steps(TABLES, stream, since, until)
        for step in steps:
            rows.extend(rows_of(step))
    return [section("Counts of floats and drop boxes", COLUMNS, rows)]


def rows_of(step: Step[Table]) -> Iterator[list[SheetCell]]:
    """Yield a row for a count as a whole, and one for each chip that differs from the books."""
    match step.event:
        case FloatOpened() as opened if opened.differs:
            books = opened.amount - worth(opened.differs)
            yield _row(step, "The float at its opening", (), books, opened.amount)
            yield from _by_chip(step, "The float at its opening", "", opened.differs)
        case FloatClosed() as closed:
            books = closed.counted - closed.variance
            yield _row(step, "The float at its closing", (closed.dealer,), books, closed.counted)
            yield from _by_chip(step, "The float at its closing", closed.dealer, closed.differs)
        case FloatCounted() as counted:
            total = worth(counted.chips)
            books = total - counted.difference
            yield _row(step, "The float during the shift", (counted.dealer,), books, total)
            yield from _by_chip(step, "The float during the shift", counted.dealer, counted.differs)
        case DropCounted() as drop:
            yield _row(step, "The drop box", tuple(drop.takers), drop.booked, drop.total, drop.seal)


def _row(
    step: Step[Table],
    what: str,
    dealers: tuple[str, ...],
    books: int,
    counted: int,
    seal: str = "",
) -> list[SheetCell]:
    refs = [Ref(step.line.stream, step.line.seq)]
    return [
        figure(step.line.at),
        figure(TABLES.name(step.line.stream)),
        words(fixed(what)),
        figure(seal),
        figure(None if seal else _first_coup(step)),
        people(*dealers),
        figure(None),
        figure(None),
        figure(books),
        figure(counted, refs),
        figure(counted - books, refs),
    ]


def _by_chip(
    step: Step[Table], what: str, dealer: str, differs: Mapping[int, int]
) -> Iterator[list[SheetCell]]:
    for value, pieces in differs.items():
        yield [
            figure(step.line.at),
            figure(TABLES.name(step.line.stream)),
            words(fixed(what)),
            figure(""),
            figure(_first_coup(step)),
            people(dealer),
            figure(value),
            figure(pieces),
            figure(None),
            figure(None),
            figure(value * pieces, [Ref(step.line.stream, step.line.seq)]),
        ]


def _first_coup(step: Step[Table]) -> int | None:
    return None if step.before.shift is None else step.before.shift.first
