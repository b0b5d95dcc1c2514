"""Read lines from the input as they become available and write their answers, in constant
memory."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterator

from sabot.core.refusal import Refusal

CHUNK = 1 << 18
LONGEST_LINE = 1 << 20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
CUT_OFF = b"{"
OBJECTS_BETWEEN_COLLECTIONS = 200_000
Answering = Callable[[Iterator[list[bytes]]], Iterator[bytes]]
"""A function from batches of lines to their answers, in the same order."""


def declare_file(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="JSON Lines to read (default: -)"
    )


def answer_lines(answer_line: Callable[[bytes], bytes], lines: list[bytes]) -> bytes:
    """Return the answers to some lines, each with its newline."""
    return b"\n".join([*map(answer_line, lines), b""])


def in_turn(answer_line: Callable[[bytes], bytes]) -> Answering:
    """Return a function that answers lines one after the other."""
    return lambda chunks: (answer_lines(answer_line, lines) for lines in chunks)


def answer_file(file: str, answering: Answering, asked: str) -> int:
    """Answer every line of a file, in order. At a terminal, print what input is expected."""
    # Questions and answers hold no cycles: collecting seldom saves a fifth of the time.
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    source = _open(file)
    if file == "-" and sys.stdin.isatty():
        print(f"{asked} a line, as a JSON object; Ctrl-D ends.", file=sys.stderr)
    write, flush = sys.stdout.buffer.write, sys.stdout.buffer.flush
    empty = True
    for answers in answering(lines_of(source)):
        empty = False
        write(answers)
        flush()
    if empty:
        raise Refusal("empty", None, f"{_name(file)} is empty: there is nothing to answer.")
    return 0


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


def standard_input() -> int:
    """Return the standard input's descriptor; refuse if it is closed."""
    if sys.stdin is None:
        raise Refusal("unreadable", None, "The input cannot be read: it is closed.")
    return sys.stdin.fileno()


def _read(source: int) -> bytes:
    try:
        return os.read(source, CHUNK)
    except OSError as error:
        raise Refusal("unreadable", None, f"The input cannot be read: {error.strerror}.") from None


def lines_of(source: int) -> Iterator[list[bytes]]:
    """Yield all complete lines as soon as they are available, so that each is answered at once.

    A line longer than LONGEST_LINE is not kept: an open bracket stands for it, which is no JSON.
    """
    held, skipping, first = b"", False, True
    while chunk := _read(source):
        if first:
            chunk, first = chunk.removeprefix(BYTE_ORDER_MARK), False
        *lines, held = (held + chunk).split(b"\n")
        if skipping:
            skipping, lines = not lines, lines[1:]
        if len(held) > LONGEST_LINE:
            if not skipping:
                lines.append(CUT_OFF)
            held, skipping = b"", True
        if lines:
            yield lines
    if held and not skipping:
        yield [held]
