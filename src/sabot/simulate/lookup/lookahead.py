"""Lookup tables for dealing by lookahead, where facts see no more than point counts and pairs."""

from itertools import product

import numpy as np

from sabot.core.cards import DECK, RANKS
from sabot.rules import BANKER, PLAYER, TOTALS, CommonHands
from sabot.simulate.kernels.lookahead import MOST_CARDS, PAIR_BITS
from sabot.simulate.lookup.common import (
    BANKER_START,
    CARD_BITS,
    CLASS_BITS,
    ENDINGS_START,
    MARKS_START,
    CommonLookup,
    LookaheadLookup,
)

SAME_COLOUR = 3
"""Sum of two suits of one colour, spades being 0 and clubs 3."""
Kind = tuple[int, int]
"""Point count and pair of an initial hand."""


def lookahead_lookup(procedure: CommonHands, lookup: CommonLookup) -> LookaheadLookup | None:
    """Return the same lookup for dealing by lookahead; None if the cards come in another order, or
    the classes of hands differ by more than point count and pair."""
    if procedure.deal_order != (PLAYER, BANKER) * 2 or lookup.most_cards != MOST_CARDS:
        return None
    players, bankers = _classes(lookup, 0), _classes(lookup, BANKER_START)
    if players is None or bankers is None:
        return None
    pairs: dict[int, int] = {}
    for (player, p), (banker, b) in product(players.items(), bankers.items()):
        where = p << CLASS_BITS | b
        both = player[1] << PAIR_BITS | banker[1]
        ending = (player[0] * len(TOTALS) + banker[0]) * len(TOTALS) ** 2
        mark = int(lookup.steps[MARKS_START + where])
        if lookup.steps[where] != ending or pairs.setdefault(both, mark) != mark:
            return None
    table = np.zeros(1 << 2 * PAIR_BITS, np.uint16)
    table[list(pairs)] = list(pairs.values())
    return LookaheadLookup(*lookup, lookup.steps[ENDINGS_START:].copy(), table)


def _classes(lookup: CommonLookup, start: int) -> dict[Kind, int] | None:
    """Return the class of every kind of initial hand, or None if a kind has several."""
    found: dict[Kind, int] = {}
    for first, second in product(range(len(DECK)), repeat=2):
        each = int(lookup.classes[start + (first << CARD_BITS | second)])
        total = (DECK[first].value + DECK[second].value) % len(TOTALS)
        if found.setdefault((total, _pair(first, second)), each) != each:
            return None
    return found


def _pair(first: int, second: int) -> int:
    """Return the number of a pair, as `kernels.lookahead` writes it."""
    if first % len(RANKS) != second % len(RANKS):
        return 0
    suits = first // len(RANKS) + second // len(RANKS)
    kind = 2 if first == second else 1 if suits == SAME_COLOUR else 0
    return 1 + first % len(RANKS) + kind * len(RANKS)
