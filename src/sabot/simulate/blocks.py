"""Blocks of shoes: the unit of work, with a random stream of its own.

Whatever is dealt in a block follows from the seed and the number of the block alone, and totals
are whole numbers, so it does not matter who deals which block, nor in what order.
"""

from dataclasses import dataclass

import numpy as np

from sabot.simulate.compiled import Counts, Longs, U, stream
from sabot.simulate.counting import Settling, count
from sabot.simulate.dealers import PITS_IN_A_BLOCK, Dealer
from sabot.simulate.pit import SHOES_IN_A_PIT, Pit


@dataclass(frozen=True)
class Work:
    """What has to be dealt. Only plain arrays and numbers: it can go to another process."""

    dealer: Dealer
    empty: tuple[Settling, ...]
    seed: int

    def nothing(self) -> "Totals":
        return Totals(
            0, 0, [s.tally.copy() for s in self.empty], [s.moments.copy() for s in self.empty]
        )


@dataclass
class Totals:
    """What has been dealt; `rows` are the shoes, or groups of coups, that errors cluster by."""

    rows: int
    coups: int
    tallies: list[Counts]
    moments: list[Counts]

    def add(self, other: "Totals") -> None:
        self.rows += other.rows
        self.coups += other.coups
        for mine, theirs in zip(
            self.tallies + self.moments, other.tallies + other.moments, strict=True
        ):
            mine += theirs


def deal_blocks(work: Work, first: int, blocks: int, most: int | None = None) -> Totals:
    """Deal so many blocks; with `most`, break off at that coup."""
    totals = work.nothing()
    for block in range(first, first + blocks):
        dealt = _deal_block(work, block)
        if most is not None and totals.coups + dealt.coups >= most:
            totals.add(_deal_part(work, block, most - totals.coups))
            break
        totals.add(dealt)
    return totals


def _start(work: Work, block: int) -> tuple[Longs, tuple[Pit, ...], tuple[Settling, ...]]:
    state = np.zeros(4, U)
    stream(U(work.seed), U(block), state)
    settlings = tuple(
        Settling(each.tally.copy(), each.moments.copy(), each.rows, each.stake_of)
        for each in work.empty
    )
    return state, work.dealer.open(), settlings


def _deal_block(work: Work, block: int) -> Totals:
    state, pits, settlings = _start(work, block)
    work.dealer.deal_block(state, pits, settlings)
    return _totals(work, PITS_IN_A_BLOCK * SHOES_IN_A_PIT, settlings)


def _deal_part(work: Work, block: int, coups: int) -> Totals:
    """The first coups of a block; its last shoe is broken off."""
    state, pits, settlings = _start(work, block)
    rows = 0
    while coups:
        work.dealer.deal(state, pits)
        dealt = pits[0].dealt // U(work.dealer.hands[0])
        before = np.cumsum(dealt) - dealt
        kept = np.minimum(dealt, np.maximum(coups, before) - before)
        for pit, settling, hands in zip(pits, settlings, work.dealer.hands, strict=True):
            pit.dealt[:] = kept * U(hands)
            count(pit, settling)
        rows += int(np.count_nonzero(kept))
        coups -= int(kept.sum())
    return _totals(work, rows, settlings)


def _totals(work: Work, rows: int, settlings: tuple[Settling, ...]) -> Totals:
    coups = int(settlings[0].tally.sum()) // work.dealer.hands[0]
    return Totals(rows, coups, [s.tally for s in settlings], [s.moments for s in settlings])
