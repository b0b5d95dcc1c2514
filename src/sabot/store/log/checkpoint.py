"""Checkpoints: signed statements of the heads of all streams.

A checkpoint is one line of compact JSON: `checkpoint` (1, 2, 3, …), `at`, `events` (how many there
were), `order` (over all of them, in the order of appending), `heads` (number and hash of the last
event, for each stream that has moved since the checkpoint before it), `prev` (SHA-256 of the
checkpoint line before it, 64 zeros for the first), `key` (Ed25519 public key, hex) and `signature`
(hex, over the line's text with the final `,"signature":"…"` taken out). `order` starts as 64 zeros;
each event makes it the SHA-256, in hex, of `order` and the event's hash put one after the other,
both as text.

A person who rewrites the log with all its hashes, or cuts off its tail, contradicts the checkpoints
that a witness has seen, even with the signing key.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal
from sabot.store.backends.queries import Reading
from sabot.store.log.chain import Flaw
from sabot.store.log.lines import (
    START,
    ZEROS,
    Broken,
    EventOrder,
    Head,
    compact,
    is_name,
    moment,
    peek,
    stamp,
)
from sabot.store.trust.signer import Signer, is_signed

KEYS: Final = ("checkpoint", "at", "events", "order", "heads", "prev", "key", "signature")
EVERY_SECONDS: Final = 60
"""Maximum seconds between checkpoints while events arrive."""
LATE_SECONDS: Final = 10 * EVERY_SECONDS
"""Events so far apart have a checkpoint between them, or after them."""
_SIGNATURE: Final = len(f',"signature":"{ZEROS}{ZEROS}"}}')


class MovedStreams(NamedTuple):
    """The order of all events, and where those streams stand that have moved since the last
    checkpoint."""

    order: EventOrder
    heads: dict[str, Head]


def rolled_up(store: Reading, so_far: MovedStreams | None = None) -> MovedStreams:
    """All that has moved, going on from what is known or from the last checkpoint."""
    if so_far is None:
        last = _last(store)
        so_far = MovedStreams(last.order if last else EventOrder(), {})
    order, heads = so_far.order, dict(so_far.heads)
    for stored in store.read_all(order.events):
        order = order.then(stored.hash)
        heads[stored.stream] = Head(stored.seq, stored.hash)
    return MovedStreams(order, heads)


def next_checkpoint(
    store: Reading, so_far: MovedStreams, signer: Signer, at: datetime
) -> tuple[int, bytes]:
    """Return the checkpoint that follows the store's last one, and its number. The caller holds the
    writer, so no event is appended meanwhile."""
    text, last = store.last_checkpoint(), _last(store)
    number = last.number + 1 if last else 1
    if last is not None and store.last_position() < last.order.events:
        message = f"There were {last.order.events} events, and there are fewer now."
        raise Refusal("log-cut", None, message)
    order, heads = rolled_up(store, so_far)
    said = {
        "checkpoint": number,
        "at": stamp(at),
        "events": order.events,
        "order": order.digest,
        "heads": dict(sorted(heads.items())),
        "prev": sha256(text).hexdigest() if text else ZEROS,
        "key": signer.key,
    }
    text = msgspec.json.encode(said)
    return number, b'%b,"signature":"%b"}' % (text[:-1], signer.sign(text).encode())


def _last(store: Reading) -> "_Said | None":
    """The store's newest checkpoint, which must be one."""
    line = store.last_checkpoint()
    said = _read(line) if line else None
    if line and said is None:
        raise Refusal("bad-checkpoint", None, "The store's last checkpoint is none.")
    return said


class _Said(NamedTuple):
    """A parsed checkpoint."""

    number: int
    order: EventOrder
    heads: dict[str, Head]
    prev: str
    key: str
    signed: bool


class Signed(NamedTuple):
    """Place that a series of checkpoints has reached: their number, the digest of the last one, and
    the order it signs."""

    checkpoints: int = 0
    prev: str = ZEROS
    order: EventOrder = EventOrder()


UNSIGNED: Final = Signed()


