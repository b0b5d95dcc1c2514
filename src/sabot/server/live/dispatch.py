"""Queue commands for the floor; commands that wait at the same time share one fsync."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from sabot.core.refusal import Refusal
from sabot.engine.streams import Command
from sabot.floor import Answer, Floor

TOGETHER: Final = 200
"""So many commands at most are decided at once."""
WAITING: Final = 5_000
"""Most commands in the queue; more are rejected at once, since a later answer would be useless."""
log = logging.getLogger("sabot.dispatch")


class Dispatch:
    """A thread that decides commands, so that the event loop never waits for a disk. `decided` is
    called after each batch, before its senders are answered."""

    def __init__(self, floor: Floor, decided: Callable[[], None]) -> None:
        self._floor = floor
        self._decided = decided
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="dispatch")
        self._waiting: deque[tuple[str, Command, asyncio.Future[Answer]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    async def do(self, name: str, command: Command) -> Answer:
        """The table's answer, once it is durable. Refusals are those of the floor and the store."""
        if self._stopping:
            raise Refusal("stopping", None, "The server is stopping: try again in a moment.")
        if len(self._waiting) >= WAITING:
            raise Refusal("busy", None, "Too many commands are waiting: try again.")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((name, command, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        # A caller who goes away does not take the command back: it may be decided already.
        return await asyncio.shield(future)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(TOGETHER, len(self._waiting)))]
            asked = [(name, command) for name, command, _ in batch]
            outcomes = await loop.run_in_executor(self._thread, self._decide, asked)
            try:
                self._decided()
            except Exception:  # it is durable all the same: nobody waits in vain for an answer
                log.exception("what was decided could not be passed on")
            for (_, _, future), outcome in zip(batch, outcomes, strict=True):
                if isinstance(outcome, Answer):
                    future.set_result(outcome)
                else:
                    future.set_exception(outcome)
                    future.exception()  # seen, even if the caller has gone away

    def _decide(self, asked: list[tuple[str, Command]]) -> list[Answer | BaseException]:
        if len(asked) > 1:
            try:
                return list(self._floor.do_each(asked))
            except Exception as wrong:
                # One of them cannot be done. What is done already is answered again by its id.
                if not isinstance(wrong, Refusal):
                    log.exception("commands could not be decided together")
        return [self._one(name, command) for name, command in asked]

    def _one(self, name: str, command: Command) -> Answer | BaseException:
        try:
            return self._floor.do(name, command)
        except StopIteration as wrong:  # a future takes any exception but this one
            error = RuntimeError("the command could not be decided")
            error.__cause__ = wrong
            return error
        except Exception as wrong:
            return wrong

    async def stop(self) -> None:
        """Take no more, finish what waits."""
        self._stopping = True
        if self._task is not None:
            await self._task
        self._thread.shutdown()
