"""The mathematician's room: exact odds of every wager from any shoe."""

from fractions import Fraction

from sabot.odds.composition import Composition, falling
from sabot.odds.counters.facts import count_facts
from sabot.odds.distributions.patterns import Pattern, covariance, pattern
from sabot.odds.sheet import OddsSheet, odds
from sabot.odds.wager_odds import WagerOdds
from sabot.rules import Rulebook

__all__ = [
    "Composition",
    "OddsSheet",
    "Pattern",
    "WagerOdds",
    "count_facts",
    "covariance",
    "expected_values",
    "falling",
    "odds",
    "pattern",
]


def expected_values(
    rulebook: Rulebook | str, decks: int | None = None, scheme: str | None = None
) -> dict[str, Fraction]:
    """Return what a player earns per unit of every wager, from full decks.

    >>> round(float(expected_values("star-baccarat")["tie"]), 6)
    -0.143596
    """
    return {each.wager: each.ev for each in odds(rulebook, decks, scheme).wagers}
