"""`sabot simulate`: coups by the million, and what every wager made of them."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan

from sabot.refusal import Refusal
from sabot.rulebooks import rulebook
from sabot.rules import Rulebook
from sabot.simulate import Simulation, WagerResult, simulate
from sabot.simulate.strategies import exact_strategy

INTERRUPTED = 130
BEST = "optimal"


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("rulebook", metavar="RULEBOOK")
    options.add_argument("--coups", metavar="N", required=True, help="how many coups to deal")
    options.add_argument("--decks", metavar="N", help="default: the most that the document allows")
    options.add_argument("--scheme", metavar="S", help="how the table settles")
    options.add_argument("--seed", metavar="S", help="the same seed deals the same coups")
    options.add_argument("--workers", metavar="N", help="processes (default: one a processor)")
    options.add_argument(
        "--scheduler", metavar="ADDRESS", help="deal on the Dask cluster of this scheduler instead"
    )
    options.add_argument(
        "--fresh", action="store_true", help="every coup from full decks, not from whole shoes"
    )
    options.add_argument("--boxes", metavar="N", default="1", help="boxes dealt to (default: 1)")
    options.add_argument(
        "--strategy", metavar="NAME", help=f"how boxes decide, where they do (default: {BEST})"
    )
    options.add_argument(
        "--output", metavar="FILE.parquet", help="write every coup to this file, a row each"
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    book = rulebook(chosen.rulebook)
    coups = _number("--coups", chosen.coups)
    decks = book.decks(_number("--decks", chosen.decks))
    if coups is None or coups < 1:
        raise Refusal("bad-coups", None, f"--coups must be at least 1, not {chosen.coups}.")
    decides = book.procedure.takes_decisions is not None
    if chosen.strategy and not decides:
        raise Refusal("bad-strategy", None, f"Nobody decides anything in {book.title}.")
    name = chosen.strategy or BEST
    with _progress(coups, shown=sys.stderr.isatty()) as watch:
        done = simulate(
            book,
            coups,
            decks=decks,
            scheme=chosen.scheme,
            seed=_number("--seed", chosen.seed),
            workers=_number("--workers", chosen.workers),
            scheduler=chosen.scheduler,
            output=chosen.output,
            fresh=chosen.fresh,
            boxes=_number("--boxes", chosen.boxes) or 0,
            strategy=exact_strategy(book, decks, name) if decides else None,
            watch=watch,
        )
    exact = _exact(book, decks, done.scheme, name)
    if chosen.json:
        print(json.dumps(_object(done, exact)))
    else:
        _show(done, exact)
    return 0 if done.complete else INTERRUPTED


def _number(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    plain = text.replace("_", "").replace(",", "")
    if not (plain.isascii() and plain.removeprefix("-").isdigit() and len(plain) < 30):
        raise Refusal("bad-number", None, f"{option} must be a whole number, not {text!r}.")
    return int(plain)


@contextmanager
def _progress(coups: int, *, shown: bool) -> Iterator[Callable[[int], object]]:
    """A bar with rate and time left, on a terminal only."""
    if not shown:
        yield lambda dealt: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.percentage:3.0f}%"),
        TextColumn("{task.fields[rate]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task("", total=coups, rate="")

        def watch(dealt: int) -> None:
            speed = progress.tasks[0].speed
            rate = f"{speed / 1e6:.1f} M coups/s" if speed else ""
            progress.update(task, completed=dealt, rate=rate)

        yield watch


def _exact(book: Rulebook, decks: int, scheme: str | None, strategy: str) -> dict[str, float]:
    """Each wager's exact expected value from full decks."""
    from sabot.odds import odds

    sheet = odds(book, decks, scheme, strategy_name=strategy)
    return {each.wager: float(each.ev) for each in sheet.wagers}


def _z(result: WagerResult, exact: dict[str, float]) -> float | None:
    if not result.stderr or result.wager not in exact:
        return None
    return (result.ev - exact[result.wager]) / result.stderr


def _object(done: Simulation, exact: dict[str, float]) -> dict[str, object]:
    return {
        "rulebook": done.rulebook.id,
        "decks": done.decks,
        "scheme": done.scheme,
        "seed": done.seed,
        "coups": done.coups,
        "shoes": done.shoes,
        "seconds": done.seconds,
        "coups_per_second": done.coups_per_second,
        "wagers": [
            {
                "wager": each.wager,
                "ev": None if isnan(each.ev) else each.ev,
                "stderr": each.stderr,
                "exact_ev": exact.get(each.wager),
                "z": _z(each, exact),
            }
            for each in done.wagers.values()
        ],
    }


def _show(done: Simulation, exact: dict[str, float]) -> None:
    if not done.complete:
        print(f"Broken off: this is what {done.coups:,} of {done.asked:,} coups say.\n")
    scheme = f", {done.scheme}" if done.scheme else ""
    print(f"{done.rulebook.title}, {done.rulebook.casino}: {done.decks} decks{scheme}")
    print(f"{done.coups:,} coups from {done.shoes:,} shoes in {done.seconds:.2f} s,", end=" ")
    print(f"{done.coups_per_second / 1e6:.1f} million a second; seed {done.seed}\n")
    width = max(map(len, done.wagers)) + 2
    print(f"{'wager':{width}}{'edge':>10}{'error':>9}{'exact':>10}{'z':>7}")
    for each in done.wagers.values():
        error = f"{each.stderr:9.4%}" if each.stderr is not None else f"{'-':>9}"
        known, z = exact.get(each.wager), _z(each, exact)
        against = f"{'-':>10}" if known is None else f"{-known:10.4%}"
        print(f"{each.wager:{width}}{-each.ev:10.4%}{error}{against}", end="")
        print(f"{'-':>7}" if z is None else f"{z:7.2f}")
