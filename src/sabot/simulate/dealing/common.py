"""Dealers: one class for each way of dealing, all with the same three methods.

A dealer consists of plain arrays and numbers, so that it can be sent to another process.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from sabot.simulate.dealing.pit import UNSEEN, DrawnCards, Pit, Prepared, pit
from sabot.simulate.kernels.common import deal_devices, deal_fresh, deal_shoes
from sabot.simulate.kernels.compilation import Bytes, Longs, U, Words, compiled, stream
from sabot.simulate.kernels.shuffling import shuffle
from sabot.simulate.lookup.common import LookaheadLookup, Lookup
from sabot.simulate.results.counting import Settling, count

PITS_IN_A_BLOCK = 64
"""A block of shoes, about 80,000 coups, has a random stream of its own."""

FRESH_COUPS = 64
"""Coups in a row of a pit when each is from full decks."""

LOADING = 80
"""Coups between two loadings of a device, similar to those of a shoe."""


class BlockRun(NamedTuple):
    """Blocks to deal: how many from the first on, and the seed of their random streams."""

    seed: np.uint64
    first: np.uint64
    blocks: np.uint64


@compiled
def begin_block(seed: Any, block: Any, state: Longs, cards: Words, pit: Pit) -> None:
    """Begin the random stream of a block, and sort the cards."""
    stream(seed, block, state)
    for shoe in range(pit.shoes.shape[0]):
        pit.shoes[shoe, :] = cards


class Dealer(Protocol):
    @property
    def hands(self) -> tuple[int, ...]:
        """Return the number of codes of each facts space in a coup."""

    @property
    def fresh(self) -> bool:
        """Return True if every coup is from full decks."""

    def open(self) -> tuple[Pit, ...]:
        """Return a pit for each facts space; all share the same shoes."""

    def deal(self, state: Longs, pits: tuple[Pit, ...]) -> None:
        """Shuffle the shoes and deal them."""

    def deal_blocks(
        self, run: BlockRun, pits: tuple[Pit, ...], settlings: tuple[Settling, ...]
    ) -> None:
        """Deal whole blocks, each from sorted cards and a random stream of its own, and settle
        them."""


@dataclass(frozen=True)
class CommonShoes:
    cards: Words
    codes: int
    prepared: Prepared
    lookup: Lookup
    hands: tuple[int, ...] = (1,)
    fresh: bool = False

    def open(self) -> tuple[Pit, ...]:
        return (pit(self.cards, self.codes, isinstance(self.lookup, LookaheadLookup)),)

    def deal(self, state: Longs, pits: tuple[Pit, ...]) -> None:
        _common_shoes(state, pits[0], self.prepared, self.lookup)

    def deal_blocks(
        self, run: BlockRun, pits: tuple[Pit, ...], settlings: tuple[Settling, ...]
    ) -> None:
        _common_shoes_blocks(run, self.cards, pits[0], self.prepared, self.lookup, settlings[0])


@compiled
def _common_shoes(state: Longs, pit: Pit, prepared: Prepared, lookup: Lookup) -> None:
    shuffle(state, pit.shoes, prepared.draws)
    deal_shoes(pit, prepared, lookup)


@compiled
def _common_shoes_blocks(
    run: BlockRun, cards: Words, pit: Pit, prepared: Prepared, lookup: Lookup, settling: Settling
) -> None:
    state = np.zeros(4, U)
    for block in range(run.first, run.first + run.blocks):
        begin_block(run.seed, block, state, cards, pit)
        for _ in range(PITS_IN_A_BLOCK):
            shuffle(state, pit.shoes, prepared.draws)
            deal_shoes(pit, prepared, lookup)
            count(pit, settling)


@dataclass(frozen=True)
class CommonFresh:
    cards: Words
    lookup: Lookup
    hands: tuple[int, ...] = (1,)
    fresh: bool = True

    def open(self) -> tuple[Pit, ...]:
        return (pit(self.cards, FRESH_COUPS),)

    def deal(self, state: Longs, pits: tuple[Pit, ...]) -> None:
        deal_fresh(state, pits[0], self.lookup)

    def deal_blocks(
        self, run: BlockRun, pits: tuple[Pit, ...], settlings: tuple[Settling, ...]
    ) -> None:
        _common_fresh_blocks(run, self.cards, pits[0], self.lookup, settlings[0])


@compiled
def _common_fresh_blocks(
    run: BlockRun, cards: Words, pit: Pit, lookup: Lookup, settling: Settling
) -> None:
    state = np.zeros(4, U)
    for block in range(run.first, run.first + run.blocks):
        begin_block(run.seed, block, state, cards, pit)
        for _ in range(PITS_IN_A_BLOCK):
            deal_fresh(state, pit, lookup)
            count(pit, settling)


@dataclass(frozen=True)
class CommonDevices:
    cards: Words
    burns: Bytes
    rack_coups: int
    lookup: Lookup
    hands: tuple[int, ...] = (1,)
    fresh: bool = False

    def open(self) -> tuple[Pit, ...]:
        return (pit(self.cards, LOADING),)

    def deal(self, state: Longs, pits: tuple[Pit, ...]) -> None:
        deal_devices(state, pits[0], self.burns, self.rack_coups, self.lookup, UNSEEN)

    def deal_blocks(
        self, run: BlockRun, pits: tuple[Pit, ...], settlings: tuple[Settling, ...]
    ) -> None:
        rack = self.burns, self.rack_coups
        _common_devices_blocks(run, self.cards, pits[0], *rack, self.lookup, UNSEEN, settlings[0])


@compiled
def _common_devices_blocks(
    run: BlockRun,
    cards: Words,
    pit: Pit,
    burns: Bytes,
    rack_coups: int,
    lookup: Lookup,
    unseen: DrawnCards,
    settling: Settling,
) -> None:
    state = np.zeros(4, U)
    for block in range(run.first, run.first + run.blocks):
        begin_block(run.seed, block, state, cards, pit)
        for _ in range(PITS_IN_A_BLOCK):
            deal_devices(state, pit, burns, rack_coups, lookup, unseen)
            count(pit, settling)
