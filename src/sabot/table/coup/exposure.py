"""Turning cards up: by the dealer, or by players who were handed them."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    GameCard,
    StaffText,
    Stop,
    Topic,
    in_topics,
    on_pages,
    public,
    see,
    server_fills,
    stops,
)
from sabot.engine.streams import Command, Event
from sabot.rules.roles import PLAYER
from sabot.table.coup.dealing import seen
from sabot.table.coup.handouts import held_by
from sabot.table.coup.holds import check_not_held
from sabot.table.devices.comparison import with_difference
from sabot.table.players.recipients import NOBODY, check_kept, no_touch, recipients
from sabot.table.shoe.cards import check_copies, check_seal, counts_of, dealer_turns
from sabot.table.state import DEALING, VIRTUAL, Slot, Table
from sabot.table.stream import BY_DEALER, TABLE, by_staff, is_virtual, replace


class Turned(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card turned up: which of the coup's cards, counted from 0, what it is, and the salt that
    opens its seal where it has one."""

    slot: int
    card: GameCard
    salt: StaffText | None = None


class ExposeCards(Command, frozen=True, kw_only=True):
    """Turn up a hand, or (hand None) all that still lies face down, or the one card `slot`. A
    player turns what lies before them, and only that. A virtual source has the cards put in by the
    house; else the dealer names what lies there, and says who has turned it (`turned_by`) where a
    player has."""

    pages = on_pages("deal", "table")
    server_fields = server_fills("cards", when=is_virtual)
    stopped_by = stops(Stop.STATEMENT)
    awaited = "expose"

    hand: str | None = None
    cards: tuple[Turned, ...] = ()
    slot: int | None = None
    turned_by: str | None = None


class CardsExposed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause", cards=see("slot card"))
    topics = in_topics(Topic.COUP)

    cards: tuple[Turned, ...]
    clause: str | None


def expose_cards(table: Table, command: ExposeCards, now: datetime) -> Sequence[Event]:
    """Turn every face-down card that was asked for, each as it was sealed."""
    check_not_held(table)
    player = turner(table, command)
    initial = table.book.procedure.initial(table.round.boxes)
    if len(table.round.slots) < len(initial):
        raise Refusal(
            "not-now", table.method.face_clause, "Deal the first cards before turning any."
        )
    down = turning(table, command)
    if player is not None:
        check_holds(table, player, down)
    if not down:
        raise Refusal("not-face-down", None, "No card lies face down there.")
    if player is None:
        check_dealer_turns(table, set(down))
    elif command.role == PLAYER:
        _check_virtual(table)
    _check_house_last(table, set(down))
    turned = tuple(_turned(table, down, each) for each in command.cards)
    if {each.slot for each in turned} != set(down) or len(turned) != len(down):
        raise Refusal("bad-command", None, "Name each card that lies face down there, once.")
    clause = _clause(table, set(down), by_player=player is not None)
    return with_difference(table, [CardsExposed(cards=turned, clause=clause)], now)


def turner(table: Table, command: ExposeCards) -> str | None:
    """The player who turns the cards, or has turned them; None where the dealer does."""
    if command.role == PLAYER:
        return command.actor
    by_staff(command)
    return command.turned_by


def _check_virtual(table: Table) -> None:
    """Reject cards named by a player at a table whose dealer keys them: a player who is paid by a
    card does not name it."""
    if table.opened.feed != VIRTUAL:
        raise Refusal(
            "names-cards",
            None,
            "The player turns these cards, and the dealer keys what lies there.",
        )


def turning(table: Table, command: ExposeCards) -> dict[int, Slot]:
    """The face-down cards that a command turns: of those asked for, a player's own or all."""
    player = command.actor if command.role == PLAYER else command.turned_by
    held = None if player is None else held_by(table, player)
    return {
        index: slot
        for index, slot in enumerate(table.round.slots)
        if not slot.up
        and command.hand in (None, slot.hand)
        and command.slot in (None, index)
        and (held is None or index in held)
    }


def _turned(table: Table, down: dict[int, Slot], each: Turned) -> Turned:
    slot = down.get(each.slot)
    if slot is None:
        raise Refusal(
            "not-face-down", None, "Card {slot} does not lie face down there.", slot=each.slot
        )
    card = read_card(each.card).name
    check_seal(slot, card, each.salt)
    check_copies(table, card)
    return replace(each, card=card)


