"""Queries that a store answers, on any database."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sabot.store.backends.database import RELEASE, SCHEMA, SCHEMA_VERSION, Database
from sabot.store.log.batch import Stored
from sabot.store.log.lines import START, Head, hash_in, is_name
from sabot.store.trust.schema import SchemaDifference, compare

LAST: Final = 2**62
PAGE: Final = 256
"""Events read at a time."""

STREAMS: Final = """
WITH RECURSIVE name(stream) AS (
    SELECT min(stream) FROM event
    UNION ALL
    SELECT (SELECT min(stream) FROM event WHERE stream > name.stream)
    FROM name WHERE name.stream IS NOT NULL
)
"""
"""Every stream once, by one step in the index for each."""
HEADS: Final = f"""{STREAMS}
SELECT event.stream, event.seq, event.line FROM name JOIN event ON event.stream = name.stream
AND event.seq = (SELECT max(seq) FROM event WHERE event.stream = name.stream)
"""
STREAMS_LIKE: Final = """
WITH RECURSIVE name(stream) AS (
    SELECT min(stream) FROM event WHERE stream > ? AND stream < ?
    UNION ALL
    SELECT (SELECT min(stream) FROM event WHERE stream > name.stream AND stream < ?)
    FROM name WHERE name.stream IS NOT NULL
)
SELECT stream FROM name WHERE stream IS NOT NULL ORDER BY stream
"""

STREAMS_AFTER: Final = """
WITH RECURSIVE name(stream) AS (
    SELECT min(stream) FROM event WHERE stream >= ? AND stream > ? AND stream < ?
    UNION ALL
    SELECT (SELECT min(stream) FROM event WHERE stream > name.stream AND stream < ?)
    FROM name WHERE name.stream IS NOT NULL
)
SELECT stream FROM name WHERE stream IS NOT NULL LIMIT ?
"""


class Reading:
    """Queries that a store answers, on any database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def settle(self) -> None:
        """Give each committed event its place in the order of all, where a sequencer does that.
        Every question about that order asks for it first."""

    def _rows_of(self, stream: str, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Query rows of a stream; an invalid stream name has none."""
        return self._database.rows(question, stream, *values) if is_name(stream) else []

    def read(self, stream: str, after: int = 0) -> Iterator[Stored]:
        """The stream's events after number `after`, up to the last one there is. Where a sequencer
        orders the events, the newest ones may have no position yet (0)."""
        question = (
            f"SELECT stream, seq, position, line FROM {self._database.with_places}"
            f" WHERE stream = ? AND seq > ? ORDER BY seq LIMIT {PAGE}"
        )
        page = self._rows_of(stream, question, after)
        while page:
            yield from (Stored(name, seq, place or 0, line) for name, seq, place, line in page)
            if len(page) < PAGE:
                return
            page = self._rows_of(stream, question, page[-1][1])

    def read_placed(self, stream: str, after: int = 0) -> Iterator[Stored]:
        """The same, each event with its position."""
        self.settle()
        for stored in self.read(stream, after):
            if not stored.position:
                yield from self.read_placed(stream, stored.seq - 1)
                return
            yield stored

    def line(self, stream: str, seq: int) -> bytes | None:
        """The line of one event, or None."""
        question = "SELECT line FROM event WHERE stream = ? AND seq = ?"
        return next((line for (line,) in self._rows_of(stream, question, seq)), None)

    def verified_hash(self, stream: str, seq: int, up_to: int) -> str | None:
        """Return the hash of a past event if all events from it up to `up_to` are verified; None if
        this reader cannot verify. Raises a Refusal if they were changed."""
        return None

    def read_all(self, after_position: int = 0) -> Iterator[Stored]:
        """All streams' events in the order in which they were appended."""
        self.settle()
        question = (
            f"SELECT stream, seq, position, line FROM {self._database.in_order}"
            f" WHERE position > ? ORDER BY position LIMIT {PAGE}"
        )
        while page := self._database.rows(question, after_position):
            yield from (Stored(*row) for row in page)
            after_position = page[-1][2]

    def head(self, stream: str) -> Head:
        """Return the head of a stream; a stream without events is at 0."""
        question = "SELECT seq, line FROM event WHERE stream = ? ORDER BY seq DESC LIMIT 1"
        for seq, line in self._rows_of(stream, question):
            return head_at(seq, line)
        return START

    def heads(self) -> dict[str, Head]:
        """Return the heads of all streams at one moment."""
        return {stream: head_at(seq, line) for stream, seq, line in self._database.rows(HEADS)}

    def seq_at(self, stream: str, position: int) -> int:
        """Return how many events the stream had when the log had `position` events."""
        self.settle()
        question = (
            f"SELECT seq FROM {self._database.places} WHERE stream = ? AND position <= ?"
            " ORDER BY seq DESC LIMIT 1"
        )
        return next((seq for (seq,) in self._rows_of(stream, question, position)), 0)

    def streams_after(self, start: str, after: str, limit: int) -> list[str]:
        """A page of the names of streams that start so, in order, after one of them."""
        first, beyond = max(start, after), _beyond(start) if start else "\U0010ffff"
        found = self._database.rows(STREAMS_AFTER, first, after, beyond, beyond, limit)
        return [stream for (stream,) in found]

    def streams(self) -> list[str]:
        """The names of all streams, in order."""
        question = f"{STREAMS} SELECT stream FROM name WHERE stream IS NOT NULL ORDER BY stream"
        return [stream for (stream,) in self._database.rows(question)]

    def answered(self, number: int) -> int | None:
        """The first event that answers the command of this number, or None."""
        question = "SELECT seq FROM answer WHERE number = ?"
        return next((seq for (seq,) in self._database.rows(question, number)), None)

    def answers(self, numbers: Sequence[int]) -> dict[int, int]:
        """Those of these commands that were answered, each with its first event."""
        marks = ", ".join("?" * len(numbers))
        found = self._database.rows(
            f"SELECT number, seq FROM answer WHERE number IN ({marks})", *numbers
        )
        return dict(found)

    def count_answers(self) -> int:
        """Count the answered commands."""
        ((count,),) = self._database.rows("SELECT count(*) FROM answer")
        return int(count)

    def sealed(self, stream: str, name: str) -> bytes | None:
        """Return a vault entry as stored, still encrypted."""
        question = "SELECT data FROM vault WHERE stream = ? AND name = ?"
        return next((data for (data,) in self._rows_of(stream, question, name)), None)

    def pages(
        self, table: str, keys: tuple[str, ...], *columns: str, at_once: int = 64
    ) -> Iterator[tuple[Any, ...]]:
        """All rows of a table in the order of its key, read a few at a time."""
        names, marks = ", ".join(keys), ", ".join("?" * len(keys))
        source = self._database.in_order if "position" in keys else table
        start = f"SELECT {', '.join((*keys, *columns))} FROM {source}"
        end = f" ORDER BY {names} LIMIT {at_once}"
        page = self._database.rows(start + end)
        while page:
            yield from page
            last = page[-1][: len(keys)]
            page = self._database.rows(f"{start} WHERE ({names}) > ({marks}){end}", *last)

    def read_like(
        self, *starts: str, after: int = 0, limit: int = PAGE, newest: bool = False
    ) -> list[Stored]:
        """Events after a position of all streams whose names start so, in the order of appending:
        the first `limit` of them, or the last."""
        # By the streams, not by the positions of all events, of which few may be wanted.
        self.settle()
        ranges = " OR ".join("stream >= ? AND stream < ?" for _ in starts)
        bounds = [bound for start in starts for bound in (start, _beyond(start))]
        question = (
            f"SELECT stream, seq, position, line FROM {self._database.in_order}"
            f" WHERE ({ranges}) AND position > ?"
            f" ORDER BY +position {'DESC' if newest else 'ASC'} LIMIT ?"
        )
        found = self._database.rows(question, *bounds, after, limit)
        return [Stored(*row) for row in (reversed(found) if newest else found)]

    def read_since(self, start: str, after: int, up_to: int) -> list[Stored]:
        """Events between two positions of all streams whose names start so. Of a short stretch of
        the log, that is: it looks at every event there."""
        self.settle()
        question = (
            f"SELECT stream, seq, position, line FROM {self._database.in_order}"
            " WHERE position > ? AND position <= ? AND stream >= ? AND stream < ?"
            " ORDER BY position"
        )
        found = self._database.rows(question, after, up_to, start, _beyond(start))
        return [Stored(*row) for row in found]

    def last_position(self) -> int:
        """The place of the newest event in the order of all events; 0 if there is none."""
        self.settle()
        ((last,),) = self._database.rows(f"SELECT max(position) FROM {self._database.places}")
        return last or 0

    def streams_like(self, start: str) -> list[str]:
        """The names of streams that start so and go on, in order."""
        beyond = _beyond(start)
        found = self._database.rows(STREAMS_LIKE, start, beyond, beyond)
        return [stream for (stream,) in found]

    def release(self) -> str | None:
        """The release of Sabot that last opened the store to write; None: one that did not say."""
        question = f"SELECT value FROM about WHERE name = '{RELEASE}'"
        return next((release for (release,) in self._database.rows(question)), None)

    def schema(self) -> int:
        """The version of what its tables keep."""
        question = f"SELECT value FROM about WHERE name = '{SCHEMA_VERSION}'"
        found = next((int(found) for (found,) in self._database.rows(question)), 0)
        return min(found, SCHEMA)  # PostgreSQL has newer tables, with the same in them

    def schema_difference(self) -> SchemaDifference:
        """Return the parts of the schema that were added, changed and dropped since it was made."""
        return compare(*self._database.schema_parts())

    def mend_schema(self, difference: SchemaDifference) -> None:
        """Make again what was dropped, and triggers and indexes that were changed."""
        self._database.mend_schema(difference)

    def last_checkpoint(self) -> bytes | None:
        """The newest checkpoint, as a signed line, or None."""
        question = "SELECT line FROM checkpoint ORDER BY number DESC LIMIT 1"
        return next((line for (line,) in self._database.rows(question)), None)

    def checkpoints(self, after: int = 0) -> Iterator[bytes]:
        """The checkpoints after number `after`, as signed lines."""
        question = "SELECT number, line FROM checkpoint WHERE number > ? ORDER BY number LIMIT 16"
        while page := self._database.rows(question, after):
            yield from (line for _, line in page)
            after = page[-1][0]


def head_at(seq: int, line: bytes) -> Head:
    """Return the head of a stream from its last line."""
    return Head(seq, hash_in(line))


def _beyond(start: str) -> str:
    """The first text that sorts after every text that starts so."""
    return start[:-1] + chr(ord(start[-1]) + 1)
