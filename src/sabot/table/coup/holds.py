"""Reject what goes on with a coup that is held: for a second person, a supervisor or players."""

from sabot.core.refusal import Refusal
from sabot.table.devices.comparison import check_agreed
from sabot.table.state import Table


def check_decided(table: Table) -> None:
    """Reject further play while a statement waits for its confirmer, or a question that no clause
    decides, or what a device says otherwise, waits for a supervisor."""
    stated = table.statements.holding
    if stated is not None:
        what = "Play waits until a {by} confirms or refuses statement {stated}."
        raise Refusal("held", stated.clause, what, by=stated.by, stated=stated.number)
    if table.round.held is not None:
        what = "Play waits for a casino supervisor's decision on {held}."
        raise Refusal("held", None, what, held=table.round.held)
    check_agreed(table)


def check_not_held(table: Table) -> None:
    """A coup waits while a supervisor decides or players take wagers down."""
    check_decided(table)
    if table.round.take_down is not None:
        raise Refusal(
            "take-down", table.round.take_down, "Players may take wagers down: resume play first."
        )
    if table.round.reopened is not None:
        raise Refusal(
            "reopened", table.round.reopened, "Players may change wagers: resume play first."
        )
