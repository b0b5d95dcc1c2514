"""Composition of the shoe: the number of each card left."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from operator import index

import numpy as np
import numpy.typing as npt

from sabot.core.cards import DECK, RANKS, SUITS, Card, read_cards
from sabot.core.refusal import Refusal, quoted

Counts = npt.NDArray[np.int64]
MOST_DECKS = 10_000
"""So many can still be counted in reasonable time."""


def falling(number: int, times: int) -> int:
    """number × (number - 1) × …, so many factors: the ways to draw so many cards in order.

    >>> falling(416, 6)
    4998398275503360
    """
    return prod(range(number, number - times, -1))


def _check_decks(decks: object) -> None:
    if type(decks) is not int or not 1 <= decks <= MOST_DECKS:
        raise Refusal(
            "wrong-decks",
            None,
            f"A shoe is of 1 to {MOST_DECKS:,} decks, not of {quoted(decks)}.",
        )


def _whole_counts(counts: object) -> tuple[int, ...]:
    """The counts as Python's integers, from any sequence or array of whole numbers."""
    try:
        return tuple([index(each) for each in counts])  # type: ignore[attr-defined]
    except TypeError:
        raise Refusal(
            "bad-composition", None, "A composition is 52 whole numbers, one for each card."
        ) from None


@dataclass(frozen=True, repr=False)
class Composition:
    """52 counts, in the order of `sabot.core.cards.DECK`, of a shoe that began with so many decks.

    >>> from sabot import read_cards
    >>> Composition.full(8).without(read_cards("AS KD")).size
    414
    """

    counts: tuple[int, ...]
    decks: int

    def __repr__(self) -> str:
        if self.counts == (self.decks,) * len(DECK):
            return f"Composition.full({self.decks})"
        return f"Composition({self.size} of {self.decks * len(DECK)} cards, {self.decks} decks)"

    def __post_init__(self) -> None:
        _check_decks(self.decks)
        object.__setattr__(self, "counts", _whole_counts(self.counts))
        if len(self.counts) != len(DECK):
            raise Refusal(
                "bad-composition", None, f"A composition is 52 counts, not {len(self.counts)}."
            )
        for card, count in zip(DECK, self.counts, strict=True):
            if not 0 <= count <= self.decks:
                raise Refusal(
                    "bad-composition",
                    None,
                    f"There cannot be {count} of {card}: {self.decks} decks hold {self.decks}.",
                )

    @classmethod
    def full(cls, decks: int) -> "Composition":
        """All cards of so many decks."""
        _check_decks(decks)
        return cls((decks,) * len(DECK), decks)

    def without(self, cards: str | Card | Iterable[str | Card]) -> "Composition":
        """The composition with these cards gone.

        >>> Composition.full(8).without("6S 6H 6D 6C").size
        412
        """
        gone = Counter(read_cards(cards))
        left = tuple(count - gone[card] for card, count in zip(DECK, self.counts, strict=True))
        for card, count in zip(DECK, left, strict=True):
            if count < 0:
                raise Refusal(
                    "bad-composition",
                    None,
                    f"{gone[card]} of {card} cannot be removed: there are {count + gone[card]}.",
                )
        return Composition(left, self.decks)

    @cached_property
    def size(self) -> int:
        return sum(self.counts)

    @cached_property
    def by_card(self) -> Counts:
        return np.array(self.counts, np.int64)

    @cached_property
    def by_rank_and_suit(self) -> Counts:
        """Thirteen rows, ace to king, of four suits."""
        return self.by_card.reshape(len(SUITS), len(RANKS)).T.copy()

    def by_kind(self, kinds: Sequence[int]) -> Counts:
        """Counts of kinds of card, where `kinds[i]` is the kind of the i-th card of a deck."""
        return np.bincount(kinds, weights=self.counts).astype(np.int64)

    @cached_property
    def by_value(self) -> Counts:
        return self.by_kind([card.value for card in DECK])

    def check_enough(self, cards: int, coup: str) -> None:
        """Refuse a shoe that cannot finish a coup of so many cards."""
        if self.size < cards:
            raise Refusal(
                "too-few-cards",
                None,
                f"{self.size} cards are left, and a {coup} may take {cards}.",
            )
