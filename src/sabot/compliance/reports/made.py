"""Every report by its name: what it is called, which time it is for, and what it asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from sabot import __version__
from sabot.compliance.reports import (
    cases,
    counts,
    inventory,
    protection,
    statement,
    summary,
    table_day,
)
from sabot.compliance.reports.files.promotion import of_promotion
from sabot.compliance.reports.files.tournament import of_tournament
from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import TABLE, ReportSheet, Section, SheetCell, SheetColumn
from sabot.core.languages import others
from sabot.core.refusal import Refusal, quoted
from sabot.parts.periods import DAY, MONTH, day_in, start_of
from sabot.sentences.words import Told

WHOLE: Final = "whole"
BEGINNING: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class ReportRequest:
    """Which report, of which time and of what. `day` and `month` as 2026-03-31 and 2026-03; or
    from one day to another, both counted."""

    report: str
    day: str = ""
    month: str = ""
    first: str = ""
    last: str = ""
    of: str = ""


Make = Callable[[Records, str, datetime, datetime], list[Section]]
"""From the records, of what, from one moment until another."""


@dataclass(frozen=True)
class ReportKind:
    """A kind of report. `period`: the default time; `of`: the parameter that it needs, with "?" an
    optional one."""

    title: str
    period: str
    make: Make
    of: str = ""


REPORTS: Final[dict[str, ReportKind]] = {
    "daily-summary": ReportKind("Daily summary for the Inspector", DAY, summary.of_day, "table?"),
    "table-day": ReportKind("Tables: drop, win and hold", DAY, table_day.of_tables, "table?"),
    "counts": ReportKind("Counts of floats and drop boxes", DAY, counts.of_day, "table?"),
    "mispayments": ReportKind("Wrong payments of the month", MONTH, cases.of_month),
    "denied-claims": ReportKind("Prize claims that were denied", MONTH, cases.denied),
    "inventory": ReportKind("Chips and cards", DAY, inventory.of_house, "table?"),
    "protection": ReportKind("Exclusions, and Loss Limits met", MONTH, protection.of_time),
    "statement": ReportKind("Player's statement", MONTH, statement.of_player, "player"),
    "tournament-file": ReportKind("Tournament file", WHOLE, of_tournament, "tournament"),
    "promotion-file": ReportKind("Promotion file", WHOLE, of_promotion, "promotion"),
}


def make(records: Records, asked: ReportRequest) -> ReportSheet:
    """The report; a Refusal says in one sentence why there is none."""
    report = REPORTS.get(asked.report)
    if report is None:
        known = ", ".join(REPORTS)
        raise Refusal(
            "unknown-report",
            None,
            "There is no report {report}: {known}.",
            report=quoted(asked.report),
            known=known,
        )
    if report.of and not report.of.endswith("?") and not asked.of:
        raise Refusal("no-subject", None, "Name the {of} of this report.", of=report.of)
    if asked.of and not report.of:
        raise Refusal(
            "no-subject",
            None,
            "This report covers the whole casino: leave out the table or person.",
        )
    since, until = interval(asked, report.period, records.now, records.zone)
    sections = _named(records, report.make(records, asked.of, since, until))
    whole = report.period == WHOLE and since == BEGINNING
    return ReportSheet(
        report=asked.report,
        title=report.title,
        words=others(report.title),
        operator=records.operator,
        about=asked.of,
        since=None if whole else since,
        until=None if whole else until,
        zone=records.zone,
        made=records.now,
        release=__version__,
        nothing=not any(each.rows for each in sections),
        sections=sections,
    )


def _named(records: Records, sections: list[Section]) -> tuple[Section, ...]:
    """Every table by its name for people, where it has one."""
    called = cache(records.called)

    def cell(each: SheetCell, column: SheetColumn) -> SheetCell:
        told = called(each.value) if column.name == TABLE.name and each.value else Told()
        return replace(each, value=told.en, words=told.words) if told else each

    return tuple(
        replace(each, rows=tuple(tuple(map(cell, row, each.columns)) for row in each.rows))
        for each in sections
    )


def interval(
    asked: ReportRequest, period: str, now: datetime, zone: str
) -> tuple[datetime, datetime]:
    """From the first moment of that time to the first after it; days and months end at midnight
    where the casino stands."""
    said = [name for name in ("day", "month", "first") if getattr(asked, name)]
    if len(said) > 1 or (asked.last and not asked.first):
        raise Refusal("bad-time", None, "Name a day, a month, or a first and a last day.")
    if asked.day:
        return _between(_day(asked.day), _day(asked.day), zone)
    if asked.month:
        return _month(_day(f"{asked.month}-01", asked.month), zone)
    if asked.first:
        first, last = _day(asked.first), _day(asked.last or asked.first)
        if last < first:
            raise Refusal("bad-time", None, "The last day is before the first.")
        return _between(first, last, zone)
    if period == WHOLE:
        return BEGINNING, now + timedelta(seconds=1)
    today = day_in(zone, now)
    return _between(today, today, zone) if period == DAY else _month(start_of(MONTH, today), zone)


def _day(text: str, said: str = "") -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = date.max
    if not 2000 <= found.year < 2200:
        form = "2026-03" if said else "2026-03-31"
        what = "month" if said else "day"
        raise Refusal(
            "bad-time",
            None,
            "{text} is no {what}: write it as {form}.",
            text=quoted(said or text),
            what=what,
            form=form,
        )
    return found


def _month(first: date, zone: str) -> tuple[datetime, datetime]:
    last = (first + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    return _between(first, last, zone)


def _between(first: date, last: date, zone: str) -> tuple[datetime, datetime]:
    return _midnight(first, zone), _midnight(last + timedelta(days=1), zone)


def _midnight(day: date, zone: str) -> datetime:
    local = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)
