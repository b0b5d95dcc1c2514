"""The call of the point counts."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, Stop, Topic, in_topics, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.table.shoe.cards import counts_clause, counts_of, coup_of, is_initial, of_initial
from sabot.table.state import DEALING, Table
from sabot.table.stream import BY_DEALER, TABLE, replace


class AnnounceCounts(Command, frozen=True, kw_only=True):
    """Call the point counts of the initial deal, the Player's first."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "counts"


class CountsAnnounced(Event, frozen=True, kw_only=True):
    """`orders`: where the document orders hands otherwise than by their point count, the place of
    each hand, 1 for the highest."""

    basis = RECORD
    sight = public("counts clause orders")
    topics = in_topics(Topic.COUP)

    counts: dict[str, int]
    clause: str
    orders: dict[str, int] = msgspec.field(default_factory=dict)


@TABLE.decides(AnnounceCounts, BY_DEALER, (DEALING,))
def announce_counts(table: Table, command: AnnounceCounts, now: datetime) -> Sequence[Event]:
    clause, first = counts_clause(table), of_initial(table)
    if clause is None:
        raise Refusal(
            "no-rule", None, "No clause of {game} asks for that call.", game=table.book.title
        )
    if not is_initial(first) or (first is not table and table.round.counts):
        raise Refusal(
            "not-now", clause, "Point counts are called when the initial deal is face up."
        )
    orders = orders_of(first) if holds(command, WAGERS) else {}
    return [CountsAnnounced(counts=counts_of(first), clause=clause, orders=orders)]


def orders_of(table: Table) -> dict[str, int]:
    """Return the place of each complete hand among all hands, where the document has an order."""
    ranks = table.book.ranks
    if ranks is None:
        return {}
    hands = coup_of(table).hands
    (house,) = table.book.procedure.house
    whole = len(hands[house].cards)
    return {
        name: ranks(hand)
        for name, hand in hands.items()
        if len(hand.cards) == whole and name not in table.round.void_hands
    }


@TABLE.evolves(CountsAnnounced)
def counts_announced(table: Table, event: CountsAnnounced) -> Table:
    return replace(table, round=replace(table.round, counts=True))
