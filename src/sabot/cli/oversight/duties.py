"""`sabot duties`: every notice, sign, report and deadline that a log leads to, with its status."""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from rich.table import Table

from sabot.accounts.days import zone_of
from sabot.audit.source import Log, check_readable, opened
from sabot.cli.documents.irregularities import width_for
from sabot.cli.options import refuse_beside
from sabot.cli.printer import print_trimmed, screen
from sabot.compliance.duties import DONE, LATE, Calendar
from sabot.compliance.duties.ics import calendar_file
from sabot.compliance.duties.shown import ZONE, DutyView, is_late, listed
from sabot.core.refusal import Refusal, quoted

FOUND: Final = 1
NONE: Final = "Nothing to report: no duty is on the calendar."
NONE_LATE: Final = "Nothing to report: no duty is late."


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "source",
        metavar="SOURCE",
        help="an exported log (JSON Lines), - for the input, a SQLite file, or a database's URL",
    )
    options.add_argument(
        "--late", action="store_true", help="what is late or was done late only; status 1 if any is"
    )
    options.add_argument("--done", action="store_true", help="also what was done")
    options.add_argument(
        "--at", metavar="TIME", help="show the state at that moment, such as 2026-03-31T13:00Z"
    )
    options.add_argument(
        "--zone", metavar="ZONE", default=ZONE, help=f"the casino's time zone ({ZONE})"
    )
    options.add_argument("--json", action="store_true", help="one object a line, done ones too")
    options.add_argument("--ics", action="store_true", help="a calendar file of what is open")


def run(chosen: argparse.Namespace) -> int:
    if chosen.json and chosen.ics:
        raise Refusal("bad-words", None, "--json and --ics are two forms: choose one.")
    refuse_beside(chosen, "done", "json", "ics", "late")
    zone_of(chosen.zone)
    now = _moment(chosen.at)
    with opened(chosen.source) as log:
        check_readable(log, chosen.source, "to remind of")
        calendar = read(log, None if chosen.at is None else now)
    entries = [*calendar.open(), *calendar.done]
    views = listed(entries, now, chosen.zone)
    if chosen.late:
        views = [view for view in views if is_late(view)]
    if chosen.json:
        for view in views:
            print(msgspec.json.encode(view).decode())
    elif chosen.ics:
        sys.stdout.write(calendar_file(views, now))
    else:
        _print(views, chosen)
    if calendar.unread:
        print(f"{calendar.unread:,} lines could not be read: audit the log.", file=sys.stderr)
    return FOUND if chosen.late and views else 0


def read(log: Log, until: datetime | None = None) -> Calendar:
    """Return the calendar of a log at that time."""
    calendar = Calendar(keep=None)
    for line in log.lines():
        if until is not None and _is_after(line, until):
            continue
        calendar.take(line)
    return calendar


class _At(msgspec.Struct):
    at: datetime


_at = msgspec.json.Decoder(_At)


def _is_after(line: bytes, until: datetime) -> bool:
    try:
        return _at.decode(line).at > until
    except (msgspec.MsgspecError, RecursionError, TypeError, UnicodeDecodeError):
        return False


def _moment(text: str | None) -> datetime:
    if text is None:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = datetime.min
    if moment.tzinfo is None:
        raise Refusal(
            "bad-time", None, f"{quoted(text)} is no time with its zone, as 2026-03-31T13:00Z."
        )
    return moment


def _print(views: Sequence[DutyView], chosen: argparse.Namespace) -> None:
    shown = [view for view in views if chosen.late or chosen.done or view.status != DONE]
    if not shown:
        print(NONE_LATE if chosen.late else NONE)
        return
    console = screen()
    console.width = width_for(console)
    print_trimmed(console, _table(shown, chosen.zone))
    late = sum(view.status == LATE for view in views)
    many = f"{len(shown):,} {'duties' if len(shown) > 1 else 'duty'}"
    print(f"{many}, {late:,} late; times in {chosen.zone}.")


def _table(views: Sequence[DutyView], zone: str) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False)
    for each in ("", "Until", "Duty", "To", "Clause", "About", "Event", "Done"):
        table.add_column(each, overflow="fold")
    for view in views:
        table.add_row(
            view.status,
            _local(view.due, zone) if view.due else view.until,
            view.name,
            view.to,
            f"{view.rulebook} {view.clause}".strip(),
            _printable(view.about),
            f"{view.stream} {view.seq}",
            _done(view, zone),
        )
    return table


def _local(moment: datetime, zone: str) -> str:
    return f"{moment.astimezone(zone_of(zone)):%Y-%m-%d %H:%M:%S}"


def _done(view: DutyView, zone: str) -> str:
    if view.done is None:
        return ""
    how = f", {_printable(view.done.how)}" if view.done.how else ""
    late = ", late" if view.done.late else ""
    return f"{_local(view.done.at, zone)} {_printable(view.done.by)}{how}{late}"


def _printable(text: str) -> str:
    """Replace unprintable characters and escape markup: a log may hold line ends or terminal
    commands."""
    return "".join(each if each.isprintable() else "�" for each in text).replace("[", "\\[")
