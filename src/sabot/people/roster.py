"""Persons in memory over the store, each as their events tell it."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock, RLock
from typing import Final

import msgspec

from sabot.live import read_line
from sabot.people.person import PERSON, Known, is_person_name
from sabot.refusal import Refusal, named
from sabot.store import Batch, Entry, Store, Swap
from sabot.streams import Event

STREAM: Final = "person:"
PASSWORD: Final = "password"
RETRIES: Final = 20
SNAPSHOT_EVERY: Final = 1000
MOST_AT_ONCE: Final = 10_000
_snapshot: Final = msgspec.msgpack.Decoder(Known)


class Change(msgspec.Struct, frozen=True):
    """What happens to a person: events, and what is put aside with them."""

    events: Sequence[Event] = ()
    seal: Mapping[str, bytes | None] = {}
    swaps: Sequence[Swap] = ()


Decides = Callable[[Known, datetime], Change]


@dataclass
class _Page:
    known: Known
    lock: RLock = field(default_factory=RLock)
    since_snapshot: int = 0


class Roster:
    """Everybody, loaded when asked for. What another process wrote is read before anything is
    decided or told."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._pages: dict[str, _Page] = {}
        self._lock = Lock()
        self._read_up_to = 0

    def known(self, name: str) -> Known | None:
        """The person as they stand in the log now, or None."""
        page = self._page(name)
        if page is None:
            return None
        with page.lock:
            self._catch_up(page)
            return page.known

    def sealed(self, name: str) -> bytes | None:
        """The person's password as the vault keeps it."""
        return self._store.unseal(STREAM + name, PASSWORD)

    def everyone(self) -> list[Known]:
        """All persons, by name."""
        moved = self._store.read_like(STREAM, after=self._read_up_to, limit=MOST_AT_ONCE)
        fresh = {stored.stream for stored in moved}
        found = []
        for stream in self._store.streams_like(STREAM):
            name = stream.removeprefix(STREAM)
            page = self._pages.get(name)
            is_read = page is not None and stream not in fresh and len(moved) < MOST_AT_ONCE
            known = page.known if page is not None and is_read else self.known(name)
            if known is not None:
                found.append(known)
        self._read_up_to = max((stored.position for stored in moved), default=self._read_up_to)
        return found

    def add(self, name: str, by: str, decide: Decides) -> Known:
        """Begin a person's stream."""
        return self._change(self._pages.get(name) or _Page(Known(name)), by, decide)[0]

    def change(self, name: str, by: str, decide: Decides) -> tuple[Known, Change]:
        """Decide on the person as they stand, and make it durable: who they are now, and what was
        decided. Decided again if another process was faster."""
        page = self._page(name)
        if page is None:
            raise Refusal("unknown-person", None, f"There is nobody called {named(name)}.")
        return self._change(page, by, decide)

    def _change(self, page: _Page, by: str, decide: Decides) -> tuple[Known, Change]:
        with page.lock:
            for _ in range(RETRIES):
                self._catch_up(page)
                known = page.known
                now = self._clock() if known.at is None else max(known.at, self._clock())
                made = decide(known, now)
                if not made.events and not made.swaps:
                    return known, made
                entries = entries_of(made.events, by, now)
                batch = Batch(STREAM + known.name, known.version, entries, made.seal, made.swaps)
                try:
                    self._store.append(batch)
                except Refusal as refused:
                    if refused.code != "stale-version":
                        raise
                    continue
                for event in made.events:
                    known = PERSON.evolve(known, event, now)
                self._keep(page, known)
                return known, made
        raise Refusal("busy", None, "Others change this too fast: try again.")

    def _page(self, name: str) -> _Page | None:
        """Somebody's page; none is kept for a name that is nobody's."""
        page = self._pages.get(name)
        if page is None and is_person_name(name):
            page = _Page(self._snapshot_of(name))
            self._catch_up(page)
            if page.known.version == 0:
                return None
            with self._lock:
                page = self._pages.setdefault(name, page)
        return page

    def _snapshot_of(self, name: str) -> Known:
        kept = self._store.snapshot(STREAM + name)
        if kept is not None:
            with suppress(msgspec.DecodeError):
                return _snapshot.decode(kept[1])
        return Known(name)

    def _catch_up(self, page: _Page) -> None:
        known = page.known
        for stored in self._store.read(STREAM + known.name, after=known.version):
            known = PERSON.evolve(known, PERSON.read_event(stored.line), read_line(stored.line).at)
        page.known = known

    def _keep(self, page: _Page, known: Known) -> None:
        page.since_snapshot += known.version - page.known.version
        page.known = known
        with self._lock:
            self._pages.setdefault(known.name, page)
        if page.since_snapshot >= SNAPSHOT_EVERY:
            page.since_snapshot = 0
            # Only a cache: what happened stands whether or not a snapshot could be kept.
            with suppress(Refusal):
                kept = msgspec.msgpack.encode(known)
                self._store.keep_snapshot(STREAM + known.name, known.version, kept)


def entries_of(events: Sequence[Event], by: str, now: datetime) -> list[Entry]:
    """Events as the log keeps them; those that belong together have one id."""
    given = b'"id":"%b"' % uuid.uuid4().hex.encode()
    made = []
    for event in events:
        what = str(event.__struct_config__.tag)
        body = msgspec.json.encode(event)[len(f'{{"what":"{what}"') : -1]
        made.append(Entry(now, by, what, given + body))
    return made
