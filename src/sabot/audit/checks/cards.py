"""Cards: one card in one place, and a virtual stack as the house was bound to it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sabot.core.cards import RANKS, SUITS, read_cards
from sabot.core.refusal import Refusal, quoted
from sabot.engine.finding import Finding, Step
from sabot.links.virtual_shoe import SealedStack
from sabot.shoe.commitment import Commitment, Opening, verify
from sabot.shoe.procedure import DEVICE
from sabot.table.result.clearance import CoupEnded
from sabot.table.shoe.cards import seal_of
from sabot.table.shoe.preparation import CardsShuffled
from sabot.table.state import VIRTUAL, Slot, Table

REBUILT = "coup-rebuilt"
CORRECTED = "card-corrected"
BURNED = "card-burned"
FACES = frozenset(rank + suit for rank in RANKS for suit in SUITS)


class CardOut(NamedTuple):
    """A card that left the stack: what it showed or what seals it, and the event that says so."""

    seq: int
    card: str | None
    seal: str | None = None


@dataclass
class Loading:
    """A stack of cards from its shuffle to the next: what binds the house, and what has left."""

    digest: str | None
    cards: int
    decks: int
    whole: bool
    """All the decks are in it: so with a shoe, and with a device that was just loaded."""
    outside: Counter[str]
    depth: int
    left: dict[int, CardOut] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    laying: bool = False
    """A coup was just rebuilt: cards that it leaves over may be burned from their old places."""

    def forget(self, slots: tuple[Slot, ...]) -> None:
        """A coup is rebuilt: these cards lie elsewhere now, or were others."""
        for slot in slots:
            left = self.left.pop(slot.position, None) if slot.position is not None else None
            if left is not None and left.card is not None:
                self.seen[left.card] -= 1


class CardsCheck:
    """Follows the cards of one table from shuffle to shuffle."""

    def __init__(self) -> None:
        self._loading: Loading | None = None
        self._old: set[int] = set()
        """Which of the coup's cards came from a stack before this one."""
        self._last: tuple[set[int], Loading | None] = (set(), None)
        """The same of the coup before, and the stack that was in use at its end."""
        self._aside: tuple[Slot, ...] = ()
        """Cards of such a stack that wait for their turn."""
        self._behind: dict[str, str] = {}
        """Face-down cards that came from an earlier stack, by seal."""

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        before, after, event = step.before, step.after, step.event
        if after.round.number > before.round.number:
            self._last, self._old = (self._old, self._loading), set()
        elif after.round.number < before.round.number:
            self._old = self._reopened(after.round.slots)
        fresh = isinstance(event, CardsShuffled)
        if self._loading is not None and not fresh:
            yield from self._leave(step, self._loading)
            if step.is_a("cards-cut"):
                self._loading.depth = after.stack.depth
        back = isinstance(event, CoupEnded) and before.opened.source == DEVICE
        if fresh or back or after.stack.number != before.stack.number:
            yield from self._reload(step, whole=fresh)
            self._old = set(range(len(after.round.slots)))
            self._aside = (*after.stack.carried, *after.stack.waiting)

    def _reopened(self, slots: tuple[Slot, ...]) -> set[int]:
        """Return which cards of a coup that is open again came from an earlier stack than the one
        in use: all, if cards were shuffled since."""
        old, loading = self._last
        return old if loading is self._loading else set(range(len(slots)))

    def _reload(self, step: Step[Table], whole: bool) -> Iterator[Finding]:
        """The last stack is opened and this one takes its place."""
        after, last = step.after, self._loading
        virtual = after.opened.feed == VIRTUAL
        opened: dict[str, str] | None = getattr(step.event, "opened", None)
        digest: str | None = getattr(step.event, "digest", None)
        if opened is not None:
            yield from self._opened(step, last, opened)
        elif virtual and last is not None and last.digest is not None:
            yield step.finding("not-opened", "The order of the last stack was not shown.")
        if virtual and digest is None:
            yield step.finding("no-commitment", "Nothing binds the house to the order of cards.")
        outside = Counter[str]() if whole else _outside(after)
        stack, decks = after.stack, after.opened.decks
        self._loading = Loading(digest, stack.cards, decks, whole, outside, stack.depth)

    def _opened(
        self, step: Step[Table], loading: Loading | None, opened: dict[str, str]
    ) -> Iterator[Finding]:
        """The order shown is the one the house was bound to, and the cards came out of it."""
        if loading is None or loading.digest is None:
            yield step.finding("order-not-committed", "The order shown was never sealed.")
            return
        names = tuple(opened.get("order", "").split(" "))
        try:
            order = read_cards(names)
        except Refusal as refused:
            yield step.finding("order-not-committed", f"The order shown is none: {refused}")
            return
        opening = Opening(opened.get("salt", ""), order)
        if not verify(Commitment(loading.digest, loading.cards), opening):
            yield step.finding(
                "order-not-committed", "The order shown is not the one that bound the house."
            )
        stack = SealedStack(opening.salt, names)
        yield from _composed(step, loading, names)
        yield from _came_out(step, loading, stack)
        self._behind |= {
            left.seal: stack.card(position, loading.depth)
            for position, left in loading.left.items()
            if left.seal is not None and left.card is None
        }

    def _leave(self, step: Step[Table], loading: Loading) -> Iterator[Finding]:
        """Cards that leave the stack do so one after another, and none leaves twice."""
        before, after = step.before, step.after
        if step.is_a(REBUILT):
            self._rebuilt(step, loading)
        loading.laying = step.is_a(REBUILT) or (loading.laying and step.is_a(BURNED))
        if step.is_a(CORRECTED):
            loading.forget(self._changed(step))
        if after.stack.rack is not before.stack.rack:
            thrown = _in_rack(after)[len(_in_rack(before)) :]
            place: int | None = getattr(step.event, "position", None)
            if loading.laying and place is not None and place not in loading.left:
                yield from _burned_over(step, loading, place, thrown[0])
                thrown = []
            # From the stack itself, not from the table.
            if len(thrown) == after.stack.dealt - before.stack.dealt:
                for place, card in enumerate(thrown, before.stack.dealt):
                    yield from _record(step, loading, Slot("", card, position=place))
        if after.round.slots is not before.round.slots:
            yield from self._slots(step, loading)
        taken: int = getattr(step.event, "taken", 0)
        lay = (*before.stack.carried, *before.stack.waiting)[taken:]
        for slot in (*after.stack.carried, *after.stack.waiting):
            if slot not in lay and slot not in self._aside:
                yield from _record(step, loading, slot)
        if after.stack.dealt > loading.cards and after.stack.number == before.stack.number:
            yield step.finding("too-many-cards", f"The stack had {loading.cards} cards, not more.")

    def _rebuilt(self, step: Step[Table], loading: Loading) -> None:
        """The cards are laid anew, each with its place in the stack that it came from."""
        taken: int = getattr(step.event, "taken", 0)
        aside = (*step.before.stack.carried, *step.before.stack.waiting)
        slots = (*step.before.round.slots, *aside[:taken])
        lay = [s for n, s in enumerate(slots) if n in self._old or s in self._aside]
        old = {(s.position, s.seal, s.card) for s in lay}
        loading.forget(tuple(s for s in slots if (s.position, s.seal, s.card) not in old))
        stack = step.after.stack
        self._aside = (
            *self._aside,
            *(
                slot
                for slot in (*stack.carried, *stack.waiting)
                if (slot.position, slot.seal, slot.card) in old
            ),
        )
        self._old = {
            index
            for index, slot in enumerate(step.after.round.slots)
            if (slot.position, slot.seal, slot.card) in old
        }

    def _changed(self, step: Step[Table]) -> tuple[Slot, ...]:
        """Cards of this stack that were keyed as others than they are."""
        slots = zip(step.before.round.slots, step.after.round.slots, strict=False)
        return tuple(was for n, (was, now) in enumerate(slots) if was != now and n not in self._old)

    def _slots(self, step: Step[Table], loading: Loading) -> Iterator[Finding]:
        known, carried = step.before.round.slots, step.before.stack.carried
        if len(step.after.stack.carried) < len(carried) and carried[0] in self._aside:
            self._old.add(len(known))
        for index, slot in enumerate(step.after.round.slots):
            was = known[index] if index < len(known) else None
            if slot == was and not step.is_a(REBUILT):
                continue
            if slot.card is not None and self._behind.get(slot.seal or "", slot.card) != slot.card:
                yield step.finding("wrong-card", f"{slot.card} is not the card that was sealed.")
            if index not in self._old:
                yield from _record(step, loading, slot)


