"""Records for reports, read from the part of a store in which they happened.

Positions and numbers are found by bisection, so that a report costs what happened in its time, and
nothing for all that happened before.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec

from sabot.compliance.duties import Calendar, DutyEntry
from sabot.compliance.duties.calendar import StreamDuties, documents_of
from sabot.compliance.exceptions.rows import ExceptionRow
from sabot.compliance.reports.sheet import Ref
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.finding import Step, spoken
from sabot.engine.kind import Kind
from sabot.engine.streams import read_line
from sabot.floor.kinds import ACCOUNTS, KINDS, TABLES, kind_of, may_know
from sabot.rules.operation.duties import document
from sabot.sentences.words import Told, fixed, table_called, told
from sabot.store import Store, Stored

SLACK: Final = timedelta(minutes=10)
"""Two processes write by two clocks: so far apart their events may stand."""
NEAR: Final = 100
"""Number of events on either side of a position whose times are compared."""


@dataclass(frozen=True)
class Happened:
    """An event as plain fields."""

    stream: str
    seq: int
    at: datetime
    by: str
    what: str
    fields: dict[str, Any]

    @property
    def ref(self) -> Ref:
        return Ref(self.stream, self.seq)

    @property
    def name(self) -> str:
        """The stream's own name, without its kind."""
        return self.stream.partition(":")[2] or self.stream

    def told(self) -> Told:
        """The event as a sentence; by its name where it is not as such an event is."""
        who = {"who": self.name} if ACCOUNTS.has(self.stream) else {}
        try:
            return told(self.what, {**who, **self.fields})
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return fixed(spoken(self.what))


