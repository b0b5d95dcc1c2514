"""In-memory states of persons, over the store."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec

from sabot.core.clock import Clock
from sabot.core.refusal import Refusal, named
from sabot.engine.bounds import check as check_bounds
from sabot.engine.claim_rows import ClaimRows
from sabot.engine.live import LiveStream, Shelf, size_of
from sabot.engine.streams import Event
from sabot.people.names.sign_in_names import is_person_name
from sabot.people.persons.person import PERSON, PERSON_KIND
from sabot.people.persons.state import Known
from sabot.store import Batch, Entry, Store, Swap

STREAM: Final = PERSON_KIND.prefix
PASSWORD: Final = "password"
RETRIES: Final = 20
MOST_AT_ONCE: Final = 10_000


class Update(msgspec.Struct, frozen=True):
    """A change of a person: events, vault entries and swaps of rows that are written with them."""

    events: Sequence[Event] = ()
    seal: Mapping[str, bytes | None] = {}
    swaps: Sequence[Swap] = ()


Decides = Callable[[Known, datetime], Update]


class Roster:
    """Load persons on demand. Lines that other processes wrote are read before every decision and
    answer."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._shelf = Shelf(store, PERSON_KIND)
        self._read_up_to = 0

    def known(self, name: str) -> Known | None:
        """Return the person's current state, or None."""
        page = self._page(name)
        if page is None:
            return None
        with page.lock:
            self._shelf.catch_up(page)
            return page.state

    def sealed(self, name: str, what: str = PASSWORD) -> bytes | None:
        """Return the person's password as the vault keeps it, or another entry of that name."""
        return self._store.unseal(STREAM + name, what)

    def everyone(self) -> list[Known]:
        """Return all persons' states, by name."""
        moved = self._store.read_like(STREAM, after=self._read_up_to, limit=MOST_AT_ONCE)
        fresh = {stored.stream for stored in moved}
        found = []
        for stream in self._store.streams_like(STREAM):
            name = stream.removeprefix(STREAM)
            page = self._shelf.loaded(name)
            is_read = page is not None and stream not in fresh and len(moved) < MOST_AT_ONCE
            try:
                known = page.state if page is not None and is_read else self.known(name)
            except Refusal as refused:
                if refused.code != "broken-log":
                    raise
                continue  # corruption is reported elsewhere; this name cannot sign in
            if known is not None:
                found.append(known)
        self._read_up_to = max((stored.position for stored in moved), default=self._read_up_to)
        return found

    def add(self, name: str, by: str, decide: Decides, via: str | None = None) -> Known:
        """Begin a person's stream."""
        return self._change(self._shelf.live(name), by, decide, via)[0]

    def change(
        self, name: str, by: str, decide: Decides, via: str | None = None
    ) -> tuple[Known, Update]:
        """Decide on the person's current state and write the result; return the new state and the
        change. Decided again if another process was faster. `via` is the session or token of the
        request."""
        page = self._page(name)
        if page is None:
            raise Refusal(
                "unknown-person", None, "No person is registered as {name}.", name=named(name)
            )
        return self._change(page, by, decide, via)

    def _change(
        self, page: LiveStream[Known], by: str, decide: Decides, via: str | None
    ) -> tuple[Known, Update]:
        with page.lock:
            for _ in range(RETRIES):
                self._shelf.catch_up(page)
                known = page.state
                now = self._clock()
                made = decide(known, now)
                if not made.events and not made.swaps:
                    return known, made
                now, after = now if known.at is None else max(known.at, now), known
                for event in made.events:
                    after = PERSON.evolve(after, event, now)
                check_bounds(known, after)
                entries = entries_of(made.events, by, now, via)
                swaps = [*made.swaps, *self._claimed(known.name, made.events)]
                batch = Batch(STREAM + known.name, known.version, entries, made.seal, swaps)
                try:
                    stored = self._store.append(batch)
                except Refusal as refused:
                    if refused.code != "stale-version":
                        raise
                    continue
                self._shelf.moved(page, after, stored[-1] if stored else None)
                return after, made
        raise Refusal("busy", None, "Other changes came in between: try again.")

    def _claimed(self, name: str, events: Sequence[Event]) -> list[Swap]:
        """Return the rows of what the events claim; refused if it is another person's."""
        rows = ClaimRows(self._store)
        taken = rows.claim(name, events)
        if taken is not None:
            raise Refusal(taken.code, taken.clause, taken.message)
        return rows.swaps()

    def _page(self, name: str) -> LiveStream[Known] | None:
        """Return the loaded stream of a person; unknown names are not cached."""
        page = self._shelf.loaded(name)
        if page is None and is_person_name(name) and self._store.head(STREAM + name).seq:
            page = self._shelf.live(name)
        return page if page is not None and page.state.version else None


def entries_of(
    events: Sequence[Event], by: str, now: datetime, via: str | None = None
) -> list[Entry]:
    """Return events as the log keeps them; those of one change share an id."""
    given = b'"id":"%b"' % uuid.uuid4().hex.encode()
    if via is not None:
        given += b',"via":' + msgspec.json.encode(via)
    made = []
    for event in events:
        what = str(event.__struct_config__.tag)
        body = msgspec.json.encode(event)[len(f'{{"what":"{what}"') : -1]
        made.append(Entry(now, by, what, given + body, size_of(event)))
    return made
