"""The custodian's book: what was done to the house itself. Keys are replaced, the clock is set, a
store is adopted or restored; each is an event of one stream, by whoever said so."""

from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.clock import Clock, system_clock
from sabot.declarations import RECORD
from sabot.kind import Kind
from sabot.live import read_line
from sabot.people.roster import entries_of
from sabot.refusal import Refusal
from sabot.store import Batch, Store
from sabot.streams import Event, Stream

RETRIES: Final = 20


class Book(msgspec.Struct, frozen=True):
    """How many entries there are, and when the last was made."""

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
    """`use`: "house" for the key of the store, "signing" for that of checkpoints."""

    basis = RECORD

    use: str
    old: str
    new: str


class StoreAdopted(Event, frozen=True, kw_only=True):
    """Events that nobody had signed count as the house's from now on."""

    basis = RECORD

    events: int
    key: str


class StoreRestored(Event, frozen=True, kw_only=True):
    """What came after the backup is gone; `seen` is how many checkpoints the witness had seen, and
    `has` how many of them there are again."""

    basis = RECORD

    events: int
    seen: int
    has: int
    reason: str


class ClockMarked(Event, frozen=True, kw_only=True):
    """The machine's clock jumped by so many seconds, and was not followed."""

    basis = RECORD

    seconds: int


class ClockAccepted(Event, frozen=True, kw_only=True):
    """Somebody says that the machine's clock is right at that moment, though it differs by so many
    seconds from what the log knew."""

    basis = RECORD

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
    """The time that the log knows: of its last event, unless somebody has said since that the
    machine's clock is right and that event's was not."""
    newest = next(iter(store.read_all(store.last_position() - 1)), None)
    if newest is None:
        return None
    at, accepted = read_line(newest.line).at, last_accepted(store)
    if accepted is not None and at <= accepted[1]:
        return accepted[0].moment
    return at


def last_accepted(store: Store) -> tuple[ClockAccepted, datetime] | None:
    """The last word on the clock, and what the log knew until then."""
    found = None
    for stored in store.read(STREAM):
        event = CUSTODY.read_event(stored.line)
        if isinstance(event, ClockAccepted):
            found = event, max(event.moment, event.moment - timedelta(seconds=event.seconds))
    return found


def enter(store: Store, event: Event, by: str, clock: Clock = system_clock) -> None:
    """Make an entry."""
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
    raise Refusal("busy", None, "Others change this too fast: try again.")
