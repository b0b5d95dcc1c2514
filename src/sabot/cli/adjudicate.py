"""`sabot adjudicate`: questions in, answers out, one line each, in order, in constant memory."""

import argparse
import gc
import os
import sys
from functools import partial

from sabot.adjudication import answer_line
from sabot.bench import with_wagers
from sabot.cli.lines import lines_of, standard_input
from sabot.refusal import Refusal
from sabot.rules import Rulebook

OBJECTS_BETWEEN_COLLECTIONS = 200_000


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="JSON Lines to read (default: -)"
    )
    options.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="FILE",
        help="a wager (FILE.toml), beside those of its game, or a game (FILE.py); repeatable",
    )


def run(chosen: argparse.Namespace) -> int:
    # Questions and answers hold no cycles: collecting seldom saves a fifth of the time.
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    answer = partial(answer_line, own=_own(chosen.wager)) if chosen.wager else answer_line
    source = _open(chosen.file)
    if chosen.file == "-" and sys.stdin.isatty():
        print("One coup a line, as a JSON object; Ctrl-D ends.", file=sys.stderr)
    write, flush = sys.stdout.buffer.write, sys.stdout.buffer.flush
    empty = True
    for lines in lines_of(source):
        empty = False
        write(b"\n".join([*map(answer, lines), b""]))
        flush()
    if empty:
        raise Refusal("empty", None, f"{_name(chosen.file)} is empty: there is nothing to answer.")
    return 0


def _own(files: list[str]) -> dict[str, Rulebook]:
    """The games with these wagers beside their own, each of which every coup decides."""
    from sabot.odds.proven import checked

    books = with_wagers(files)
    for book in books.values():
        for wager in book.wagers:
            if not wager.clause:
                checked(book, wager.space)
    return books


def _name(file: str) -> str:
    return "The input" if file == "-" else f"The file {file}"


def _open(file: str) -> int:
    if file == "-":
        return standard_input()
    try:
        source = os.open(file, os.O_RDONLY)
        os.read(source, 0)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no file can be named so"
        raise Refusal("unreadable", None, f"{_name(file)} cannot be read: {why}.") from None
    return source
