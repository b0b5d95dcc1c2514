"""Refused sign-ins, counted without flooding the log.

The count is an expiring row. It survives a restart, and refusing takes the same time for known and
unknown names. An event states how many refusals there were since the last one.
"""

import ipaddress
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, Address, Topic, in_topics
from sabot.engine.kind import Kind
from sabot.engine.live import read_line
from sabot.engine.streams import Event, Stream
from sabot.people.persons.roster import entries_of
from sabot.store import Batch, Store, Swap

NOBODY: Final = "nobody"
COUNT: Final = "count"
TOLD_EVERY: Final = timedelta(seconds=10)
"""Least time between two events for one address, or for one person."""
DOOR_EVERY: Final = timedelta(seconds=1)
"""Least time between two events for unknown names, from all addresses together, in one process."""
KEPT: Final = timedelta(hours=1)
RETRIES: Final = 20
LONGEST: Final = 60


class NameUnknown(Event, frozen=True, kw_only=True):
    """Record attempts with unknown names. The names are not logged: people type passwords there."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.ALARM)

    address: Address
    count: int


class LoggedRefusals(msgspec.Struct, frozen=True):
    """Number of refusals that were logged, and the time of the last."""

    version: int = 0
    at: datetime | None = None


DOOR: Stream[LoggedRefusals] = Stream(
    lambda turned: turned.version,
    lambda turned: "",
    lambda turned, at: LoggedRefusals(turned.version + 1, at),
)
DOOR_KIND = Kind(
    prefix="door",
    word="door",
    rules=DOOR,
    state=LoggedRefusals,
    empty=lambda name: LoggedRefusals(),
    words="sabot.people",
)
STREAM: Final = DOOR_KIND.stream("")


@DOOR.evolves(NameUnknown)
def name_unknown(turned: LoggedRefusals, event: NameUnknown) -> LoggedRefusals:
    return turned


class RefusalCount(msgspec.Struct, frozen=True):
    """Refusals since the last event, the time of that event, and the last address and request."""

    waiting: int
    told: datetime
    address: Address
    asked: str = ""


def desk_of(address: object) -> str:
    """Return the origin of a request, as far as origins can be told apart. A whole /64 of IPv6 is
    one origin, since one person can use any address in it.

    >>> desk_of("203.0.113.9"), desk_of("::ffff:203.0.113.9"), desk_of("2001:db8::1:2:3:4")
    ('203.0.113.9', '203.0.113.9', '2001:db8::/64')
    """
    text = str(address)
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        plain = re.sub(r"[^a-zA-Z0-9 .:_/-]", "", text[:LONGEST])
        return plain or "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Door:
    """Count refused sign-ins."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._lock = Lock()
        self._told: datetime | None = None

    def once_more(
        self, name: str, address: str, now: datetime, asked: str = ""
    ) -> tuple[int, Swap]:
        """Return how many refusals to log now, 0 while the last event is recent, and the swap that
        must be written in either case."""
        raw = self._store.expiring_row(COUNT, name)
        if raw is None:
            return 1, _counted(name, raw, RefusalCount(0, now, address), now)
        count = msgspec.json.decode(raw, type=RefusalCount)
        if timedelta(0) <= now - count.told < TOLD_EVERY:
            held = RefusalCount(count.waiting + 1, count.told, address, asked)
            return 0, _counted(name, raw, held, now)
        return count.waiting + 1, _counted(name, raw, RefusalCount(0, now, address), now)

    def knock(self, address: str) -> None:
        """Count an attempt with an unknown name."""
        with self._lock:
            for _ in range(RETRIES):
                now = self._clock()
                told, swap = self.once_more(f"{STREAM} {address}", address, now)
                is_quiet = self._told is None or not timedelta(0) <= now - self._told < DOOR_EVERY
                if told and not is_quiet:
                    told, swap = (
                        0,
                        _counted(swap.name, swap.old, RefusalCount(told, now, address), now),
                    )
                if self._tell(address, told, swap, now):
                    return

    def settle(self, tell_of_person: Callable[[str, str, str, int, Swap], None]) -> None:
        """Log all refusals that were counted and have waited long enough."""
        now = self._clock()
        for name, raw in self._store.expiring_rows_of(COUNT).items():
            count = msgspec.json.decode(raw, type=RefusalCount)
            if not count.waiting or timedelta(0) <= now - count.told < TOLD_EVERY:
                continue
            swap = _counted(name, raw, RefusalCount(0, now, count.address), now)
            if name.startswith(f"{STREAM} "):
                with self._lock:
                    self._tell(count.address, count.waiting, swap, now)
            else:
                tell_of_person(name, count.address, count.asked, count.waiting, swap)

    def is_current(self, swap: Swap) -> bool:
        """Return True if the count has not changed since the swap was made."""
        return self._store.expiring_row(*swap.key) == swap.old

    def _tell(self, address: str, told: int, swap: Swap, now: datetime) -> bool:
        """Write the event and the count; return False if another process was faster."""
        if not told:
            return self._store.swap(swap)
        head = self._store.head(STREAM).seq
        last = [read_line(stored.line).at for stored in self._store.read(STREAM, after=head - 1)]
        event = NameUnknown(address=address, count=told)
        entries = entries_of([event], NOBODY, max([now, *last]))
        try:
            self._store.append(Batch(STREAM, head, entries, {}, [swap]))
        except Refusal as refused:
            if refused.code != "stale-version":
                raise
            return False
        self._told = now
        return True


def _counted(name: str, raw: bytes | None, count: RefusalCount, now: datetime) -> Swap:
    return Swap(COUNT, name, raw, msgspec.json.encode(count), now + KEPT)
