"""Lookup tables for compiled dealing of two common hands, found by trying a rulebook's functions.

The first two cards of a hand have a point count and a mark: anything else that the facts see in
them, such as a pair. Hands are dealt here by the rulebook's own procedure and reduced by its own
facts, and the answers kept, so that no rule is written a second time.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from sabot.core.cards import DECK, RANKS, Card, Hand, point_count
from sabot.odds.counters.general import ObservedFacts
from sabot.rules import BANKER, PLAYER, TOTALS, CommonHands, FactsSpace
from sabot.simulate.kernels.compilation import Bytes, Longs, U, Words
from sabot.simulate.lookup.any_facts import AnyFacts, any_facts

CARD_BITS = 6
CLASS_BITS = 5
BANKER_START = 1 << 2 * CARD_BITS
"""Index at which the Banker's half of `classes` begins."""
MARKS_START = 1 << 2 * CLASS_BITS
ENDINGS_START = 2 * MARKS_START
ENDING_BITS = 4
"""Bits below the code of an ending: the bytes that it took from the shoe, and 1 for a tie."""

Cards = tuple[Card, ...]
Numbers = tuple[int, int]
"""The two cards of an initial hand, by their numbers in the deck; twice one for a single card."""


class CommonLookup(NamedTuple):
    """Lookup tables of common hands. `classes[first << 6 | second]` is the class of a hand: its
    point count and mark together."""

    classes: Bytes
    steps: Words
    places: Longs
    most_cards: int


class AnyLookup(NamedTuple):
    """Lookup tables for facts that depend on more than these classes, which are empty here. A type
    of its own lets dealers be compiled for one of the two: carrying the data that `any` needs
    through every coup of a game that does not need it costs that game half its speed."""

    classes: Bytes
    steps: Words
    places: Longs
    most_cards: int
    any: AnyFacts


class LookaheadLookup(NamedTuple):
    """Lookup tables of common hands, and by what `Pit.ahead` holds `endings` and the difference
    that `pairs` make to their codes."""

    classes: Bytes
    steps: Words
    places: Longs
    most_cards: int
    endings: Words
    pairs: Words


Lookup = CommonLookup | AnyLookup | LookaheadLookup


@cache
def common_lookup(procedure: CommonHands, space: FactsSpace) -> CommonLookup:
    order = procedure.deal_order
    places = _places(procedure)
    trial = _Trial(procedure, space, {hand: len(dealt) for hand, dealt in places.items()})
    player, banker = (_classes(trial, hand) for hand in (PLAYER, BANKER))
    classes = np.zeros(2 * BANKER_START, np.uint8)
    for start, found in ((0, player), (BANKER_START, banker)):
        for (first, second), each in found.items():
            classes[start + (first << CARD_BITS | second)] = each
    steps = np.zeros(ENDINGS_START + len(TOTALS) ** 4, np.uint16)
    for first_hand, p in _one_of_each(player):
        for second_hand, b in _one_of_each(banker):
            where = p << CLASS_BITS | b
            totals = trial.total(PLAYER, first_hand), trial.total(BANKER, second_hand)
            steps[where] = (totals[0] * len(TOTALS) + totals[1]) * len(TOTALS) ** 2
            steps[MARKS_START + where] = trial.marks(first_hand, second_hand)
    steps[ENDINGS_START:] = trial.endings()
    bytes_back = _bytes_back(procedure)
    return CommonLookup(classes, steps, np.array(bytes_back, U), len(order) + 2)


def any_lookup(procedure: CommonHands, seen: ObservedFacts) -> AnyLookup:
    """Build the lookup for any facts, from what they were found to depend on."""
    back = np.array(_bytes_back(procedure), U)
    no_classes, no_steps = np.zeros(0, np.uint8), np.zeros(0, np.uint16)
    most = len(procedure.deal_order) + 2
    return AnyLookup(no_classes, no_steps, back, most, any_facts(seen))


def _places(procedure: CommonHands) -> dict[str, list[int]]:
    """Return the places, from 1, of each hand's first cards in a coup."""
    order = procedure.deal_order
    return {hand: [p for p, due in enumerate(order, 1) if due == hand] for hand in procedure.house}


def _bytes_back(procedure: CommonHands) -> list[int]:
    places, order = _places(procedure), procedure.deal_order
    back = [2 * place for hand in (PLAYER, BANKER) for place in (places[hand] * 2)[:2]]
    return back + [2 * (len(order) + third) - 1 for third in (1, 2)]


