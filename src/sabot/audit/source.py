"""Sources of a log: a file of JSON Lines, the input, or a database; read-only."""

import itertools
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Protocol

import msgspec

from sabot.audit.chain import beside
from sabot.core.refusal import Refusal, quoted
from sabot.engine.finding import Finding
from sabot.store import Store, Stored, open_store
from sabot.store.log.lines import LARGEST, peek

LONGEST: Final = 2 * LARGEST
SQLITE: Final = b"SQLite format 3\0"


class Log(Protocol):
    """A log that can be read several times over, and stays as it was when it was opened. An export
    keeps no checkpoints."""

    keeps_checkpoints: bool

    def lines(self, after: int = 0) -> Iterator[bytes]:
        """Every event's line after so many, in the order of appending."""

    def of(self, stream: str) -> Iterator[bytes]:
        """The lines of one stream, in their order; others may be among them."""

    def checkpoints(self) -> list[bytes]:
        """The checkpoints that are kept with the log."""

    def misfiled(self, after: int = 0) -> Iterator[tuple[str, int, str]]:
        """Events, after so many, that the log keeps under another name than their own: stream, seq
        and why."""

    def beside(self) -> Iterator[Finding]:
        """Yield findings for rows beside the log that are not signed by the server, as far as its
        key is here."""


class LinesFile:
    """An export."""

    keeps_checkpoints = False

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._size = file.seek(0, 2)

    def lines(self, after: int = 0) -> Iterator[bytes]:
        """Yield the lines. A line longer than any event is cut off, so that it parses as no
        event."""
        return itertools.islice(self._lines(), after, None)

    def of(self, stream: str) -> Iterator[bytes]:
        return self._lines()

    def _lines(self) -> Iterator[bytes]:
        self._file.seek(0)
        read = 0
        while read < self._size and (line := self._file.readline(LONGEST)):
            read += len(line)
            yield line
            while len(line) == LONGEST and not line.endswith(b"\n"):
                line = self._file.readline(LONGEST)
                read += len(line)

    def checkpoints(self) -> list[bytes]:
        return []

    def beside(self) -> Iterator[Finding]:
        yield from ()

    def misfiled(self, after: int = 0) -> Iterator[tuple[str, int, str]]:
        yield from ()


class DatabaseLog:
    """A live store, up to the last event that it had at first."""

    keeps_checkpoints = True

    def __init__(self, store: Store) -> None:
        self.store = store
        self._checkpoints = list(store.checkpoints())  # of events that are then there to be read
        self._events = store.last_position()

    def lines(self, after: int = 0) -> Iterator[bytes]:
        for stored in self._stored(after):
            yield stored.line

    def of(self, stream: str) -> Iterator[bytes]:
        for stored in self.store.read(stream):
            yield stored.line

    def _stored(self, after: int) -> Iterator[Stored]:
        for stored in self.store.read_all(after):
            if stored.position > self._events:
                return
            yield stored

    def checkpoints(self) -> list[bytes]:
        return self._checkpoints

    def beside(self) -> Iterator[Finding]:
        return beside(self.store) if self.store.keys is not None else iter(())

    def misfiled(self, after: int = 0) -> Iterator[tuple[str, int, str]]:
        """A table is opened from the columns of the database, and audited from the lines."""
        last = dict[str, int]()
        for stored in self._stored(after):
            stream, seq, _ = peek(stored.line)
            if (stream, seq) != (stored.stream, stored.seq):
                yield stored.stream, stored.seq, f"The event is number {seq} of {stream} itself."
            if last.get(stored.stream, 0) >= stored.seq:
                yield stored.stream, stored.seq, "The event was appended before an earlier one."
            last[stored.stream] = stored.seq


@contextmanager
def opened(source: str) -> Iterator[Log]:
    """The log at that place; a Refusal says in one sentence why there is none."""
    if source == "-":
        with tempfile.TemporaryFile() as kept:
            _copy_input(kept)
            yield LinesFile(kept)
    elif "://" in source or _is_database(source):
        with open_store(source, create=False) as store:
            yield DatabaseLog(store)
    else:
        try:
            file = Path(source).open("rb")  # noqa: SIM115  closed below
        except (OSError, ValueError) as error:
            raise _unreadable(source, error) from None
        with file:
            if not file.seekable():
                with tempfile.TemporaryFile() as kept:
                    shutil.copyfileobj(file, kept)
                    yield LinesFile(kept)
            else:
                yield LinesFile(file)


def _copy_input(kept: IO[bytes]) -> None:
    if sys.stdin is None:
        raise Refusal("unreadable", None, "The input cannot be read: it is closed.")
    shutil.copyfileobj(sys.stdin.buffer, kept)


def _is_database(source: str) -> bool:
    try:
        path = Path(source)
        if not path.is_file():  # asking a pipe would take its bytes
            return False
        with path.open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except (OSError, ValueError) as error:
        raise _unreadable(source, error) from None


def check_readable(log: Log, source: str, asked: str = "to audit") -> None:
    """A log has at least one line that is an event; a table asked for is found when it is read."""
    number = 0
    for line in log.lines():
        if _is_event(line):
            return
        number += 1
    name = "The input" if source == "-" else source
    if not number:
        raise Refusal("empty", None, f"{name} is empty: there is nothing {asked}.")
    raise Refusal("not-a-log", None, f"{name} is no log: none of its {number} lines is an event.")


def _is_event(line: bytes) -> bool:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(found, dict) and {"stream", "seq", "what", "hash"} <= found.keys()


def read_witness(file: str) -> list[bytes]:
    """The checkpoints that a witness has seen."""
    try:
        with Path(file).open("rb") as opened_file:
            return opened_file.readlines()
    except (OSError, ValueError) as error:
        raise _unreadable(file, error) from None


def _unreadable(source: str, error: OSError | ValueError) -> Refusal:
    why = error.strerror if isinstance(error, OSError) else "no file can be named so"
    return Refusal("unreadable", None, f"{quoted(source)} cannot be read: {why}.")
