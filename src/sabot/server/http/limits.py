"""Rate limit for each caller: a token bucket."""

import time
from typing import Final

from sabot.core.refusal import Refusal

REMEMBERED: Final = 20_000
STRANGERS: Final = 4
"""Factor between the rate of a session and that of an address without one."""
TOO_MANY: Final = Refusal("too-many", None, "Too many requests: wait a moment and try again.")


class Rate:
    """A limit of `rate` requests a second for each caller, and `burst` at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> None:
        """Count a request; refuse it if that is too many."""
        if not self.spend(caller):
            raise TOO_MANY

    def spend(self, caller: str) -> bool:
        """Count a request; return False if that is too many."""
        now, level = time.monotonic(), self._level(caller)
        self._buckets.pop(caller, None)
        if len(self._buckets) >= REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        self._buckets[caller] = (max(level - 1, 0.0) if level >= 1 else level, now)
        return level >= 1

    def check(self, caller: str) -> None:
        """Refuse if one more request would be too many; count nothing."""
        if self._level(caller) < 1:
            raise TOO_MANY

    def _level(self, caller: str) -> float:
        now = time.monotonic()
        level, at = self._buckets.get(caller, (float(self._burst), now))
        return min(self._burst, level + (now - at) * self._rate)
