"""`sabot adjudicate`: questions in, answers out, one line each, in order, in constant memory."""

import argparse

from sabot.adjudication import answer_line, answering_with
from sabot.bench import with_wagers
from sabot.cli.lines import answer_file, declare_file
from sabot.rules import Rulebook


def declare(options: argparse.ArgumentParser) -> None:
    declare_file(options)
    options.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="FILE",
        help="a wager (FILE.toml), beside those of its game, or a game (FILE.py); repeatable",
    )


def run(chosen: argparse.Namespace) -> int:
    answer = answering_with(_own(chosen.wager)) if chosen.wager else answer_line
    return answer_file(chosen.file, answer, "One coup")


def _own(files: list[str]) -> dict[str, Rulebook]:
    """The games with these wagers beside their own, each of which every coup decides."""
    from sabot.odds.proven import checked

    books = with_wagers(files)
    for book in books.values():
        for wager in book.wagers:
            if not wager.clause:
                checked(book, wager.space)
    return books
