"""The running board of a tournament: every table of the session, its entrants and chips, for the
wall and for the desk of those who run it."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from sabot.core.languages import in_chinese
from sabot.parts.disputes import Dispute
from sabot.table import Table
from sabot.table.state import BETTING
from sabot.tournament.conditions import CHINESE_NAME
from sabot.tournament.desk.state import ON, Contest, Leg
from sabot.views.competition.heat import heat_view
from sabot.views.competition.heat_shapes import HeatView
from sabot.views.desk.staff_shapes import StatementView
from sabot.views.desk.statements import statement_views


class BoardTable(msgspec.Struct, frozen=True):
    """A table of the session that is called. `heat` is None until it is seated there. `disputes`
    that are open and `statements` that wait are shown to those who run the tournament."""

    table: str
    phase: str
    bets_open: bool
    counted: bool
    heat: HeatView | None
    disputes: tuple[Dispute, ...] = ()
    statements: tuple[StatementView, ...] = ()


class NextSession(msgspec.Struct, frozen=True):
    """The session that is played next."""

    session: int
    stage: str
    starts: datetime


class RunningBoard(msgspec.Struct, frozen=True):
    """All tables of the session that is called, and the session after it."""

    title: str
    phase: str
    now: datetime
    session: int
    sessions: int
    stage: str
    in_play: int
    entrants: int
    tables: tuple[BoardTable, ...]
    next: NextSession | None
    title_words: dict[str, str] = {}


def running_board(
    contest: Contest, tables: Iterable[tuple[str, Table]], now: datetime, desk: bool
) -> RunningBoard:
    """Return the board; `tables` are those of the session that are open, by name."""
    sitting = contest.sitting
    legs: tuple[Leg, ...] = () if contest.schedule is None else contest.schedule.legs
    shown = tuple(_table(contest, name, table, desk) for name, table in tables)
    at = contest.leg + 1 if sitting is not None and sitting.state == ON else contest.leg
    return RunningBoard(
        title=contest.title,
        phase=contest.phase,
        now=now,
        session=0 if sitting is None else sitting.leg + 1,
        sessions=len(legs),
        stage="" if sitting is None else sitting.stage,
        in_play=sum(
            each.state == "in" for table in shown if table.heat for each in table.heat.entrants
        ),
        entrants=len(contest.alive),
        tables=shown,
        next=NextSession(at + 1, legs[at].stage, legs[at].starts) if at < len(legs) else None,
        title_words=in_chinese(contest.conditions.get(CHINESE_NAME)),
    )


def _table(contest: Contest, name: str, table: Table, desk: bool) -> BoardTable:
    sitting, heat = contest.sitting, heat_view(table)
    if heat is not None and heat.tournament != contest.name:
        heat = None
    return BoardTable(
        table=name,
        phase=table.phase,
        bets_open=table.phase == BETTING,
        counted=sitting is not None and name in sitting.counted,
        heat=heat,
        disputes=tuple(e for e in table.disputes.cases.values() if e.is_open) if desk else (),
        statements=statement_views(table) if desk else (),
    )