def _outside(table: Table) -> Counter[str]:
    """The faces known to be out of the stack: on the table, in the rack, or waiting."""
    lie = (*table.round.slots, *table.stack.carried, *table.stack.waiting)
    known = (*_in_rack(table), *(slot.card for slot in lie))
    return Counter(card for card in known if card is not None)


def _in_rack(table: Table) -> list[str | None]:
    return [card for cards in table.stack.rack for card in cards]


def _record(step: Step[Table], loading: Loading, slot: Slot) -> Iterator[Finding]:
    position, stack = slot.position, step.before.stack
    if not slot.up and slot.seal is None and step.before.opened.feed == VIRTUAL:
        yield step.finding("no-seal", "Nothing binds the house to a card that lies face down.")
    if position is None:
        return
    was = loading.left.get(position)
    if not (was or step.is_a(REBUILT) or step.is_a(CORRECTED)) and not (
        stack.dealt <= position < step.after.stack.dealt
    ):
        yield step.finding(
            "wrong-position", f"Card {position} of the stack leaves it after {stack.dealt} others."
        )
    if was is not None and (was.seal != slot.seal or was.card not in (None, slot.card)):
        yield step.finding(
            "card-changed", f"Card {position} of the stack was {was.card or 'sealed'} before."
        )
    if slot.card is not None and (was is None or was.card is None):
        yield from _seen(step, loading, slot.card)
    card = slot.card if slot.card is not None or was is None else was.card
    loading.left[position] = CardOut(step.line.seq, card, slot.seal)


