"""What the table's own record shows, so that nobody has to be believed."""

from collections.abc import Callable, Mapping
from typing import Any

from sabot.rules.situations import ACCOUNT, CARDS_COUNTED, STAKES_LOGGED
from sabot.table.state import Table


def _no_card_is_left(table: Table, report: Any) -> bool:
    return table.stack.dealt >= table.stack.cards and not table.stack.carried


def _no_other_stake(table: Table, report: Any) -> bool:
    """The report names no wager beyond those that were keyed before the first card."""
    return report.amount is None


def _is_limited(table: Table, report: Any) -> bool:
    """The account says how much its player may lose."""
    patron = table.patrons.get(report.player or "")
    return patron is not None and patron.account and patron.room is not None


SHOWN: Mapping[str, Callable[[Table, Any], bool]] = {
    CARDS_COUNTED: _no_card_is_left,
    STAKES_LOGGED: _no_other_stake,
    ACCOUNT: _is_limited,
}
