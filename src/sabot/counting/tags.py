"""Tags of a count: what each rank adds to the running count, given or searched for."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt

import numpy as np

from sabot.core.cards import DECK, value_of
from sabot.core.refusal import Refusal, quoted
from sabot.counting.expectation import Expectations
from sabot.counting.polynomials import Floats, Ints
from sabot.odds.counters.compilation import compiled

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""T stands for ten, jack, queen and king, which are worth the same."""
VALUES = tuple(value_of(rank) for rank in RANKS)
CARDS = np.array([sum(card.value == value for card in DECK) for value in VALUES])
"""Cards of each of these ranks in a deck."""
PLACE_OF_CARD = np.array([VALUES.index(card.value) for card in DECK])
MOST_TAG = 100
USUAL_TAG = 4
LARGEST_SEARCHED = 9
UNIT = 4
"""Cards of each rank in a deck come in fours."""
SHIFTS = (-0.4, -0.2, 0.0, 0.2, 0.4)
"""Added to the effects where tags need not be balanced."""
SCALES = 400
"""Scales of the effects of removal that are tried in a search."""
NOTHING = 1e-9
"""Effects of removal below it are rounding: no linear count sees such a wager."""


@dataclass(frozen=True)
class Tags:
    """A tag for each of `RANKS`.

    >>> tags_of("4:-1,5:-1,6:-1,7:-1,8:2,9:2").balanced
    True
    """

    by_rank: tuple[Fraction, ...]

    @property
    def balanced(self) -> bool:
        """Return True if the tags of a whole deck add up to 0."""
        return sum(tag * int(cards) for tag, cards in zip(self.by_rank, CARDS, strict=True)) == 0

    @property
    def told(self) -> dict[str, int | float]:
        """The tags by rank, whole numbers where they are whole."""
        plain = [int(tag) if tag.denominator == 1 else float(tag) for tag in self.by_rank]
        return dict(zip(RANKS, plain, strict=True))

    @cached_property
    def scale(self) -> int:
        """By so much the tags are multiplied to be whole numbers."""
        return lcm(*(tag.denominator for tag in self.by_rank))

    @cached_property
    def whole(self) -> Ints:
        """The tags of the 52 cards, times `scale`."""
        return np.array([int(self.by_rank[place] * self.scale) for place in PLACE_OF_CARD])

    def __str__(self) -> str:
        shown = [
            f"{rank} {float(tag):+g}" for rank, tag in zip(RANKS, self.by_rank, strict=True) if tag
        ]
        return ", ".join(shown) or "none"


NO_TAGS = Tags((Fraction(),) * len(RANKS))


def tags_of(given: str | Mapping[str, object] | Tags) -> Tags:
    """Tags as people write them: `"8:2,9:2"`, or a mapping; ranks left out count 0."""
    if isinstance(given, Tags):
        return given
    if isinstance(given, str):
        pairs: list[tuple[str, object]] = [_pair(each) for each in given.split(",")]
    elif isinstance(given, Mapping):
        pairs = list(given.items())
    else:
        raise _bad(f"Tags are ranks and numbers such as 8:2,9:2, not {quoted(given)}")
    found: dict[str, Fraction] = {}
    for name, tag in pairs:
        rank = "T" if name == "10" else name
        if rank not in RANKS:
            also = "; T stands for ten, jack, queen and king" if rank in ("J", "Q", "K") else ""
            raise _bad(f"A tag is of one of {' '.join(RANKS)}, not of {quoted(name)}{also}")
        if rank in found:
            raise _bad(f"There are two tags of {rank}")
        found[rank] = _number(rank, tag)
    return Tags(tuple(found.get(rank, Fraction()) for rank in RANKS))


def _pair(text: str) -> tuple[str, str]:
    rank, between, tag = text.strip().partition(":")
    if not between:
        raise _bad(f"A tag is a rank and a number such as 9:2, not {quoted(text)}")
    return rank.strip().upper(), tag.strip()


def _number(rank: str, given: object) -> Fraction:
    tag: Fraction | None = None
    if isinstance(given, str | int | float | Decimal | Fraction) and not isinstance(given, bool):
        try:
            tag = Fraction(str(given))
        except (ValueError, ZeroDivisionError):
            tag = None
    if tag is None or abs(tag) > MOST_TAG or tag.denominator > MOST_TAG:
        raise _bad(f"The tag of {rank} is a number from -{MOST_TAG} to {MOST_TAG}")
    return tag


