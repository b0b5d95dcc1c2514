"""Bankroll runs: results of a betting plan over many sessions, and its risk of ruin."""

import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, lcm, sqrt

import numpy as np

from sabot.bench import book_of
from sabot.core.cards import DECK
from sabot.core.frames import Frame, Tabular
from sabot.core.pictures import Picture
from sabot.core.refusal import Refusal, quoted
from sabot.rules import FactsSpace, Rulebook, verdict
from sabot.simulate.dealing.choice import Deal, dealer_of, spaces_of
from sabot.simulate.dealing.common import CommonDevices, Dealer
from sabot.simulate.dealing.eye import can_see
from sabot.simulate.kernels.compilation import Counts
from sabot.simulate.lookup.strategies import Strategy
from sabot.simulate.sessions.blocks import (
    NEVER,
    REACHED,
    RUINED,
    STOPPED,
    Levels,
    PlanTerms,
    Played,
    SessionWork,
    gather_sessions,
    play_blocks,
)
from sabot.simulate.sessions.plan import Plan
from sabot.simulate.sessions.session_sheet import sessions_data, sessions_picture, sessions_text
from sabot.simulate.sessions.systems import MOST_TIMES, ByCount, Ladder
from sabot.simulate.simulation import FEW_COUPS, MOST_SEED, SEED_BITS, dealing_by, whole

MOST_SESSIONS = 10**12
FUNCTION_PARTS = 64


@dataclass(frozen=True, repr=False)
class BankrollRun(Tabular):
    """Sessions that were played. `results`: number of sessions by result, in units won or lost,
    worst first; `staked`: total of all stakes. A session can be ruined by the coup that reaches its
    loss limit: `ruined`, `stopped` and `reached` (the win goal) may overlap.

    >>> plan = {"stakes": {"banker": 1}, "bankroll": 20, "coups": 80}
    >>> run = play_sessions("star-baccarat", plan, 1000, seed=1)
    >>> run.complete, sum(run.results.values()) == run.sessions
    (True, True)
    """

    rulebook: Rulebook
    decks: int
    scheme: str | None
    plan: Plan
    seed: int
    asked: int
    sessions: int
    coups: int
    staked: Fraction
    results: dict[Fraction, int]
    ruined: int
    stopped: int
    reached: int
    seconds: float

    def __repr__(self) -> str:
        return f"BankrollRun({self.rulebook.id}: {self.sessions:,} sessions, mean {self.mean:+.4f})"

    def __str__(self) -> str:
        return sessions_text(self)

    @property
    def frame(self) -> Frame:
        """A row for each result: units won or lost, and the number of sessions."""
        return Frame(
            {
                "result": np.array([float(each) for each in self.results], np.float64),
                "sessions": np.array([*self.results.values()], np.int64),
            },
            {"rulebook": self.rulebook.id, "seed": str(self.seed)},
        )

    def to_dict(self) -> dict[str, object]:
        """The run as plain data, in the form of `sabot simulate --plan --json`."""
        return sessions_data(self)

    def plot(self) -> Picture:
        """Draw how many sessions ended with each result."""
        return Picture(sessions_picture(self))

    @property
    def complete(self) -> bool:
        return self.sessions == self.asked

    @property
    def mean(self) -> float:
        return float(self._mean)

    @cached_property
    def _mean(self) -> Fraction:
        total = sum((result * times for result, times in self.results.items()), Fraction())
        return total / self.sessions

    @cached_property
    def variance(self) -> float:
        """Return the variance of the sessions' results."""
        squares = sum((result**2 * times for result, times in self.results.items()), Fraction())
        return float(squares / self.sessions - self._mean**2)

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def stderr(self) -> float:
        """Return the standard error of the mean. Sessions have shoes of their own, so they are
        independent."""
        return sqrt(self.variance / self.sessions)

    @property
    def edge(self) -> float:
        """Return the share of all stakes that the house kept; negative if the players gained."""
        return float(-self._mean * self.sessions / self.staked) if self.staked else 0.0

    @property
    def risk_of_ruin(self) -> float:
        """Return the share of sessions after which the bankroll does not cover the stakes."""
        return self.ruined / self.sessions

    @property
    def ahead(self) -> float:
        """Return the share of sessions that won something."""
        return sum(times for each, times in self.results.items() if each > 0) / self.sessions

    def quantile(self, share: float) -> Fraction:
        """Return the result that this share of the sessions did not surpass."""
        if not 0 <= share <= 1:
            raise Refusal("bad-share", None, f"A share is from 0 to 1, not {quoted(share)}.")
        wanted = max(1, ceil(share * self.sessions))
        reached = zip(self.results, accumulate(self.results.values()), strict=True)
        return next(result for result, so_far in reached if so_far >= wanted)


