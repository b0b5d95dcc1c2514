"""Distribution of the result of several stakes in one coup, to the cent.

Stakes that read the same facts are counted together. Stakes of several boxes are counted apart,
since counting the hands of several boxes at once is too much work; do not add them up as if they
were independent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sabot.core.money import ChipRule, Odds, payment
from sabot.core.refusal import Refusal
from sabot.coup import Stake
from sabot.odds.composition import Composition
from sabot.odds.counters.facts import count_facts
from sabot.odds.counters.lucky import HandChoices, count_choices, optimal
from sabot.rulebooks import edition
from sabot.rules import FactsSpace, Rulebook, Wager
from sabot.rules.coup.facts import Facts
from sabot.rules.coup.wager import verdict

Floats = npt.NDArray[np.float64]
End = Odds | int
"""The end of a wager: at odds, with nothing (0), or with the stake lost (-1)."""
Ends = tuple[End | None, ...]
"""The ends of some wagers; None for a wager that is not there."""
IN_FAVOUR: Final = ChipRule("no rule")
"""Rounds up: where no rule makes a payment in chips, a supervisor may name the next higher one."""


@dataclass(frozen=True)
class Game:
    """By what a coup is paid: an edition of a rulebook, decks, scheme, and the least chip."""

    rulebook: str
    edition: str
    decks: int
    scheme: str | None
    chip: int

    @property
    def book(self) -> Rulebook:
        return edition(self.rulebook, self.edition)


@dataclass(frozen=True, eq=False)
class Spread:
    """Results of a coup, in cents, and the probability of each.

    Where the player has a decision, `either` has the chances of each result (a column) in every
    state in which it is made (a row), for one decision and for the other; `chances` are then those
    of the best decisions.
    """

    results: Floats
    chances: Floats
    either: tuple[Floats, Floats] | None = None

    @property
    def mean(self) -> float:
        return float(self.chances @ self.results)

    @property
    def variance(self) -> float:
        return float(self.chances @ (self.results - self.mean) ** 2)

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)


class Expectation(NamedTuple):
    """Mean and variance of a coup's result. For stakes that may depend on each other, the variance
    is an upper bound."""

    mean: float
    variance: float


def expectation(found: Iterable[Spread]) -> Expectation:
    """Return the expectation of the spreads of one coup together."""
    every = tuple(found)
    deviation = sum(each.deviation for each in every)
    return Expectation(sum(each.mean for each in every), deviation**2)


@lru_cache(maxsize=65_536)
def spreads(game: Game, stakes: tuple[Stake, ...]) -> tuple[Spread, ...]:
    """Return the spreads of stakes from a full shoe: one for all stakes that are counted
    together."""
    book = game.book
    if book.procedure.takes_decisions is not None:
        return tuple(_decided(game, each) for each in _entered(book, stakes))
    return tuple(_counted(game, each) for each in _groups(book, stakes))


def _groups(book: Rulebook, stakes: Iterable[Stake]) -> list[list[Stake]]:
    """Stakes that one space of facts decides: those of a box, with those that read a part of what
    the box does, and those without one."""
    boxes: dict[int | None, list[Stake]] = {}
    for stake in stakes:
        boxes.setdefault(stake.box, []).append(stake)
    alone = boxes.pop(None, [])
    groups = list(boxes.values())
    if alone and groups and _reads(book, groups[0]) >= _reads(book, alone):
        return [[*groups[0], *alone], *groups[1:]]
    return [*groups, alone] if alone else groups


def _reads(book: Rulebook, stakes: Iterable[Stake]) -> set[str]:
    return {name for stake in stakes for name in book.wager(stake.on).space.fields}


def _counted(game: Game, stakes: Sequence[Stake]) -> Spread:
    ends, ways = _ways_of_ends(game, tuple(stake.on for stake in stakes))
    earned = [_earned(game, stakes, each) for each in ends]
    return _spread(earned, ways)


@lru_cache(maxsize=4096)
def _ways_of_ends(game: Game, names: tuple[str, ...]) -> tuple[tuple[Ends, ...], Floats]:
    """All that these wagers can come to, and how likely it is."""
    wagers = [game.book.wager(name) for name in names]
    space = max((wager.space for wager in wagers), key=lambda each: len(each.fields))
    ways, total = _facts(game, space)
    found: dict[Ends, int] = {}
    for code, number in ways:
        facts = space.facts(code)
        ends = tuple(_end(wager, game.scheme, _part(facts, wager.space)) for wager in wagers)
        found[ends] = found.get(ends, 0) + number
    return tuple(found), np.array([number / total for number in found.values()])


@lru_cache(maxsize=256)
def _facts(game: Game, space: FactsSpace) -> tuple[list[tuple[int, int]], int]:
    ways, total = count_facts(game.book, space, Composition.full(game.decks))
    return [(code, int(number)) for code, number in enumerate(ways) if number], total


def _part(facts: Facts, space: FactsSpace) -> Facts:
    """The facts of a space that reads a part of these."""
    return space.kind(*(getattr(facts, name) for name in space.fields))


def _end(wager: Wager, scheme: str | None, facts: Facts) -> End | None:
    if wager.played_when is not None and not wager.played_when(facts):
        return None
    outcome, odds, _ = verdict(wager, scheme, facts)
    return odds if odds is not None else -(outcome == "lose")


def _earned(game: Game, stakes: Sequence[Stake], ends: Ends) -> int:
    """Return what these stakes earn or lose, in cents."""
    earned = 0
    for stake, end in zip(stakes, ends, strict=True):
        if isinstance(end, Odds):
            earned += payment(stake.amount, end, game.chip, game.book.chips or IN_FAVOUR)
        elif end is not None:
            earned += end * stake.amount
    return earned


def _spread(earned: Sequence[int], chances: Floats) -> Spread:
    """Equal results as one."""
    results, places = np.unique(np.array(earned, np.float64), return_inverse=True)
    return Spread(results, np.bincount(places, weights=chances).astype(np.float64))


# Where the player decides


def _entered(book: Rulebook, stakes: Iterable[Stake]) -> list[list[Stake]]:
    """The stakes of each box from before its decision; the decision brings the others, which are
    as high."""
    boxes: dict[int | None, list[Stake]] = {}
    for stake in sorted(stakes, key=lambda each: book.wager(each.on).played_when is not None):
        own = boxes.setdefault(stake.box, [])
        if book.wager(stake.on).played_when is None:
            own.append(stake)
        elif stake.amount != sum(each.amount for each in own):
            raise Refusal("not-counted", None, "A stake after the decision is unlike the first.")
    return list(boxes.values())


def _decided(game: Game, stakes: Sequence[Stake]) -> Spread:
    """The best decisions, and either of both in every state."""
    amount = sum(stake.amount for stake in stakes)
    ends, stand, draw, best = _decisions(game)
    placed = [Stake(wager.id, amount) for wager in _choices(game).decided]
    earned = [_earned(game, placed, each) for each in ends]
    results, places = np.unique(np.array(earned, np.float64), return_inverse=True)
    onto = np.eye(len(results))[places]
    return Spread(results, best @ onto, (stand @ onto, draw @ onto))


@lru_cache(maxsize=16)
def _choices(game: Game) -> HandChoices:
    return count_choices(game.book, Composition.full(game.decks))


@lru_cache(maxsize=16)
def _decisions(game: Game) -> tuple[tuple[Ends, ...], Floats, Floats, Floats]:
    """Return all ends of a decision's wagers; the probability of each in every state if no box
    draws, and if all draw; and the probability with the best decisions."""
    choices = _choices(game)
    of_code = [
        tuple(_end(each, None, facts) for each in choices.decided) for facts in choices.space
    ]
    ends = tuple(dict.fromkeys(of_code))
    onto = np.eye(len(ends))[[ends.index(each) for each in of_code]]

    def seen(ways: npt.NDArray[np.object_]) -> Floats:
        flat = ways.reshape(-1, ways.shape[-1]).astype(np.float64)
        return (flat / choices.total) @ onto

    stand, draw = seen(choices.standing), seen(choices.drawing)
    draws = optimal(choices).reshape(-1)
    best = np.where(draws[:, None], draw, stand).sum(axis=0)
    return ends, stand, draw, best
