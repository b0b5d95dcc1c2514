"""Expectations of wagers that the first two cards of the hands decide, such as pairs by suit.

Few starts are of interest: all others belong to one class a hand. What is earned splits into what
no start of interest earns, what one hand's start adds by itself, and what both add together.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sabot.counting.outcomes import Outcomes
from sabot.counting.polynomials import Floats, Ints, fast

MOST_STARTS = 400
"""Starts of interest in a hand: more would take too long for every composition."""


@dataclass(frozen=True, eq=False)
class FirstCards:
    """`base` is earned where no start is of interest; `alone[n]` is added by a start of two kinds
    `starts[n]`, in whichever hand; `both` by two starts at once. The second number of each is for
    squares. A hand of which one card is printed has starts of one kind, the other being -1."""

    kind_of: Ints
    base: Floats
    starts: Ints
    alone: Floats
    mine: Ints
    yours: Ints
    both: Floats

    def means(self, left: npt.NDArray[np.uint8]) -> Floats:
        return self._evaluated(left)[:, :1]

    def squares(self, left: npt.NDArray[np.uint8], place: int) -> Floats:
        return self._evaluated(left)[:, 1]

    def _evaluated(self, left: npt.NDArray[np.uint8]) -> Floats:
        to = np.zeros((len(left), 2))
        _evaluate(
            left, self.kind_of, int(self.kind_of.max()) + 1, self.base, self.starts, self.alone,
            self.mine, self.yours, self.both, to,
        )  # fmt: skip
        return to


def first_cards(outcomes: Outcomes) -> FirstCards | None:
    """The expectation by starts, or None if third cards matter or too many starts do."""
    if not outcomes.by_starts or outcomes.pays.ndim != 2:
        return None
    pays = np.stack([outcomes.pays, outcomes.pays**2])
    usual = [int(np.bincount(each.reshape(-1)).argmax()) for each in outcomes.seen]
    base = pays[:, usual[0], usual[1]]
    listed = [np.argwhere(each != own) for each, own in zip(outcomes.seen, usual, strict=True)]
    if max(map(len, listed)) > MOST_STARTS:
        return None
    starts, alone = [], []
    for hand, found in enumerate(listed):
        for start in found:
            seen = int(outcomes.seen[hand][tuple(start)])
            own = pays[:, seen, usual[1]] if hand == 0 else pays[:, usual[0], seen]
            starts.append(np.pad(start, (0, 2 - len(start)), constant_values=-1))
            alone.append(own - base)
    mine, yours, both = [], [], []
    for i, one in enumerate(listed[0]):
        for j, other in enumerate(listed[1]):
            first, second = outcomes.seen[0][tuple(one)], outcomes.seen[1][tuple(other)]
            added = pays[:, first, second] - base - alone[i] - alone[len(listed[0]) + j]
            if np.abs(added).max() > 0:
                mine.append(i)
                yours.append(len(listed[0]) + j)
                both.append(added)
    return FirstCards(
        outcomes.kind_of,
        base,
        np.array(starts, np.int64).reshape(-1, 2),
        np.array(alone).reshape(-1, 2),
        np.array(mine, np.int64),
        np.array(yours, np.int64),
        np.array(both).reshape(-1, 2),
    )


@fast
def _evaluate(
    left: npt.NDArray[np.uint8], kind_of: Ints, kinds: int, base: Floats, starts: Ints,
    alone: Floats, mine: Ints, yours: Ints, both: Floats, to: Floats,
) -> None:  # fmt: skip
    counts = np.zeros(kinds)
    ways = np.zeros(starts.shape[0])
    for shoe in range(left.shape[0]):
        counts[:] = 0.0
        cards = 0.0
        for card in range(left.shape[1]):
            counts[kind_of[card]] += left[shoe, card]
            cards += left[shoe, card]
        to[shoe, 0], to[shoe, 1] = base[0], base[1]
        for n in range(starts.shape[0]):
            a, b = starts[n, 0], starts[n, 1]
            chance = counts[a] / cards
            if b >= 0:
                chance *= (counts[b] - (a == b)) / (cards - 1.0)
            ways[n] = chance
            to[shoe, 0] += chance * alone[n, 0]
            to[shoe, 1] += chance * alone[n, 1]
        for n in range(mine.shape[0]):
            chance = ways[mine[n]]
            if chance == 0.0:
                continue
            a, b = starts[mine[n], 0], starts[mine[n], 1]
            c, d = starts[yours[n], 0], starts[yours[n], 1]
            drawn = 1.0 if b < 0 else 2.0
            chance *= (counts[c] - (a == c) - (b == c)) / (cards - drawn)
            if d >= 0:
                taken = 1.0 * (a == d) + (b == d) + (c == d)
                chance *= (counts[d] - taken) / (cards - drawn - 1.0)
            to[shoe, 0] += chance * both[n, 0]
            to[shoe, 1] += chance * both[n, 1]
