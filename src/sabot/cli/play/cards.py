"""Cards of a practice table: prepared by the document, committed, drawn and revealed."""

import re
from dataclasses import dataclass
from typing import Final

from sabot.cli.play.talk import Talk, cited
from sabot.cli.play.view import face
from sabot.core.cards import Card, decks_of
from sabot.core.refusal import Refusal
from sabot.rules import Rulebook
from sabot.shoe import (
    Burn,
    Burned,
    Commitment,
    CutRule,
    CuttingCard,
    LastCoup,
    Opening,
    Randomness,
    RunDown,
    Seeded,
    Shoe,
    ShufflingDevice,
    burn,
    commit,
    cut,
    load,
    shuffle,
    verify,
)
from sabot.shoe.commitment import SALT_BYTES
from sabot.shoe.procedure import (
    COMMENCING,
    CUTTING_CARD_FIRST,
    CUTTING_CARD_ON_AREA,
    CUTTING_CARD_ON_DEALER,
    ONE_DECK,
    SHUFFLED,
)

HALF_A_DECK: Final = ONE_DECK // 2
"""Cards behind the cutting card, where the document allows it: enough for the coups that follow."""

NUMBER: Final = re.compile("[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Seal:
    """The commitment to an order, published before its first card, and its opening."""

    commitment: Commitment
    opening: Opening

    @property
    def holds(self) -> bool:
        return verify(self.commitment, self.opening)


def seal(order: tuple[Card, ...], randomness: Randomness) -> Seal:
    """Commit the table to an order; a seeded table repeats even its salt."""
    salt = None
    if isinstance(randomness, Seeded):
        salt = bytes(randomness.below(256) for _ in range(SALT_BYTES))
    return Seal(*commit(order, salt))


class Supply:
    """The cards of a shoe, or of a device that takes them back (and has no `run_down`)."""

    def __init__(
        self, book: Rulebook, source: Shoe | ShufflingDevice, sealed: Seal, cut_at: int = 0
    ) -> None:
        rule = book.preparation.last_coup
        self.source = source
        self.sealed = sealed
        self.run_down = RunDown(rule) if isinstance(source, Shoe) and rule else None
        self.ended_by = SHUFFLED
        self._book = book
        self._cut_at = cut_at
        self._before = _inside(source)

    @property
    def remaining(self) -> int:
        return self.source.remaining

    @property
    def is_last_coup(self) -> bool:
        return self.run_down is not None and self.run_down.is_last_coup

    @property
    def must_shuffle(self) -> bool:
        return self.run_down is not None and self.run_down.must_shuffle

    @property
    def dealt(self) -> tuple[Card, ...]:
        """Return the cards of this coup, in order."""
        return self._before[: len(self._before) - self.remaining]

    def start_coup(self) -> str | None:
        """Begin a coup; return an announcement if the cutting card comes before the first card."""
        self._before = _inside(self.source)
        if not (isinstance(self.source, Shoe) and self.run_down):
            return None
        if self.source.dealt != self.source.cutting_card:
            return None
        self.ended_by = CUTTING_CARD_FIRST
        self.run_down = self.run_down.cutting_card_out(first=True)
        what = "the cards are shuffled first" if self.must_shuffle else f"last {self._book.coup}"
        return cited(f"The cutting card comes out: {what}.", self.run_down.rule.first_clause)

    def draw(self, hand: str) -> str | None:
        """Deal the next card to a hand; return an announcement if the cutting card comes before
        it."""
        drawn, after = self.source.draw()
        said = None
        if drawn.cutting_card and self.dealt and self.run_down:
            on_house = hand in self._book.procedure.house
            self.ended_by = CUTTING_CARD_ON_DEALER if on_house else CUTTING_CARD_ON_AREA
            self.run_down = self.run_down.cutting_card_out(first=False)
            said = self._cutting_card_in_play(self.run_down.rule)
        self.source = after
        return said

    def _cutting_card_in_play(self, rule: LastCoup) -> str:
        coup = self._book.coup
        after = f"{rule.during} more {coup} after this one" if rule.during else f"last {coup}"
        return cited(f"The cutting card comes out: {after}.", rule.during_clause)

    def end_coup(self, tie: bool, randomness: Randomness) -> str | None:
        """End a coup after its settlement: the shoe runs down, the device takes cards back."""
        if isinstance(self.source, ShufflingDevice):
            self.source = self.source.coup_ended(self.dealt, randomness)
            self.sealed = seal(self.source.cards, randomness)
        if self.run_down is None:
            return None
        granted = self.run_down.tie_granted
        self.run_down = self.run_down.coup_ended(tie=tie)
        if granted or not self.run_down.tie_granted:
            return None
        clause = self.run_down.rule.during_clause
        return cited(f"A tie on the last {self._book.coup}: one more is dealt.", clause)

    def opens_as_sealed(self) -> bool:
        """Return True if the opening fits the commitment and the cards that were dealt."""
        order, at = self.sealed.opening.order, self._cut_at
        in_play = self.source.cards if isinstance(self.source, Shoe) else order
        return self.sealed.holds and (*order[at:], *order[:at]) == in_play


def _inside(source: Shoe | ShufflingDevice) -> tuple[Card, ...]:
    return source.cards[source.dealt :] if isinstance(source, Shoe) else source.cards


def prepare(
    book: Rulebook, decks: int, randomness: Randomness, talk: Talk, occasion: str = COMMENCING
) -> Supply:
    """Shuffle, seal, offer the cut, load and burn, and tell the player so.

    `occasion` is why the cards are shuffled, which decides by what clause the cut is offered.
    """
    rules, cards = book.preparation, decks_of(decks)
    talk.say(f"Shuffling {decks} decks, {len(cards)} cards.")
    if rules.cut is None or rules.cutting_card is None:
        return _in_device(book, cards, randomness, talk)
    stack = shuffle(cards, randomness)
    sealed = seal(stack, randomness)
    talk.say("Their order is sealed before the cut:")
    publish(sealed, talk)
    at = _ask_for_cut(rules.cut, len(stack), randomness, talk, occasion)
    shoe = _load(cut(stack, at, rules.cut), rules.cutting_card, talk)
    burned, shoe = burn(shoe, _way_to_burn(book))
    _tell_burn(book, burned, talk)
    return Supply(book, shoe, sealed, at)


def _in_device(
    book: Rulebook, cards: tuple[Card, ...], randomness: Randomness, talk: Talk
) -> Supply:
    device = ShufflingDevice.load(cards, book.preparation.rack_coups or 0, randomness)
    sealed = seal(device.cards, randomness)
    publish(sealed, talk)
    burned, device = burn(device, _way_to_burn(book))
    talk.say("A shuffling device deals: no cut, and no last coup.")
    _tell_burn(book, burned, talk)
    return Supply(book, device.discard(burned.cards), sealed)


def publish(sealed: Seal, talk: Talk) -> None:
    """Show the commitment, before anyone can know the cards."""
    talk.say(f"Sealed: {sealed.commitment.digest}", "dim")


def _ask_for_cut(
    rule: CutRule, cards: int, randomness: Randomness, talk: Talk, occasion: str
) -> int:
    """Ask the player where to cut. Any other input declines the cut and is kept for the table."""
    first, last = rule.depth, cards - rule.depth
    offer = next(each for each in rule.offers if each.occasion in (occasion, SHUFFLED))
    clause = f" ({offer.clause})" if offer.clause else ""
    talk.say(
        f"Your cut{clause}: after which card, {first} to {last}? "
        + cited("Enter leaves it to the house.", rule.refused_clause)
    )
    while True:
        line = talk.ask("cut> ").strip()
        if not NUMBER.fullmatch(line):
            break
        if first <= int(line) <= last:
            return int(line)
        why = f"The cut must be at least {rule.depth} cards from either end: {first} to {last}."
        talk.refuse(Refusal("wrong-cut", rule.clause, why))
    if line:
        talk.keep(line)
    at = first + randomness.below(last - first + 1)
    talk.say(f"The house cuts after card {at}.")
    return at


def _load(stack: tuple[Card, ...], rule: CuttingCard, talk: Talk) -> Shoe:
    depth = min(max(HALF_A_DECK, rule.nearest), rule.deepest(len(stack)))
    talk.say(cited(f"The cutting card goes in {depth} cards from the back.", rule.clause))
    return load(stack, depth, rule)


def _way_to_burn(book: Rulebook) -> Burn:
    """Return the first way of burning that needs no approval."""
    return next(way for way in book.preparation.burns if way.approval is None)


def _tell_burn(book: Rulebook, burned: Burned, talk: Talk) -> None:
    clause = _way_to_burn(book).clause
    if burned.face_up:
        up, more = burned.face_up[0], len(burned.cards) - 1
        talk.say(cited(f"Burned: {face(up, talk.plain)}, and {more} more face down.", clause))
    else:
        talk.say(cited("Burned: one card, face down.", clause))
