"""Sessions dealt by the compiled dealers: a block of them has a random stream of its own."""

from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sabot.simulate.compiled import Counts, U, compiled, stream
from sabot.simulate.dealers import Dealer
from sabot.simulate.pit import SHOES_IN_A_PIT, Pit

RUINED, STOPPED, REACHED = 1, 2, 4
"""How a session ended, if not with its last coup; several can be true at once."""
ENDINGS = 8
NEVER = 1 << 62
COUPS_IN_A_LANE = 50_000
MOST_IN_A_LANE = 256
UNITS_A_WORKER = 8
LONGEST_UNIT = 16


class Terms(NamedTuple):
    """A plan in whole parts of a unit; `need` is what the stakes of a coup come to."""

    bankroll: int
    need: int
    stop_loss: int
    win_goal: int
    coups: int


class Lanes(NamedTuple):
    """A lane for each shoe of the pit: `result` and `played` of the session that is on, and the
    number of those that are `over`; below, for each of these, what came of it."""

    result: Counts
    played: Counts
    over: Counts
    results: Counts
    lengths: Counts
    endings: Counts


@dataclass(frozen=True)
class SessionWork:
    """What has to be played; `earned[space][code]` is what the plan earns on a code."""

    dealer: Dealer
    earned: tuple[Counts, ...]
    terms: Terms
    seed: int

    @property
    def in_a_block(self) -> int:
        lane = min(MOST_IN_A_LANE, COUPS_IN_A_LANE // self.terms.coups)
        return max(1, lane) * SHOES_IN_A_PIT


@dataclass
class Played:
    """Sessions that were played: how often each result came, and each way to end."""

    sessions: int = 0
    coups: int = 0
    results: Counter[int] = field(default_factory=Counter)
    endings: Counts = field(default_factory=lambda: np.zeros(ENDINGS, np.int64))

    def add(self, other: "Played") -> None:
        self.sessions += other.sessions
        self.coups += other.coups
        self.results.update(other.results)
        self.endings += other.endings

    def ended(self, how: int) -> int:
        """The sessions that ended so, whatever else is true of them."""
        return sum(times for ending, times in enumerate(self.endings.tolist()) if ending & how)


def play_blocks(work: SessionWork, first: int, blocks: int, sessions: int) -> Played:
    """Play so many blocks of a run of so many sessions; the last may not be full."""
    played = Played()
    for block in range(first, first + blocks):
        wanted = min(work.in_a_block, sessions - block * work.in_a_block)
        if wanted > 0:
            played.add(_play_block(work, block, wanted))
    return played


def _play_block(work: SessionWork, block: int, wanted: int) -> Played:
    """A session begins with a new shoe, and goes on with the next when that is dealt out.

    Each lane plays a fixed number of sessions, however long they are: to take those that are
    over first would favour the short ones.
    """
    state = np.zeros(4, U)
    stream(U(work.seed), U(block), state)
    pits, hands = work.dealer.open(), work.dealer.hands
    each = -(-wanted // SHOES_IN_A_PIT)
    lanes = Lanes(
        *(np.zeros(SHOES_IN_A_PIT, np.int64) for _ in range(3)),
        *(np.zeros((SHOES_IN_A_PIT, each), np.int64) for _ in range(3)),
    )
    nets = np.zeros((SHOES_IN_A_PIT, pits[0].codes.shape[1] // hands[0]), np.int64)
    while lanes.over.min() < each:
        work.dealer.deal(state, pits)
        nets[:] = 0
        for pit, number, earned in zip(pits, hands, work.earned, strict=True):
            _settle(pit, number, earned, nets)
        dealt = pits[0].dealt.astype(np.int64) // hands[0]
        _play(nets, dealt, work.terms, work.dealer.fresh, lanes)
    results, lengths, endings = (
        table.T.reshape(-1)[:wanted] for table in (lanes.results, lanes.lengths, lanes.endings)
    )
    values, counts = np.unique(results, return_counts=True)
    return Played(
        wanted,
        int(lengths.sum()),
        Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))),
        np.bincount(endings, minlength=ENDINGS).astype(np.int64),
    )


@compiled
def _settle(pit: Pit, hands: int, earned: Counts, nets: Counts) -> None:
    """Add what the plan earns on every coup of the pit."""
    for lane in range(len(pit.dealt)):
        for place in range(np.int64(pit.dealt[lane])):
            nets[lane, place // hands] += earned[pit.codes[lane, place]]


@compiled
def _play(nets: Counts, dealt: Counts, terms: Terms, fresh: bool, lanes: Lanes) -> None:
    """Let the lanes play the coups that were dealt; with `fresh` shoes, session on session."""
    most = lanes.results.shape[1]
    for lane in range(len(dealt)):
        for coup in range(dealt[lane]):
            session = lanes.over[lane]
            if session == most:
                break
            lanes.result[lane] += nets[lane, coup]
            lanes.played[lane] += 1
            result, ending = lanes.result[lane], 0
            if terms.bankroll + result < terms.need:
                ending |= RUINED
            if -result >= terms.stop_loss:
                ending |= STOPPED
            if result >= terms.win_goal:
                ending |= REACHED
            if ending == 0 and lanes.played[lane] < terms.coups:
                continue
            lanes.results[lane, session] = result
            lanes.lengths[lane, session] = lanes.played[lane]
            lanes.endings[lane, session] = ending
            lanes.over[lane] += 1
            lanes.result[lane] = lanes.played[lane] = 0
            if not fresh:
                break


def gather_sessions(
    work: SessionWork,
    sessions: int,
    executor: Executor,
    workers: int,
    watch: Callable[[int], object] = lambda sessions: None,
) -> Played:
    """Play so many sessions, block after block; after Ctrl-C, what is done so far."""
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
