"""Figures of one table and shift, and the exact value of its coups.

Money is what moved in the ledger. Beside it stands the value of play, as luck counts it: settled
wagers at face value against the odds of a full shoe (`compliance/exceptions/luck.py`).
"""

from collections.abc import Mapping
from datetime import datetime
from itertools import chain
from typing import Final

import msgspec

from sabot.compliance.exceptions.luck import in_order
from sabot.core.refusal import Refusal
from sabot.coup import Stake
from sabot.odds.distributions.together import Game, expectation, spreads

MOST_RATED: Final = 300
"""Maximum number of players of a shift who are rated one by one; those who left first are merged
into the others."""
PACED: Final = 240
"""The pace is that of the newest coups, at most so many."""
TREND: Final = 48
"""A trend line has at most so many points; then every other one goes."""


class Rating(msgspec.Struct):
    """Rating of one player at one table in this shift, in cents. `here`: since when they are there,
    `seconds`: those of finished visits; `result` is the ledger's; `net` and `expected` are of the
    coups that odds can count."""

    player: str
    came: datetime
    here: datetime | None = None
    left: datetime | None = None
    seconds: float = 0.0
    coups: int = 0
    staked: int = 0
    result: int = 0
    net: int = 0
    expected: float = 0.0

    def add(self, other: "Rating") -> None:
        """Another's figures too, or those of the same player elsewhere."""
        self.seconds += other.seconds
        self.coups += other.coups
        self.staked += other.staked
        self.result += other.result
        self.net += other.net
        self.expected += other.expected


class FinishedCoup(msgspec.Struct, frozen=True):
    """A coup that is over: by what it was paid, who staked what, and what it brought them."""

    number: int
    game: Game
    stakes: dict[str, tuple[Stake, ...]]
    nets: dict[str, int]

    @property
    def staked(self) -> int:
        return sum(stake.amount for stakes in self.stakes.values() for stake in stakes)


class Price(msgspec.Struct, frozen=True):
    """Expected result of a coup for its players by exact odds: in total with its variance, and for
    each."""

    mean: float
    variance: float
    own: dict[str, float]


class Point(msgspec.Struct, frozen=True):
    """The house's win by play after so many coups, what was expected, and the deviation."""

    coups: int
    win: int
    expected: int
    deviation: int


class Figures(msgspec.Struct):
    """A shift of a table, up to event `seq`."""

    seq: int = 0
    game: Game | None = None
    since: datetime | None = None
    dealer: str | None = None
    dealing_since: datetime | None = None
    win: int = 0
    unpaid: int = 0
    """Debts of players for coups that were undone, less payments of such debts: not yet in the win,
    but in the players' results."""
    coups: int = 0
    bets: int = 0
    """Players who staked, counted in each coup."""
    staked: int = 0
    counted: int = 0
    counted_stakes: int = 0
    net: int = 0
    expected: float = 0.0
    variance: float = 0.0
    left_out: int = 0
    ratings: dict[str, Rating] = {}
    others: Rating | None = None
    ended: list[datetime] = []
    dealt: datetime | None = None
    """Time of the last card or call of a coup."""
    unpriced: list[FinishedCoup] = []
    trend: list[Point] = []
    stride: int = 1


def price_of(over: FinishedCoup) -> Price | None:
    """None for a coup that odds cannot count."""
    try:
        whole = expectation(spreads(over.game, in_order(chain(*over.stakes.values()))))
        own = {name: _mean(over.game, stakes) for name, stakes in over.stakes.items()}
    except (Refusal, LookupError):
        return None
    return Price(whole.mean, whole.variance, own)


def _mean(game: Game, stakes: tuple[Stake, ...]) -> float:
    return expectation(spreads(game, stakes)).mean


def put_price(figures: Figures, over: FinishedCoup, price: Price | None, sign: int = 1) -> None:
    """Put a coup's worth in, or (`sign` -1) take it out again."""
    if price is None:
        figures.left_out += sign
        return
    figures.counted += sign
    figures.counted_stakes += sign * over.staked
    figures.net += sign * sum(over.nets.values())
    figures.expected += sign * price.mean
    figures.variance += sign * price.variance
    for player, expected in price.own.items():
        rating = rated(figures, player)
        rating.net += sign * over.nets[player]
        rating.expected += sign * expected
    if sign > 0:
        _put_point(figures)


def _put_point(figures: Figures) -> None:
    if figures.counted % figures.stride:
        return
    deviation = round(max(0.0, figures.variance) ** 0.5)
    point = Point(figures.counted, -figures.net, round(-figures.expected), deviation)
    figures.trend = [*(each for each in figures.trend if each.coups < point.coups), point]
    if len(figures.trend) > TREND:
        figures.trend, figures.stride = figures.trend[1::2], figures.stride * 2


def put_coup(figures: Figures, over: FinishedCoup, sign: int = 1) -> None:
    """Put in what was staked in a coup, or take it out again."""
    figures.bets += sign * len(over.stakes)
    figures.staked += sign * over.staked
    for player, stakes in over.stakes.items():
        rating = rated(figures, player)
        rating.coups += sign
        rating.staked += sign * sum(stake.amount for stake in stakes)


def rated(figures: Figures, player: str, at: datetime | None = None) -> Rating:
    """The rating of a player, who may be one of the others by now."""
    found = figures.ratings.get(player)
    if found is not None:
        return found
    moment = at or figures.since
    assert moment is not None
    if at is None:
        figures.others = figures.others or Rating("", moment)
        return figures.others
    _make_room(figures, moment)
    figures.ratings[player] = Rating(player, moment)
    return figures.ratings[player]


def _make_room(figures: Figures, at: datetime) -> None:
    gone: Mapping[str, datetime] = {
        name: each.left
        for name, each in figures.ratings.items()
        if each.here is None and each.left is not None
    }
    if len(figures.ratings) < MOST_RATED or not gone:
        return
    figures.others = figures.others or Rating("", at)
    figures.others.add(figures.ratings.pop(min(gone, key=lambda name: gone[name])))