class _Trial:
    """Deal hands to find what the facts depend on."""

    def __init__(
        self, procedure: CommonHands, space: FactsSpace, initial: Mapping[str, int]
    ) -> None:
        self.procedure, self.space = procedure, space
        self.hands = {hand: _initial_hands(count) for hand, count in initial.items()}
        self.like = {hand: self._plainest(hand) for hand in initial}
        self._plain = {
            (player, banker): self.code_of(PLAYER, self.like[PLAYER][player], alike)
            for player in TOTALS
            for banker, alike in self.like[BANKER].items()
        }

    def cards(self, hand: str, numbers: Numbers) -> Cards:
        printed = self.procedure.printed if hand == PLAYER else ()
        return (*printed, *self.hands[hand][numbers])

    def total(self, hand: str, numbers: Numbers) -> int:
        return point_count(self.cards(hand, numbers))

    def code(self, player: Cards, banker: Cards) -> int:
        hands = {
            PLAYER: Hand(player, point_count(player)),
            BANKER: Hand(banker, point_count(banker)),
        }
        return self.space.code(self.space.read(hands, ""))

    def code_of(self, hand: str, numbers: Numbers, other: Numbers) -> int:
        player, banker = (numbers, other) if hand == PLAYER else (other, numbers)
        return self.code(self.cards(PLAYER, player), self.cards(BANKER, banker))

    def _plainest(self, hand: str) -> dict[int, Numbers]:
        """Return for every point count the hand with the lowest code: the one without a mark."""
        other = next(iter(self.hands[_other(hand)]))
        found: dict[int, tuple[int, Numbers]] = {}
        for numbers in self.hands[hand]:
            total, code = self.total(hand, numbers), self.code_of(hand, numbers, other)
            if total not in found or code < found[total][0]:
                found[total] = code, numbers
        return {total: numbers for total, (_, numbers) in found.items()}

    def marks(self, player: Numbers, banker: Numbers) -> int:
        """Return the difference that the marks of two initial hands make to the code of plain
        ones."""
        plain = self._plain[self.total(PLAYER, player), self.total(BANKER, banker)]
        return self.code_of(PLAYER, player, banker) - plain

    def endings(self) -> list[int]:
        """Return the endings of plain hands, by both point counts and the values of the next two
        cards."""
        next_cards = {card.value: card for card in reversed(DECK)}
        return [
            self._ending(player, banker, (next_cards[first], next_cards[second]))
            for player in TOTALS
            for banker in TOTALS
            for first in TOTALS
            for second in TOTALS
        ]

    def _ending(self, player: int, banker: int, cards: Cards) -> int:
        hands = {
            hand: [*self.cards(hand, self.like[hand][total])]
            for hand, total in ((PLAYER, player), (BANKER, banker))
        }
        used = len(self.procedure.deal_order)
        coming = iter(cards)
        for due in self.procedure.then(hands, {}):
            hands[due.hand].append(next(coming))
            used += 1
        code = self.code(tuple(hands[PLAYER]), tuple(hands[BANKER]))
        tie = point_count(hands[PLAYER]) == point_count(hands[BANKER])
        return code << ENDING_BITS | 2 * used | tie


def _other(hand: str) -> str:
    return BANKER if hand == PLAYER else PLAYER


def _initial_hands(count: int) -> dict[Numbers, Cards]:
    """Return every initial hand of one card or two; two are the same in either order."""
    if count == 1:
        return {(number, number): (card,) for number, card in enumerate(DECK)}
    return {
        (first, second): (DECK[first], DECK[second])
        for first in range(len(DECK))
        for second in range(first, len(DECK))
    }


def _classes(trial: _Trial, hand: str) -> dict[Numbers, int]:
    """Number the hands. Hands that no hand of the other side tells apart share a number."""
    other = _other(hand)
    alike = {
        trial.hands[other][numbers][0].rank: numbers
        for numbers in trial.hands[other]
        if len({card.rank for card in trial.hands[other][numbers]}) == 1
    }
    assert list(alike) == list(RANKS)
    against = (*alike.values(), next(iter(trial.like[other].values())))
    found: dict[Numbers, int] = {}
    kinds: dict[tuple[int, ...], int] = {}
    for numbers in trial.hands[hand]:
        sides = ((numbers, each) if hand == PLAYER else (each, numbers) for each in against)
        kind = (trial.total(hand, numbers), *(trial.marks(*pair) for pair in sides))
        found[numbers] = found[numbers[::-1]] = kinds.setdefault(kind, len(kinds))
    assert len(kinds) <= 1 << CLASS_BITS, f"{len(kinds)} classes of hands are too many"
    return found


def _one_of_each(classes: Mapping[Numbers, int]) -> Iterable[tuple[Numbers, int]]:
    return {
        each: (numbers, each) for numbers, each in classes.items() if numbers[0] <= numbers[1]
    }.values()
