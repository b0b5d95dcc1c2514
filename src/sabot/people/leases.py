"""Leases: of all processes on one store, one at a time does a task."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.core.clock import system_clock
from sabot.core.refusal import Refusal
from sabot.store import Store, Swap

KIND: Final = "lease"
RETRIES: Final = 20
LONGEST: Final = timedelta(hours=1)
"""Longest plausible lease. One that claims more was taken by a wrong clock."""


class HeldLease(msgspec.Struct, frozen=True):
    """Holder of a lease, its expiry, and how often it has changed hands."""

    holder: str
    until: datetime
    fence: int


class Leases:
    """Leases of one holder, whose name no other process uses.

    A lease expires by the clocks of the processes that want it: keep them in step, and renew well
    before the end. A holder that was too slow is detected by the fence, a number that grows with
    every new holding: requests with a lower fence are out of date.
    """

    def __init__(
        self, store: Store, holder: str, clock: Callable[[], datetime] = system_clock
    ) -> None:
        self._store = store
        self._holder = holder
        self._clock = clock

    def take(self, name: str, seconds: float) -> bool:
        """Take the lease for this many seconds if it is free; renew it if it is held already."""
        return self._put(name, seconds, may_take=True)

    def renew(self, name: str, seconds: float) -> bool:
        """Extend a held lease to this many seconds from now; return False if it is no longer
        held."""
        return self._put(name, seconds, may_take=False)

    def release(self, name: str) -> None:
        """Release the lease, if it is held."""
        self._put(name, 0, may_take=False)

    def fence(self, name: str) -> int | None:
        """Return the number of this holding, or None if the lease is not held."""
        held = self._read(name)[1]
        return held.fence if self._is_mine(held) and held is not None else None

    def _put(self, name: str, seconds: float, may_take: bool) -> bool:
        for _ in range(RETRIES):
            old, held = self._read(name)
            now = self._clock()
            mine = self._is_mine(held)
            is_free = held is None or not now < held.until < now + LONGEST
            if not mine and not (may_take and is_free):
                return False
            fence = 0 if held is None else held.fence
            until = now + timedelta(seconds=seconds)
            new = msgspec.json.encode(HeldLease(self._holder, until, fence if mine else fence + 1))
            if self._store.swap(Swap(KIND, name, old, new, until)):
                return True
        raise Refusal("busy", None, "Other changes came in between: try again.")

    def _read(self, name: str) -> tuple[bytes | None, HeldLease | None]:
        found = self._store.expiring_row(KIND, name)
        return found, None if found is None else msgspec.json.decode(found, type=HeldLease)

    def _is_mine(self, held: HeldLease | None) -> bool:
        return held is not None and held.holder == self._holder and held.until > self._clock()
