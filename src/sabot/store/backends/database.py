"""Interface of a database behind the store."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple, Protocol

from sabot import __version__
from sabot.core.refusal import Refusal
from sabot.store.expiring_rows import ExpiringRow, Key
from sabot.store.trust.schema import Parts, SchemaDifference
from sabot.store.trust.signed_head import HeadRow

SCHEMA: Final = 3
"""The version of the tables and of what is in them. A release whose stores an earlier one cannot
read raises it, and the earlier one refuses them."""
SCHEMA_VERSION, RELEASE = "schema version", "release"
"""Keys of the `about` table: the version above, and the release that last opened the store to
write."""
MARK_EVERY: Final = 16_384
"""Events between snapshots that are kept for ever: of every so many events, numbered from 0 on, the
newest snapshot. A reader of the distant past begins there."""

Row = tuple[int, str, int, bytes]
"""position, stream, seq, line"""


class Unavailable(Exception):
    """Nothing of the transaction was kept; `lost`: nor would anything else be, for now; `twice`: a
    command in it was answered before."""

    def __init__(self, why: str, lost: bool = False, twice: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.lost = lost
        self.twice = twice

    def refusal(self) -> Refusal:
        """As the caller is told."""
        if self.twice:
            return Refusal("stale-version", None, "A command was answered before.")
        return Refusal(
            "store-unavailable", None, f"The store cannot write now, nothing was kept: {self.why}."
        )


class OutcomeUnknown(Exception):
    """The database went away during the commit and did not come back to say."""

    def refusal(self) -> Refusal:
        """As the caller is told."""
        return Refusal(
            "outcome-unknown",
            None,
            "The database went away while committing: read the stream before trying again.",
        )


class OnlyReads(Exception):
    """The database lets this user read, and write nothing."""


class TransactionWork(NamedTuple):
    """All that one transaction writes."""

    rows: list[Row]
    seals: dict[tuple[str, str], bytes | None]
    snapshots: dict[str, tuple[int, bytes]]
    checkpoints: list[tuple[int, bytes]]
    wipes: list[bool]
    """Not empty if all snapshots go."""
    passing: dict[Key, ExpiringRow]
    sweeps: list[tuple[str, int]]
    """Kinds of passing things, and the microsecond whose earlier ones go."""
    once: list[tuple[int, int]]
    """Numbers of commands, and the first event that answers each."""
    forgets: list[int]
    """Numbers of commands that no event answers after all."""
    heads: dict[str, bytes]
    """Signed heads of streams."""
    about: dict[str, str]
    """Rows of the `about` table."""
    arrivals: list[bytes]
    """Signed lists of the events that wait for their place in the order of all, where a sequencer
    gives it; the rows then have none."""

    @classmethod
    def none(cls) -> "TransactionWork":
        """Nothing yet."""
        return cls([], {}, {}, [], [], {}, [], [], [], {}, {}, [])


class Begun(NamedTuple):
    """Result of opening a transaction: the position of the log and the rows of its streams."""

    position: int
    """Of the last event; 0 where a sequencer orders the events."""
    found: Mapping[str, HeadRow]
    """Rows of the requested streams, and perhaps of others."""


class OrderNow(NamedTuple):
    """End of the order of all events, at one moment."""

    position: int
    """The last place in it."""
    is_there: bool
    """True if the event of that place is there."""
    signed: bytes | None
    """The signed head of the whole log."""
    waiting: bool
    """True if committed events have no place in it yet."""


class Arrival(NamedTuple):
    """The signed list of the events of one transaction, which wait for their place."""

    number: int
    data: bytes


class BegunOrder(NamedTuple):
    """Result of locking the order of all events: how far it goes, and what has arrived since."""

    now: OrderNow
    arrivals: Sequence[Arrival]


class PlaceBatch(NamedTuple):
    """Writes of a sequencer: places of events, the new signed head, and the arrivals that are
    done."""

    places: Sequence[tuple[int, str, int]]
    """position, stream, seq"""
    signed: bytes
    done: Sequence[int]


class Ordering(Protocol):
    """The order of all events, where writers leave it to a sequencer. One thread at a time. Raises
    `OnlyReads` where the user may not write."""

    def now(self) -> OrderNow:
        """Look how far the order goes."""

    def begin(self, limit: int) -> BegunOrder:
        """Lock the order, but no stream, and return what has arrived first."""

    def last_placed(self, streams: Collection[str]) -> Mapping[str, int]:
        """Return the number of each stream's last event in the order, within that transaction."""

    def finish(self, placing: PlaceBatch) -> None:
        """Write the places of events, tell all who listen, and commit."""

    def abandon(self) -> None:
        """Give up the transaction, if there is one."""


