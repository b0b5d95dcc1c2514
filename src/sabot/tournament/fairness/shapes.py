"""Questions about the last coups of a session and their answers, as plain data.

They stand apart because what counts is slow to load, and a casino opens without it.
"""

from typing import Any

import msgspec

from sabot.tournament.questions import StandingAsked

MOST_PLAYERS, MOST_COUPS = 7, 3
TRIALS, FEWEST_TRIALS, MOST_TRIALS, SEED = 2_000, 100, 100_000, 1


class LastCoupsAsked(msgspec.Struct, gc=False):
    """Players before the last coups of a session, in the order of wagering, as it came."""

    rulebook: Any
    minimum: Any
    players: list[StandingAsked]
    maximum: Any = None
    scheme: Any = None
    decks: Any = None
    chip: Any = None
    coups: int = 1
    advance: int = 1
    trials: int | None = None
    seed: int = SEED


class BetAnswer(msgspec.Struct, gc=False):
    on: str
    amount: str


class ChanceAnswer(msgspec.Struct, gc=False, kw_only=True, omit_defaults=True):
    """`exact` where it was counted, `error` (one standard error) where it was played out."""

    name: str
    chance: float
    exact: str | None = None
    error: float | None = None
    bet: list[BetAnswer]


class PlayedOut(msgspec.Struct, gc=False):
    """So many trials, by this seed."""

    trials: int
    seed: int


class ChancesAnswer(msgspec.Struct, gc=False, omit_defaults=True):
    players: list[ChanceAnswer]
    simulated: PlayedOut | None = None
