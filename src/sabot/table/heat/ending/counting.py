"""The end of a heat: chips counted by one person and confirmed by another, and all of them back."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from sabot.core.money import TOURNAMENT, cents_or_none
from sabot.core.refusal import Refusal, named
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import (
    on_pages,
    public,
    see,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import WORLD, Move, amount_told, of_player
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.rules.roles import CASINO_SUPERVISOR, STAFF
from sabot.table.heat.ending.differences import (
    check_denominations,
    check_differences,
    check_felt_count,
)
from sabot.table.heat.seating import chips_back
from sabot.table.heat.state import DISQUALIFIED, ELIMINATED, Heat
from sabot.table.heat.words import (
    check_undisputed,
    desk_of,
    heat_of,
    held,
    play_of,
    purse_of,
    with_heat,
)
from sabot.table.state import BETWEEN, OPEN, Table
from sabot.table.stream import BY_STAFF, TABLE, moved, replace


class InAtEnd(msgspec.Struct, frozen=True):
    """A player who is still in, and the chips that were counted."""

    name: str
    chips: int


class OutAtEnd(msgspec.Struct, frozen=True):
    """A player who went out, as the order of places wants it."""

    name: str
    coup: int
    residual: int
    wager: int
    collected: int | None


class CountHeat(Command, frozen=True, kw_only=True):
    """Total the chips before each player who is still in; `missing` are chips that are not there,
    by denomination."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "supervisor"

    counts: dict[str, str]
    missing: dict[str, int] = msgspec.field(default_factory=dict)


class HeatCounted(Event, frozen=True, kw_only=True):
    """The session's result, from which the tournament places the players.

    Chips go back into the float: `issued` are those given out, `won` the table's payments beyond
    its takings, `returned` the chips that came back at the end or when an entrant went out,
    `missing` the shortfall in cents, and `missing_chips` the number of missing chips of each kind.
    `cashed`: counts are worth cash, those of disqualified entrants too.
    """

    basis = statement("count")
    sight = public(
        "tournament session disqualified clause",
        standing=see("name chips"),
        out=see("name coup residual wager collected"),
    )
    transfers = transfers_of()

    tournament: str
    session: int
    standing: tuple[InAtEnd, ...]
    out: tuple[OutAtEnd, ...]
    disqualified: tuple[str, ...]
    issued: int
    won: int
    returned: int
    missing: int
    missing_chips: dict[str, int]
    moves: tuple[Move, ...]
    clause: str
    cashed: bool = False


def _counted_again(table: Table, command: CountHeat) -> Confirmer:
    clause = desk_of(table).announced if table.heat is not None else None
    return Confirmer(clause, CASINO_SUPERVISOR)


def _by_counters(table: Table, command: Command) -> Leave:
    return Leave(desk_of(table).announced if table.heat is not None else None, BY_STAFF.by)


@TABLE.decides(
    CountHeat,
    _by_counters,
    BETWEEN,
    confirmed_by=_counted_again,
    sent_by=(STAFF,),
    confirmers=(CASINO_SUPERVISOR,),
)
def count_heat(table: Table, command: CountHeat, now: datetime) -> Sequence[Event]:
    heat, play, clause = heat_of(table), play_of(table), desk_of(table).announced
    if heat.over is None:
        raise Refusal("heat-on", clause, "The session is not over yet.")
    if holds(command, RESULTS):
        check_undisputed(table)
    counts = _counts(heat, command.counts, clause)
    lacks = {name: purse_of(table, name) - counts[name] for name in counts}
    for name, lack in lacks.items():
        if lack < 0:
            raise Refusal(
                "too-many-chips",
                play.outs.added,
                "{name} has {lack} more than was won: no chips come from elsewhere.",
                name=named(name),
                lack=amount_told(-lack, TOURNAMENT),
            )
    if holds(command, RESULTS):
        check_differences(table, heat.still_in, counts)
    missing = sum(lacks.values())
    check_denominations(command.missing, missing, play.missing)
    lost = tuple(
        Move(of_player(name), WORLD, lack, TOURNAMENT) for name, lack in lacks.items() if lack
    )
    after = moved(table, lost)
    return [
        _counted(
            heat,
            counts,
            missing,
            command,
            (*lost, *chips_back(after, heat)),
            desk_of(table).announced,
        )
    ]


def _counted(
    heat: Heat,
    counts: Mapping[str, int],
    missing: int,
    command: CountHeat,
    moves: tuple[Move, ...],
    clause: str,
) -> HeatCounted:
    gone = {name: each.out for name, each in heat.entrants.items() if each.out is not None}
    issued = heat.plan.chips * len(heat.entrants)
    returned = sum(counts.values()) + sum(each.residual for each in gone.values())
    return HeatCounted(
        tournament=heat.plan.tournament,
        session=heat.plan.session,
        standing=tuple(InAtEnd(name, chips) for name, chips in counts.items()),
        out=tuple(
            OutAtEnd(name, out.coup, out.residual, out.wager, out.collected)
            for name, out in gone.items()
            if out.how == ELIMINATED
        ),
        disqualified=tuple(n for n, out in gone.items() if out.how == DISQUALIFIED),
        issued=issued,
        won=returned + missing - issued,
        returned=returned,
        missing=missing,
        missing_chips=dict(command.missing),
        moves=moves,
        clause=clause,
        cashed=heat.plan.cashed,
    )


def _counts(heat: Heat, said: Mapping[str, str], clause: str) -> dict[str, int]:
    """Return the counts of the entrants who are still in; reject a missing or surplus one."""
    unknown = [name for name in said if name not in heat.still_in]
    if unknown:
        raise Refusal(
            "not-an-entrant", clause, "{unknown} is not in this session.", unknown=named(unknown[0])
        )
    uncounted = [name for name in heat.still_in if name not in said]
    if uncounted:
        raise Refusal(
            "not-counted",
            clause,
            "Count the chips of {uncounted} too.",
            uncounted=named(uncounted[0]),
        )
    return {name: cents_or_none(said[name]) for name in heat.still_in}


@TABLE.evolves(HeatCounted)
def heat_counted(table: Table, event: HeatCounted) -> Table:
    heat = table.heat
    assert heat is not None
    return moved(with_heat(table, replace(heat, closed=True)), event.moves)


# A count at any time


class CountChips(Command, frozen=True, kw_only=True):
    """The head wants a count of all players' chips, at any time: it is kept beside what the books
    have, and nothing moves by it."""

    pages = on_pages("deal")
    stopped_by = stops()

    counts: dict[str, str]


class ChipsCounted(Event, frozen=True, kw_only=True):
    """`found` is the count, `books` what the table's own record has, on and off the layout."""

    basis = statement("count", alone=True)
    sight = public("found clause")

    found: dict[str, int]
    books: dict[str, int]
    clause: str | None


@TABLE.decides(CountChips, _by_counters, OPEN, sent_by=(STAFF,))
def count_chips(table: Table, command: CountChips, now: datetime) -> Sequence[Event]:
    heat, play = heat_of(table), play_of(table)
    counts = _counts(heat, command.counts, desk_of(table).announced)
    books = {name: held(table, name) for name in counts}
    if counts != books and holds(command, RESULTS):
        check_felt_count(table, play.missing)
    return [ChipsCounted(found=counts, books=books, clause=play.recount)]


@TABLE.evolves(ChipsCounted)
def chips_counted(table: Table, event: ChipsCounted) -> Table:
    return table
