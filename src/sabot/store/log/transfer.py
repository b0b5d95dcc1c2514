"""Export of a log as JSON Lines, and import into another store."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.store.envelope import read_line as event_line
from sabot.store.expiring_rows import COVERED, COVERS_NOTHING, Swap
from sabot.store.log.answers import number_of
from sabot.store.log.batch import StreamPages
from sabot.store.log.lines import Broken, ChainPosition, Head, read_line
from sabot.store.store import Store

LINES_AT_ONCE: Final = 500


def export_lines(store: Store) -> Iterator[bytes]:
    """Every event in the order of appending, each with a newline. The vault stays where it is."""
    return (stored.line + b"\n" for stored in store.read_all())


def import_lines(store: Store, lines: Iterable[bytes]) -> int:
    """Append the events of an export, verifying the chain; how many were new.

    A stream that the store has already is only continued: events that are there already must be
    the same. The first line that does not fit is refused with its number (`broken-line`), and
    the lines before it have been imported.
    """
    heads: dict[str, Head] = {}
    answered: set[int] = set()
    waiting: list[StreamPages] = []
    imported = 0
    try:
        for number, raw in enumerate(lines, 1):
            page = _page(store, heads, answered, number, raw.removesuffix(b"\n"))
            if page is not None:
                waiting.append(page)
            if len(waiting) == LINES_AT_ONCE:
                answered.clear()
                imported += _flush(store, waiting)
    finally:
        imported += _flush(store, waiting)
        if imported:
            _uncover(store)
    return imported


def _uncover(store: Store) -> None:
    """Mark the rows of claims as out of date. The next process that opens the store for writing
    rebuilds them."""
    covered = store.expiring_row(*COVERED)
    store.swap(Swap(*COVERED, covered, COVERS_NOTHING))


def _page(
    store: Store, heads: dict[str, Head], answered: set[int], number: int, text: bytes
) -> StreamPages | None:
    """The line, ready to be copied, or None if the store has it."""
    try:
        line = read_line(text)
    except Broken as broken:
        raise _broken(number, str(broken)) from None
    if line.hash != line.digest:
        raise _broken(number, "its text was changed, for its hash is another.")
    head = heads.get(line.stream) or store.head(line.stream)
    heads[line.stream] = head
    if line.seq <= head.seq:
        _must_be_there(store, line, number, text)
        return None
    if line.seq > head.seq + 1:
        raise _broken(number, f"{line.stream} stands at event {head.seq}, not {line.seq - 1}.")
    if line.prev != head.hash:
        raise _broken(number, f"it does not follow event {head.seq} of {line.stream}.")
    heads[line.stream] = Head(line.seq, line.hash)
    once = _command_in(text)
    if once is not None and (once in answered or store.answered(once) is not None):
        once = None  # a log that says so a second time is copied as it is
    if once is not None:
        answered.add(once)
    return StreamPages(line.stream, head.seq, copied=[text], prev=head.hash, once=once)


def _command_in(text: bytes) -> int | None:
    """The number of the command that the line carries, if it carries one."""
    try:
        line = event_line(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return number_of(line.stream, line.by, line.id) if bytes(line.do) else None


def _must_be_there(store: Store, line: ChainPosition, number: int, text: bytes) -> None:
    there = next(store.read(line.stream, line.seq - 1), None)
    if there is None or there.line != text:
        raise _broken(number, f"{line.stream} has another event {line.seq} already.")


def _flush(store: Store, waiting: list[StreamPages]) -> int:
    count = len(waiting)
    if waiting:
        store.copy(waiting)
        waiting.clear()
    return count


def _broken(number: int, why: str) -> Refusal:
    return Refusal("broken-line", None, f"Line {number} is not imported: {why}")
