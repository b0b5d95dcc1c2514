"""The custodian's stream: maintenance of the store itself.

Keys are replaced, the clock is set, a store is adopted or restored. Each is an event with the
person who ordered it.
"""

from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.core.clock import Clock, system_clock
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY
from sabot.engine.kind import Kind
from sabot.engine.live import read_line
from sabot.engine.streams import Event, Stream
from sabot.people.persons.roster import entries_of
from sabot.store import Batch, Store

RETRIES: Final = 20


class Book(msgspec.Struct, frozen=True):
    """Number of entries, and the time of the last one."""

    version: int = 0
    at: datetime | None = None


CUSTODY: Stream[Book] = Stream(
    lambda book: book.version,
    lambda book: "",
    lambda book, at: Book(book.version + 1, at),
)
CUSTODY_KIND = Kind(
    prefix="custody",
    word="custodian's book",
    rules=CUSTODY,
    state=Book,
    empty=lambda name: Book(),
    words="sabot.people",
)
STREAM: Final = CUSTODY_KIND.stream("")


class KeyReplaced(Event, frozen=True, kw_only=True):
    """Record a replaced key. `use`: "house" for the key of the store, "signing" for that of
    checkpoints."""

    basis = RECORD
    sight = STAFF_ONLY

    use: str
    old: str
    new: str


class StoreAdopted(Event, frozen=True, kw_only=True):
    """Record that unsigned events count as the casino's own from now on."""

    basis = RECORD
    sight = STAFF_ONLY

    events: int
    key: str


class StoreRestored(Event, frozen=True, kw_only=True):
    """Record a restored backup; events after it are lost. `seen`: checkpoints that the witness had
    seen; `has`: how many of them exist again."""

    basis = RECORD
    sight = STAFF_ONLY

    events: int
    seen: int
    has: int
    reason: str


class ClockMarked(Event, frozen=True, kw_only=True):
    """Record that the machine's clock jumped by this many seconds and was not followed."""

    basis = RECORD
    sight = STAFF_ONLY

    seconds: int


class ClockAccepted(Event, frozen=True, kw_only=True):
    """Record a person's statement that the machine's clock is right, although it differs by this
    many seconds from the time of the log."""

    basis = RECORD
    sight = STAFF_ONLY

    seconds: int
    reason: str
    moment: datetime


@CUSTODY.evolves(KeyReplaced)
@CUSTODY.evolves(StoreAdopted)
@CUSTODY.evolves(StoreRestored)
@CUSTODY.evolves(ClockMarked)
@CUSTODY.evolves(ClockAccepted)
def entered(book: Book, event: Event) -> Book:
    return book


def last_time(store: Store) -> datetime | None:
    """Return the time of the last event, or of a later statement that the machine's clock is right
    and that event's was not."""
    newest = next(iter(store.read_all(store.last_position() - 1)), None)
    if newest is None:
        return None
    at, accepted = read_line(newest.line).at, last_accepted(store)
    if accepted is not None and at <= accepted[1]:
        return accepted[0].moment
    return at


def last_accepted(store: Store) -> tuple[ClockAccepted, datetime] | None:
    """Return the last statement about the clock, and the time of the log until then."""
    found = None
    for stored in store.read(STREAM):
        event = CUSTODY.read_event(stored.line)
        if isinstance(event, ClockAccepted):
            found = event, max(event.moment, event.moment - timedelta(seconds=event.seconds))
    return found


def enter(store: Store, event: Event, by: str, clock: Clock = system_clock) -> None:
    """Append an event to the custodian's stream."""
    for _ in range(RETRIES):
        head = store.head(STREAM).seq
        last = [read_line(stored.line).at for stored in store.read(STREAM, after=head - 1)]
        entries = entries_of([event], by, max([clock(), *last]))
        try:
            store.append(Batch(STREAM, head, entries))
        except Refusal as refused:
            if refused.code != "stale-version":
                raise
            continue
        return
    raise Refusal("busy", None, "Other changes came in between: try again.")
