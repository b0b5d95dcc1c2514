"""What waits for somebody who confirms it, in words, and who that can be."""

from sabot.compliance.words import stated
from sabot.parts.statements import Pending
from sabot.rules.roles import ROLES, may_act_as
from sabot.table import Table
from sabot.views.staff_shapes import StatementView


def statement_views(table: Table) -> tuple[StatementView, ...]:
    """All that wait, those for which play waits first."""
    waiting = sorted(table.statements.pending.values(), key=lambda each: not each.holds)
    return tuple(map(_view, waiting))


def _view(pending: Pending) -> StatementView:
    about = stated(pending.command)
    return StatementView(
        number=pending.number,
        by=pending.actor,
        role=pending.role,
        at=pending.at,
        confirmer=pending.by,
        may_confirm=tuple(role for role in ROLES if may_act_as(role, pending.by)),
        about=about.en,
        about_zh=about.zh,
        stated=pending.command,
        clause=pending.clause,
        why=pending.why,
        holds=pending.holds,
    )
