"""Entrants who go out of a heat: without chips for the minimum, or by the head's decision."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.core.revision import SCRUTINY, holds
from sabot.engine.declarations import (
    decision,
    on_pages,
    partly,
    public,
    record,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, LAYOUT, Move, of_player
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.parts.notices import NoticeDue
from sabot.parts.statements import is_same
from sabot.rules.irregularities.irregularity import AT_ONCE, Duty
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, PLAYER, TOURNAMENT_MANAGER
from sabot.table.cases.notices import notices_for
from sabot.table.heat.state import DISQUALIFIED, ELIMINATED, HeatElimination
from sabot.table.heat.words import (
    betting_of,
    changed,
    desk_of,
    entrant_of,
    has_acted,
    heat_of,
    held,
    is_for_heats,
    is_there,
    play_of,
    purse_of,
)
from sabot.table.state import IN_COUP, OPEN, Table
from sabot.table.stream import TABLE, moved, reason_of, replace

NO_WAGER: Final = "no wager"
ABSENT: Final = "absent"
ADDED: Final = "added chips"
HIDDEN: Final = "hidden chips"
BREACH: Final = "breach"
GROUNDS: Final = (NO_WAGER, ABSENT, ADDED, HIDDEN, BREACH)


class EntrantEliminated(Event, frozen=True, kw_only=True):
    """An entrant is out of the session, with a place in its order. `wager` is the amount that
    counted in that coup, and `collected` the entrant's index in the order in which chips were
    collected; None if that was not noted."""

    basis = record("the entrant's chips in the log")
    sight = public("player tournament session coup residual wager collected clause")
    transfers = transfers_of()

    player: str
    tournament: str
    session: int
    coup: int
    residual: int
    wager: int
    collected: int | None
    clause: str
    moves: tuple[Move, ...]


class EntrantDisqualified(Event, frozen=True, kw_only=True):
    """Out without a place, on that `ground`. `chips` are those that the entrant had, and `returned`
    the stakes of a coup that had not begun."""

    basis = decision("sanction")
    sight = partly("player tournament session coup returned ground clause", "chips reason")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    player: str
    tournament: str
    session: int
    coup: int
    chips: int
    returned: tuple[int, ...]
    reason: str
    clause: str
    moves: tuple[Move, ...]
    ground: str = ""


def eliminated(
    table: Table, player: str, clause: str, wager: int = 0, collected: int | None = None
) -> EntrantEliminated:
    """Return the elimination of an entrant, whose remaining chips go back to the float."""
    heat, residual = heat_of(table), purse_of(table, player)
    return EntrantEliminated(
        player=player,
        tournament=heat.plan.tournament,
        session=heat.plan.session,
        coup=heat.coup,
        residual=residual,
        wager=wager,
        collected=collected,
        clause=clause,
        moves=(Move(of_player(player), FLOAT, residual, TOURNAMENT),) if residual else (),
    )


@TABLE.evolves(EntrantEliminated)
def entrant_eliminated(table: Table, event: EntrantEliminated) -> Table:
    out = HeatElimination(
        ELIMINATED, event.clause, event.coup, event.residual, event.wager, event.collected
    )  # fmt: skip
    return moved(changed(table, event.player, out=out), event.moves)


def disqualified(
    table: Table, player: str, clause: str, reason: str = "", ground: str = ""
) -> EntrantDisqualified:
    """The chips go back to the house, and so do stakes of a coup that has not begun."""
    heat = heat_of(table)
    own = [laid for laid in table.round.stakes.values() if laid.player == player]
    lying = sum(laid.live for laid in own)
    purse = purse_of(table, player)
    off = (Move(LAYOUT, FLOAT, lying, TOURNAMENT),) if lying else ()
    kept = (Move(of_player(player), FLOAT, purse, TOURNAMENT),) if purse else ()
    return EntrantDisqualified(
        player=player,
        tournament=heat.plan.tournament,
        session=heat.plan.session,
        coup=heat.coup,
        chips=held(table, player),
        returned=tuple(laid.sequence for laid in own),
        reason=reason,
        clause=clause,
        moves=(*off, *kept),
        ground=ground,
    )


@TABLE.evolves(EntrantDisqualified)
def entrant_disqualified(table: Table, event: EntrantDisqualified) -> Table:
    stakes = {key: laid for key, laid in table.round.stakes.items() if key not in event.returned}
    table = replace(table, round=replace(table.round, stakes=stakes))
    out = HeatElimination(DISQUALIFIED, event.clause, event.coup, event.chips)
    return moved(changed(table, event.player, out=out, form=None, passed=False), event.moves)


class DisqualifyEntrant(Command, frozen=True, kw_only=True):
    """Put an entrant out without a place: because no wager was made, for absence, for chips added
    or hidden on purpose, or for another breach, with a reason. Another person confirms it, but for
    a wager that the record shows was not made."""

    pages = on_pages("deal", "desk")
    stopped_by = stops()
    awaited = "supervisor"

    player: str
    grounds: str
    reason: str


def may_disqualify(table: Table, command: Command) -> Leave:
    """Return who puts an entrant out for a breach, and takes that back."""
    if not is_for_heats(table):
        return Leave(None, TOURNAMENT_MANAGER)
    power = desk_of(table).disqualified
    return Leave(power.clause, power.by)


def _confirms_out(table: Table, command: DisqualifyEntrant) -> Confirmer | None:
    """Require a second person where a ground rests on what a person says."""
    by_record = command.grounds == NO_WAGER or not is_for_heats(table)
    if by_record or not holds(command, SCRUTINY):
        return None
    breach, outs = desk_of(table).disqualified.clause, play_of(table).outs
    clauses = {ABSENT: outs.cancelled, ADDED: outs.added, HIDDEN: outs.hidden}
    return Confirmer(clauses.get(command.grounds) or breach, CASINO_SUPERVISOR)


@TABLE.decides(
    DisqualifyEntrant,
    may_disqualify,
    OPEN,
    confirmed_by=_confirms_out,
    seen="the head's decision, which the clause names",
    sent_by=(TOURNAMENT_MANAGER, CASINO_OPERATOR),
    confirmers=(CASINO_SUPERVISOR,),
)
def disqualify_entrant(table: Table, command: DisqualifyEntrant, now: datetime) -> Sequence[Event]:
    player = command.player
    entrant_of(table, player)
    reason, clause = reason_of(command.reason), _clause(table, command, now)
    if is_same(command.actor, player):
        raise Refusal("plays-here", clause, "Another person must decide that.")
    in_coup = any(laid.player == player for laid in table.round.stakes.values())
    if table.phase in IN_COUP and in_coup:
        raise Refusal(
            "wagers-lie",
            clause,
            "{player} has wagers in this {coup_word}: it is finished first.",
            player=named(player),
            coup_word=table.book.coup,
        )
    if not holds(command, SCRUTINY):
        return [disqualified(table, player, clause, reason)]
    out = disqualified(table, player, clause, reason, command.grounds)
    return [out, *_telling(table, player, now)]


def _telling(table: Table, player: str, now: datetime) -> list[NoticeDue]:
    """Return the notice by which an entrant hears of it and of the right to complain."""
    disputes = desk_of(table).disputes
    duty = Duty(PLAYER, AT_ONCE, disputes.told or disputes.first.clause)
    about = f"the disqualification of {named(player)}, and the right to complain"
    return notices_for(table, (duty,), about, now)


def _clause(table: Table, command: DisqualifyEntrant, now: datetime) -> str:
    """The clause for these grounds, if the record bears them out where it can."""
    outs, breach = play_of(table).outs, desk_of(table).disqualified.clause
    if command.grounds == NO_WAGER:
        return _idle(table, command.player, now)
    if command.grounds == ABSENT:
        return _absent(table, command.player)
    if command.grounds not in GROUNDS:
        message = "The grounds are one of {grounds}."
        raise Refusal("bad-command", breach, message, grounds=", ".join(GROUNDS))
    return {ADDED: outs.added, HIDDEN: outs.hidden, BREACH: breach}[command.grounds]


def _absent(table: Table, player: str) -> str:
    clause = play_of(table).outs.cancelled
    if clause is None:
        raise Refusal(
            "no-rule",
            None,
            "This document has no clause that eliminates a player for being away during a session.",
        )
    if is_there(table, player):
        raise Refusal("not-absent", clause, "{player} is at the table.", player=named(player))
    return clause


def _idle(table: Table, player: str, now: datetime) -> str:
    """Asked, bets closed, the time over, and still nothing lies."""
    clause, heat = betting_of(table).idle, heat_of(table)
    if clause is None:
        raise Refusal(
            "no-rule",
            desk_of(table).disqualified.clause,
            "No clause says so: the operator decides.",
        )
    entrant = heat.entrants[player]
    if has_acted(table, player) or entrant.excused or not is_there(table, player):
        wrong = "{player} has wagered, or need not in this {coup_word}."
        raise Refusal("has-wagered", clause, wrong, player=named(player), coup_word=table.book.coup)
    waits = heat.until is not None and now <= heat.until and not entrant.late
    if not (entrant.asked and table.round.called) or waits:
        message = (
            "{player} is asked for a wager first, and has until no more bets and the end"
            " of the time."
        )
        raise Refusal("not-asked", clause, message, player=named(player))
    return clause
