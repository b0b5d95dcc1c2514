"""The daily summary for the Inspector: what has to be in it, what went wrong, and what was won."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from sabot.compliance.duties import DutyEntry, status_of
from sabot.compliance.duties.words import called
from sabot.compliance.duties.words import people as people_words
from sabot.compliance.duties.words import until as until_words
from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import (
    CLAUSE,
    STATE,
    TABLE,
    TIME,
    WHAT,
    WHO,
    Ref,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    people,
    section,
    words,
)
from sabot.compliance.reports.table_day import of_tables
from sabot.compliance.topics import names_in
from sabot.core.languages import ENGLISH
from sabot.engine.declarations import Topic
from sabot.floor.kinds import TABLES
from sabot.rules.irregularities.irregularity import DAILY_SUMMARY
from sabot.sentences.names import person
from sabot.sentences.words import Told, fixed, joined

WRONG: Final = names_in(Topic.IRREGULARITY)
PEOPLE: Final = names_in(Topic.CONDUCT)
HAPPENED: Final = (TIME, TABLE, WHAT, CLAUSE, WHO)
OWED: Final = (
    TIME, TABLE, SheetColumn("Duty"), SheetColumn("To"), CLAUSE, SheetColumn("Until"),
    STATE, SheetColumn("Done"),
)  # fmt: skip


def of_day(records: Records, table: str, since: datetime, until: datetime) -> list[Section]:
    calendar = [each for each in records.calendar(since)
                if since <= each.at < until and is_of(each.stream, table)]  # fmt: skip
    told = [each for each in calendar if each.until == DAILY_SUMMARY]
    others = [each for each in calendar if each.until != DAILY_SUMMARY and not each.is_sign]
    wrong = [each for each in records.happened((*WRONG, *PEOPLE), since, until)
             if is_of(each.stream, table)]  # fmt: skip
    return [
        section("For the daily summary", OWED, _owed(records, told)),
        section("Irregularities, void coups, wrong payments", HAPPENED,
                rows_of(each for each in wrong if each.what in WRONG)),
        section("Sanctions, exclusions, disputes", HAPPENED,
                rows_of(each for each in wrong if each.what in PEOPLE)),
        section("Other duties that arose", OWED, _owed(records, others)),
        *of_tables(records, table, since, until),
    ]  # fmt: skip


def is_of(stream: str, table: str) -> bool:
    """Return True if a stream is that table's, or no table is given."""
    return not table or stream == TABLES.stream(TABLES.name(table))


def rows_of(found: Iterable[Happened]) -> list[list[SheetCell]]:
    """Events as rows: when, where, what, by which clause, by whom."""
    return [event_row(each) for each in found]


def event_row(each: Happened) -> list[SheetCell]:
    clause = each.fields.get("clause")
    return [
        figure(each.at),
        figure(each.name),
        words(each.told(), [each.ref]),
        figure(clause if isinstance(clause, str) else ""),
        people(each.by),
    ]


def _owed(records: Records, entries: list[DutyEntry]) -> list[list[SheetCell]]:
    return [owed_row(records, each) for each in entries]


def owed_row(records: Records, each: DutyEntry) -> list[SheetCell]:
    name, state = called(each.duty), fixed(status_of(each, records.now, records.zone))
    about = joined(name, Told({ENGLISH: each.about, **each.words}), between=fixed(": "))
    late = fixed(" (late)") if each.done and each.done.late else Told()
    stands = joined(state, late, between=fixed(""))
    return [
        figure(each.at),
        figure(each.stream.partition(":")[2]),
        words(about, [Ref(each.stream, each.seq)]),
        words(people_words(each.to)),
        figure(each.clause),
        words(until_words(each.until)),
        words(stands),
        _done(records, each),
    ]


def _done(records: Records, each: DutyEntry) -> SheetCell:
    if each.done is None:
        return figure("")
    how = f", {each.done.how}" if each.done.how else ""
    text = f"{person(each.done.by)}, {records.local(each.done.at)}{how}"
    return SheetCell(text, events=(Ref(each.stream, each.done.seq),))
