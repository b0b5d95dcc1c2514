"""A disqualification taken back, until the tournament has gone on without the entrant."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import decision, on_pages, public
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_OPERATOR, HEADS
from sabot.tournament.desk.state import DISQUALIFIED, IN, UNFINISHED, Contest
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    check_head,
    reason_of,
    replace,
    with_entry,
)
from sabot.tournament.entries.withdrawal import stage_of, without_names
from sabot.tournament.ranking import Level
from sabot.tournament.sessions.open_questions import order_of


class ReinstateEntrant(Command, frozen=True, kw_only=True):
    """Take back a disqualification; another person confirms it."""

    pages = on_pages("tournament")

    player: str
    reason: str


class EntrantReinstated(Event, frozen=True, kw_only=True):
    """`orders` are those of the tables that the entrant is in again."""

    basis = decision("seating", alone=False)
    sight = public("player reason clause")
    grows_with = "the players of a tournament"

    player: str
    reason: str
    orders: dict[str, tuple[Level, ...]]
    clause: str


def _confirms(contest: Contest, command: ReinstateEntrant) -> Confirmer:
    return Confirmer(contest.desk.disqualified.clause, CASINO_OPERATOR)


@TOURNAMENT.decides(
    ReinstateEntrant,
    by_head(lambda desk: desk.disqualified.clause),
    UNFINISHED,
    confirmed_by=_confirms,
    sent_by=HEADS,
    confirmers=(CASINO_OPERATOR,),
)
def reinstate_entrant(
    contest: Contest, command: ReinstateEntrant, now: datetime
) -> Sequence[Event]:
    check_head(contest, command)
    entry, clause = contest.entries.get(command.player), contest.desk.disqualified.clause
    if entry is None or entry.status != DISQUALIFIED or not entry.struck:
        message = "{player} was not disqualified at this desk."
        raise Refusal("not-out", clause, message, player=named(command.player))
    orders = _orders_with(contest, command.player)
    if entry.struck != stage_of(contest) or contest.sitting is not None or orders is None:
        message = "The tournament has gone on without {player}."
        raise Refusal("gone-on", clause, message, player=named(command.player))
    return [
        EntrantReinstated(
            player=command.player, reason=reason_of(command.reason), orders=orders, clause=clause
        )
    ]


def _orders_with(contest: Contest, player: str) -> dict[str, tuple[Level, ...]] | None:
    """Return the orders of the tables that a player is in, by their counts; None if level players
    have been placed there since."""
    found: dict[str, tuple[Level, ...]] = {}
    for table, order in contest.orders.items():
        newest = [key for key in contest.sheets if key.partition("/")[2] == table]
        if not newest:
            return None
        sheet = contest.sheets[max(newest, key=lambda key: int(key.partition("/")[0]))]
        out = {n for n, each in contest.entries.items() if each.status == DISQUALIFIED}
        whole = without_names(order_of(contest.rules.placing, sheet), out - {player})
        if any(player in level.names for level in whole):
            if without_names(whole, {player}) != order:
                return None
            found[table] = whole
    return found


@TOURNAMENT.evolves(EntrantReinstated)
def entrant_reinstated(contest: Contest, event: EntrantReinstated) -> Contest:
    entry = replace(contest.entries[event.player], status=IN, clause=None, struck="")
    return with_entry(replace(contest, orders={**contest.orders, **event.orders}), entry)
