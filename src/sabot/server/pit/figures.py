"""The pit over HTTP: how every table does against exact odds, and how its players rate."""

from datetime import datetime
from typing import Annotated

import msgspec

from sabot.core.refusal import Refusal, named
from sabot.pit import (
    Point,
    RatingCard,
    RatingRow,
    TableFigures,
    card_for,
    is_money,
    rating_rows,
)
from sabot.server.casino import Casino
from sabot.server.http.routes import SUPERVISORS, WATCHERS, Asked, Route
from sabot.server.pit.prices import price_all
from sabot.server.tables.tables import figures_of

MOST = 500


class PitRow(msgspec.Struct, frozen=True):
    """A table: its figures, and their trend."""

    table: str
    figures: TableFigures
    trend: tuple[Point, ...]


class RatingsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of one table, or of all; so many, those who lose the most by the odds first."""

    table: Annotated[str, msgspec.Meta(max_length=200)] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 100


async def list_figures(asked: Asked) -> list[PitRow]:
    casino = asked.casino
    await price_all(casino)
    now, rows = casino.clock(), []
    for name in casino.tables():
        following = casino.following(name)
        figures = figures_of(following, now)
        if figures is not None:
            rows.append(PitRow(name, figures, tuple(following.sheet.figures.trend)))
    return rows


async def list_ratings(asked: Asked) -> list[RatingRow]:
    query: RatingsQuery = asked.query
    await price_all(asked.casino)
    rows = _rows(asked.casino, asked.casino.clock(), query.table)
    return sorted(rows, key=lambda row: (-row.theoretical, row.player))[: query.limit]


async def rating(asked: Asked) -> RatingCard:
    player = asked.path["player"]
    await price_all(asked.casino)
    card = card_for(player, _rows(asked.casino, asked.casino.clock()))
    if card is None:
        message = "{player} has not played in any shift that is on the books."
        raise Refusal("not-rated", None, message, player=named(player))
    return card


def _rows(casino: Casino, now: datetime, table: str = "") -> list[RatingRow]:
    found = []
    for name in casino.tables():
        following = casino.following(name)
        if table in ("", name) and is_money(following.table):
            found += rating_rows(following.table, following.sheet.figures, now)
    return found


ROUTES = (
    Route(
        "GET", "/api/pit", SUPERVISORS | WATCHERS, list_figures,
        "Every table's shift: win, drop, hold, pace, and what exact odds expect, with its trend.",
        gives=list[PitRow],
    ),
    Route(
        "GET", "/api/ratings", SUPERVISORS | WATCHERS, list_ratings,
        "How players rate: time, average bet, result, and what exact odds take of their stakes.",
        query=RatingsQuery, gives=list[RatingRow],
    ),
    Route(
        "GET", "/api/ratings/{player}", SUPERVISORS | WATCHERS, rating,
        "The rating card of one player, table by table.",
        gives=RatingCard, refuses=("not-rated",),
    ),
)  # fmt: skip
