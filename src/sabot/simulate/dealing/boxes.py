"""Dealers to boxes, with the same three methods as the dealers of common hands."""

from dataclasses import dataclass

import numpy as np

from sabot.simulate.dealing.common import PITS_IN_A_BLOCK, BlockRun, begin_block
from sabot.simulate.dealing.pit import Pit, Prepared, pit
from sabot.simulate.kernels.boxes import (
    deal_lucky_draw_fresh,
    deal_lucky_draw_shoes,
    deal_three_card_fresh,
    deal_three_card_shoes,
)
from sabot.simulate.kernels.compilation import Longs, U, Words, compiled
from sabot.simulate.lookup.boxes import LuckyDrawLookup, ThreeCardLookup
from sabot.simulate.results.counting import Settling, count


@dataclass(frozen=True)
class ThreeCardDealer:
    """Deal Three Card hands. `coups`: capacity of a row of the pit. Fresh coups need no prepared
    shoe."""

    cards: Words
    coups: int
    prepared: Prepared | None
    lookup: ThreeCardLookup
    hands: tuple[int, ...]

    @property
    def fresh(self) -> bool:
        return self.prepared is None

    def open(self) -> tuple[Pit, ...]:
        boxes = pit(self.cards, self.coups * self.hands[0])
        banker = pit(self.cards, self.coups)
        return boxes, banker

    def deal(self, state: Longs, pits: tuple[Pit, ...]) -> None:
        if self.prepared is None:
            deal_three_card_fresh(state, pits[0], pits[1], self.lookup)
        else:
            deal_three_card_shoes(state, pits[0], pits[1], self.prepared, self.lookup)

    def deal_blocks(
        self, run: BlockRun, pits: tuple[Pit, ...], settlings: tuple[Settling, ...]
    ) -> None:
        if self.prepared is None:
            _three_card_fresh_blocks(run, self.cards, pits, self.lookup, settlings)
        else:
            _three_card_blocks(run, self.cards, pits, self.prepared, self.lookup, settlings)


@compiled
def _three_card_blocks(
    run: BlockRun,
    cards: Words,
    pits: tuple[Pit, ...],
    prepared: Prepared,
    lookup: ThreeCardLookup,
    settlings: tuple[Settling, ...],
) -> None:
    state = np.zeros(4, U)
    for block in range(run.first, run.first + run.blocks):
        begin_block(run.seed, block, state, cards, pits[0])
        for _ in range(PITS_IN_A_BLOCK):
            deal_three_card_shoes(state, pits[0], pits[1], prepared, lookup)
            count(pits[0], settlings[0])
            count(pits[1], settlings[1])


@compiled
def _three_card_fresh_blocks(
    run: BlockRun,
    cards: Words,
    pits: tuple[Pit, ...],
    lookup: ThreeCardLookup,
    settlings: tuple[Settling, ...],
) -> None:
    state = np.zeros(4, U)
    for block in range(run.first, run.first + run.blocks):
        begin_block(run.seed, block, state, cards, pits[0])
        for _ in range(PITS_IN_A_BLOCK):
            deal_three_card_fresh(state, pits[0], pits[1], lookup)
            count(pits[0], settlings[0])
            count(pits[1], settlings[1])


@dataclass(frozen=True)
class LuckyDrawDealer:
    """Deal Lucky Draw hands. `coups`: capacity of a row of the pit. Fresh coups need no prepared
    shoe."""

    cards: Words
    coups: int
    prepared: Prepared | None
    lookup: LuckyDrawLookup
    hands: tuple[int, ...]

    @property
    def fresh(self) -> bool:
        return self.prepared is None

    def open(self) -> tuple[Pit, ...]:
        return (pit(self.cards, self.coups * self.hands[0]),)

    def deal(self, state: Longs, pits: tuple[Pit, ...]) -> None:
        if self.prepared is None:
            deal_lucky_draw_fresh(state, pits[0], self.lookup)
        else:
            deal_lucky_draw_shoes(state, pits[0], self.prepared, self.lookup)

    def deal_blocks(
        self, run: BlockRun, pits: tuple[Pit, ...], settlings: tuple[Settling, ...]
    ) -> None:
        if self.prepared is None:
            _lucky_draw_fresh_blocks(run, self.cards, pits[0], self.lookup, settlings[0])
        else:
            _lucky_draw_blocks(run, self.cards, pits[0], self.prepared, self.lookup, settlings[0])


@compiled
def _lucky_draw_blocks(
    run: BlockRun,
    cards: Words,
    pit: Pit,
    prepared: Prepared,
    lookup: LuckyDrawLookup,
    settling: Settling,
) -> None:
    state = np.zeros(4, U)
    for block in range(run.first, run.first + run.blocks):
        begin_block(run.seed, block, state, cards, pit)
        for _ in range(PITS_IN_A_BLOCK):
            deal_lucky_draw_shoes(state, pit, prepared, lookup)
            count(pit, settling)


@compiled
def _lucky_draw_fresh_blocks(
    run: BlockRun, cards: Words, pit: Pit, lookup: LuckyDrawLookup, settling: Settling
) -> None:
    state = np.zeros(4, U)
    for block in range(run.first, run.first + run.blocks):
        begin_block(run.seed, block, state, cards, pit)
        for _ in range(PITS_IN_A_BLOCK):
            deal_lucky_draw_fresh(state, pit, lookup)
            count(pit, settling)
