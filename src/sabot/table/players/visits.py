"""What changes for a player during a visit: a new Loss Limit, an exclusion, a lost Player Card.

The account decides it; the house tells the table in the same moment.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.rules.roles import CASINO_OPERATOR
from sabot.streams import Command, Event, Leave
from sabot.table.players.room import margin_of, with_limits
from sabot.table.players.seats import Visit
from sabot.table.state import CLOSED, OPEN, Table
from sabot.table.stream import TABLE, patron_of, replace, with_patron


class ChangeVisit(Command, frozen=True, kw_only=True):
    """The account's new word for a player who is at the table."""

    player: str
    visit: Visit


class VisitChanged(Event, frozen=True, kw_only=True):
    """`room` is how much may be lost in the visit as a whole from now on."""

    player: str
    visit: Visit
    room: int | None


@TABLE.decides(ChangeVisit, Leave(None, CASINO_OPERATOR), (*OPEN, CLOSED))
def change_visit(table: Table, command: ChangeVisit, now: datetime) -> Sequence[Event]:
    patron, visit = patron_of(table, command.player), command.visit
    room = visit.room
    if visit.day is not None:
        new = with_limits(patron, visit.zone, visit.limits, visit.day)
        margin = margin_of(new, visit.day, now)
        room = None if margin is None else margin + patron.lost
    return [VisitChanged(player=command.player, visit=visit, room=room)]


@TABLE.evolves(VisitChanged)
def visit_changed(table: Table, event: VisitChanged) -> Table:
    """An excluded player places no new wager; what lies on the layout is played out."""
    patron = replace(
        table.patrons[event.player],
        room=event.room,
        card=event.visit.card,
        excluded=event.visit.excluded,
    )
    if event.visit.day is not None:
        starts = {event.visit.day: patron.lost, **patron.starts}
        patron = replace(patron, starts=dict(sorted(starts.items())))
        patron = with_limits(patron, event.visit.zone, event.visit.limits, event.visit.day)
    return with_patron(table, event.player, patron)
