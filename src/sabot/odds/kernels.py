"""Exact counting, compiled: plain arrays in, plain arrays out.

Every count is a number of ordered card sequences. The arrays are handed in, so that the same
functions count in 64-bit integers when the totals fit and, uncompiled, in Python's integers
when they do not.
"""

from typing import Any

import numpy as np
from numba import njit

Array = Any
"""A numpy array of int64, or of Python integers."""

PAIRS_OF_VALUES = np.array([(low, high) for low in range(10) for high in range(low, 10)])
PAIR_CLASSES = 4
"""No pair; one red and one black card; one colour, two suits; one suit."""
STARTS = 2 * PAIR_CLASSES * PAIR_CLASSES
"""How two hands of two cards can be paired: the class of each, and whether by one rank."""


@njit(cache=True)
def _pair_class(first: int, second: int) -> int:
    """The class of a pair by its suits, in the order spades, hearts, diamonds, clubs."""
    if first == second:
        return 3
    red = (first == 1 or first == 2) == (second == 1 or second == 2)
    return 2 if red else 1


@njit(cache=True)
def count_pairs(suits: Array, pairs: Array, fours: Array) -> None:
    """For each rank: ordered pairs by class, and ordered fours by the classes of both pairs."""
    for rank in range(suits.shape[0]):
        for a in range(4):
            for c in range(4):
                two = suits[rank, a] * (suits[rank, c] - (a == c))
                own = _pair_class(a, c)
                pairs[rank, own] += two
                if two == 0:
                    continue
                for b in range(4):
                    for d in range(4):
                        third = suits[rank, b] - (a == b) - (c == b)
                        fourth = suits[rank, d] - (a == d) - (c == d) - (b == d)
                        if third > 0 and fourth > 0:
                            fours[rank, own, _pair_class(b, d)] += two * third * fourth


@njit(cache=True)
def count_starts(
    ranks: Array, values: Array, place: Array, pairs: Array, fours: Array, starts: Array
) -> None:
    """Ordered starts of four cards (both hands of two) by the values in each hand and by how
    they are paired: `starts[player's values, banker's values, start]`."""
    size = ranks.shape[0]
    for a in range(size):
        for c in range(size):
            player = place[values[a], values[c]]
            for b in range(size):
                for d in range(size):
                    banker = place[values[b], values[d]]
                    third = ranks[b] - (a == b) - (c == b)
                    fourth = ranks[d] - (a == d) - (c == d) - (b == d)
                    if a != c and b != d:
                        two = ranks[a] * ranks[c]
                        if third > 0 and fourth > 0:
                            starts[player, banker, 0] += two * third * fourth
                    elif a == c and b != d:
                        if third > 0 and fourth > 0:
                            for own in range(1, 4):
                                starts[player, banker, own * 8] += pairs[a, own] * third * fourth
                    elif a != c:
                        # The Banker's pair first: its suits matter, the Player's do not.
                        first = ranks[a] - 2 * (a == b)
                        second = ranks[c] - 2 * (c == b)
                        if first > 0 and second > 0:
                            for other in range(1, 4):
                                starts[player, banker, other * 2] += (
                                    pairs[b, other] * first * second
                                )
                    else:
                        for own in range(1, 4):
                            for other in range(1, 4):
                                if a == b:
                                    starts[player, banker, own * 8 + other * 2 + 1] += fours[
                                        a, own, other
                                    ]
                                else:
                                    starts[player, banker, own * 8 + other * 2] += (
                                        pairs[a, own] * pairs[b, other]
                                    )


