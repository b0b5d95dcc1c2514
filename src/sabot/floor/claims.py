"""All claims of a log, folded in its order: who owns what, and what was claimed twice.

The unit of work writes a row for each claim, so that a thing's owner is known without reading the
log. The rows are derived: with one deleted, a Player Card could be given to a second player. So the
fold says which rows must exist, and which events claim what was taken already.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import FIRST
from sabot.engine.kind import Kind
from sabot.engine.streams import Claim, ClaimKind, Event
from sabot.floor.kinds import KINDS, kind_of
from sabot.parts.statements import STATEMENT_EVENTS, StatementMade
from sabot.store import Store, Swap
from sabot.store.backends.queries import PAGE
from sabot.store.envelope import EventEnvelope, read_line
from sabot.store.expiring_rows import COVERED, Key
from sabot.store.trust.verification import is_log_sound

WAITING: Final = ClaimKind("waiting", "a statement that waits")
"""Rows that name the streams in which a statement is pending."""
CLAIM_KINDS: Final = {
    each.key: each
    for each in (
        WAITING,
        *(claim for kind in KINDS for event in kind.rules.events for claim in event.claim_kinds),
    )
}
"""Every kind of claim, by its key in the store."""
AT_ONCE: Final = 500
"""Rows written in one transaction."""
_UNREAD: Final = (Refusal, msgspec.DecodeError, ValueError, RecursionError)


class LoggedCommand(msgspec.Struct):
    """A logged command, as far as it says who sent it and under which revision."""

    do: str = ""
    actor: str = ""
    role: str = ""
    under: int = FIRST
    plays_as: str | None = None


read_given: Final = msgspec.json.Decoder(LoggedCommand).decode


class Owner(NamedTuple):
    """The stream that has a thing, and the event by which it took it."""

    name: str
    """The stream's own name, without its kind."""
    stream: str
    seq: int


class Double(NamedTuple):
    """A claim of a thing that was taken already."""

    claim: Claim
    line: EventEnvelope
    first: Owner

    @property
    def by_two(self) -> bool:
        """Two streams claim it, and not one of them twice."""
        return self.first.stream != self.line.stream


class ClaimFold:
    """Owners of all unique things after the events that were taken so far."""

    def __init__(self, kinds: tuple[Kind[Any], ...] = KINDS) -> None:
        self.newest = FIRST
        """The newest revision that a command names."""
        self._kinds = kinds
        self._claiming = {kind.prefix: _claiming(kind) for kind in kinds}
        self._owners: dict[Key, Owner] = {}
        self._waiting: dict[str, set[int]] = {}
        self._under: dict[str, tuple[str, int]] = {}
        self._position = 0

    def read_on(self, store: Store, rest: Callable[[], None]) -> Iterator[Double]:
        """Take the events that the store has beyond those taken so far. An event that cannot be
        read claims nothing: the audit reports it."""
        for stored in store.read_all(self._position):
            self._position = stored.position
            if not stored.position % PAGE:
                rest()
            kind = kind_of(stored.stream, self._kinds)
            try:
                line = None if kind is None else read_line(stored.line)
                if kind is None or line is None:
                    continue
                self._note(line)
                if line.what in self._claiming[kind.prefix]:
                    yield from self._put(kind, line, kind.rules.read_event(stored.line))
            except _UNREAD:
                continue

    def take(self, kind: Kind[Any], line: EventEnvelope, event: Event) -> Iterator[Double]:
        """Take the next event of a log; yield each claim in it of a thing that is taken."""
        self._note(line)
        yield from self._put(kind, line, event)

    def owner(self, what: ClaimKind, name: str) -> str | None:
        """Return the name of the stream that has a thing."""
        found = self._owners.get((what.key, name))
        return None if found is None else found.name

    def rows(self) -> dict[Key, bytes]:
        """Return the rows that the store must have."""
        waiting = {(WAITING.key, stream): b"1" for stream in self._waiting}
        return {key: owner.name.encode() for key, owner in self._owners.items()} | waiting

    def _note(self, line: EventEnvelope) -> None:
        """Keep the revision under which the stream's last command was decided."""
        given = bytes(line.do)
        if given:
            under = read_given(given).under if b'"under":' in given else FIRST
            self._under[line.stream] = line.id, under
            self.newest = max(self.newest, under)

    def _put(self, kind: Kind[Any], line: EventEnvelope, event: Event) -> Iterator[Double]:
        if (
            isinstance(event, STATEMENT_EVENTS) and not kind.unasked
        ):  # the roster writes no such rows
            self._state(line.stream, event)
        name = kind.name(line.stream)
        id_, found = self._under.get(line.stream, ("", FIRST))
        under = found if id_ == line.id else FIRST
        for claim in event.claims(name) if event.claim_kinds else ():
            key, own = (claim.what.key, claim.name), Owner(name, line.stream, line.seq)
            first = self._owners.get(key)
            if claim.over:
                if first is not None and first.name == name:
                    del self._owners[key]
            elif first is None:
                self._owners[key] = own
            elif (claim.once or first.name != name) and not (
                claim.if_free or under < claim.what.since
            ):
                yield Double(claim, line, first)

    def _state(self, stream: str, event: Any) -> None:
        if isinstance(event, StatementMade):
            self._waiting.setdefault(stream, set()).add(event.number)
            return
        self._waiting.get(stream, set()).discard(event.number)
        if not self._waiting.get(stream):
            self._waiting.pop(stream, None)


