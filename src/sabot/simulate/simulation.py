"""A simulation: coups dealt by the million, with the result of every wager."""

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from sabot import __version__
from sabot.bench import book_of
from sabot.core.cards import Card, read_cards
from sabot.core.frames import Frame, Tabular, strings
from sabot.core.refusal import Refusal, quoted
from sabot.odds.whatif import changes
from sabot.rules import FactsSpace, Rulebook
from sabot.simulate.dealing.choice import Deal, dealer_of, spaces_of
from sabot.simulate.dealing.real_cards import PlainDealer
from sabot.simulate.execution.blocks import DealingWork, DealtTotals, KeptCoups, deal_blocks
from sabot.simulate.execution.cluster import cluster
from sabot.simulate.execution.runner import gather, local, stopping
from sabot.simulate.kernels.compilation import Counts
from sabot.simulate.lookup.strategies import Strategy
from sabot.simulate.results.coups import Rows, coups_file
from sabot.simulate.results.encoder import sheet
from sabot.simulate.results.simulation_sheet import exact_values, simulation_data, simulation_text

MOST_COUPS = 10**13
MOST_KEPT = 10**7
"""Coups that can be kept in memory."""
MOST_WORKERS = 1024
SEED_BITS = 64
MOST_SEED = 2**SEED_BITS - 1
FEW_COUPS = 2_000_000
"""Number of coups below which starting further processes takes longer than dealing."""


@dataclass(frozen=True)
class WagerResult:
    """A wager's expected value for the player, per unit staked, and its standard error.

    The error counts each shoe as one observation, since its coups depend on one another; it is
    None for a single shoe. `stakes` are the units staked.

    >>> done = simulate("star-baccarat", 50_000, seed=1)
    >>> done.wagers["banker"].stakes, done.wagers["banker"].stderr < 0.01
    (50000, True)
    """

    wager: str
    ev: float
    stderr: float | None
    stakes: int


@dataclass(frozen=True, repr=False)
class WagerResults(Tabular, Mapping[str, WagerResult]):
    """The results of a simulation, by wager.

    >>> simulate("star-baccarat", 50_000, seed=1).wagers.to_pandas()["wager"][0]
    'player'
    """

    by_wager: Mapping[str, WagerResult]

    def __repr__(self) -> str:
        return f"WagerResults({', '.join(self.by_wager)})"

    def __getitem__(self, wager: str) -> WagerResult:
        return self.by_wager[wager]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_wager)

    def __len__(self) -> int:
        return len(self.by_wager)

    @property
    def frame(self) -> Frame:
        """A row for each wager; a standard error that does not exist is NaN."""
        each_of = list(self.values())
        return Frame(
            {
                "wager": strings(each.wager for each in each_of),
                "ev": np.array([each.ev for each in each_of], np.float64),
                "edge": np.array([-each.ev for each in each_of], np.float64),
                "stderr": np.array([each.stderr for each in each_of], np.float64),
                "stakes": np.array([each.stakes for each in each_of], np.int64),
            },
            {},
        )


