"""The coups of a heat: their limits, marker and clock; who cannot go on; when it is over."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    RECORD,
    on_pages,
    public,
    record,
    stops,
    transfers_of,
)
from sabot.engine.ledger import LAYOUT, Move, of_player
from sabot.engine.streams import Command, Event
from sabot.table.heat.putting_out import eliminated
from sabot.table.heat.state import Heat
from sabot.table.heat.words import (
    betting_of,
    heat_on,
    is_there,
    play_of,
    purse_of,
    with_heat,
)
from sabot.table.state import BETTING, BETWEEN, READY, SETTLED, VIRTUAL, Table
from sabot.table.stream import BY_DEALER, BY_STAFF, TABLE, moved, replace
from sabot.tournament import tournament_of
from sabot.tournament.counting import WagerLimits


class HeatCoupEnded(Event, frozen=True, kw_only=True):
    """A coup of the heat is over. `counts`: not if it was void or without bets. `missed` are those
    who were away."""

    basis = RECORD
    sight = public("coup counts missed clause")

    coup: int
    counts: bool
    missed: tuple[str, ...]
    clause: str


class RoundBegun(Event, frozen=True, kw_only=True):
    """The next coup of the heat may be bet on: its limits, the box with the marker, whose turn it
    is, and until when a wager has to lie."""

    basis = RECORD
    sight = public("coup least most marker turn until clause")

    coup: int
    least: int
    most: int
    marker: int | None
    turn: int | None
    until: datetime | None
    clause: str


class HeatOver(Event, frozen=True, kw_only=True):
    """No further coup is dealt: the chips are counted. `returned` are stakes of one that was not
    begun; `through` is who is sure to go on, where it ended early, with the lead that cannot be
    caught up and what can still be won and lost, and `agreed` who agreed."""

    basis = record("the wagers on the layout")
    sight = public("clause returned through lead swing agreed")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    clause: str
    returned: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    through: tuple[str, ...] = ()
    lead: int | None = None
    swing: int | None = None
    agreed: tuple[str, ...] = ()


def after_coup(before: Table, table: Table, now: datetime) -> list[Event]:
    """Return the events of the heat that follow the end of a coup; `before` still has its
    stakes."""
    heat = table.heat
    if heat is None or not heat.is_on:
        return []
    round_ = before.round
    counts = round_.void is None and round_.no_bet is None
    away = tuple(name for name in heat.still_in if not is_there(table, name))
    ended = HeatCoupEnded(
        coup=heat.coup,
        counts=counts,
        missed=away if counts else (),
        clause=play_of(table).session,
    )
    events: list[Event] = [ended]
    wagers = counted_in(before)
    table = TABLE.evolve(table, ended, now)
    if counts and _is_last(heat, now):
        return [*events, *_out_at_the_end(table, wagers), _over(table)]
    return [*events, *begin_round(table, now, wagers)]


def _is_last(heat: Heat, now: datetime) -> bool:
    return heat.coup == heat.plan.coups or is_time_over(heat, now)


def is_time_over(heat: Heat, now: datetime) -> bool:
    """Return True if the session's time is over: a coup in progress is finished, none begins."""
    return heat.ends is not None and now >= heat.ends


def _over(table: Table) -> HeatOver:
    return HeatOver(clause=play_of(table).session)


def counted_in(table: Table) -> dict[str, int]:
    """Return the amount that counted of each player's wagers in this coup, an undisclosed one as
    deemed."""
    heat = table.heat
    assert heat is not None
    deemed = {
        each.form.laid: each.form.deemed
        for each in heat.entrants.values()
        if each.form is not None and each.form.laid is not None and each.form.deemed is not None
    }
    wagers: dict[str, int] = {}
    for laid in table.round.stakes.values():
        amount = deemed.get(laid.sequence, laid.live)
        wagers[laid.player] = wagers.get(laid.player, 0) + amount
    return wagers


def begin_round(table: Table, now: datetime, wagers: dict[str, int] | None = None) -> list[Event]:
    """Begin the next coup of the heat, after eliminating entrants who cannot cover its minimum."""
    heat = table.heat
    assert heat is not None
    number = heat.coup + 1
    limits = _limits(heat, number, now)
    events = _out_below(table, limits.minimum, wagers or {})
    for event in events:
        table = TABLE.evolve(table, event, now)
    heat = table.heat
    assert heat is not None
    if not heat.still_in:
        return [*events, _over(table)]
    marker = marked(table, heat)
    begun = RoundBegun(
        coup=number,
        least=limits.minimum,
        most=limits.maximum,
        marker=marker,
        turn=marker,
        until=deadline(table, heat, now),
        clause=play_of(table).order.marker if marker is not None else play_of(table).session,
    )
    return [*events, begun]


def _limits(heat: Heat, coup: int, now: datetime) -> WagerLimits:
    if heat.plan.coups is not None:
        return heat.plan.limits_at(coup)
    assert heat.started is not None
    return heat.plan.limits_at(int((now - heat.started) / timedelta(minutes=1)))


def deadline(table: Table, heat: Heat, now: datetime) -> datetime | None:
    """Until when a wager has to lie; no clock runs while cards have to be prepared first."""
    stack = table.stack
    waits = stack.shuffle or stack.replace or stack.check or stack.played_out
    seconds = heat.plan.seconds
    if heat.paced is not None and now >= heat.paced:
        seconds = heat.pace
    if seconds is None or waits or stack.stage != READY or table.phase != BETTING:
        return None
    return now + timedelta(seconds=seconds)


def marked(table: Table, heat: Heat) -> int | None:
    """The box with the marker: the lowest occupied at first, then the next higher one, and round
    again; a coup that did not count leaves it."""
    if not heat.plan.order:
        return None
    boxes = [each.box for name, each in heat.still_in.items() if is_there(table, name)]
    boxes = boxes or [each.box for each in heat.still_in.values()]
    last = heat.marker or 0
    return next((box for box in boxes if box > last), boxes[0])


