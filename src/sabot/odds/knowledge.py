"""The worth of knowing, before betting, whether a condition holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.odds.wager_odds import WagerOdds


@dataclass(frozen=True)
class Knowledge:
    """Two sheets of the same wagers, and the best wager of each for a player who knows which of
    them applies. The player stakes one unit on it, or nothing where no wager gains.
    """

    holds: tuple[WagerOdds, ...]
    """Odds where the condition holds."""
    fails: tuple[WagerOdds, ...]
    """Odds where it does not."""

    @property
    def probability(self) -> Fraction:
        """The share of coups in which the condition holds."""
        held = self.holds[0].total
        return Fraction(held, held + self.fails[0].total)

    @property
    def best_if_it_holds(self) -> WagerOdds | None:
        """The best wager where the condition holds; None if no wager gains."""
        return _best(self.holds)

    @property
    def best_if_not(self) -> WagerOdds | None:
        """The best wager where the condition does not hold; None if no wager gains."""
        return _best(self.fails)

    @property
    def ev(self) -> Fraction:
        """Return what the player earns per coup, in units."""
        share = self.probability
        return share * _gain(self.best_if_it_holds) + (1 - share) * _gain(self.best_if_not)

    def __str__(self) -> str:
        share = float(self.probability)
        return (
            f"The condition holds in {share:.4%} of the coups. A player who knows whether it does "
            f"bets\n{_told(self.best_if_it_holds)} if so, {_told(self.best_if_not)} if not: "
            f"{float(self.ev):+.4%} of a unit a coup."
        )

    def to_dict(self) -> dict[str, object]:
        """The same as plain data for JSON: fractions as text."""
        return {
            "probability": _text(self.probability),
            "if_it_holds": _data(self.best_if_it_holds),
            "if_not": _data(self.best_if_not),
            "ev": _text(self.ev),
        }


def knowledge(holds: Sequence[WagerOdds], fails: Sequence[WagerOdds]) -> Knowledge | None:
    """Return the worth of knowing a condition; None if it always holds."""
    if not holds or not fails or not fails[0].total:
        return None
    return Knowledge(tuple(holds), tuple(fails))


def _best(wagers: Sequence[WagerOdds]) -> WagerOdds | None:
    best = max(wagers, key=lambda each: each.ev)
    return best if best.ev > 0 else None


def _gain(best: WagerOdds | None) -> Fraction:
    return Fraction() if best is None else best.ev


def _told(best: WagerOdds | None) -> str:
    return "nothing" if best is None else f"{best.wager} ({float(best.ev):+.4%})"


def _data(best: WagerOdds | None) -> dict[str, str] | None:
    return None if best is None else {"wager": best.wager, "ev": _text(best.ev)}


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
