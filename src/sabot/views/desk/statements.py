"""Statements that wait for a second person, in words, with the roles that may confirm them."""

import msgspec

from sabot.core.refusal import Refusal
from sabot.parts.statements import Pending
from sabot.rules.roles import ROLES, may_act_as
from sabot.sentences.words import Told, follows, stated
from sabot.table import TABLE, Table
from sabot.table.irregularities import ReportIrregularity, cell_for
from sabot.table.seen import SECRECY
from sabot.views.desk.staff_shapes import StatementView


def statement_views(table: Table) -> tuple[StatementView, ...]:
    """Return all statements that wait, those that hold up play first."""
    waiting = sorted(table.statements.pending.values(), key=lambda each: not each.holds)
    return tuple(_view(table, each) for each in waiting)


def _view(table: Table, pending: Pending) -> StatementView:
    about, then = stated(pending.command), _then(table, pending)
    return StatementView(
        number=pending.number,
        by=pending.actor,
        role=pending.role,
        at=pending.at,
        confirmer=pending.by,
        may_confirm=tuple(role for role in ROLES if may_act_as(role, pending.by)),
        about=about.en,
        about_words=about.words,
        then=then.en,
        then_words=then.words,
        stated=SECRECY.asked(pending.command),
        clause=pending.clause,
        why=pending.why,
        holds=pending.holds,
    )


def _then(table: Table, pending: Pending) -> Told:
    """Return the consequence of a report once it is confirmed, in the table's current state."""
    command = TABLE.read_logged(msgspec.json.encode(pending.command))
    if not isinstance(command, ReportIrregularity):
        return Told()
    try:
        cell, _ = cell_for(table, command)
    except Refusal:
        return Told()
    return follows(cell.outcome.name)
