"""The order of wagering: the marker's player first, then the others in turn, each in time."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    decision,
    on_pages,
    public,
    stops,
    transfers_of,
)
from sabot.engine.ledger import LAYOUT, Move, of_player
from sabot.engine.streams import Command, Event
from sabot.rules.roles import HEADS
from sabot.table.heat.rounds import deadline
from sabot.table.heat.state import Heat
from sabot.table.heat.words import (
    by_head,
    changed,
    entrant_of,
    has_acted,
    heat_on,
    is_there,
    play_of,
    with_heat,
)
from sabot.table.state import BETTING, Table
from sabot.table.stream import BY_DEALER, OF_PLAYERS, TABLE, moved, replace, speaks_for


class OutOfTurn(Event, frozen=True, kw_only=True):
    """A wager out of turn stands, and its player is warned. `again`: not for the first time, so
    that it may be declared void."""

    basis = RECORD
    sight = public("player again clause")

    player: str
    again: bool
    clause: str


@TABLE.evolves(OutOfTurn)
def out_of_turn(table: Table, event: OutOfTurn) -> Table:
    heat = table.heat
    assert heat is not None
    warned = heat.entrants[event.player].warned + 1
    return changed(table, event.player, warned=warned, done=True, strayed=True)


class EntrantBack(Event, frozen=True, kw_only=True):
    """An entrant who was noted as away is there again."""

    basis = RECORD
    sight = public("player")

    player: str


@TABLE.evolves(EntrantBack)
def entrant_back(table: Table, event: EntrantBack) -> Table:
    return changed(table, event.player, away=None)


class TurnCalled(Event, frozen=True, kw_only=True):
    """The turn of one player is over, and the next is asked: `box`, None when all have wagered.
    `late`: the one before had time and did not use it."""

    basis = RECORD
    sight = public("over late box player until clause")

    over: str | None
    late: bool
    box: int | None
    player: str | None
    until: datetime | None
    clause: str


@TABLE.evolves(TurnCalled)
def turn_called(table: Table, event: TurnCalled) -> Table:
    if event.over is not None:
        ended = {"late": True} if event.late else {"done": True}
        table = changed(table, event.over, **ended)
    if event.player is not None:
        table = changed(table, event.player, asked=True)
    heat = table.heat
    assert heat is not None
    return with_heat(table, replace(heat, turn=event.box, until=event.until))


def called(table: Table, heat: Heat, now: datetime, over: str | None, late: bool) -> TurnCalled:
    following = next_in_turn(table, heat)
    box = None if following is None else heat.entrants[following].box
    return TurnCalled(
        over=over,
        late=late,
        box=box,
        player=following,
        until=None if box is None else deadline(table, heat, now),
        clause=play_of(table).order.turns,
    )


def next_in_turn(table: Table, heat: Heat) -> str | None:
    """Return the entrant who wagers next: to the left of the last turn and round the table, or from
    the marker at first. Entrants who have wagered are left out; those who let their time pass are
    asked again."""
    there = [name for name in heat.still_in if is_there(table, name)]
    last = heat.turn if heat.turn is not None else (heat.marker or 1) - 1
    in_order = sorted(there, key=lambda name: heat.entrants[name].box <= last)
    owing = (name for name in in_order if not has_acted(table, name))
    return next((name for name in owing if heat.entrants[name].excused is None), None)


class EndTurn(Command, frozen=True, kw_only=True):
    """Be done with one's wagers, so that the next player is asked."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str


