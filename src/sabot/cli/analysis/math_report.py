"""`sabot math-report`: the mathematical report for a regulator."""

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path

from sabot.bench import book_of
from sabot.cli.options import changes_of, check_changes, refuse_beside
from sabot.cli.progress import progress
from sabot.core.refusal import Refusal, quoted
from sabot.counting.count import SHOES
from sabot.math_report import CoverSheet, Report, page, report
from sabot.math_report.pdf import find_browser, print_pdf
from sabot.odds.whatif import changed
from sabot.rules import Rulebook

COUPS, SEED = 1_000_000, 1
INTERRUPTED = 130
STEPS = 1000
"""Steps of the progress bar."""
OTHER_FORMS = (".doc", ".docx", ".odt", ".rtf", ".md", ".tex", ".csv", ".xlsx", ".ps")
MOST_COUPS, MOST_SHOES = 10**10, 1_000_000


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "rulebook",
        metavar="RULEBOOK",
        help="such as star-baccarat; or a wager of your own, FILE.toml, or a game, FILE.py",
    )
    options.add_argument(
        "--decks", type=int, metavar="N", help="decks (default: the most that the game allows)"
    )
    options.add_argument("--scheme", metavar="S", help="pay scheme (default: commission)")
    options.add_argument(
        "--change", action="append", default=[], metavar="NAME=ODDS", help="what if: other odds"
    )
    options.add_argument("--any-decks", type=int, metavar="N", help="what if: forbidden decks")
    options.add_argument(
        "--coups", type=int, metavar="N", help=f"coups to simulate (default: {COUPS:,})"
    )
    options.add_argument(
        "--seed", type=int, metavar="S", help=f"seed of all random numbers (default: {SEED})"
    )
    options.add_argument(
        "--shoes", type=int, metavar="N", help=f"shoes to count cards in (default: {SHOES:,})"
    )
    options.add_argument("--purpose", metavar="TEXT", help="what the report is for")
    options.add_argument("--author", metavar="NAME", help="who signs as its author")
    options.add_argument("--reviewer", metavar="NAME", help="who signs as its reviewer")
    options.add_argument(
        "--limit", action="append", default=[], metavar="TEXT", help="a limit to state beside ours"
    )
    options.add_argument(
        "--maximum", metavar="AMOUNT", help="the largest stake on a wager: awards in money too"
    )
    options.add_argument(
        "--output", metavar="FILE", help="write it there: .html, .pdf, or .json with --json"
    )
    options.add_argument("--json", action="store_true", help="for a program to read")


def run(chosen: argparse.Namespace) -> int:
    refuse_beside(chosen, "any-decks", "decks")
    approved = book_of(chosen.rulebook)
    others = changes_of(chosen.change)
    book = changed(approved, others, chosen.any_decks) if others or chosen.any_decks else approved
    check_changes([*others], book, book.decks(chosen.decks), book.scheme(chosen.scheme))
    as_pdf = _is_pdf(chosen)
    cover = CoverSheet(chosen.purpose, chosen.author, chosen.reviewer, tuple(chosen.limit))
    try:
        made = _made(chosen, book, cover)
    except KeyboardInterrupt:
        print("sabot: Interrupted: no report was written.", file=sys.stderr)
        return INTERRUPTED
    if as_pdf:
        print_pdf(page(made), Path(chosen.output))
        return 0
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


def _made(chosen: argparse.Namespace, book: Rulebook, cover: CoverSheet) -> Report:
    with progress(STEPS, "") as watch:
        return report(
            book,
            datetime.now().astimezone(),
            decks=chosen.decks,
            scheme=chosen.scheme,
            coups=_number("coups", chosen.coups, COUPS, 1, MOST_COUPS),
            seed=_number("seed", chosen.seed, SEED, 0, 2**64 - 1),
            shoes=_number("shoes", chosen.shoes, SHOES, 1, MOST_SHOES),
            cover=cover,
            maximum=chosen.maximum,
            watch=lambda share: watch(round(STEPS * share)),
        )


def _is_pdf(chosen: argparse.Namespace) -> bool:
    """Return True if the output is a PDF. Refuse a file name of another form, and a PDF where no
    browser can print one, before any work is done."""
    ending = Path(chosen.output or "").suffix.lower()
    if ending == ".pdf":
        refuse_beside(chosen, "json", "output")
        find_browser()
    elif ending == ".json" and not chosen.json:
        raise Refusal("bad-words", None, "A file that ends in .json needs --json.")
    elif ending in OTHER_FORMS:
        raise Refusal(
            "bad-words", None, f"A report is written as .html, .pdf or .json, not as {ending}."
        )
    return ending == ".pdf"


def _number(option: str, given: int | None, usual: int, least: int, most: int) -> int:
    number = usual if given is None else given
    if not least <= number <= most:
        raise Refusal("bad-words", None, f"--{option} is {least:,} to {most:,}, not {number:,}.")
    return number
