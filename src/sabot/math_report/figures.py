"""The figures of one wager, read off its exact counts."""

from fractions import Fraction
from math import sqrt

from sabot.odds.wager_odds import CHANGED, LineWays, WagerOdds

Json = dict[str, object]
VOLATILITY = 1.6448536269514722
"""Standard deviations of a 90% interval: the volatility index is of one coup."""


def skewness(wager: WagerOdds) -> float:
    """The third moment about the mean, in standard deviations; 0 where nothing varies."""
    if not wager.variance:
        return 0.0
    third = sum(((line.pays - wager.ev) ** 3 * line.ways for line in wager.lines), Fraction())
    return float(third / wager.total) / sqrt(wager.variance) ** 3


def figures(wager: WagerOdds) -> Json:
    """Everything that is said of a wager beside its lines.

    Stakes do not vary within a wager, so what is at risk is the unit staked; where coups that stand
    off are not counted as play, the edge is `edge_resolved`.
    """
    resolved = wager.win + wager.lose
    return {
        "ways": {"win": wager.win, "lose": wager.lose, "push": wager.push, "total": wager.total},
        "ev": f"{wager.ev.numerator}/{wager.ev.denominator}",
        "return": float(1 + wager.ev),
        "edge": wager.edge,
        "edge_resolved": wager.edge * wager.total / resolved if resolved else 0.0,
        "hit_frequency": wager.hit_frequency,
        "cycle": wager.total / wager.win if wager.win else None,
        "variance": float(wager.variance),
        "standard_deviation": wager.standard_deviation,
        "volatility_index": VOLATILITY * wager.standard_deviation,
        "skewness": skewness(wager),
    }


def lines(wager: WagerOdds) -> list[Json]:
    """Every way to end, what it gives back of all that is staked, and how often it comes."""
    return [
        {
            "clause": None if wager.own else line.clause,
            "line": line.clause or CHANGED,
            "pays": pays(line),
            "ways": line.ways,
            "probability": line.ways / wager.total,
            "once_in": wager.total / line.ways if line.ways else None,
            "return": float((line.pays + 1) * line.ways / wager.total),
        }
        for line in wager.lines
    ]


def pays(line: LineWays) -> str:
    """Return the payment of a line, in words or as odds."""
    if line.odds:
        return str(line.odds)
    return "loses" if line.pays == -1 else f"{float(line.pays):+g}" if line.pays else "stands off"
