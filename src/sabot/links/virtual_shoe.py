"""The virtual shoe: the server deals its cards, seals and digests at virtual tables.

The order of a virtual stack is in the vault. A sender can choose no card, no seal and no digest at
such a table: the server fills them in, and the digest in the log binds it to the order.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from sabot.core.cards import decks_of, read_card, read_cards
from sabot.core.refusal import Refusal
from sabot.core.seals import is_bound, part_of
from sabot.engine.enrichment import CONFIRMER, EnrichmentContext
from sabot.engine.vault import Vault
from sabot.rules.irregularities.outcomes import DISCARDS, Effect, Outcome
from sabot.shoe.commitment import STACK as COMMITTED
from sabot.shoe.commitment import commit
from sabot.shoe.procedure import DEVICE, burn_count
from sabot.shoe.randomness import shuffle
from sabot.table import TABLE, Table
from sabot.table.coup.dealing import DealCard
from sabot.table.coup.exposure import ExposeCards, Turned, turning
from sabot.table.irregularities.report import DecideReport, cell_for
from sabot.table.irregularities.report_command import ReportIrregularity
from sabot.table.result.clearance import ClearCards
from sabot.table.shoe.burning import BurnCards
from sabot.table.shoe.cards import seal_of
from sabot.table.shoe.preparation import Shuffle
from sabot.table.state import Slot
from sabot.table.stream import is_virtual

STACK: Final = "stack"
"""Key of a stack in the vault."""
Shoe = EnrichmentContext[Table]
replace = msgspec.structs.replace


class SealedStack(msgspec.Struct, frozen=True):
    """A virtual stack as the vault keeps it: salt and order, as they will be opened."""

    salt: str
    order: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    """Cards that went to the rack unseen, in that order."""
    aside: dict[str, tuple[str, str]] = {}
    """Cards that wait face down for the next coup, by seal: name and salt."""

    def card(self, position: int, depth: int) -> str:
        """Return the card at a place of the cut stack."""
        return self.order[(position + depth) % len(self.order)]

    def salt_of(self, position: int) -> str:
        """Return the salt of one card: it opens that card's seal and no other."""
        return part_of(self.salt, f"card {position}")

    def opening(self) -> dict[str, str]:
        return {"salt": self.salt, "order": " ".join(self.order)}

    def is_bound_by(self, digest: str) -> bool:
        """Return whether the published digest is of this order."""
        return is_bound(digest, COMMITTED, self.salt, " ".join(self.order))


def stack_of(vault: Vault, stream: str, table: Table) -> SealedStack | None:
    """Return the stack in the vault, if it is the one that the published digest is of."""

    def read(kept: bytes | None) -> SealedStack | None:
        stack = None if kept is None else msgspec.json.decode(kept, type=SealedStack)
        digest = table.stack.digest if table.setup is not None else None
        if digest is not None and (stack is None or not stack.is_bound_by(digest)):
            raise Refusal(
                "rigged-vault",
                None,
                "The cards in the vault are not those that the published digest binds the house"
                " to: nothing is dealt from them. Call the inspector, and bring new cards.",
            )
        return stack

    return vault.value(stream, STACK, read)


def _ready(stack: SealedStack | None) -> SealedStack:
    if stack is None:
        raise Refusal("not-ready", None, "There are no cards ready to deal.")
    return stack


def _stack(context: Shoe) -> SealedStack:
    return _ready(stack_of(context.vault, context.stream, context.state))


def peek(vault: Vault, stream: str, table: Table, slots: Iterable[int]) -> list[tuple[int, str]]:
    """Return the cards that lie face down in these places; none where people hold real cards."""
    if not is_virtual(table):
        return []
    stack = _ready(stack_of(vault, stream, table))
    return [(slot, _behind(stack, table, table.round.slots[slot])[0]) for slot in sorted(slots)]


def _keep(context: Shoe, stack: SealedStack) -> None:
    context.seal(STACK, msgspec.json.encode(stack))


