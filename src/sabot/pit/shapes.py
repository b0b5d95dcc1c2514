"""The shapes in which a pit is shown its tables and players."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from math import sqrt
from typing import Final

import msgspec

from sabot.engine.ledger import CURRENCIES
from sabot.pit.figures import PACED, Figures, Rating
from sabot.table import Table
from sabot.table.chips.floats import result_of_shift

LIKELY: Final = 1.96
"""In 19 of 20 such shifts the win lies within so many deviations of what is expected."""
HOUR: Final = 3600.0
SHORTEST: Final = 60.0
PATIENCE: Final = 5
"""A table stalls after so many times its own time for a coup."""
NEWEST: Final = 21
ENOUGH: Final = 3
"""Gaps between coups from which a table has a pace of its own."""
USUAL: Final = 60.0
QUICKEST: Final = 20.0
"""Seconds for a coup: of a table without a pace of its own, and the least that counts."""


class TableFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shift of a table, in cents. `win`, `drop` and `hold` (in hundredths of a percent of the
    drop) are the ledger's. `played` is the win by settled wagers that odds can count, with total
    stakes `handle`; `expected` is their exact expectation, and 19 of 20 such shifts lie from `low`
    to `high`. `unpaid` is what players owe for undone coups, which is not won before it is paid.
    `waiting` coups are not counted yet, and `left_out` cannot be. `dealer` has signed on, or dealt
    the last coup; `signed_on`: the dealer is at the table. `dealt`: time of the last card or call;
    the table stalls at `stalls` if none comes before."""

    win: int
    drop: int
    hold: int | None
    played: int
    handle: int
    expected: int
    low: int
    high: int
    coups: int
    average_bet: int | None
    pace: int | None
    since: datetime | None = None
    dealer: str | None = None
    dealing_since: datetime | None = None
    waiting: int = 0
    left_out: int = 0
    unpaid: int = 0
    dealt: datetime | None = None
    stalls: datetime | None = None
    signed_on: bool = False


class RatingRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rating of a player at one table, or at all, in cents: `theoretical` is the exact expectation
    of the casino's win, `average_bet` the mean total stake of a coup."""

    table: str
    player: str
    came: datetime
    seconds: int
    coups: int
    staked: int
    average_bet: int | None
    result: int
    theoretical: int
    is_here: bool = False
    called: str = ""
    """The table's name for people; without one, `table` is."""


class RatingCard(msgspec.Struct, frozen=True):
    """A player's card: the whole of it, and table by table."""

    player: str
    whole: RatingRow
    tables: tuple[RatingRow, ...]


def is_money(table: Table) -> bool:
    """Return True if a table is played for money."""
    return table.setup is not None and CURRENCIES[table.setup.currency].is_cash


def table_figures(table: Table, figures: Figures, now: datetime) -> TableFigures:
    result, expected = result_of_shift(table), -figures.expected
    dealer, since = figures.dealer, figures.dealing_since
    if table.dealer is not None:
        dealer, since = table.dealer.name, table.dealer.since
    band = LIKELY * sqrt(max(0.0, figures.variance))
    return TableFigures(
        win=result.win,
        drop=result.drop,
        hold=result.hold,
        played=-figures.net,
        handle=figures.counted_stakes,
        expected=round(expected),
        low=round(expected - band),
        high=round(expected + band),
        coups=figures.coups,
        average_bet=_average(figures.staked, figures.bets),
        pace=pace_of(figures.ended, now),
        since=figures.since,
        dealer=dealer,
        dealing_since=since,
        waiting=len(figures.unpriced),
        left_out=figures.left_out,
        unpaid=figures.unpaid,
        dealt=figures.dealt,
        stalls=stalls_at(figures),
        signed_on=table.dealer is not None,
    )


def stalls_at(figures: Figures) -> datetime | None:
    """Return when the table stalls: `PATIENCE` times its own time for a coup after the last card or
    call. The time for a coup is the median of the newest; before there are enough, `USUAL`."""
    if figures.dealt is None:
        return None
    newest = figures.ended[-NEWEST:]
    gaps = sorted((later - sooner).total_seconds() for sooner, later in pairwise(newest))
    own = gaps[len(gaps) // 2] if len(gaps) >= ENOUGH else USUAL
    return figures.dealt + timedelta(seconds=PATIENCE * max(own, QUICKEST))


def _average(staked: int, times: int) -> int | None:
    return (2 * staked + times) // (2 * times) if times else None


def pace_of(ended: list[datetime], now: datetime) -> int | None:
    """Coups an hour, by those of the last hour."""
    seconds = [max(0.0, (now - each).total_seconds()) for each in ended]
    lately = [each for each in seconds if each < HOUR]
    if not lately:
        return 0 if ended else None
    begun = len(lately) < len(ended) and len(ended) < PACED
    since = HOUR if begun else max(SHORTEST, lately[0])
    return round(len(lately) * HOUR / since)


def rating_row(table: Table, rating: Rating, lying: int, now: datetime) -> RatingRow:
    """`lying` is what the player has on the layout, which is not lost yet."""
    here = 0.0 if rating.here is None else max(0.0, (now - rating.here).total_seconds())
    return RatingRow(
        table=table.name,
        called="" if table.setup is None else table.setup.called,
        player=rating.player,
        came=rating.came,
        seconds=round(rating.seconds + here),
        coups=rating.coups,
        staked=rating.staked,
        average_bet=_average(rating.staked, rating.coups),
        result=rating.result + lying,
        theoretical=round(-rating.expected),
        is_here=rating.here is not None,
    )


def rating_rows(table: Table, figures: Figures, now: datetime) -> list[RatingRow]:
    """Everybody who is rated at a table."""
    lying: dict[str, int] = {}
    for laid in table.round.stakes.values():
        if laid.sequence not in table.round.settled and CURRENCIES[laid.currency].is_cash:
            lying[laid.player] = lying.get(laid.player, 0) + laid.live
    return [
        rating_row(table, each, lying.get(each.player, 0), now) for each in figures.ratings.values()
    ]


def card_for(player: str, rows: Iterable[RatingRow]) -> RatingCard | None:
    """The card of one player, from their rows; None without any."""
    own = tuple(row for row in rows if row.player == player)
    if not own:
        return None
    coups, staked = sum(row.coups for row in own), sum(row.staked for row in own)
    whole = RatingRow(
        table="",
        player=player,
        came=min(row.came for row in own),
        seconds=sum(row.seconds for row in own),
        coups=coups,
        staked=staked,
        average_bet=_average(staked, coups),
        result=sum(row.result for row in own),
        theoretical=sum(row.theoretical for row in own),
        is_here=any(row.is_here for row in own),
    )
    return RatingCard(player, whole, own)
