"""A simulation: coups dealt by the million, and what every wager made of them."""

import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from sabot.bench import book_of
from sabot.cards import Card
from sabot.refusal import Refusal, quoted
from sabot.rules import FactsSpace, Rulebook
from sabot.simulate.blocks import Kept, Totals, Work, deal_blocks
from sabot.simulate.cluster import cluster
from sabot.simulate.compiled import Counts
from sabot.simulate.coups import coups_file
from sabot.simulate.dealing import Deal, dealer_of, spaces_of
from sabot.simulate.plain import PlainDealer
from sabot.simulate.running import gather, local
from sabot.simulate.sheet import sheet
from sabot.simulate.strategies import Strategy

MOST_COUPS = 10**13
MOST_WORKERS = 1024
SEED_BITS = 64
MOST_SEED = 2**SEED_BITS - 1
FEW_COUPS = 2_000_000
"""Fewer are dealt sooner than further processes are started."""


@dataclass(frozen=True)
class WagerResult:
    """A wager's expected value for the player, per unit staked, and its standard error.

    The error counts each shoe as one observation, since its coups depend on one another; it is
    None for a single shoe. `stakes` are the units staked.
    """

    wager: str
    ev: float
    stderr: float | None
    stakes: int


@dataclass(frozen=True, repr=False)
class Simulation:
    """What was dealt. `tallies` holds for each facts space how often each code came."""

    rulebook: Rulebook
    decks: int
    scheme: str | None
    seed: int
    asked: int
    coups: int
    shoes: int
    tallies: dict[FactsSpace, Counts]
    wagers: dict[str, WagerResult]
    seconds: float

    def __repr__(self) -> str:
        return f"Simulation({self.rulebook.id}: {self.coups:,} coups, seed {self.seed})"

    @property
    def tally(self) -> Counts:
        """How often each facts code came, in the first of the game's facts spaces."""
        return next(iter(self.tallies.values()))

    @property
    def complete(self) -> bool:
        """Whether all coups that were asked for have been dealt."""
        return self.coups == self.asked

    @property
    def coups_per_second(self) -> float:
        return self.coups / self.seconds


def simulate(
    rulebook: Rulebook | str,
    coups: int,
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
    removed: Sequence[Card] = (),
    scheduler: str | None = None,
    executor: Executor | None = None,
    output: str | Path | None = None,
    watch: Callable[[int], object] = lambda coups: None,
    so_far: Callable[[Callable[[], Simulation]], object] = lambda report: None,
) -> Simulation:
    """Deal so many coups of a game from whole shoes, or with `fresh` each from full decks.

    The same seed gives the same coups whatever the number of `workers`, processes on this
    machine (by default one for each processor); the Dask cluster of a `scheduler`, by its
    address, or an `executor` of your own is used instead. `behind` is how many cards lie behind
    the cutting card, `source` a shoe or a device where the document has both, `boxes` how many
    boxes are dealt to, `strategy[total][value]` whether a box draws on a point count against an
    up card, and `removed` cards that every shoe lacks. Every coup becomes a row of the Parquet
    file `output` (see `sabot.simulate.coups`). `watch` is told the coups so far, and `so_far` is
    handed a way to ask what they say.

    >>> done = simulate("star-baccarat", 100_000, seed=1)
    >>> done.coups, done.shoes, round(done.wagers["tie"].ev, 2)
    (100000, 1229, -0.13)
    """
    book = book_of(rulebook) if isinstance(rulebook, str) else rulebook
    deal = Deal(book.decks(decks), fresh, source, behind, boxes, strategy, tuple(removed))
    wanted = whole("coups", coups, 1, MOST_COUPS)
    seed = secrets.randbits(SEED_BITS) if seed is None else whole("seed", seed, 0, MOST_SEED)
    job = _Job(book, deal, book.scheme(scheme), seed, keep=output is not None)
    dealing = job.dealing(wanted, workers, scheduler, executor)
    deal_blocks(job.work, 0, 1, most=1)  # compiles, or loads what was compiled
    with job.writing(output) as write, dealing as (chosen, number):
        started = time.perf_counter()

        def see(totals: Totals) -> None:
            so_far(lambda: job.report(wanted, totals, time.perf_counter() - started))

        totals = gather(job.work, wanted, chosen, number, watch, write, see)
    return job.report(wanted, totals, time.perf_counter() - started)