def _bind(
    context: Shoe, new: SealedStack, old: SealedStack | None
) -> tuple[str, dict[str, str] | None]:
    """Keep a new order; return the digest of it, and the old order opened."""
    commitment, opening = commit(read_cards(new.order))
    _keep(context, replace(new, salt=opening.salt))
    return commitment.digest, None if old is None else old.opening()


@TABLE.enriches(Shuffle, "digest opened", when=is_virtual)
def shuffle_stack(context: Shoe, command: Shuffle) -> Shuffle:
    """Shuffle all decks, fill in the digest of the new order, and open the old one."""
    table = context.state
    order = shuffle(decks_of(table.opened.decks), context.randomness)
    try:
        old = stack_of(context.vault, context.stream, table)
    except Refusal:
        if table.stack.digest is not None:
            raise
        old = None  # other cards were brought, and what was rigged is never opened
    digest, opened = _bind(context, SealedStack("", tuple(card.name for card in order)), old)
    return replace(command, digest=digest, opened=opened)


@TABLE.enriches(DealCard, "card seal", when=is_virtual)
def deal(context: Shoe, command: DealCard) -> DealCard:
    """Fill in the next card, or its seal where it lies face down."""
    table = context.state
    if table.stack.carried:
        return command
    stack, position = _stack(context), table.stack.dealt
    if position >= table.stack.cards:
        raise Refusal("cards-run-out", None, "No card is left: report that the cards run out.")
    card = stack.card(position, table.stack.depth)
    face = table.round.face or _face(table)
    if face == "up":
        return replace(command, card=card)
    return replace(command, seal=seal_of(stack.salt_of(position), position, card))


@TABLE.enriches(ExposeCards, "cards", when=is_virtual)
def expose(context: Shoe, command: ExposeCards) -> ExposeCards:
    """Fill in the cards that are turned, with the salts that open their seals."""
    table, stack = context.state, _stack(context)
    cards = tuple(
        Turned(index, *_behind(stack, table, slot))
        for index, slot in turning(table, command).items()
    )
    return replace(command, cards=cards)


@TABLE.enriches(BurnCards, "card", when=is_virtual)
def burn(context: Shoe, command: BurnCards) -> BurnCards:
    """Fill in the first card where it is turned up; the others go to the rack unseen."""
    table, ways = context.state, context.state.book.preparation.burns
    way = next((each for each in ways if each.name == command.way), ways[0])
    stack, first = _stack(context), table.stack.dealt
    card = stack.card(first, table.stack.depth)
    if not (way.counted or command.shown):
        _keep(context, replace(stack, hidden=(*stack.hidden, card)))
        return command
    more = burn_count(read_card(card)) if way.counted else 0
    unseen = [stack.card(first + n, table.stack.depth) for n in range(1, more + 1)]
    _keep(context, replace(stack, hidden=(*stack.hidden, *unseen)))
    return replace(command, card=card)


@TABLE.enriches(ClearCards, "digest opened", when=is_virtual)
def clear(context: Shoe, command: ClearCards) -> ClearCards:
    """Note cards of a void coup that go to the rack unseen. A device takes cards back and mixes all
    that it holds: all but those in the rack or waiting for the next coup."""
    table, old = context.state, _stack(context)
    down = [slot for slot in table.round.slots if slot.card is None]
    if down:
        unseen_now = (_behind(old, table, slot)[0] for slot in down)
        old = replace(old, hidden=(*old.hidden, *unseen_now))
    if table.opened.source != DEVICE:
        if down:
            _keep(context, old)
        return command
    rack = (*table.stack.rack, tuple(slot.card for slot in table.round.slots))
    stays = rack[len(rack) - (table.book.preparation.rack_coups or 0) :]
    inside = Counter(card.name for card in decks_of(table.opened.decks))
    inside.subtract(card for cards in stays for card in cards if card is not None)
    unseen = sum(card is None for cards in stays for card in cards)
    hidden = old.hidden[len(old.hidden) - unseen :]
    inside.subtract(hidden)
    aside = _aside(table, old, _waiting(table))
    waiting = [slot.card for slot in _waiting(table) if slot.card is not None]
    inside.subtract([*waiting, *(card for card, _ in aside.values())])
    order = shuffle(read_cards(inside.elements()), context.randomness)
    new = SealedStack("", tuple(card.name for card in order), hidden, aside)
    digest, opened = _bind(context, new, old)
    return replace(command, digest=digest, opened=opened)


