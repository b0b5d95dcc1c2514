"""The burn before the first coup of a stack."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, GameCard, Stop, on_pages, public, server_fills, stops
from sabot.engine.streams import Command, Event
from sabot.shoe.procedure import Burn, burn_count
from sabot.table.devices.comparison import check_seen, next_seen
from sabot.table.running.approvals import BURN, check_approved
from sabot.table.shoe.cards import check_copies
from sabot.table.shoe.omissions import NOT_BURNED, BurnSkipped, skipped_clause
from sabot.table.state import BETTING, DEALING, READY, VIRTUAL, Stack, Table
from sabot.table.stream import BY_DEALER, TABLE, is_virtual, replace


class BurnCards(Command, frozen=True, kw_only=True):
    """Burn in one of the ways that the document knows; the first where none is named.

    `card` is the first card, where it is turned up: in a counted burn, or when players ask for it.
    `burned` is how many cards were burned, where the dealer forgot some of a counted burn.
    """

    pages = on_pages("deal")
    server_fields = server_fills("card", when=is_virtual)
    stopped_by = stops(Stop.STATEMENT)
    awaited = "burn"

    way: str | None = None
    card: GameCard | None = None
    shown: bool = False
    burned: int | None = None


class CardsBurned(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("way number card clause")

    way: str
    number: int
    card: GameCard | None
    clause: str


@TABLE.decides(BurnCards, BY_DEALER, (BETTING, DEALING))
def burn_cards(table: Table, command: BurnCards, now: datetime) -> Sequence[Event]:
    preparation, stack = table.book.preparation, table.stack
    way = preparation.burns[0] if command.way is None else preparation.burn_named(command.way)
    if stack.stage != READY or stack.dealt or stack.burned:
        raise Refusal("not-now", way.clause, "The burn comes before the first card of a stack.")
    if way.approval is not None:
        check_approved(table, command, BURN, way=way.name)
    if command.shown and not way.shown_on_request:
        raise Refusal("not-shown", way.clause, "This burn is not shown.")
    number, face_up = 1, way.counted or command.shown
    card, seen = None, next_seen(table)
    check_seen(table)
    if face_up:
        first = read_card(command.card or seen)
        if seen is not None and first.name != seen:
            message = "The device saw another card than {card}: look at it again."
            raise Refusal("devices-differ", way.clause, message, card=first.name)
        check_copies(table, first.name)
        card = first.name
        number += burn_count(first) if way.counted else 0
    elif command.card is not None:
        raise Refusal("face-down", way.clause, "The burned card is not turned up.")
    left = _left(table, command, way, number)
    check_seen(table, number - left)
    burned = CardsBurned(way=way.name, number=number - left, card=card, clause=way.clause)
    if not left:
        return [burned]
    return [burned, BurnSkipped(clause=str(skipped_clause(table, NOT_BURNED)), left=left)]


def _left(table: Table, command: BurnCards, way: Burn, number: int) -> int:
    """Return how many cards of the burn were forgotten and stay in play."""
    clause = skipped_clause(table, NOT_BURNED)
    if command.burned is None:
        return 0
    if clause is None or table.opened.feed == VIRTUAL or not 1 <= command.burned < number:
        raise Refusal(
            "not-so",
            clause or way.clause,
            "This burn is of {number} cards: name fewer, and at least one, if some were forgotten.",
            number=number,
        )
    return number - command.burned


@TABLE.evolves(CardsBurned)
def cards_burned(table: Table, event: CardsBurned) -> Table:
    burned = (event.card, *[None] * (event.number - 1))
    return replace(table, stack=burned_from(table.stack, burned, from_stack=event.number))


def burned_from(stack: Stack, cards: tuple[str | None, ...], from_stack: int) -> Stack:
    """The stack after cards went to the rack, so many of them straight from it."""
    seen = dict(stack.seen)
    for card in cards:
        if card is not None and from_stack:
            seen[card] = seen.get(card, 0) + 1
    rack = (*stack.rack[:-1], (*(stack.rack[-1] if stack.rack else ()), *cards))
    return replace(stack, dealt=stack.dealt + from_stack, burned=True, rack=rack, seen=seen)
