"""A report as a page of its own that can be printed as it is."""

from collections.abc import Iterator
from html import escape
from importlib import resources
from typing import Final
from urllib.parse import quote

from sabot.compliance.reports.sheet import ReportSheet, Section, SheetCell, SheetColumn
from sabot.compliance.reports.written.forms import head, named, noted, shown, title, word
from sabot.core.languages import ENGLISH, languages

FEW: Final = 3
"""Number of a figure's events that are named on paper."""
LONG: Final = 40
"""Letters of text above which a cell gets more room."""
MANY: Final = 9
"""A table of more columns is printed small."""


def as_html(sheet: ReportSheet, language: str = ENGLISH, link: bool = False) -> str:
    """A page of its own, ready to be printed. `link`: figures lead to their events on the
    inspector's page."""
    style = (resources.files("sabot.compliance.reports.written") / "print.css").read_text("utf-8")
    parts = "".join(_section(each, sheet, language, link) for each in sheet.sections)
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in head(sheet, language)
    )
    tag = languages()[language].tag
    nothing = f'<p class="nothing">{word("nothing", language)}</p>' if sheet.nothing else ""
    return (
        f'<!doctype html><html lang="{tag}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title(sheet, language))}</title><style>{style}</style></head><body>"
        f"<header><h1>{escape(title(sheet, language))}</h1><dl>{rows}</dl></header>"
        f"<main>{nothing}{parts}</main>"
        f'<footer><p>{word("note", language)}</p>'
        f'<p class="sign">{word("signed", language)}</p></footer>'
        "</body></html>\n"
    )  # fmt: skip


def _section(section: Section, sheet: ReportSheet, language: str, link: bool) -> str:
    clause = f' <span class="clause">{escape(section.clause)}</span>' if section.clause else ""
    heading = f"<h2>{escape(title(section, language))}{clause}</h2>"
    if note := noted(section, language):
        heading += f"<p>{escape(note)}</p>"
    if not section.rows:
        nothing = word("nothing", language)
        return f'<section>{heading}<p class="nothing">{nothing}</p></section>'
    columns = "".join(_column(each, language) for each in section.columns)
    rows = ("".join(_cells(row, section, sheet, language, link)) for row in section.rows)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    wide = ' class="wide"' if len(section.columns) > MANY else ""
    table = f"<thead><tr>{columns}</tr></thead><tbody>{body}</tbody>"
    return f"<section>{heading}<table{wide}>{table}</table></section>"


def _column(column: SheetColumn, language: str) -> str:
    return f'<th scope="col" class="{column.kind}">{escape(named(column, language))}</th>'


def _cells(
    row: tuple[SheetCell, ...], section: Section, sheet: ReportSheet, language: str, link: bool
) -> Iterator[str]:
    for cell, column in zip(row, section.columns, strict=True):
        text = shown(cell, column, sheet.zone, language)
        kind = "long" if column.kind == "text" and len(text) > LONG else column.kind
        yield f'<td class="{kind}">{escape(text)}{_events(cell, link)}</td>'


def _events(cell: SheetCell, link: bool) -> str:
    """The first few, and how many there are besides."""
    if not cell.events:
        return ""
    named = " ".join(_event(each.stream, each.seq, link) for each in cell.events[:FEW])
    more = cell.more + max(0, len(cell.events) - FEW)
    return f'<small class="events">{named}{f" +{more:,}" if more else ""}</small>'


def _event(stream: str, seq: int, link: bool) -> str:
    text = escape(f"{stream}#{seq}")
    if not link:
        return text
    return f'<a href="/inspect?stream={quote(stream, safe="")}&amp;seq={seq}#log">{text}</a>'
