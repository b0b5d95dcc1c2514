"""Payment of a wager by the cards of a coup, with as few kinds of card as the wager distinguishes.

`sabot.odds.counters.general` tells what facts and drawing rules see of the cards. Facts with the
same payment are merged here, and cards that then make no difference are one kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from weakref import WeakSet

import numpy as np

from sabot.core.refusal import Refusal
from sabot.counting.polynomials import (
    MOST_KINDS,
    Floats,
    Ints,
    binomials,
    fast,
    multisets,
    place_of,
    sort_into,
)
from sabot.odds.composition import Composition
from sabot.odds.counters.general import ObservedFacts, count_seen
from sabot.odds.counters.general_kernel import NEVER
from sabot.odds.counters.starts import Array
from sabot.odds.observation.certified_counter import check_ways, checked
from sabot.rules import Rulebook, Wager, verdict
from sabot.rules.coup.facts import Facts

FULL_SHOE = 8
"""With so many decks, every coup can happen."""


def pays_on(wager: Wager, scheme: str | None, facts: Facts) -> Fraction:
    """Return the result of a unit on a wager with these facts."""
    outcome, odds, _ = verdict(wager, scheme, facts)
    return Fraction(odds.pays, odds.per) if odds else Fraction(-(outcome == "lose"))


@dataclass(frozen=True, eq=False)
class Outcomes:
    """A wager's earnings by kinds of card.

    `kind_of[card]` numbers the kinds of the 52 cards. For each hand, `dealt` and `seen` number what
    the drawing rules and the wager see of its start (one dimension a card), and `dealt_third` and
    `seen_third` of it with a third card (one more dimension). `due` says who is due a card by what
    the rules see of both hands; `pays` what is earned by what the wager sees of both.
    """

    kind_of: Ints
    starts: tuple[int, ...]
    dealt: tuple[Array, ...]
    dealt_third: tuple[Array, ...]
    seen: tuple[Array, ...]
    seen_third: tuple[Array, ...]
    due: Ints
    pays: Floats

    @property
    def kinds(self) -> int:
        return int(self.kind_of.max()) + 1

    @property
    def size(self) -> int:
        """Cards of a coup, with one spare card for each hand."""
        return sum(self.starts) + len(self.starts)

    @property
    def by_starts(self) -> bool:
        """Return True if the first two cards of each hand decide, with any third cards."""
        both = zip(self.seen, self.seen_third, strict=True)
        return all(bool(np.all(third == start[..., None])) for start, third in both)


def outcomes_of(book: Rulebook, wager: Wager, scheme: str | None) -> Outcomes:
    """Return the results of a wager, in a game without decisions."""
    seen = checked(book, wager.space)
    _check_full_shoe(book, seen)
    pays = [pays_on(wager, scheme, facts) for facts in wager.space]
    return _reduced(seen, pays)


_POSSIBLE: WeakSet[ObservedFacts] = WeakSet()
"""Facts that a full shoe has been checked for: wagers share them."""


def _check_full_shoe(book: Rulebook, seen: ObservedFacts) -> None:
    """Refuse facts that cannot be read of a coup which can happen."""
    if seen not in _POSSIBLE and (seen.faults or np.any(seen.plan.due.answers == NEVER)):
        check_ways(book, seen, count_seen(seen, Composition.full(FULL_SHOE))[0])
    _POSSIBLE.add(seen)


def _reduced(seen: ObservedFacts, pays: Sequence[Fraction]) -> Outcomes:
    amounts = sorted(set(pays))
    # Codes beyond the space's own are faults, which cannot happen: any amount will do.
    group = np.array([amounts.index(each) for each in pays] + [0] * len(seen.faults), np.int64)
    table = group[seen.codes]
    seen_tables = [list(each) for each in seen.seen]
    for axis in range(table.ndim):
        merged, table = _merged(table, axis)
        seen_tables[axis] = [merged[each] for each in seen_tables[axis]]
    due_of = np.maximum(seen.plan.due.answers, 0)
    dealt_tables = [list(each) for each in seen.dealt]
    for axis in range(due_of.ndim):
        merged, due_of = _merged(due_of, axis)
        dealt_tables[axis] = [merged[each] for each in dealt_tables[axis]]
    by_kind = [
        (start, third[..., seen.third_of])
        for start, third in [*map(tuple, seen_tables), *map(tuple, dealt_tables)]
    ]
    kind, one = _kinds(by_kind)
    chosen = [
        (start[np.ix_(*[one] * start.ndim)], third[np.ix_(*[one] * third.ndim)])
        for start, third in by_kind
    ]
    hands = len(seen_tables)
    mine, rules = chosen[:hands], chosen[hands:]
    return Outcomes(
        kind[seen.kind_of],
        seen.plan.starts,
        tuple(start for start, _ in rules),
        tuple(third for _, third in rules),
        tuple(start for start, _ in mine),
        tuple(third for _, third in mine),
        due_of,
        np.array([float(each) for each in amounts])[table],
    )


def _merged(answers: Array, axis: int) -> tuple[Array, Array]:
    """Number alike what answers alike along an axis."""
    turned = np.ascontiguousarray(np.moveaxis(answers, axis, 0))
    number: dict[bytes, int] = {}
    merged = np.array([number.setdefault(row.tobytes(), len(number)) for row in turned])
    first = [int(np.argmax(merged == each)) for each in range(len(number))]
    return merged, np.moveaxis(turned[first], 0, axis)


def _kinds(tables: Sequence[tuple[Array, Array]]) -> tuple[Ints, list[int]]:
    """Number the kinds that no table tells apart; and one example of each."""
    number: dict[tuple[bytes, ...], int] = {}
    kind = [
        number.setdefault(
            tuple(
                np.take(table, each, axis).tobytes()
                for both in tables
                for table in both
                for axis in range(table.ndim)
            ),
            len(number),
        )
        for each in range(tables[0][0].shape[0])
    ]
    found = np.array(kind, np.int64)
    return found, [kind.index(each) for each in range(len(number))]


def coefficients(outcomes: Outcomes) -> Floats:
    """Return the total results of the orders of every multiset of kinds, and the squared results:
    two rows."""
    kinds, size = outcomes.kinds, outcomes.size
    if kinds > MOST_KINDS:
        raise Refusal("not-counted", None, f"{kinds} kinds of card are too many for a polynomial.")
    shape = multisets(kinds, size)
    rows = np.zeros((2, int(shape.first[size, kinds])))
    hands = [_flat(outcomes, hand) for hand in range(len(outcomes.starts))]
    if len(hands) == 1:
        none = np.zeros(kinds, np.int64)
        hands.insert(0, (0, none, none, none, none))
    (first, *one), (second, *other) = hands
    due, pays = outcomes.due, outcomes.pays
    if pays.ndim == 1:
        due, pays = np.where(due == 1, 2, due)[None], pays[None]
    given: Array = (
        kinds, size, first, second, *one, *other, np.ascontiguousarray(due),
        np.ascontiguousarray(pays), binomials(), rows,
    )  # fmt: skip
    count_orders(*given)
    return rows


def _flat(outcomes: Outcomes, hand: int) -> tuple[int, Ints, Ints, Ints, Ints]:
    tables = (outcomes.dealt, outcomes.dealt_third, outcomes.seen, outcomes.seen_third)
    flat = [np.ascontiguousarray(each[hand].reshape(-1), np.int64) for each in tables]
    dealt, dealt_third, seen, seen_third = flat
    return outcomes.starts[hand], dealt, dealt_third, seen, seen_third


@fast
def count_orders(
    kinds: int, size: int, first: int, second: int,
    dealt: Ints, dealt_third: Ints, seen: Ints, seen_third: Ints,
    dealt_2: Ints, dealt_third_2: Ints, seen_2: Ints, seen_third_2: Ints,
    due: Ints, pays: Floats, chosen: Ints, rows: Floats,
) -> None:  # fmt: skip
    """Deal every order of so many kinds, and add what it earns to its multiset."""
    digits = np.zeros(size, np.int64)
    ordered = np.zeros(size, np.int64)
    for number in range(kinds**size):
        rest = number
        for at in range(size):
            digits[at] = rest % kinds
            rest //= kinds
        one = other = 0
        for at in range(first):
            one = one * kinds + digits[at]
        for at in range(first, first + second):
            other = other * kinds + digits[at]
        my_rules = dealt[one] if first else 0
        your_rules = dealt_2[other]
        mine = seen[one] if first else 0
        yours = seen_2[other]
        at = first + second
        follows = due[my_rules, your_rules]
        while follows != 0 and follows != NEVER and at < size:
            if follows == 1:
                my_rules = dealt_third[one * kinds + digits[at]]
                mine = seen_third[one * kinds + digits[at]]
            else:
                your_rules = dealt_third_2[other * kinds + digits[at]]
                yours = seen_third_2[other * kinds + digits[at]]
            at += 1
            follows = due[my_rules, your_rules] if at < size else 0
        sort_into(digits, ordered)
        place = place_of(ordered, chosen)
        earned = pays[mine, yours]
        rows[0, place] += earned
        rows[1, place] += earned * earned
