"""Bounds of the return after many coups, and the most that one coup can cost."""

from fractions import Fraction
from math import ceil, lcm, sqrt

import numpy as np
import numpy.typing as npt

from sabot.core.money import dollars
from sabot.math_report.figures import Json, pays, skewness
from sabot.math_report.matrix import ways_of
from sabot.odds.sheet import OddsSheet
from sabot.odds.wager_odds import WagerOdds
from sabot.rules import FactsSpace, Rulebook
from sabot.rules.coup.wager import verdict

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""Numbers of coups after which the return is bounded."""
EXACT_UP_TO = 10_000
"""Coups whose sum is counted whole; that of more has its quantiles from three moments."""
LOW, HIGH = 0.025, 0.975
"""The bounds are the quantiles of 95% of all such runs of coups."""
QUANTILE_95 = 1.959963984540054
WIDTH = 60
"""Standard deviations that a window of sums spans: beyond it there is next to nothing."""
LARGEST_WINDOW = 2**22
Floats = npt.NDArray[np.float64]


def return_bounds(wager: WagerOdds) -> list[Json]:
    """Return the bounds of 95% of the average return of a unit after each number of coups."""
    return [
        {"coups": coups, "exact": exact, "low": 1 + low / coups, "high": 1 + high / coups}
        for coups in SIZES
        for low, high, exact in [_quantiles(wager, coups)]
    ]


def _quantiles(wager: WagerOdds, coups: int) -> tuple[float, float, bool]:
    """The quantiles of the sum of independent coups, and whether they are counted exactly."""
    found = _counted(wager, coups) if coups <= EXACT_UP_TO else None
    if found is not None:
        return *found, True
    mean, deviation = float(wager.ev) * coups, wager.standard_deviation * sqrt(coups)
    skew = skewness(wager) / sqrt(coups)
    low, high = (
        mean + deviation * (z + skew * (z * z - 1) / 6) for z in (-QUANTILE_95, QUANTILE_95)
    )
    return low, high, False


def _counted(wager: WagerOdds, coups: int) -> tuple[float, float] | None:
    """Multiply the chances of one coup as Fourier transforms, in a window about the mean; None if
    that takes too large a window."""
    unit = lcm(*(line.pays.denominator for line in wager.lines))
    spread = wager.standard_deviation * sqrt(coups) * unit
    size = 1 << max(10, ceil(WIDTH * spread).bit_length())
    if size > LARGEST_WINDOW:
        return None
    one = np.zeros(size)
    for line in wager.lines:
        one[int(line.pays * unit) % size] += line.ways / wager.total
    start = round(float(wager.ev) * unit * coups) - size // 2
    sums = np.fft.irfft(np.fft.rfft(one) ** coups, size)
    growing = np.cumsum(np.roll(sums, -(start % size)))
    low, high = (float(np.searchsorted(growing, share)) for share in (LOW, HIGH))
    return (start + low) / unit, (start + high) / unit


def awards(book: Rulebook, sheet: OddsSheet, maximum: int | None) -> Json:
    """Return the largest award of every wager, and the most that one coup costs the casino if each
    wager carries one unit; in money too if `maximum`, the largest stake in cents, is named."""
    rows: list[Json] = []
    for each in sheet.wagers:
        top = max((line for line in each.lines if line.ways), key=lambda line: line.pays)
        rows.append(
            {
                "wager": each.wager,
                "name": each.name,
                "pays": pays(top),
                "units": float(top.pays),
                "probability": top.ways / each.total,
                "once_in": each.total / top.ways,
                "award": _money(top.pays, maximum),
            }
        )
    spaces = dict.fromkeys(wager.space for wager in book.wagers)
    worst = [_worst(book, sheet, space) for space in spaces]
    paid = sum((each[0] for each in worst), Fraction())
    net = sum((each[1] for each in worst), Fraction())
    return {
        "maximum": None if maximum is None else dollars(maximum),
        "wagers": rows,
        "paid_in_a_coup": float(paid),
        "net_in_a_coup": float(net),
        "joint": len(worst) == 1,
        "liability": _money(paid, maximum),
        "net_liability": _money(net, maximum),
    }


def _money(units: Fraction, maximum: int | None) -> str | None:
    return None if maximum is None else dollars(int(units * maximum))


def _worst(book: Rulebook, sheet: OddsSheet, space: FactsSpace) -> tuple[Fraction, Fraction]:
    """The most units that one coup has the wagers of a kind of facts paid, and the most that the
    casino loses when lost stakes are taken into account."""
    offered = [wager for wager in book.wagers if wager.space is space and wager.id in sheet]
    paid, net = Fraction(), Fraction(-len(offered))
    for facts, ways in zip(space, ways_of(book, sheet, space), strict=True):
        if not ways:
            continue
        results: list[Fraction | int] = []
        for wager in offered:
            if wager.played_when is None or wager.played_when(facts):
                outcome, odds, _ = verdict(wager, sheet.scheme, facts)
                results.append(Fraction(odds.pays, odds.per) if odds else -(outcome == "lose"))
        paid = max(paid, Fraction(sum(each for each in results if each > 0)))
        net = max(net, Fraction(sum(results)))
    return paid, net
