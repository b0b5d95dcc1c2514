"""What the writer is given to do, and how those who wait hear of it."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Any

from sabot.store.batch import Pages, Stored
from sabot.store.database import Work
from sabot.store.lines import START, Head
from sabot.store.passing import Key, Swap, swapped


class Desk:
    """What a transaction is going to write, drawn up before anything is written."""

    def __init__(
        self, position: int, heads: dict[str, Head], passing: Mapping[Key, bytes] | None = None
    ) -> None:
        self.position = position
        self.work = Work([], {}, {}, [], [], {}, [], [])
        self._known = heads
        self._passing = dict(passing or {})
        self._moved: dict[str, Head] = {}

    def head(self, stream: str) -> Head:
        """Where the stream stands after all that lies on the desk."""
        return self._moved.get(stream) or self._known.get(stream, START)

    def put(self, pages: Sequence[Pages]) -> list[Stored]:
        """Append them all, or refuse and leave the desk as it was."""
        rows, start, passed = self.work.rows, len(self.work.rows), []
        stored: list[Stored] = []
        try:
            for each in pages:
                head = self.head(each.stream)
                passed.append((each.stream, head))
                lines, head = each.after(head)
                self._moved[each.stream] = head
                for seq, line in enumerate(lines, each.expect + 1):
                    self.position += 1
                    rows.append((self.position, each.stream, seq, line))
                    stored.append(Stored(each.stream, seq, self.position, line))
            self.swap(swap for each in pages for swap in each.swaps)
        except Exception:
            self.position -= len(rows) - start
            del rows[start:]
            self._moved.update(reversed(passed))
            raise
        for each in pages:
            if each.once is not None:
                self.work.once.append((each.once, each.expect + 1))
            for name, data in each.seal.items():
                self.work.seals[each.stream, name] = data
        return stored

    def swap(self, swaps: Iterable[Swap]) -> None:
        """Swap them all, or refuse and leave the desk as it was."""
        for key, laid in swapped(swaps, self._passing).items():
            self.work.passing[key] = laid
            if laid.data is None:
                self._passing.pop(key, None)
            else:
                self._passing[key] = laid.data

    def settle(self) -> dict[str, Head]:
        """The heads that have moved, once the work is done."""
        return self._moved


class Job:
    """Something to write, and a caller who waits to hear how it went."""

    __slots__ = ("_told", "alone", "draft", "keys", "outcome", "size", "streams")

    def __init__(
        self,
        draft: Callable[[Desk], Any],
        streams: Sequence[str] = (),
        size: int = 0,
        keys: Sequence[Key] = (),
        alone: bool = False,
    ) -> None:
        self.draft = draft
        self.streams = streams
        self.size = size
        self.keys = keys
        self.alone = alone
        self.outcome: Any = None
        self._told = Lock()
        self._told.acquire()

    def wanted(self) -> bool:
        """Whether somebody still waits for it."""
        return True

    def tell(self, outcome: Any) -> None:
        """Wake the caller."""
        self.outcome = outcome
        self._told.release()

    def wait(self) -> Any:
        """What came of it, once; an exception is raised."""
        self._told.acquire()
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        return self.outcome


class Promise(Job):
    """A job whose caller does not wait but holds a future."""

    __slots__ = ("future",)

    def __init__(
        self,
        draft: Callable[[Desk], Any],
        streams: Sequence[str] = (),
        size: int = 0,
        keys: Sequence[Key] = (),
    ) -> None:
        super().__init__(draft, streams, size, keys)
        self.future: Future[Any] = Future()

    def wanted(self) -> bool:
        """Whether the future has not been cancelled; from now on it cannot be."""
        return self.future.set_running_or_notify_cancel()

    def tell(self, outcome: Any) -> None:
        """Fulfil the future."""
        if isinstance(outcome, BaseException):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


class Pledge(Job):
    """A job whose caller awaits it in an event loop."""

    __slots__ = ("future", "loop")

    def __init__(
        self,
        draft: Callable[[Desk], Any],
        streams: Sequence[str] = (),
        size: int = 0,
        keys: Sequence[Key] = (),
    ) -> None:
        super().__init__(draft, streams, size, keys)
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()

    def tell(self, outcome: Any) -> None:
        """Fulfil the future, in its loop."""
        if self.future.done():
            return
        if isinstance(outcome, BaseException):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


def tell(group: list[Job], outcomes: list[Any]) -> None:
    """Tell everybody; an event loop is woken once for all who wait there."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Job, Any]]] = {}
    for job, outcome in zip(group, outcomes, strict=True):
        if isinstance(job, Pledge):
            loops.setdefault(job.loop, []).append((job, outcome))
        else:
            job.tell(outcome)
    for loop, told in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed and nobody waits
            loop.call_soon_threadsafe(_tell_here, told)


def _tell_here(told: list[tuple[Job, Any]]) -> None:
    for job, outcome in told:
        job.tell(outcome)
