"""Distribution of results after many coups of one wager."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm

import numpy as np
import numpy.typing as npt

from sabot.odds.presentation.pictures import NAMES, WIDE, drawing
from sabot.odds.wager_odds import WagerOdds

Floats = npt.NDArray[np.float64]
HIGH = 160
MOST, FEWEST = 60, 8
"""About how many bars a picture has, where there are that many results."""
SMOOTH = 0.02
"""Bars that rise and fall once may also go up and down by this part of the highest."""


@dataclass(frozen=True)
class Outlook:
    """Probability of every net result: `chances[k]` for `first + k * step` units. No result lies
    between two of them."""

    first: Fraction
    step: Fraction
    chances: Floats

    def result(self, place: int) -> Fraction:
        return self.first + self.step * place

    def place(self, result: float | Fraction) -> Fraction:
        return (Fraction(result) - self.first) / self.step


@dataclass(frozen=True)
class Bars:
    """A distribution in bars of as many results each, which lie `step` apart: the first and the
    last result of each bar, and how likely it is. None holds losses and no losses together."""

    step: float
    lows: list[float]
    highs: list[float]
    chances: Floats


def outlook(wager: WagerOdds, coups: int) -> Outlook:
    """The results after so many coups of one unit.

    The single coup's distribution is raised to a power by a Fourier transform, so the figures
    carry the rounding of floating-point numbers: they are for looking at.
    """
    scale = lcm(*(line.pays.denominator for line in wager.lines))
    steps = [int(line.pays * scale) for line in wager.lines]
    low = min(steps)
    unit = gcd(*(step - low for step in steps)) or 1
    hops = [(step - low) // unit for step in steps]
    # Far beyond any result that a night will see; what would lie outside wraps around, unseen.
    spread = int(12 * scale / unit * np.sqrt(float(wager.variance) * coups)) + max(hops) + 2
    size = 1 << int(min(max(hops) * coups + 1, 2 * spread)).bit_length()
    single = np.zeros(size)
    for hop, line in zip(hops, wager.lines, strict=True):
        single[hop % size] += line.ways / wager.total
    chances = np.fft.irfft(np.fft.rfft(single) ** coups, size)
    middle = round((wager.ev * scale - low) * coups / unit)
    start, end = max(0, middle - size // 2), min(max(hops) * coups + 1, middle + size - size // 2)
    kept = chances[np.arange(start, end) % size].clip(min=0)
    return Outlook(Fraction(low * coups + start * unit, scale), Fraction(unit, scale), kept)


def distribution(wager: WagerOdds, coups: int) -> tuple[Floats, Floats]:
    """Every net result after so many coups of one unit, and how likely it is."""
    night = outlook(wager, coups)
    first, step = night.first, night.step
    places = np.arange(len(night.chances)) * step.numerator * first.denominator
    ends = first.numerator * step.denominator + places
    return ends / (first.denominator * step.denominator), night.chances


def chance_of_profit(wager: WagerOdds, coups: int) -> float:
    """Return the probability that a player is ahead after `coups` coups."""
    results, chances = distribution(wager, coups)
    return float(chances[results > 0].sum())


def bars(wager: WagerOdds, coups: int) -> Bars:
    """The distribution in bars, from three standard deviations below the mean to as many above.

    The narrowest bars that show one rise and one fall are taken: results lie in clusters (a night
    on Banker in steps of 1.95), and bars of another width would catch now one and now two of them.
    """
    night = outlook(wager, coups)
    reach = 3 * wager.standard_deviation * float(np.sqrt(coups))
    low = max(0, floor(night.place(float(wager.ev * coups) - reach)))
    high = min(len(night.chances) - 1, ceil(night.place(float(wager.ev * coups) + reach)))
    number = high - low + 1
    narrowest = ceil(number / MOST)
    tried = []
    for width in range(narrowest, max(narrowest, number // FEWEST) + 1):
        places, chances = _in_bars(night, low, high, width)
        tried.append((_roughness(chances), width, places, chances))
        if tried[-1][0] < SMOOTH:
            break
    _, width, places, chances = min(tried, key=lambda each: each[:2])
    lows = [float(night.result(place)) for place in places]
    highs = [float(night.result(place + width - 1)) for place in places]
    return Bars(float(night.step), lows, highs, chances)


def _in_bars(night: Outlook, low: int, high: int, width: int) -> tuple[list[int], Floats]:
    """Return where each bar begins, and its probability; one bar begins where losses end."""
    even = ceil(night.place(0))
    begin = even + (low - even) // width * width
    places = range(begin, high + 1, width)
    below = np.concatenate([[0.0], night.chances.cumsum()])
    edges = np.array([*places, places[-1] + width]).clip(0, len(night.chances))
    return list(places), np.diff(below[edges])


def _roughness(chances: Floats) -> float:
    """Measure how much bars go up and down beyond one rise to the highest and one fall, relative to
    it."""
    top = float(chances.max())
    moved = np.abs(np.diff(chances, prepend=0.0, append=0.0)).sum()
    return float(moved) / top - 2


def histogram(wager: WagerOdds, coups: int) -> str:
    """The distribution as a picture."""
    shown = bars(wager, coups)
    top = float(shown.chances.max())
    width = (WIDE - NAMES) / len(shown.lows)
    drawn = [
        f"<rect x='{NAMES + place * width:.1f}' y='{HIGH - HIGH * chance / top:.1f}'"
        f" width='{width - 1:.1f}' height='{HIGH * chance / top:.1f}'"
        f" fill='{'#246' if low >= 0 else '#a33'}'/>"
        for place, (low, chance) in enumerate(zip(shown.lows, shown.chances, strict=True))
    ]
    mean, low, high = float(wager.ev * coups), shown.lows[0], shown.highs[-1]
    marks = [
        f"<text x='{NAMES + at * (WIDE - NAMES):.0f}' y='{HIGH + 16}' text-anchor='{anchor}'>"
        f"{value:+,.0f}</text>"
        for at, anchor, value in (
            (0, "start", low),
            ((mean - low) / (high - low + shown.step), "middle", mean),
            (1, "end", high),
        )
    ]
    name = f"<text x='{NAMES - 10}' y='{HIGH // 2}' text-anchor='end'>{wager.name}</text>"
    label = f"Result of {coups:,} coups of one unit on {wager.name}"
    return drawing(HIGH + 24, label, [name, *drawn, *marks])
