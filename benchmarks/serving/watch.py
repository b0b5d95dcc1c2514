"""Resources of servers and their database while a crowd plays, and of the disk meanwhile."""

import asyncio
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.serving.houses import Server, cpu_seconds, megabytes

LINE: Final = b"a line of no account, of about the length of a bet that somebody makes at a table"
SYNC_SECONDS: Final = 0.25
SUM_TO: Final = 20_000


def fixed_sum() -> float:
    """The milliseconds of CPU that the same small piece of work takes just now: a machine shared
    with others is not always as fast."""
    began = time.thread_time()
    sum(number & 7 for number in range(SUM_TO))
    return 1000 * (time.thread_time() - began)


class Watch:
    """Resources of the servers, read now and then; `database` says what theirs has used."""

    def __init__(self, servers: list[Server], database: Callable[[], float] | None = None) -> None:
        self._servers = servers
        self._database = database
        self._began = time.monotonic()
        self._cpu, self._beside = self._used()
        self._pids = [server.pid for server in servers]
        self._own = time.process_time()
        self.memory: list[tuple[float, float]] = []
        self.synced: list[float] = []
        """Time of the disk for a line, now and then."""
        self._sums: list[float] = []
        self.outage: tuple[float, float] | None = None
        """From when to when there was no server."""

    def _used(self) -> tuple[float, float]:
        beside = 0.0 if self._database is None else self._database()
        return sum(cpu_seconds(server.pid) for server in self._servers), beside

    async def sync(self, folder: Path) -> None:
        """Measure the disk alone in the same minute: other processes may use it."""
        loop = asyncio.get_running_loop()
        with (folder / "bare").open("ab", buffering=0) as file:
            while True:
                began = time.perf_counter()
                file.write(LINE)
                await loop.run_in_executor(None, os.fdatasync, file.fileno())
                self.synced.append(time.perf_counter() - began)
                self._sums.append(fixed_sum())
                await asyncio.sleep(SYNC_SECONDS)

    @property
    def pace(self) -> float:
        """Usual time of that small piece of work here."""
        return statistics.median(self._sums)

    async def read(self, seconds: float) -> None:
        while True:
            minutes = (time.monotonic() - self._began) / 60
            self.memory.append((minutes, sum(megabytes(each.pid) for each in self._servers)))
            await asyncio.sleep(seconds)

    def told(self, bets: int) -> tuple[str, float | None]:
        """A sentence, and the milliseconds of CPU that a bet cost the servers; None if they were
        killed meanwhile, and what they had used with them."""
        passed = time.monotonic() - self._began
        crowd = (time.process_time() - self._own) / passed
        if self._pids != [server.pid for server in self._servers]:
            return f"{crowd:.0%} of a core for the crowd", None
        cpu, beside = self._used()
        used, beside = cpu - self._cpu, beside - self._beside
        each = 1000 * used / max(1, bets)
        database = f" (and {1000 * beside / max(1, bets):.2f} of the database)" if beside else ""
        return (
            f"{used / passed:.0%} of a core for the server, {crowd:.0%} for the crowd; "
            f"{each:.2f} ms of CPU a bet{database}, with all that is dealt and told; "
            f"{self.pace:.2f} for a fixed sum"
        ), each