def signed_up_to(checkpoints: Sequence[bytes]) -> Signed | None:
    """Return the place that valid checkpoints have reached; None if the last of them cannot be
    read."""
    if not checkpoints:
        return UNSIGNED
    text = checkpoints[-1].removesuffix(b"\n")
    said = _read(text)
    return said and Signed(len(checkpoints), sha256(text).hexdigest(), said.order)


def verify_checkpoints(
    checkpoints: Iterable[bytes],
    log: Mapping[str, Head] | Iterable[bytes],
    *trusted_keys: str,
    since: Signed = UNSIGNED,
) -> Iterator[Flaw]:
    """All that is wrong with the checkpoints, or with the log in their light.

    `log` is the lines of an export, or just the heads of a store. `line_number` counts checkpoints.
    Those up to `since` were verified before, and `log` is the lines after the events they sign.
    Kinds: `no-checkpoint`, `bad-checkpoint`, `wrong-key`, `bad-signature`, `broken-checkpoints`
    (one does not follow the other), `went-back` (a head is older than before), `cut-tail` (an
    event that was there is missing), `rewritten` (it has another hash), `reordered` (the events do
    not stand in the order in which they were appended), `unsigned` (the log went on for long after
    the last checkpoint).
    """
    claims = _Claims(trusted_keys, since)
    yield from claims.read(checkpoints)
    if isinstance(log, Mapping):
        yield from claims.against_heads(log)
    else:
        yield from claims.against_lines(log)


def follows_on(line: bytes, number: int, before: bytes | None) -> bool:
    """Return True if this is the checkpoint of that number, signed with the key that it names, and
    chained to the one before."""
    said = _read(line)
    prev = ZEROS if before is None else sha256(before).hexdigest()
    return said is not None and said.signed and (said.number, said.prev) == (number, prev)


class _Claims:
    """Union of what all checkpoints state about the log."""

    def __init__(self, trusted_keys: Sequence[str], since: Signed) -> None:
        self.trusted_keys = trusted_keys
        self.since = since
        self.heads: dict[tuple[str, int], tuple[str, int]] = {}
        self.orders: dict[int, tuple[str, int]] = {}
        if since.checkpoints:
            self.orders[since.order.events] = (since.order.digest, since.checkpoints)

    def read(self, checkpoints: Iterable[bytes]) -> Iterator[Flaw]:
        """Take in the checkpoints; what is wrong among themselves."""
        number, prev, stood, place = self.since.checkpoints, ZEROS, dict[str, Head](), 0
        for place, raw in enumerate(checkpoints, 1):
            text = raw.removesuffix(b"\n")
            if place < self.since.checkpoints:
                continue
            if place == self.since.checkpoints:
                prev = sha256(text).hexdigest()
                if prev != self.since.prev:
                    yield _flaw("rewritten", place, "The checkpoint was another one before.")
                continue
            said = _read(text)
            if said is None:
                yield _flaw("bad-checkpoint", place, "The line is no checkpoint.")
            else:
                if said.key not in self.trusted_keys:
                    yield _flaw("wrong-key", place, "The checkpoint is signed with another key.")
                if not said.signed:
                    yield _flaw("bad-signature", place, "The signature is not of this checkpoint.")
                if (said.number, said.prev) != (number + 1, prev):
                    yield _flaw("broken-checkpoints", place, f"It does not follow {number}.")
                yield from self._take(said, stood, place)
                number = said.number
                stood.update(said.heads)
            prev = sha256(text).hexdigest()
        if not place:
            yield _flaw("no-checkpoint", 0, "There is no checkpoint.")
        elif place < self.since.checkpoints:
            message = f"There were {self.since.checkpoints} checkpoints, not {place}."
            yield _flaw("cut-tail", place, message)

    def _take(self, said: _Said, stood: dict[str, Head], place: int) -> Iterator[Flaw]:
        for stream, head in said.heads.items():
            before = stood.get(stream, START)
            if head.seq < before.seq:
                yield Flaw("went-back", stream, before.seq, place, "The stream stood here before.")
        for stream, (seq, found) in said.heads.items():
            if self.heads.setdefault((stream, seq), (found, place))[0] != found:
                yield Flaw("rewritten", stream, seq, place, "Two checkpoints differ on the event.")
        if self.orders.setdefault(said.order.events, (said.order.digest, place))[0] != (
            said.order.digest
        ):
            yield _flaw("reordered", place, "Two checkpoints differ on the order of events.")

    def against_heads(self, heads: Mapping[str, Head]) -> Iterator[Flaw]:
        """Yield the flaws that the heads of a store show. Heads show less than lines do."""
        for (stream, seq), (found, place) in self.heads.items():
            head = heads.get(stream, START)
            if head.seq < seq:
                yield _missing(stream, seq, place)
            elif head.seq == seq and head.hash != found:
                yield _rewritten(stream, seq, place)

    def against_lines(self, lines: Iterable[bytes]) -> Iterator[Flaw]:
        """Yield the flaws that the lines of an export show."""
        order, missing, orders = self.since.order, dict(self.heads), dict(self.orders)
        unsigned = _Unsigned(max(self.orders)) if self.orders else None
        yield from self._order(order, orders)
        for raw in lines:
            stream, seq, digest = peek(raw.removesuffix(b"\n"))
            if unsigned is not None and order.events >= unsigned.after:
                unsigned.take(raw, stream, seq)
            order = order.then(digest)
            yield from self._order(order, orders)
            said = missing.pop((stream, seq), None)
            if said and said[0] != digest:
                yield _rewritten(stream, seq, said[1])
        for (stream, seq), (_, place) in missing.items():
            yield _missing(stream, seq, place)
        for events, (_, place) in orders.items():
            yield _flaw("cut-tail", place, f"There were {events} events, not {order.events}.")
        if unsigned is not None:
            yield from unsigned.flaw()

    def _order(self, order: EventOrder, orders: dict[int, tuple[str, int]]) -> Iterator[Flaw]:
        said = orders.pop(order.events, None)
        if said and said[0] != order.digest:
            yield _flaw("reordered", said[1], f"The first {order.events} events are not as signed.")


