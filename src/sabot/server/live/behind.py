"""Tables that other processes have moved while nobody here looked at them.

Whoever shares a store with others need not follow them card by card: what nobody sees is read on
now and then, many events at a time, and at once when somebody asks for that table.
"""

import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from sabot.floor import Floor
from sabot.kinds import TABLES
from sabot.refusal import Refusal

FRESH_SECONDS: Final = 1.0
"""Nobody is shown anything older."""
RESTING_SECONDS: Final = 5.0
"""So long a table is left alone that nobody asks for."""
log = logging.getLogger("sabot.behind")


class Behind:
    """Their names. `work` runs something slow in another thread, `pass_on` tells what was read."""

    def __init__(
        self,
        floor: Floor,
        work: Callable[[Callable[[], None]], Awaitable[None]],
        pass_on: Callable[[], None],
    ) -> None:
        self._floor = floor
        self._work = work
        self._pass_on = pass_on
        self._names: set[str] = set()
        self._read_at = 0.0

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def note(self, name: str) -> None:
        """Another process has moved it."""
        self._names.add(name)

    async def read(self, names: Iterable[str]) -> None:
        """Read on at those of these tables that are behind."""
        wanted = self._names.intersection(names)
        if not wanted:
            return
        self._names -= wanted
        try:
            await self._work(lambda: self._catch_up(wanted))
        except Refusal as refused:  # the store is away, or that log is not sound
            log.warning("tables are shown as they were", extra={"why": refused.message})
            self._names |= wanted
        self._pass_on()

    async def read_all(self, within: float = FRESH_SECONDS) -> None:
        """Read on at all of them, unless that was done so many seconds ago."""
        if self._names and time.monotonic() - self._read_at >= within:
            self._read_at = time.monotonic()
            await self.read(frozenset(self._names))

    def _catch_up(self, names: Iterable[str]) -> Any:
        for name in names:
            self._floor.catch_up(TABLES, name)