def _claiming(kind: Kind[Any]) -> frozenset[str]:
    """Return the names of its events that claim something, in all their versions."""
    return frozenset(
        name
        for event in kind.rules.events
        if event.claim_kinds or issubclass(event, STATEMENT_EVENTS)
        for name in kind.rules.names_of(event)
    )


# Which kinds of claims the rows of a store cover


def covered_kinds(store: Store) -> frozenset[str]:
    """Return the kinds for which a store has all rows, as far as it says so itself. One that says
    nothing is of the first release, and has those that there were then."""
    found = store.expiring_row(*COVERED)
    if found is None:
        return frozenset(key for key, kind in CLAIM_KINDS.items() if kind.since == FIRST)
    return frozenset(msgspec.json.decode(found, type=list[str]))


def cover(store: Store) -> None:
    """Write the rows that the store lacks because it is older than their kind, from a log that can
    be believed; nothing is read where there are none."""
    if store.keys is None:
        return
    lacks = CLAIM_KINDS.keys() - covered_kinds(store)
    if not lacks and store.expiring_row(*COVERED) is not None:
        return
    fold = ClaimFold()
    if lacks and store.last_position():
        if not is_log_sound(store):
            return  # what is wrong with it is reported elsewhere
        for _ in fold.read_on(store, lambda: None):
            pass
    write_rows(store, fold.rows(), lacks)


def write_rows(store: Store, rows: Mapping[Key, bytes], kinds: Iterable[str]) -> None:
    """Make the rows of these kinds what they must be, and note that they are."""
    swaps = []
    for kind in sorted(kinds):
        there = store.expiring_rows_of(kind)
        must = {name: data for (what, name), data in rows.items() if what == kind}
        swaps += [
            Swap(kind, name, there.get(name), must.get(name))
            for name in sorted(there.keys() | must.keys())
            if there.get(name) != must.get(name)
        ]
    for start in range(0, len(swaps), AT_ONCE):
        page = swaps[start : start + AT_ONCE]
        if not store.swap(*page):  # another server has claimed one of them meanwhile
            for each in page:
                store.swap(each)
    found = store.expiring_row(*COVERED)
    noted = msgspec.json.encode(sorted({*covered_kinds(store), *kinds}))
    if noted != found:
        store.swap(Swap(*COVERED, found, noted))
