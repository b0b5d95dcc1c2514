"""Circumstances of a situation: those that a document distinguishes, and those the table knows."""

from sabot.rules.irregularities.irregularity import Situation, Value
from sabot.table.shoe.cards import due
from sabot.table.state import IN_COUP, SETTLED, Table


def known_circumstances(table: Table) -> dict[str, Value]:
    """Return the circumstances that the table's state shows, which no report can contradict."""
    setup = table.opened
    over = table.phase not in IN_COUP
    round_ = table.last if over and table.last is not None else table.round
    return {
        "source": setup.source,
        "method": round_.method or setup.method,
        "handled": round_.handled,
        "coup_over": over,
        "hand_complete": table.phase == SETTLED or (not over and due(table) is None),
        "pre_shuffled": table.stack.pre_shuffled is not None,
    }


OF_THE_COUP = frozenset(
    {"hand-short", "dealt-or-burned-in-error", "wrong-deal", "change-of-wagers"}
)
"""Situations in which it matters whether any card of the coup was seen."""


def _exposed(table: Table, situation: str) -> dict[str, Value]:
    """Return `exposed` as True for a coup with a card face up; a face-down card may have been
    exposed."""
    up = any(slot.up for slot in table.round.slots)
    return {"exposed": True} if up and situation in OF_THE_COUP else {}


def matters(table: Table, situation: Situation) -> frozenset[str]:
    """The circumstances of a situation that this document distinguishes."""
    cells = table.conduct.irregularities[situation.name]
    return frozenset(name for cell in cells for name in cell.when)


def seen_for_itself(table: Table, situation: Situation) -> dict[str, Value]:
    """Return the circumstances of a situation that the table's state answers."""
    known = known_circumstances(table)
    if "exposed" in matters(table, situation):
        known |= _exposed(table, situation.name)
    return {name: known[name] for name in situation.asks if name in known}
