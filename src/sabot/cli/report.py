"""`sabot report`: the document that goes to a regulator."""

import argparse
import json
from datetime import datetime
from pathlib import Path

from sabot.bench import book_of
from sabot.cli.options import changes_of, check_changes, refuse_beside
from sabot.odds.whatif import changed
from sabot.refusal import Refusal, quoted
from sabot.report import page, report

COUPS, SEED, SHOES = 1_000_000, 1, 20
MOST_COUPS, MOST_SHOES = 10**10, 10_000


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "rulebook",
        metavar="RULEBOOK",
        help="such as star-baccarat; or a wager of your own, FILE.toml, or a game, FILE.py",
    )
    options.add_argument("--decks", type=int, metavar="N", help="default: the most it allows")
    options.add_argument("--scheme", metavar="S", help="default: commission")
    options.add_argument(
        "--change", action="append", default=[], metavar="NAME=ODDS", help="what if: other odds"
    )
    options.add_argument("--any-decks", type=int, metavar="N", help="what if: forbidden decks")
    options.add_argument("--coups", type=int, metavar="N", help=f"to simulate (default: {COUPS:,})")
    options.add_argument("--seed", type=int, metavar="S", help=f"of all chance (default: {SEED})")
    options.add_argument("--shoes", type=int, metavar="N", help=f"to count (default: {SHOES})")
    options.add_argument("--output", metavar="FILE", help="write it there")
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    refuse_beside(chosen, "any-decks", "decks")
    approved = book_of(chosen.rulebook)
    others = changes_of(chosen.change)
    book = changed(approved, others, chosen.any_decks) if others or chosen.any_decks else approved
    check_changes([*others], book, book.decks(chosen.decks), book.scheme(chosen.scheme))
    made = report(
        book,
        datetime.now().astimezone(),
        decks=chosen.decks,
        scheme=chosen.scheme,
        coups=_number("coups", chosen.coups, COUPS, 1, MOST_COUPS),
        seed=_number("seed", chosen.seed, SEED, 0, 2**64 - 1),
        shoes=_number("shoes", chosen.shoes, SHOES, 1, MOST_SHOES),
    )
    text = json.dumps(made.told, indent=2) + "\n" if chosen.json else page(made)
    if chosen.output is None:
        print(text, end="")
        return 0
    try:
        Path(chosen.output).write_text(text, "utf-8")
    except (OSError, ValueError):
        raise Refusal(
            "unwritable", None, f"The file {quoted(chosen.output)} cannot be written."
        ) from None
    return 0


def _number(option: str, given: int | None, usual: int, least: int, most: int) -> int:
    number = usual if given is None else given
    if not least <= number <= most:
        raise Refusal("bad-words", None, f"--{option} is {least:,} to {most:,}, not {number:,}.")
    return number
