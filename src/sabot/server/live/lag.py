"""Track tables that other processes have moved while no viewer here watched them.

A server that shares a store need not follow the others card by card. A table without viewers is
read when it is asked for, many events at a time. A table that lags far behind leaves memory, and is
loaded from its newest snapshot, as at the start of the server.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

from sabot.core.refusal import Refusal
from sabot.engine.live import SNAPSHOT_EVERY
from sabot.floor import Floor
from sabot.floor.kinds import TABLES
from sabot.server.live.load_failures import CODES, ClosedStreams

FRESH_SECONDS: Final = 1.0
"""Views are no older than this."""
RESTING_SECONDS: Final = 5.0
"""Interval of reading tables without viewers, while the list of all tables is asked for, so that
the next request waits for few events."""
LATELY_SECONDS: Final = 60.0
EVERYTHING: Final = 2**53
"""Position of a table that has moved to an unknown event."""
log = logging.getLogger("sabot.behind")


class Behind:
    """Their names, each with the event up to which it has moved. `work` runs something slow in
    another thread, `pass_on` tells what was read, `renew` takes a table up anew, `shown` is the
    event up to which it is known here, and `shut` stops following one that cannot be read."""

    def __init__(
        self,
        floor: Floor,
        work: Callable[[Callable[[], Any]], Awaitable[Any]],
        pass_on: Callable[[], None],
        renew: Callable[[str], Awaitable[None]],
        shown: Callable[[str], int],
        closed: ClosedStreams,
        shut: Callable[[str], None],
    ) -> None:
        self._floor = floor
        self._work = work
        self._pass_on = pass_on
        self._renew = renew
        self._shown = shown
        self._closed = closed
        self._shut = shut
        self._names: dict[str, int] = {}
        self._down: dict[str, int] = {}
        self._read_at = self._asked_at = -LATELY_SECONDS
        self._turn = asyncio.Lock()

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def note(self, name: str, seq: int) -> None:
        """Another process has moved it, up to that event."""
        self._names[name] = seq

    async def read(self, names: Iterable[str]) -> None:
        """Read on at those of these tables that lag. Concurrent callers wait, and get what was
        read."""
        async with self._turn:
            await self._read(names)

    async def _read(self, names: Iterable[str]) -> None:
        wanted = {name: self._names.pop(name) for name in names if name in self._names}
        if not wanted:
            return
        for name in wanted:
            self._down.pop(name, None)
        try:
            far, unread = await self._work(lambda: self._catch_up(wanted))
            self._pass_on()
            for name in unread:
                self._shut(name)
            for name in far:
                await self._renew(name)
        except Refusal as refused:  # the store is away, or that log is not sound
            log.warning("tables are shown as they were", extra={"why": refused.message})
            self._names = wanted | self._names

    async def read_all(self) -> None:
        """Read on at all tables for a list of them, unless that was done a moment ago."""
        self._asked_at = time.monotonic()
        await self._read_all(FRESH_SECONDS)

    async def keep_up(self, looked_at: bool) -> None:
        """Read on at all of them if that is due; `looked_at` if a viewer sees them now."""
        if looked_at:
            await self._read_all(FRESH_SECONDS)
        elif time.monotonic() - self._asked_at < LATELY_SECONDS:
            await self._read_all(RESTING_SECONDS)
        else:
            await self._put_down()

    async def _put_down(self) -> None:
        """Drop tables that lag far behind, so that their next reader loads a snapshot instead of
        all those events."""
        far = {
            name: seq
            for name, seq in self._names.items()
            if self._known(name) + SNAPSHOT_EVERY < seq < EVERYTHING
        }
        if far:
            self._down |= far
            await self._work(lambda: self._floor.put_down(TABLES, far))

    def _known(self, name: str) -> int:
        """Up to which event it may be in memory."""
        return max(self._shown(name), self._down.get(name, 0))

    async def _read_all(self, within: float) -> None:
        async with self._turn:
            if self._names and time.monotonic() - self._read_at >= within:
                self._read_at = time.monotonic()
                await self._read([*self._names])

    def _catch_up(self, wanted: Mapping[str, int]) -> tuple[list[str], list[str]]:
        """Read on; the names of those that are too far behind for that, and of those whose log
        cannot be read."""
        far, unread = list[str](), list[str]()
        for name, seq in wanted.items():
            if self._is_far(name, seq):
                far.append(name)
                continue
            try:
                self._closed.load(TABLES.stream(name), self._floor.catch_up, TABLES, name)
            except Refusal as refused:
                if refused.code not in CODES:
                    raise
                unread.append(name)
        return far, unread

    def _is_far(self, name: str, seq: int) -> bool:
        here = self._shown(name)
        if seq - here <= SNAPSHOT_EVERY:
            return False
        return self._floor.store.head(TABLES.stream(name)).seq - here > SNAPSHOT_EVERY
