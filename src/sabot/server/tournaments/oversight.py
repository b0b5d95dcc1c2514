"""A tournament's running board, duties and exceptions over HTTP. Who runs a tournament reads those
of their own; the rest of the casino's stay with the floor."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from sabot.compliance.duties import DONE
from sabot.compliance.duties.shown import DutyView
from sabot.compliance.exceptions.rows import ExceptionRow
from sabot.compliance.tournaments.proceedings import Use, is_within, uses_of
from sabot.core.refusal import Refusal, named
from sabot.floor.kinds import TABLES, TOURNAMENTS
from sabot.rules.roles import HEADS
from sabot.server.casino import Casino
from sabot.server.http.names import telling
from sabot.server.http.routes import EVERYONE, OVERSEERS, SUPERVISORS, WATCHERS, Asked, Route
from sabot.server.tournaments.tournaments import contest_of
from sabot.table import Table
from sabot.tournament.desk.seen import SEES
from sabot.tournament.desk.state import Contest
from sabot.views.competition.running_board import RunningBoard, running_board

MOST: Final = 200
"""Most exceptions that are shown, the newest first."""


async def board(asked: Asked) -> RunningBoard:
    casino, desk = asked.casino, asked.person.role in SEES
    contest = await casino.work(contest_of, casino, asked.path["id"])
    return await casino.work(telling(asked, _board), casino, contest, desk)


def _board(casino: Casino, contest: Contest, desk: bool) -> RunningBoard:
    return running_board(contest, [*_tables(casino, contest)], casino.clock(), desk)


def _tables(casino: Casino, contest: Contest) -> Iterator[tuple[str, Table]]:
    """Yield the tables of the session that is called and that are open."""
    followed = casino.hub.tables
    for name in () if contest.sitting is None else contest.sitting.tables:
        if name in followed:
            yield name, followed[name].table


def _own(asked: Asked) -> tuple[Contest, list[Use]]:
    """Return a tournament and its tables; refuse a head who does not run it."""
    name, person = asked.path["id"], asked.person
    contest = contest_of(asked.casino, name)
    if person.role in HEADS and person.name not in contest.heads:
        message = "{actor} was not appointed to run this tournament."
        raise Refusal("forbidden", None, message, actor=named(person.name))
    stream = TOURNAMENTS.stream(name)
    return contest, uses_of(each.line for each in asked.casino.store.read(stream))


def _duties(asked: Asked) -> list[DutyView]:
    contest, uses = _own(asked)
    streams = {TABLES.stream(each.table): each.table for each in uses}
    return [
        view
        for view in asked.casino.duties.standing().views
        if view.status != DONE
        and (
            view.stream == TOURNAMENTS.stream(contest.name)
            or is_within(uses, streams.get(view.stream), view.opened)
        )
    ]


async def duties(asked: Asked) -> list[DutyView]:
    return await asked.casino.work(telling(asked, _duties), asked)


class Exceptions(msgspec.Struct, frozen=True):
    """The newest exceptions of a tournament; `more` says how many were left out."""

    rows: list[ExceptionRow]
    more: int


def _exceptions(asked: Asked) -> Exceptions:
    contest, uses = _own(asked)
    own = TOURNAMENTS.stream(contest.name)
    found = [
        row
        for row in asked.casino.exceptions.every()
        if row.stream == own or is_within(uses, row.table, row.at)
    ]
    found.sort(key=lambda row: row.at, reverse=True)
    return Exceptions(found[:MOST], max(0, len(found) - MOST))


async def exceptions(asked: Asked) -> Exceptions:
    return await asked.casino.work(telling(asked, _exceptions), asked)


_UNKNOWN: Any = {"refuses": ("unknown-tournament",)}
ROUTES = (
    Route(
        "GET", "/api/tournaments/{id}/board", EVERYONE, board,
        "Every table of the session that is on: entrants, chips, coups, clocks.",
        gives=RunningBoard, quiet=True, **_UNKNOWN,
    ),
    Route(
        "GET", "/api/tournaments/{id}/duties", SUPERVISORS | WATCHERS | HEADS, duties,
        "What is open in a tournament and at its tables; a head reads those of their own.",
        gives=list[DutyView], refuses=("unknown-tournament", "forbidden"),
    ),
    Route(
        "GET", "/api/tournaments/{id}/exceptions", OVERSEERS | HEADS, exceptions,
        "Exceptions of a tournament and at its tables; a head reads those of their own.",
        gives=Exceptions, refuses=("unknown-tournament", "forbidden"),
    ),
)  # fmt: skip
