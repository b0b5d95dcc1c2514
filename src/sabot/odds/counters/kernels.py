"""Exact counting, compiled: plain arrays in, plain arrays out.

Every count is a number of ordered card sequences. The arrays are handed in, so that the same
functions count in 64-bit integers when the totals fit and, uncompiled, in Python's integers
when they do not.
"""

from sabot.odds.counters.compilation import compiled
from sabot.odds.counters.starts import Array


@compiled
def _pair_class(first: int, second: int) -> int:
    """The class of a pair by its suits, in the order spades, hearts, diamonds, clubs."""
    if first == second:
        return 3
    red = (first == 1 or first == 2) == (second == 1 or second == 2)
    return 2 if red else 1


@compiled
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


@compiled
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


@compiled
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