@dataclass(frozen=True, repr=False)
class Simulation(Tabular):
    """Result of a simulation. `tallies`: number of coups by code, for each facts space. The frame
    has the coups, if they were kept; `wagers` has a frame of its own.

    >>> kept = simulate("star-baccarat", 1000, seed=1, keep=True).to_pandas()
    >>> kept["cards"][1], kept["result"][1], float(kept["pays_banker"][1])
    ('5D 4H 2H 6H 9S', 'banker', 0.95)
    """

    rulebook: Rulebook
    decks: int
    scheme: str | None
    seed: int
    asked: int
    coups: int
    shoes: int
    tallies: dict[FactsSpace, Counts]
    wagers: WagerResults
    seconds: float
    removed: tuple[Card, ...] = ()
    rows: Frame | None = None

    def __repr__(self) -> str:
        return f"Simulation({self.rulebook.id}: {self.coups:,} coups, seed {self.seed})"

    def __str__(self) -> str:
        return simulation_text(self, exact_values(self))

    def to_dict(self) -> dict[str, object]:
        """The run as plain data, in the form of `sabot simulate --json`."""
        return simulation_data(self, exact_values(self))

    @property
    def tally(self) -> Counts:
        """Return the number of coups by facts code, in the first of the game's facts spaces."""
        return next(iter(self.tallies.values()))

    @property
    def complete(self) -> bool:
        """Return True if all requested coups were dealt."""
        return self.coups == self.asked

    @property
    def coups_per_second(self) -> float:
        return self.coups / self.seconds

    @property
    def frame(self) -> Frame:
        """Return every coup as a row, if they were kept: see `sabot.simulate.results.coups`."""
        if self.rows is None:
            raise Refusal(
                "not-kept", None, "The coups were counted and not kept: simulate with keep=True."
            )
        return self.rows


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
    removed: str | Sequence[Card | str] = (),
    scheduler: str | None = None,
    executor: Executor | None = None,
    output: str | Path | None = None,
    keep: bool = False,
    watch: Callable[[int], object] = lambda coups: None,
    so_far: Callable[[Callable[[], Simulation]], object] = lambda report: None,
) -> Simulation:
    """Deal `coups` coups of a game from whole shoes, or with `fresh` each from full decks.

    The same seed gives the same coups with any number of workers.

    - `workers`: processes on this machine, by default one for each processor. `scheduler`, the
      address of a Dask cluster, or `executor` is used instead.
    - `source`: a shoe or a device, where the document has both; `behind`: cards behind the cutting
      card; `removed`: cards that every shoe lacks.
    - `boxes`: number of boxes dealt to; `strategy[total][value]`: True if a box draws on a point
      count against an up card.
    - `output`: a Parquet file with a row for each coup (see `sabot.simulate.results.coups`).
      `keep`: keep the rows for the result's `to_arrow()`, `to_pandas()` and `to_polars()`.
    - `watch` is called with the number of coups so far; `so_far` with a function that returns the
      result so far.

    >>> done = simulate("star-baccarat", 100_000, seed=1)
    >>> done.coups, done.shoes, round(done.wagers["tie"].ev, 2)
    (100000, 1229, -0.13)
    """
    book = book_of(rulebook)
    deal = Deal(book.decks(decks), fresh, source, behind, boxes, strategy, read_cards(removed))
    wanted = whole("coups", coups, 1, MOST_KEPT if keep else MOST_COUPS)
    seed = secrets.randbits(SEED_BITS) if seed is None else whole("seed", seed, 0, MOST_SEED)
    job = _Job(book, deal, book.scheme(scheme), seed, keep=keep or output is not None)
    by = job.dealing(wanted, workers, scheduler, executor)
    return job.run(wanted, by, output, keep, watch, so_far)


def dealing_by(
    workers: int | None, scheduler: str | None, executor: Executor | None, *, few: bool
) -> AbstractContextManager[tuple[Executor, int]]:
    """Return an executor and its number of workers; by default, only this process for little
    work."""
    if workers is not None and scheduler is not None:
        raise Refusal("bad-workers", None, "A cluster has workers of its own: leave them out.")
    if scheduler is not None:
        return cluster(scheduler)
    number = 1 if few else os.cpu_count() or 1
    if workers is not None:
        number = whole("workers", workers, 1, MOST_WORKERS)
    return local(number) if executor is None else nullcontext((executor, number))


def whole(what: str, given: object, least: int, most: int) -> int:
    """Return a whole number within its bounds; refuse anything else."""
    if type(given) is int and least <= given <= most:
        return given
    raise Refusal(
        f"bad-{what}",
        None,
        f"{what.capitalize()} must be a whole number from {least} to {most}, not {quoted(given)}.",
    )


