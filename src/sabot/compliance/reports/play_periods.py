"""Periods of a player's play: from buy-in to buy-out, with the game, the time and the turnover."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from sabot.compliance.exceptions.luck import settled_of
from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import (
    TABLE,
    Ref,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    section,
    words,
)
from sabot.engine.finding import Step
from sabot.floor.kinds import TABLES
from sabot.parts.periods import PERIODS, day_in, start_of
from sabot.sentences.words import fixed
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import Stakes
from sabot.table.state import Table

FROM, TO = SheetColumn("Buy-in", "time"), SheetColumn("Buy-out", "time")
GAME, MINUTES = SheetColumn("Game"), SheetColumn("Minutes", "count")
TURNOVER: Final = SheetColumn("Turnover", "money")
NET: Final = SheetColumn("Won or lost", "money")
PERIOD, SINCE = SheetColumn("Period"), SheetColumn("First day")


class PlayedPeriod(NamedTuple):
    """A visit to a table, as far as it lies in the report's time; `end` is None while it goes on,
    and `lost` then too."""

    table: str
    game: str
    start: datetime
    end: datetime | None
    seconds: float
    turnover: int
    lost: int | None
    refs: tuple[Ref, ...]


def periods_of(
    records: Records, player: str, found: Iterable[Happened], until: datetime
) -> list[PlayedPeriod]:
    """Return the player's periods of play that began among these events of the account."""
    periods, opened = list[PlayedPeriod](), None
    for each in found:
        if each.what == "visit-opened":
            opened = each
        elif each.what == "visit-closed" and opened is not None:
            periods.append(_period(records, player, opened, each, each.at))
            opened = None
    if opened is not None:
        periods.append(_period(records, player, opened, None, min(until, records.now)))
    return periods


def _period(
    records: Records, player: str, opened: Happened, closed: Happened | None, until: datetime
) -> PlayedPeriod:
    table = str(opened.fields["table"])
    stream = TABLES.stream(table)
    state, steps = records.steps(TABLES, stream, opened.at, until + timedelta(microseconds=1))
    title = "" if state.setup is None else state.book.title
    return PlayedPeriod(
        table=table,
        game=title,
        start=opened.at,
        end=None if closed is None else closed.at,
        seconds=(until - opened.at).total_seconds(),
        turnover=_turnover(player, steps),
        lost=None if closed is None else int(closed.fields["lost"]),
        refs=(opened.ref,) if closed is None else (opened.ref, closed.ref),
    )


def _turnover(player: str, steps: Iterable[Step[Table]]) -> int:
    """Return the cents of the player's wagers that were won, lost or stood off."""
    stakes, turnover = Stakes(), 0
    for step in steps:
        stakes.put(step.event)
        if isinstance(step.event, CoupEnded):
            ends = settled_of(stakes.ends_of(step.event.number))
            turnover += sum(end.laid.live for end in ends if end.laid.player == player)
    return turnover


def sections_of(
    records: Records, player: str, found: Iterable[Happened], until: datetime
) -> list[Section]:
    """Return the periods of play one by one, and their sums by day, week and month."""
    periods = periods_of(records, player, found, until)
    return [
        section("Periods of play", (FROM, TO, TABLE, GAME, MINUTES, TURNOVER, NET),
                map(_row, periods)),
        section("Play by day, week and month", (PERIOD, SINCE, MINUTES, TURNOVER, NET),
                _sums(periods, records.zone)),
    ]  # fmt: skip


def _row(each: PlayedPeriod) -> list[SheetCell]:
    refs = list(each.refs)
    return [
        figure(each.start, refs[:1]),
        figure("" if each.end is None else each.end, refs[1:]),
        figure(each.table),
        figure(each.game),
        figure(int(each.seconds // 60)),
        figure(each.turnover, refs),
        figure(None if each.lost is None else -each.lost, refs[1:]),
    ]


def _sums(periods: Iterable[PlayedPeriod], zone: str) -> list[list[SheetCell]]:
    """Sum up the periods by the day, week and month in which they began."""
    sums: dict[tuple[str, date], list[Any]] = {}
    for each in periods:
        day = day_in(zone, each.start)
        for period in PERIODS:
            row = sums.setdefault((period, start_of(period, day)), [0.0, 0, 0, []])
            row[0] += each.seconds
            row[1] += each.turnover
            row[2] -= each.lost or 0
            row[3] += each.refs
    return [
        [
            words(fixed(period)),
            figure(start.isoformat()),
            figure(int(seconds // 60), refs),
            figure(turnover, refs),
            figure(net, refs),
        ]
        for (period, start), (seconds, turnover, net, refs) in sums.items()
    ]
