"""Exact counting for games with one Player's and one Banker's hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from sabot.cards import DECK, Card, Hand, is_pair, point_count, read_card
from sabot.odds.composition import Composition, Counts, falling
from sabot.odds.kernels import (
    PAIR_CLASSES,
    PAIRS_OF_VALUES,
    STARTS,
    Array,
    count_common,
    count_pairs,
    count_starts,
)
from sabot.rules import BANKER, PLAYER, CommonHands, FactsSpace
from sabot.rules.tableau import COLUMNS

Cards = tuple[Card, ...]
OF_VALUE = [read_card(rank + "S") for rank in "TA23456789"]
"""A card of each value."""

PLACE = np.zeros((10, 10), np.int64)
for _place, (_low, _high) in enumerate(PAIRS_OF_VALUES):
    PLACE[_low, _high] = PLACE[_high, _low] = _place
RANK_VALUES = np.array([card.value for card in DECK[:13]])
COUP_CARDS = 6
"""Every coup is completed to six cards, the printed ones included, so that all ways add up."""


@dataclass(frozen=True)
class Tables:
    """The drawing rules and the numbering of facts, as the compiled functions want them."""

    natural: Array
    player_draws: Array
    tableau: Array
    start_extra: Array
    card_extra: Array
    codes: Array


def count_common_facts(
    procedure: CommonHands, space: FactsSpace, composition: Composition
) -> tuple[Array, int]:
    """The ways to each code, and to all of them together."""
    printed = procedure.printed
    dealt = COUP_CARDS - len(printed)
    composition.check_enough(dealt, "coup")
    total = falling(composition.size, dealt)
    exact = object if total >= 2**62 else np.int64
    left = (composition.by_value + _printed_values(printed)).astype(exact)
    starts: Array = (
        _starts_beside(printed, composition, exact) if printed else _starts(composition, exact)
    )
    tables = tables_of(procedure, space)
    ways = np.zeros(len(space), exact)
    count = count_common if exact is np.int64 else count_common.py_func
    count(
        left, int(left.sum()), starts, tables.natural, tables.player_draws, tables.tableau,
        tables.start_extra, tables.card_extra, tables.codes, ways,
    )  # fmt: skip
    return ways, total


def _printed_values(printed: tuple[Card, ...]) -> Counts:
    return np.bincount([card.value for card in printed], minlength=10).astype(np.int64)


def _starts(composition: Composition, exact: type) -> Array:
    suits: Array = composition.by_rank_and_suit.astype(exact)
    pairs: Array = np.zeros((13, PAIR_CLASSES), exact)
    fours: Array = np.zeros((13, PAIR_CLASSES, PAIR_CLASSES), exact)
    starts: Array = np.zeros((len(PAIRS_OF_VALUES), len(PAIRS_OF_VALUES), STARTS), exact)
    fast = exact is np.int64
    (count_pairs if fast else count_pairs.py_func)(suits, pairs, fours)
    count = count_starts if fast else count_starts.py_func
    count(suits.sum(axis=1), RANK_VALUES, PLACE, pairs, fours, starts)
    return starts


def _starts_beside(printed: tuple[Card, ...], composition: Composition, exact: type) -> Array:
    """Starts of a Player's hand that is headed by a printed card: one card to it, two to the
    Banker."""
    counts = [int(count) for count in composition.by_value]
    starts: Array = np.zeros((len(PAIRS_OF_VALUES), len(PAIRS_OF_VALUES), STARTS), exact)
    for own, first, second in product(range(10), repeat=3):
        ways = counts[own] * (counts[first] - (first == own))
        ways *= counts[second] - (second == own) - (second == first)
        starts[PLACE[printed[0].value, own], PLACE[first, second], 0] += max(ways, 0)
    return starts


@cache
def tables_of(procedure: CommonHands, space: FactsSpace) -> Tables:
    """The tables of a rulebook, read off its own functions on cards that stand for their like."""
    others = [name for name in space.fields if name not in ("player", "banker", "banker_cards")]
    domains = [space.domains[space.fields.index(name)] for name in others]
    number = {rest: place for place, rest in enumerate(product(*domains))}

    def last_fact(player: Cards, banker: Cards) -> int:
        hands = {
            PLAYER: Hand(player, point_count(player)),
            BANKER: Hand(banker, point_count(banker)),
        }
        facts = space.read(hands, "")
        return number[tuple(getattr(facts, name) for name in others)]

    start_extra = np.zeros((len(PAIRS_OF_VALUES), len(PAIRS_OF_VALUES), STARTS), np.int64)
    for i, j in product(range(len(PAIRS_OF_VALUES)), repeat=2):
        for start, player, banker in _examples(i, j, procedure.printed):
            start_extra[i, j, start] = last_fact(player, banker)
    player, banker = (*procedure.printed, *_hand(1, 0, "TJ"))[:2], _hand(1, 0, "QK")
    before = last_fact(player, banker)
    card_extra = np.array([last_fact((*player, card), banker) - before for card in OF_VALUE])
    # Compiled functions do not look whether a last fact is one of its domain.
    if card_extra.min() < 0 or start_extra.max() + 2 * card_extra.max() >= len(number):
        raise ValueError("third cards lead out of the domain of these facts")
    codes = np.zeros((10, 10, 2, len(number)), np.int64)
    for (p, b, third), (rest, place) in product(np.ndindex(10, 10, 2), number.items()):
        given = dict(zip(others, rest, strict=True))
        given |= {"player": p, "banker": b, "banker_cards": 2 + third}
        codes[p, b, third, place] = space.code(space.kind(*(given[n] for n in space.fields)))
    tableau = np.zeros((10, COLUMNS), np.bool_)
    tableau[: len(procedure.banker_draws.draws)] = procedure.banker_draws.draws
    return Tables(
        np.isin(range(10), procedure.natural),
        np.isin(range(10), procedure.player_draws),
        tableau,
        start_extra,
        card_extra,
        codes,
    )


def _examples(i: int, j: int, printed: tuple[Card, ...]) -> Iterator[tuple[int, Cards, Cards]]:
    """An example of each start that two hands of these values can make."""
    if printed:
        values = list(PAIRS_OF_VALUES[i])
        if printed[0].value in values:
            values.remove(printed[0].value)
            yield 0, (*printed, OF_VALUE[values[0]]), _hand(j, 0, "QK")
        return
    for own, other, same in product(range(PAIR_CLASSES), range(PAIR_CLASSES), range(2)):
        player, banker = _hand(i, own, "TJ"), _hand(j, other, "TJ" if same else "QK")
        if not player or not banker:
            continue
        paired = is_pair(player), is_pair(banker)
        alike = all(paired) and player[0].rank == banker[0].rank
        if (own > 0, other > 0, same > 0) == (*paired, alike):
            yield own * 8 + other * 2 + same, player, banker


@cache
def _hand(pair: int, pair_class: int, zeros: str) -> Cards:
    """Two cards of the values of a pair, paired in this way; none if they cannot be.

    A card worth nothing takes its rank from `zeros`, both from the first of them if paired.
    """
    low, high = PAIRS_OF_VALUES[pair]
    if pair_class and low != high:
        return ()
    ranks = [OF_VALUE[low].rank, OF_VALUE[high].rank]
    if low == 0:
        ranks[0] = zeros[0]
    if high == 0:
        ranks[1] = zeros[0] if pair_class else zeros[1]
    suits: Array = ("SH", "SH", "SC", "SS")[pair_class]
    return read_card(ranks[0] + suits[0]), read_card(ranks[1] + suits[1])
