"""Who was turned away: every time is counted, and the log is not flooded with it.

A count is a passing thing, so that it is kept whatever happens to the process, and so that turning
somebody away takes the same time whether their name is known or not. An event tells how often it
has happened since the last one.
"""

import ipaddress
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

import msgspec

from sabot.declarations import RECORD, Address, Topic, in_topics
from sabot.kind import Kind
from sabot.live import read_line
from sabot.people.roster import entries_of
from sabot.refusal import Refusal
from sabot.store import Batch, Store, Swap
from sabot.streams import Event, Stream

NOBODY: Final = "nobody"
COUNT: Final = "count"
TOLD_EVERY: Final = timedelta(seconds=10)
"""For one address at the door, or for one person, there is one event in so long."""
DOOR_EVERY: Final = timedelta(seconds=1)
"""From all addresses together, in one process, there is one at the door in so long."""
KEPT: Final = timedelta(hours=1)
RETRIES: Final = 20
LONGEST: Final = 60


class NameUnknown(Event, frozen=True, kw_only=True):
    """Somebody tried names that are nobody's. The names are not told: people type passwords
    there."""

    basis = RECORD
    topics = in_topics(Topic.ALARM)

    address: Address
    count: int


class Turned(msgspec.Struct, frozen=True):
    """How often it was told that somebody was turned away, and when the last time."""

    version: int = 0
    at: datetime | None = None


DOOR: Stream[Turned] = Stream(
    lambda turned: turned.version,
    lambda turned: "",
    lambda turned, at: Turned(turned.version + 1, at),
)
DOOR_KIND = Kind(
    prefix="door",
    word="door",
    rules=DOOR,
    state=Turned,
    empty=lambda name: Turned(),
    words="sabot.people",
)
STREAM: Final = DOOR_KIND.stream("")


@DOOR.evolves(NameUnknown)
def name_unknown(turned: Turned, event: NameUnknown) -> Turned:
    return turned


class Count(msgspec.Struct, frozen=True):
    """How often since the last event, when that was, and from where and for what it was the last
    time."""

    waiting: int
    told: datetime
    address: Address
    asked: str = ""


def desk_of(address: object) -> str:
    """Where somebody is, as far as it can be told apart: a whole /64 of IPv6 is one place, or one
    person could be at as many as they like.

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
    """Counts those who are turned away."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._lock = Lock()
        self._told: datetime | None = None

    def once_more(
        self, name: str, address: str, now: datetime, asked: str = ""
    ) -> tuple[int, Swap]:
        """How many to tell of now, which is none while the last event is recent, and the swap that
        has to be kept either way."""
        raw = self._store.expiring_row(COUNT, name)
        if raw is None:
            return 1, _counted(name, raw, Count(0, now, address), now)
        count = msgspec.json.decode(raw, type=Count)
        if timedelta(0) <= now - count.told < TOLD_EVERY:
            held = Count(count.waiting + 1, count.told, address, asked)
            return 0, _counted(name, raw, held, now)
        return count.waiting + 1, _counted(name, raw, Count(0, now, address), now)

    def knock(self, address: str) -> None:
        """Somebody gave a name that is nobody's."""
        with self._lock:
            for _ in range(RETRIES):
                now = self._clock()
                told, swap = self.once_more(f"{STREAM} {address}", address, now)
                is_quiet = self._told is None or not timedelta(0) <= now - self._told < DOOR_EVERY
                if told and not is_quiet:
                    told, swap = 0, _counted(swap.name, swap.old, Count(told, now, address), now)
                if self._tell(address, told, swap, now):
                    return

    def settle(self, tell_of_person: Callable[[str, str, str, int, Swap], None]) -> None:
        """Tell of all that was counted and has waited long enough."""
        now = self._clock()
        for name, raw in self._store.expiring_rows_of(COUNT).items():
            count = msgspec.json.decode(raw, type=Count)
            if not count.waiting or timedelta(0) <= now - count.told < TOLD_EVERY:
                continue
            swap = _counted(name, raw, Count(0, now, count.address), now)
            if name.startswith(f"{STREAM} "):
                with self._lock:
                    self._tell(count.address, count.waiting, swap, now)
            else:
                tell_of_person(name, count.address, count.asked, count.waiting, swap)

    def is_current(self, swap: Swap) -> bool:
        """Whether nobody has counted since."""
        return self._store.expiring_row(*swap.key) == swap.old

    def _tell(self, address: str, told: int, swap: Swap, now: datetime) -> bool:
        """Write it; False if another process was faster."""
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


def _counted(name: str, raw: bytes | None, count: Count, now: datetime) -> Swap:
    return Swap(COUNT, name, raw, msgspec.json.encode(count), now + KEPT)