class _Job:
    """A game made ready for dealing, and the reading of its totals."""

    def __init__(
        self, book: Rulebook, deal: Deal, scheme: str | None, seed: int, *, keep: bool = False
    ) -> None:
        self.book, self.deal, self.scheme = book, deal, scheme
        dealer = dealer_of(book, deal)
        self.offered = [
            each for each in book.wagers if each.decks is None or deal.decks in each.decks
        ]
        self.sheets = [
            sheet(space, [each for each in self.offered if each.space is space], scheme, most)
            for space, most in zip(
                spaces_of(book), (pit.codes.shape[1] for pit in dealer.open()), strict=True
            )
        ]
        self.work = DealingWork(dealer, tuple(each.settling() for each in self.sheets), seed, keep)

    def dealing(
        self, coups: int, workers: int | None, scheduler: str | None, executor: Executor | None
    ) -> AbstractContextManager[tuple[Executor, int]]:
        """Return the executor. Plain dealing stays in this process."""
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

    def run(
        self,
        coups: int,
        dealing: AbstractContextManager[tuple[Executor, int]],
        output: str | Path | None,
        keep: bool,
        watch: Callable[[int], object],
        so_far: Callable[[Callable[[], Simulation]], object],
    ) -> Simulation:
        """Deal; write the coups to a file, and with `keep` into the result."""
        kept: list[KeptCoups] = []
        with stopping():
            deal_blocks(self.work, 0, 1, most=1)  # compile, or load compiled code from disk
        with self.writing(output) as to_file, dealing as (chosen, number):
            started = time.perf_counter()

            def see(totals: DealtTotals) -> None:
                so_far(lambda: self.report(coups, totals, time.perf_counter() - started))

            def write(dealt: Sequence[KeptCoups]) -> None:
                to_file(dealt)
                if keep:
                    kept.extend(dealt)

            totals = gather(self.work, coups, chosen, number, watch, write, see)
        done = self.report(coups, totals, time.perf_counter() - started)
        return replace(done, rows=self.rows.of(kept)) if keep else done

    def writing(
        self, output: str | Path | None
    ) -> AbstractContextManager[Callable[[Sequence[KeptCoups]], object]]:
        """Return the writer of the coups: to a file with its description, or none."""
        if output is None:
            return nullcontext(lambda kept: None)
        return coups_file(output, self.rows)

    @property
    def rows(self) -> Rows:
        """Return the coups as columns, with release, rulebook and options as metadata."""
        about = {
            "release": __version__,
            "rulebook": self.book.id,
            "digest": self.book.digest,
            "decks": str(self.deal.decks),
            "scheme": self.scheme or "",
            "boxes": str(self.deal.boxes) if self.book.procedure.takes_boxes else "",
            "seed": str(self.work.seed),
            "fresh": str(self.deal.fresh).lower(),
            **({"changed": "; ".join(changes(self.book))} if changes(self.book) else {}),
            **({"removed": " ".join(map(str, self.deal.removed))} if self.deal.removed else {}),
        }
        spaces = [each.space for each in self.sheets]
        return Rows(spaces, self.work.dealer, self.offered, self.scheme, about)

    def report(self, asked: int, totals: DealtTotals, seconds: float) -> Simulation:
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
            self.deal.removed,
        )

    def _results(self, totals: DealtTotals) -> WagerResults:
        """Return the wagers' results. A coup from full decks with one hand of each kind is a shoe
        of its own."""
        alone = self.deal.fresh and max(self.work.dealer.hands) == 1
        shoes = totals.coups if alone else totals.rows
        results = {}
        for each, tally, moments in zip(self.sheets, totals.tallies, totals.moments, strict=True):
            for column, clustered in zip(each.columns, moments.tolist(), strict=False):
                seen = column.moments_of(tally) if alone else clustered
                value, error = column.result(seen, shoes)
                results[column.id] = WagerResult(column.id, value, error, int(seen[1]))
        return WagerResults(results)
