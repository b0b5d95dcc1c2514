"""Exact counting for games that deal a hand to each box: any box is like any other."""

from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np

from sabot.core.cards import DECK, Card, Hand, point_count
from sabot.odds.composition import Composition, falling
from sabot.odds.counters.kernels import count_hand_pairs
from sabot.odds.counters.starts import Array
from sabot.rules import BANKER, FactsSpace, ThreeCardHands, box_name

BOX = box_name(1)


def kinds_of(card: Card) -> tuple[int, bool]:
    """Return what the order of a hand can tell of a card: its value, and whether it is a
    picture."""
    return card.value, card.is_picture


KINDS = sorted({kinds_of(card) for card in DECK})
KIND_OF_CARD = [KINDS.index(kinds_of(card)) for card in DECK]
EXAMPLES = [next(card for card in DECK if kinds_of(card) == kind) for kind in KINDS]
HANDS = np.array(list(combinations_with_replacement(range(len(KINDS)), 3)))
ARRANGEMENTS = np.array([len(set(permutations(hand))) for hand in HANDS.tolist()])


@cache
def codes_of_hands(space: FactsSpace) -> Array:
    """The code of each unordered hand as the Banker's, by the rulebook's own reading.

    For a box against the Banker, both hands are alike, and so is the numbering of their orders.
    """
    codes = []
    for kinds in HANDS.tolist():
        cards = [EXAMPLES[kind] for kind in kinds]
        hand = Hand(cards, point_count(cards))
        facts = space.read({BOX: hand, BANKER: hand}, BOX)
        codes.append(space.domains[-1].index(facts[-1]))
    return np.array(codes)


def count_three_card_facts(
    procedure: ThreeCardHands, space: FactsSpace, composition: Composition
) -> tuple[Array, int]:
    """The ways to each code, and to all of them together."""
    hands = 2 if space.per_box else 1
    composition.check_enough(hands * procedure.rounds, "coup")
    total = falling(composition.size, hands * procedure.rounds)
    exact = object if total >= 2**62 else np.int64
    left: Array = composition.by_kind(KIND_OF_CARD).astype(exact)
    orders = len(space.domains[-1])
    alone: Array = np.zeros(orders, exact)
    both: Array = np.zeros((orders, orders), exact)
    count = count_hand_pairs if exact is np.int64 else count_hand_pairs.py_func
    count(left, HANDS, codes_of_hands(space), ARRANGEMENTS.astype(exact), alone, both)
    return (both.reshape(-1) if space.per_box else alone), total
