"""Changes of a player's visit: a new Loss Limit, an exclusion, a lost Player Card, more chips.

The account decides them; the server tells the table in the same unit of work.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    Purse,
    StaffNumber,
    on_pages,
    own,
    record,
    stops,
    transfers_of,
)
from sabot.engine.ledger import WORLD, Move, of_player
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_OPERATOR, PLAYER
from sabot.table.chips.change import check_chips, declared_under, payable
from sabot.table.players.play_time import check_play_time
from sabot.table.players.room import margin_of, with_limits
from sabot.table.players.seats import Visit
from sabot.table.result.repayments import asked_first
from sabot.table.state import CLOSED, OPEN, VIRTUAL, Patron, Table
from sabot.table.stream import (
    TABLE,
    amount_of,
    moved,
    patron_of,
    replace,
    speaks_for,
    with_buy_in,
    with_patron,
)


class ChangeVisit(Command, frozen=True, kw_only=True):
    """The account's new word for a player who is at the table."""

    pages = SERVER_ONLY
    stopped_by = stops()

    player: str
    visit: Visit


class VisitChanged(Event, frozen=True, kw_only=True):
    """`room` is how much may be lost in the visit as a whole from now on."""

    basis = RECORD
    sight = own("player")

    player: str
    visit: Visit
    room: StaffNumber | None


@TABLE.decides(
    ChangeVisit,
    Leave(None, CASINO_OPERATOR),
    (*OPEN, CLOSED),
    sender_may_play=True,  # it follows from an account, perhaps from a player's own limit
)
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
        staff=event.visit.staff,
        play=event.visit.play,
    )
    if event.visit.day is not None:
        starts = {event.visit.day: patron.lost, **patron.starts}
        patron = replace(patron, starts=dict(sorted(starts.items())))
        patron = with_limits(patron, event.visit.zone, event.visit.limits, event.visit.day)
    return with_patron(table, event.player, patron)


class FetchChips(Command, frozen=True, kw_only=True):
    """Take more chips from one's account without getting up. Only where no dealer has them before
    them: real chips are sold from the float."""

    pages = on_pages("table")
    stopped_by = stops()

    player: str
    amount: str


class ChipsFetched(Event, frozen=True, kw_only=True):
    """`clause`: under which it is also a declaration."""

    basis = record("the player's own account")
    sight = own("player amount clause")
    transfers = transfers_of(Purse.PLAYERS)

    player: str
    amount: int
    clause: str | None
    moves: tuple[Move, ...]


@TABLE.decides(FetchChips, Leave(None, PLAYER), OPEN, seen="the player's own account")
def fetch_chips(table: Table, command: FetchChips, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    patron = patron_of(table, command.player)
    check_chips(table)
    _check_fetching(table, command.player, patron)
    check_play_time(command.player, patron, now)
    gaming = table.conduct.gaming
    clause = declared_under(table, patron, gaming.purchases if gaming else None)
    amount = payable(table, amount_of(command.amount))
    moves = (Move(WORLD, of_player(command.player), amount),)
    fetched = ChipsFetched(player=command.player, amount=amount, clause=clause, moves=moves)
    return [fetched, *asked_first(TABLE.evolve(table, fetched, now), command.player)]


def _check_fetching(table: Table, player: str, patron: Patron) -> None:
    if table.opened.feed != VIRTUAL or not patron.account:
        raise Refusal("chips-unseen", None, "Chips at this table are bought from the dealer.")
    barred = patron.barred or patron.excluded
    if barred is not None:
        message = "{player} is barred from this game."
        raise Refusal("barred", barred, message, player=named(player))


@TABLE.evolves(ChipsFetched)
def chips_fetched(table: Table, event: ChipsFetched) -> Table:
    return moved(with_buy_in(table, event.moves), event.moves)
