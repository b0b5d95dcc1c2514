"""Streams in memory over a store: the fold of a log, and which events answered which command."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from sabot.refusal import Refusal
from sabot.store import Batch, Entry, Store, Stored
from sabot.streams import Command, Event, Rejection, Stream

SNAPSHOT_EVERY = 1000
REMEMBERED = 10_000
"""So many rejections are given again word for word; they changed nothing, so no log has them."""
SPAN = 1 << 16
"""No command has so many events: the first one's number and how many there are fit in one integer,
so that a snapshot with a hundred thousand answers is read at once."""


class Versioned(Protocol):
    """A state that knows how many events it has seen, and when the last one was."""

    @property
    def version(self) -> int: ...

    @property
    def at(self) -> datetime | None: ...


S = TypeVar("S", bound=Versioned)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a command led to: its events as the log keeps them, or why there are none."""

    id: str
    events: tuple[msgspec.Raw, ...] | None = None
    rejected: Rejection | None = None


class Line(msgspec.Struct, frozen=True):
    """The part of a logged event that every event has."""

    stream: str
    seq: int
    at: datetime
    by: str
    what: str
    id: str
    do: msgspec.Raw = msgspec.Raw(b"")


_line = msgspec.json.Decoder(Line)


def read_line(text: bytes) -> Line:
    return _line.decode(text)


def entries(command: Command, events: Sequence[Event], now: datetime) -> list[Entry]:
    """Events as the log keeps them: each with the id of its command, the first with the command."""
    made = []
    do = b',"do":' + msgspec.json.encode(command)
    given = b'"id":' + msgspec.json.encode(command.id)
    for event in events:
        encoded = msgspec.json.encode(event)
        what = event.__struct_config__.tag
        body = encoded[len(f'{{"what":"{what}"') : -1]
        made.append(Entry(now, command.actor, str(what), given + do + body))
        do = b""
    return made


def answer(id_: str, stored: Sequence[Stored]) -> Answer:
    return Answer(id_, tuple(msgspec.Raw(each.line) for each in stored))


@dataclass
class Live(Generic[S]):
    """One stream in memory. `answered` says which events answered a command."""

    name: str
    state: S
    answered: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, Rejection] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    since_snapshot: int = 0


@dataclass(frozen=True)
class Decided(Generic[S]):
    """Events that are decided and not yet durable, and the state after them."""

    command: Command
    batch: Batch
    after: S


class Shelf(Generic[S]):
    """All streams of one kind: loaded when asked for, from a snapshot and the events after it."""

    def __init__(
        self,
        store: Store,
        stream: Stream[S],
        prefix: str,
        empty: Callable[[str], S],
        kind: type[S],
        forget: Callable[[str], None] = lambda name: None,
    ) -> None:
        self._store = store
        self._stream = stream
        self._prefix = prefix
        self._empty = empty
        self._snapshot = msgspec.msgpack.Decoder(tuple[kind, dict[str, int]])  # type: ignore[valid-type]
        self._forget = forget
        self._live: dict[str, Live[S]] = {}
        self._lock = RLock()

    def live(self, name: str) -> Live[S]:
        """The stream of that name, in memory."""
        with self._lock:
            live = self._live.get(name)
            if live is None:
                live = self._live[name] = self._load(name)
            return live

    def loaded(self, name: str) -> Live[S] | None:
        """The stream if it is in memory."""
        return self._live.get(name)

    def events(self, name: str, after: int = 0) -> Iterator[bytes]:
        """Its events after number `after`, as the log keeps them."""
        return (stored.line for stored in self._store.read(self._prefix + name, after))

    def repeated(self, live: Live[S], command: Command) -> Answer | None:
        """The answer that this command was given before, if it was."""
        if command.id in live.rejected:
            return Answer(command.id, rejected=live.rejected[command.id])
        span = live.answered.get(command.id)
        if span is None:
            return None
        first, number = divmod(span, SPAN)
        stored = self._store.read(self._prefix + live.name, after=first - 1)
        return answer(command.id, [each for each, _ in zip(stored, range(number), strict=False)])

    def decide(
        self,
        live: Live[S],
        command: Command,
        now: datetime,
        sealed: dict[str, bytes | None] | None = None,
    ) -> Decided[S] | Rejection:
        """What follows from the command, ready to be appended."""
        events = self._stream.decide(live.state, command, now)
        if isinstance(events, Rejection):
            return events
        after = live.state
        for event in events:
            after = self._stream.evolve(after, event, now)
        made = entries(command, events, now)
        batch = Batch(self._prefix + live.name, live.state.version, made, sealed or {})
        return Decided(command, batch, after)

    def keep(self, live: Live[S], decided: Decided[S]) -> None:
        """What was decided is durable now."""
        before = live.state.version
        live.state = decided.after
        live.answered[decided.command.id] = (before + 1) * SPAN + decided.after.version - before
        live.since_snapshot += decided.after.version - before
        if live.since_snapshot >= SNAPSHOT_EVERY:
            live.since_snapshot = 0
            # Only a cache: the command stands whether or not a snapshot could be kept.
            with suppress(Refusal, RecursionError, OverflowError):
                self.keep_snapshot(live)

    def reject(self, live: Live[S], command: Command, rejection: Rejection) -> Answer:
        """Nothing is rejected for a state that another process has left behind."""
        if self._store.head(self._prefix + live.name).seq != live.state.version:
            raise Refusal("stale-version", None, "The table has moved on.")
        live.rejected[command.id] = rejection
        if len(live.rejected) > REMEMBERED:
            del live.rejected[next(iter(live.rejected))]
        return Answer(command.id, rejected=rejection)

    def catch_up(self, live: Live[S]) -> None:
        """Fold in what is in the log and not yet in memory."""
        for stored in self._store.read(self._prefix + live.name, after=live.state.version):
            line = read_line(stored.line)
            event = self._stream.read_event(stored.line)
            live.state = self._stream.evolve(live.state, event, line.at)
            live.answered[line.id] = live.answered.get(line.id, stored.seq * SPAN) + 1
        self._forget(live.name)

    def keep_snapshot(self, live: Live[S]) -> None:
        """Keep the state, so that opening the stream again needs no replay."""
        with live.lock:
            kept = msgspec.msgpack.encode((live.state, live.answered))
            self._store.keep_snapshot(self._prefix + live.name, live.state.version, kept)

    def _load(self, name: str) -> Live[S]:
        live = Live(name, self._empty(name))
        kept = self._store.snapshot(self._prefix + name)
        if kept is not None:
            with suppress(msgspec.DecodeError):
                found: Any = self._snapshot.decode(kept[1])
                live = Live(name, found[0], found[1])
        self.catch_up(live)
        return live
