"""Lines from the input as they become available, in constant memory."""

import os
import sys
from collections.abc import Iterator

from sabot.refusal import Refusal

CHUNK = 1 << 18
LONGEST_LINE = 1 << 20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
CUT_OFF = b"{"


def standard_input() -> int:
    """The standard input, if there is one."""
    if sys.stdin is None:
        raise Refusal("unreadable", None, "The input cannot be read: it is closed.")
    return sys.stdin.fileno()


def _read(source: int) -> bytes:
    try:
        return os.read(source, CHUNK)
    except OSError as error:
        raise Refusal("unreadable", None, f"The input cannot be read: {error.strerror}.") from None


def lines_of(source: int) -> Iterator[list[bytes]]:
    """All complete lines as they become available, so that whoever waits for an answer gets it.

    A line longer than LONGEST_LINE is not held: an open bracket stands for it, which is no JSON.
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
