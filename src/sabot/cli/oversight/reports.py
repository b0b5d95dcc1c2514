"""`sabot reports`: reports for inspectors, regulators and players, each figure with its events."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sabot.accounts.days import zone_of
from sabot.audit.source import DatabaseLog, check_readable, opened
from sabot.cli.documents.irregularities import width_for
from sabot.cli.printer import print_trimmed, screen
from sabot.compliance.duties.shown import ZONE
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import ExceptionRow
from sabot.compliance.reports import REPORTS, Records, ReportRequest, ReportSheet, make
from sabot.compliance.reports.sheet import Section
from sabot.compliance.reports.written.forms import (
    as_csv,
    head,
    named,
    noted,
    shown,
    title,
    word,
)
from sabot.compliance.reports.written.page import as_html
from sabot.core.languages import ENGLISH, languages, others
from sabot.core.refusal import Refusal
from sabot.store import Store, import_lines, open_store

FORMS: Final = ("json", "csv", "html")


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "report",
        nargs="?",
        metavar="NAME",
        help=f"one of {', '.join(REPORTS)}; none: what they are",
    )
    options.add_argument(
        "source",
        nargs="?",
        metavar="SOURCE",
        help="an exported log (JSON Lines), - for the input, a SQLite file, or a database's URL",
    )
    options.add_argument("--day", default="", metavar="DAY", help="one day, such as 2026-03-31")
    options.add_argument("--month", default="", metavar="MONTH", help="one month, such as 2026-03")
    options.add_argument("--first", default="", metavar="DAY", help="from this day")
    options.add_argument("--last", default="", metavar="DAY", help="to this day, counted too")
    options.add_argument(
        "--of",
        default="",
        metavar="ID",
        help="the table, player, tournament or promotion that the report is about",
    )
    options.add_argument(
        "--zone", default=ZONE, metavar="ZONE", help=f"the casino's time zone ({ZONE})"
    )
    options.add_argument(
        "--operator",
        default="",
        metavar="NAME",
        help="the casino operator's name, for the head of the report",
    )
    options.add_argument(
        "--language", default=ENGLISH, choices=tuple(languages()), help="language of the report"
    )
    options.add_argument("--json", action="store_true", help="for a program to read")
    options.add_argument("--csv", action="store_true", help="for a spreadsheet")
    options.add_argument("--html", action="store_true", help="a page ready to be printed")


def run(chosen: argparse.Namespace) -> int:
    forms = [form for form in FORMS if getattr(chosen, form)]
    if len(forms) > 1:
        raise Refusal(
            "bad-words", None, f"--{forms[0]} and --{forms[1]} are two forms: choose one."
        )
    if chosen.report is None:
        return _list(chosen.json)
    if chosen.report not in REPORTS:
        make(_nothing(), ReportRequest(chosen.report))
    if chosen.source is None:
        raise Refusal("bad-words", None, "Name the log after the report: a file or a database.")
    zone = zone_of(chosen.zone).key
    asked = ReportRequest(
        chosen.report, chosen.day, chosen.month, chosen.first, chosen.last, chosen.of
    )  # fmt: skip
    with _store(chosen.source) as store:
        now = datetime.now(UTC)
        records = Records(store, now, zone, lambda: _exceptions(store), chosen.operator)
        sheet = make(records, asked)
    _write(sheet, forms[0] if forms else "", chosen.language)
    return 0


def _nothing() -> Records:
    return Records(open_store("sqlite://"), datetime.now(UTC), ZONE, list)


@contextmanager
def _store(source: str) -> Iterator[Store]:
    """Open the database itself, or a temporary copy of an export."""
    with opened(source) as log:
        check_readable(log, source, "to report")
        if isinstance(log, DatabaseLog):
            yield log.store
            return
        with (
            tempfile.TemporaryDirectory() as folder,
            open_store(str(Path(folder) / "copy.db")) as store,
        ):
            import_lines(store, log.lines())
            yield store


def _exceptions(store: Store) -> Iterator[ExceptionRow]:
    report = ExceptionsReport()
    taken = (report.take(stored.line) for stored in store.read_all())
    yield from chain.from_iterable(taken)
    yield from report.rest()
    yield from report.waiting()


def _list(as_json: bool) -> int:
    if as_json:
        rows = [
            {
                "report": name,
                "title": each.title,
                "words": others(each.title),
                "period": each.period,
                "of": each.of,
            }
            for name, each in REPORTS.items()
        ]
        print(msgspec.json.encode(rows).decode())
        return 0
    for name, each in REPORTS.items():
        print(f"{name:16}{each.title} ({each.period}{f', of a {each.of}' if each.of else ''})")
    return 0


def _write(sheet: ReportSheet, form: str, language: str) -> None:
    if form == "json":
        print(msgspec.json.encode(sheet).decode())
    elif form == "csv":
        sys.stdout.write(as_csv(sheet, language))
    elif form == "html":
        sys.stdout.write(as_html(sheet, language))
    else:
        console = screen()
        console.width = width_for(console)
        print_trimmed(console, _page(sheet, language))


def _page(sheet: ReportSheet, language: str) -> RenderableType:
    parts: list[RenderableType] = [Text(title(sheet, language), style="bold")]
    parts += [Text(f"{name}: {_printable(value)}") for name, value in head(sheet, language)]
    for section in sheet.sections:
        clause = f" ({section.clause})" if section.clause else ""
        parts += ["", Text(title(section, language) + clause, style="bold")]
        parts += [Text(note)] if (note := noted(section, language)) else []
        parts.append(
            _table(section, sheet, language) if section.rows else word("nothing", language)
        )
    return Group(*parts)


def _table(section: Section, sheet: ReportSheet, language: str) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False)
    for column in section.columns:
        right = column.kind in ("money", "count", "share")
        table.add_column(
            named(column, language), justify="right" if right else "left", overflow="fold"
        )
    for row in section.rows:
        pairs = zip(row, section.columns, strict=True)
        table.add_row(*(Text(_printable(shown(*pair, sheet.zone, language))) for pair in pairs))
    return table


def _printable(text: str) -> str:
    """Replace unprintable characters: a log may hold line ends or terminal commands."""
    return "".join(each if each.isprintable() else "�" for each in text)