def dealing_by(
    workers: int | None, scheduler: str | None, executor: Executor | None, *, few: bool
) -> AbstractContextManager[tuple[Executor, int]]:
    """Whoever is to deal, and how many they are; for little work, by default nobody else."""
    if workers is not None and scheduler is not None:
        raise Refusal("bad-workers", None, "A cluster has workers of its own: leave them out.")
    if scheduler is not None:
        return cluster(scheduler)
    number = 1 if few else os.cpu_count() or 1
    if workers is not None:
        number = whole("workers", workers, 1, MOST_WORKERS)
    return local(number) if executor is None else nullcontext((executor, number))


def whole(what: str, given: object, least: int, most: int) -> int:
    """A whole number within its bounds."""
    if type(given) is int and least <= given <= most:
        return given
    raise Refusal(
        f"bad-{what}",
        None,
        f"{what.capitalize()} must be a whole number from {least} to {most}, not {quoted(given)}.",
    )


class _Job:
    """A game made ready for dealing, and its totals read off afterwards."""

    def __init__(
        self, book: Rulebook, deal: Deal, scheme: str | None, seed: int, *, keep: bool = False
    ) -> None:
        self.book, self.deal, self.scheme = book, deal, scheme
        dealer = dealer_of(book, deal)
        offered = [each for each in book.wagers if each.decks is None or deal.decks in each.decks]
        self.sheets = [
            sheet(space, [each for each in offered if each.space is space], scheme, most)
            for space, most in zip(
                spaces_of(book), (pit.codes.shape[1] for pit in dealer.open()), strict=True
            )
        ]
        self.work = Work(dealer, tuple(each.settling() for each in self.sheets), seed, keep)

    def dealing(
        self, coups: int, workers: int | None, scheduler: str | None, executor: Executor | None
    ) -> AbstractContextManager[tuple[Executor, int]]:
        """Whoever is to deal. What is dealt plainly stays in this process."""
        if not isinstance(self.work.dealer, PlainDealer):
            return dealing_by(workers, scheduler, executor, few=coups < FEW_COUPS)
        if workers not in (None, 1) or scheduler is not None or executor is not None:
            raise Refusal(
                "bad-workers",
                None,
                "These facts see so much of the cards that they are dealt plainly, in this process "
                "alone: leave out the workers.",
            )
        return local(1)

    def writing(
        self, output: str | Path | None
    ) -> AbstractContextManager[Callable[[Sequence[Kept]], object]]:
        """Where the coups themselves go: to a file that says what they are, or nowhere."""
        if output is None:
            return nullcontext(lambda kept: None)
        about = {
            "rulebook": self.book.id,
            "decks": str(self.deal.decks),
            "scheme": self.scheme or "",
            "seed": str(self.work.seed),
            "fresh": str(self.deal.fresh).lower(),
            **({"removed": " ".join(map(str, self.deal.removed))} if self.deal.removed else {}),
        }
        spaces = [each.space for each in self.sheets]
        return coups_file(output, spaces, self.work.dealer, about)

    def report(self, asked: int, totals: Totals, seconds: float) -> Simulation:
        return Simulation(
            self.book,
            self.deal.decks,
            self.scheme,
            self.work.seed,
            asked,
            totals.coups,
            totals.coups if self.deal.fresh else totals.rows,
            {each.space: tally for each, tally in zip(self.sheets, totals.tallies, strict=True)},
            self._results(totals),
            seconds,
        )

    def _results(self, totals: Totals) -> dict[str, WagerResult]:
        """A coup from full decks, with one hand of each kind, is a shoe of its own."""
        alone = self.deal.fresh and max(self.work.dealer.hands) == 1
        shoes = totals.coups if alone else totals.rows
        results = {}
        for each, tally, moments in zip(self.sheets, totals.tallies, totals.moments, strict=True):
            for column, clustered in zip(each.columns, moments.tolist(), strict=False):
                seen = column.moments_of(tally) if alone else clustered
                value, error = column.result(seen, shoes)
                results[column.id] = WagerResult(column.id, value, error, int(seen[1]))
        return results
