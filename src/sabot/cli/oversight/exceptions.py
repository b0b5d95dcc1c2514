"""`sabot audit --exceptions`: money moved on one person's statement, and improbable luck."""

import sys
from collections.abc import Iterator
from itertools import chain

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table

from sabot.audit.source import Log
from sabot.cli.documents.irregularities import width_for
from sabot.cli.printer import print_trimmed, screen
from sabot.compliance.exceptions.luck import IMPROBABLE, LuckRow
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.compliance.exceptions.rows import (
    ALONE,
    BY,
    CONFIRMED,
    PENDING,
    RECORD,
    REFUSED,
    ExceptionRow,
    PersonTotals,
    TotalRow,
)
from sabot.core.money import cash
from sabot.core.refusal import Refusal
from sabot.floor.kinds import TABLES

HEADINGS = {
    "table": "By table",
    "dealer": "By dealer",
    "cashier": "By cashier and day, taken and paid alone",
    "confirmer": "By who confirmed, refused or decided",
    "player": "By player",
    "pair": "By who stated and who confirmed",
}
RESTS = {
    CONFIRMED: "{decided} confirms",
    REFUSED: "{decided} refuses",
    PENDING: "not confirmed yet",
    ALONE: "{decided} decides",
    RECORD: "{stated}, by the table's record",
}
NOTES = (
    "Luck: the chance of such a result or a better one, by the odds of a full shoe. Where players"
    " decide, the best decisions are expected. A chance with ≤ is a bound: it holds for hands that"
    " depend on each other, and for all decisions that players can make.",
    f"Improbable is a chance of at most {IMPROBABLE:g}: about {IMPROBABLE * 1000:g} of 1,000 honest"
    " players has such luck.",
    "This report reads the log as it stands: `sabot audit` says whether it can be believed.",
)


def report(log: Log, table: str | None, as_json: bool) -> int:
    """Print the report of a log, or of one table of it."""
    only = None if table is None else TABLES.stream(TABLES.name(table))
    reading, totals = ExceptionsReport(only), PersonTotals()
    rows = _rows(log, reading, totals)
    first = next(rows, None)
    if only is not None and not reading.has(only):
        raise Refusal("no-table", None, f"The log has no table {TABLES.name(only)}.")
    rows = rows if first is None else chain([first], rows)
    if as_json:
        for row in rows:
            _write(row)
        for each in (*totals.rows(), *reading.luck.rows()):
            _write(each)
    else:
        console = screen()
        console.width = width_for(console)
        print_trimmed(console, _page(list(rows), totals, reading))
    if reading.unread:
        print(f"{reading.unread:,} lines could not be read: audit the log.", file=sys.stderr)
    return 0


def _rows(log: Log, reading: ExceptionsReport, totals: PersonTotals) -> Iterator[ExceptionRow]:
    """Yield all lines of the report and add them up."""
    taken = chain.from_iterable(reading.take(line) for line in log.lines())
    for row in chain(taken, reading.rest(), _waiting(reading)):
        totals.add(row)
        yield row
    reading.end()


def _waiting(reading: ExceptionsReport) -> Iterator[ExceptionRow]:
    """Yield statements that still wait, after all other lines were read."""
    yield from reading.waiting()


def _write(row: msgspec.Struct) -> None:
    print(msgspec.json.encode(row).decode())


def _page(
    rows: list[ExceptionRow], totals: PersonTotals, reading: ExceptionsReport
) -> RenderableType:
    added, luck = totals.rows(), reading.luck.rows()
    one = len(rows) == 1
    many = f"{len(rows):,} exception{'' if one else 's'}"
    moved = cash(sum(row.cents for row in rows))
    shown: list[RenderableType] = [
        f"{many}, {moved} moved because of {'it' if one else 'them'}.",
        "",
    ]
    if rows:
        shown += [_exceptions(rows), ""]
    for by in BY:
        shown += _totals(by, added)
    if luck:
        shown += [_luck(luck), ""]
    return Group(*shown, *NOTES)


def _exceptions(rows: list[ExceptionRow]) -> Table:
    shown = _table("Time (UTC)", "Table", "Coup", "Who", "What happened", "Clause", "Moved")
    for row in rows:
        who = _who(row)
        what = ", ".join(each.replace("-", " ") for each in row.effects)
        shown.add_row(
            f"{row.at:%Y-%m-%d %H:%M:%S}",
            row.table or "",
            str(row.coup or ""),
            _printable(who),
            f"{what}: {_printable(row.text)}",
            row.clause or "",
            cash(row.cents) if row.cents or not row.asked else f"0 of {cash(row.asked)}",
        )
    return shown


def _who(row: ExceptionRow) -> str:
    stated = f"{row.stated_by} states, " if row.stated_by and row.rests != RECORD else ""
    return stated + RESTS[row.rests].format(stated=row.stated_by, decided=row.decided_by)


def _totals(by: str, totals: list[TotalRow]) -> Iterator[RenderableType]:
    found = [each for each in totals if each.by == by]
    if not found:
        return
    shown = _table(HEADINGS[by], "Times", "Moved")
    for each in found:
        name = ", ".join(str(part) for part in (each.name, each.other, each.day) if part)
        shown.add_row(_printable(name), f"{each.times:,}", cash(each.cents))
    yield from (shown, "")


def _luck(rows: list[LuckRow]) -> Table:
    shown = _table("Luck of", "Coups", "Staked", "Net", "Expected", "Deviation", "Chance", "")
    for row in rows:
        who = row.name if row.of == "player" else f"players with dealer {row.name}"
        shown.add_row(
            _printable(who),
            f"{row.coups:,}" + (f" (and {row.left_out:,} left out)" if row.left_out else ""),
            cash(row.staked),
            cash(row.net),
            cash(round(row.expected)),
            cash(round(row.deviation)),
            f"{'≤ ' if row.error is None else ''}{row.chance:.3g}",
            "IMPROBABLE" if row.flagged else "",
        )
    return shown


def _table(*columns: str) -> Table:
    shown = Table(box=None, pad_edge=False, show_edge=False)
    for each in columns:
        numbers = each in ("Coup", "Times", "Moved", "Coups", "Staked", "Net", "Expected",
                           "Deviation", "Chance")  # fmt: skip
        shown.add_column(each, justify="right" if numbers else "left", overflow="fold")
    return shown


def _printable(text: str) -> str:
    """Replace unprintable characters and escape markup: a log may hold line ends or terminal
    commands."""
    return "".join(each if each.isprintable() else "�" for each in text).replace("[", "\\[")
