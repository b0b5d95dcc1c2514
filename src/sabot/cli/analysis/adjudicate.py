"""`sabot adjudicate`: questions in, answers out, one line each, in order, in constant memory."""

import argparse
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from sabot.bench import with_wagers
from sabot.cli.lines import answer_file, answer_lines, declare_file, in_turn
from sabot.core.refusal import Refusal
from sabot.coup.adjudication import answer_line, answering_with
from sabot.rules import Rulebook

MOST_WORKERS = 64
AHEAD = 2
"""Pieces of the input that may wait for each worker."""


def declare(options: argparse.ArgumentParser) -> None:
    declare_file(options)
    options.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="FILE",
        help="a wager (FILE.toml), beside those of its game, or a game (FILE.py); repeatable",
    )
    options.add_argument("--workers", type=int, metavar="N", help="processes (default: 1)")


def run(chosen: argparse.Namespace) -> int:
    workers = 1 if chosen.workers is None else chosen.workers
    if not 1 <= workers <= MOST_WORKERS:
        raise Refusal("bad-words", None, f"Workers are 1 to {MOST_WORKERS}, not {workers}.")
    answer = _answering(chosen.wager)
    if workers == 1:
        return answer_file(chosen.file, in_turn(answer), "One coup")
    with ProcessPoolExecutor(workers, initializer=_sit_down, initargs=(chosen.wager,)) as pool:

        def share(pieces: Iterator[list[bytes]]) -> Iterator[bytes]:
            waiting: deque[Future[bytes]] = deque()
            for lines in pieces:
                waiting.append(pool.submit(_answer, lines))
                if len(waiting) >= AHEAD * workers:
                    yield waiting.popleft().result()
            yield from (each.result() for each in waiting)

        return answer_file(chosen.file, share, "One coup")


def _answering(files: list[str]) -> Callable[[bytes], bytes]:
    return answering_with(_own(files)) if files else answer_line


_at_work: list[Callable[[bytes], bytes]] = []
"""The answering function of this worker."""


def _sit_down(files: list[str]) -> None:
    _at_work.append(_answering(files))


def _answer(lines: list[bytes]) -> bytes:
    return answer_lines(_at_work[-1], lines)


def _own(files: list[str]) -> dict[str, Rulebook]:
    """Return the games with these wagers added. Every coup must decide each wager."""
    from sabot.odds.observation.certified_counter import checked

    books = with_wagers(files)
    for book in books.values():
        for wager in book.wagers:
            if not wager.clause:
                checked(book, wager.space)
    return books
