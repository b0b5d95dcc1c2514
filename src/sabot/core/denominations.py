"""Counts by denomination: notes and coins of a drawer, chips of a float.

A count maps a value in cents to a number of pieces, and has no entry of nothing. What no piece
makes stands under the value of one cent (`ODD`), so that a count is always worth its amount.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Final

from sabot.core.money import cash, dollars
from sabot.core.refusal import Refusal, quoted

ODD: Final = 1
"""The value under which a count keeps cents that no piece makes."""
FEWER: Final = 4
"""A sum is made of the largest pieces, or of so many fewer of one kind where that makes it
exactly."""
MOST_TRIES: Final = 200
"""Ways that are tried to make a sum of other pieces than the largest."""

Count = dict[int, int]


def count_of(
    counts: Mapping[str, int],
    values: Sequence[int],
    *,
    most: int,
    unknown: str = "There is no chip of {value} in the chip set of this table.",
    too_many: str = "{pieces} chips of {value} cannot be.",
) -> Count:
    """Return a count by value in cents, the largest first, without what is not there. `counts` has
    values in dollars, as a person sends them; `values` are those that exist.

    >>> count_of({"0.50": 3, "100": 2, "20": 0}, (10000, 2000, 50), most=1000)
    {10000: 2, 50: 3}
    """
    by_text = {dollars(each): each for each in values}
    by_text |= {f"{each // 100}": each for each in values if each % 100 == 0}
    by_text |= {f"{each / 100:.1f}": each for each in values if each % 10 == 0}
    found: Count = {}
    for text, pieces in counts.items():
        value = by_text.get(text)
        if value is None:
            raise Refusal("bad-count", None, unknown, value=quoted(text))
        if not 0 <= pieces <= most:
            raise Refusal("bad-count", None, too_many, pieces=pieces, value=cash(value))
        found[value] = found.get(value, 0) + pieces
    return {value: found[value] for value in sorted(found, reverse=True) if found[value]}


def worth(count: Mapping[int, int]) -> int:
    """Return the cents of a count.

    >>> worth({10000: 2, 50: 3})
    20150
    """
    return sum(value * pieces for value, pieces in count.items())


def differences(before: Mapping[int, int], after: Mapping[int, int]) -> Count:
    """Return how many pieces of each kind are more, or with a minus fewer, than before.

    >>> differences({10000: 2, 5000: 1}, {10000: 1, 5000: 1, 2000: 5})
    {10000: -1, 2000: 5}
    """
    values = sorted({*before, *after}, reverse=True)
    changed = {value: after.get(value, 0) - before.get(value, 0) for value in values}
    return {value: pieces for value, pieces in changed.items() if pieces}


def together(*counts: Mapping[int, int]) -> Count:
    """Return the sum of counts; pieces that cancel leave no entry.

    >>> together({2500: 4}, {2500: -4, 10000: 1})
    {10000: 1}
    """
    total: Count = {}
    for count in counts:
        for value, pieces in count.items():
            total[value] = total.get(value, 0) + pieces
    return {value: total[value] for value in sorted(total, reverse=True) if total[value]}


@lru_cache(maxsize=4096)
def largest(amount: int, values: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return an amount in the largest pieces: pairs of value and number.

    >>> largest(17550, (10000, 2500, 500, 50))
    ((10000, 1), (2500, 3), (50, 1))
    """
    made = []
    for value in values:
        pieces, amount = divmod(amount, value)
        if pieces:
            made.append((value, pieces))
    if amount:
        made.append((ODD, amount))
    return tuple(made)


def taken_from(held: Mapping[int, int], amount: int, values: tuple[int, ...]) -> Count:
    """Return what leaves a holding to pay an amount: the largest pieces that it has and that make
    the amount. Where none make it, the next larger piece leaves, and what comes back as change
    has a minus. A holding that is worth less pays all, and owes the rest in odd cents.

    >>> taken_from({10000: 1, 2500: 1, 1000: 3}, 3000, (10000, 2500, 1000))
    {1000: 3}
    >>> taken_from({10000: 1, 2500: 1}, 3000, (10000, 2500, 1000, 500))
    {10000: 1, 2500: -2, 1000: -2}
    """
    paid: Count = {}
    left, rest = amount, 0
    for value in sorted(held, reverse=True):
        there = held[value]
        if there > 0:
            pieces = min(there, left // value)
            if pieces:
                paid[value] = pieces
                left -= value * pieces
                if not left:
                    return paid
            if pieces < there:
                rest = value  # the smallest piece that stays is larger than what is not paid yet
    if not left:
        return paid
    kinds = tuple((value, held[value]) for value in sorted(held, reverse=True) if held[value] > 0)
    exact = _exactly(kinds, amount, [MOST_TRIES])
    if exact is not None:
        return {value: pieces for value, pieces in exact if pieces}
    if not rest:
        return together(paid, {ODD: left})
    back = {value: -pieces for value, pieces in largest(rest - left, values)}
    return together(paid, {rest: 1}, back)


def _exactly(
    kinds: Sequence[tuple[int, int]], amount: int, tries: list[int]
) -> list[tuple[int, int]] | None:
    """Return pieces that make the amount, the largest first; None where none are found in so many
    `tries`."""
    if not amount:
        return []
    if not kinds or not tries[0]:
        return None
    tries[0] -= 1
    (value, there), others = kinds[0], kinds[1:]
    rest, step = sum(each * pieces for each, pieces in others), gcd(*(each for each, _ in others))
    most = min(there, amount // value)
    for pieces in range(most, max(-1, most - FEWER - 1), -1):
        left = amount - value * pieces
        if left > rest:
            return None
        if left % step if step else left:
            continue
        found = _exactly(others, left, tries)
        if found is not None:
            return [(value, pieces), *found]
    return None


def is_made_of(amount: int, values: Iterable[int]) -> bool:
    """Return True if pieces of these values make an amount, the largest first.

    >>> is_made_of(7500, (10000, 2500)), is_made_of(3000, (10000, 2500))
    (True, False)
    """
    return all(value != ODD for value, _ in largest(amount, tuple(values)))