@TABLE.decides(EndTurn, phases=(BETTING,), sent_by=OF_PLAYERS)
def end_turn(table: Table, command: EndTurn, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    heat, order = _ordered(table), play_of(table).order
    entrant = entrant_of(table, command.player)
    if heat.turn != entrant.box:
        raise Refusal(
            "out-of-turn", order.turns, "It is not {player}'s turn.", player=named(command.player)
        )
    if not has_acted(table, command.player):
        message = "{player} has not wagered yet."
        raise Refusal("no-wager", order.turns, message, player=named(command.player))
    return [called(table, heat, now, command.player, late=False)]


class CallTurn(Command, frozen=True, kw_only=True):
    """The dealer asks the next player for a wager: the turn before is over."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "bets"


@TABLE.decides(CallTurn, BY_DEALER, (BETTING,))
def call_turn(table: Table, command: CallTurn, now: datetime) -> Sequence[Event]:
    """Not while the player whose turn it is has time left."""
    heat, play = _ordered(table), play_of(table)
    now_on = next((n for n, each in heat.still_in.items() if each.box == heat.turn), None)
    if now_on is None or not is_there(table, now_on) or has_acted(table, now_on):
        over = now_on if now_on is not None and has_acted(table, now_on) else None
        return [called(table, heat, now, over, late=False)]
    if not heat.entrants[now_on].asked:
        return [_asked_first(table, heat, now, now_on)]
    if heat.until is not None and now <= heat.until:
        message = "{now_on} has time left to wager."
        raise Refusal("time-left", play.order.turns, message, now_on=named(now_on))
    return [called(table, heat, now, now_on, late=True)]


def _asked_first(table: Table, heat: Heat, now: datetime, player: str) -> TurnCalled:
    box, clause = heat.entrants[player].box, play_of(table).order.turns
    until = deadline(table, heat, now)
    return TurnCalled(over=None, late=False, box=box, player=player, until=until, clause=clause)


def _ordered(table: Table) -> Heat:
    heat = heat_on(table)
    if not heat.plan.order:
        raise Refusal("no-rule", play_of(table).order.marker, "This session has no order.")
    return heat


class AskWager(Command, frozen=True, kw_only=True):
    """Ask an entrant for the wager that is still owed."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "bets"

    player: str


class WagerAsked(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(AskWager, BY_DEALER, (BETTING,))
def ask_wager(table: Table, command: AskWager, now: datetime) -> Sequence[Event]:
    heat_on(table)
    entrant_of(table, command.player)
    if has_acted(table, command.player):
        message = "{player} has wagered."
        raise Refusal("has-wagered", play_of(table).pace, message, player=named(command.player))
    return [WagerAsked(player=command.player, clause=play_of(table).pace)]


@TABLE.evolves(WagerAsked)
def wager_asked(table: Table, event: WagerAsked) -> Table:
    return changed(table, event.player, asked=True)


class ClockStarted(Event, frozen=True, kw_only=True):
    """The time in which wagers are made begins now."""

    basis = RECORD
    sight = public("until clause")

    until: datetime
    clause: str


def start_clock(table: Table, now: datetime) -> list[Event]:
    """The dealer calls for bets: the time runs from then on."""
    heat = table.heat
    until = None if heat is None or not heat.is_on else deadline(table, heat, now)
    return [] if until is None else [ClockStarted(until=until, clause=play_of(table).pace)]


@TABLE.evolves(ClockStarted)
def clock_started(table: Table, event: ClockStarted) -> Table:
    heat = table.heat
    assert heat is not None
    return with_heat(table, replace(heat, until=event.until))


class VoidOutOfTurn(Command, frozen=True, kw_only=True):
    """Declare a wager void that was made out of turn, not for the first time."""

    pages = on_pages("desk")
    stopped_by = stops()

    player: str


class OutOfTurnVoided(Event, frozen=True, kw_only=True):
    basis = decision("void")
    sight = public("player sequences clause")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    player: str
    sequences: tuple[int, ...]
    moves: tuple[Move, ...]
    clause: str


@TABLE.decides(
    VoidOutOfTurn, by_head, (BETTING,), seen="the order of wagers in the log", sent_by=HEADS
)
def void_out_of_turn(table: Table, command: VoidOutOfTurn, now: datetime) -> Sequence[Event]:
    _ordered(table)
    order, entrant = play_of(table).order, entrant_of(table, command.player)
    own = [laid for laid in table.round.stakes.values() if laid.player == command.player]
    if not (own and entrant.strayed and entrant.warned > 1):
        message = "{player} has no wager here that was made out of turn after a warning."
        raise Refusal("not-so", order.out_of_turn, message, player=named(command.player))
    return [
        OutOfTurnVoided(
            player=command.player,
            sequences=tuple(laid.sequence for laid in own),
            moves=tuple(
                Move(LAYOUT, of_player(command.player), each.live, TOURNAMENT) for each in own
            ),
            clause=order.out_of_turn,
        )
    ]


@TABLE.evolves(OutOfTurnVoided)
def out_of_turn_voided(table: Table, event: OutOfTurnVoided) -> Table:
    stakes = {k: laid for k, laid in table.round.stakes.items() if k not in event.sequences}
    table = replace(table, round=replace(table.round, stakes=stakes))
    return moved(changed(table, event.player, excused=event.clause), event.moves)
