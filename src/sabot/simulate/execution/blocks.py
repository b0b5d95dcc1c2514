"""Blocks of shoes: the unit of work, with a random stream of its own.

A block's coups follow from the seed and the number of the block alone, and totals are whole
numbers. So the result does not depend on which process deals which block, nor on their order.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sabot.simulate.dealing.common import PITS_IN_A_BLOCK, BlockRun, Dealer
from sabot.simulate.dealing.eye import Eye, can_see
from sabot.simulate.dealing.pit import SHOES_IN_A_PIT, DrawnCards, Pit
from sabot.simulate.kernels.compilation import Bytes, Counts, Longs, U, Words, stream
from sabot.simulate.results.counting import Settling, count


@dataclass(frozen=True)
class DealingWork:
    """Description of what to deal. It has only plain arrays and numbers, so it can go to another
    process."""

    dealer: Dealer
    empty: tuple[Settling, ...]
    seed: int
    keep: bool = False
    """True if the coups themselves are kept, besides their totals."""

    def nothing(self) -> "DealtTotals":
        return DealtTotals(
            0, 0, [s.tally.copy() for s in self.empty], [s.moments.copy() for s in self.empty]
        )


class KeptCoups(NamedTuple):
    """The coups of one block, in order. `coups[r]`: number of coups in row r; `codes`: for each
    facts space the codes of all rows, one after the other; `cards`: cards of each coup, by their
    numbers in a deck, and `lengths` how many of them count, None where they cannot be seen."""

    block: int
    coups: Counts
    codes: tuple[Words, ...]
    cards: Bytes | None = None
    lengths: Counts | None = None


@dataclass
class DealtTotals:
    """DealtTotals of dealt coups; `rows` are the shoes, or groups of coups, that errors cluster by.

    `kept` are the coups themselves, where they are wanted; adding leaves them out.
    """

    rows: int
    coups: int
    tallies: list[Counts]
    moments: list[Counts]
    kept: list[KeptCoups] = field(default_factory=list)

    def add(self, other: "DealtTotals") -> None:
        self.rows += other.rows
        self.coups += other.coups
        for mine, theirs in zip(
            self.tallies + self.moments, other.tallies + other.moments, strict=True
        ):
            mine += theirs


def deal_blocks(work: DealingWork, first: int, blocks: int, most: int | None = None) -> DealtTotals:
    """Deal `blocks` blocks from `first` on; with `most`, stop at that coup."""
    if most is None and not work.keep:
        return _deal_whole(work, first, blocks)
    totals = work.nothing()
    for block in range(first, first + blocks):
        dealt = _deal_part(work, block, None if most is None else most - totals.coups)
        totals.add(dealt)
        totals.kept += dealt.kept
        if totals.coups == most:
            break
    return totals


def _start(work: DealingWork, block: int) -> tuple[Longs, tuple[Pit, ...], tuple[Settling, ...]]:
    state = np.zeros(4, U)
    stream(U(work.seed), U(block), state)
    settlings = tuple(
        each._replace(tally=each.tally.copy(), moments=each.moments.copy()) for each in work.empty
    )
    return state, work.dealer.open(), settlings


def _deal_whole(work: DealingWork, first: int, blocks: int) -> DealtTotals:
    """Deal whole blocks in one call of compiled code: a call takes as long as a thousand coups."""
    _, pits, settlings = _start(work, first)
    work.dealer.deal_blocks(BlockRun(U(work.seed), U(first), U(blocks)), pits, settlings)
    return _totals(work, blocks * PITS_IN_A_BLOCK * SHOES_IN_A_PIT, settlings)


def _deal_part(work: DealingWork, block: int, coups: int | None) -> DealtTotals:
    """Deal the first coups of a block, breaking off its last shoe; or all of them, pit by pit."""
    state, pits, settlings = _start(work, block)
    rows, left = [], coups
    codes: list[list[Words]] = [[] for _ in pits]
    eye = Eye(work.dealer) if work.keep and can_see(work.dealer) else None
    seen_cards: list[DrawnCards] = []
    for _ in range(PITS_IN_A_BLOCK):
        before_it = state.copy()
        work.dealer.deal(state, pits)
        drawn = None if eye is None else eye.see(before_it, pits)
        dealt = pits[0].dealt.astype(np.int64) // work.dealer.hands[0]
        if left is not None:
            before = np.cumsum(dealt) - dealt
            dealt = np.minimum(dealt, np.maximum(left, before) - before)
            left -= int(dealt.sum())
        for pit, settling, hands, seen in zip(
            pits, settlings, work.dealer.hands, codes, strict=True
        ):
            pit.dealt[:] = dealt * hands
            count(pit, settling)
            if work.keep:
                seen.append(pit.codes[np.arange(pit.codes.shape[1]) < pit.dealt[:, None]])
        if drawn is not None:
            theirs = np.arange(drawn.lengths.shape[1]) < dealt[:, None]
            seen_cards.append(DrawnCards(drawn.cards[theirs], drawn.lengths[theirs]))
        rows.append(dealt[dealt > 0])
        if left == 0:
            break
    each = np.concatenate(rows)
    totals = _totals(work, len(each), settlings)
    if work.keep:
        cards = map(np.concatenate, zip(*seen_cards, strict=True)) if seen_cards else (None, None)
        totals.kept.append(KeptCoups(block, each, tuple(map(np.concatenate, codes)), *cards))
    return totals


def _totals(work: DealingWork, rows: int, settlings: tuple[Settling, ...]) -> DealtTotals:
    coups = int(settlings[0].tally.sum()) // work.dealer.hands[0]
    return DealtTotals(rows, coups, [s.tally for s in settlings], [s.moments for s in settlings])
