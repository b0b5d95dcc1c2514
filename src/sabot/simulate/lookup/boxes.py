"""Lookup tables for compiled dealing of hands on boxes, found by trying a rulebook's functions."""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.core.cards import DECK, RANKS, Card, Hand, point_count
from sabot.rules import BANKER, DEALER, TOTALS, FactsSpace, LuckyDrawHands, ThreeCardHands, box_name
from sabot.simulate.kernels.compilation import Bytes, Counts, Words
from sabot.simulate.lookup.common import CARD_BITS

Cards = tuple[Card, ...]
BOX = box_name(1)
KIND_BITS = 4
CLASS_BITS = 5
NO_CLASS = 255
"""Entry in place of a dealer's class: a third card is due."""


class ThreeCardLookup(NamedTuple):
    """Lookup tables of Three Card hands. `classes`: class of a hand by the kinds of its three
    cards; `box_codes`: code by a box's class and the Banker's; `banker_codes`: by the Banker's
    alone. `places[h]`: places, from 1, of hand h's cards in the deal; the boxes, then the
    Banker."""

    classes: Bytes
    box_codes: Words
    banker_codes: Words
    places: Counts


class LuckyDrawLookup(NamedTuple):
    """Lookup tables of Lucky Draw hands. `classes[first << 6 | second]`: class of two cards;
    `stood` and `drew` (by class, and by class << 6 | third card): end of a box. `dealer`: end of
    the dealer by the values of two cards, then of three. `codes`: code by a box's end and the
    dealer's. `draws`: 1 if a box draws, by its two cards and the up card."""

    classes: Bytes
    stood: Bytes
    drew: Bytes
    dealer: Bytes
    codes: Words
    places: Counts
    draws: Bytes


def _code(space: FactsSpace, house: str, box: Cards, other: Cards) -> int:
    hands = {BOX: Hand(box, point_count(box)), house: Hand(other, point_count(other))}
    return space.code(space.read(hands, BOX if space.per_box else ""))


