"""Sessions dealt by the compiled dealers: a block of them has a random stream of its own."""

from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sabot.simulate.dealing.common import Dealer
from sabot.simulate.dealing.eye import Eye, levels_by_count
from sabot.simulate.dealing.pit import SHOES_IN_A_PIT, Pit
from sabot.simulate.kernels.compilation import Counts, Longs, U, compiled, stream
from sabot.simulate.sessions.systems import Rule, Seat

RUINED, STOPPED, REACHED = 1, 2, 4
"""Endings of a session before its last coup; several can be true at once."""
ENDINGS = 8
NEVER = 1 << 62
COUPS_IN_A_LANE = 50_000
MOST_IN_A_LANE = 256
UNITS_A_WORKER = 8
LONGEST_UNIT = 16


class PlanTerms(NamedTuple):
    """A plan in whole parts of a unit; `need` is the total of a coup's stakes."""

    bankroll: int
    need: int
    stop_loss: int
    win_goal: int
    coups: int


Terms = PlanTerms
"""Former name, under which caches of compiled code hold the class: Numba reads it before it sees
that the cache is old."""


class Levels(NamedTuple):
    """A rule of stakes as plain numbers. `times[level]`: multiple of the stakes, in parts of which
    `per` are one; `after[level, 1 + won]`, where won is 1, 0 or -1: the next level. For a count of
    cards there are `tags` of the 52 cards and `triggers`; level 0 stakes nothing."""

    times: Counts
    per: int
    after: Counts
    tags: Counts
    triggers: Counts
    by_deck: bool


class Lanes(NamedTuple):
    """A lane for each shoe of the pit: `result`, `staked`, `level` and `played` of the current
    session, and the number of sessions that are `over`; then the results of each of those."""

    result: Counts
    staked: Counts
    level: Counts
    played: Counts
    over: Counts
    results: Counts
    stakes: Counts
    lengths: Counts
    endings: Counts


