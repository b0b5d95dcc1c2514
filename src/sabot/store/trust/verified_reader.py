"""Reader that verifies each row with the casino's key before it returns it.

Any row of the database may have been written by an intruder. A row without a valid signature counts
as missing and is reported. Events of a stream are verified from its snapshot on, one by one, up to
the signed head.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sabot.core.refusal import Refusal
from sabot.store.backends.database import Database
from sabot.store.backends.queries import LAST, Reading
from sabot.store.expiring_rows import ExpiringRow, Key
from sabot.store.log.batch import Stored
from sabot.store.log.lines import START, Head, follows
from sabot.store.trust.keys import MARK, Keyring
from sabot.store.trust.signed_head import (
    NOTHING,
    WHOLE,
    SignedHead,
    broken,
    kept_digest,
    read_signed_head,
)

SNAPSHOT: Final = b"snapshot"
PASSING: Final = b"passing"
MOST_VERIFIED: Final = 10_000
"""Maximum number of past events remembered as verified."""
MOST_REPORTED: Final = 10_000
"""Maximum number of rows remembered as reported; beyond it a row may be reported again."""


class RowReport(NamedTuple):
    """Report of a row that failed verification: its table, its name, and what was done instead."""

    table: str
    about: str
    message: str


class Snapshot(NamedTuple):
    """State of a stream at one event, serialised."""

    head: Head
    data: bytes


class VerifiedReader(Reading):
    """Queries whose answers are verified. Without `keys` only the log itself is read."""

    def __init__(self, database: Database, keys: Keyring | None) -> None:
        super().__init__(database)
        self.keys = keys
        self.corrupt: dict[str, Refusal] = {}
        """Streams that are not as they were written; under `WHOLE`, the log."""
        self.on_report: list[Callable[[RowReport], None]] = []
        self._reported: set[tuple[str, str]] = set()
        self._verified_hashes: dict[tuple[str, int, int], str] = {}

    def mark_corrupt(self, refusal: Refusal, stream: str = WHOLE) -> Refusal:
        """Mark a stream, or the whole log, as corrupt; later commands on it are rejected."""
        if stream not in self.corrupt:
            self.corrupt[stream] = refusal
            self.report("event", stream or "the log", refusal.message)
        return refusal

    def check_intact(self, stream: str) -> None:
        """Reject a stream that was marked as corrupt."""
        for each in (stream, WHOLE):
            if each in self.corrupt:
                raise self.corrupt[each]

    def report(self, table: str, about: str, message: str) -> None:
        """Report an invalid row to all listeners, once for each row."""
        if (table, about) in self._reported:
            return
        if len(self._reported) >= MOST_REPORTED:
            self._reported.clear()
        self._reported.add((table, about))
        for tell in tuple(self.on_report):
            tell(RowReport(table, about, message))

    def required_keys(self) -> Keyring:
        if self.keys is None:
            raise Refusal("no-key", None, "This needs the house's key, and there is none here.")
        return self.keys

    def signed_head(self, stream: str) -> SignedHead | None:
        """Return the signed head of a stream; None if its signature is invalid."""
        rows = self._rows_of(stream or "-", "SELECT data FROM head WHERE stream = ?")
        if stream == WHOLE:
            rows = self._database.rows("SELECT data FROM head WHERE stream = ''")
        if not rows:
            return NOTHING
        return read_signed_head(self.required_keys(), stream, rows[0][0])

    def read_on(self, stream: str, after: Head, whole: bool = False) -> Iterator[Stored]:
        """Yield the stream's events after a known head, verified one by one. After the last,
        compare with the signed head (`whole`: even if there is nothing new). Raises a Refusal where
        verification fails: then nothing returned before can be used either."""
        self.check_intact(stream)
        head, moved = after, whole
        while True:
            for stored in self.read(stream, head.seq):
                found = follows(stored.line, stream, head.seq + 1, head.hash)
                if found is None or stored.seq != head.seq + 1:
                    why = f"event {head.seq + 1} is not as it was written"
                    raise self.mark_corrupt(broken(stream, why), stream)
                head, moved = Head(stored.seq, found), True
                yield stored
            if not moved or self.keys is None:
                return
            signed_head = self.signed_head(stream)
            if signed_head is not None and signed_head.head == head:
                return
            if signed_head is None or signed_head.head.seq <= head.seq:
                raise self.mark_corrupt(broken(stream, _why(signed_head, head)), stream)
            if self.line(stream, head.seq + 1) is None:  # else a row was written meanwhile: read on
                why = f"events are missing up to number {signed_head.head.seq}"
                raise self.mark_corrupt(broken(stream, why), stream)

    def verified_hash(self, stream: str, seq: int, up_to: int) -> str | None:
        """Return the hash of a past event if all events from it up to `up_to` are verified: the
        chain is followed to the next snapshot or to the head, which are signed."""
        if self.keys is None:
            return None
        known = self._verified_hashes.get((stream, seq, up_to))
        if known is not None:
            return known
        self.check_intact(stream)
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
                raise self.mark_corrupt(broken(stream, why), stream)
        if len(self._verified_hashes) >= MOST_VERIFIED:
            self._verified_hashes.clear()
        self._verified_hashes[stream, seq, up_to] = first
        return first

    def _is_signed_at(self, stream: str, head: Head) -> bool:
        """Return True if a signed snapshot or head states that the stream had this head."""
        question = "SELECT data FROM snapshot WHERE stream = ? AND seq = ?"
        rows = self._rows_of(stream, question, head.seq)
        if any(self._is_ours(row, stream, head) for (row,) in rows):
            return True
        signed_head = self.signed_head(stream)
        return signed_head is not None and signed_head.head == head

    def unseal(self, stream: str, key: str) -> bytes | None:
        """Return a decrypted vault entry, or None if there is none. Raises a Refusal if it is not
        the one that the signed head names."""
        question = "SELECT data FROM vault WHERE stream = ? AND name = ?"
        for _ in range(3):  # a row may be written between two queries
            signed_head = self.signed_head(stream)
            sealed = next((data for (data,) in self._rows_of(stream, question, key)), None)
            if signed_head is None:
                raise self.mark_corrupt(broken(stream, _why(None, START)), stream)
            expected = signed_head.kept.get(key)
            if expected == (None if sealed is None else kept_digest(sealed)):
                break
        else:
            raise self._rigged(stream, key)
        if sealed is None:
            return None
        data = self.required_keys().unseal(sealed, stream.encode(), key.encode())
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
        """Return the newest valid snapshot that has no event after number `up_to`; None if there is
        none."""
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

    def expiring_row(self, kind: str, name: str) -> bytes | None:
        """Return an expiring row's data, or None. A row past its expiry may still be there."""
        question = "SELECT data, until FROM passing WHERE kind = ? AND name = ?"
        rows = self._rows_of(kind, question, name)
        return self.opened((kind, name), ExpiringRow(*rows[0])) if rows else None

    def expiring_rows_of(self, kind: str) -> dict[str, bytes]:
        """Return the data of all expiring rows of a kind, by name."""
        rows = self._rows_of(kind, "SELECT name, data, until FROM passing WHERE kind = ?")
        found = ((name, self.opened((kind, name), ExpiringRow(*row))) for name, *row in rows)
        return {name: data for name, data in found if data is not None}

    def expiring_pages(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Yield the valid expiring rows of a kind in the order of their names, a few at a time."""
        question = (
            "SELECT name, data, until FROM passing WHERE kind = ? AND name > ?"
            " ORDER BY name LIMIT 64"
        )
        after = ""
        while page := self._rows_of(kind, question, after):
            for name, *row in page:
                data = self.opened((kind, name), ExpiringRow(*row))
                if data is not None:
                    yield name, data
            after = page[-1][0]

    def opened(self, key: Key, laid: ExpiringRow) -> bytes | None:
        """Return the data of an expiring row if its signature, also over the expiry, is valid."""
        row = laid.data or b""
        parts = *_named(key), b"%d" % laid.until, row[MARK:]
        if self.required_keys().is_signed(row[:MARK], PASSING, *parts):
            return row[MARK:]
        message = f"A {key[0]} was not written by this house: it counts for nothing."
        self.report("passing", " ".join(key), message)
        return None


def sign_row(keys: Keyring, key: Key, data: bytes, until: int) -> ExpiringRow:
    """Return an expiring row as the database stores it, signed."""
    return ExpiringRow(keys.sign(PASSING, *_named(key), b"%d" % until, data) + data, until)


def read_undated_row(keys: Keyring, key: Key, row: bytes) -> bytes | None:
    """Return the data of a row that was signed without its expiry, as schema version 2 did."""
    signed = keys.is_signed(row[:MARK], PASSING, *_named(key), row[MARK:])
    return row[MARK:] if signed else None


def signed_snapshot(keys: Keyring, stream: str, head: Head, data: bytes) -> bytes:
    """Return a snapshot as the database stores it, signed."""
    return keys.sign(SNAPSHOT, *snapshot_parts(stream, head), data) + data


def snapshot_parts(stream: str, head: Head) -> tuple[bytes, bytes]:
    """Return what a snapshot's signature covers beside its data."""
    return stream.encode(), b"%d %b" % (head.seq, head.hash.encode())


def _named(key: Key) -> tuple[bytes, bytes]:
    return key[0].encode(), key[1].encode()


def _why(signed_head: SignedHead | None, head: Head) -> str:
    if signed_head is None:
        return "where it stands was not signed by this house's key"
    if signed_head.head.seq == head.seq:
        return f"event {head.seq} is not as it was written"
    return f"the house wrote no event after number {signed_head.head.seq}"
