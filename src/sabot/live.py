"""Streams in memory over a store: the fold of a log, and which events answered which command."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from itertools import islice
from threading import RLock
from typing import Any, Generic, Literal, Protocol, TypeVar

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
OwnIds = Literal["own ids"]
OWN_IDS: OwnIds = "own ids"
"""What a snapshot begins with that knows whose each id is; any other is read anew from the log."""
BY_NAME = 64
"""So many of the newest commands are known by their whole id."""


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


def own(sender: str, id_: str) -> str:
    """A command's id with whose it is: senders choose their ids, so that an id alone says nothing.

    >>> own("ann", "1") == own("ann", "1"), own("an", "n 1") == own("ann", " 1")
    (True, False)
    """
    return f"{len(sender)} {sender} {id_}"


def answer(id_: str, stored: Sequence[Stored]) -> Answer:
    return Answer(id_, tuple(msgspec.Raw(each.line) for each in stored))


Run = tuple[list[int], list[int]]
"""Hashes in order, and the span of each, as a snapshot keeps them."""


class Answered:
    """Which events answered which command: a span for each sender's id, for ever.

    A table takes commands for years, so that all but the newest are kept in sixteen bytes: a hash
    of the id, and its span. The log has the whole id, and has the last word.
    """

    def __init__(self, newest: dict[str, int] | None = None, runs: Sequence[Run] = ()) -> None:
        self._newest = newest or {}
        self._runs = [(array("Q", hashes), array("Q", spans)) for hashes, spans in runs]

    def spans(self, id_: str) -> list[int]:
        """Where the answer is, if that id had one: no more than one of these, unless hashes
        collide."""
        span = self._newest.get(id_)
        if span is not None:
            return [span]
        found, key = [], _hash(id_)
        for hashes, spans in self._runs:
            place = bisect_left(hashes, key)
            while place < len(hashes) and hashes[place] == key:
                found.append(spans[place])
                place += 1
        return found

    def put(self, id_: str, first: int, number: int) -> None:
        """A command was answered by so many events from that one on."""
        self._newest[id_] = first * SPAN + number
        if len(self._newest) > 2 * BY_NAME:
            self._put_away()

    def add(self, id_: str, seq: int) -> None:
        """One event more, of the newest command or of a new one."""
        self.put(id_, *divmod(self._newest.get(id_, seq * SPAN) + 1, SPAN))

    def kept(self) -> tuple[dict[str, int], list[Run]]:
        """As a snapshot keeps it."""
        return self._newest, [(hashes.tolist(), spans.tolist()) for hashes, spans in self._runs]

    def _put_away(self) -> None:
        """The older half of the newest becomes a run; runs of about one size become one, so that
        there are few of them."""
        older = [*self._newest][:BY_NAME]
        pairs = sorted((_hash(id_), self._newest.pop(id_)) for id_ in older)
        while self._runs and len(self._runs[-1][0]) <= len(pairs):
            pairs = sorted([*pairs, *zip(*self._runs.pop(), strict=True)])
        self._runs.append(
            (array("Q", [key for key, _ in pairs]), array("Q", [s for _, s in pairs]))
        )


def _hash(id_: str) -> int:
    return int.from_bytes(
        blake2b(id_.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big"
    )


@dataclass
class Live(Generic[S]):
    """One stream in memory. `answered` says which events answered a command."""

    name: str
    state: S
    answered: Answered = field(default_factory=Answered)
    rejected: dict[tuple[str, str], Rejection] = field(default_factory=dict)
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
        self._snapshot = msgspec.msgpack.Decoder(
            tuple[OwnIds, kind, dict[str, int], list[Run]]  # type: ignore[valid-type]
        )
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
        rejected = live.rejected.get((command.actor, command.id))
        if rejected is not None:
            return Answer(command.id, rejected=rejected)
        for span in live.answered.spans(own(command.actor, command.id)):
            first, number = divmod(span, SPAN)
            stored = islice(self._store.read(self._prefix + live.name, after=first - 1), number)
            events = list(stored)
            line = read_line(events[0].line) if events else None
            if line is not None and (line.by, line.id) == (command.actor, command.id):
                return answer(command.id, events)
        return None

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
        given = own(decided.command.actor, decided.command.id)
        live.answered.put(given, before + 1, decided.after.version - before)
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
        live.rejected[command.actor, command.id] = rejection
        if len(live.rejected) > REMEMBERED:
            del live.rejected[next(iter(live.rejected))]
        return Answer(command.id, rejected=rejection)

    def catch_up(self, live: Live[S]) -> None:
        """Fold in what is in the log and not yet in memory."""
        for stored in self._store.read(self._prefix + live.name, after=live.state.version):
            line = read_line(stored.line)
            event = self._stream.read_event(stored.line)
            live.state = self._stream.evolve(live.state, event, line.at)
            live.answered.add(own(line.by, line.id), stored.seq)
        self._forget(live.name)

    def keep_snapshot(self, live: Live[S]) -> None:
        """Keep the state, so that opening the stream again needs no replay."""
        with live.lock:
            kept = msgspec.msgpack.encode((OWN_IDS, live.state, *live.answered.kept()))
            self._store.keep_snapshot(self._prefix + live.name, live.state.version, kept)

    def _load(self, name: str) -> Live[S]:
        live = Live(name, self._empty(name))
        kept = self._store.snapshot(self._prefix + name)
        if kept is not None:
            with suppress(msgspec.DecodeError):
                found: Any = self._snapshot.decode(kept[1])
                live = Live(name, found[1], Answered(found[2], found[3]))
        self.catch_up(live)
        return live
