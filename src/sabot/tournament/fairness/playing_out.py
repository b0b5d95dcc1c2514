"""The last coups of a session, played out: what the order of wagering is worth to more than two.

In every coup the players wager in turn, each sees what lies there, and each lays what is best if
the session ended with that coup and everybody after them did the same; of bets that are equally
good one is taken by chance. The coups before the last end by chance; the endings of the last are
all weighed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product
from math import sqrt
from random import Random

import numpy as np

from sabot.tournament.fairness.last_coup import (
    Bet,
    Ending,
    LastCoupRules,
    chips_after,
    endings,
    pairings,
    units_of,
)
from sabot.tournament.fairness.replies import SAME, Numbers, Reals, chance, worth_of_bets
from sabot.tournament.wagers import LaidWager

ONE_COUP, MORE_COUPS = 2_000_000, 20_000
"""Maximum number of lines of play, bets by all players, searched for one decision."""
Stacks = tuple[int, ...]
Round = tuple[Stacks, int, tuple[int, ...]]
"""The chips before a coup, who wagers first, and the bets that lie there, by turn."""


@dataclass(frozen=True, slots=True)
class LastCoups:
    """The coups to play out: chips in the order of wagering of the first coup, and the number of
    places. The marker moves by one player after each coup."""

    played: LastCoupRules
    stacks: Stacks
    coups: int = 1
    places: int = 1


@dataclass(frozen=True, slots=True)
class Share:
    """A player's chance to be through, its standard error, and the bet that the player lays most
    often in the first of the coups; nothing, where the chips make no wager."""

    chance: float
    error: float
    bet: Bet


def play_out(session: LastCoups, trials: int, seed: int) -> list[Share]:
    """Every player's share of the trials, in the order in which they were named."""
    table, dice = _Table(session), Random(seed)
    players = range(len(session.stacks))
    laid: list[Counter[int]] = [Counter() for _ in players]
    total, squares = np.zeros(len(players)), np.zeros(len(players))
    for _ in range(trials):
        stacks, marker = session.stacks, 0
        for coup in range(session.coups):
            order = table.order(stacks, marker)
            bets = table.wagered(stacks, order, dice)
            if not coup:
                for player in players:
                    laid[player][bets[player]] += 1
            if coup < session.coups - 1:
                stacks, marker = table.ended(stacks, bets, dice), marker + 1
        through = table.through(stacks, bets)
        total += through
        squares += through * through
    mean = total / trials
    spread = squares / trials - mean * mean
    spread[spread < SAME] = 0
    opening = table.menus(session.stacks)
    return [
        Share(
            float(mean[player]),
            sqrt(spread[player] / trials),
            opening[player][laid[player].most_common(1)[0][0]],
        )
        for player in players
    ]


def menu(played: LastCoupRules, chips: int, most: int) -> list[Bet]:
    """Return at most `most` bets: all of them, or amounts spread evenly between the least and the
    most. A player who cannot wager has one empty bet."""
    units = units_of(played, chips)
    if not units:
        return [()]
    sizes = min(units, _sizes(played, most))
    parts = sorted({1 + step * (units - 1) // max(sizes - 1, 1) for step in range(sizes)})
    return _bets(played, parts, units)


def _sizes(played: LastCoupRules, most: int) -> int:
    """In how many amounts about so many bets can be laid, two at least: alone, or beside another
    with which it makes no more than the whole."""
    wagers = [len(each) for each in pairings(played.book)]
    singles, pairs = wagers.count(1), wagers.count(2)
    sizes = 2
    while singles * (sizes + 1) + pairs * (sizes + 1) * sizes // 2 <= most:
        sizes += 1
    return sizes


def _bets(played: LastCoupRules, parts: Sequence[int], units: int) -> list[Bet]:
    return [
        tuple(LaidWager(on, part * played.unit) for on, part in zip(wagers, split, strict=True))
        for wagers in pairings(played.book)
        for split in product(parts, repeat=len(wagers))
        if sum(split) <= units
    ]


class _Table:
    """Memo of bets, their results and the best replies."""

    def __init__(self, session: LastCoups) -> None:
        self.session = session
        lines = ONE_COUP if session.coups == 1 else MORE_COUPS
        self.most = int(lines ** (1 / len(session.stacks)))
        self.seen: dict[Stacks, tuple[list[list[Bet]], Numbers, Numbers]] = {}
        self.best: dict[Round, list[int]] = {}
        self.shares: dict[tuple[Stacks, tuple[int, ...]], Reals] = {}

    @cached_property
    def endings(self) -> list[Ending]:
        return endings(self.session.played)

    @cached_property
    def weights(self) -> Reals:
        ways = [each.ways for each in self.endings]
        return np.array([each / sum(ways) for each in ways])

    @cached_property
    def up_to(self) -> list[int]:
        return list(accumulate(each.ways for each in self.endings))

    def order(self, stacks: Stacks, marker: int) -> tuple[int, ...]:
        """Return the players who can wager, in turn from the marker."""
        around = ((marker + step) % len(stacks) for step in range(len(stacks)))
        return tuple(each for each in around if units_of(self.session.played, stacks[each]))

    def menus(self, stacks: Stacks) -> list[list[Bet]]:
        return self._thought(stacks)[0]

    def wagered(self, stacks: Stacks, order: tuple[int, ...], dice: Random) -> tuple[int, ...]:
        """Everybody's bet, each the best reply to those before."""
        laid = [0] * len(stacks)
        for turn, player in enumerate(order):
            laid[player] = dice.choice(self._best(stacks, order, turn, laid))
        return tuple(laid)

    def _best(
        self, stacks: Stacks, order: tuple[int, ...], turn: int, laid: list[int]
    ) -> list[int]:
        key = (stacks, order[0], tuple(laid[player] for player in order[:turn]))
        if key not in self.best:
            _, after, bets = self._thought(stacks)
            places, lies = self.session.places, np.array(laid, np.int64)
            worth = worth_of_bets(after, bets, self.weights, places, np.array(order), turn, lies)
            self.best[key] = np.flatnonzero(worth > worth.max() - SAME).tolist()
        return self.best[key]

    def through(self, stacks: Stacks, bets: tuple[int, ...]) -> Reals:
        """Everybody's chance in the last coup."""
        if (stacks, bets) not in self.shares:
            _, after, _ = self._thought(stacks)
            laid, places = np.array(bets, np.int64), self.session.places
            each = [chance(after, self.weights, places, laid, who) for who in range(len(bets))]
            self.shares[stacks, bets] = np.array(each)
        return self.shares[stacks, bets]

    def ended(self, stacks: Stacks, bets: tuple[int, ...], dice: Random) -> Stacks:
        """Everybody's chips after a coup."""
        _, after, _ = self._thought(stacks)
        (ending,) = dice.choices(range(len(self.endings)), cum_weights=self.up_to)
        return tuple(int(after[player, bet, ending]) for player, bet in enumerate(bets))

    def _thought(self, stacks: Stacks) -> tuple[list[list[Bet]], Numbers, Numbers]:
        if stacks not in self.seen:
            played = self.session.played
            menus = [menu(played, chips, self.most) for chips in stacks]
            bets = np.array([len(each) for each in menus], np.int64)
            after = np.zeros((len(stacks), bets.max(), len(self.endings)), np.int64)
            for player, chips in enumerate(stacks):
                after[player, : bets[player]] = chips_after(
                    played, self.endings, chips, menus[player]
                )
            self.seen[stacks] = menus, after, bets
        return self.seen[stacks]