class Classes:
    """Numbers for distinguishable things; `one_of[n]` is the first cards that had number n."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self.one_of: list[Cards] = []

    def of(self, seen: object, cards: Cards) -> int:
        if seen not in self._numbers:
            self._numbers[seen] = len(self.one_of)
            self.one_of.append(cards)
        return self._numbers[seen]


def places_of(procedure: ThreeCardHands | LuckyDrawHands, boxes: int) -> Counts:
    """Return, for each hand, boxes first, the places of its cards in the initial deal; 0 for no
    card."""
    order = [due.hand for due in procedure.initial(tuple(range(1, boxes + 1)))]
    hands = [*map(box_name, range(1, boxes + 1)), *procedure.house]
    dealt = [[place for place, due in enumerate(order, 1) if due == hand] for hand in hands]
    most = max(map(len, dealt))
    return np.array([[*each, *[0] * (most - len(each))] for each in dealt], np.int64)


@cache
def kinds_of_cards(space: FactsSpace) -> tuple[int, ...]:
    """Number the cards so that those of one kind can replace each other in any hand of three."""
    suit = DECK[: len(RANKS)]
    found = Classes()
    return tuple(
        found.of(
            tuple(
                _code(space, BANKER, suit[:3], (card, *others))
                for others in combinations_with_replacement(suit, 2)
            ),
            (card,),
        )
        for card in DECK
    )


def three_card_lookup(
    procedure: ThreeCardHands, box_space: FactsSpace, banker_space: FactsSpace, boxes: int
) -> ThreeCardLookup:
    places = places_of(procedure, boxes)
    return ThreeCardLookup(*_three_card_classes(box_space, banker_space), places)


@cache
def _three_card_classes(
    box_space: FactsSpace, banker_space: FactsSpace
) -> tuple[Bytes, Words, Words]:
    kinds = kinds_of_cards(banker_space)
    cards = [DECK[kinds.index(kind)] for kind in range(max(kinds) + 1)]
    plain, found = DECK[:3], Classes()
    classes = np.zeros(1 << 3 * KIND_BITS, np.uint8)
    for first, one in enumerate(cards):
        for second, two in enumerate(cards):
            for third, three in enumerate(cards):
                hand = (one, two, three)
                seen = (
                    _code(banker_space, BANKER, plain, hand),
                    _code(box_space, BANKER, plain, hand),
                    _code(box_space, BANKER, hand, plain),
                )
                where = (first << KIND_BITS | second) << KIND_BITS | third
                classes[where] = found.of(seen, hand)
    assert len(found.one_of) <= 1 << CLASS_BITS
    box_codes = np.zeros(1 << 2 * CLASS_BITS, np.uint16)
    for place, box in enumerate(found.one_of):
        for other, banker in enumerate(found.one_of):
            box_codes[place << CLASS_BITS | other] = _code(box_space, BANKER, box, banker)
    banker_codes = [_code(banker_space, BANKER, plain, banker) for banker in found.one_of]
    return classes, box_codes, np.array(banker_codes, np.uint16)


def lucky_draw_lookup(
    procedure: LuckyDrawHands, space: FactsSpace, boxes: int, draws: NDArray[np.bool_]
) -> LuckyDrawLookup:
    """Build the lookup for boxes that draw by `draws[first, second, up]`, with cards by their
    numbers."""
    size = 1 << CARD_BITS
    decisions = np.zeros((size, size, size), np.uint8)
    decisions[: len(DECK), : len(DECK), : len(DECK)] = draws
    tables = _lucky_draw_tables(procedure, space)
    return LuckyDrawLookup(*tables, places_of(procedure, boxes), decisions.reshape(-1))


@cache
def _lucky_draw_tables(
    procedure: LuckyDrawHands, space: FactsSpace
) -> tuple[Bytes, Bytes, Bytes, Bytes, Words]:
    plain, ends, pairs = DECK[:2], Classes(), Classes()
    classes = np.zeros(1 << 2 * CARD_BITS, np.uint8)
    found: list[tuple[int, tuple[int, ...]]] = []
    for first, second in combinations_with_replacement(range(len(DECK)), 2):
        hand = (DECK[first], DECK[second])
        stood, *drew = (
            ends.of(_code(space, DEALER, cards, plain), cards)
            for cards in (hand, *((*hand, third) for third in DECK))
        )
        seen = (stood, tuple(drew))
        place = pairs.of(seen, hand)
        if place == len(found):
            found.append(seen)
        classes[first << CARD_BITS | second] = classes[second << CARD_BITS | first] = place
    stood_ends = np.array([stood for stood, _ in found], np.uint8)
    drew_ends = np.zeros(len(found) << CARD_BITS, np.uint8)
    for place, (_, thirds) in enumerate(found):
        drew_ends[place << CARD_BITS : (place << CARD_BITS) + len(thirds)] = thirds
    dealers, dealer = _dealer_ends(procedure, space)
    codes = np.zeros(len(ends.one_of) << CLASS_BITS, np.uint16)
    for place, box in enumerate(ends.one_of):
        for other, house in enumerate(dealers.one_of):
            codes[place << CLASS_BITS | other] = _code(space, DEALER, box, house)
    return classes, stood_ends, drew_ends, dealer, codes


def _dealer_ends(procedure: LuckyDrawHands, space: FactsSpace) -> tuple[Classes, Bytes]:
    """Return the ends of the dealer's hands, by the values of two cards and then of three."""
    found, ends = Classes(), []
    cards = {card.value: card for card in reversed(DECK)}
    hands = [(cards[first], cards[second]) for first in TOTALS for second in TOTALS]
    for hand in hands:
        code = _code(space, DEALER, DECK[:2], hand)
        ends.append(NO_CLASS if _dealer_draws(procedure, hand) else found.of(code, hand))
    for hand in hands:
        for third in TOTALS:
            three = (*hand, cards[third])
            ends.append(found.of(_code(space, DEALER, DECK[:2], three), three))
    return found, np.array(ends, np.uint8)


def _dealer_draws(procedure: LuckyDrawHands, hand: Cards) -> bool:
    """Return True if the procedure gives the dealer a third card on these two."""
    hands = {DEALER: list(hand[:1])}
    steps = procedure.then(hands, {})
    next(steps)
    hands[DEALER].append(hand[1])
    return next(steps, None) is not None
