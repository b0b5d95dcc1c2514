"""Two kinds of facts counted together, from what each was found to see of the cards by itself."""

import numpy as np

from sabot.odds.counters.general import ObservedFacts
from sabot.odds.counters.starts import Array


def joined(one: ObservedFacts, other: ObservedFacts) -> ObservedFacts:
    """Join two tables of one game. The code is that of the first times the number of codes of the
    second, plus the code of the second. Neither may have faults."""
    assert not one.faults and not other.faults, "what cannot be read cannot be joined"
    kind_of, examples = _numbered(one.kind_of, other.kind_of)
    mine, yours = one.kind_of[examples], other.kind_of[examples]
    third_of, third_examples = _numbered(one.third_of[mine], other.third_of[yours])
    last = (one.third_of[mine[third_examples]], other.third_of[yours[third_examples]])
    dealt = tuple(_by_kind(each, mine, last[0]) for each in one.dealt)
    seen, places = [], []
    for first, second in zip(one.seen, other.seen, strict=True):
        width = 1 + max(int(table.max()) for table in second)
        both = [
            a * width + b
            for a, b in zip(_by_kind(first, mine, last[0]), _by_kind(second, yours, last[1]),
                            strict=True)
        ]  # fmt: skip
        numbers = np.unique(np.concatenate([table.reshape(-1) for table in both]))
        seen.append(tuple(np.searchsorted(numbers, table) for table in both))
        places.append(np.divmod(numbers, width))
    codes = one.codes[np.ix_(*[place[0] for place in places])] * other.codes_in_all
    codes = codes + other.codes[np.ix_(*[place[1] for place in places])]
    in_all = one.codes_in_all * other.codes_in_all
    return ObservedFacts(one.plan, kind_of, third_of, dealt, tuple(seen), codes, in_all, ())


def _numbered(one: Array, other: Array) -> tuple[Array, Array]:
    """Number the pairs of two rows of numbers; and where each pair is first found."""
    pairs = one * (int(other.max()) + 1) + other
    _, examples, numbers = np.unique(pairs, return_index=True, return_inverse=True)
    return numbers, examples


def _by_kind(tables: tuple[Array, Array], kinds: Array, thirds: Array) -> tuple[Array, Array]:
    start, third = tables
    return start[np.ix_(*[kinds] * start.ndim)], third[np.ix_(*[kinds] * (third.ndim - 1), thirds)]
