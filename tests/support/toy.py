"""A toy command and its event, which moves money: joined to the table's stream and nowhere else.

Import it before anything that derives a registry from the kinds: in a process of its own.
"""

import sys
from collections.abc import Sequence
from datetime import datetime

from sabot.engine.declarations import (
    STAFF_ONLY,
    Purse,
    decision,
    on_pages,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, WORLD, Move
from sabot.engine.streams import Command, Event
from sabot.table import TABLE, Table
from sabot.table.state import OPEN
from sabot.table.stream import BY_SUPERVISOR, affordable, amount_of, moved


class GiveTip(Command, frozen=True, kw_only=True):
    """Give a dealer a tip from the float."""

    pages = on_pages("pit")
    stopped_by = stops()

    dealer: str
    amount: str


class TipGiven(Event, frozen=True, kw_only=True):
    """The dealer has the tip."""

    basis = decision("tip")
    sight = STAFF_ONLY
    transfers = transfers_of(Purse.FLOAT)

    dealer: str
    moves: tuple[Move, ...]


@TABLE.decides(GiveTip, BY_SUPERVISOR, OPEN)
def give_tip(table: Table, command: GiveTip, now: datetime) -> Sequence[Event]:
    moves = affordable(table, [Move(FLOAT, WORLD, amount_of(command.amount))])
    return [TipGiven(dealer=command.dealer, moves=moves)]


@TABLE.evolves(TipGiven)
def tip_given(table: Table, event: TipGiven) -> Table:
    return moved(table, event.moves)


assert "sabot.compliance" not in sys.modules, "import support.toy first, in a process of its own"
