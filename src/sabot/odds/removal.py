"""Cards removed: what each rank's absence does to each wager, and what a counter could gain."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from sabot.bench import book_of
from sabot.cards import DECK, RANKS, SUITS, Card, decks_of
from sabot.coup import deal_so_far
from sabot.odds.composition import Composition
from sabot.odds.edges import Edges
from sabot.odds.sheet import odds
from sabot.odds.trial import is_known
from sabot.refusal import Refusal, quoted
from sabot.rules import Rulebook
from sabot.rules.results import result_of
from sabot.shoe import RunDown, Seeded, Shoe, burn, cut, load, shuffle

MOST_SHOES = 100_000
Floats = npt.NDArray[np.float64]


def effects(
    rulebook: Rulebook | str, decks: int | None = None, scheme: str | None = None
) -> dict[str, dict[str, float]]:
    """For each wager and rank: how much the player's expectation changes when one card of that
    rank is gone, averaged over the suits; to the documents' own facts all suits are alike."""
    rulebook = book_of(rulebook)
    full = Composition.full(rulebook.decks(decks))
    before = {each.wager: each.ev for each in odds(rulebook, None, scheme, full).wagers}
    changes: dict[str, dict[str, float]] = {wager: {} for wager in before}
    known = all(is_known(rulebook.procedure, wager.space) for wager in rulebook.wagers)
    for rank in RANKS:
        suits = [card for card in DECK if card.rank == rank][: 1 if known else len(SUITS)]
        sheets = [odds(rulebook, None, scheme, full.without([card])) for card in suits]
        for wager, ev in before.items():
            moved = sum((sheet[wager].ev - ev for sheet in sheets), Fraction())
            changes[wager][rank] = float(moved / len(suits))
    return changes


@dataclass(frozen=True)
class Counting:
    """What a perfect counter of one wager would see, and the best count by ranks alone.

    `advantage` is the share of coups on which the player is ahead, `gain` what a unit staked on
    just those coups earns per coup dealt; `tags` weigh each rank in the best linear count, whose
    correlation with the exact edge is `fit`.
    """

    wager: str
    coups: int
    advantage: float
    gain: float
    best_edge: float
    tags: dict[str, float]
    fit: float


def counting(
    rulebook: Rulebook, shoes: int = 50, decks: int | None = None, seed: int = 1
) -> list[Counting]:
    """Deal so many shoes, know the exact edge before every coup, and sum up."""
    if type(shoes) is not int or not 1 <= shoes <= MOST_SHOES:
        raise Refusal(
            "bad-shoes",
            None,
            f"To count cards takes 1 to {MOST_SHOES:,} shoes, not {quoted(shoes)}.",
        )
    rules = rulebook.preparation
    if not (rules.cut and rules.cutting_card and rules.last_coup):
        raise Refusal(
            "no-shoe",
            rules.sources.clause,
            f"Nobody can count the cards of {rulebook.title}: it is not dealt from a shoe.",
        )
    edges = Edges(rulebook)
    ranks, evs = [], []
    for left in coups_of_shoes(rulebook, shoes, rulebook.decks(decks), seed):
        ranks.append(left.reshape(4, 13).sum(axis=0) / left.sum())
        evs.append([-edge for edge in edges(left).values()])
    seen, earned = np.array(ranks), np.array(evs)
    return [_summed(name, seen, earned[:, at]) for at, name in enumerate(edges.wagers)]


def _summed(wager: str, seen: Floats, evs: Floats) -> Counting:
    ahead = evs > 0
    centred = seen - seen.mean(axis=0)
    weights, *_ = np.linalg.lstsq(centred, evs - evs.mean(), rcond=None)
    counted = centred @ weights
    varied = counted.std() > 0 and evs.std() > 0
    return Counting(
        wager,
        len(evs),
        float(ahead.mean()),
        float(np.where(ahead, evs, 0).mean()),
        float(-evs.max()),
        dict(zip(RANKS, weights.round(4).tolist(), strict=True)),
        float(np.corrcoef(counted, evs)[0, 1]) if varied else 0.0,
    )


def coups_of_shoes(
    rulebook: Rulebook, shoes: int, decks: int, seed: int
) -> Iterator[npt.NDArray[np.int64]]:
    """What is left in the shoe before every coup of so many shoes, as 52 counts."""
    rules, chance = rulebook.preparation, Seeded(seed)
    assert rules.cut and rules.cutting_card and rules.last_coup, "a counter needs a shoe"
    index = {card: place for place, card in enumerate(DECK)}
    for _ in range(shoes):
        stack = shuffle(decks_of(decks), chance)
        depth = rules.cut.depth
        stack = cut(stack, depth + chance.below(len(stack) - 2 * depth + 1), rules.cut)
        _, shoe = burn(load(stack, rules.cutting_card.nearest, rules.cutting_card), rules.burns[0])
        left = np.full(len(DECK), decks, np.int64)
        for card in shoe.cards[: shoe.dealt]:
            left[index[card]] -= 1
        run = RunDown(rules.last_coup)
        while not run.must_shuffle:
            yield left
            used, shoe, run = _deal_one(rulebook, shoe, run)
            for card in used:
                left[index[card]] -= 1


def _deal_one(rulebook: Rulebook, shoe: Shoe, run: RunDown) -> tuple[list[Card], Shoe, RunDown]:
    used: list[Card] = []
    while deal_so_far(rulebook, used).due is not None:
        drawn, shoe = shoe.draw()
        if drawn.cutting_card:
            run = run.cutting_card_out(first=not used)
        used.append(drawn.card)
    hands = deal_so_far(rulebook, used).hands
    totals = [sum(card.value for card in hand) % 10 for hand in hands.values()]
    return used, shoe, run.coup_ended(tie=result_of(*totals) == "tie")
