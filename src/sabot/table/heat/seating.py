"""A session is seated and started: seats by the plan, equal chips, and a clock of the server's."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    on_pages,
    public,
    record,
    server_fills,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, Move, is_player_name, of_player
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_OPERATOR, HEADS
from sabot.table.chips.floats import open_shift
from sabot.table.heat.putting_out import disqualified, eliminated
from sabot.table.heat.rounds import begin_round, stakes_back
from sabot.table.heat.state import Entrant, Heat
from sabot.table.heat.words import (
    by_head,
    desk_of,
    heat_of,
    is_for_heats,
    play_of,
    purse_of,
    with_heat,
)
from sabot.table.sights import PLAN
from sabot.table.state import BETWEEN, OPEN, Table
from sabot.table.stream import TABLE, affordable, moved, reason_of, replace
from sabot.tournament.plan import HeatPlan, check_plan

BY_HOUSE = Leave(None, CASINO_OPERATOR)


class SeatHeat(Command, frozen=True, kw_only=True):
    """Seat a session of a tournament at a table that is open for it and without players."""

    pages = SERVER_ONLY
    stopped_by = stops()

    plan: HeatPlan


class HeatSeated(Event, frozen=True, kw_only=True):
    """Everybody has the same chips, out of the float."""

    basis = record("the tournament's plan")
    sight = public("seated clause", plan=PLAN)
    transfers = transfers_of()

    plan: HeatPlan
    seated: datetime
    moves: tuple[Move, ...]
    clause: str


@TABLE.decides(
    SeatHeat,
    BY_HOUSE,
    BETWEEN,
    seen="the tournament's plan",
    sender_may_play=True,  # it follows from the tournament, in the name of a person who runs it
)
def seat_heat(table: Table, command: SeatHeat, now: datetime) -> Sequence[Event]:
    plan = command.plan
    _check_table(table, plan)
    check_plan(table.book, plan)
    open_shift(table)
    moves = affordable(table, [_chips_to(each, plan.chips) for each in plan.seats.values()])
    clause = play_of(table).allotment
    return [HeatSeated(plan=plan, seated=now, moves=moves, clause=clause)]


def _check_table(table: Table, plan: HeatPlan) -> None:
    if not is_for_heats(table):
        raise Refusal("not-for-heats", None, "This table was not opened for tournament play.")
    play = play_of(table)
    if table.heat is not None and table.heat.is_open:
        raise Refusal("heat-seated", desk_of(table).tables, "Another session holds this table.")
    if table.patrons or table.round.stakes:
        raise Refusal("players-left", desk_of(table).tables, "A player is still at this table.")
    setup = table.opened
    beyond = [box for box in plan.seats if box > setup.places]
    if beyond:
        raise Refusal("wrong-place", play.seat, "The table has no box {beyond}.", beyond=beyond[0])
    missing = [table.book.names.get(each, "") for each in plan.wagers if each not in setup.wagers]
    if missing:
        raise Refusal(
            "not-offered", None, "This layout does not carry {missing}.", missing=", ".join(missing)
        )
    if plan.scheme is not None and plan.scheme != setup.scheme:
        raise Refusal("wrong-scheme", None, "This table plays by {scheme}.", scheme=setup.scheme)
    if plan.chip != setup.chip:
        raise Refusal(
            "bad-plan",
            play.chips,
            "The smallest chip of this table is {chip}.",
            chip=table.told(setup.chip),
        )


def _chips_to(player: str, amount: int) -> Move:
    return Move(FLOAT, of_player(player), amount, TOURNAMENT)


@TABLE.evolves(HeatSeated)
def heat_seated(table: Table, event: HeatSeated) -> Table:
    plan = event.plan
    entrants = {
        player: Entrant(box=box, passes=plan.pass_cards, forms=plan.undisclosed)
        for box, player in sorted(plan.seats.items())
    }
    first = plan.limits[0]
    heat = Heat(plan, entrants, event.seated, least=first.minimum, most=first.maximum)
    assert table.limit is not None
    sign = replace(table.limit, least=first.minimum, most=first.maximum, unit=None, by_wager={})
    return moved(replace(table, heat=heat, limit=sign), event.moves)


class ReplaceEntrant(Command, frozen=True, kw_only=True):
    """A reserve or a substitute takes a seat whose entrant has not come, before the start."""

    pages = SERVER_ONLY
    stopped_by = stops()

    box: int
    player: str


class EntrantReplaced(Event, frozen=True, kw_only=True):
    basis = record("the tournament's seats")
    sight = public("box player instead_of clause")
    transfers = transfers_of()

    box: int
    player: str
    instead_of: str
    moves: tuple[Move, ...]
    clause: str


@TABLE.decides(
    ReplaceEntrant,
    BY_HOUSE,
    OPEN,
    seen="the tournament's entries",
    sender_may_play=True,  # it follows from the tournament, in the name of a person who runs it
)
def replace_entrant(table: Table, command: ReplaceEntrant, now: datetime) -> Sequence[Event]:
    heat, play = heat_of(table), play_of(table)
    if heat.started is not None:
        raise Refusal("heat-on", play.seat, "The session has started: its seats stay as they are.")
    instead_of = heat.plan.seats.get(command.box)
    if instead_of is None:
        raise Refusal(
            "wrong-place", play.seat, "No player has a seat at box {box}.", box=command.box
        )
    if instead_of in table.patrons:
        raise Refusal(
            "place-taken",
            play.seat,
            "{instead_of} has taken that seat.",
            instead_of=named(instead_of),
        )
    if not is_player_name(command.player) or command.player in heat.entrants:
        taken = "{player} cannot take that seat beside another."
        raise Refusal("already-here", play.seat, taken, player=named(command.player))
    move = Move(of_player(instead_of), of_player(command.player), heat.plan.chips, TOURNAMENT)
    return [
        EntrantReplaced(
            box=command.box, player=command.player, instead_of=instead_of,
            moves=affordable(table, [move]), clause=play.seat,
        )
    ]  # fmt: skip


@TABLE.evolves(EntrantReplaced)
def entrant_replaced(table: Table, event: EntrantReplaced) -> Table:
    heat = table.heat
    assert heat is not None
    entrant = heat.entrants[event.instead_of]
    left = {name: each for name, each in heat.entrants.items() if name != event.instead_of}
    plan = replace(heat.plan, seats={**heat.plan.seats, event.box: event.player})
    heat = replace(heat, plan=plan, entrants={**left, event.player: entrant})
    return moved(with_heat(table, heat), event.moves)


class StartHeat(Command, frozen=True, kw_only=True):
    """Start the session: coups count and the clock runs from now on. `unpaid` are those whose
    buy-in has not come: the tournament's word, put in by the house."""

    pages = on_pages("desk")
    server_fields = server_fills("unpaid")
    stopped_by = stops()
    awaited = "supervisor"

    unpaid: tuple[str, ...] = ()


