"""Result of a betting rule over whole shoes, with standard errors clustered by shoe."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from sabot.counting.polynomials import Floats, Ints

Truths = npt.NDArray[np.bool_]
COUPS = 100


@dataclass(frozen=True)
class Gains:
    """Result of betting one unit on some coups of a shoe and nothing on the others.

    `advantage` is the player's mean result per unit bet (positive: the player gains) and None if
    nothing was bet. Means are of exact expectations. `sd_per_bet` is the standard deviation of the
    result of one bet, its outcome included. `desirability` is 100 times the units gained in 100
    coups, divided by the standard deviation of the result of 100 coups, where a coup without a bet
    has the result 0 and coups are taken as independent.
    """

    shoes: int
    coups_per_shoe: float
    bets_per_shoe: float
    frequency: float
    advantage: float | None
    advantage_se: float | None
    units_per_shoe: float
    units_per_shoe_se: float | None
    units_per_100: float
    sd_per_bet: float | None
    desirability: float | None


class GainTally:
    """Sums over shoes while they are dealt."""

    def __init__(self) -> None:
        self._coups: list[Ints] = []
        self._bets: list[Ints] = []
        self._units: list[Floats] = []
        self._squares = 0.0

    def add(self, shoe: Ints, shoes: int, bet: Truths, means: Floats, squares: Floats) -> None:
        """Add a block of shoes. `bet` says of each coup whether a unit is bet, `means` are exact
        expectations of each coup, `squares` mean squares of the coups that are bet on."""
        self._coups.append(np.bincount(shoe, minlength=shoes))
        self._bets.append(np.bincount(shoe[bet], minlength=shoes))
        self._units.append(np.bincount(shoe[bet], means[bet], shoes).astype(np.float64))
        self._squares += float(squares.sum())

    def gains(self) -> Gains:
        """Return the result of the shoes so far."""
        coups, bets, units = (
            np.concatenate(each) for each in (self._coups, self._bets, self._units)
        )
        shoes, dealt, staked = len(coups), int(coups.sum()), int(bets.sum())
        total = float(units.sum())
        many = shoes > 1
        clustered = sqrt(shoes / (shoes - 1)) if many else 0.0
        advantage = total / staked if staked else None
        error = deviation = desirability = None
        if advantage is not None:
            deviation = sqrt(max(self._squares / staked - advantage**2, 0.0))
            spread = self._squares / dealt - (total / dealt) ** 2
            desirability = COUPS * sqrt(COUPS) * (total / dealt) / sqrt(spread) if spread else None
            if many:
                error = clustered * sqrt(float(((units - advantage * bets) ** 2).sum())) / staked
        return Gains(
            shoes=shoes,
            coups_per_shoe=dealt / shoes,
            bets_per_shoe=staked / shoes,
            frequency=staked / dealt,
            advantage=advantage,
            advantage_se=error,
            units_per_shoe=total / shoes,
            units_per_shoe_se=float(units.std(ddof=1)) / sqrt(shoes) if many else None,
            units_per_100=COUPS * total / dealt,
            sd_per_bet=deviation,
            desirability=desirability,
        )
