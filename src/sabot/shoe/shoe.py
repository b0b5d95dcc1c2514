"""The shoe in play: the next card, and how many coups are left once the cutting card is out."""

from dataclasses import replace
from typing import NamedTuple, Protocol, Self

from sabot.core.cards import Card
from sabot.core.record import record
from sabot.core.refusal import Refusal


class DrawnCard(NamedTuple):
    """A card, and whether the cutting card came out just before it."""

    card: Card
    cutting_card: bool


class Source(Protocol):
    """A source of cards: a shoe or a device; the rules treat them alike."""

    def draw(self) -> tuple[DrawnCard, Self]: ...


@record(frozen=True, slots=True)
class Shoe:
    """A cut stack. `cutting_card` is the number of cards in front of the cutting card."""

    cards: tuple[Card, ...]
    cutting_card: int
    dealt: int = 0

    @property
    def remaining(self) -> int:
        return len(self.cards) - self.dealt

    def draw(self) -> tuple[DrawnCard, "Shoe"]:
        """The next card, and the shoe without it."""
        if not self.remaining:
            raise Refusal("empty-shoe", None, "The shoe is empty: there is no card to draw.")
        drawn = DrawnCard(self.cards[self.dealt], self.dealt == self.cutting_card)
        return drawn, replace(self, dealt=self.dealt + 1)


@record(frozen=True, slots=True)
class LastCoup:
    """A document's rule for the end of a shoe, in coups still to be dealt.

    `during`: after the coup in which the cutting card came out. `first`: when the cutting card
    comes out as the first card of a coup, that coup included; 0 means shuffle before it.
    `tie_adds`: further coups if the last one is a tie.
    """

    during: int
    during_clause: str
    first: int
    first_clause: str
    tie_adds: int = 0


@record(frozen=True, slots=True)
class RunDown:
    """Progress of a shoe: `left` is None until the cutting card is out."""

    rule: LastCoup
    left: int | None = None
    tie_granted: bool = False

    def cutting_card_out(self, *, first: bool) -> "RunDown":
        """The cutting card came out, as the first card of a coup or later in it.

        Once it is out it cannot come again.
        """
        if self.left is not None:
            return self
        return replace(self, left=self.rule.first if first else self.rule.during + 1)

    def coup_ended(self, *, tie: bool) -> "RunDown":
        """A coup is over; a tie may earn one more where the document says so."""
        if self.left is None:
            return self
        if self.left == 1 and tie and self.rule.tie_adds and not self.tie_granted:
            return replace(self, left=self.rule.tie_adds, tie_granted=True)
        return replace(self, left=max(0, self.left - 1))

    @property
    def is_last_coup(self) -> bool:
        """The coup about to be dealt, or being dealt, is the last of the shoe."""
        return self.left == 1

    @property
    def must_shuffle(self) -> bool:
        """No coup may be dealt before the cards are shuffled or replaced."""
        return self.left == 0