class _Unsigned:
    """The events after the last checkpoint: some are always there, and none for long."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.events = 0
        self.first: tuple[str, int] | None = None
        self.span: tuple[datetime, datetime] | None = None

    def take(self, line: bytes, stream: str, seq: int) -> None:
        self.events += 1
        self.first = self.first or (stream, seq)
        at = moment(line)
        if at is not None:
            since, until = self.span or (at, at)
            self.span = min(since, at), max(until, at)

    def flaw(self) -> Iterator[Flaw]:
        if self.first is None or self.span is None:
            return
        since, until = self.span
        if (until - since).total_seconds() > LATE_SECONDS:
            message = (
                f"No checkpoint was signed for the last {self.events:,} events, from"
                f" {since:%Y-%m-%d %H:%M} to {until:%Y-%m-%d %H:%M}."
            )
            yield Flaw("unsigned", *self.first, 0, message)


def _read(text: bytes) -> _Said | None:
    """A checkpoint line, or None if it is not exactly as a store writes it."""
    try:
        found = compact(text)
    except Broken:
        return None
    if tuple(found) != KEYS or type(found["heads"]) is not dict:
        return None
    heads = {stream: _head(head) for stream, head in found["heads"].items() if is_name(stream)}
    numbers = (found["checkpoint"], found["events"])
    texts = (found["at"], found["order"], found["prev"], found["key"], found["signature"])
    if not all(type(n) is int for n in numbers) or not all(type(t) is str for t in texts):
        return None
    if len(heads) != len(found["heads"]) or None in heads.values():
        return None
    signed = is_signed(found["key"], text[:-_SIGNATURE] + b"}", found["signature"])
    return _Said(
        found["checkpoint"],
        EventOrder(found["events"], found["order"]),
        {stream: head for stream, head in heads.items() if head},
        found["prev"],
        found["key"],
        signed,
    )


def _head(said: Any) -> Head | None:
    match said:
        case [int(seq), str(found)] if type(seq) is int:
            return Head(seq, found)
    return None


def _flaw(kind: str, place: int, message: str) -> Flaw:
    return Flaw(kind, None, None, place, message)


def _missing(stream: str, seq: int, place: int) -> Flaw:
    return Flaw("cut-tail", stream, seq, place, f"Event {seq} of {stream} was there and is not.")


def _rewritten(stream: str, seq: int, place: int) -> Flaw:
    return Flaw("rewritten", stream, seq, place, f"Event {seq} of {stream} had another hash.")