@TABLE.enriches(ReportIrregularity, before=CONFIRMER, when=is_virtual)
def check_unnamed(context: Shoe, command: ReportIrregularity) -> ReportIrregularity:
    """Refuse a report that names cards: the virtual shoe knows them."""
    if _effect(context.state, command) is not None:
        _check_unnamed(command)
    return command


@TABLE.enriches(ReportIrregularity, "digest opened", when=is_virtual)
def renew_cards(context: Shoe, command: ReportIrregularity) -> ReportIrregularity:
    """Fill in the digest of the new order of the cards that finish the coup."""
    effect = _effect(context.state, command)
    return command if effect is None else _renewed(context, command, effect)


@TABLE.enriches(DecideReport, "report", when=is_virtual)
def renew_cards_as_decided(context: Shoe, command: DecideReport) -> DecideReport:
    """Do so where a supervisor decides it."""
    outcome = Outcome.__members__.get(command.outcome)
    if outcome is None or outcome.value.renews is None:
        return command
    given = command.report or ReportIrregularity(
        id=command.id, actor=command.actor, role=command.role, situation=""
    )
    _check_unnamed(given)
    return replace(command, report=_renewed(context, given, outcome.value))


def _effect(table: Table, command: ReportIrregularity) -> Effect | None:
    """Return what the matrix says of a report; None where it refuses the report."""
    try:
        cell, _ = cell_for(table, command)
    except Refusal:
        return None
    return cell.outcome.value


def _check_unnamed(report: ReportIrregularity) -> None:
    if report.card is not None or report.seal is not None or report.cards:
        raise Refusal("bad-command", None, "The virtual shoe knows its cards: do not name one.")


def _renewed(context: Shoe, report: ReportIrregularity, effect: Effect) -> ReportIrregularity:
    """Shuffle the discards, or the cards still inside, where the effect says so."""
    if effect.renews is None:
        return report
    table, old, discards = context.state, _stack(context), effect.renews == DISCARDS
    if discards:
        known = [card for cards in table.stack.rack for card in cards if card is not None]
        unseen = sum(card is None for cards in table.stack.rack for card in cards)
        names = [*known, *old.hidden[len(old.hidden) - unseen :]]
    else:
        places = range(table.stack.dealt, table.stack.cards)
        names = [old.card(position, table.stack.depth) for position in places]
    order = shuffle(read_cards(names), context.randomness)
    aside = _aside(table, old, (*table.round.slots, *_waiting(table)))
    hidden = () if discards else old.hidden
    new = SealedStack("", tuple(card.name for card in order), hidden, aside)
    digest, opened = _bind(context, new, old)
    return replace(report, digest=digest, opened=opened)


def _aside(table: Table, old: SealedStack, slots: Iterable[Slot]) -> dict[str, tuple[str, str]]:
    """Return what lies face down and belongs to the old order."""
    return {
        slot.seal: _behind(old, table, slot)
        for slot in slots
        if not slot.up and slot.seal is not None
    }


def _waiting(table: Table) -> tuple[Slot, ...]:
    return (*table.stack.carried, *table.stack.waiting)


def _behind(stack: SealedStack, table: Table, slot: Slot) -> tuple[str, str]:
    """Return the name and the salt of a card that lies face down."""
    if slot.seal in stack.aside:
        return stack.aside[slot.seal]
    assert slot.position is not None
    return stack.card(slot.position, table.stack.depth), stack.salt_of(slot.position)


def _face(table: Table) -> str:
    """Return how the first card of the coup will lie."""
    conduct = table.conduct
    if table.round.no_bet and conduct.no_bet_method:
        method = conduct.method(conduct.no_bet_method)
        assert method is not None
        return table.opened.face if table.opened.face in method.faces else method.faces[0]
    return table.opened.face
