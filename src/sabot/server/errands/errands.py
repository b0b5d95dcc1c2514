"""Long work in a process of its own, so that the tables never wait for it.

An errand takes one order and returns lines of JSON. It ends after its last line, when the caller
hangs up, or when the server stops; its process ends with it.
"""

import asyncio
import sys
import time
import weakref
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Self

import msgspec

from sabot.core.refusal import Refusal

MOST: Final = 2
MOST_EACH: Final = 1
LONGEST: Final = 900.0
"""Seconds after which an errand is broken off."""
LONGEST_LINE: Final = 2**20
PROGRAM: Final = (sys.executable, "-P", "-m", "sabot.server.errands.runner")


class RefusedErrand(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Reason for which an errand cannot be done, or cannot go on."""

    code: str
    clause: str | None
    message: str


BROKEN_OFF: Final = RefusedErrand(
    "broken-off", None, "This broke off before it was done: try again."
)


class Errand:
    """The lines of one errand; the last is `done` or the reason why not. It also ends when it is no
    longer read."""

    def __init__(self, process: Process, ended: Callable[[], object]) -> None:
        self.process = process
        self._until = time.monotonic() + LONGEST
        self._waiting: list[bytes] = []
        self._over = False
        self.end = weakref.finalize(self, ended)

    async def start(self, order: msgspec.Struct) -> None:
        """Send the order and wait for the first line; raise its Refusal if it is one."""
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            self.process.stdin.write(msgspec.json.encode(order) + b"\n")
            await self.process.stdin.drain()
        first = await self.__anext__()
        kind = _kind(first)
        if kind["type"] == "refused":
            self.end()
            raise Refusal(str(kind["code"]), kind["clause"], str(kind["message"]))
        self._waiting.append(first)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        if self._waiting:
            return self._waiting.pop()
        if self._over:
            raise StopAsyncIteration
        try:
            line = await self._line()
        except BaseException:
            self.end()
            raise
        if _kind(line)["type"] in ("done", "refused"):
            self._over = True
            self.end()
        return line

    async def _line(self) -> bytes:
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(max(0.0, self._until - time.monotonic())):
                line = await self.process.stdout.readline()
        except (TimeoutError, ValueError):
            line = b""
        return line if line.endswith(b"\n") else msgspec.json.encode(BROKEN_OFF) + b"\n"


def _kind(line: bytes) -> dict[str, Any]:
    return msgspec.json.decode(line, type=dict[str, Any])


class Errands:
    """All errands of this server: one at a time for each person, and few in all."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._asked: Counter[str] = Counter()
        self._running: weakref.WeakSet[Errand] = weakref.WeakSet()
        self._ending: set[asyncio.Task[None]] = set()

    async def begin(self, person: str, order: msgspec.Struct) -> Errand:
        """Start an errand and return it once its first line has arrived."""
        if self._asked[person] >= MOST_EACH:
            raise Refusal("too-many", None, "You have one running already: wait for it or stop it.")
        if self._asked.total() >= self._most:
            raise Refusal(
                "too-many", None, "Others are having work done here: try again in a moment."
            )
        self._asked[person] += 1
        try:
            process = await asyncio.create_subprocess_exec(
                *PROGRAM, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
            )
        except BaseException as wrong:
            self._asked -= Counter([person])
            if isinstance(wrong, OSError):
                raise Refusal("busy", None, "No process can be started now: try again.") from None
            raise
        loop = asyncio.get_running_loop()

        def ended() -> None:
            # Also called by the garbage collector, in any thread.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._ended, person, process)

        errand = Errand(process, ended)
        self._running.add(errand)
        await errand.start(order)
        return errand

    def _ended(self, person: str, process: Process) -> None:
        """Kill the process of an errand and free its place."""
        self._asked -= Counter([person])
        with suppress(ProcessLookupError):
            process.kill()
        task = asyncio.get_running_loop().create_task(_see_off(process))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all running errands and wait for their processes."""
        for errand in tuple(self._running):
            errand.end()
        await asyncio.sleep(0)
        await asyncio.gather(*self._ending)


async def _see_off(process: Process) -> None:
    """Wait for the end of a process and of its output."""
    await process.wait()
    if process.stdin is not None:
        process.stdin.close()
    if process.stdout is not None:
        with suppress(RuntimeError):  # it is being read: the reader sees the end too
            await process.stdout.read()
