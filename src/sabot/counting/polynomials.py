"""The expectation of a wager as a polynomial in the counts of the cards that are left.

A coup takes at most six cards. Cards that a wager cannot tell apart are one kind, and a multiset of
kinds can be drawn in as many orders as a falling product of their counts. So the expectation is a
fixed sum over the multisets of six kinds: coefficients that depend on the rules alone, times those
products, divided by the orders of any six cards. The coefficients are counted once for a wager; a
composition then costs one pass over the multisets.

Multisets are numbered in colexicographic order (by their largest kind first), so that all multisets
without a larger kind than k stand in front. Every level is then made from the one below by long
rows of plain multiplications. All products of up to 416 cards fit into a float without rounding.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sabot.core.compiler import jit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
F = TypeVar("F", bound=Callable[..., Any])
LANES = 8
"""Compositions that are evaluated side by side."""
MOST_KINDS = 20
"""With more kinds of card there are too many multisets of six to be counted."""


def fast(function: F) -> F:
    """Compile when first called; sums of floats may be taken in any order."""
    return jit(function, nogil=True, fastmath=True)


@dataclass(frozen=True)
class KindMultisets:
    """All multisets of up to `size` of so many kinds, level by level.

    `first[level, k]` is how many multisets of a level have no kind above k - 1. `times` says of
    each multiset how often it has its largest kind, level after level from `start[level]`.
    """

    kinds: int
    size: int
    first: Ints
    start: Ints
    times: Floats


@cache
def multisets(kinds: int, size: int) -> KindMultisets:
    first = np.array(
        [[comb(k + level - 1, level) if level else 1 for k in range(kinds + 1)]
         for level in range(size + 1)]
    )  # fmt: skip
    lengths = [1, *(int(row[-1]) for row in first[1:])]
    start = np.concatenate([[0], np.cumsum(lengths)])
    times = np.zeros(int(start[size]))
    _multiplicities(kinds, size, first, start, times)
    return KindMultisets(kinds, size, first, start, times)


@fast
def _multiplicities(kinds: int, size: int, first: Ints, start: Ints, times: Floats) -> None:
    for level in range(1, size):
        at = start[level]
        for kind in range(kinds):
            for below in range(first[level - 1, kind + 1]):
                again = below >= first[level - 1, kind]
                times[at] = times[start[level - 1] + below] + 1.0 if again else 1.0
                at += 1


@fast
def evaluate(
    left: npt.NDArray[Any], kind_of: Ints, kinds: int, size: int, first: Ints, start: Ints,
    times: Floats, rows: Floats, again: Floats, to: Floats,
) -> None:  # fmt: skip
    """Each row's sum for every composition, divided by the orders of `size` cards.

    `left[i]` are 52 counts, `again` is of `repeated(rows)`, and `to[i, row]` are the answers.
    Compositions are taken a few at a time, side by side, so that the processor multiplies several
    numbers at once.
    """
    products = np.zeros((start[size], LANES))
    counts = np.zeros((kinds, LANES))
    orders = np.zeros(LANES)
    total = np.zeros(LANES)
    part = np.zeros(LANES)
    for begin in range(0, left.shape[0], LANES):
        counts[:] = 0.0
        for lane in range(LANES):
            shoe = min(begin + lane, left.shape[0] - 1)
            cards = 0.0
            for card in range(left.shape[1]):
                counts[kind_of[card], lane] += left[shoe, card]
                cards += left[shoe, card]
            orders[lane] = 1.0
            for drawn in range(size):
                orders[lane] *= cards - drawn
        _multiply(kinds, size, first, start, times, counts, products)
        below = start[size - 1]
        for row in range(rows.shape[0]):
            total[:] = 0.0
            at = last = 0
            for kind in range(kinds):
                before, upto = first[size - 1, kind], first[size - 1, kind + 1]
                _dot(rows[row, at : at + upto], products[below : below + upto], part)
                for lane in range(LANES):
                    total[lane] += counts[kind, lane] * part[lane]
                own = again[row, last : last + upto - before]
                _dot(own, products[below + before : below + upto], part)
                for lane in range(LANES):
                    total[lane] -= part[lane]
                at += upto
                last += upto - before
            for lane in range(min(LANES, left.shape[0] - begin)):
                to[begin + lane, row] = total[lane] / orders[lane]


@fast
def _dot(coefficients: Floats, products: Floats, to: Floats) -> None:
    """The sum of coefficients times products in every lane, each in a variable of its own."""
    a = b = c = d = e = f = g = h = 0.0
    for i in range(coefficients.shape[0]):
        x = coefficients[i]
        a += x * products[i, 0]
        b += x * products[i, 1]
        c += x * products[i, 2]
        d += x * products[i, 3]
        e += x * products[i, 4]
        f += x * products[i, 5]
        g += x * products[i, 6]
        h += x * products[i, 7]
    to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7] = a, b, c, d, e, f, g, h


def repeated(shape: KindMultisets, rows: Floats) -> Floats:
    """The coefficients of multisets that have their largest kind more than once, times how often
    they have it without the last card: what a falling product takes off."""
    below, size = shape.times[shape.start[shape.size - 1] :], shape.size
    parts, at = [], 0
    for kind in range(shape.kinds):
        before, upto = (int(each) for each in shape.first[size - 1, kind : kind + 2])
        parts.append(rows[:, at + before : at + upto] * below[before:upto])
        at += upto
    return np.concatenate(parts, axis=1)


@fast
def _multiply(
    kinds: int, size: int, first: Ints, start: Ints, times: Floats, counts: Floats, products: Floats
) -> None:
    """The falling products of all multisets below the last level, in every lane."""
    products[0, :] = 1.0
    for level in range(1, size):
        below, at = start[level - 1], start[level]
        for kind in range(kinds):
            before, upto = first[level - 1, kind], first[level - 1, kind + 1]
            for i in range(before):
                for lane in range(LANES):
                    products[at + i, lane] = products[below + i, lane] * counts[kind, lane]
            for i in range(before, upto):
                again = times[below + i]
                for lane in range(LANES):
                    products[at + i, lane] = products[below + i, lane] * (
                        counts[kind, lane] - again
                    )
            at += upto


@fast
def place_of(ordered: Ints, chosen: Ints) -> int:
    """The number of a sorted multiset among those of its size."""
    place = 0
    for at in range(ordered.shape[0]):
        place += chosen[ordered[at] + at, at + 1]
    return place


@fast
def sort_into(digits: Ints, ordered: Ints) -> None:
    for to in range(digits.shape[0]):
        value, free = digits[to], to
        while free > 0 and ordered[free - 1] > value:
            ordered[free] = ordered[free - 1]
            free -= 1
        ordered[free] = value


@cache
def binomials() -> Ints:
    return np.array([[comb(n, k) for k in range(9)] for n in range(64)])