class Database(Protocol):
    """A database: a write connection for one thread and read connections for all. `path` is its
    file, if it is a local one."""

    path: str | None
    version: int
    """Schema version that it writes."""
    places: str
    """Table with the position of each event."""
    in_order: str
    """Source of a query for events that have their place."""
    with_places: str
    """Source of a query for all events, with the place of those that have one."""

    @property
    def ordering(self) -> Ordering | None:
        """The order of all events; None if the writer gives the positions itself."""

    def begin(
        self, streams: Collection[str] = (), keys: Collection[Key] = (), alone: bool = False
    ) -> Begun:
        """Lock these streams and expiring rows against other writers (`alone`, or where a database
        has one writer at a time: everything), and look where the streams stand."""

    def heads_of(self, streams: Collection[str]) -> Mapping[str, HeadRow]:
        """Return the stored heads of these streams, inside the transaction."""

    def expiring_rows_of(self, keys: Collection[Key]) -> Mapping[Key, ExpiringRow]:
        """Those of these passing things that are there, inside the transaction."""

    def finish(self, work: TransactionWork) -> None:
        """Write and commit. `Unavailable` means that nothing is kept, now or later."""

    def abandon(self) -> None:
        """Give up the transaction, if there is one."""

    def load(self, works: Iterable[TransactionWork]) -> None:
        """Write all of it in one transaction, into a store that no other process uses."""

    def hold_still(self) -> bool:
        """Answer all questions as of this moment, until it is closed; others write on. Return False
        if events wait for their place at this moment."""

    def writers_waiting(self) -> AbstractContextManager[None]:
        """Keep all writers waiting, but no sequencer, until the block ends."""

    def move_on(self) -> None:
        """Undo `hold_still`."""

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the reading side; `?` stands for a value."""

    def schema_parts(self) -> tuple[Parts, Parts]:
        """Return the parts of its schema that are there, and those that this release makes."""

    def mend_schema(self, difference: SchemaDifference) -> None:
        """Make again what was dropped, and triggers and indexes that were changed."""

    def close(self) -> None:
        """Let go of the database."""


def check_schema(about: Mapping[str, str], to_write: bool, newest: int = SCHEMA) -> None:
    """Reject a store of a newer schema, and reject writing to one of an older schema. Older schemas
    signed less, so an operator has to adopt the store first; the database's own word is not enough.
    """
    found = about.get(SCHEMA_VERSION, "unknown")
    if to_write and found.isdigit() and int(found) < SCHEMA:
        raise Refusal(
            "old-store",
            None,
            f"This store is of version {found}, which signed less. Audit it; if it is as it"
            " should be, say `sabot verify --adopt`, and its events count as this house's.",
        )
    if not found.isdigit() or int(found) > newest:
        writer = f"Sabot {about[RELEASE]}" if RELEASE in about else "another Sabot"
        raise Refusal(
            "newer-store",
            None,
            f"This store was written by {writer} and is of version {found}; Sabot {__version__}"
            f" reads them up to version {newest}. Open it with {writer} or a later one.",
        )
