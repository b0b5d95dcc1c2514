"""Facts that the table's own record shows, so that no person's report is needed."""

from collections.abc import Callable, Mapping
from typing import Any

from sabot.rules.irregularities.situations import ACCOUNT, CARDS_COUNTED, STAKES_LOGGED
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.state import Table


def _no_card_is_left(table: Table, report: Report) -> bool:
    """Return True if every card was dealt or burned by rule, and none of that rests on a report."""
    stack = table.stack
    return stack.dealt >= stack.cards and not stack.carried and not stack.told


def _no_other_stake(table: Table, report: Report) -> bool:
    """The report names no wager beyond those that were keyed before the first card."""
    return report.amount is None


def _is_limited(table: Table, report: Report) -> bool:
    """The account said how much its player could lose when the first card came."""
    return report.player in table.round.rooms


SHOWN: Mapping[str, Callable[[Table, Any], bool]] = {
    CARDS_COUNTED: _no_card_is_left,
    STAKES_LOGGED: _no_other_stake,
    ACCOUNT: _is_limited,
}
