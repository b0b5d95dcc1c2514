"""Rules for cards that a rebuilt coup leaves over and that were seen."""

from collections.abc import Sequence

from sabot.rules.irregularities.irregularity import rule_for
from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.irregularities.remedies.cards import NoBetForced, force_no_bet
from sabot.table.state import Slot, Table


def seen_first_card(table: Table) -> str | None:
    """The clause by which a card that was seen opens a no-bet coup, where there is one."""
    said = {"exposed": True, "hand_complete": True}
    cell = rule_for(table.conduct.irregularities, "surplus-to-banker", said)
    return cell.clause if cell and cell.outcome is Outcome.FIRST_OF_NO_BET else None


def is_burned(table: Table, over: Sequence[Slot]) -> bool:
    """Return whether cards that a complete coup leaves over are burned, since they were seen."""
    said = {"exposed": True, "hand_complete": True}
    cell = rule_for(table.conduct.irregularities, "surplus-to-banker", said)
    burns = cell is not None and cell.outcome is Outcome.BURN
    return burns and bool(over) and all(slot.up for slot in over)


def seen_card_forces(before: Table, table: Table) -> list[NoBetForced]:
    """Return the no-bet coup that a card forces which was seen and was due next in the coup that
    has ended; `before` still has that coup."""
    clause = seen_first_card(table)
    seen = any(slot.up for slot in before.stack.carried) and before.stack.shuffle is None
    waits = seen and table.round.no_bet is None
    return [force_no_bet(table, clause)] if waits and clause is not None else []
