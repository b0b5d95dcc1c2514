"""`sabot simulate`: coups by the million, with the result of every wager."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from sabot.bench import book_of
from sabot.cli.options import changes_of, check_changes
from sabot.cli.progress import progress
from sabot.core.refusal import Refusal, quoted
from sabot.odds.composition import Composition
from sabot.odds.removed_cards import cards_removed
from sabot.odds.whatif import changed
from sabot.simulate import (
    BankrollRun,
    Plan,
    play_sessions,
    simulate,
)
from sabot.simulate.lookup.strategies import exact_strategy
from sabot.simulate.results.simulation_sheet import exact_values, simulation_data, simulation_text
from sabot.simulate.sessions.systems import SYSTEMS, named

INTERRUPTED = 130
BEST = "optimal"


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "rulebook",
        metavar="RULEBOOK",
        help="such as star-baccarat; or a wager of your own, FILE.toml, or a game, FILE.py",
    )
    options.add_argument("--coups", metavar="N", help="how many coups to deal")
    options.add_argument("--plan", metavar="FILE.json", help="a betting plan to play instead")
    options.add_argument("--sessions", metavar="N", help="how many sessions to play the plan")
    options.add_argument(
        "--rule",
        metavar="NAME",
        help=f"rule by which the plan's stakes follow one another: {', '.join(SYSTEMS)}",
    )
    options.add_argument("--decks", metavar="N", help="default: the most that the document allows")
    options.add_argument("--scheme", metavar="S", help="how the table settles")
    options.add_argument("--removed", metavar="AS,6x32,…", help="cards that every shoe lacks")
    options.add_argument(
        "--change",
        action="append",
        default=[],
        metavar="NAME=ODDS",
        help="what if: other odds for a wager (tie=9:1) or a pay line (11.1.9.2=20:1); repeatable",
    )
    options.add_argument("--seed", metavar="S", help="the same seed deals the same coups")
    options.add_argument("--workers", metavar="N", help="processes (default: one a processor)")
    options.add_argument(
        "--scheduler", metavar="ADDRESS", help="deal on the Dask cluster of this scheduler instead"
    )
    options.add_argument(
        "--fresh", action="store_true", help="every coup from full decks, not from whole shoes"
    )
    options.add_argument("--boxes", metavar="N", help="boxes dealt to (default: 1)")
    options.add_argument(
        "--strategy", metavar="NAME", help=f"how boxes decide, where they do (default: {BEST})"
    )
    options.add_argument(
        "--output", metavar="FILE.parquet", help="write every coup to this file, a row each"
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    others = changes_of(chosen.change)
    book = changed(book_of(chosen.rulebook), others)
    decks = book.decks(_number("--decks", chosen.decks))
    check_changes([*others], book, decks, book.scheme(chosen.scheme))
    removed = (
        cards_removed(chosen.removed, Composition.full(decks)) if chosen.removed is not None else ()
    )
    decides = book.procedure.takes_decisions is not None
    if chosen.strategy and not decides:
        raise Refusal(
            "bad-strategy",
            None,
            f"There are no player decisions in {book.title}, so no strategy applies.",
        )
    if chosen.boxes is not None and not book.procedure.takes_boxes:
        raise Refusal("bad-box", None, f"{book.title} is not dealt to boxes.")
    boxes = _number("--boxes", chosen.boxes)
    name = chosen.strategy or BEST
    what = "sessions" if _plays_a_plan(chosen) else "coups"
    number = _number(f"--{what}", getattr(chosen, what))
    if number is None or number < 1:
        raise Refusal(f"bad-{what}", None, f"--{what} must be at least 1, not {number}.")
    plan = _plan(chosen.plan, chosen.rule) if chosen.plan else None
    with progress(number, what) as watch:
        options: dict[str, Any] = {
            "decks": decks,
            "scheme": chosen.scheme,
            "seed": _number("--seed", chosen.seed),
            "workers": _number("--workers", chosen.workers),
            "scheduler": chosen.scheduler,
            "fresh": chosen.fresh,
            "boxes": 1 if boxes is None else boxes,
            "strategy": exact_strategy(book, decks, name) if decides else None,
            "watch": watch,
        }
        if plan:
            return _report(play_sessions(book, plan, number, **options), chosen)
        done = simulate(book, number, output=chosen.output, removed=removed, **options)
    exact = exact_values(done, name)
    print(json.dumps(simulation_data(done, exact)) if chosen.json else simulation_text(done, exact))
    return 0 if done.complete else INTERRUPTED


def _plays_a_plan(chosen: argparse.Namespace) -> bool:
    """Return True if a plan is to be played in sessions, False if coups are to be dealt. Refuse
    options of the other."""
    plan = chosen.plan is not None
    needed = "sessions" if plan else "coups"
    useless = ("coups", "output", "removed") if plan else ("sessions", "rule")
    if getattr(chosen, needed) is None:
        which = "A plan needs" if plan else "To simulate needs"
        raise Refusal("bad-options", None, f"{which} --{needed} N.")
    for option in useless:
        if getattr(chosen, option) is not None:
            why = "does not go with" if plan else "goes only with"
            raise Refusal("bad-options", None, f"--{option} {why} --plan.")
    return plan


def _plan(name: str, rule: str | None) -> Plan:
    """Return the plan in a JSON file; its numbers are read as they are written. A `rule` replaces
    the plan's own."""
    try:
        given = json.loads(Path(name).read_bytes(), parse_float=str)
    except OSError:
        raise Refusal("bad-plan", None, f"There is no plan in {quoted(name)} to be read.") from None
    except (ValueError, RecursionError):
        raise Refusal("bad-plan", None, f"The plan in {quoted(name)} is not JSON.") from None
    plan = Plan.read(given)
    return plan if rule is None else replace(plan, rule=named(rule))


def _number(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    plain = text.replace("_", "").replace(",", "")
    if not (plain.isascii() and plain.removeprefix("-").isdigit() and len(plain) < 30):
        raise Refusal("bad-number", None, f"{option} must be a whole number, not {quoted(text)}.")
    return int(plain)


def _report(done: BankrollRun, chosen: argparse.Namespace) -> int:
    if chosen.json:
        print(json.dumps(done.to_dict()))
    else:
        print(done)
    return 0 if done.complete else INTERRUPTED
