"""Streams in memory over a store: the fold of a log, and which events answered which command."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from threading import RLock
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.bounds import check as check_bounds
from sabot.engine.kind import Kind, Versioned
from sabot.engine.retries import RejectedCommand, content, id_used, is_repeat
from sabot.engine.streams import Command, Event, EventEnvelope, Rejection, read_line
from sabot.store import MARK_EVERY, Batch, Entry, Head, Store, Stored
from sabot.store.envelope import LARGE, SMALL, ImpossibleEvent
from sabot.store.log.answers import number_of, own
from sabot.store.log.batch import check_size
from sabot.store.log.lines import START

__all__ = [
    "Answer", "Decided", "EventEnvelope", "LiveStream", "Moved", "Newest", "Shelf", "answer",
    "entries", "own", "read_line",
]  # fmt: skip

SNAPSHOT_EVERY = 1000
IN_MEMORY: Final = 10_000
"""Most streams of a kind in memory; others are read again when they are needed."""
READ_ONLY: Final = 1000
"""So many streams of a kind stay in memory beside those, only to be read."""
REMEMBERED: Final = 1000
"""So many rejections are given again word for word; they changed nothing, so no log has them."""
NEWEST: Final = 64
"""So many of the newest commands are known without asking the store."""

S = TypeVar("S", bound=Versioned)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a command: its events as the log keeps them, or the rejection."""

    id: str
    events: tuple[msgspec.Raw, ...] | None = None
    rejected: Rejection | None = None


def entries(command: Command, events: Sequence[Event], now: datetime) -> list[Entry]:
    """Events as the log keeps them: each with the id of its command and what that came through, the
    first with the command."""
    made = []
    given, do = envelope(command)
    for event in events:
        encoded = msgspec.json.encode(event)
        what = event.__struct_config__.tag
        body = encoded[len(f'{{"what":"{what}"') : -1]
        made.append(Entry(now, command.actor, str(what), given + do + body, size_of(event)))
        do = b""
    return made


def size_of(event: Event) -> int:
    """Return how many bytes an event may have."""
    return LARGE if event.grows_with else SMALL


def envelope(command: Command) -> tuple[bytes, bytes]:
    """Return the JSON fields that every event of a command carries, and those of its first event
    alone."""
    given = b'"id":' + msgspec.json.encode(command.id)
    if command.via is not None:
        given += b',"via":' + msgspec.json.encode(command.via)
        command = msgspec.structs.replace(command, via=None)
    return given, b',"do":' + msgspec.json.encode(command)


def answer(id_: str, stored: Sequence[Stored]) -> Answer:
    return Answer(id_, tuple(msgspec.Raw(each.line) for each in stored))


@dataclass
class LiveStream(Generic[S]):
    """A stream in memory. `answered` has the newest commands, each with its first event."""

    name: str
    state: S
    head: Head = START
    answered: OrderedDict[str, int] = field(default_factory=OrderedDict)
    rejected: dict[tuple[str, str], RejectedCommand] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    since_snapshot: int = 0

    def put(self, sender: str, id_: str, first: int) -> None:
        """A command was answered by the events from that one on."""
        self.answered[own(sender, id_)] = first
        if len(self.answered) > NEWEST:
            self.answered.popitem(last=False)


class Decided(NamedTuple, Generic[S]):
    """Events that are decided and not yet durable, and the state before and after each of them."""

    command: Command
    events: Sequence[Event]
    batch: Batch
    states: Sequence[S]

    @property
    def before(self) -> S:
        return self.states[0]

    @property
    def after(self) -> S:
        return self.states[-1]


class Moved(NamedTuple, Generic[S]):
    """A durable event, as the log keeps it, with the stream's state before and after it. Followers
    of a stream get these, so that no event is folded twice."""

    line: bytes
    event: Event
    at: datetime
    before: S
    after: S


Tell = Callable[[str, Sequence[Moved[Any]]], None]
"""Called with the new events of a stream, in its order, under its lock."""


