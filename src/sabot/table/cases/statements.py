"""Statements at a table: a report on which money would move waits for a second person, and the coup
waits with it."""

from typing import Final

from sabot.core.alike import is_sender
from sabot.core.refusal import Refusal
from sabot.core.revision import PEOPLE, holds
from sabot.engine.declarations import Stop
from sabot.engine.streams import Command
from sabot.parts.statements import Pending, is_same, take_statements
from sabot.rules.roles import PLAYER
from sabot.table.cases.own import check_not_theirs, named_in, people_in
from sabot.table.cases.rectification import RectifyPayment, check_other_person
from sabot.table.chips.floats import CloseFloat
from sabot.table.coup.holds import check_decided
from sabot.table.heat.exclusive_use import check_heat
from sabot.table.irregularities.report import DecideReport
from sabot.table.players.seats import LeaveTable
from sabot.table.players.taking_part import check_plays_not, plays, plays_here
from sabot.table.state import Table
from sabot.table.stream import TABLE

FIRST_GUARDED: Final = (DecideReport, RectifyPayment)
"""Before the revision `PEOPLE`, only these were refused to every person who plays here."""


def _guard(table: Table, command: Command) -> None:
    check_heat(table, command)
    _check_sender(table, command)
    stated = table.statements.holding
    if stated is None:
        return
    counting = any(_is_count(each) for each in table.statements.pending.values() if each.holds)
    stopped = command.stopped_by
    if Stop.STATEMENT in stopped or (counting and Stop.COUNT in stopped):
        check_decided(table)
    if isinstance(command, LeaveTable) and command.player in _bettors(table):
        raise Refusal(
            "held",
            stated.clause,
            "Statement {stated} is about a {coup_word} with a wager of this player, who can leave"
            " once it is decided.",
            stated=stated.number,
            coup_word=table.book.coup,
        )


def _check_sender(table: Table, command: Command) -> None:
    """Refuse a command for the casino from a person who plays here, or whom it is about, unless its
    definition says that its sender may play."""
    if command.role == PLAYER or TABLE.sender_may_play(type(command)):
        return
    about = getattr(command, "player", None)
    if isinstance(about, str) and is_sender(command, about):
        raise plays(command.actor)
    if holds(command, PEOPLE):
        check_plays_not(table, command)
        check_not_theirs(table, command)
    elif isinstance(command, FIRST_GUARDED):
        check_plays_not(table, command)


def _is_count(stated: Pending) -> bool:
    return str(stated.command["do"]) == str(CloseFloat.__struct_config__.tag)


def _bettors(table: Table) -> set[str]:
    """Return the players with a wager in the current coup or in the one just over."""
    rounds = (table.round, table.last) if table.last is not None else (table.round,)
    return {laid.player for round_ in rounds for laid in round_.stakes.values()}


def _takes_part(table: Table, stated: Command, person: str) -> bool:
    """Return whether a statement is about a person: one whom it names, who was here, or who had a
    wager in the coup that it is about."""
    if isinstance(stated, RectifyPayment):
        check_other_person(table, stated, person)
    about = people_in(table, stated) if holds(stated, PEOPLE) else named_in(stated)
    return plays_here(table, person) or any(
        is_same(person, each) for each in (*table.left, *about) if each
    )


TABLE.guards(_guard)
take_statements(TABLE, _takes_part)