class HeatStarted(Event, frozen=True, kw_only=True):
    """`ends` is when a session by the clock is over; a coup begun before is finished."""

    basis = RECORD
    sight = public("tournament session started ends clause")

    tournament: str
    session: int
    started: datetime
    ends: datetime | None
    clause: str


@TABLE.decides(
    StartHeat, by_head, BETWEEN, seen="the tournament's plan, and who sits there", sent_by=HEADS
)
def start_heat(table: Table, command: StartHeat, now: datetime) -> Sequence[Event]:
    heat, play, desk = heat_of(table), play_of(table), desk_of(table)
    if heat.started is not None:
        raise Refusal("heat-on", play.session, "The session has started already.")
    _check_unpaid(heat, command, play.allotment)
    minutes = heat.plan.minutes
    events: list[Event] = [
        HeatStarted(
            tournament=heat.plan.tournament,
            session=heat.plan.session,
            started=now,
            ends=None if minutes is None else now + timedelta(minutes=minutes),
            clause=play.session,
        )
    ]
    table = TABLE.evolve(table, events[0], now)
    for player in heat.still_in:
        if player in command.unpaid and desk.buy_in is not None:
            events.append(eliminated(table, player, desk.buy_in))
        elif player not in table.patrons and desk.forfeited is not None:
            events.append(disqualified(table, player, desk.forfeited))
        else:
            continue
        table = TABLE.evolve(table, events[-1], now)
    return [*events, *begin_round(table, now)]


def _check_unpaid(heat: Heat, command: StartHeat, clause: str) -> None:
    if command.unpaid and not heat.plan.buy_in:
        raise Refusal("bad-plan", clause, "Chips of this session are not bought.")


@TABLE.evolves(HeatStarted)
def heat_started(table: Table, event: HeatStarted) -> Table:
    heat = table.heat
    assert heat is not None
    return with_heat(table, replace(heat, started=event.started, ends=event.ends))


class CancelHeat(Command, frozen=True, kw_only=True):
    """Call the session off: nothing is counted, and all chips go back."""

    pages = SERVER_ONLY
    stopped_by = stops()

    reason: str


class HeatCancelled(Event, frozen=True, kw_only=True):
    basis = record("the chips of the session")
    sight = public("tournament session clause")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    tournament: str
    session: int
    reason: str
    returned: tuple[int, ...]
    moves: tuple[Move, ...]
    clause: str


@TABLE.decides(
    CancelHeat,
    BY_HOUSE,
    BETWEEN,
    seen="the tournament's own decision",
    sender_may_play=True,  # it follows from the tournament, in the name of a person who runs it
)
def cancel_heat(table: Table, command: CancelHeat, now: datetime) -> Sequence[Event]:
    heat, play = heat_of(table), play_of(table)
    returned, off = stakes_back(table)
    return [
        HeatCancelled(
            tournament=heat.plan.tournament,
            session=heat.plan.session,
            reason=reason_of(command.reason),
            returned=returned,
            moves=(*off, *chips_back(moved(table, off), heat)),
            clause=play.returned,
        )
    ]


def chips_back(table: Table, heat: Heat) -> tuple[Move, ...]:
    """All that entrants hold, back into the float."""
    return tuple(
        Move(of_player(player), FLOAT, amount, TOURNAMENT)
        for player in heat.entrants
        if (amount := purse_of(table, player))
    )


@TABLE.evolves(HeatCancelled)
def heat_cancelled(table: Table, event: HeatCancelled) -> Table:
    heat = table.heat
    assert heat is not None
    stakes = {key: laid for key, laid in table.round.stakes.items() if key not in event.returned}
    table = replace(table, round=replace(table.round, stakes=stakes))
    return moved(with_heat(table, replace(heat, over=event.clause, closed=True)), event.moves)
