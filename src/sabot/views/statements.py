"""What was stated, in words, for whoever has to confirm it."""

from typing import Any

from sabot.parts.statements import Pending
from sabot.rules.situations import SITUATIONS
from sabot.table import Table
from sabot.views.staff_shapes import StatementView

TITLES = {each.name: each.title for each in SITUATIONS}
REPORTED = ("player", "on", "amount", "box", "coup", "cards")
"""What a report may name, in the order in which it is told."""
SAYS = {
    "declare-chips": "{player} brings chips of ${amount}",
    "exchange-voucher": "{player} exchanges voucher {number} of ${amount}: {conditions}",
    "find-mispayment": "a wrong payment of ${amount} for a {of} in coup {coup}: {note}",
    "close-float": "the float was counted at ${counted}",
    "leave-table": "{player} leaves with chips of ${declared}",
}


def about(pending: Pending) -> str:
    """What a statement comes to."""
    stated = pending.command
    title = TITLES.get(str(stated.get("situation")))
    if title is None:
        return SAYS.get(str(stated["do"]), str(stated["do"]).replace("-", " ")).format(**stated)
    named = [_named(name, stated[name]) for name in REPORTED if stated.get(name)]
    return f"{title}{': ' if named else ''}{', '.join(named)}"


def _named(name: str, value: Any) -> str:
    if name == "amount":
        return f"${value}"
    if name in ("box", "coup"):
        return f"{name} {value}"
    return " ".join(each or "?" for each in value) if isinstance(value, list) else str(value)


def statement_views(table: Table) -> tuple[StatementView, ...]:
    """All that wait, those for which play waits first."""
    waiting = sorted(table.statements.pending.values(), key=lambda each: not each.holds)
    return tuple(
        StatementView(
            number=each.number,
            by=each.actor,
            role=each.role,
            at=each.at,
            confirmer=each.by,
            about=about(each),
            stated=each.command,
            clause=each.clause,
            why=each.why,
            holds=each.holds,
        )
        for each in waiting
    )