@njit(cache=True)
def count_common(
    left: Array, size: int, starts: Array, natural: Array, player_draws: Array, tableau: Array,
    start_extra: Array, card_extra: Array, codes: Array, ways: Array,
) -> None:  # fmt: skip
    """Finish every start by the drawing rules: `ways[code]`, completed to six cards.

    `start_extra[player, banker, start]` is what the start adds to the last fact (a kind of pair, a
    number of sevens), `card_extra[value]` what a third card adds; `codes[player, banker, third
    card of the Banker, last fact]` numbers the facts.
    """
    rest = size - 4
    pairs = PAIRS_OF_VALUES
    for i in range(pairs.shape[0]):
        for j in range(pairs.shape[0]):
            for start in range(starts.shape[2]):
                weight = starts[i, j, start]
                if weight == 0:
                    continue
                extra = start_extra[i, j, start]
                player = (pairs[i, 0] + pairs[i, 1]) % 10
                banker = (pairs[j, 0] + pairs[j, 1]) % 10
                for gone in range(2):
                    left[pairs[i, gone]] -= 1
                    left[pairs[j, gone]] -= 1
                open_hands = not (natural[player] or natural[banker])
                if open_hands and player_draws[player]:
                    for third in range(10):
                        drawn = weight * left[third]
                        total = (player + third) % 10
                        more = extra + card_extra[third]
                        if not tableau[banker, third + 1]:
                            ways[codes[total, banker, 0, more]] += drawn * (rest - 1)
                            continue
                        left[third] -= 1
                        for fourth in range(10 if drawn > 0 else 0):
                            end = (banker + fourth) % 10
                            code = codes[total, end, 1, more + card_extra[fourth]]
                            ways[code] += drawn * left[fourth]
                        left[third] += 1
                elif open_hands and tableau[banker, 0]:
                    for third in range(10):
                        end = (banker + third) % 10
                        code = codes[player, end, 1, extra + card_extra[third]]
                        ways[code] += weight * left[third] * (rest - 1)
                else:
                    ways[codes[player, banker, 0, extra]] += weight * rest * (rest - 1)
                for gone in range(2):
                    left[pairs[i, gone]] += 1
                    left[pairs[j, gone]] += 1


@njit(cache=True)
def count_hand_pairs(
    left: Array, hands: Array, orders: Array, arrangements: Array, first: Array, ways: Array
) -> None:
    """Two hands of three from one shoe: `ways[order of the one, order of the other]`.

    `hands` are the unordered hands by kind of card, `orders` how they rank (from 0) and
    `arrangements` in how many orders their cards can come; `first[order]` counts one hand alone.
    """
    for one in range(hands.shape[0]):
        ways_one = arrangements[one]
        for place in range(3):
            kind = hands[one, place]
            ways_one = ways_one * left[kind]
            left[kind] -= 1
        if ways_one > 0:
            first[orders[one]] += ways_one
            for other in range(hands.shape[0]):
                a, b, c = int(hands[other, 0]), int(hands[other, 1]), int(hands[other, 2])
                both = ways_one * arrangements[other] * left[a]
                both = both * (left[b] - (a == b)) * (left[c] - (a == c) - (b == c))
                if both > 0:
                    ways[orders[one], orders[other]] += both
        for place in range(3):
            left[hands[one, place]] += 1


@njit(cache=True)
def count_lucky_draw(
    left: Array, values: Array, hands: Array, classes: Array, draws: Array,
    stands: Array, drawn: Array,
) -> None:  # fmt: skip
    """Every hand of two against every up card, finished both ways, on six cards each.

    `stands[hand, up, dealer's total]`, and `drawn[hand, up, player's total, class, dealer's
    total]`, where `classes[hand, third card]` says what the third card makes of the hand.
    """
    kinds = left.shape[0]
    rest = -3
    for kind in range(kinds):
        rest += left[kind]
    for hand in range(hands.shape[0]):
        a, b = int(hands[hand, 0]), int(hands[hand, 1])
        two = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
        left[a] -= 1
        left[b] -= 1
        for up in range(kinds if two > 0 else 0):
            seen = two * left[up]
            left[up] -= 1
            for third in range(-1, kinds if seen > 0 else -1):
                # A player who stands leaves a card: it is drawn at last, and ignored.
                weight, more, ends = seen * (rest - 2), rest - 1, stands[hand, up]
                if third >= 0:
                    weight, more = seen * left[third], rest - 2
                    total = (values[a] + values[b] + values[third]) % 10
                    ends = drawn[hand, up, total, classes[hand, third]]
                    left[third] -= 1
                for second in range(kinds if weight > 0 else 0):
                    shown = (values[up] + values[second]) % 10
                    ways = weight * left[second]
                    if not draws[shown]:
                        ends[shown] += ways * more
                        continue
                    left[second] -= 1
                    for last in range(kinds if ways > 0 else 0):
                        ends[(shown + values[last]) % 10] += ways * left[last]
                    left[second] += 1
                if third >= 0:
                    left[third] += 1
            left[up] += 1
        left[a] += 1
        left[b] += 1
