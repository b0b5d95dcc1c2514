"""What a store tells of itself only after it was held against the house's key.

Whatever lies in the database may have been put there by somebody else. A row that is not the
house's word counts as if it were not there, and is reported; what a stream says is believed from
its snapshot on, event by event, up to the head that was signed.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sabot.refusal import Refusal
from sabot.store.batch import Stored
from sabot.store.database import LAST, Database, Reading
from sabot.store.keys import MARK, Keyring
from sabot.store.lines import START, Head, follows
from sabot.store.passing import Key, Laid
from sabot.store.standing import (
    NOTHING,
    WHOLE,
    Standing,
    broken,
    kept_digest,
    read_standing,
)

SNAPSHOT: Final = b"snapshot"
PASSING: Final = b"passing"
MOST_VOUCHED: Final = 10_000
"""So many past events are remembered as sound."""
MOST_REPORTED: Final = 10_000
"""So many rows are remembered as reported; after that, one may be told of again."""


class Report(NamedTuple):
    """A row that was not believed: of which table, about what, and what was done instead."""

    table: str
    about: str
    message: str


class Snapshot(NamedTuple):
    """What a stream's events added up to, at that event."""

    head: Head
    data: bytes


class Sound(Reading):
    """Questions whose answers are verified. Without `keys` nothing beside the log is believed."""

    def __init__(self, database: Database, keys: Keyring | None) -> None:
        super().__init__(database)
        self.keys = keys
        self.condemned: dict[str, Refusal] = {}
        """Streams that are not as they were written; under `WHOLE`, the log."""
        self.on_report: list[Callable[[Report], None]] = []
        self._reported: set[tuple[str, str]] = set()
        self._vouched: dict[tuple[str, int, int], str] = {}

    def condemn(self, refusal: Refusal, stream: str = WHOLE) -> Refusal:
        """Decide nothing more in a stream, or in any."""
        if stream not in self.condemned:
            self.condemned[stream] = refusal
            self.report("event", stream or "the log", refusal.message)
        return refusal

    def check_believed(self, stream: str) -> None:
        """Refuse what was found not to be as it was written."""
        for each in (stream, WHOLE):
            if each in self.condemned:
                raise self.condemned[each]

    def report(self, table: str, about: str, message: str) -> None:
        """Tell whoever wants to hear of it, once for each row."""
        if (table, about) in self._reported:
            return
        if len(self._reported) >= MOST_REPORTED:
            self._reported.clear()
        self._reported.add((table, about))
        for tell in tuple(self.on_report):
            tell(Report(table, about, message))

    def the_keys(self) -> Keyring:
        if self.keys is None:
            raise Refusal("no-key", None, "This needs the house's key, and there is none here.")
        return self.keys

    def standing(self, stream: str) -> Standing | None:
        """Where a stream was signed to stand; None if that is not the house's word."""
        rows = self._rows_of(stream or "-", "SELECT data FROM head WHERE stream = ?")
        if stream == WHOLE:
            rows = self._database.rows("SELECT data FROM head WHERE stream = ''")
        if not rows:
            return NOTHING
        return read_standing(self.the_keys(), stream, rows[0][0])

    def read_on(self, stream: str, after: Head, whole: bool = False) -> Iterator[Stored]:
        """The stream's events after one that is known, each as it was written and in the place
        where it was; after the last, where the stream was signed to stand is compared (`whole`:
        even if there is nothing new). A Refusal where that cannot be believed: then nothing that
        came before it can be, either."""
        self.check_believed(stream)
        head, moved = after, whole
        while True:
            for stored in self.read(stream, head.seq):
                found = follows(stored.line, stream, head.seq + 1, head.hash)
                if found is None or stored.seq != head.seq + 1:
                    why = f"event {head.seq + 1} is not as it was written"
                    raise self.condemn(broken(stream, why), stream)
                head, moved = Head(stored.seq, found), True
                yield stored
            if not moved or self.keys is None:
                return
            standing = self.standing(stream)
            if standing is not None and standing.head == head:
                return
            if standing is None or standing.head.seq <= head.seq:
                raise self.condemn(broken(stream, _why(standing, head)), stream)
            if self.line(stream, head.seq + 1) is None:  # else somebody wrote meanwhile: read on
                why = f"events are missing up to number {standing.head.seq}"
                raise self.condemn(broken(stream, why), stream)

    def vouched(self, stream: str, seq: int, up_to: int) -> str | None:
        """The hash of a past event, if all from it up to another are as the house wrote them: the
        chain is followed on to the next snapshot or to the head, which are signed."""
        if self.keys is None:
            return None
        known = self._vouched.get((stream, seq, up_to))
        if known is not None:
            return known
        self.check_believed(stream)
        question = "SELECT seq FROM snapshot WHERE stream = ? AND seq >= ?"
        anchors = {at for (at,) in self._rows_of(stream, question, up_to)}
        first, head = "", Head(seq - 1, "")
        while not first or not self._is_signed_at(stream, head):
            before = head.seq
            for stored in self.read(stream, head.seq):
                found = follows(stored.line, stream, head.seq + 1, head.hash or None)
                if found is None or stored.seq != head.seq + 1:
                    break
                first, head = first or found, Head(stored.seq, found)
                if head.seq in anchors and self._is_signed_at(stream, head):
                    break
            if head.seq == before:
                why = f"event {head.seq + 1} is not as it was written"
                raise self.condemn(broken(stream, why), stream)
        if len(self._vouched) >= MOST_VOUCHED:
            self._vouched.clear()
        self._vouched[stream, seq, up_to] = first
        return first

    def _is_signed_at(self, stream: str, head: Head) -> bool:
        """Whether the house has signed that a stream stood there."""
        question = "SELECT data FROM snapshot WHERE stream = ? AND seq = ?"
        rows = self._rows_of(stream, question, head.seq)
        if any(self._is_ours(row, stream, head) for (row,) in rows):
            return True
        standing = self.standing(stream)
        return standing is not None and standing.head == head

    def unseal(self, stream: str, key: str) -> bytes | None:
        """What lies in the stream's vault under this name, or None. A Refusal if that is not what
        the house put there."""
        question = "SELECT data FROM vault WHERE stream = ? AND name = ?"
        for _ in range(3):  # somebody may write between two questions
            standing = self.standing(stream)
            sealed = next((data for (data,) in self._rows_of(stream, question, key)), None)
            if standing is None:
                raise self.condemn(broken(stream, _why(None, START)), stream)
            expected = standing.kept.get(key)
            if expected == (None if sealed is None else kept_digest(sealed)):
                break
        else:
            raise self._rigged(stream, key)
        if sealed is None:
            return None
        data = self.the_keys().unseal(sealed, stream.encode(), key.encode())
        if data is None:
            raise self._rigged(stream, key)
        return data

    def _rigged(self, stream: str, key: str) -> Refusal:
        message = (
            f"What the vault keeps of {stream} ({key}) is not what the house put there: nothing is"
            " dealt from it. Say `sabot verify` to see what else was changed."
        )
        self.report("vault", f"{stream} {key}", message)
        return Refusal("rigged-vault", None, message)

    def snapshot(self, stream: str, up_to: int = LAST) -> Snapshot | None:
        """The newest snapshot that has no event after number `up_to`; None if there is none that
        the house made of this log."""
        question = (
            "SELECT seq, data FROM snapshot WHERE stream = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
        )
        for seq, row in self._rows_of(stream, question, up_to):
            line = self.line(stream, seq)
            found = None if line is None else follows(line, stream, seq, None)
            if found is not None and self._is_ours(row, stream, Head(seq, found)):
                return Snapshot(Head(seq, found), row[MARK:])
            if self.keys is not None:
                message = "A snapshot was not made by this house of this log: the log is read."
                self.report("snapshot", f"{stream} {seq}", message)
        return None

    def _is_ours(self, row: bytes, stream: str, head: Head) -> bool:
        return self.keys is not None and self.keys.is_signed(
            row[:MARK], SNAPSHOT, *snapshot_parts(stream, head), row[MARK:]
        )

    def passing(self, kind: str, name: str) -> bytes | None:
        """A passing thing as it is now, or None; one past its time may still be there."""
        question = "SELECT data, until FROM passing WHERE kind = ? AND name = ?"
        rows = self._rows_of(kind, question, name)
        return self.opened((kind, name), Laid(*rows[0])) if rows else None

    def passing_of(self, kind: str) -> dict[str, bytes]:
        """All passing things of a kind, by name."""
        rows = self._rows_of(kind, "SELECT name, data, until FROM passing WHERE kind = ?")
        found = ((name, self.opened((kind, name), Laid(*row))) for name, *row in rows)
        return {name: data for name, data in found if data is not None}

    def opened(self, key: Key, laid: Laid) -> bytes | None:
        """What a row of passing things says, if the house wrote it, until then."""
        row = laid.data or b""
        parts = *_named(key), b"%d" % laid.until, row[MARK:]
        if self.the_keys().is_signed(row[:MARK], PASSING, *parts):
            return row[MARK:]
        message = f"A {key[0]} was not written by this house: it counts for nothing."
        self.report("passing", " ".join(key), message)
        return None


