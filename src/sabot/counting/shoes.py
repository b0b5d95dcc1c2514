"""Whole shoes as a counter sees them: the cards not yet seen before every coup.

Shoes are dealt by the game's own procedure in compiled code. A counter sees the cards of finished
coups and nothing else: burned cards stay unseen, so they are still among those that may come. At a
shuffling device the cards of a coup go back after as many further coups as wait in the rack, and
only what lies in the rack is known to be out.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sabot.core.cards import DECK
from sabot.core.refusal import Refusal
from sabot.counting.polynomials import Ints, fast
from sabot.rules import Rulebook
from sabot.simulate.dealing.choice import Deal, dealer_of
from sabot.simulate.dealing.common import CommonDevices, Dealer
from sabot.simulate.dealing.eye import Eye, can_see
from sabot.simulate.dealing.pit import SHOES_IN_A_PIT, DrawnCards
from sabot.simulate.kernels.compilation import U, stream
from sabot.simulate.lookup.strategies import exact_strategy

PITS_IN_A_BLOCK = 16
SHOES_IN_A_BLOCK = PITS_IN_A_BLOCK * SHOES_IN_A_PIT
"""A block of shoes has a random stream of its own."""
FITTING_BLOCKS = 1 << 40
"""Blocks from this number on are for fitting: no shoe is fitted on and tested on."""
EVERY_COUP = 1 << 40
BEST = "optimal"


@dataclass(frozen=True, eq=False)
class SeenCoups:
    """Coups in the order in which they were dealt: `unseen[coup]` are 52 counts of the cards that a
    counter has not seen before it, `shoe[coup]` numbers its shoe from 0, `full` are the counts of a
    whole shoe."""

    full: npt.NDArray[np.uint8]
    unseen: npt.NDArray[np.uint8]
    shoe: Ints
    shoes: int


class Shoes:
    """Shoes of a game, dealt block by block; the same seed gives the same shoes."""

    def __init__(self, book: Rulebook, deal: Deal, seed: int) -> None:
        if book.procedure.takes_decisions and deal.strategy is None:
            strategy = exact_strategy(book, deal.decks, BEST)
            deal = Deal(
                deal.decks, deal.fresh, deal.source, deal.behind, deal.boxes, strategy, deal.removed
            )
        self.book, self.deal, self.seed = book, deal, seed
        self.dealer: Dealer = dealer_of(book, deal)
        if not can_see(self.dealer):
            raise Refusal(
                "not-counted",
                None,
                f"The cards of {book.title} are dealt one by one here and cannot be counted.",
            )
        self.full = np.bincount(deal.stack() & np.uint16(255), minlength=len(DECK)).astype(np.uint8)
        self.rack = self.dealer.rack_coups if isinstance(self.dealer, CommonDevices) else EVERY_COUP

    @property
    def from_device(self) -> bool:
        return isinstance(self.dealer, CommonDevices)

    @property
    def cut(self) -> int | None:
        """Cards behind the cutting card; a device has none."""
        ready = getattr(self.dealer, "prepared", None)
        return None if ready is None else int(ready.behind)

    def seen(self, shoes: int, *, fitting: bool = False) -> Iterator[SeenCoups]:
        """So many shoes, a block at a time."""
        block = FITTING_BLOCKS if fitting else 0
        while shoes > 0:
            wanted = min(shoes, SHOES_IN_A_BLOCK)
            yield self._block(block, wanted)
            shoes -= wanted
            block += 1

    def _block(self, block: int, wanted: int) -> SeenCoups:
        state = np.zeros(4, U)
        stream(U(self.seed), U(block), state)
        pits, eye, hands = self.dealer.open(), Eye(self.dealer), self.dealer.hands[0]
        found, numbers, done = [], [], 0
        while done < wanted:
            before = state.copy()
            self.dealer.deal(state, pits)
            drawn = eye.see(before, pits)
            rows = min(SHOES_IN_A_PIT, wanted - done)
            coups = (pits[0].dealt[:rows] // U(hands)).astype(np.int64)
            unseen = np.empty((int(coups.sum()), len(DECK)), np.uint8)
            unseen_before(coups, drawn, self.full, self.rack, unseen)
            found.append(unseen)
            numbers.append(np.repeat(np.arange(done, done + rows), coups))
            done += rows
        return SeenCoups(self.full, np.concatenate(found), np.concatenate(numbers), wanted)


@fast
def unseen_before(
    coups: Ints,
    drawn: DrawnCards,
    full: npt.NDArray[np.uint8],
    rack: int,
    to: npt.NDArray[np.uint8],
) -> None:
    """The cards not seen before each coup, of one shoe after the other."""
    at = 0
    left = np.zeros(full.shape[0], np.uint8)
    for row in range(coups.shape[0]):
        left[:] = full
        for coup in range(coups[row]):
            to[at] = left
            at += 1
            for place in range(drawn.lengths[row, coup]):
                left[drawn.cards[row, coup, place]] -= np.uint8(1)
            back = coup - rack
            if back >= 0:
                for place in range(drawn.lengths[row, back]):
                    left[drawn.cards[row, back, place]] += np.uint8(1)
