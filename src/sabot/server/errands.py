"""Long work in a process of its own, so that the tables never wait for it.

An errand is one order in and lines of JSON out. It is over when it has said all, when whoever
asked hangs up, or when the server stops: its process ends with it.
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

from sabot.refusal import Refusal

MOST: Final = 2
MOST_EACH: Final = 1
LONGEST: Final = 900.0
"""Seconds after which an errand is broken off."""
LONGEST_LINE: Final = 2**20
PROGRAM: Final = (sys.executable, "-P", "-m", "sabot.server.runner")


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Why an errand cannot be done, or cannot go on."""

    code: str
    clause: str | None
    message: str


BROKEN_OFF: Final = Refused("broken-off", None, "This broke off before it was done: try again.")


class Errand:
    """The lines of one errand as they come; the last is `done` or says why it is not. It ends when
    nobody reads it any more, too."""

    def __init__(self, process: Process, release: Callable[[], object]) -> None:
        self._process = process
        self._until = time.monotonic() + LONGEST
        self._waiting: list[bytes] = []
        self._over = False
        self.end = weakref.finalize(self, _end, process, release)

    async def start(self, order: msgspec.Struct) -> None:
        """Hand in the order and wait for the first line; a Refusal if that is one."""
        assert self._process.stdin is not None
        with suppress(ConnectionError):
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")
            await self._process.stdin.drain()
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
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(max(0.0, self._until - time.monotonic())):
                line = await self._process.stdout.readline()
        except (TimeoutError, ValueError):
            line = b""
        return line if line.endswith(b"\n") else msgspec.json.encode(BROKEN_OFF) + b"\n"


def _kind(line: bytes) -> dict[str, Any]:
    return msgspec.json.decode(line, type=dict[str, Any])


def _end(process: Process, release: Callable[[], object]) -> None:
    """Nothing of the errand goes on, and somebody else may have its place."""
    release()
    with suppress(ProcessLookupError):
        process.kill()


class Errands:
    """All errands of this server: one at a time for a person, and few in all."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._asked: Counter[str] = Counter()
        self._running: weakref.WeakSet[Errand] = weakref.WeakSet()

    async def begin(self, person: str, order: msgspec.Struct) -> Errand:
        """The errand, which has begun: its first line is there."""
        if self._asked[person] >= MOST_EACH:
            raise Refusal("too-many", None, "You have one running already: wait for it or stop it.")
        if self._asked.total() >= self._most:
            raise Refusal(
                "too-many", None, "Others are having work done here: try again in a moment."
            )
        self._asked[person] += 1
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                self._asked -= Counter([person])

        try:
            process = await asyncio.create_subprocess_exec(
                *PROGRAM, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
            )
        except BaseException as wrong:
            release()
            if isinstance(wrong, OSError):
                raise Refusal("busy", None, "No process can be started now: try again.") from None
            raise
        errand = Errand(process, release)
        self._running.add(errand)
        await errand.start(order)
        return errand

    def close(self) -> None:
        """Break off whatever runs."""
        for errand in tuple(self._running):
            errand.end()
