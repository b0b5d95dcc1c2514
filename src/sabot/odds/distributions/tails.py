"""Probability of a result at least as good as a given one after many coups.

Coups are independent, each from a full shoe. The chance of a sum is found exactly where that is
little work: every coup's results are made likelier by e^tx, so that the result in question lies in
the middle, and multiplied as Fourier transforms; what floating-point numbers and a finite window
can do to the answer is stated with it. Elsewhere it is bounded by Chernoff: no chance is more than
e^(K(t) - tx), with K the sum of the logarithms of E e^tX. That holds for spreads which depend on
each other too (Hölder), and for every decision of a player.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, exp, gcd, log2
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sabot.odds.distributions.together import Floats, Spread

WIDEST: Final = 2**20
EFFORT: Final = 10**8
"""So many products are little work."""
STEEPEST: Final = 300.0
"""No result is made likelier by more than e to this."""
HALVINGS: Final = 60
PRECISE: Final = 1e-9
ROUNDING: Final = 2.0**-52
Whole = npt.NDArray[np.int64]


class Times(NamedTuple):
    """A coup that was played so often, as the spreads that are counted together in it."""

    times: int
    spreads: tuple[Spread, ...]


class Tail(NamedTuple):
    """The chance of such a result or a better one, and by how much it may be wrong; `error` is None
    where `chance` is a bound from above."""

    chance: float
    error: float | None = None

    @property
    def most(self) -> float:
        """Upper bound of the probability."""
        return min(1.0, self.chance + (self.error or 0.0))


@dataclass(frozen=True)
class Sum:
    """The sum of all coups: plain spreads laid end to end, and those with a decision.

    Spreads of one coup that may depend on each other have a share of it each: with shares that add
    up to 1, E e^(X + Y) is no more than (E e^(X/a))^a (E e^(Y/b))^b.
    """

    results: Floats
    chances: Floats
    starts: Whole
    lengths: Whole
    weights: Floats
    decided: tuple[tuple[float, float, Spread], ...]
    is_plain: bool

    @classmethod
    def of(cls, coups: Iterable[Times]) -> "Sum":
        plain: list[tuple[float, float, Spread]] = []
        decided: list[tuple[float, float, Spread]] = []
        for times, spreads in coups:
            whole = sum(each.deviation for each in spreads)
            for each in spreads:
                share = each.deviation / whole if whole else 1 / len(spreads)
                if share:
                    kind = plain if each.either is None else decided
                    kind.append((times * share, share, each))
        lengths = np.array([len(spread.results) for _, _, spread in plain], np.int64)
        return cls(
            np.concatenate([np.zeros(0), *(spread.results / share for _, share, spread in plain)]),
            np.concatenate([np.zeros(0), *(spread.chances for *_, spread in plain)]),
            np.concatenate([np.zeros(1, np.int64), lengths.cumsum()])[:-1],
            lengths,
            np.array([weight for weight, _, _ in plain]),
            tuple(decided),
            not decided and all(share == 1.0 for _, share, _ in plain),
        )

    @property
    def steepest(self) -> float:
        sizes = [float(abs(spread.results).max()) / share for _, share, spread in self.decided]
        return STEEPEST / max(1.0, *sizes, float(abs(self.results).max(initial=0.0)))

    def growth(self, t: float) -> tuple[float, float]:
        """K(t) and its slope."""
        height, slope = 0.0, 0.0
        if len(self.starts):
            likely = self.chances * np.exp(t * self.results)
            sums = np.add.reduceat(likely, self.starts)
            means = np.add.reduceat(likely * self.results, self.starts) / sums
            height, slope = float(self.weights @ np.log(sums)), float(self.weights @ means)
        for weight, share, spread in self.decided:
            grown = np.exp(t * spread.results / share)
            assert spread.either is not None
            one, other = (each @ grown for each in spread.either)
            better = np.where((one > other)[:, None], *spread.either) * grown
            total = float(better.sum())
            height += weight * float(np.log(total))
            slope += weight * float((better @ spread.results).sum()) / (share * total)
        return height, slope


def tail(coups: Sequence[Times], result: int) -> Tail:
    """The chance that these coups bring so much, or more."""
    whole = Sum.of(coups)
    t, bound = chernoff(whole, result)
    found = _exact(coups, whole, result, t) if whole.is_plain else None
    return Tail(bound) if found is None else found


def chernoff(whole: Sum, result: float) -> tuple[float, float]:
    """The t that bounds the chance best, and the bound."""
    if whole.growth(0.0)[1] >= result:
        return 0.0, 1.0
    t = _likeliest(whole, result)
    return t, _bounded(whole, 0.0, t, result)


def _likeliest(whole: Sum, result: float) -> float:
    """The t with which e^tx makes that result the mean."""
    low, high = -whole.steepest, whole.steepest
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if whole.growth(middle)[1] < result else (low, middle)
    return low


def _bounded(whole: Sum, t: float, other: float, result: float) -> float:
    """Return an upper bound of the probability of that result and all beyond, once results are
    tilted by e^tx; `other` is any t beyond this one on their side."""
    height = whole.growth(other)[0] - whole.growth(t)[0] - (other - t) * result
    return min(1.0, exp(min(0.0, height)) * (1 + PRECISE))


# Exactly


class _Grid(NamedTuple):
    """Lattice of results: `low` and every `step` from there up to `top` steps. `hops` are the steps
    that each spread can take."""

    low: int
    step: int
    top: int
    hops: tuple[Whole, ...]


def _grid(coups: Sequence[Times]) -> _Grid:
    results = [(times, spreads[0].results.astype(np.int64)) for times, spreads in coups]
    hops = [each - each[0] for _, each in results]
    step = gcd(*(int(hop) for each in hops for hop in each)) or 1
    low = sum(times * int(each[0]) for times, each in results)
    top = sum(times * int(hop[-1]) for (times, _), hop in zip(results, hops, strict=True))
    return _Grid(low, step, top // step, tuple(each // step for each in hops))


def _exact(coups: Sequence[Times], whole: Sum, result: int, t: float) -> Tail | None:
    """The chance by Fourier transforms; None where that is much work."""
    grid = _grid(coups)
    place = max(0, ceil((result - grid.low) / grid.step))
    if place > grid.top or place == 0:
        return Tail(float(place == 0), 0.0)
    size = _size(whole, t, grid)
    if size > WIDEST or size * len(whole.results) > 2 * EFFORT:
        return None
    middle = round((whole.growth(t)[1] - grid.low) / grid.step)
    first, last = (0, grid.top) if size > grid.top else (middle - size // 2, middle + size // 2 - 1)
    waves = _waves(coups, grid, size, t)
    reach = np.arange(max(place, first), min(grid.top, last) + 1)
    fading = np.exp(-t * grid.step * (reach - place))
    found = float(np.fft.irfft(waves, size)[reach % size].clip(min=0) @ fading)
    rounded = sum(times * (len(spreads[0].results) + 4) for times, spreads in coups)
    wrong = ROUNDING * (rounded + 8 * log2(size)) * float(abs(waves).mean() * fading.sum() + found)
    if size <= grid.top:
        edges = (grid.low + grid.step * each for each in (first, last))
        wrong += sum(_bounded(whole, t, _likeliest(whole, edge), edge) for edge in edges)
    factor = exp(min(0.0, whole.growth(t)[0] - t * (grid.low + grid.step * place)))
    return Tail(min(1.0, factor * found), factor * wrong)


def _size(whole: Sum, t: float, grid: _Grid) -> int:
    """A window that holds all results, or those within ten standard deviations."""
    nudge = 1e-4 * whole.steepest
    spread = max(0.0, (whole.growth(t + nudge)[1] - whole.growth(t)[1]) / nudge)
    widest = float(abs(whole.results).max(initial=0.0))
    wide = int((20 * spread**0.5 + 4 * widest) / grid.step) + 2
    return 1 << int(min(grid.top + 1, wide)).bit_length()


def _waves(coups: Sequence[Times], grid: _Grid, size: int, t: float) -> npt.NDArray[np.complex128]:
    """The transform of the whole sum, with results made likelier by e^tx."""
    waves = np.ones(size // 2 + 1, np.complex128)
    turns = np.exp(-2j * np.pi * np.arange(size) / size)
    places = np.arange(size // 2 + 1)
    for (times, (spread, *_)), hops in zip(coups, grid.hops, strict=True):
        likely = spread.chances * np.exp(t * spread.results)
        likely /= likely.sum()
        own = np.zeros(size // 2 + 1, np.complex128)
        for chance, hop in zip(likely, hops, strict=True):
            own += chance * turns[places * hop % size]
        waves *= own**times
    return waves
