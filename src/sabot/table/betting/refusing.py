"""Wagers that the casino refuses, on reasonable grounds."""

from collections.abc import Sequence
from datetime import datetime

from sabot.declarations import (
    Topic,
    decision,
    in_topics,
    on_pages,
    partly,
    stops,
    transfers_of,
)
from sabot.ledger import Move
from sabot.refusal import Refusal, named
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.streams import Command, Event, Leave
from sabot.table.betting.sides import back, without
from sabot.table.betting.wagers import check_left_behind, own_stakes, same_place
from sabot.table.heat.words import excuse
from sabot.table.state import BETWEEN, Table
from sabot.table.stream import (
    TABLE,
    leave,
    moved,
    reason_of,
)


class RefuseWager(Command, frozen=True, kw_only=True):
    """Refuse a player's wager, on reasonable grounds, and have it taken off the layout."""

    pages = on_pages("pit")
    stopped_by = stops()

    player: str
    on: str
    reason: str
    box: int | None = None


class WagerRefused(Event, frozen=True, kw_only=True):
    basis = decision("refused-wager")
    sight = partly("player sequences clause", "reason")
    transfers = transfers_of()
    topics = in_topics(Topic.OWN_WAGER)
    untold = True

    player: str
    sequences: tuple[int, ...]
    moves: tuple[Move, ...]
    reason: str
    clause: str


def _refuses(table: Table, command: RefuseWager) -> Leave:
    return leave(table.conduct.wagering.refusal)


@TABLE.decides(
    RefuseWager,
    _refuses,
    BETWEEN,
    seen="one person, whom the clause names",
    sent_by=(CASINO_SUPERVISOR,),
)
def refuse_wager(table: Table, command: RefuseWager, now: datetime) -> Sequence[Event]:
    power = table.conduct.wagering.refusal
    if power is None:
        raise Refusal("no-rule", None, "No clause of this game refuses a wager.")
    reason = reason_of(command.reason)
    stakes = [
        s for s in own_stakes(table, command.player) if same_place(s, command.on, command.box)
    ]
    if not stakes:
        raise Refusal(
            "no-wager", power.clause, "{player} has nothing there.", player=named(command.player)
        )
    check_left_behind(table, command.player, [laid.sequence for laid in stakes])
    return [
        WagerRefused(
            player=command.player,
            sequences=tuple(laid.sequence for laid in stakes),
            moves=tuple(back(laid) for laid in stakes),
            reason=reason,
            clause=power.clause,
        )
    ]


@TABLE.evolves(WagerRefused)
def wager_refused(table: Table, event: WagerRefused) -> Table:
    table = excuse(table, event.player, event.clause)
    return moved(without(table, event.sequences), event.moves)