def _burned_over(
    step: Step[Table], loading: Loading, place: int, card: str | None
) -> Iterator[Finding]:
    """Burn a card that a rebuilt coup leaves over: it had left the stack before."""
    loading.left[place] = CardOut(step.line.seq, card)
    if card is not None:
        yield from _seen(step, loading, card)


def _seen(step: Step[Table], loading: Loading, card: str) -> Iterator[Finding]:
    """A face turns up: a card, and no more copies of it than there are decks."""
    loading.seen[card] += 1
    times = loading.seen[card] + loading.outside[card]
    if card not in FACES:
        yield step.finding("no-card", f"{quoted(card)} is no card.")
    if times > loading.decks:
        message = f"{loading.decks} decks do not hold {times} of {card}."
        yield step.finding("too-many-copies", message)


def _composed(step: Step[Table], loading: Loading, names: tuple[str, ...]) -> Iterator[Finding]:
    held = Counter(names) + loading.outside
    for face in sorted(FACES | held.keys()):
        if held[face] > loading.decks or (loading.whole and held[face] < loading.decks):
            yield step.finding(
                "wrong-decks", f"{held[face]} of {face} are no {loading.decks} decks' cards."
            )


def _came_out(step: Step[Table], loading: Loading, stack: SealedStack) -> Iterator[Finding]:
    for position, left in loading.left.items():
        card = stack.card(position, loading.depth)
        stream = step.line.stream
        if left.card is not None and left.card != card:
            message = f"Card {position} of the stack was {card}, and {left.card} came."
            yield Finding("wrong-card", None, stream, left.seq, message)
        if left.seal is not None and left.seal != seal_of(stack.salt_of(position), position, card):
            message = f"The seal of card {position} of the stack is not that of {card}."
            yield Finding("wrong-seal", None, stream, left.seq, message)
