"""Exact counting of any facts of a coup, by rank and suit, in any game of two hands.

`function_tables.py` finds what facts and drawing rules read of the cards. Cards that neither
can tell apart are then counted together: every start of the hands by its ways, and every third card
after it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any, cast

import numpy as np

from sabot.core.cards import DECK, Card
from sabot.core.refusal import Refusal
from sabot.odds.composition import Composition, falling
from sabot.odds.counters.general_kernel import NEVER, count_general
from sabot.odds.counters.starts import Array
from sabot.odds.observation.function_tables import FunctionTable, Role, tabled
from sabot.odds.observation.trial import code_of
from sabot.rules import Choice, FactsSpace, Procedure, box_name

START = 2
"""At most so many cards of a hand are its start; one more may follow."""
EXACT = 2**62
LARGEST = 2**100
"""Beyond it, floats are too coarse to tell how often 64 bits ran over."""


@dataclass(frozen=True)
class DealPlan:
    """The deal of a coup: its hands by name, the cards of each start, and which hand gets the next
    card."""

    hands: tuple[str, ...]
    roles: tuple[Role, ...]
    due: FunctionTable

    @property
    def starts(self) -> tuple[int, ...]:
        return tuple(role.sizes[0] for role in self.roles)


_PLANS: dict[tuple[Procedure, tuple[int, ...]], DealPlan] = {}


def plan_of(procedure: Procedure, boxes: tuple[int, ...]) -> DealPlan:
    """Return the plan of a procedure, computed once."""
    key = procedure, boxes
    if key not in _PLANS:
        _PLANS[key] = _plan(procedure, boxes)
    return _PLANS[key]


def _plan(procedure: Procedure, boxes: tuple[int, ...]) -> DealPlan:
    """Deal by the procedure's own functions, and see what they look at."""
    if not all(hasattr(procedure, each) for each in ("open", "initial", "then")):
        raise Refusal(
            "not-counted", None, "The facts cannot be counted: no counter knows how it is dealt."
        )
    opened = procedure.open(boxes)
    initial = Counter(due.hand for due in procedure.initial(boxes))
    names = tuple(opened)
    if len(names) > 2 or not all(1 <= initial[name] <= START + 1 for name in names):
        raise Refusal("not-counted", None, "Only games of one or two hands can be counted.")
    starts = {name: min(initial[name], START) for name in names}
    roles = tuple(Role(tuple(opened[name]), (starts[name], starts[name] + 1)) for name in names)

    def due(*asked: Any) -> int:
        held, waiting = {}, {}
        for place, (name, hand) in enumerate(zip(names, asked, strict=True)):
            cards = len(opened[name]) + initial[name]
            if len(hand.cards) < cards:
                return place + 1
            held[name], waiting[name] = hand.cards[:cards], hand.cards[cards:]
        for step in procedure.then(held, {}):
            if isinstance(step, Choice):
                raise Refusal("not-counted", step.clause, "Players decide in this game.")
            if not waiting[step.hand]:
                return names.index(step.hand) + 1
            held[step.hand].append(waiting[step.hand].pop())
        return NEVER if any(waiting.values()) else 0

    return DealPlan(names, roles, tabled(due, roles))


@dataclass(frozen=True, eq=False)
class ObservedFacts:
    """Facts and drawing rules as tables, by kinds of card.

    `kind_of[card]` numbers the cards that a start can tell apart, `third_of[kind]` those that a
    third card can. Of each hand: what the rules (`dealt`) and the facts (`seen`) make of a start,
    one dimension for each card, and of a start with a third card. `codes` are the facts' codes by
    what is seen of both hands; those from `codes_in_all` on are faults.
    """

    plan: DealPlan
    kind_of: Array
    third_of: Array
    dealt: tuple[tuple[Array, Array], ...]
    seen: tuple[tuple[Array, Array], ...]
    codes: Array
    codes_in_all: int
    faults: tuple[Exception, ...]


