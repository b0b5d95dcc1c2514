"""The writer: groups waiting writes into one transaction and one fsync."""

import time
from queue import Empty, SimpleQueue
from threading import Lock, Thread, get_ident, main_thread
from typing import Any, Final

from sabot.core.refusal import Refusal
from sabot.store.backends.database import Database, OutcomeUnknown, Unavailable
from sabot.store.expiring_rows import Key
from sabot.store.log.lines import EventOrder
from sabot.store.sequencer import Sequencer
from sabot.store.transaction import Job, Transaction, tell
from sabot.store.trust.keys import Keyring
from sabot.store.trust.signed_head import (
    NOTHING,
    WHOLE,
    HeadRow,
    SignedHead,
    broken,
    check_signed_head,
    read_signed_head,
)
from sabot.store.trust.verified_reader import VerifiedReader

LARGEST_GROUP: Final = 4 * 2**20
MOST_JOBS: Final = 1000
MOST_NAMES: Final = 400
"""Streams and expiring rows of a group, about: a database has only so many locks."""
MOST_HEADS: Final = 100_000
LINGER: Final = 0.0005
"""Seconds to wait for callers who were in the group before and will be back in a moment."""
UNKNOWN: Final = EventOrder(-1)


class Writer:
    """Run jobs from any thread in order, many to a transaction.

    A caller that finds the writer idle writes in its own thread, which saves two thread switches;
    otherwise the writer's thread does it for all. The main thread never writes, since Ctrl-C would
    interrupt it.
    """

    def __init__(
        self, database: Database, reader: VerifiedReader, sequencer: Sequencer | None = None
    ) -> None:
        self._database = database
        self._reader = reader
        self._sequencer = sequencer
        self._queue: SimpleQueue[Job] = SimpleQueue()
        self._held: list[Job] = []
        self._company = 1
        self._turn = Lock()
        self._calls: SimpleQueue[None] = SimpleQueue()
        self._called = False
        self._closed = False
        self._closing = Lock()
        self._signed_heads: dict[str, SignedHead] = {}
        self._order = UNKNOWN
        self._alone = True
        """True if no other writer had written when this one last did. With other writers, it
        requests all that it needs at once."""
        self._thread = Thread(target=self._run, name="sabot-store", daemon=True)
        self._thread.start()

    def do(self, job: Job) -> Any:
        """Have a job done and wait for it."""
        alone = self._company == 1 and get_ident() != main_thread().ident
        if alone and self._turn.acquire(blocking=False):
            try:
                if not self._waits() and not self._closed:
                    self._do([job])
                    return job.wait()
            finally:
                self._turn.release()
        self.do_later(job)
        return job.wait()

    def do_later(self, job: Job) -> None:
        """Have a job done and go on meanwhile."""
        self._enqueue(job)
        self._call()

    def _call(self) -> None:
        """Have the writer's own thread look at the queue."""
        if not self._called:
            self._called = True
            self._calls.put(None)

    def _enqueue(self, job: Job) -> None:
        with self._closing:
            if self._closed:
                raise Refusal("store-closed", None, "The store is closed.")
            self._queue.put(job)

    def close(self) -> None:
        """Finish what waits, then stop."""
        with self._closing:
            self._closed = True
        self._calls.put(None)
        self._thread.join()
        with self._turn:  # a caller who writes himself has finished too
            return

    def forget(self) -> None:
        """Look up again where the streams stand."""
        with self._turn:
            self._order = UNKNOWN

    def _waits(self) -> bool:
        return bool(self._held) or not self._queue.empty()

    def _run(self) -> None:
        while not self._closed or self._waits():
            self._calls.get()
            self._called = False
            with self._turn:
                while self._waits():
                    self._do(self._next_group())

    def _next_group(self) -> list[Job]:
        """Everything that waits, up to a limit."""
        if self._company > 1:
            patience_ends = time.perf_counter() + LINGER
            while self._queue.qsize() < self._company and time.perf_counter() < patience_ends:
                time.sleep(0.00002)
        group, size = self._held, sum(job.size for job in self._held)
        self._held = []
        names = sum(_names(job) for job in group)
        while size < LARGEST_GROUP and len(group) < MOST_JOBS and names < MOST_NAMES:
            if group and group[-1].alone:
                break
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job.alone and group:
                self._held = [job]
                break
            group.append(job)
            size += job.size
            names += _names(job)
        self._company = max(1, len(group))
        return [job for job in group if job.wanted()]

    def _do(self, group: list[Job]) -> None:
        """Write the group and tell everybody; if it cannot be written as one, each alone."""
        outcomes: list[Any]
        try:
            outcomes = self._transact(group) if group else []
        except Unavailable as unavailable:
            if len(group) > 1 and not unavailable.lost:
                for job in group:
                    self._do([job])
                return
            outcomes = [unavailable.refusal() for _ in group]
        except OutcomeUnknown as unknown:
            outcomes = [unknown.refusal() for _ in group]
        except BaseException as error:
            outcomes = [error] * len(group)
        tell(group, outcomes)

    def _transact(self, group: list[Job]) -> list[Any]:
        """Run one transaction and return each job's result, or the exception that it caused."""
        try:
            transaction = self._open_transaction(group)
            outcomes = [_outcome(job, transaction) for job in group]
            signed_heads, order = transaction.sign()
            if any(transaction.work):
                self._database.finish(transaction.work)
            else:
                self._database.abandon()
        except BaseException:
            self._signed_heads.clear()
            self._order = UNKNOWN
            self._database.abandon()
            raise
        if order is not None:
            self._signed_heads.update(signed_heads)
            self._order = order
        elif transaction.work.rows and self._sequencer is not None:
            self._sequencer.committed()
        return outcomes

    def _open_beside_others(self, group: list[Job]) -> Transaction:
        """Lock the streams and rows of these jobs, and look up where the streams stand."""
        reader, keys = self._reader, self._reader.required_keys()
        streams = {stream for job in group for stream in job.streams}
        rows = {key for job in group for key in job.keys}
        begun = self._database.begin(streams, rows, any(job.excludes for job in group))
        signed_heads = dict[str, SignedHead]()
        for stream, found in begun.found.items():
            if stream == WHOLE:
                continue  # its sequencer checks it
            try:
                signed_heads[stream] = check_signed_head(keys, stream, found)
            except Refusal as refused:
                reader.mark_corrupt(refused, stream)
        found_rows = self._expiring_rows(rows) if rows else None
        return Transaction(keys, None, signed_heads, found_rows, reader.corrupt)

    def _open_transaction(self, group: list[Job]) -> Transaction:
        """Lock the log and look up where the streams stand that this writer does not know."""
        if self._sequencer is not None:
            return self._open_beside_others(group)
        reader, keys = self._reader, self._reader.required_keys()
        streams = {WHOLE, *(stream for job in group for stream in job.streams)}
        begun = self._database.begin(self._unknown(streams) if self._alone else streams)
        self._alone = begun.position == self._order.events
        if not self._alone or len(self._signed_heads) > MOST_HEADS:
            self._signed_heads.clear()
            self._order = UNKNOWN
        unknown = self._unknown(streams)
        more = unknown - begun.found.keys()
        found = {**begun.found, **self._database.heads_of(more)} if more else begun.found
        for stream in unknown:
            self._look_up(keys, stream, found[stream], begun.position)
        rows = {key for job in group for key in job.keys}
        return Transaction(
            keys,
            self._order,
            self._signed_heads,
            self._expiring_rows(rows) if rows else None,
            reader.corrupt,
        )

    def _unknown(self, streams: set[str]) -> set[str]:
        unknown = streams - self._signed_heads.keys()
        return unknown if self._order is UNKNOWN else unknown - {WHOLE}

    def _look_up(self, keys: Keyring, stream: str, found: HeadRow, position: int) -> None:
        """Read and verify the signed head of a stream. An invalid stream takes no more events; an
        invalid log takes none at all."""
        try:
            if stream == WHOLE:
                self._order = _order(keys, found, position)
            else:
                self._signed_heads[stream] = check_signed_head(keys, stream, found)
        except Refusal as refused:
            self._reader.mark_corrupt(refused, stream)
            if stream == WHOLE:
                raise

    def _expiring_rows(self, keys: set[Key]) -> dict[Key, bytes]:
        """Return the expiring rows with a valid signature."""
        found = self._database.expiring_rows_of(keys)
        opened = ((key, self._reader.opened(key, laid)) for key, laid in found.items())
        return {key: data for key, data in opened if data is not None}


def _order(keys: Keyring, found: HeadRow, position: int) -> EventOrder:
    """Return the order of all events if the log has as many as were signed."""
    signed_head = NOTHING if found.signed is None else read_signed_head(keys, WHOLE, found.signed)
    if signed_head is None:
        raise broken(WHOLE, "how many events there are was not signed by this house's key")
    if signed_head.head.seq != position:
        many = f"the house wrote {signed_head.head.seq:,} events, and there are {position:,}"
        raise broken(WHOLE, many)
    return EventOrder(*signed_head.head)


def _names(job: Job) -> int:
    return len(job.streams) + len(job.keys)


def _outcome(job: Job, transaction: Transaction) -> Any:
    try:
        return job.draft(transaction)
    except Exception as error:
        return error
