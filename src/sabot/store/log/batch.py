"""Records passed to the store (entries, batches) and returned by it (stored events)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.expiring_rows import Swap, check_swap
from sabot.store.log.lines import (
    EVENT,
    LARGEST,
    Head,
    check_fields,
    hash_in,
    is_name,
    stamp,
    write_line,
    written_name,
)


class Entry(msgspec.Struct, frozen=True):
    """An event to be appended.

    `fields` is the inner JSON of the event's own fields, without the braces, compact as `msgspec`
    writes it: `b'"player":"alice","amount":2500'`, or `b""`. `most`: how many bytes that may be.
    """

    at: datetime
    by: str
    what: str
    fields: bytes = b""
    most: int = EVENT


class Batch(msgspec.Struct, frozen=True):
    """Events for one stream, to be appended if it stands at `expect` (0 for a new stream).

    `seal` puts things into the vault beside the log, in the same transaction: a name and its
    bytes, or None to take it out. `swaps` changes expiring rows, in the same transaction too: if
    one of them is not as it was, the whole is refused (`stale-version`). `once` is the number of
    the command that these events answer: refused likewise if it was answered before. A batch
    without entries only insists on where the stream stands.
    """

    stream: str
    expect: int
    entries: Sequence[Entry] = ()
    seal: Mapping[str, bytes | None] = {}
    swaps: Sequence[Swap] = ()
    once: int | None = None


class Stored(msgspec.Struct, frozen=True, gc=False):
    """An event that is in the store: its exact line, and its place in the order of all events (0:
    a sequencer has not given it yet)."""

    stream: str
    seq: int
    position: int
    line: bytes

    @property
    def hash(self) -> str:
        """The hash at the end of the line."""
        return hash_in(self.line)


class StreamPages(msgspec.Struct, frozen=True):
    """Lines that follow one another in a stream: to be written, or copied from another store."""

    stream: str
    expect: int
    entries: Sequence[tuple[str, str, str, bytes]] = ()
    seal: Mapping[str, bytes | None] = {}
    copied: Sequence[bytes] = ()
    prev: str = ""
    swaps: Sequence[Swap] = ()
    once: int | None = None

    @property
    def size(self) -> int:
        """Bytes, about."""
        size = 0
        for entry in self.entries:
            size += 300 + len(entry[3])
        for line in self.copied:
            size += len(line)
        for data in self.seal.values():
            size += len(data or b"")
        return size

    def after(self, head: Head) -> tuple[Sequence[bytes], Head]:
        """The finished lines and where they lead, if the stream may stand at `head`."""
        if head.seq != self.expect:
            raise Refusal(
                "stale-version",
                None,
                f"{self.stream} was expected at event {self.expect} and stands at {head.seq}.",
            )
        if self.copied:
            if self.prev != head.hash:
                raise Refusal(
                    "stale-version", None, f"{self.stream} has another past in this store."
                )
            return self.copied, Head(head.seq + len(self.copied), hash_in(self.copied[-1]))
        lines, (seq, prev) = [], head
        for at, by, what, fields in self.entries:
            seq += 1
            line, prev = write_line(self.stream, seq, at, by, what, fields, prev)
            lines.append(line)
        return lines, Head(seq, prev)


def checked(batch: Batch) -> StreamPages:
    """A batch whose every part can be stored; anything else is refused before it is queued."""
    if not isinstance(batch, Batch):
        raise Refusal("bad-event", None, f"{quoted(batch)} is not a batch of events.")
    if not is_name(batch.stream):
        raise Refusal("bad-event", None, f"{quoted(batch.stream)} cannot name a stream.")
    if type(batch.expect) is not int or batch.expect < 0:
        raise Refusal("bad-event", None, f"{quoted(batch.expect)} is not where a stream can stand.")
    for name, data in batch.seal.items():
        if not is_name(name) or not (data is None or type(data) is bytes):
            raise Refusal("bad-event", None, f"{quoted(name)} cannot be sealed: a name and bytes.")
        if data is not None and len(data) > LARGEST:
            raise Refusal("event-too-big", None, f"A sealed thing has at most {LARGEST:,} bytes.")
    for swap in batch.swaps:
        check_swap(swap)
    entries = [_checked(entry) for entry in batch.entries]
    return StreamPages(
        batch.stream, batch.expect, entries, batch.seal, swaps=batch.swaps, once=batch.once
    )


def check_size(entry: Entry) -> None:
    """Refuse an event that is larger than its kind may be."""
    if len(entry.fields) > entry.most:
        raise Refusal(
            "event-too-big",
            None,
            "The event would have {size} bytes and {most} are the most: shorten it, or send it in"
            " parts.",
            size=f"{len(entry.fields):,}",
            most=f"{entry.most:,}",
        )


def _checked(entry: Entry) -> tuple[str, str, str, bytes]:
    if not isinstance(entry, Entry):
        raise Refusal("bad-event", None, f"{quoted(entry)} is not an entry.")
    if not is_name(entry.what):
        raise Refusal("bad-event", None, f"{quoted(entry.what)} cannot name a kind of event.")
    check_fields(entry.fields)
    check_size(entry)
    return stamp(entry.at), written_name(entry.by), entry.what, entry.fields