def play_sessions(
    rulebook: Rulebook | str,
    plan: Plan | Mapping[str, object],
    sessions: int,
    *,
    decks: int | None = None,
    scheme: str | None = None,
    seed: int | None = None,
    workers: int | None = None,
    fresh: bool = False,
    source: str | None = None,
    behind: int | None = None,
    boxes: int = 1,
    strategy: Strategy | None = None,
    scheduler: str | None = None,
    executor: Executor | None = None,
    watch: Callable[[int], object] = lambda sessions: None,
) -> BankrollRun:
    """Play a plan in `sessions` sessions, each from a new shoe, or with `fresh` each coup from full
    decks. The plan is played on every box dealt to; the other options are those of
    `sabot.simulate.simulate`. The same seed gives the same sessions with any number of workers.

    >>> plan = {"stakes": {"banker": 1}, "bankroll": 20, "coups": 80, "stop_loss": 10}
    >>> run = play_sessions("star-baccarat", plan, 10_000, seed=1)
    >>> run.ruined, round(run.stopped / run.sessions, 1), round(run.mean)
    (0, 0.2, -1)
    """
    book = book_of(rulebook)
    deal = Deal(book.decks(decks), fresh, source, behind, boxes, strategy)
    by = book.scheme(scheme)
    wanted = whole("sessions", sessions, 1, MOST_SESSIONS)
    seed = secrets.randbits(SEED_BITS) if seed is None else whole("seed", seed, 0, MOST_SEED)
    dealer = dealer_of(book, deal)
    given = Plan.read(vars(plan) if isinstance(plan, Plan) else plan)
    ready = given.at(book, deal.decks, boxes)
    parts, earned, staked = _earned(book, ready, by)
    terms = _terms(ready, parts, ready.staked(book, boxes))
    here = _stays(ready, dealer, workers, scheduler, executor)
    few = here or wanted * ready.coups < FEW_COUPS
    dealing = dealing_by(workers, scheduler, executor, few=few)
    work = SessionWork(
        dealer, earned, staked, terms, _levels(ready, parts), seed,
        ready.rule if callable(ready.rule) else None,
    )  # fmt: skip
    one_coup = replace(work, terms=terms._replace(coups=1))
    play_blocks(one_coup, 0, 1, 1)  # compile, or load compiled code from disk
    with dealing as (chosen, number):
        started = time.perf_counter()
        played = gather_sessions(work, wanted, chosen, number, watch)
    return _run_of(played, (book, deal.decks, by, ready, seed, wanted), parts, started)


def _run_of(
    played: Played,
    asked: tuple[Rulebook, int, str | None, Plan, int, int],
    parts: int,
    started: float,
) -> BankrollRun:
    return BankrollRun(
        *asked,
        played.sessions,
        played.coups,
        Fraction(played.staked, parts),
        {Fraction(each, parts): played.results[each] for each in sorted(played.results)},
        played.ended(RUINED),
        played.ended(STOPPED),
        played.ended(REACHED),
        time.perf_counter() - started,
    )


