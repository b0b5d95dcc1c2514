"""How often one caller may ask: a bucket that fills at a steady rate."""

import time
from typing import Final

from sabot.refusal import Refusal

REMEMBERED: Final = 20_000
STRANGERS: Final = 4
"""So many times what a session may ask for may a place ask where nobody has signed in."""
TOO_MANY: Final = Refusal("too-many", None, "Too many requests: wait a moment and try again.")


class Rate:
    """`rate` requests a second for each caller, and `burst` at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> None:
        """One request more; a Refusal if that is too many."""
        if not self.spend(caller):
            raise TOO_MANY

    def spend(self, caller: str) -> bool:
        """One more; whether it was not too many."""
        now, level = time.monotonic(), self._level(caller)
        self._buckets.pop(caller, None)
        if len(self._buckets) >= REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        self._buckets[caller] = (max(level - 1, 0.0) if level >= 1 else level, now)
        return level >= 1

    def check(self, caller: str) -> None:
        """A Refusal if one more would be too many; nothing is counted."""
        if self._level(caller) < 1:
            raise TOO_MANY

    def _level(self, caller: str) -> float:
        now = time.monotonic()
        level, at = self._buckets.get(caller, (float(self._burst), now))
        return min(self._burst, level + (now - at) * self._rate)
