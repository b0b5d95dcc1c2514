"""Reports over HTTP: as data for the page, and as files to print or to keep."""

from typing import Annotated, Any, Final, Literal

import msgspec

from sabot.compliance.reports import REPORTS, Records, ReportSheet, make
from sabot.compliance.reports import ReportRequest as Wanted
from sabot.compliance.reports.written.forms import as_csv
from sabot.compliance.reports.written.page import as_html
from sabot.core.languages import ENGLISH, languages, others
from sabot.rules.roles import PLAYER
from sabot.server.casino import Casino
from sabot.server.http.names import telling
from sabot.server.http.routes import OVERSEERS, Asked, Reply, Route

Text = Annotated[str, msgspec.Meta(max_length=200)]
STATEMENT: Final = "statement"
FORMS: Final = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "html": ("text/html; charset=utf-8", as_html),
}


class ReportView(msgspec.Struct, frozen=True):
    """A report on offer: its default period (a day, a month, or all), and its subject, optional
    with "?"."""

    report: str
    title: str
    words: dict[str, str]
    period: str
    of: str


class ReportQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Period and subject of a report: a day (2026-03-31), a month (2026-03), or a first and a last
    day, in the casino's zone; of a table, player, tournament or promotion. `form`: kind of file.
    Files use sign-in names; without a file, names are shown as the caller may read them."""

    day: Text = ""
    month: Text = ""
    first: Text = ""
    last: Text = ""
    of: Text = ""
    form: Literal["", "json", "csv", "html"] = ""
    language: Text = ENGLISH


async def list_reports(asked: Asked) -> list[ReportView]:
    return [
        ReportView(name, each.title, others(each.title), each.period, each.of)
        for name, each in REPORTS.items()
    ]


async def show_report(asked: Asked) -> Any:
    return await _answer(asked, asked.path["report"], asked.query.of)


async def show_own(asked: Asked) -> Any:
    """Return the statement of the caller, a player."""
    return await _answer(asked, STATEMENT, asked.person.name)


async def _answer(asked: Asked, report: str, of: str) -> Any:
    query: ReportQuery = asked.query
    wanted = Wanted(report, query.day, query.month, query.first, query.last, of)
    made = _made if query.form else telling(asked, _made)
    sheet: ReportSheet = await asked.casino.work(made, asked.casino, wanted)
    if query.form not in FORMS:
        return sheet
    kind, written = FORMS[query.form]
    name = f"{report}.{query.form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    language = query.language if query.language in languages() else ENGLISH
    return Reply(written(sheet, language).encode(), kind, headers)


def _made(casino: Casino, wanted: Wanted) -> ReportSheet:
    settings = casino.settings
    records = Records(
        casino.store,
        casino.clock(),
        settings.zone,
        casino.exceptions.every,
        settings.operator,
        lambda: casino.exceptions.gone,
    )
    return make(records, wanted)


REFUSES: Final = ("unknown-report", "unknown-stream", "bad-time", "no-subject")
ROUTES = (
    Route(
        "GET", "/api/reports", OVERSEERS, list_reports, "The reports that can be asked for.",
        gives=list[ReportView],
    ),
    Route(
        "GET", "/api/reports/{report}", OVERSEERS, show_report,
        "A report, each figure with the events that it comes from.",
        query=ReportQuery, gives=ReportSheet, refuses=REFUSES,
    ),
    Route(
        "GET", "/api/statement", frozenset({PLAYER}), show_own,
        "Your own statement: money in and out, visits to tables, limits.",
        query=ReportQuery, gives=ReportSheet, refuses=REFUSES,
    ),
)  # fmt: skip
