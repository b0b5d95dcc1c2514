"""What changes for a player during a visit: a new Loss Limit, an exclusion, a lost Player Card.

The account decides it; the house tells the table in the same moment.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.rules.roles import CASINO_OPERATOR
from sabot.streams import Command, Event, Leave
from sabot.table.players.seats import Visit
from sabot.table.state import CLOSED, OPEN, Table
from sabot.table.stream import TABLE, patron_of, replace, with_patron


class ChangeVisit(Command, frozen=True, kw_only=True):
    """The account's new word for a player who is at the table."""

    player: str
    visit: Visit


class VisitChanged(Event, frozen=True, kw_only=True):
    player: str
    visit: Visit


@TABLE.decides(ChangeVisit, Leave(None, CASINO_OPERATOR), (*OPEN, CLOSED))
def change_visit(table: Table, command: ChangeVisit, now: datetime) -> Sequence[Event]:
    patron_of(table, command.player)
    return [VisitChanged(player=command.player, visit=command.visit)]


@TABLE.evolves(VisitChanged)
def visit_changed(table: Table, event: VisitChanged) -> Table:
    """An excluded player places no new wager; what lies on the layout is played out."""
    patron = replace(
        table.patrons[event.player],
        room=event.visit.room,
        card=event.visit.card,
        excluded=event.visit.excluded,
    )
    return with_patron(table, event.player, patron)