@dataclass(frozen=True)
class Records:
    """A store at one moment. `exceptions` gives the lines of the exceptions report; up to `gone`
    not all of them are at hand any more."""

    store: Store
    now: datetime
    zone: str
    exceptions: Callable[[], Iterable[ExceptionRow]]
    operator: str = ""
    gone: Callable[[], datetime | None] = lambda: None

    def local(self, moment: datetime) -> str:
        """A moment as the casino's clock shows it; the head of a report names the zone."""
        return f"{moment.astimezone(ZoneInfo(self.zone)):%Y-%m-%d %H:%M:%S}"

    def streams(self, prefix: str) -> list[str]:
        return self.store.streams_like(prefix)

    def tables(self, only: str = "") -> list[str]:
        """The streams of all tables, or of that one."""
        if not only:
            return self.streams(TABLES.prefix)
        return [self.must_have(TABLES.stream(TABLES.name(only)), "table")]

    def called(self, name: str) -> Told:
        """Return the display name that a table was opened with last; empty if it has none."""
        stream = TABLES.stream(name)
        head = self.store.head(stream).seq
        setup = self.state_at(TABLES, stream, head).setup if head else None
        return table_called(setup) if setup is not None and setup.called else Told()

    def happened(
        self, names: Iterable[str], since: datetime, until: datetime | None = None
    ) -> Iterator[Happened]:
        """Events of these names, of any stream, in the order of appending."""
        marks = [f'"what":"{name}/'.encode() for name in names]
        for stored in self._stored(since, until):
            if any(mark in stored.line for mark in marks):
                yield _happened(stored.line)

    def calendar(self, since: datetime) -> list[DutyEntry]:
        """Every duty that has arisen since then, as it stands now."""
        calendar = Calendar(keep=None)
        for stream in [*self.tables(), *self._other_streams()]:
            calendar.places[stream] = StreamDuties(
                documents=self._documents(stream, since), open={}
            )
        for stored in self._stored(since, None):
            calendar.take(stored.line)
        every = [*calendar.open(), *calendar.done]
        found = [each for each in every if may_know(each.stream, "")]
        return sorted(found, key=lambda each: (each.at, each.stream, each.seq))

    def _other_streams(self) -> list[str]:
        """Streams of further kinds whose states have notices."""
        kinds = [
            kind
            for kind in KINDS
            if "notices" in getattr(kind.state, "__struct_fields__", ())
            and kind is not ACCOUNTS  # accounts are under no document, and there are many
        ]
        others = [kind.prefix for kind in kinds if kind.prefix != TABLES.prefix]
        return [stream for prefix in others for stream in self.streams(prefix)]

    def _documents(self, stream: str, since: datetime) -> tuple[str, ...]:
        if TABLES.has(stream):
            table = self.state_at(TABLES, stream, self.first_of(stream, since) - 1)
            setup = table.setup
            return () if setup is None else (document(setup.rulebook, setup.edition),)
        first = self.store.line(stream, 1)
        return () if first is None else documents_of(first)

    def _stored(self, since: datetime, until: datetime | None) -> Iterator[Stored]:
        for stored in self.store.read_all(self.position_before(since - SLACK)):
            at = read_line(stored.line).at
            if until is not None and at > until + SLACK:
                return
            if at >= since and (until is None or at < until):
                yield stored

    def position_before(self, moment: datetime) -> int:
        """Return the position up to which everything is older than that moment."""
        return self._position(lambda times: max(times) >= moment)

    def position_after(self, moment: datetime) -> int:
        """After this position nothing is older than that moment, but what was written late."""
        return self._position(lambda times: min(times) >= moment)

    def _position(self, has_come: Callable[[list[datetime]], bool]) -> int:
        """Return the position of a moment in the log by bisection. Compare with several events
        around each position, since a few may be logged later than they happened."""
        low, high = 0, self.store.last_position()
        while low < high:
            middle = (low + high) // 2
            around = islice(self.store.read_all(max(0, middle - NEAR)), 2 * NEAR)
            times = [read_line(stored.line).at for stored in around]
            if times and not has_come(times):
                low = middle + 1
            else:
                high = middle
        return low

    # A stream

    def first_of(self, stream: str, moment: datetime) -> int:
        """The number of its first event that is not before that moment, or would be."""
        low, high = 1, self.store.head(stream).seq + 1
        while low < high:
            middle = (low + high) // 2
            line = self.store.line(stream, middle)
            if line is not None and read_line(line).at < moment:
                low = middle + 1
            else:
                high = middle
        return low

    def state_at(self, kind: Kind[Any], stream: str, seq: int) -> Any:
        """The state after that event: from the nearest snapshot before it."""
        kept, state = self.store.snapshot(stream, seq), kind.empty(kind.name(stream))
        if kept is not None:
            with suppress(msgspec.DecodeError):
                state = msgspec.msgpack.decode(kept[1], type=kind.state)
        for stored in islice(self.store.read(stream, state.version), seq - state.version):
            state = _step(kind, stored, state).after
        return state

    def steps(
        self, kind: Kind[Any], stream: str, since: datetime, until: datetime
    ) -> tuple[Any, Iterator[Step[Any]]]:
        """The state of a stream when that time begins, and its events in it."""
        first, end = self.first_of(stream, since), self.first_of(stream, until)
        state = self.state_at(kind, stream, first - 1)
        return state, self._steps(kind, stream, state, end - first)

    def _steps(self, kind: Kind[Any], stream: str, state: Any, count: int) -> Iterator[Step[Any]]:
        for stored in islice(self.store.read(stream, state.version), count):
            step = _step(kind, stored, state)
            yield step
            state = step.after

    def of_stream(
        self, stream: str, since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[Happened]:
        """All events of one stream in that time."""
        first = 1 if since is None else self.first_of(stream, since)
        end = self.store.head(stream).seq + 1 if until is None else self.first_of(stream, until)
        for stored in islice(self.store.read(stream, first - 1), end - first):
            yield _happened(stored.line)

    def must_have(self, stream: str, word: str) -> str:
        """The stream, if there is one."""
        if not self.store.head(stream).seq:
            name = stream.partition(":")[2] or stream
            raise Refusal(
                "unknown-stream",
                None,
                "The log has no {word} {name}.",
                word=word,
                name=quoted(name),
            )
        return stream


def _happened(line: bytes) -> Happened:
    fields = msgspec.json.decode(line)
    kind = kind_of(str(fields.get("stream")))
    if kind is not None and kind.rules.is_old(str(fields.get("what"))):
        fields = kind.rules.today(fields)
    read = read_line(line)
    what = str(fields["what"]).partition("/")[0]
    return Happened(read.stream, read.seq, read.at, read.by, what, fields)


def _step(kind: Kind[Any], stored: Stored, state: Any) -> Step[Any]:
    """Return one event with the states around it. Reject a report of a stream that has an event of
    another release, or one that was never decided."""
    try:
        line, event = read_line(stored.line), kind.rules.read_event(stored.line)
        return Step(line, event, state, kind.rules.evolve(state, event, line.at))
    except Exception as error:
        message = "Event {seq} of {name} cannot be read: audit the log, which says what is wrong."
        name = named(stored.stream)
        raise Refusal("unreadable-log", None, message, seq=stored.seq, name=name) from error