class Shelf(Generic[S]):
    """All streams of one kind: loaded when asked for, from a snapshot and the events after it, and
    let go when many others were asked for since."""

    def __init__(
        self,
        store: Store,
        kind: Kind[S],
        forget: Callable[[str], None] = lambda name: None,
        tell: Tell = lambda stream, moves: None,
        most: int = IN_MEMORY,
    ) -> None:
        self._store = store
        self.kind = kind
        self._most = most
        self._forget = forget
        self._tell = tell
        self._snapshot = msgspec.msgpack.Decoder(kind.state)
        self._live: OrderedDict[str, LiveStream[S]] = OrderedDict()
        self._lock = RLock()

    def __len__(self) -> int:
        """Return the number of streams in memory."""
        return len(self._live)

    def live(self, name: str) -> LiveStream[S]:
        """The stream of that name, in memory."""
        with self._lock:
            live = self._live.get(name)
            if live is None:
                live = self._live[name] = self._load(name)
                self._let_go()
            else:
                self._live.move_to_end(name)
            return live

    def loaded(self, name: str) -> LiveStream[S] | None:
        """The stream if it is in memory."""
        with self._lock:
            live = self._live.get(name)
            if live is not None:
                self._live.move_to_end(name)
            return live

    def _let_go(self) -> None:
        """Evict the least recently used unlocked stream; its holders read on at the store."""
        while len(self._live) > min(self._most, IN_MEMORY):
            name, oldest = self._live.popitem(last=False)
            if not oldest.lock.acquire(blocking=False):
                self._live[name] = oldest
                return
            try:
                self._forget(name)
                if oldest.since_snapshot >= SNAPSHOT_EVERY // 10:
                    self._try_snapshot(oldest)
            finally:
                oldest.lock.release()

    def put_down(self, name: str) -> None:
        """Let one go that others have moved far. Who looked it up before finds that out at the
        store."""
        with self._lock:
            self._live.pop(name, None)
            self._forget(name)

    def events(self, name: str, after: int = 0) -> Iterator[bytes]:
        """Its events after number `after`, as the log keeps them."""
        return (stored.line for stored in self._store.read(self.kind.stream(name), after))

    def repeated(self, live: LiveStream[S], command: Command) -> Answer | None:
        """The answer that this command was given a moment ago, if it was."""
        rejected = live.rejected.get((command.actor, command.id))
        if rejected is not None:
            return Answer(command.id, rejected=rejected.answer(command))
        first = live.answered.get(own(command.actor, command.id))
        return None if first is None else self._answer(live, command, first)

    def answered_before(self, live: LiveStream[S], command: Command) -> Answer | None:
        """The same however long ago: the store knows where, and the log has the last word."""
        stream = self.kind.stream(live.name)
        number = number_of(stream, command.actor, command.id)
        first = self._store.answered(number)
        if first is None:
            return None
        return self._answer(live, command, first) or self._search(live, command, number)

    def _search(self, live: LiveStream[S], command: Command, number: int) -> Answer | None:
        """The store says where the answer is, and it is not there: the log is read for it."""
        stream = self.kind.stream(live.name)
        message = "The log has no answer where one was said to be: the log was read."
        self._store.report("answer", str(number), message)
        for stored in self._store.read(stream):
            line = read_line(stored.line)
            if (line.by, line.id) == (command.actor, command.id) and bytes(line.do):
                return self._answer(live, command, stored.seq)
        self._store.forget_answer(number)
        return None

    def _answer(self, live: LiveStream[S], command: Command, first: int) -> Answer | None:
        """The events of one command stand together, and the first carries it."""
        events: list[Stored] = []
        for stored in self._store.read(self.kind.stream(live.name), after=first - 1):
            line = read_line(stored.line)
            if (line.by, line.id) != (command.actor, command.id) or (events and bytes(line.do)):
                break
            if bytes(line.do) and not self._is_repeat(line, command):
                return Answer(command.id, rejected=id_used(command))
            events.append(stored)
        return answer(command.id, events) if events else None

    def _is_repeat(self, line: EventEnvelope, command: Command) -> bool:
        """Return whether the command is the one of that line once more."""
        try:
            logged = self.kind.rules.read_logged(bytes(line.do))
        except Refusal:
            return True  # a command that this release does not know has been answered all the same
        return is_repeat(self._store.keys, logged, command)

    def decide(
        self,
        name: str,
        state: S,
        command: Command,
        now: datetime,
        sealed: Mapping[str, bytes | None] | None = None,
    ) -> Decided[S] | Rejection:
        """Return what follows from the command in that state, ready to be appended; refuse what
        would make a state or an event larger than it may be."""
        events = self.kind.rules.decide(state, command, now)
        if isinstance(events, Rejection):
            return events
        states = [state]
        for event in events:
            states.append(self.kind.rules.evolve(states[-1], event, now))
        check_bounds(state, states[-1])
        made, stream = entries(command, events, now), self.kind.stream(name)
        for entry in made:
            check_size(entry)
        once = number_of(stream, command.actor, command.id) if made else None
        batch = Batch(stream, state.version, made, sealed or {}, once=once)
        return Decided(command, events, batch, states)

    def keep(self, live: LiveStream[S], decided: Decided[S], stored: Sequence[Stored]) -> None:
        """Take decided events into memory; they are durable now, as these lines of the log."""
        live.put(decided.command.actor, decided.command.id, decided.before.version + 1)
        self.moved(live, decided.after, stored[-1] if stored else None)
        parts = zip(
            stored, decided.events, decided.batch.entries, pairwise(decided.states), strict=True
        )
        moves = [Moved(each.line, event, entry.at, *states) for each, event, entry, states in parts]
        self._tell(decided.batch.stream, moves)

    def moved(self, live: LiveStream[S], state: S, last: Stored | None) -> None:
        """The stream stands here now, at that event."""
        live.since_snapshot += state.version - live.state.version
        live.state = state
        if last is not None:
            live.head = Head(last.seq, last.hash)
        if live.since_snapshot >= SNAPSHOT_EVERY:
            self._try_snapshot(live)

    def reject(self, live: LiveStream[S], command: Command, rejection: Rejection) -> Answer:
        """Nothing is rejected that was answered before, nor for a state that another process has
        left behind."""
        if self._store.head(self.kind.stream(live.name)).seq != live.state.version:
            raise Refusal("stale-version", None, "It has moved on meanwhile.")
        before = self.answered_before(live, command)
        if before is not None:
            return before
        live.rejected[command.actor, command.id] = RejectedCommand(content(command), rejection)
        if len(live.rejected) > REMEMBERED:
            del live.rejected[next(iter(live.rejected))]
        return Answer(command.id, rejected=rejection)

    def catch_up(self, live: LiveStream[S]) -> None:
        """Fold in what is in the log and not yet in memory."""
        moved: list[Moved[S]] = []
        self._fold(live, moved.append)
        self._forget(live.name)
        for each in moved:
            self._tell(self.kind.stream(live.name), (each,))

    def _fold(
        self, live: LiveStream[S], note: Callable[[Moved[S]], None] | None, loading: bool = False
    ) -> None:
        try:
            self._fold_all(live, note, loading)
        except Refusal:
            raise
        except Exception:  # what cannot be read may be a forgery: then the house says so
            for _ in self._store.read_on(self.kind.stream(live.name), live.head, whole=True):
                pass
            raise

    def _fold_all(
        self, live: LiveStream[S], note: Callable[[Moved[S]], None] | None, loading: bool
    ) -> None:
        """Fold new events. Verify each against the one before it, and the last against the signed
        head. The state moves, and followers are called, only after all are verified."""
        rules, stream = self.kind.rules, self.kind.stream(live.name)
        state, last, marks = live.state, None, list[S]()
        for stored in self._store.read_on(stream, live.head, loading):
            line, event, before = read_line(stored.line), rules.read_event(stored.line), state
            try:
                state, last = rules.evolve(before, event, line.at), stored
            except Refusal as refused:
                raise ImpossibleEvent(f"event {stored.seq} of {stream}") from refused
            live.since_snapshot += 1
            if live.since_snapshot >= MARK_EVERY:
                live.since_snapshot = 0
                marks.append(state)
            if bytes(line.do):
                live.rejected.pop((line.by, line.id), None)
            if note is not None:
                note(Moved(stored.line, event, line.at, before, state))
        if last is not None:
            live.state, live.head = state, Head(last.seq, last.hash)
        for mark in marks:
            with suppress(Refusal, RecursionError, OverflowError):
                self._keep(live, mark)

    def keep_snapshot(self, live: LiveStream[S]) -> None:
        """Keep the state, so that opening the stream again needs no replay."""
        with live.lock:
            self._keep(live, live.state)
            live.since_snapshot = 0

    def _keep(self, live: LiveStream[S], state: S) -> None:
        kept, stream = msgspec.msgpack.encode(state), self.kind.stream(live.name)
        self._store.keep_snapshot(stream, state.version, kept)

    def _try_snapshot(self, live: LiveStream[S]) -> None:
        """Only a cache: what happened stands whether or not a snapshot could be kept."""
        live.since_snapshot = 0
        with suppress(Refusal, RecursionError, OverflowError):
            self.keep_snapshot(live)

    def _load(self, name: str) -> LiveStream[S]:
        live = LiveStream(name, self.kind.empty(name))
        kept = self._store.snapshot(self.kind.stream(name))
        if kept is not None:
            with suppress(msgspec.DecodeError):
                found: Any = self._snapshot.decode(kept.data)
                live = LiveStream(name, found, kept.head)
        self._fold(live, None, loading=True)
        self._forget(name)
        return live


class Newest:
    """Read the newest states of streams without the locks of a unit of work, from copies that
    nothing else uses: reading one never waits for a unit of work, and no unit waits for it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shelves: dict[str, Shelf[Any]] = {}

    def state(self, kind: Kind[S], name: str) -> S:
        """Return a stream's state with everything that is in the log."""
        shelf: Shelf[S] = self._shelves.setdefault(
            kind.prefix, Shelf(self._store, kind, most=READ_ONLY)
        )
        live = shelf.live(name)
        with live.lock:
            shelf.catch_up(live)
            return live.state
