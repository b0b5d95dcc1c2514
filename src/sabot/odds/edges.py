"""Edges of common-hand wagers from any composition, in microseconds.

Who wins depends on the values of the cards alone, and a hand of values can come in as many ways as
the product, over the values, of a falling product of their counts. So the ways to any result are
a fixed sum over the multisets of six values: integer coefficients, which depend on the drawing
rules only, times those products. The coefficients are counted once for a rulebook; a shoe then
costs one pass over the multisets. Pairs depend on ranks and suits alone and have sums of their own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import comb, lcm
from operator import mul
from typing import Any

import numpy as np

from sabot.bench import book_of
from sabot.core.cards import DECK
from sabot.core.refusal import Refusal, list_of
from sabot.odds.composition import Composition, Counts
from sabot.odds.counters.common import COUP_CARDS, Tables, tables_of
from sabot.odds.counters.compilation import compiled
from sabot.odds.counters.kernels import count_pairs
from sabot.odds.counters.starts import PLACE, STARTS, Array
from sabot.odds.observation.trial import check_wager, is_known
from sabot.rules import CommonHands, FactsSpace, Rulebook, Wager, verdict
from sabot.rules.coup.facts import Facts

VALUE_OF_CARD = np.array([card.value for card in DECK])
MOST_CARDS = 1448
"""The ways to draw six of more than these may not fit into 64 bits."""
BY_VALUE = ("player", "banker", "banker_cards")


@dataclass(frozen=True)
class Multisets:
    """All multisets of values up to a size, each made from a smaller one by one more value."""

    parent: Array
    value: Array
    already: Array
    first_full: int


@cache
def multisets(size: int) -> Multisets:
    found: dict[tuple[int, ...], int] = {(): 0}
    for length in range(1, size + 1):
        for each in combinations_with_replacement(range(10), length):
            found[each] = len(found)
    parent = [0] + [found[each[:-1]] for each in list(found)[1:]]
    value = [0] + [each[-1] for each in list(found)[1:]]
    already = [0] + [each.count(each[-1]) - 1 for each in list(found)[1:]]
    return Multisets(
        # Unsigned: no index has to be looked at for being below zero.
        np.array(parent, np.uint32),
        np.array(value, np.uint32),
        np.array(already, np.int64),
        found[(0,) * size],
    )


@compiled
def _place_of(values: Array, chosen: Array) -> int:
    """Return the index of a sorted multiset among those of its size, in the order of
    `multisets`."""
    place, low = 0, 0
    size = values.shape[0]
    for at in range(size):
        for smaller in range(low, values[at]):
            place += chosen[9 - smaller + size - 1 - at, size - 1 - at]
        low = values[at]
    return place


@compiled
def count_orders(
    size: int, printed: int, place: Array, natural: Array, player_draws: Array, tableau: Array,
    start_extra: Array, card_extra: Array, codes: Array, group: Array, chosen: Array,
    coefficients: Array,
) -> None:  # fmt: skip
    """For every order of so many values: one more for its multiset and the group of its end."""
    digits = np.zeros(size, np.int64)
    ordered = np.zeros(size, np.int64)
    for number in range(10**size):
        rest = number
        for at in range(size):
            digits[at] = rest % 10
            rest //= 10
        at = 0
        first = printed
        if printed < 0:
            first, at = digits[0], 1
        second, third, fourth = digits[at], digits[at + 1], digits[at + 2]
        player, banker = (first + second) % 10, (third + fourth) % 10
        extra = start_extra[place[first, second], place[third, fourth], 0] if printed >= 0 else 0
        more, last = digits[at + 3], digits[at + 4]
        drew = 0
        if not (natural[player] or natural[banker]):
            if not player_draws[player]:
                if tableau[banker, 0]:
                    banker, drew = (banker + more) % 10, 1
                    extra += card_extra[more]
            else:
                player = (player + more) % 10
                extra += card_extra[more]
                if tableau[banker, more + 1]:
                    banker, drew = (banker + last) % 10, 1
                    extra += card_extra[last]
        for to in range(size):
            value, free = digits[to], to
            while free > 0 and ordered[free - 1] > value:
                ordered[free] = ordered[free - 1]
                free -= 1
            ordered[free] = value
        end = group[codes[player, banker, drew, extra]]
        coefficients[end, _place_of(ordered, chosen)] += 1


@compiled
def sum_groups(
    counts: Array, cards: int, value_of_card: Array, parent: Array, value: Array, already: Array,
    first_full: int, coefficients: Array, products: Array, sums: Array,
) -> int:  # fmt: skip
    """The ways to every group of ends of so many cards, from the 52 counts of a shoe; and how many
    cards that has."""
    left = np.zeros(10, np.int64)
    size = 0
    for card in range(counts.shape[0]):
        left[value_of_card[card]] += counts[card]
        size += counts[card]
    products[0] = 1
    for at in range(1, parent.shape[0]):
        products[at] = products[parent[at]] * (left[value[at]] - already[at])
    # All orders together are known, so the last group is what the others leave.
    rest = 1
    for drawn in range(cards):
        rest *= size - drawn
    last = coefficients.shape[0] - 1
    full = products[first_full:]
    for group in range(last):
        # Two plain rows side by side: only so does the processor multiply several at once.
        row, total = coefficients[group], 0
        for at in range(row.shape[0]):
            total += row[at] * full[at]
        sums[group] = total
        rest -= total
    sums[last] = rest
    return size


@compiled
def sum_pair_starts(counts: Array, sums: Array) -> None:
    """The ordered starts of four cards by how the two hands are paired."""
    suits = np.zeros((13, 4), np.int64)
    ranks = np.zeros(13, np.int64)
    size = 0
    for card in range(counts.shape[0]):
        suits[card % 13, card // 13] = counts[card]
        ranks[card % 13] += counts[card]
        size += counts[card]
    pairs = np.zeros((13, 4), np.int64)
    fours = np.zeros((13, 4, 4), np.int64)
    count_pairs(suits, pairs, fours)
    each = np.zeros(4, np.int64)
    for rank in range(13):
        for own in range(1, 4):
            each[own] += pairs[rank, own]
    for own in range(1, 4):
        beside = 0
        for rank in range(13):
            if pairs[rank, own] == 0:
                continue
            # Of the ordered pairs that may stand beside this one, those that are pairs themselves.
            paired = 0
            for other in range(1, 4):
                same = fours[rank, own, other]
                apart = pairs[rank, own] * (each[other] - pairs[rank, other])
                sums[own * 8 + other * 2 + 1] += same
                sums[own * 8 + other * 2] += apart
                paired += same + apart
            beside += pairs[rank, own] * (size - 2) * (size - 3) - paired
        sums[own * 8] += beside
        sums[own * 2] += beside
    all_starts = size * (size - 1) * (size - 2) * (size - 3)
    for start in range(1, sums.shape[0]):
        all_starts -= sums[start]
    sums[0] = all_starts


class Edges:
    """The edges of a common-hand rulebook's wagers, for as many compositions as you like.

    >>> edges = Edges("star-baccarat", ["player", "banker", "tie"])
    >>> {wager: round(edge, 6) for wager, edge in edges(Composition.full(8)).items()}
    {'player': 0.012351, 'banker': 0.010579, 'tie': 0.143596}
    """

    def __init__(
        self,
        rulebook: Rulebook | str,
        wagers: Sequence[str | Wager] | None = None,
        scheme: str | None = None,
    ) -> None:
        rulebook = book_of(rulebook)
        if not isinstance(rulebook.procedure, CommonHands):
            raise Refusal(
                "no-edges", None, f"{rulebook.title} has no common hands: ask for its odds."
            )
        self.rulebook, self.procedure = rulebook, rulebook.procedure
        self.scheme = rulebook.scheme(scheme)
        names = rulebook.wagers if wagers is None else list_of("Wagers", wagers, '["tie"]')
        chosen = [rulebook.wager(name) for name in names]
        self.wagers = [each.id for each in chosen]
        self._space = self._only_space(chosen)
        self.size = COUP_CARDS - len(self.procedure.printed)
        self._values = [each for each in chosen if self._by_value(each)]
        self._pairs = [each for each in chosen if not self._by_value(each)]
        self._shape = multisets(self.size)
        self._products = np.zeros(len(self._shape.parent), np.int64)
        self._sums = np.zeros(len(self._coefficients), np.int64)

    def _only_space(self, chosen: list[Wager]) -> FactsSpace:
        """The facts that all these wagers are on, if they can be summed up fast."""
        spaces = {each.space for each in chosen}
        if len(spaces) != 1:
            raise Refusal("no-edges", None, "Fast edges are of wagers on one kind of facts.")
        (space,) = spaces
        if not is_known(self.procedure, space):
            raise Refusal(
                "no-edges",
                None,
                f"Fast edges are of the facts of approved documents, and of no others "
                f"({', '.join(space.fields)}). Ask for the odds.",
            )
        for wager in chosen:
            check_wager(self.rulebook, wager)
            apart = self._by_value(wager) or not set(wager.reads) & set(BY_VALUE)
            if not apart or wager.played_when is not None:
                raise Refusal(
                    "no-edges",
                    None,
                    f"{wager.name} has no fast edge: it depends on the first cards and on how "
                    "the hands end, or is not always played. Ask for its odds.",
                )
        return space

    def _by_value(self, wager: Wager) -> bool:
        """Return True if card values alone decide the wager; after a printed card there are no
        pairs to read."""
        return bool(self.procedure.printed) or set(wager.reads) <= set(BY_VALUE)

    @cached_property
    def _tables(self) -> Tables:
        return tables_of(self.procedure, self._space)

    @cached_property
    def _groups(self) -> tuple[Array, list[tuple[Fraction, ...]]]:
        """Codes that no chosen wager tells apart share a group; what each wager earns there."""
        space = self._space
        earned: dict[tuple[Fraction, ...], int] = {}
        group = np.zeros(len(space), np.int64)
        for code, facts in enumerate(space):
            pays = tuple(_pays(wager, self.scheme, facts) for wager in self._values)
            group[code] = earned.setdefault(pays, len(earned))
        return group, list(earned)

    @cached_property
    def _coefficients(self) -> Array:
        group, earned = self._groups
        tables, printed = self._tables, self.procedure.printed
        found = np.zeros((len(earned), len(self._shape.parent) - self._shape.first_full), np.int64)
        chosen = np.array([[comb(n, k) for k in range(8)] for n in range(18)])
        count_orders(
            self.size, printed[0].value if printed else -1, PLACE, tables.natural,
            tables.player_draws, tables.tableau, tables.start_extra, tables.card_extra,
            tables.codes, group, chosen, found,
        )  # fmt: skip
        return found

    def __call__(self, shoe: Composition | Counts) -> dict[str, float]:
        """The house edge of each wager, correctly rounded from exact integers."""
        counts = shoe.by_card if isinstance(shoe, Composition) else shoe
        edges: dict[str, float] = {}
        if self._values:
            cards = self._count(counts, *self._fixed)
            self._check(cards)
            sums = self._sums.tolist()
            total = sum(sums)
            for wager, scale, pays in self._scaled:
                edges[wager] = -sum(map(mul, pays, sums)) / (scale * total)
            if not self._pairs:
                return edges
        else:
            self._check(int(counts.sum()))
        edges |= self._pair_edges(counts)
        return {wager: edges[wager] for wager in self.wagers}

    def _check(self, cards: int) -> None:
        if not self.size <= cards <= MOST_CARDS:
            raise Refusal(
                "no-edges",
                None,
                f"Fast edges are of shoes of {self.size} to {MOST_CARDS} cards, not {cards}.",
            )

    @cached_property
    def _count(self) -> Callable[..., int]:
        return sum_groups.ready

    @cached_property
    def _fixed(self) -> tuple[Any, ...]:
        """Arguments of the compiled counter beside the shoe."""
        shape = self._shape
        return (
            self.size, VALUE_OF_CARD, shape.parent, shape.value, shape.already, shape.first_full,
            self._coefficients, self._products, self._sums,
        )  # fmt: skip

    def _pair_edges(self, counts: Counts) -> dict[str, float]:
        starts = np.zeros(STARTS, np.int64)
        sum_pair_starts(counts, starts)
        sums = starts.tolist()
        total = sum(sums)
        edges = {}
        for wager, (scale, pays) in zip(self._pairs, self._scaled_pairs, strict=True):
            net = sum([pay * ways for pay, ways in zip(pays, sums, strict=True)])
            edges[wager.id] = -net / (scale * total)
        return edges

    @cached_property
    def _scaled(self) -> list[tuple[str, int, list[int]]]:
        """Return what each value wager earns in each group, in whole parts of a stake."""
        _, earned = self._groups
        return [
            (wager.id, *_whole([pays[at] for pays in earned]))
            for at, wager in enumerate(self._values)
        ]

    @cached_property
    def _scaled_pairs(self) -> list[tuple[int, list[int]]]:
        """Return what each pair wager earns in each kind of start, in whole parts of a stake."""
        space, tables = self._space, self._tables
        # A start that cards of some values cannot make is left at 0 there: take the other one.
        extras = tables.start_extra.max(axis=(0, 1))
        facts = [space.facts(int(tables.codes[0, 0, 0, extra])) for extra in extras]
        return [_whole([_pays(each, self.scheme, f) for f in facts]) for each in self._pairs]


def _pays(wager: Wager, scheme: str | None, facts: Facts) -> Fraction:
    """Return what a wager earns on these facts, per unit."""
    outcome, at, _ = verdict(wager, scheme, facts)
    return Fraction(at.pays, at.per) if at else Fraction(-(outcome == "lose"))


def _whole(pays: list[Fraction]) -> tuple[int, list[int]]:
    """Fractions as whole numbers of their common part, and how many of it make a unit."""
    scale = lcm(*(each.denominator for each in pays))
    return scale, [int(each * scale) for each in pays]