def seen_by(procedure: Procedure, space: FactsSpace, lazily: bool = True) -> ObservedFacts:
    """Ask the facts what they see of the cards of a coup, and merge what comes to the same."""
    boxes = (1,) if space.per_box else ()
    plan = plan_of(procedure, boxes)
    box = box_name(1) if boxes else ""
    whole = Counter(due.hand for due in procedure.initial(boxes))
    roles = tuple(
        Role(role.printed, tuple(size for size in role.sizes if size >= whole[name]))
        for name, role in zip(plan.hands, plan.roles, strict=True)
    )
    kinds, answers, faults = read_by(space, plan.hands, roles, box, lazily)
    dealt = [
        _start_and_third(role, each) for role, each in zip(plan.roles, plan.due.kinds, strict=True)
    ]
    seen = [_start_and_third(role, each) for role, each in zip(plan.roles, kinds, strict=True)]
    kind_of, third_of = _kinds_of_cards([*dealt, *seen])
    return ObservedFacts(
        plan,
        kind_of,
        third_of,
        tuple(_by_kind(each, kind_of, third_of) for each in dealt),
        tuple(_by_kind(each, kind_of, third_of) for each in seen),
        answers,
        len(space),
        faults,
    )


def read_by(
    space: FactsSpace, hands: Sequence[str], roles: Sequence[Role], box: str, lazily: bool = True
) -> tuple[list[dict[int, Array]], Array, tuple[Exception, ...]]:
    """The kinds of each hand that these facts tell apart, their codes, and what cannot be read: its
    codes follow those of the space."""

    def read(*held: Any) -> int:
        return code_of(space, dict(zip(hands, held, strict=True)), box)

    table = tabled(read, roles, lazily)
    answers = np.where(table.answers < 0, len(space) - 1 - table.answers, table.answers)
    kinds = [dict(each) for each in table.kinds]
    for axis, each in enumerate(kinds):
        merged, answers = _merged(answers, axis)
        each.update({size: merged[numbers] for size, numbers in each.items()})
    return kinds, answers, table.faults


def _merged(answers: Array, axis: int) -> tuple[Array, Array]:
    """Number alike what answers alike along an axis."""
    turned = np.ascontiguousarray(np.moveaxis(answers, axis, 0))
    number: dict[bytes, int] = {}
    merged = np.array([number.setdefault(row.tobytes(), len(number)) for row in turned])
    first = [int(np.argmax(merged == each)) for each in range(len(number))]
    return merged, np.moveaxis(turned[first], 0, axis)


def _start_and_third(role: Role, kinds: dict[int, Array]) -> tuple[Array, Array]:
    """Return the classes of a start, and of a start with a third card; 0 where it is not read."""
    start, third = role.sizes
    nothing = np.zeros((len(DECK),) * start, np.int64)
    return kinds.get(start, nothing), kinds[third]


def _small(table: Array) -> Array:
    """The same numbers in as few bytes as they need, to be compared sooner."""
    return table.astype(np.min_scalar_type(int(table.max())))


def _kinds_of_cards(tables: Sequence[tuple[Array, ...]]) -> tuple[Array, Array]:
    """Number the cards that some table tells apart: anywhere, and as a third card alone."""
    kinds: dict[tuple[bytes, ...], int] = {}
    thirds: dict[tuple[bytes, ...], int] = {}
    kind_of, third_of = [], {}
    tables = [tuple(map(_small, both)) for both in tables]
    for card in range(len(DECK)):
        last = tuple(third[..., card].tobytes() for _, third in tables)
        anywhere = tuple(
            np.take(table, card, axis).tobytes()
            for both in tables
            for table in both
            for axis in range(table.ndim)
        )
        kind = kinds.setdefault(anywhere, len(kinds))
        kind_of.append(kind)
        third_of[kind] = thirds.setdefault(last, len(thirds))
    return np.array(kind_of), np.array([third_of[kind] for kind in range(len(kinds))])


def _by_kind(tables: tuple[Array, Array], kind_of: Array, third_of: Array) -> tuple[Array, Array]:
    """The tables by kinds of card: one card of each kind stands for all."""
    one = [int(np.argmax(kind_of == kind)) for kind in range(len(third_of))]
    last = [one[int(np.argmax(third_of == third))] for third in range(int(third_of.max()) + 1)]
    start, third = tables
    return start[np.ix_(*[one] * start.ndim)], third[np.ix_(*[one] * (third.ndim - 1), last)]


