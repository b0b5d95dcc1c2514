"""A disqualification at the table that is taken back, until the session has gone on."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import decision, on_pages, partly, stops, transfers_of
from sabot.engine.ledger import FLOAT, Move, of_player
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, TOURNAMENT_MANAGER
from sabot.table.heat.putting_out import may_disqualify
from sabot.table.heat.state import DISQUALIFIED, Heat
from sabot.table.heat.words import changed, desk_of, heat_of, is_for_heats
from sabot.table.state import IN_COUP, OPEN, Table
from sabot.table.stream import TABLE, moved, reason_of


class RestoreEntrant(Command, frozen=True, kw_only=True):
    """Take back a disqualification at this table before the next coup; another person confirms it.
    The entrant has seat and chips again, and wagers anew."""

    pages = on_pages("desk")
    stopped_by = stops()

    player: str
    reason: str


class EntrantRestored(Event, frozen=True, kw_only=True):
    """`chips` are those that the entrant had when they went out, wagers of that coup included."""

    basis = decision("sanction", alone=False)
    sight = partly("player tournament session coup clause", "chips reason")
    transfers = transfers_of()

    player: str
    tournament: str
    session: int
    coup: int
    chips: int
    reason: str
    clause: str
    moves: tuple[Move, ...]


def _confirms(table: Table, command: RestoreEntrant) -> Confirmer | None:
    if not is_for_heats(table):
        return None
    return Confirmer(desk_of(table).disqualified.clause, CASINO_SUPERVISOR)


@TABLE.decides(
    RestoreEntrant,
    may_disqualify,
    OPEN,
    confirmed_by=_confirms,
    seen="the chips of the disqualification in the log",
    sent_by=(TOURNAMENT_MANAGER, CASINO_OPERATOR),
    confirmers=(CASINO_SUPERVISOR,),
)
def restore_entrant(table: Table, command: RestoreEntrant, now: datetime) -> Sequence[Event]:
    heat, clause = heat_of(table), desk_of(table).disqualified.clause
    entrant = heat.entrants.get(command.player)
    if entrant is None or entrant.out is None or entrant.out.how != DISQUALIFIED:
        message = "{player} was not disqualified at this table."
        raise Refusal("not-out", clause, message, player=named(command.player))
    if table.phase in IN_COUP or _has_gone_on(heat, command.player):
        message = "The session has gone on without {player}."
        raise Refusal("gone-on", clause, message, player=named(command.player))
    chips = entrant.out.residual
    return [
        EntrantRestored(
            player=command.player,
            tournament=heat.plan.tournament,
            session=heat.plan.session,
            coup=heat.coup,
            chips=chips,
            reason=reason_of(command.reason),
            clause=clause,
            moves=(Move(FLOAT, of_player(command.player), chips, TOURNAMENT),) if chips else (),
        )
    ]


def _has_gone_on(heat: Heat, player: str) -> bool:
    """Return whether a coup was played since the entrant went out."""
    out, last = heat.entrants[player].out, heat.last
    if out is None or out.coup != heat.coup:
        return True
    return last is not None and last.coup == out.coup and last.entrants[player].out is not None


@TABLE.evolves(EntrantRestored)
def entrant_restored(table: Table, event: EntrantRestored) -> Table:
    return moved(changed(table, event.player, out=None), event.moves)