@dataclass(frozen=True)
class SessionWork:
    """Description of sessions to play. `earned[space][code]`: earnings of the plan's stakes on a
    code; `staked[space][code]`: amount staked. A `rule` that is a function is called instead of
    using levels."""

    dealer: Dealer
    earned: tuple[Counts, ...]
    staked: tuple[Counts, ...]
    terms: PlanTerms
    levels: Levels
    seed: int
    rule: Rule | None = None

    @property
    def in_a_block(self) -> int:
        lane = min(MOST_IN_A_LANE, COUPS_IN_A_LANE // self.terms.coups)
        return max(1, lane) * SHOES_IN_A_PIT


@dataclass
class Played:
    """Sessions that were played: counts by result, and by ending."""

    sessions: int = 0
    coups: int = 0
    staked: int = 0
    results: Counter[int] = field(default_factory=Counter)
    endings: Counts = field(default_factory=lambda: np.zeros(ENDINGS, np.int64))

    def add(self, other: "Played") -> None:
        self.sessions += other.sessions
        self.coups += other.coups
        self.staked += other.staked
        self.results.update(other.results)
        self.endings += other.endings

    def ended(self, how: int) -> int:
        """Return the number of sessions with this ending, others at the same time included."""
        return sum(times for ending, times in enumerate(self.endings.tolist()) if ending & how)


def play_blocks(work: SessionWork, first: int, blocks: int, sessions: int) -> Played:
    """Play `blocks` blocks of a run of `sessions` sessions; the last block may not be full."""
    played = Played()
    for block in range(first, first + blocks):
        wanted = min(work.in_a_block, sessions - block * work.in_a_block)
        if wanted > 0:
            played.add(_play_block(work, block, wanted))
    return played


def _play_block(work: SessionWork, block: int, wanted: int) -> Played:
    """Play a block. A session begins with a new shoe, and goes on with the next when that is dealt
    out."""
    state = np.zeros(4, U)
    stream(U(work.seed), U(block), state)
    pits, hands = work.dealer.open(), work.dealer.hands
    each = -(-wanted // SHOES_IN_A_PIT)
    lanes = Lanes(
        *(np.zeros(SHOES_IN_A_PIT, np.int64) for _ in range(5)),
        *(np.zeros((SHOES_IN_A_PIT, each), np.int64) for _ in range(4)),
    )
    nets, stakes, levels = (
        np.zeros((SHOES_IN_A_PIT, pits[0].codes.shape[1] // hands[0]), np.int64) for _ in range(3)
    )
    eye = Eye(work.dealer) if len(work.levels.triggers) else None
    asked = _Asked(work) if work.rule else None
    while lanes.over.min() < each:
        _deal(work, state, pits, eye, levels)
        nets[:] = stakes[:] = 0
        for pit, number, earned, staked in zip(pits, hands, work.earned, work.staked, strict=True):
            _settle(pit, number, earned, nets)
            _settle(pit, number, staked, stakes)
        dealt = pits[0].dealt.astype(np.int64) // hands[0]
        if asked:
            asked.play(nets, stakes, dealt, lanes)
        else:
            _play(nets, stakes, levels, dealt, work.terms, work.levels, work.dealer.fresh, lanes)
    return _played(lanes, wanted)


def _deal(
    work: SessionWork, state: Longs, pits: tuple[Pit, ...], eye: Eye | None, levels: Counts
) -> None:
    """Deal; where cards are counted, find the level of each coup."""
    before = state.copy()
    work.dealer.deal(state, pits)
    if eye is not None:
        rule = work.levels
        levels_by_count(
            pits[0], eye.see(before, pits), work.dealer.hands[0],
            rule.tags, rule.triggers, rule.by_deck, levels,
        )  # fmt: skip
        levels += 1


def _played(lanes: Lanes, wanted: int) -> Played:
    results, stakes, lengths, endings = (
        table.T.reshape(-1)[:wanted]
        for table in (lanes.results, lanes.stakes, lanes.lengths, lanes.endings)
    )
    values, counts = np.unique(results, return_counts=True)
    return Played(
        wanted,
        int(lengths.sum()),
        sum(stakes.tolist()),
        Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))),
        np.bincount(endings, minlength=ENDINGS).astype(np.int64),
    )


@compiled
def _settle(pit: Pit, hands: int, earned: Counts, nets: Counts) -> None:
    """Add the plan's earnings on every coup of the pit."""
    for lane in range(len(pit.dealt)):
        for place in range(np.int64(pit.dealt[lane])):
            nets[lane, place // hands] += earned[pit.codes[lane, place]]


@compiled
def _play(
    nets: Counts, stakes: Counts, levels: Counts, dealt: Counts, terms: PlanTerms, rule: Levels,
    fresh: bool, lanes: Lanes,
) -> None:  # fmt: skip
    """Play the dealt coups in the lanes; with `fresh` shoes, session after session."""
    most, counted = lanes.results.shape[1], len(rule.triggers) > 0
    least = rule.times[1] if counted and rule.times[0] == 0 else rule.times[0]
    for lane in range(len(dealt)):
        for coup in range(dealt[lane]):
            if lanes.over[lane] == most:
                break
            level = levels[lane, coup] if counted else lanes.level[lane]
            money = terms.bankroll + lanes.result[lane]
            while counted and terms.need * rule.times[level] // rule.per > money:
                level -= 1
            times = rule.times[level]
            net = nets[lane, coup] * times // rule.per
            lanes.result[lane] += net
            lanes.staked[lane] += stakes[lane, coup] * times // rule.per
            lanes.played[lane] += 1
            if not counted:
                level = rule.after[level, 1 + (net > 0) - (net < 0)]
                lanes.level[lane] = level
                least = rule.times[level]
            if _over(terms.need * least // rule.per, terms, lane, lanes) and not fresh:
                break


@compiled
def _over(need: int, terms: PlanTerms, lane: int, lanes: Lanes) -> bool:
    """Return True if the session of a lane is over, given the `need` of its next stakes; then its
    result is stored and the next session begins."""
    result, ending = lanes.result[lane], 0
    if terms.bankroll + result < need:
        ending |= RUINED
    if -result >= terms.stop_loss:
        ending |= STOPPED
    if result >= terms.win_goal:
        ending |= REACHED
    if ending == 0 and lanes.played[lane] < terms.coups:
        return False
    session = lanes.over[lane]
    lanes.results[lane, session] = result
    lanes.stakes[lane, session] = lanes.staked[lane]
    lanes.lengths[lane, session] = lanes.played[lane]
    lanes.endings[lane, session] = ending
    lanes.over[lane] += 1
    lanes.result[lane] = lanes.staked[lane] = lanes.played[lane] = lanes.level[lane] = 0
    return True


class _Asked:
    """Play by a rule that is a function, started anew for every session."""

    def __init__(self, work: SessionWork) -> None:
        assert work.rule is not None
        self.work, self.rule, self.parts = work, work.rule, work.levels.per
        self.seats = [Seat(work.rule, self.parts) for _ in range(SHOES_IN_A_PIT)]

    def play(self, nets: Counts, stakes: Counts, dealt: Counts, lanes: Lanes) -> None:
        terms, most = self.work.terms, lanes.results.shape[1]
        for lane, seat in enumerate(self.seats):
            for coup in range(int(dealt[lane])):
                if lanes.over[lane] == most:
                    break
                net = seat.earns(int(nets[lane, coup]))
                lanes.staked[lane] += seat.of(int(stakes[lane, coup]))
                lanes.result[lane] += net
                lanes.played[lane] += 1
                seat.told(net)
                if seat.left:
                    # A rule that returns ends the session with this coup.
                    lanes.played[lane], here = terms.coups, int(lanes.played[lane])
                session = lanes.over[lane]
                if _over(seat.of(terms.need), terms, lane, lanes):
                    if seat.left:
                        lanes.lengths[lane, session] = here
                    self.seats[lane] = seat = Seat(self.rule, self.parts)
                    if not self.work.dealer.fresh:
                        break


def gather_sessions(
    work: SessionWork,
    sessions: int,
    executor: Executor,
    workers: int,
    watch: Callable[[int], object] = lambda sessions: None,
) -> Played:
    """Play `sessions` sessions, block after block; after Ctrl-C, return those so far."""
    played, asked = Played(), 0
    blocks = -(-sessions // work.in_a_block)
    unit = max(1, min(LONGEST_UNIT, blocks // (UNITS_A_WORKER * workers)))
    waiting: deque[Future[Played]] = deque()
    try:
        while played.sessions < sessions:
            while asked < blocks and len(waiting) < 2 * workers:
                waiting.append(executor.submit(play_blocks, work, asked, unit, sessions))
                asked += unit
            played.add(waiting.popleft().result())
            watch(played.sessions)
    except KeyboardInterrupt:
        if not played.sessions:
            raise
    for future in waiting:
        future.cancel()
    return played