def _stays(plan: Plan, dealer: Dealer, *elsewhere: object) -> bool:
    """Return True if a plan must be played in this process, since its rule is a function. Refuse a
    count of cards where none can be counted."""
    if isinstance(plan.rule, ByCount) and not _from_shoes(dealer):
        raise Refusal(
            "bad-rule",
            None,
            "Cards are counted out of a whole shoe, and nowhere else: not from a device.",
        )
    if callable(plan.rule) and any(each not in (None, 1) for each in elsewhere):
        raise Refusal(
            "bad-workers", None, "A rule that is a function is played in this process alone."
        )
    return callable(plan.rule)


def _from_shoes(dealer: Dealer) -> bool:
    return can_see(dealer) and not dealer.fresh and not isinstance(dealer, CommonDevices)


def _earned(
    book: Rulebook, plan: Plan, scheme: str | None
) -> tuple[int, tuple[Counts, ...], tuple[Counts, ...]]:
    """Return the number of parts in a unit; the stakes' earnings on each code of each space, in
    parts; and the amounts staked there."""
    exact = [_earned_in(space, book, plan, scheme) for space in spaces_of(book)]
    limits = [plan.bankroll, plan.stop_loss, plan.win_goal, *plan.stakes.values()]
    amounts = [amount for each in exact for both in each for amount in both]
    parts = lcm(*(each.denominator for each in [*amounts, *limits] if each is not None))
    times = () if callable(plan.rule) else plan.rule.levels
    # Multiples of amounts must be whole parts too; a function may halve them six times.
    parts *= lcm(*(each.denominator for each in times)) if times else FUNCTION_PARTS
    most = max(map(abs, amounts)) * max(times, default=MOST_TIMES) * plan.coups
    most += plan.bankroll + (plan.win_goal or 0)
    if most * parts * len(exact) * 100 >= NEVER:
        raise Refusal("bad-plan", None, "The stakes and odds of this plan are too long to count.")
    earned, staked = (
        tuple(np.array([int(a * parts) for a in each[which]], np.int64) for each in exact)
        for which in (0, 1)
    )
    return parts, earned, staked


def _earned_in(
    space: FactsSpace, book: Rulebook, plan: Plan, scheme: str | None
) -> tuple[list[Fraction], list[Fraction]]:
    earned, staked = [Fraction()] * len(space), [Fraction()] * len(space)
    placed = [(book.wager(name), stake) for name, stake in plan.stakes.items()]
    for wager, stake in placed:
        if wager.space is not space:
            continue
        for code, facts in enumerate(space):
            if wager.played_when is None or wager.played_when(facts):
                outcome, at, _ = verdict(wager, scheme, facts)
                earned[code] += stake * (Fraction(at.pays, at.per) if at else -(outcome == "lose"))
                staked[code] += stake
    return earned, staked


def _levels(plan: Plan, parts: int) -> Levels:
    """Return a plan's rule as plain numbers; for a function, only the number of parts in a unit."""
    rule, none, still = plan.rule, np.zeros(0, np.int64), np.zeros((1, 3), np.int64)
    if isinstance(rule, Ladder):
        per = lcm(*(each.denominator for each in rule.levels))
        times = np.array([int(each * per) for each in rule.levels], np.int64)
        moves = [[rule.after(at, won) for won in (-1, 0, 1)] for at in range(len(times))]
        return Levels(times, per, np.array(moves, np.int64), none, none, False)
    if isinstance(rule, ByCount):
        per = lcm(*(each.denominator for each in rule.levels))
        scale = lcm(*(each.denominator for each in (*rule.tags, *rule.triggers)))
        tags = [int(rule.tags[card.value] * scale) for card in DECK]
        triggers = [int(each * scale) for each in rule.triggers]
        times = np.array([0, *(int(each * per) for each in rule.levels)], np.int64)
        return Levels(times, per, still, np.array(tags), np.array(triggers), rule.true)
    return Levels(np.ones(1, np.int64), parts, still, none, none, False)


def _terms(plan: Plan, parts: int, staked: Fraction) -> PlanTerms:
    return PlanTerms(
        int(plan.bankroll * parts),
        int(staked * parts),
        NEVER if plan.stop_loss is None else int(plan.stop_loss * parts),
        NEVER if plan.win_goal is None else int(plan.win_goal * parts),
        plan.coups,
    )
