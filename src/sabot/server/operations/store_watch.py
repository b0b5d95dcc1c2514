"""Watch the store: does it answer, does it take a write, has its disk room, is its log sound."""

import asyncio
import logging
import shutil
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from sabot.core.refusal import Refusal
from sabot.server.operations.metrics import (
    BROKEN,
    LOOP_LAG,
    REFUSED_ROWS,
    STORE_AWAY,
    STORE_SECONDS,
)
from sabot.store import Store
from sabot.store.trust.verified_reader import RowReport

LEAST_FREE: Final = 16 * 2**20
"""Bytes that must be free where a store's file lies."""
PROBED_EVERY: Final = 1.0
PATIENCE: Final = 0.8
"""Seconds that a probe may take before a database counts as away."""
PATIENCE_WITH_A_FILE: Final = 60.0
"""The same for a file on this machine, which may be slow and has no other way to be reached."""
GONE_SECONDS: Final = 3.0
"""A database that was away for this long is given up for now: requests are refused at once and
sockets are closed, so that clients go to another server."""

MAYBE_KEPT: Final = (
    "The connection to the store broke. If this was a command, check whether it was done before "
    "you send it again."
)
T = TypeVar("T")
log = logging.getLogger("sabot.store")


class StoreWatch:
    """Probes the store once a second with a throwaway write in a thread of its own.

    `is_shared`: other servers use the store too, so that clients are sent to them when it cannot be
    reached from here. `gone` is called when it is given up, and each second as long as it is away.
    """

    def __init__(self, store: Store, is_shared: bool, gone: Callable[[], None]) -> None:
        self._store = store
        self.is_shared = is_shared
        self._gone = gone
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-probe")
        self._probe: asyncio.Future[Refusal | None] | None = None
        self._answered = float("-inf")
        self._away_since: float | None = None
        self._refused: Refusal | None = None
        self._given_up: asyncio.Future[None] | None = None
        store.on_report.append(self._tell)

    async def run(self) -> None:
        """Probe until cancelled."""
        while True:
            began = time.monotonic()
            if began - self._answered >= PROBED_EVERY:
                await self._look()
            if self.is_gone:
                self._give_up()
            rest = max(0.0, PROBED_EVERY - (time.monotonic() - began))
            due = time.monotonic() + rest
            await asyncio.sleep(rest)
            LOOP_LAG.observe(max(0.0, time.monotonic() - due))

    @property
    def is_gone(self) -> bool:
        """Return True if the store has been away so long that waiting for it is useless."""
        since = self._away_since
        has_gone = since is not None and time.monotonic() - since >= GONE_SECONDS
        return self.is_shared and has_gone

    def check_there(self) -> None:
        """Refuse at once while the store is given up."""
        if self.is_gone and self._refused is not None:
            raise self._refused

    async def unless_gone(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` returns; refuse when the store is given up before that. The work goes
        on meanwhile, and its outcome is then unknown to the caller."""
        if not self.is_shared:
            return await work
        task = asyncio.ensure_future(work)
        if self._given_up is None:
            self._given_up = asyncio.get_running_loop().create_future()
        either: set[asyncio.Future[Any]] = {task, self._given_up}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if task.done():
            return task.result()
        task.add_done_callback(_see)
        raise Refusal("outcome-unknown", None, MAYBE_KEPT)

    def _give_up(self) -> None:
        """Answer all requests that wait, and close the sockets."""
        if self._given_up is not None and not self._given_up.done():
            self._given_up.set_result(None)
        self._gone()

    async def check(self) -> None:
        """Refuse if a command sent now could not be kept, or if the log cannot be believed. Answers
        within `PATIENCE`, even if the database hangs."""
        if time.monotonic() - self._answered >= PROBED_EVERY:
            await self._look()
        for refused in (self._refused, *self._store.corrupt.values()):
            if refused is not None:
                raise refused

    async def _look(self) -> None:
        """Wait for a probe, but not for ever. A probe that hangs is not doubled."""
        if self._probe is None or self._probe.done():
            loop = asyncio.get_running_loop()
            self._probe = loop.run_in_executor(self._thread, self._ask)
        patience = PATIENCE if self.is_shared else PATIENCE_WITH_A_FILE
        await asyncio.wait({self._probe}, timeout=patience)
        if not self._probe.done():
            self._set(Refusal("store-unavailable", None, "The store does not answer."))
        elif not self._probe.cancelled():
            self._set(self._probe.result())
            self._answered = time.monotonic()

    def _set(self, refused: Refusal | None) -> None:
        now, self._refused = time.monotonic(), refused
        if refused is None:
            if self._away_since is not None:
                seconds = round(now - self._away_since, 1)
                log.warning("the store is back", extra={"seconds": seconds})
                self._given_up = None
            self._away_since = None
            STORE_AWAY.set(0)
            return
        if self._away_since is None:
            self._away_since = now
            log.warning("the store is away", extra={"why": refused.message})
        STORE_AWAY.set(now - self._away_since)

    def _ask(self) -> Refusal | None:
        """Write a throwaway row, and measure the disk; called in the thread of probes."""
        try:
            with STORE_SECONDS.time():
                self._store.check_writable()
        except Refusal as refused:
            return Refusal("store-unavailable", None, refused.message)
        path = self._store.path
        if path is not None and shutil.disk_usage(Path(path).resolve().parent).free < LEAST_FREE:
            return Refusal("store-unavailable", None, "The disk of the store is full.")
        return None

    def _tell(self, report: RowReport) -> None:
        """Count and log a row that failed verification."""
        REFUSED_ROWS.labels(report.table).inc()
        BROKEN.set(len(self._store.corrupt))
        said = {"table": report.table, "about": report.about, "why": report.message}
        log.error("a row of the store was not believed", extra=said)

    def close(self) -> None:
        """End the thread, without waiting for a probe that hangs."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _see(task: "asyncio.Task[Any]") -> None:
    """Retrieve the outcome of abandoned work, so that no warning is logged for it."""
    if not task.cancelled():
        task.exception()
