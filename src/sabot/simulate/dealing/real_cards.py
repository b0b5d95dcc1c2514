"""Plain dealing: real cards by the rulebook's own procedure, for facts that compiled dealing cannot
handle.

It takes some thirty microseconds a coup, and stays in one process: custom facts cannot be sent
elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sabot.core.cards import DECK, Card
from sabot.coup import deal_so_far
from sabot.odds.observation.trial import code_of, hands_of
from sabot.rules import BANKER, PLAYER, FactsSpace, Hands, Rulebook, box_name
from sabot.simulate.dealing.common import PITS_IN_A_BLOCK, BlockRun, begin_block
from sabot.simulate.dealing.pit import Pit, Prepared, pit
from sabot.simulate.kernels.compilation import Longs, U, Words
from sabot.simulate.kernels.shuffling import A_WORD, shuffle
from sabot.simulate.results.counting import Settling, count


@dataclass(frozen=True)
class PlainDealer:
    """Deal at most `coups` coups from a shoe, or each from full decks where none is prepared."""

    book: Rulebook
    spaces: tuple[FactsSpace, ...]
    cards: Words
    coups: int
    most_cards: int
    prepared: Prepared | None
    boxes: tuple[int, ...]

    @property
    def hands(self) -> tuple[int, ...]:
        return tuple(len(self.boxes) if space.per_box else 1 for space in self.spaces)

    @property
    def fresh(self) -> bool:
        return self.prepared is None

    def open(self) -> tuple[Pit, ...]:
        return tuple(pit(self.cards, self.coups * hands) for hands in self.hands)

    def deal(self, state: Longs, pits: tuple[Pit, ...]) -> None:
        shoes = pits[0].shoes
        codes: list[list[list[int]]] = [[[] for _ in self.spaces] for _ in shoes]
        if self.prepared is None:
            for _ in range(self.coups):
                shuffle(state, shoes, -(-self.most_cards // A_WORD) * A_WORD)
                for row, found in zip(shoes, codes, strict=True):
                    self._read(self._dealt(_cards(row[-self.most_cards :]), 0)[0], found)
        else:
            shuffle(state, shoes, self.prepared.draws)
            for row, found in zip(shoes, codes, strict=True):
                for hands in self._shoe(_cards(row), self.prepared):
                    self._read(hands, found)
        for place, each in enumerate(pits):
            for shoe, found in enumerate(codes):
                each.codes[shoe, : len(found[place])] = found[place]
                each.dealt[shoe] = len(found[place])

    def deal_blocks(
        self, run: BlockRun, pits: tuple[Pit, ...], settlings: tuple[Settling, ...]
    ) -> None:
        state = np.zeros(4, U)
        for block in range(int(run.first), int(run.first + run.blocks)):
            begin_block(run.seed, U(block), state, self.cards, pits[0])
            for _ in range(PITS_IN_A_BLOCK):
                self.deal(state, pits)
                for each, settling in zip(pits, settlings, strict=True):
                    count(each, settling)

    def _dealt(self, stack: Sequence[Card], at: int) -> tuple[Hands, int]:
        dealing = deal_so_far(self.book, stack[at : at + self.most_cards], self.boxes)
        return hands_of(dealing.hands), dealing.used

    def _read(self, hands: Hands, found: list[list[int]]) -> None:
        for space, codes in zip(self.spaces, found, strict=True):
            names = map(box_name, self.boxes) if space.per_box else ("",)
            codes += [code_of(space, hands, name) for name in names]

    def _shoe(self, stack: Sequence[Card], prepared: Prepared) -> Iterator[Hands]:
        """Yield every coup of a shoe; the coups after the cutting card follow
        `sabot.shoe.RunDown`."""
        at, tie = int(prepared.burns[stack[0].value]), False
        card = len(stack) - prepared.behind
        while at < card:
            hands, used = self._dealt(stack, at)
            at, tie = at + used, _is_tie(hands)
            yield hands
        left, granted = prepared.first if at == card else prepared.during, False
        if at != card and left == 0 and tie:
            left, granted = prepared.tie_adds, True
        while left:
            hands, used = self._dealt(stack, at)
            at, left = at + used, left - 1
            yield hands
            if not left and _is_tie(hands) and not granted:
                left, granted = prepared.tie_adds, True


def _cards(row: Words) -> list[Card]:
    """Return a shoe in dealing order, from its end."""
    return [DECK[number] for number in (row[::-1] & np.uint16(255)).tolist()]


def _is_tie(hands: Hands) -> bool:
    return PLAYER in hands and hands[PLAYER].total == hands[BANKER].total
