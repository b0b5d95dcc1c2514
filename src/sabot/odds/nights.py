"""What a night of one wager may bring: the distribution of results after many coups."""

from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from sabot.odds.pictures import NAMES, WIDE, drawing
from sabot.odds.sheet import WagerOdds

Floats = npt.NDArray[np.float64]
HIGH = 160


def distribution(wager: WagerOdds, coups: int) -> tuple[Floats, Floats]:
    """Every net result after so many coups of one unit, and how likely it is.

    The single coup's distribution is raised to a power by a Fourier transform, so the figures
    carry the rounding of floating-point numbers: they are for looking at.
    """
    scale = lcm(*(line.pays.denominator for line in wager.lines))
    steps = [int(line.pays * scale) for line in wager.lines]
    low, high = min(steps), max(steps)
    # Far beyond any result that a night will see; what would lie outside wraps around, unseen.
    spread = int(12 * scale * np.sqrt(float(wager.variance) * coups)) + (high - low) + 2
    size = 1 << int(min((high - low) * coups + 1, 2 * spread)).bit_length()
    single = np.zeros(size)
    for step, line in zip(steps, wager.lines, strict=True):
        single[step % size] += line.ways / wager.total
    chances = np.fft.irfft(np.fft.rfft(single) ** coups, size)
    middle = round(float(wager.ev * coups * scale))
    results = np.arange(middle - size // 2, middle + size - size // 2)
    kept = chances[results % size].clip(min=0)
    return results / scale, kept


def chance_of_profit(wager: WagerOdds, coups: int) -> float:
    """How likely a player is ahead after so many coups."""
    results, chances = distribution(wager, coups)
    return float(chances[results > 0].sum())


def bars(wager: WagerOdds, coups: int, number: int = 60) -> tuple[Floats, Floats]:
    """The distribution in so many bars of one width, from three standard deviations below the mean
    to as many above: where each begins (and the last ends), and how likely it is."""
    results, chances = distribution(wager, coups)
    centre = float(wager.ev * Fraction(coups))
    reach = 3 * wager.standard_deviation * np.sqrt(coups)
    edges = np.linspace(centre - reach, centre + reach, number + 1)
    heights, _ = np.histogram(results, edges, weights=chances)
    return edges, heights


def histogram(wager: WagerOdds, coups: int) -> str:
    """The distribution as a picture."""
    edges, heights = bars(wager, coups)
    centre = float(wager.ev * Fraction(coups))
    width = (WIDE - NAMES) / len(heights)
    drawn = [
        f"<rect x='{NAMES + place * width:.1f}' y='{HIGH - HIGH * height / heights.max():.1f}'"
        f" width='{width - 1:.1f}' height='{HIGH * height / heights.max():.1f}'"
        f" fill='{'#246' if edges[place] >= 0 else '#a33'}'/>"
        for place, height in enumerate(heights)
    ]
    marks = [
        f"<text x='{NAMES + at * (WIDE - NAMES):.0f}' y='{HIGH + 16}' text-anchor='{anchor}'>"
        f"{value:+,.0f}</text>"
        for at, anchor, value in (
            (0, "start", edges[0]),
            (0.5, "middle", centre),
            (1, "end", edges[-1]),
        )
    ]
    name = f"<text x='{NAMES - 10}' y='{HIGH // 2}' text-anchor='end'>{wager.name}</text>"
    label = f"Result of {coups:,} coups of one unit on {wager.name}"
    return drawing(HIGH + 24, label, [name, *drawn, *marks])
