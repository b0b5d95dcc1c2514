"""A report as data: sections of rows, and for each figure the events that it comes from."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec

from sabot.core.languages import others
from sabot.sentences.names import person
from sabot.sentences.words import Told

MOST_EVENTS: Final = 50
"""A figure names so many of its events; of the others it says how many they are."""
Kind = Literal["text", "money", "count", "time", "share"]


class Ref(msgspec.Struct, frozen=True):
    """An event of the log."""

    stream: str
    seq: int


class SheetCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure or text: cents, a number, hundredths of a percent, a moment in ISO 8601, or words
    (`words` in the languages other than English). `events` are its sources, `more` the number of
    others."""

    value: int | str | None
    words: dict[str, str] = {}
    events: tuple[Ref, ...] = ()
    more: int = 0


class SheetColumn(msgspec.Struct, frozen=True):
    name: str
    kind: Kind = "text"
    words: dict[str, str] = {}


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the report; without rows there is nothing to report. `note` says what is to be
    known of it, in English and Chinese."""

    name: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[SheetCell, ...], ...] = ()
    clause: str = ""
    words: dict[str, str] = {}
    note: str = ""
    note_words: dict[str, str] = {}


class ReportSheet(msgspec.Struct, frozen=True):
    """A whole report: whose it is, of what, for which time, when it was made and by which
    release. `nothing`: no section has a row."""

    report: str
    title: str
    words: dict[str, str]
    operator: str
    about: str
    since: datetime | None
    until: datetime | None
    zone: str
    made: datetime
    release: str
    nothing: bool
    sections: tuple[Section, ...]


def figure(value: int | str | datetime | None, events: Iterable[Ref] = ()) -> SheetCell:
    """A figure with its events."""
    found = list(dict.fromkeys(events))
    if isinstance(value, datetime):
        value = value.isoformat()
    return SheetCell(
        value, events=tuple(found[:MOST_EVENTS]), more=max(0, len(found) - MOST_EVENTS)
    )


def people(*names: str | None, events: Iterable[Ref] = ()) -> SheetCell:
    """Return names as the reader may see them; in a file, sign-in names."""
    return figure(", ".join(person(name) for name in names if name), events)


def words(told: Told, events: Iterable[Ref] = ()) -> SheetCell:
    return SheetCell(told.en, told.words, tuple(events))


def section(
    name: str, columns: Sequence[SheetColumn], rows: Iterable[Sequence[SheetCell]], clause: str = ""
) -> Section:
    spoken = tuple(msgspec.structs.replace(each, words=others(each.name)) for each in columns)
    filled = tuple(tuple(row) for row in rows)
    for row in filled:
        if len(row) != len(columns):
            told = f"{len(row)} cells for {len(columns)} columns, the last {columns[-1].name}"
            raise ValueError(f"{name}: a row has {told}")
    return Section(name, spoken, filled, clause, others(name))


# Columns that several reports have

TIME = SheetColumn("Time", "time")
TABLE = SheetColumn("Table")
WHAT = SheetColumn("What happened")
WHO = SheetColumn("By")
CLAUSE = SheetColumn("Clause")
PLAYER = SheetColumn("Player")
COUP = SheetColumn("Coup", "count")
AMOUNT = SheetColumn("Amount", "money")
STATE = SheetColumn("State")