def signed_passing(keys: Keyring, key: Key, data: bytes, until: int) -> Laid:
    """A passing thing as the database keeps it."""
    return Laid(keys.sign(PASSING, *_named(key), b"%d" % until, data) + data, until)


def undated_passing(keys: Keyring, key: Key, row: bytes) -> bytes | None:
    """What a row says that was signed without its date, as version 2 did."""
    signed = keys.is_signed(row[:MARK], PASSING, *_named(key), row[MARK:])
    return row[MARK:] if signed else None


def signed_snapshot(keys: Keyring, stream: str, head: Head, data: bytes) -> bytes:
    """A snapshot as the database keeps it."""
    return keys.sign(SNAPSHOT, *snapshot_parts(stream, head), data) + data


def snapshot_parts(stream: str, head: Head) -> tuple[bytes, bytes]:
    """What a snapshot is bound to beside its data."""
    return stream.encode(), b"%d %b" % (head.seq, head.hash.encode())


def _named(key: Key) -> tuple[bytes, bytes]:
    return key[0].encode(), key[1].encode()


def _why(standing: Standing | None, head: Head) -> str:
    if standing is None:
        return "where it stands was not signed by this house's key"
    if standing.head.seq == head.seq:
        return f"event {head.seq} is not as it was written"
    return f"the house wrote no event after number {standing.head.seq}"
