"""Viewers over sockets in one thread: a storm of reconnections, and viewers who never read."""

import asyncio
import threading
import time
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from server.harness import TABLES

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 8.0
"""Pauses before a viewer connects again, doubled each time, as the page does it."""


@dataclass
class Viewers:
    """Sockets at all tables through the balancer. `reading`: they read all that they are told;
    otherwise they read nothing after the first message."""

    url: str
    tokens: list[str]
    number: int
    reading: bool = True
    connected: int = 0
    lost: int = 0
    """Sockets that were closed before the end."""
    least: int = 0
    """The smallest number of connected viewers since `watch` was called."""
    back_after: float = 0.0
    """Seconds from the first lost socket until all were connected again."""
    _lost_at: float | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Connect all of them."""
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()
        ends = time.monotonic() + 60
        while self.connected < self.number:
            assert time.monotonic() < ends, f"{self.connected} of {self.number} connected"
            time.sleep(0.05)
        self.lost, self.least, self._lost_at = 0, self.number, None

    def stop(self) -> None:
        assert self._thread is not None
        self._stop.set()
        self._thread.join()

    async def _run(self) -> None:
        tables = [*TABLES.values()]
        views = [
            asyncio.create_task(self._view(tables[each % len(tables)], each))
            for each in range(self.number)
        ]
        while not self._stop.is_set():
            await asyncio.sleep(0.1)
        for view in views:
            view.cancel()
        await asyncio.gather(*views, return_exceptions=True)

    async def _view(self, table: str, number: int) -> None:
        """Stay connected to a table; connect again after a growing pause."""
        await asyncio.sleep(number * 0.01)
        wait = FIRST_WAIT
        token = self.tokens[number % len(self.tokens)]
        headers = {"authorization": f"Bearer {token}"}
        url = f"ws://casino.example/api/tables/{table}/live"
        where = urlsplit(self.url)
        while True:
            try:
                async with connect(
                    url, additional_headers=headers, max_queue=1,
                    host=where.hostname, port=where.port,
                ) as socket:  # fmt: skip
                    await asyncio.wait_for(socket.recv(), 10)
                    wait = FIRST_WAIT
                    self._came()
                    try:
                        await self._stay(socket)
                    finally:
                        self._left()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(wait * (0.75 + number % 50 / 100))
                wait = min(LONGEST_WAIT, wait * 2)

    async def _stay(self, socket: ClientConnection) -> None:
        if self.reading:
            async for _ in socket:
                pass
        else:
            await socket.wait_closed()

    def _came(self) -> None:
        self.connected += 1
        if self.connected == self.number and self._lost_at is not None:
            self.back_after = time.monotonic() - self._lost_at

    def _left(self) -> None:
        self.connected -= 1
        if self._stop.is_set():
            return
        self.lost += 1
        self.least = min(self.least, self.connected)
        if self._lost_at is None:
            self._lost_at = time.monotonic()
