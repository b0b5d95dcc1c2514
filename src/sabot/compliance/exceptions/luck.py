"""Improbable luck: results of players, and of each dealer's players, against exact odds.

Every settled wager counts at its face value, in any currency; one that was void or given back does
not. Odds are those of a full shoe. Wagers of one coup are taken together, coups as independent.
Where a player decides, the expectation is that of the best decisions, which no player beats, so
that the chance holds for all decisions. A coup that is reversed long after it was over counts as it
was settled, since its cards fell that way.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from math import sqrt
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.coup import Stake
from sabot.odds.distributions.tails import Times, tail
from sabot.odds.distributions.together import Game, expectation, spreads
from sabot.table.result.ends import End

SETTLED: Final = frozenset({"win", "lose", "standoff"})
IMPROBABLE: Final = 1 / 1000
"""Results with at most this chance are flagged: about 1 of 1,000 honest players has one."""
MOST_SETS: Final = 20_000
"""Maximum number of different sets of stakes of one person; coups with others are left out."""
Stakes = tuple[Stake, ...]


class LuckRow(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a player, or of all players with one dealer, in cents. `chance`: probability of
    such a result or a better one, exact but for `error`, or only a bound where that is None.
    `left_out` are coups that cannot be counted."""

    kind: str = "luck"
    of: str
    name: str
    coups: int
    wagers: int
    staked: int
    net: int
    expected: float
    deviation: float
    chance: float
    error: float | None
    flagged: bool
    left_out: int = 0


class LuckTally(msgspec.Struct):
    """Sums over one person's coups, and the number of times that each set of stakes was made."""

    coups: int = 0
    wagers: int = 0
    staked: int = 0
    net: int = 0
    left_out: int = 0
    sets: Counter[tuple[Game, Stakes]] = msgspec.field(default_factory=Counter)


class Luck:
    """Coups go in by `add` once they are over; `rows` has every player and dealer that `work_out`
    got to, those with the least chance first."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str], LuckTally] = {}
        self._known: dict[tuple[str, str], tuple[int, LuckRow]] = {}

    def add(self, game: Game, dealer: str | None, ends: Iterable[End]) -> None:
        settled = settled_of(ends)
        own: dict[tuple[str, str], list[End]] = {}
        for end in settled:
            own.setdefault(("player", end.laid.player), []).append(end)
        if dealer is not None and settled:
            own["dealer", dealer] = settled
        for key, each in own.items():
            _count(self._tallies.setdefault(key, LuckTally()), game, each)

    def work_out(self, go_on: Callable[[], bool] = lambda: True) -> bool:
        """Work out everybody's luck, as long as one may; whether all of it is done. Who has played
        nothing since is as before."""
        for key, tally in self._tallies.items():
            played = tally.coups + tally.left_out
            if self._known.get(key, (0, None))[0] != played:
                if not go_on():
                    return False
                self._known[key] = played, luck_of(*key, tally)
        return True

    def rows(self, name: str | None = None) -> list[LuckRow]:
        """All that is worked out, or those of one name."""
        found = [row for key, (_, row) in self._known.items() if name in (None, key[1])]
        return sorted(found, key=lambda each: (each.chance, each.of, each.name))


def _count(tally: LuckTally, game: Game, ends: list[End]) -> None:
    stakes = stakes_of(ends)
    try:
        spreads(game, stakes)
    except (Refusal, LookupError):
        tally.left_out += 1
        return
    if (game, stakes) not in tally.sets and len(tally.sets) >= MOST_SETS:
        tally.left_out += 1
        return
    tally.sets[game, stakes] += 1
    tally.coups += 1
    tally.wagers += len(ends)
    tally.staked += sum(end.laid.live for end in ends)
    tally.net += net_of(ends)


def settled_of(ends: Iterable[End]) -> list[End]:
    """The wagers that were won, lost or stood off; void ones, and those given back, count not."""
    return [end for end in ends if end.outcome in SETTLED and end.laid.live]


def stakes_of(ends: Iterable[End]) -> Stakes:
    """The stakes of one coup, in one order, so that equal ones are counted once."""
    return in_order(Stake(end.laid.on, end.laid.live, end.laid.box) for end in ends)


def in_order(stakes: Iterable[Stake]) -> Stakes:
    return tuple(sorted(stakes, key=_order))


def net_of(ends: Iterable[End]) -> int:
    """Return the net result of settled wagers for their players."""
    return sum(end.pays if end.outcome != "lose" else -end.laid.live for end in ends)


def _order(stake: Stake) -> tuple[int, str, int]:
    return stake.box or 0, stake.on, stake.amount


def luck_of(of: str, name: str, tally: LuckTally) -> LuckRow:
    """The result against its expectation. Of stakes that may depend on each other, the standard
    deviation is what it is at most."""
    coups = [Times(times, spreads(*each)) for each, times in tally.sets.items()]
    each_coup = [(times, expectation(found)) for times, found in coups]
    expected = sum(times * coup.mean for times, coup in each_coup)
    variance = sum(times * coup.variance for times, coup in each_coup)
    found = tail(coups, tally.net)
    return LuckRow(
        of=of,
        name=name,
        coups=tally.coups,
        wagers=tally.wagers,
        staked=tally.staked,
        net=tally.net,
        expected=expected,
        deviation=sqrt(variance),
        chance=found.chance,
        error=found.error,
        flagged=tally.coups > 0 and found.most <= IMPROBABLE,
        left_out=tally.left_out,
    )
