"""The first four cards of a coup: every start of two hands, by values and by how they are paired.

Counts are of ordered cards, in arrays of 64-bit integers, or of Python's where totals do not fit.
"""

from typing import Any

import numpy as np

from sabot.core.cards import DECK

Array = Any
"""A numpy array of int64, or of Python integers."""

PAIRS_OF_VALUES = np.array([(low, high) for low in range(10) for high in range(low, 10)])
PLACE = np.zeros((10, 10), np.int64)
for _place, (_low, _high) in enumerate(PAIRS_OF_VALUES):
    PLACE[_low, _high] = PLACE[_high, _low] = _place
PAIR_CLASSES = 4
"""No pair; one red and one black card; one colour, two suits; one suit."""
STARTS = 2 * PAIR_CLASSES * PAIR_CLASSES
"""Number of ways to pair two hands of two cards: the class of each, and whether by the same
rank."""

_RANK_VALUES = np.array([card.value for card in DECK[:13]])
_PLACES = PLACE[_RANK_VALUES[:, None], _RANK_VALUES]
_SAME = np.eye(13, dtype=np.int64)
_SUIT = np.eye(4, dtype=np.int64)
_CLASS_OF = np.array([[3, 1, 1, 2], [1, 3, 2, 1], [1, 2, 3, 1], [2, 1, 1, 3]])
"""The class of a pair by its suits, in the order spades, hearts, diamonds, clubs."""


def starts_of(suits: Array) -> Array:
    """Starts from so many cards of each rank and suit: `[player's values, banker's values, how they
    are paired]`."""
    pairs, fours = pairs_of(suits)
    ranks = suits.sum(axis=1)
    starts: Array = np.zeros((len(PAIRS_OF_VALUES), len(PAIRS_OF_VALUES), STARTS), suits.dtype)
    first, second = np.nonzero(1 - _SAME)
    apart = _PLACES[first, second]
    two = ranks[first] * ranks[second]
    gone = _SAME[first] + _SAME[second]
    left = np.maximum(ranks - gone, 0)
    both = two[:, None] * left[:, first] * left[:, second]
    np.add.at(starts, (apart[:, None], apart, 0), both)
    rank = np.arange(13)
    paired = _PLACES[rank, rank]
    left = np.maximum(ranks - 2 * _SAME, 0)
    beside = left[:, first] * left[:, second]
    for own in range(1, PAIR_CLASSES):
        ways = pairs[:, own, None] * beside
        np.add.at(starts, (paired[:, None], apart, own * 8), ways)
        np.add.at(starts, (apart[:, None], paired, own * 2), ways.T)
        for other in range(1, PAIR_CLASSES):
            kind = own * 8 + other * 2
            ways = pairs[:, own, None] * pairs[:, other] * (1 - _SAME)
            np.add.at(starts, (paired[:, None], paired, kind), ways)
            np.add.at(starts, (paired, paired, kind + 1), fours[:, own, other])
    return starts


def pairs_of(suits: Array) -> tuple[Array, Array]:
    """For each rank: ordered pairs by class, and ordered fours by the classes of both pairs."""
    pairs: Array = np.zeros((13, PAIR_CLASSES), suits.dtype)
    fours: Array = np.zeros((13, PAIR_CLASSES, PAIR_CLASSES), suits.dtype)
    rank = np.arange(13)[:, None, None]
    left = suits[:, None, :] - _SUIT
    two = suits[:, :, None] * left
    np.add.at(pairs, (rank, _CLASS_OF), two)
    gone = _SUIT[:, None] + _SUIT
    third = np.maximum(suits[:, None, None, :] - gone, 0)
    fourth = np.maximum(third[..., None, :] - _SUIT, 0)
    ways = two[..., None, None] * third[..., None] * fourth
    np.add.at(fours, (rank[..., None, None], _CLASS_OF[:, :, None, None], _CLASS_OF), ways)
    return pairs, fours
