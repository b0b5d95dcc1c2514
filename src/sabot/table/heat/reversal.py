"""A coup that is over and is opened or reversed after all: the heat is as it was before its end."""

from datetime import datetime

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal
from sabot.engine.declarations import public, record, transfers_of
from sabot.engine.ledger import FLOAT, Move, of_player
from sabot.engine.streams import Event
from sabot.table.heat.rounds import HeatCoupEnded, begin_round
from sabot.table.heat.state import Heat
from sabot.table.heat.words import desk_of, play_of, with_heat
from sabot.table.state import IN_COUP, Table
from sabot.table.stream import TABLE, moved


class HeatTakenBack(Event, frozen=True, kw_only=True):
    """The end of a coup is taken back. `reinstated` are those whom it had put out: they have again
    what was left to them."""

    basis = record("the coup that was taken back")
    sight = public("tournament session coup reinstated clause")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    tournament: str
    session: int
    coup: int
    reinstated: tuple[str, ...]
    moves: tuple[Move, ...]
    clause: str


def taken_back(table: Table, clause: str) -> list[Event]:
    """Return the events that reopen the heat's last coup before the coup is reopened or reversed;
    none while a coup is in progress."""
    heat = table.heat
    if heat is None or table.phase in IN_COUP or heat.started is None:
        return []
    if heat.closed:
        message = "The session is counted: its coups stand."
        raise Refusal("too-late", desk_of(table).announced, message)
    last = heat.last
    if last is None:
        return []
    back = [
        name
        for name, each in heat.entrants.items()
        if each.out is not None and last.entrants[name].out is None
    ]
    return [
        HeatTakenBack(
            tournament=heat.plan.tournament,
            session=heat.plan.session,
            coup=last.coup,
            reinstated=tuple(back),
            moves=_residues(heat, back),
            clause=clause,
        )
    ]


def _residues(heat: Heat, names: list[str]) -> tuple[Move, ...]:
    outs = ((name, heat.entrants[name].out) for name in names)
    return tuple(
        Move(FLOAT, of_player(name), out.residual, TOURNAMENT)
        for name, out in outs
        if out is not None and out.residual
    )


@TABLE.evolves(HeatTakenBack)
def heat_taken_back(table: Table, event: HeatTakenBack) -> Table:
    heat = table.heat
    assert heat is not None and heat.last is not None
    return moved(with_heat(table, heat.last), event.moves)


def does_not_count(table: Table, now: datetime) -> list[Event]:
    """A coup that was over is reversed: it counts for nothing, and the same one is bet on again."""
    heat = table.heat
    assert heat is not None
    ended = HeatCoupEnded(coup=heat.coup, counts=False, missed=(), clause=play_of(table).session)
    return [ended, *begin_round(TABLE.evolve(table, ended, now), now)]
