"""The disk under the casino: whether it takes what is written, and whether what lies there is the
house's own word."""

import logging
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from sabot.core.refusal import Refusal
from sabot.server.operations.metrics import BROKEN, REFUSED_ROWS
from sabot.store import Store
from sabot.store.trust.verified_reader import RowReport

LEAST_FREE: Final = 16 * 2**20
"""Bytes that must be free where a store's file lies."""
PROBED_EVERY: Final = 2.0
Work = Callable[[Callable[[], Refusal | None]], Awaitable[Refusal | None]]

log = logging.getLogger("sabot.disk")


class Disk:
    """The store's, asked every two seconds at most."""

    def __init__(self, store: Store, work: Work) -> None:
        self._store = store
        self._work = work
        self._asked = float("-inf")
        self._said: Refusal | None = None
        store.on_report.append(self._tell)

    async def check(self) -> None:
        """Refuse if what is told now could not be kept, or what is kept cannot be believed."""
        if time.monotonic() - self._asked >= PROBED_EVERY:
            self._asked = time.monotonic()
            self._said = await self._work(self._probe)
        for refused in (self._said, *self._store.corrupt.values()):
            if refused is not None:
                raise refused

    def _probe(self) -> Refusal | None:
        try:
            self._store.check_writable()
        except Refusal as refused:
            return Refusal("store-unavailable", None, refused.message)
        path = self._store.path
        if path is not None and shutil.disk_usage(Path(path).resolve().parent).free < LEAST_FREE:
            return Refusal("store-unavailable", None, "The disk of the store is full.")
        return None

    def _tell(self, report: RowReport) -> None:
        """The log and the monitor hear of every row that is not believed."""
        REFUSED_ROWS.labels(report.table).inc()
        BROKEN.set(len(self._store.corrupt))
        said = {"table": report.table, "about": report.about, "why": report.message}
        log.error("a row of the store was not believed", extra=said)
