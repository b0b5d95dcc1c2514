"""Wagers that the casino refuses, on reasonable grounds."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import (
    Topic,
    decision,
    in_topics,
    on_pages,
    partly,
    stops,
    transfers_of,
)
from sabot.engine.ledger import Move
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.betting.sides import back, mains_of, without
from sabot.table.betting.wagers import check_left_behind, own_stakes, same_place
from sabot.table.heat.words import excuse
from sabot.table.state import BETWEEN, Laid, Table
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
            "no-wager", power.clause, "{player} has no wager there.", player=named(command.player)
        )
    if holds(command, WAGERS):
        stakes += _unsupported(table, command.player, stakes)
    else:
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


def _unsupported(table: Table, player: str, refused: Sequence[Laid]) -> list[Laid]:
    """Return the player's other stakes that may not lie without those that are refused: side bets
    reserved for main bettors, and wagers that need another beside them."""
    after = without(table, [laid.sequence for laid in refused])
    others, mains = own_stakes(after, player), mains_of(after, player)
    everyone = [laid.on for laid in after.round.stakes.values()]
    found = [laid for laid in others if laid.on in table.restricted and not mains]
    for laid in others:
        beside = [each.on for each in others if each.box in (None, laid.box)]
        if laid not in found and not _may_lie(table, laid, beside, everyone):
            found.append(laid)
    return found


def _may_lie(table: Table, laid: Laid, beside: Sequence[str], everyone: Sequence[str]) -> bool:
    """Return whether a wager may lie beside these, or is allowed alone and another is at fault."""
    together, names = table.book.together, table.book.names
    for held in ([*dict.fromkeys(beside)], [laid.on]):
        try:
            together.check(held, everyone, True, names)
        except Refusal:
            continue
        return True
    return False


@TABLE.evolves(WagerRefused)
def wager_refused(table: Table, event: WagerRefused) -> Table:
    table = excuse(table, event.player, event.clause)
    return moved(without(table, event.sequences), event.moves)
