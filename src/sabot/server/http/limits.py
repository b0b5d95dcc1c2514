"""How often one caller may ask: a bucket that fills at a steady rate."""

import time
from typing import Final

from sabot.refusal import Refusal

REMEMBERED: Final = 20_000


class Rate:
    """`rate` requests a second for each caller, and `burst` at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> None:
        """One request more; a Refusal if that is too many."""
        now = time.monotonic()
        level, at = self._buckets.pop(caller, (float(self._burst), now))
        level = min(self._burst, level + (now - at) * self._rate)
        if len(self._buckets) >= REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        self._buckets[caller] = (max(level - 1, 0.0) if level >= 1 else level, now)
        if level < 1:
            raise Refusal("too-many", None, "Too many requests: wait a moment and try again.")
