"""Exact counting for games with one Player's and one Banker's hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from sabot.core.cards import DECK, Card, Hand, is_pair, point_count, read_card
from sabot.odds.composition import Composition, Counts, falling
from sabot.odds.counters.starts import (
    PAIR_CLASSES,
    PAIRS_OF_VALUES,
    PLACE,
    STARTS,
    Array,
    starts_of,
)
from sabot.rules import BANKER, PLAYER, CommonHands, FactsSpace
from sabot.rules.coup.tableau import COLUMNS

Cards = tuple[Card, ...]
TOTALS = PAIRS_OF_VALUES.sum(axis=1) % 10
HOLDS = (PAIRS_OF_VALUES[:, :, None] == np.arange(10)).sum(axis=1)
POINTS = np.arange(20) % 10
"""Of every two values their total, and how many there are of each."""
OF_VALUE = [read_card(rank + "S") for rank in "TA23456789"]
"""A card of each value."""

COUP_CARDS = 6
"""Every coup is completed to six cards, the printed ones included, so that all ways add up."""


@dataclass(frozen=True)
class Tables:
    """The drawing rules and the numbering of facts, as counting wants them.

    `start_extra[player, banker, start]` is what a start adds to the last fact (a kind of pair, a
    number of sevens), `card_extra[value]` what a third card adds; `codes[player, banker, third
    card of the Banker, last fact]` numbers the facts.
    """

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
    starts = (
        _starts_beside(printed, composition, exact)
        if printed
        else starts_of(composition.by_rank_and_suit.astype(exact))
    )
    tables = tables_of(procedure, space)
    ends = _finished(left, starts, tables)
    ways = np.zeros(len(space), exact)
    np.add.at(ways, tables.codes.reshape(-1), ends.reshape(-1))
    return ways, total


def _finished(left: Array, starts: Array, tables: Tables) -> Array:
    """Every start finished by the drawing rules, on six cards: `ends[player, banker, third card
    of the Banker, last fact]`."""
    rest = int(left.sum()) - 4
    alike: Array = np.zeros((*starts.shape[:2], tables.codes.shape[3]), left.dtype)
    own, other, start = np.nonzero(starts)
    extra = tables.start_extra[own, other, start]
    np.add.at(alike, (own, other, extra), starts[own, other, start])
    own, other, last = np.nonzero(alike)
    weight = alike[own, other, last]
    player, banker = TOTALS[own], TOTALS[other]
    shoe = left - HOLDS[own] - HOLDS[other]
    ends: Array = np.zeros(tables.codes.shape, left.dtype)
    natural = tables.natural[player] | tables.natural[banker]
    draws = ~natural & tables.player_draws[player]
    follows = ~natural & ~draws & tables.tableau[banker, 0]
    stands = ~draws & ~follows
    _add(ends, player[stands], banker[stands], 0, last[stands], weight[stands] * rest * (rest - 1))
    card, more = np.arange(10), tables.card_extra
    # The Banker alone draws.
    seen = player[follows, None], POINTS[banker[follows, None] + card]
    ways = weight[follows, None] * shoe[follows] * (rest - 1)
    _add(ends, *seen, 1, last[follows, None] + more, ways)
    # The Player draws, and by what it is the Banker.
    total = POINTS[player[draws, None] + card]
    before = np.broadcast_to(banker[draws, None], total.shape)
    drawn, last = weight[draws, None] * shoe[draws], last[draws, None] + more
    both = tables.tableau[before, card + 1]
    one = ~both
    _add(ends, total[one], before[one], 0, last[one], drawn[one] * (rest - 1))
    hand, third = np.nonzero(both)
    ways = drawn[both][:, None] * (shoe[draws][hand] - (third[:, None] == card))
    seen = total[both][:, None], POINTS[before[both][:, None] + card]
    _add(ends, *seen, 1, last[both][:, None] + more, ways)
    return ends


def _add(ends: Array, player: Array, banker: Array, third: int, last: Array, ways: Array) -> None:
    """Add ways to where they end; by one plain number each, which numpy adds up fastest."""
    place = (player * 10 + banker) * 2 + third
    place = np.broadcast_to(place * ends.shape[3] + last, ways.shape)
    np.add.at(ends.reshape(-1), place.reshape(-1), ways.reshape(-1))


def _printed_values(printed: tuple[Card, ...]) -> Counts:
    return np.bincount([card.value for card in printed], minlength=10).astype(np.int64)


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
    for card in DECK:  # a third card adds the same to either hand, in any suit
        added = {
            last_fact((*player, card), banker) - before,
            last_fact(player, (*banker, card)) - before,
        }
        if added != {card_extra[card.value]}:
            raise ValueError("these facts depend on more of a third card than its value")
    # An array does not look whether a last fact is one of its domain.
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


@cache
def tables_fit(procedure: CommonHands, space: FactsSpace) -> bool:
    """Return True if the tables can hold these facts; where not, the general counter counts."""
    try:
        tables_of(procedure, space)
    except (LookupError, ValueError):
        return False
    return True


def _examples(i: int, j: int, printed: tuple[Card, ...]) -> Iterator[tuple[int, Cards, Cards]]:
    """An example of each start that two hands of these values can make."""
    if printed:
        values = list(PAIRS_OF_VALUES[i])
        if printed[0].value in values:
            values.remove(printed[0].value)
            yield 0, (*printed, OF_VALUE[values[0]]), _hand(j, 0, "QK")
        return
    classes = [
        range(PAIR_CLASSES if len(set(PAIRS_OF_VALUES[each])) == 1 else 1) for each in (i, j)
    ]
    for own, other, same in product(*classes, range(2)):
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
