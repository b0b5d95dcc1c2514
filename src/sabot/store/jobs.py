"""What the writer is given to do, and how those who wait hear of it."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Any

from sabot.refusal import Refusal
from sabot.store.batch import Pages, Stored
from sabot.store.database import Work
from sabot.store.keys import Keyring
from sabot.store.lines import Head, Order, hash_in
from sabot.store.passing import Key, Swap, swapped
from sabot.store.sound import signed_passing
from sabot.store.standing import NOTHING, WHOLE, Standing, kept_digest


class Desk:
    """What a transaction is going to write, drawn up before anything is written."""

    def __init__(
        self,
        keys: Keyring,
        order: Order,
        standings: Mapping[str, Standing],
        passing: Mapping[Key, bytes] | None = None,
        condemned: Mapping[str, Refusal] | None = None,
    ) -> None:
        self.keys = keys
        self.position = order.events
        self.work = Work.none()
        self._order = order
        self._known = standings
        self._passing = dict(passing or {})
        self._condemned = condemned or {}
        self._moved: dict[str, Head] = {}

    def head(self, stream: str) -> Head:
        """Where the stream stands after all that lies on the desk."""
        for each in (stream, WHOLE) if self._condemned else ():
            if each in self._condemned:
                raise self._condemned[each]
        moved = self._moved.get(stream)
        return self._known.get(stream, NOTHING).head if moved is None else moved

    def put(self, pages: Sequence[Pages]) -> list[Stored]:
        """Append them all, or refuse and leave the desk as it was."""
        rows, start, passed = self.work.rows, len(self.work.rows), []
        stored: list[Stored] = []
        try:
            for each in pages:
                head = self.head(each.stream)
                passed.append((each.stream, self._moved.get(each.stream)))
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
            for stream, moved in reversed(passed):
                if moved is None:
                    self._moved.pop(stream, None)
                else:
                    self._moved[stream] = moved
            raise
        for each in pages:
            if each.once is not None:
                self.work.once.append((each.once, each.expect + 1))
            for name, data in each.seal.items():
                place = each.stream, name
                self.work.seals[place] = None if data is None else self._sealed(place, data)
        return stored

    def _sealed(self, place: tuple[str, str], data: bytes) -> bytes:
        return self.keys.seal(data, *(each.encode() for each in place))

    def swap(self, swaps: Iterable[Swap]) -> None:
        """Swap them all, or refuse and leave the desk as it was."""
        for key, laid in swapped(swaps, self._passing).items():
            if laid.data is None:
                self.work.passing[key] = laid
                self._passing.pop(key, None)
            else:
                self.work.passing[key] = signed_passing(self.keys, key, laid.data, laid.until)
                self._passing[key] = laid.data

    def sign(self) -> tuple[dict[str, Standing], Order]:
        """Sign where everything stands after this work: the streams that have moved, and the order
        of all events."""
        kept: dict[str, dict[str, bytes]] = {}
        for (stream, name), sealed in self.work.seals.items():
            own = kept.setdefault(stream, dict(self._known.get(stream, NOTHING).kept))
            own.pop(name, None)
            if sealed is not None:
                own[name] = kept_digest(sealed)
        standings, order = dict[str, Standing](), self._order
        for stream in ({**self._moved, **kept}).keys() - self.work.heads.keys():
            before = self._known.get(stream, NOTHING)
            standing = Standing(self._moved.get(stream, before.head), kept.get(stream, before.kept))
            standings[stream] = standing
            self.work.heads[stream] = standing.signed(self.keys, stream)
        for _, _, _, line in self.work.rows:
            order = order.then(hash_in(line))
        if self.work.rows:
            self.work.heads[WHOLE] = Standing(Head(*order)).signed(self.keys, WHOLE)
        return standings, order


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