def count_seen(
    seen: ObservedFacts, composition: Composition, given: Sequence[Sequence[Card]] = ()
) -> tuple[list[int], int]:
    """Return the ways to each code; then, last, to coups whose deal is undefined; and the total.

    `given` are the cards of each hand that lie there already, and are gone from the composition.
    """
    lying = [[DECK.index(card) for card in cards] for cards in given or [()] * len(seen.dealt)]
    spare = len(seen.dealt)
    cards = sum(seen.plan.starts) + spare - sum(map(len, lying))
    composition.check_enough(cards, "coup")
    total = falling(composition.size, cards)
    arrays = _arrays(seen, lying)
    if total < EXACT:
        return _count(seen, composition, arrays, spare, np.int64), total
    if total >= LARGEST:
        raise Refusal("not-counted", None, f"{composition.size} cards are too many to be counted.")
    # The whole numbers ran over 64 bits, and the floats tell how often.
    low = _count(seen, composition, arrays, spare, np.int64)
    high = _count(seen, composition, arrays, spare, np.float64)
    return [
        each + round((int(about) - each) / 2**64) * 2**64
        for each, about in zip(low, high, strict=True)
    ], total


def _count(
    seen: ObservedFacts, composition: Composition, arrays: tuple[Any, ...], spare: int, exact: type
) -> list[Any]:
    left: Array = np.zeros(len(seen.third_of), exact)
    np.add.at(left, seen.kind_of, composition.by_card.astype(exact))
    thirds: Array = np.zeros(int(seen.third_of.max()) + 1, exact)
    np.add.at(thirds, seen.third_of, left)
    ways: Array = np.zeros(seen.codes_in_all + len(seen.faults) + 1, exact)
    starts, times, *rest = arrays
    count = cast(Callable[..., None], count_general)
    count(left, thirds, seen.third_of, starts, times.astype(exact), *rest, spare, ways)
    found: list[Any] = ways.tolist()
    return found


def _arrays(seen: ObservedFacts, lying: Sequence[Sequence[int]]) -> tuple[Any, ...]:
    """Return the arguments of the compiled counter, in its order."""
    both = [_of_hand(seen, at, lying[at]) for at in range(len(seen.dealt))]
    if len(both) == 1:
        both.insert(0, _no_hand(seen))
    most = max(len(each[0]) for each in both)
    stacked = [
        np.stack([_padded(each[part], most) for each in both]) for part in range(len(both[0]))
    ]
    starts, times, dealt, dealt_third, first, third = stacked
    drawn, last = np.ones((2, START), np.int64), np.full(2, -1)
    for at, cards in enumerate(lying, len(both) - len(lying)):
        drawn[at, : len(cards)] = 0
    thirds = [
        seen.third_of[seen.kind_of[card]]
        for cards, start in zip(lying, seen.plan.starts, strict=True)
        for card in cards[start:]
    ]
    last[: len(thirds)] = thirds
    due = np.where(seen.plan.due.answers < 0, NEVER, seen.plan.due.answers)
    if len(lying) == 1:
        due = np.where(due == 1, 2, due)[None]
    codes = seen.codes[None] if seen.codes.ndim == 1 else seen.codes
    return starts, times, drawn, last, due, first, third, dealt, dealt_third, codes


def _padded(part: Array, most: int) -> Array:
    return np.pad(part, [(0, most - len(part)), *[(0, 0)] * (part.ndim - 1)])


def _of_hand(seen: ObservedFacts, at: int, lying: Sequence[int]) -> tuple[Array, ...]:
    """Every start of a hand: its kinds of card, its orders, and what is made of it."""
    start, kinds = seen.plan.starts[at], len(seen.third_of)
    tables = (*seen.dealt[at], *seen.seen[at])
    alike = start == START and all(np.array_equal(each, np.swapaxes(each, 0, 1)) for each in tables)
    together = alike and not lying
    if together:
        listed = list(combinations_with_replacement(range(kinds), start))
    else:
        lies = [[int(seen.kind_of[card])] for card in lying[:start]]
        listed = list(product(*lies, *[range(kinds)] * (start - len(lies))))
    chosen = np.array(listed).reshape(len(listed), start)
    times = np.where(chosen[:, 0] != chosen[:, -1], 1 + together, 1)
    places = tuple(chosen.T)
    starts = np.pad(chosen, ((0, 0), (0, START - start)), constant_values=-1)
    dealt, dealt_third, first, third = (each[places] for each in tables)
    return starts, times, dealt, dealt_third, first, third


def _no_hand(seen: ObservedFacts) -> tuple[Array, ...]:
    """In place of a hand where there is but one."""
    one, third = np.zeros(1, np.int64), np.zeros((1, int(seen.third_of.max()) + 1), np.int64)
    return np.full((1, START), -1), one + 1, one, third, one, third
