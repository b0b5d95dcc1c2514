"""Transactions of the writer, the jobs that fill them, and how callers receive the outcome."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Any

from sabot.core.refusal import Refusal
from sabot.store.backends.database import TransactionWork
from sabot.store.expiring_rows import Key, Swap, swapped
from sabot.store.log.batch import Stored, StreamPages
from sabot.store.log.lines import EventOrder, Head, hash_in
from sabot.store.sequencer import ArrivedEvent, signed_arrival
from sabot.store.trust.keys import Keyring
from sabot.store.trust.signed_head import NOTHING, WHOLE, SignedHead, kept_digest
from sabot.store.trust.verified_reader import sign_row


class Transaction:
    """Everything that one database transaction will write, prepared in memory before the first
    write. `order` is that of all events; None where a sequencer makes it, and events have no
    position yet."""

    def __init__(
        self,
        keys: Keyring,
        order: EventOrder | None,
        signed_heads: Mapping[str, SignedHead],
        expiring: Mapping[Key, bytes] | None = None,
        corrupt: Mapping[str, Refusal] | None = None,
    ) -> None:
        self.keys = keys
        self.position = 0 if order is None else order.events
        self.work = TransactionWork.none()
        self._order = order
        self._known = signed_heads
        self._rows = dict(expiring or {})
        self._corrupt = corrupt or {}
        self._moved: dict[str, Head] = {}

    def head(self, stream: str) -> Head:
        """Return the head of a stream after all that this transaction has appended so far."""
        for each in (stream, WHOLE) if self._corrupt else ():
            if each in self._corrupt:
                raise self._corrupt[each]
        moved = self._moved.get(stream)
        return self._known.get(stream, NOTHING).head if moved is None else moved

    def put(self, pages: Sequence[StreamPages]) -> list[Stored]:
        """Append all pages, or reject them and leave the transaction unchanged."""
        rows, start, passed = self.work.rows, len(self.work.rows), []
        stored: list[Stored] = []
        try:
            for each in pages:
                head = self.head(each.stream)
                passed.append((each.stream, self._moved.get(each.stream)))
                lines, head = each.after(head)
                self._moved[each.stream] = head
                for seq, line in enumerate(lines, each.expect + 1):
                    self.position += self._order is not None
                    rows.append((self.position, each.stream, seq, line))
                    stored.append(Stored(each.stream, seq, self.position, line))
            self.swap(swap for each in pages for swap in each.swaps)
        except Exception:
            self.position -= len(rows) - start if self._order is not None else 0
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
        """Swap all rows, or reject and leave the transaction unchanged."""
        for key, laid in swapped(swaps, self._rows).items():
            if laid.data is None:
                self.work.passing[key] = laid
                self._rows.pop(key, None)
            else:
                self.work.passing[key] = sign_row(self.keys, key, laid.data, laid.until)
                self._rows[key] = laid.data

    def sign(self) -> tuple[dict[str, SignedHead], EventOrder | None]:
        """Sign the new heads of the streams that moved, and the order of all events, or for its
        sequencer the list of them."""
        kept: dict[str, dict[str, bytes]] = {}
        for (stream, name), sealed in self.work.seals.items():
            own = kept.setdefault(stream, dict(self._known.get(stream, NOTHING).kept))
            own.pop(name, None)
            if sealed is not None:
                own[name] = kept_digest(sealed)
        signed_heads, order = dict[str, SignedHead](), self._order
        for stream in ({**self._moved, **kept}).keys() - self.work.heads.keys():
            before = self._known.get(stream, NOTHING)
            signed_head = SignedHead(
                self._moved.get(stream, before.head), kept.get(stream, before.kept)
            )
            signed_heads[stream] = signed_head
            self.work.heads[stream] = signed_head.signed(self.keys, stream)
        if order is None:
            arrived = [
                ArrivedEvent(stream, seq, hash_in(line)) for _, stream, seq, line in self.work.rows
            ]
            if arrived:
                self.work.arrivals.append(signed_arrival(self.keys, arrived))
            return signed_heads, None
        for _, _, _, line in self.work.rows:
            order = order.then(hash_in(line))
        if self.work.rows:
            self.work.heads[WHOLE] = SignedHead(Head(*order)).signed(self.keys, WHOLE)
        return signed_heads, order


class Job:
    """A write, and a caller that waits for its outcome."""

    __slots__ = ("_told", "alone", "draft", "excludes", "keys", "outcome", "size", "streams")

    def __init__(
        self,
        draft: Callable[[Transaction], Any],
        streams: Sequence[str] = (),
        size: int = 0,
        keys: Sequence[Key] = (),
        alone: bool = False,
        excludes: bool = False,
    ) -> None:
        """`alone`: in a transaction of its own; `excludes`: and with no other writer beside it."""
        self.draft = draft
        self.streams = streams
        self.size = size
        self.keys = keys
        self.alone = alone or excludes
        self.excludes = excludes
        self.outcome: Any = None
        self._told = Lock()
        self._told.acquire()

    def wanted(self) -> bool:
        """Return True while a caller still waits for the outcome."""
        return True

    def tell(self, outcome: Any) -> None:
        """Wake the caller."""
        self.outcome = outcome
        self._told.release()

    def wait(self) -> Any:
        """Wait for the outcome and return it, or raise it if it is an exception. Call once."""
        self._told.acquire()
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        return self.outcome


class Promise(Job):
    """A job whose caller does not wait but holds a future."""

    __slots__ = ("future",)

    def __init__(
        self,
        draft: Callable[[Transaction], Any],
        streams: Sequence[str] = (),
        size: int = 0,
        keys: Sequence[Key] = (),
    ) -> None:
        super().__init__(draft, streams, size, keys)
        self.future: Future[Any] = Future()

    def wanted(self) -> bool:
        """Return True unless the future was cancelled; from then on it cannot be."""
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
        draft: Callable[[Transaction], Any],
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
    """Deliver all outcomes. Each event loop is woken once for all its callers."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Job, Any]]] = {}
    for job, outcome in zip(group, outcomes, strict=True):
        if isinstance(job, Pledge):
            loops.setdefault(job.loop, []).append((job, outcome))
        else:
            job.tell(outcome)
    for loop, told in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: no task waits
            loop.call_soon_threadsafe(_tell_here, told)


def _tell_here(told: list[tuple[Job, Any]]) -> None:
    for job, outcome in told:
        job.tell(outcome)