def check_holds(table: Table, player: str, down: dict[int, Slot]) -> None:
    """A player turns up only cards that lie before them: a hand they were handed, or the card that
    its holder had passed on to them."""
    if down:
        return
    waiting = table.round.nominees
    if player in waiting.values() and not held_by(table, player):
        raise Refusal(
            "one-card-out",
            table.conduct.handing.nominate_one_card,
            "The dealer has not passed {player} a card to turn.",
            player=named(player),
        )
    raise Refusal(
        "not-your-cards",
        (table.method.recipient == NOBODY and table.method.kept) or no_touch(table),
        "{player} has not been handed those cards.",
        player=named(player),
    )


def check_dealer_turns(table: Table, slots: set[int]) -> None:
    """The dealer turns what players left, not what they hold, and not what they may still have."""
    for slot in sorted(slots):
        holder = table.round.out.get(table.round.slots[slot].hand)
        if holder is not None:
            raise Refusal(
                "cards-out",
                table.conduct.handing.collected or dealer_turns(table),
                "{holder} has these cards: collect them first.",
                holder=named(holder),
            )
    check_kept(table, slots)


def _check_house_last(table: Table, slots: set[int]) -> None:
    clause, house = table.conduct.handing.house_last, table.book.procedure.house
    if clause is None or not any(table.round.slots[slot].hand in house for slot in slots):
        return
    for index, slot in enumerate(table.round.slots):
        if slot.up or slot.hand in house or slot.hand in table.round.void_hands:
            continue
        if index not in slots:
            raise Refusal(
                "house-last", clause, "Turn {hand} before the house's cards.", hand=slot.hand
            )


def _clause(table: Table, slots: set[int], *, by_player: bool) -> str:
    """The clause by which those cards are turned, by a player or the dealer."""
    handing, method = table.conduct.handing, table.method
    initial = len(table.book.procedure.initial(table.round.boxes))
    hands = {table.round.slots[slot].hand for slot in slots}
    if method.third is not None and min(slots) >= initial:
        return method.third
    if by_player:
        return handing.expose or method.face_clause
    if handing.house_last is not None and hands <= set(table.book.procedure.house):
        return handing.house_last
    if handing.opens_other_hands is not None and not any(recipients(table, h) for h in hands):
        return handing.opens_other_hands
    return dealer_turns(table)


@TABLE.evolves(CardsExposed)
def cards_exposed(table: Table, event: CardsExposed) -> Table:
    slots, stack = list(table.round.slots), table.stack
    for each in event.cards:
        slots[each.slot] = replace(slots[each.slot], card=each.card, up=True)
        stack = replace(stack, seen=seen(stack, each.card))
    hands = {slot.hand for slot in slots if not slot.up}
    out = {hand: player for hand, player in table.round.out.items() if hand in hands}
    turned = {each.slot for each in event.cards}
    card_out = None if table.round.card_out in turned else table.round.card_out
    keyed = tuple(each.slot for each in event.cards)
    round_ = replace(table.round, slots=tuple(slots), out=out, card_out=card_out, keyed=keyed)
    return replace(table, round=round_, stack=stack)


class MarkPointTotal(Command, frozen=True, kw_only=True):
    """Put the marker on the Banker's point total, once it is declared."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)
    awaited = "settle"


class PointTotalMarked(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("total clause")

    total: int
    clause: str


@TABLE.decides(MarkPointTotal, BY_DEALER, (DEALING,))
def mark_point_total(table: Table, command: MarkPointTotal, now: datetime) -> Sequence[Event]:
    clause = table.conduct.calls.marker
    if clause is None:
        raise Refusal("no-rule", None, "No marker shows a point total in this game.")
    if not table.round.counts:
        raise Refusal("not-announced", clause, "Declare the Banker's point total first.")
    if table.round.marker is not None:
        raise Refusal(
            "marked", clause, "The marker lies on {marker} already.", marker=table.round.marker
        )
    (house,) = table.book.procedure.house
    return [PointTotalMarked(total=counts_of(table)[house], clause=clause)]


@TABLE.evolves(PointTotalMarked)
def point_total_marked(table: Table, event: PointTotalMarked) -> Table:
    return replace(table, round=replace(table.round, marker=event.total))
