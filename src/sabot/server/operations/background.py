"""Background tasks of the server: restarted after a failure, counted, and part of readiness."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from sabot.server.operations.metrics import TASK_FAILURES, TASKS_FAILING

FIRST_PAUSE: Final = 1.0
"""Seconds before a failed task is started again; doubled after each further failure."""
LONGEST_PAUSE: Final = 60.0
STEADY_SECONDS: Final = 5.0
"""A task that has run for this long counts as working again."""
Sleep = Callable[[float], Awaitable[None]]
log = logging.getLogger("sabot.background")


@dataclass
class BackgroundTasks:
    """Tasks that run until the server stops. `failing` has the names of those that have failed and
    have not run steadily since; `needed` those without which the server must not be used."""

    failing: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)

    async def keep(
        self,
        name: str,
        work: Callable[[], Awaitable[None]],
        needed: bool = False,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Run `work` again and again with growing pauses, until it returns or is cancelled."""
        TASK_FAILURES.labels(name).inc(0)
        if needed:
            self.needed.add(name)
        pause = FIRST_PAUSE
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            steady = loop.call_later(STEADY_SECONDS, self._recovered, name)
            try:
                await work()
                return
            except Exception:
                if loop.time() - began >= LONGEST_PAUSE:
                    pause = FIRST_PAUSE
                self._failed(name, pause)
            finally:
                steady.cancel()
            await sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def stopped(self) -> set[str]:
        """Return the names of needed tasks that do not work."""
        return self.failing & self.needed

    def _failed(self, name: str, pause: float) -> None:
        log.exception("a background task failed", extra={"task": name, "again_in": pause})
        TASK_FAILURES.labels(name).inc()
        self.failing.add(name)
        TASKS_FAILING.set(len(self.failing))

    def _recovered(self, name: str) -> None:
        self.failing.discard(name)
        TASKS_FAILING.set(len(self.failing))