def _bad(message: str) -> Refusal:
    return Refusal("bad-tags", None, f"{message}.")


def removal(expectations: Expectations) -> Floats:
    """Return the change of the player's expectation when one card of each of `RANKS` is removed
    from a full shoe, averaged over its suits: a row for each rank, a column for each wager."""
    full = np.full(len(DECK), expectations.decks, np.uint8)
    shoes = np.array([full, *(full - np.eye(len(DECK), dtype=np.uint8))])
    means = expectations.means(shoes)
    moved = means[1:] - means[0]
    return np.array([moved[place == PLACE_OF_CARD].mean(axis=0) for place in range(len(RANKS))])


def betting_correlation(tags: Tags, effects: Floats) -> float:
    """Return the correlation of tags with the effects of removal over the cards of a deck.

    >>> betting_correlation(tags_of("8:1,9:1"), np.array([0, 0, 0, 0, 0, 0, 0, 2.0, 2.0, 0]))
    1.0
    """
    mine = np.array([float(tag) for tag in tags.by_rank])
    mine = mine - (CARDS @ mine) / CARDS.sum()
    other = effects - (CARDS @ effects) / CARDS.sum()
    spread = sqrt(float(CARDS @ mine**2) * float(CARDS @ other**2))
    if spread == 0 or np.abs(effects).max() < NOTHING:
        return 0.0
    return round(float(CARDS @ (mine * other)) / spread, 12)


def search(effects: Floats, largest: int = USUAL_TAG, *, balanced: bool = True) -> Tags:
    """The whole tags, none larger than so much, of the best betting correlation.

    For a scale s, the tags nearest to s times the effects are found exactly, rank by rank, with
    their sum over a deck as the state. The best of all scales has the best correlation: the points
    (correlation, size) of tags that some scale leads to are the corners of a convex curve, and no
    other tags lie beyond it.
    """
    if type(largest) is not int or not 1 <= largest <= LARGEST_SEARCHED:
        raise _bad(f"The largest tag of a search is 1 to {LARGEST_SEARCHED}, not {quoted(largest)}")
    centred = effects - (CARDS @ effects) / CARDS.sum()
    most = float(np.abs(centred).max())
    if most < NOTHING:
        return NO_TAGS
    scales = np.geomspace(0.4, 3.0 * largest, SCALES) / most
    if balanced:
        rows = np.zeros((SCALES, len(RANKS)), np.int64)
        _nearest_balanced(np.outer(scales, centred), CARDS // UNIT, largest, rows)
    else:
        wanted = np.outer(scales, centred)[:, None] + np.array(SHIFTS)[:, None]
        rows = np.clip(np.rint(wanted), -largest, largest).astype(np.int64).reshape(-1, len(RANKS))
    best, found = 0.0, NO_TAGS
    for row in dict.fromkeys(map(tuple, rows.tolist())):
        tags = Tags(tuple(map(Fraction, row)))
        if (corr := betting_correlation(tags, effects)) > best + NOTHING:
            best, found = corr, tags
    return found


@compiled
def _nearest_balanced(wanted: Floats, cards: Ints, largest: int, rows: Ints) -> None:
    """Find, for each row wanted, the whole tags nearest to it in squares over a deck that add up to
    nothing. The state is the sum so far, in units of cards; `least[at]` is its smallest cost."""
    ranks = cards.shape[0]
    middle = 0
    for place in range(ranks):
        middle += largest * cards[place]
    size = 2 * middle + 1
    by = np.zeros((ranks, size), np.int64)
    for row in range(wanted.shape[0]):
        least = np.full(size, np.inf)
        least[middle] = 0.0
        for place in range(ranks):
            after = np.full(size, np.inf)
            for tag in range(-largest, largest + 1):
                added = cards[place] * (tag - wanted[row, place]) ** 2
                moved = tag * cards[place]
                for at in range(max(0, moved), min(size, size + moved)):
                    cost = least[at - moved] + added
                    if cost < after[at]:
                        after[at] = cost
                        by[place, at] = tag
            least = after
        at = middle
        for place in range(ranks - 1, -1, -1):
            rows[row, place] = by[place, at]
            at -= rows[row, place] * cards[place]
