"""Lookup tables for compiled dealing of two common hands with facts that may depend on any card.

The tables are derived from what `sabot.odds.counters.general` found the facts and drawing rules to
depend on.
"""

from typing import NamedTuple

import numpy as np

from sabot.core.cards import DECK
from sabot.core.refusal import Refusal
from sabot.odds.counters.general import ObservedFacts
from sabot.odds.counters.starts import Array
from sabot.simulate.kernels.compilation import Longs, U, Words

CARD_BITS = 6
SECOND_HAND = 1 << 2 * CARD_BITS
"""Index at which the Banker's half of `starts` begins."""
MOST = 1 << 16


class AnyFacts(NamedTuple):
    """Lookup tables: `starts[first << 6 | second]` numbers a hand's start, `thirds[card]` a third
    card."""

    starts: Words
    thirds: Words
    dealt: Words
    dealt_third: Words
    seen: Words
    seen_third: Words
    due: Words
    codes: Words
    shape: Longs


def any_facts(seen: ObservedFacts) -> AnyFacts:
    kinds, thirds = len(seen.third_of), int(seen.third_of.max()) + 1
    count = kinds * kinds
    starts = np.zeros(2 * SECOND_HAND, np.int64)
    for hand, cards in enumerate(seen.plan.starts):
        for first in range(len(DECK)):
            for second in range(len(DECK)):
                own = [int(seen.kind_of[first]), int(seen.kind_of[second])][:cards]
                number = own[0] if cards == 1 else own[0] * kinds + own[1]
                starts[hand * SECOND_HAND + (first << CARD_BITS | second)] = number
    due = np.maximum(seen.plan.due.answers, 0)
    printed = sum(card.value for role in seen.plan.roles for card in role.printed)
    shape = [count, thirds, due.shape[1], seen.codes.shape[1], printed, seen.plan.starts[0]]
    return AnyFacts(
        _words(starts),
        _words(seen.third_of[seen.kind_of]),
        *_flat(seen.dealt, count, thirds),
        *_flat(seen.seen, count, thirds),
        _words(due),
        _words(seen.codes),
        np.array(shape, U),
    )


def _flat(tables: tuple[tuple[Array, Array], ...], count: int, thirds: int) -> tuple[Words, Words]:
    """Return both hands' tables one after the other, each padded to `count` starts."""
    start, third = np.zeros((2, count), np.int64), np.zeros((2, count * thirds), np.int64)
    for hand, (first, then) in enumerate(tables):
        start[hand, : first.size] = first.reshape(-1)
        third[hand, : then.size] = then.reshape(-1)
    return _words(start), _words(third)


def _words(table: Array) -> Words:
    if table.size and table.max() >= MOST:
        raise Refusal("not-simulated", None, "These facts see too much to be dealt compiled.")
    return np.ascontiguousarray(table.reshape(-1), np.uint16)