def _out_below(table: Table, minimum: int, wagers: dict[str, int]) -> list[Event]:
    heat, clause = table.heat, betting_of(table).unable
    assert heat is not None
    gone = [name for name in heat.still_in if purse_of(table, name) < minimum]
    taken = _order_taken(table, gone)
    return [eliminated(table, name, clause, wagers.get(name, 0), taken.get(name)) for name in gone]


def _out_at_the_end(table: Table, wagers: dict[str, int]) -> list[Event]:
    """Eliminate the entrants whom the last coup left without its minimum."""
    assert table.heat is not None
    return _out_below(table, table.heat.least, wagers)


def _order_taken(table: Table, gone: Sequence[str]) -> dict[str, int]:
    """In which order the chips of those who go out were collected: as the dealer noted it; a
    virtual dealer begins at its right hand, where the highest box is."""
    heat = table.heat
    assert heat is not None
    if table.opened.feed == VIRTUAL:
        order = sorted(gone, key=lambda name: -heat.entrants[name].box)
    elif heat.taken is None:
        return {}
    else:
        order = [name for name in heat.taken if name in gone]
    return {name: place for place, name in enumerate(order, 1)}


@TABLE.evolves(HeatCoupEnded)
def heat_coup_ended(table: Table, event: HeatCoupEnded) -> Table:
    """Use up pass cards and forms, unless the coup does not count. Forms stay open to all until the
    next first card."""
    heat = table.heat
    assert heat is not None
    forms = {n: e.form for n, e in heat.entrants.items() if e.form is not None and e.form.opened}
    entrants = {
        name: replace(
            each.for_next(event.counts), missed=each.missed + (1 if name in event.missed else 0)
        )
        for name, each in heat.entrants.items()
    }
    coup = heat.coup if event.counts else heat.coup - 1
    marker = heat.marker if event.counts else _before(heat)
    return with_heat(
        table,
        replace(
            heat, entrants=entrants, forms=forms, coup=coup, marker=marker, turn=None, until=None,
            counted=False, announced=False, last=replace(heat, last=None),
        ),
    )  # fmt: skip


def _before(heat: Heat) -> int | None:
    """Return the marker one box back, so that the next coup moves it to where it is."""
    return None if heat.marker is None else heat.marker - 1


@TABLE.evolves(RoundBegun)
def round_begun(table: Table, event: RoundBegun) -> Table:
    heat = table.heat
    assert heat is not None and table.limit is not None
    heat = replace(
        heat, coup=event.coup, least=event.least, most=event.most, marker=event.marker,
        turn=event.turn, until=event.until, taken=None,
    )  # fmt: skip
    sign = replace(table.limit, least=event.least, most=event.most)
    return replace(table, heat=heat, limit=sign)


@TABLE.evolves(HeatOver)
def heat_over(table: Table, event: HeatOver) -> Table:
    heat = table.heat
    assert heat is not None
    stakes = {key: laid for key, laid in table.round.stakes.items() if key not in event.returned}
    table = replace(table, round=replace(table.round, stakes=stakes))
    over = replace(heat, over=event.clause, turn=None, until=None)
    return moved(with_heat(table, over), event.moves)


class NoteTaken(Command, frozen=True, kw_only=True):
    """Note the order in which the dealer collected losing chips: entrants who go out in this coup
    are placed in that order."""

    pages = on_pages("deal")
    stopped_by = stops()

    players: tuple[str, ...]


class TakenNoted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("players clause")

    players: tuple[str, ...]
    clause: str | None


@TABLE.decides(NoteTaken, BY_DEALER, (SETTLED,))
def note_taken(table: Table, command: NoteTaken, now: datetime) -> Sequence[Event]:
    heat_on(table)
    clause = tournament_of(table.book).placing.knocked_out
    bettors = {laid.player for laid in table.round.stakes.values()}
    if len(set(command.players)) < len(command.players) or not set(command.players) <= bettors:
        message = "Name each player once who had a wager in this {coup_word}."
        raise Refusal("bad-command", clause, message, coup_word=table.book.coup)
    if table.opened.feed == VIRTUAL:
        raise Refusal("no-rule", clause, "A virtual dealer collects in the order of its boxes.")
    return [TakenNoted(players=command.players, clause=clause)]


@TABLE.evolves(TakenNoted)
def taken_noted(table: Table, event: TakenNoted) -> Table:
    heat = table.heat
    assert heat is not None
    return with_heat(table, replace(heat, taken=event.players))


class EndHeat(Command, frozen=True, kw_only=True):
    """The session's time is over between two coups: no other is begun."""

    pages = on_pages("deal")
    stopped_by = stops()


@TABLE.decides(EndHeat, BY_STAFF, BETWEEN, seen="the session's clock")
def end_heat(table: Table, command: EndHeat, now: datetime) -> Sequence[Event]:
    heat, play = heat_on(table), play_of(table)
    if not is_time_over(heat, now):
        message = "The session is not over: its coups and its time are as they were announced."
        raise Refusal("heat-on", play.session, message)
    returned, moves = stakes_back(table)
    return [HeatOver(clause=play.session, returned=returned, moves=moves)]


def stakes_back(table: Table) -> tuple[tuple[int, ...], tuple[Move, ...]]:
    """The stakes of a coup that has not begun, and the moves that hand them back."""
    stakes = table.round.stakes.values()
    moves = tuple(
        Move(LAYOUT, of_player(laid.player), laid.live, laid.currency)
        for laid in stakes
        if laid.live
    )
    return tuple(laid.sequence for laid in stakes), moves
