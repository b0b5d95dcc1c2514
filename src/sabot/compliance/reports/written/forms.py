"""Text of a report: its head, its figures, and all of it as CSV."""

import csv
import io
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sabot.compliance.reports.sheet import ReportSheet, Section, SheetCell, SheetColumn
from sabot.core.languages import ENGLISH, phrase
from sabot.core.money import cash, dollars
from sabot.core.pictures import as_text

WORDS: Final = {
    "nothing": "Nothing to report.",
    "operator": "Operator",
    "about": "Of",
    "time": "Period",
    "whole": "from the first event on",
    "made": "Made",
    "release": "Release",
    "events": "Events",
    "clause": "Clause",
    "signed": "Name, date, signature",
    "note": "The small print names the events of a figure: stream and number in the log.",
}  # fmt: skip


def word(key: str, language: str) -> str:
    return phrase(WORDS[key], language)


def shown(cell: SheetCell, column: SheetColumn, zone: str, language: str) -> str:
    """A figure as people read it."""
    value = cell.value
    if value is None or value == "":
        return ""
    if isinstance(value, str) and column.kind == "time":
        return f"{datetime.fromisoformat(value).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}"
    if isinstance(value, str):
        return cell.words.get(language, value)
    if column.kind == "money":
        return f"{'−' if value < 0 else ''}{cash(abs(value))}"
    if column.kind == "share":
        return f"{'−' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}%"
    return f"{value:,}"


def head(sheet: ReportSheet, language: str) -> list[tuple[str, str]]:
    """Return the head of a report as rows of label and value."""
    zone = ZoneInfo(sheet.zone)

    def local(moment: datetime) -> str:
        return f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S}"

    time = word("whole", language)
    if sheet.since is not None and sheet.until is not None:
        time = f"{local(sheet.since)} – {local(sheet.until)} ({sheet.zone})"
    rows = [("operator", sheet.operator or "—"), ("about", sheet.about), ("time", time),
            ("made", f"{local(sheet.made)} ({sheet.zone})"),
            ("release", f"sabot {sheet.release}")]  # fmt: skip
    return [(word(key, language), value) for key, value in rows if value]


def title(thing: ReportSheet | Section, language: str) -> str:
    english = thing.title if isinstance(thing, ReportSheet) else thing.name
    return thing.words.get(language, english)


def noted(section: Section, language: str) -> str:
    """Return the note of a section."""
    return section.note_words.get(language, section.note)


def events_of(cell: SheetCell) -> str:
    """`table:1#12 table:1#15`"""
    found = [f"{each.stream}#{each.seq}" for each in cell.events]
    return " ".join([*found, *([f"+{cell.more}"] if cell.more else [])])


# CSV


def as_csv(sheet: ReportSheet, language: str = ENGLISH) -> str:
    """Head, then each section with its columns; every row ends with the events of its figures."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow([title(sheet, language)])
    rows.writerows((name, as_text(value)) for name, value in head(sheet, language))
    for section in sheet.sections:
        rows.writerow([])
        rows.writerow([title(section, language), section.clause])
        if note := noted(section, language):
            rows.writerow([note])
        if not section.rows:
            rows.writerow([word("nothing", language)])
            continue
        rows.writerow(
            [*(named(each, language) for each in section.columns), word("events", language)]
        )
        for row in section.rows:
            pairs = zip(row, section.columns, strict=True)
            cells = [_plain(cell, column, sheet.zone, language) for cell, column in pairs]
            events = list(dict.fromkeys(" ".join(filter(None, map(events_of, row))).split()))
            rows.writerow([*cells, " ".join(events)])
    return text.getvalue()


def named(column: SheetColumn, language: str) -> str:
    return column.words.get(language, column.name)


def _plain(cell: SheetCell, column: SheetColumn, zone: str, language: str) -> str:
    """Money as a plain number; what a spreadsheet would take for a formula stands as text."""
    if isinstance(cell.value, int) and column.kind == "money":
        return dollars(cell.value)
    if isinstance(cell.value, int) and column.kind == "count":
        return str(cell.value)
    said = shown(cell, column, zone, language)
    return as_text(said) if isinstance(cell.value, str) else said
