"""A card that was keyed wrongly: put right while nothing has followed from it.

No document speaks of keys; what lies on the felt is the card. The dealer corrects it alone while no
wager can change by it: each wager on the layout is still undecided, or ends alike with either card.
Where one can change, a casino supervisor looks and confirms it, and play waits meanwhile. Once
another card is keyed, a box has decided or the result is called, it is an irregularity like any
other. Each correction is on the exceptions report.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal
from sabot.core.revision import KEYING, holds
from sabot.engine.declarations import (
    GameCard,
    Stop,
    Topic,
    in_topics,
    on_pages,
    public,
    statement,
    stops,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.coup.completions import changes_wager
from sabot.table.coup.dealing import seen
from sabot.table.coup.holds import check_not_held
from sabot.table.devices.comparison import with_difference
from sabot.table.shoe.cards import check_copies
from sabot.table.state import DEALING, VIRTUAL, Slot, Stack, Table
from sabot.table.stream import BY_DEALER, TABLE, replace

LOOKED_AT = Confirmer(None, CASINO_SUPERVISOR, holds=True)


class CorrectCard(Command, frozen=True, kw_only=True):
    """The card keyed last, counted from 0 as the coup's card `slot`, `was` keyed as one and is
    another."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)

    slot: int
    was: GameCard
    card: GameCard


class CardCorrected(Event, frozen=True, kw_only=True):
    """The card as it lies replaces the card as keyed; the counts have to be called again."""

    basis = statement("corrected", alone=True)
    sight = public("slot hand was card")
    topics = in_topics(Topic.COUP)

    slot: int
    hand: str
    was: GameCard
    card: GameCard


def _looked_at(table: Table, command: CorrectCard) -> Confirmer | None:
    """Ask for a supervisor where a wager can change by the correction. One that cannot be made is
    decided at once, and so rejected."""
    if not holds(command, KEYING):
        return LOOKED_AT
    try:
        slot, card = _keyed_last(table, command.slot), read_card(command.card).name
    except Refusal:
        return None
    if slot.card != read_card(command.was).name or slot.card == card:
        return None
    try:
        changes = changes_wager(table, _with_card(table, command.slot, card))
    except Refusal:  # a payment that no rule makes
        changes = True
    return LOOKED_AT if changes else None


@TABLE.decides(
    CorrectCard,
    BY_DEALER,
    (DEALING,),
    confirmed_by=_looked_at,
    confirmers=(CASINO_SUPERVISOR,),
)
def correct_card(table: Table, command: CorrectCard, now: datetime) -> Sequence[Event]:
    check_not_held(table)
    slot = _keyed_last(table, command.slot)
    was, card = read_card(command.was).name, read_card(command.card).name
    if slot.card != was:
        raise Refusal(
            "not-so", None, "That card was keyed as {card}, not as {was}.", card=slot.card, was=was
        )
    if card == was:
        raise Refusal("not-so", None, "It was keyed as {was} already.", was=was)
    stack = replace(table.stack, seen=_without(table.stack, was))
    check_copies(replace(table, stack=stack), card)
    corrected = CardCorrected(slot=command.slot, hand=slot.hand, was=was, card=card)
    return with_difference(table, [corrected], now)


def correctable(table: Table) -> tuple[int, ...]:
    """The cards, counted from 0, that were keyed last and can still be put right."""
    round_ = table.round
    if table.setup is None or table.opened.feed == VIRTUAL or table.phase != DEALING:
        return ()
    followed = round_.result is not None or round_.void is not None or round_.settled
    return () if followed else round_.keyed


def _keyed_last(table: Table, place: int) -> Slot:
    if table.opened.feed == VIRTUAL:
        raise Refusal("cannot-happen", None, "Cards of a virtual table are not keyed in.")
    if place not in correctable(table):
        raise Refusal(
            "too-late",
            None,
            "Only the card keyed last is put right so: report any other as an irregularity.",
        )
    return table.round.slots[place]


def _without(stack: Stack, card: str) -> dict[str, int]:
    """Return the counts of seen faces with one less of that card."""
    counts = {**stack.seen, card: stack.seen.get(card, 0) - 1}
    return {face: times for face, times in counts.items() if times > 0}


def _with_card(table: Table, place: int, card: str) -> Table:
    """Return the table with another card in this place of the coup."""
    slots = list(table.round.slots)
    slots[place] = replace(slots[place], card=card)
    return replace(table, round=replace(table.round, slots=tuple(slots)))


@TABLE.evolves(CardCorrected)
def card_corrected(table: Table, event: CardCorrected) -> Table:
    stack = replace(table.stack, seen=_without(table.stack, event.was))
    stack = replace(stack, seen=seen(stack, event.card))
    after = _with_card(table, event.slot, event.card)
    return replace(after, stack=stack, round=replace(after.round, counts=False, marker=None))
