"""Card counting: the best simple count of a wager, the count from which to bet, and what it gains.

Shoes are dealt as the rulebook prepares them, and before every coup the exact edge is counted from
the cards that are left; of games that are dealt to boxes only before some of them, for that takes
longer, with one box that plays as well as can be. The tags of the count are the effects of removal,
which balance each other over a deck.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sabot.cards import RANKS
from sabot.odds.composition import Composition
from sabot.odds.edges import Edges
from sabot.odds.removal import coups_of_shoes
from sabot.odds.sheet import odds
from sabot.refusal import Refusal
from sabot.rules import CommonHands, Rulebook
from sabot.simulate.box_dealers import LuckyDrawDealer, ThreeCardDealer
from sabot.simulate.boxes import burn_of
from sabot.simulate.compiled import stream
from sabot.simulate.dealing import Deal, dealer_of
from sabot.simulate.eye import Eye
from sabot.simulate.strategies import exact_strategy

Floats = npt.NDArray[np.float64]
LARGEST_TAG = 4
NOTHING = 1e-12
DECK = 52
BEST = "optimal"
MOST_LOOKED = 150
"""Coups of boxes before which the edge is counted."""
Effects = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Count:
    """One wager under a counter's eyes.

    `tags` are added for each card of a rank that is gone; the true count is their sum for each deck
    that is left. A unit is staked from `trigger` on: on `bets` coups a shoe, to gain `gain` units a
    shoe. `perfect_bets` and `perfect_gain` are of somebody who knows the edge itself. There is no
    trigger if no count pays.
    """

    wager: str
    tags: dict[str, float]
    trigger: float | None
    bets: float
    gain: float
    perfect_bets: float
    perfect_gain: float
    best_edge: float


def counts(
    book: Rulebook, effects: Effects, decks: int, scheme: str | None, shoes: int, seed: int
) -> list[Count]:
    """Every wager of a game that is dealt from a shoe."""
    rules = book.preparation
    if not (rules.cut and rules.cutting_card and rules.last_coup):
        raise Refusal("no-shoe", None, f"{book.title} is not dealt from a shoe: nobody counts.")
    if isinstance(book.procedure, CommonHands):
        left, every = (
            np.array([each.copy() for each in coups_of_shoes(book, shoes, decks, seed)]),
            1,
        )
    else:
        left = np.array(list(_box_coups(book, shoes, decks, seed)))
        every = -(-len(left) // MOST_LOOKED)
        left = left[::every]
    evs = _evs(book, left, decks, scheme, list(effects))
    by_rank = left.reshape(len(left), 4, len(RANKS)).sum(axis=1)
    weight = every / shoes
    return [_count(name, evs[name], by_rank, decks, weight, tags(effects[name])) for name in evs]


def _box_coups(
    book: Rulebook, shoes: int, decks: int, seed: int
) -> Iterator[npt.NDArray[np.int64]]:
    """What is left in the shoe before every coup with one box."""
    best = exact_strategy(book, decks, BEST) if book.procedure.takes_decisions else None
    dealer = dealer_of(book, Deal(decks, strategy=best))
    if not isinstance(dealer, ThreeCardDealer | LuckyDrawDealer) or dealer.prepared is None:
        raise Refusal("not-counted", None, f"The cards of {book.title} are not seen here.")
    eye, pits, state = Eye(dealer), dealer.open(), np.zeros(4, np.uint64)
    stream(np.uint64(seed), np.uint64(0), state)
    while shoes > 0:
        before = state.copy()
        dealer.deal(state, pits)
        drawn = eye.see(before, pits)
        for row in range(min(shoes, len(drawn.lengths))):
            cards = pits[0].shoes[row] & np.uint16(255)
            used = drawn.lengths[row, : int(pits[0].dealt[row])]
            first = burn_of(pits[0].shoes[row], dealer.prepared)
            for gone in np.concatenate([[0], np.cumsum(used)[:-1]]):
                yield np.bincount(cards[: first - int(gone)], minlength=DECK)
        shoes -= len(drawn.lengths)


def tags(effects: dict[str, float]) -> dict[str, float]:
    """Effects of removal in such a measure that the largest is 4.

    >>> tags({"A": 0.001, "2": -0.002, "K": 0.001})
    {'A': 2.0, '2': -4.0, 'K': 2.0}
    """
    largest = max(map(abs, effects.values()))
    scale = LARGEST_TAG / largest if largest > NOTHING else 0.0
    return {rank: scale * each for rank, each in effects.items()}


def _evs(
    book: Rulebook, left: Floats, decks: int, scheme: str | None, wagers: list[str]
) -> dict[str, Floats]:
    """The player's exact expectation before each coup, wager by wager."""
    try:
        edges = Edges(book, wagers, scheme)
        found = [edges(each) for each in left]
        return {name: np.array([-each[name] for each in found]) for name in wagers}
    except Refusal:
        sheets = [
            odds(book, None, scheme, Composition(tuple(map(int, each)), decks)) for each in left
        ]
        return {name: np.array([float(sheet[name].ev) for sheet in sheets]) for name in wagers}


def _count(
    wager: str, evs: Floats, by_rank: Floats, decks: int, weight: float, tags: dict[str, float]
) -> Count:
    """`weight` is how many coups of a shoe each of these stands for."""
    gone = 4 * decks - by_rank
    true = gone @ np.array(list(tags.values())) / (by_rank.sum(axis=1) / DECK)
    ahead = evs > 0
    gains = {trigger: evs[true >= trigger].sum() for trigger in np.unique(np.floor(true))}
    best = max(gains, key=lambda each: gains[each])
    pays = gains[best] > 0
    return Count(
        wager,
        tags,
        float(best) if pays else None,
        float((true >= best).sum() * weight) if pays else 0.0,
        float(gains[best] * weight) if pays else 0.0,
        float(ahead.sum() * weight),
        float(evs[ahead].sum() * weight),
        float(-evs.max()),
    )
