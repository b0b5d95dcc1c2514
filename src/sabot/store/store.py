"""The store: an append-only log of events in streams, with a vault and snapshots beside it."""

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from sabot.core.refusal import Refusal, quoted
from sabot.store.backends.database import SCHEMA, Database
from sabot.store.backends.queries import Reading
from sabot.store.backends.sqlite import SqliteFile
from sabot.store.expiring_rows import Key, Swap, check_swap, micros
from sabot.store.log.batch import Batch, Stored, StreamPages, checked
from sabot.store.log.checkpoint import next_checkpoint, rolled_up
from sabot.store.log.lines import Head, follows, is_name
from sabot.store.sequencer import Sequencer
from sabot.store.transaction import Job, Pledge, Promise, Transaction
from sabot.store.trust.keys import COMMAND, FILE, KEYS, NAMED, Keyring, keyring
from sabot.store.trust.remote_witness import RemoteWitness
from sabot.store.trust.signed_head import WHOLE, broken
from sabot.store.trust.signer import Signer
from sabot.store.trust.verified_reader import VerifiedReader, sign_row, signed_snapshot
from sabot.store.trust.witness import Witness
from sabot.store.writer import Writer

MEMORY: Final = ":memory:"
MOMENTS: Final = 10
"""Tries to find a moment at which every event has its place."""


class Store(VerifiedReader):
    """Every method may be called from any thread; one at a time writes, for all who wait.

    What was answered is on the disk. Refusals: `stale-version` (the stream has moved),
    `store-unavailable` (nothing was kept, try again later), `outcome-unknown` (the database went
    away during the commit: read before trying again), `bad-event`, `event-too-big`, `store-closed`,
    `broken-log` (the log is not as the house wrote it), `no-key`.
    """

    def __init__(self, database: Database, keys: Keyring | None = None) -> None:
        super().__init__(database, keys)
        ordering = database.ordering
        self._sequencer = None if ordering is None else Sequencer(ordering, self)
        self._writer = Writer(database, self, self._sequencer)
        self._still = False

    def append(self, *batches: Batch) -> list[Stored]:
        """Append to one or several streams, all or nothing; returns when it is durable."""
        pages = [checked(batch) for batch in batches]
        stored: list[Stored] = self._writer.do(Job(*_errand(pages)))
        return stored

    def append_each(self, *submissions: Sequence[Batch]) -> list[list[Stored] | Refusal]:
        """Append several submissions, each all or nothing by itself, and return for each what was
        stored or why it was refused. They share one fsync. A submission that follows a refused one
        in the same stream is refused too: it was decided on events that were not stored."""
        every = [[checked(batch) for batch in batches] for batches in submissions]

        def draft(transaction: Transaction) -> list[list[Stored] | Refusal]:
            outcomes, spoiled = list[list[Stored] | Refusal](), set[str]()
            for pages in every:
                touched = {page.stream for page in pages}
                outcome = (
                    _put(transaction, pages) if spoiled.isdisjoint(touched) else _spoiled(pages)
                )
                if isinstance(outcome, Refusal):
                    spoiled |= touched
                outcomes.append(outcome)
            return outcomes

        streams = [page.stream for pages in every for page in pages]
        size = sum(page.size for pages in every for page in pages)
        keys = [swap.key for pages in every for page in pages for swap in page.swaps]
        outcomes: list[list[Stored] | Refusal] = self._writer.do(Job(draft, streams, size, keys))
        return outcomes

    def submit(self, *batches: Batch) -> "Future[list[Stored]]":
        """The same without waiting; submissions that wait together share one fsync."""
        promise = Promise(*_errand([checked(batch) for batch in batches]))
        self._writer.do_later(promise)
        return promise.future

    async def append_async(self, *batches: Batch) -> list[Stored]:
        """The same for an event loop, which is woken once for all whose events were grouped."""
        pledge = Pledge(*_errand([checked(batch) for batch in batches]))
        self._writer.do_later(pledge)
        stored: list[Stored] = await pledge.future
        return stored

    def copy(self, pages: Sequence[StreamPages]) -> None:
        """Append finished lines of several streams in their order, all or nothing."""
        self._writer.do(Job(*_errand(pages)))

    def keep_snapshot(self, stream: str, seq: int, data: bytes) -> None:
        """Keep what the stream's first `seq` events add up to; it may be thrown away any time."""
        if not is_name(stream) or type(seq) is not int or type(data) is not bytes:
            raise Refusal("bad-event", None, f"{quoted(stream)} cannot have such a snapshot.")

        def draft(transaction: Transaction) -> None:
            head = transaction.head(stream)
            if not 0 < seq <= head.seq:
                raise Refusal("stale-version", None, f"{stream} has no event {seq} to stand at.")
            if seq < head.seq:
                line = self.line(stream, seq)
                found = None if line is None else follows(line, stream, seq, None)
                if found is None:
                    why = f"event {seq} is not as it was written"
                    raise self.mark_corrupt(broken(stream, why), stream)
                head = Head(seq, found)
            transaction.work.snapshots[stream] = (
                seq,
                signed_snapshot(transaction.keys, stream, head, data),
            )

        self._do(draft, stream)

    def drop_snapshots(self) -> None:
        """Throw all snapshots away."""

        def draft(transaction: Transaction) -> None:
            transaction.work.snapshots.clear()
            transaction.work.wipes.append(True)

        self._do(draft)

    def swap(self, *swaps: Swap) -> bool:
        """Change passing things, all or nothing; False if one of them is not as it was."""
        done: bool = self._writer.do(Job(*_exchange(swaps)))
        return done

    def swap_later(self, *swaps: Swap) -> "Future[bool]":
        """The same without waiting."""
        promise = Promise(*_exchange(swaps))
        self._writer.do_later(promise)
        return promise.future

    def keep_answers(self, answers: Sequence[tuple[int, int]]) -> None:
        """Write anew where commands were answered, as the log has it."""

        def draft(transaction: Transaction) -> None:
            transaction.work.forgets.extend(number for number, _ in answers)
            transaction.work.once.extend(answers)

        self._do(draft)

    def forget_answer(self, number: int) -> None:
        """Nothing in the log answers the command of this number."""
        self._do(lambda transaction: transaction.work.forgets.append(number))

    def check_writable(self) -> None:
        """Write something of no account, to see whether that is possible."""
        key = "probe", "disk"

        def draft(transaction: Transaction) -> None:
            transaction.work.passing[key] = sign_row(
                transaction.keys, key, b"%d" % transaction.position, 0
            )

        self._writer.do(Job(draft, keys=[key]))

    @property
    def path(self) -> str | None:
        """The file that it is in, if it is in one of this machine's."""
        return self._database.path

    def sweep(self, before: datetime, *kinds: str) -> None:
        """Take away the passing things of these kinds whose time was over before that moment."""
        moment = micros(before)
        self._do(
            lambda transaction: transaction.work.sweeps.extend((kind, moment) for kind in kinds)
        )

    def checkpoint(
        self, signer: Signer, witness: Witness | RemoteWitness, at: datetime | None = None
    ) -> bytes:
        """Sign where the streams stand that have moved, keep it here and hand it to the witness.

        Refused if the witness has seen checkpoints that this store does not have.
        """
        moment = at or datetime.now(UTC)
        witness.catch_up(self.checkpoints)
        so_far, log = rolled_up(self), Reading(self._database)

        def draft(transaction: Transaction) -> bytes:
            number, line = next_checkpoint(log, so_far, signer, moment)
            transaction.work.checkpoints.append((number, line))
            return line

        line: bytes = self._writer.do(Job(draft, [WHOLE], alone=True))
        witness.catch_up(self.checkpoints)
        return line

    def write_exclusively(self, draft: Callable[[Transaction], None]) -> None:
        """Run one write with no other beside it, after all events have their place, and forget
        cached heads afterwards."""

        def alone(transaction: Transaction) -> None:
            if self._sequencer is not None and self._sequencer.is_behind():
                message = "Others write to this store now: stop all servers first."
                raise Refusal("store-taken", None, message)
            draft(transaction)

        self.settle()
        self._writer.do(Job(alone, excludes=True))
        self._writer.forget()

    def _do(self, draft: Callable[[Transaction], Any], *streams: str) -> Any:
        return self._writer.do(Job(draft, streams))

    def settle(self) -> None:
        """Give each committed event its place in the order of all, where a sequencer does that."""
        if self._sequencer is not None and not self._still:
            self._sequencer.settle()

    def keep_order(self) -> None:
        """Settle by itself, soon after each commit, until it is closed: for a server."""
        if self._sequencer is not None:
            self._sequencer.run()

    def hold_still(self) -> None:
        """Answer all questions as of this moment, until it is closed; others write on."""
        for _ in range(MOMENTS):
            if self._holds_still():
                return
        with self._database.writers_waiting():
            if self._holds_still():
                return
        message = "Others write all the time, so that no moment has every event in its place."
        raise Refusal("store-unavailable", None, message)

    def _holds_still(self) -> bool:
        """Take a moment at which every event has its place; False if this one was none."""
        self.settle()
        if self._database.hold_still() or self.keys is None:
            self._still = True
            return True
        self._database.move_on()
        return False

    def close(self) -> None:
        """Finish what waits, then let go of the database."""
        self._writer.close()
        if self._sequencer is not None:
            self._sequencer.stop()
            with contextlib.suppress(Refusal):  # the next process does it
                self.settle()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _spoiled(pages: Sequence[StreamPages]) -> Refusal:
    names = ", ".join(page.stream for page in pages)
    return Refusal("stale-version", None, f"What came before in {names} was refused.")


def _put(transaction: Transaction, pages: Sequence[StreamPages]) -> list[Stored] | Refusal:
    try:
        return transaction.put(pages)
    except Refusal as refused:
        return refused


def _errand(
    pages: Sequence[StreamPages],
) -> tuple[Callable[[Transaction], list[Stored]], list[str], int, list[Key]]:
    """Return what the writer needs: the write, its streams, its size and its expiring rows."""
    return (
        lambda transaction: transaction.put(pages),
        [each.stream for each in pages],
        sum([each.size for each in pages]),
        [swap.key for each in pages for swap in each.swaps],
    )


def _exchange(
    swaps: Sequence[Swap],
) -> tuple[Callable[[Transaction], bool], list[str], int, list[Key]]:
    for swap in swaps:
        check_swap(swap)

    def draft(transaction: Transaction) -> bool:
        try:
            transaction.swap(swaps)
        except Refusal:
            return False
        return True

    return draft, [], sum(len(swap.new or b"") for swap in swaps), [swap.key for swap in swaps]


def _opened(database: Database, keys: Keyring | None) -> Store:
    """The store over a database, if these are the keys that it was signed with."""
    store = Store(database, keys)
    if store.schema() < SCHEMA:
        store.keys = None  # it is read only, and not all in it was signed
    elif keys is not None:
        rows = database.rows("SELECT data FROM head WHERE stream = ''")
        used = rows[0][0][:NAMED].hex() if rows else keys.name
        if not keys.knows(used):
            store.close()
            raise Refusal(
                "wrong-key",
                None,
                f"What this store says of itself is signed with a key named {used}, and the house"
                f" has {keys.name}: give it that key ({KEYS}, {COMMAND} or {FILE}).",
            )
    return store


def open_store(url: str, create: bool = True, keys: Keyring | None = None) -> Store:
    """Open a store, and make it first if there is none (unless `create` is false). `keys` are the
    house's own (`sabot.store.trust.keys`) unless others are handed in; one in memory has its own.

    `sqlite:///casino.db` or plainly `casino.db` is a file (`sqlite:////var/casino.db` from the
    root), `sqlite://` is memory, `postgresql://…` is a PostgreSQL database that several processes
    may share.
    """
    if not isinstance(url, str) or not url or "\0" in url:
        raise Refusal("unknown-store", None, f"{quoted(url)} is not the address of a store.")
    path, folder = address_of(url)
    if path == MEMORY:
        return Store(SqliteFile(None, create), keys or Keyring.fresh())
    held = keys or keyring(folder, create)
    if path is not None:
        return _opened(SqliteFile(path, create), held)
    from sabot.store.backends.postgres.database import PostgresDatabase

    return _opened(PostgresDatabase(url, create), held)


def address_of(url: str) -> tuple[str | None, Path | None]:
    """The file of a store and its folder; neither for a PostgreSQL database."""
    scheme, found, rest = url.partition("://")
    if not found:
        return url, Path(url).parent
    path = rest.removeprefix("/")
    if scheme == "sqlite":
        return (MEMORY, None) if path in ("", MEMORY) else (path, Path(path).parent)
    if scheme in ("postgresql", "postgres"):
        return None, None
    raise Refusal(
        "unknown-store", None, f"{quoted(url)} is neither a file, sqlite:// nor postgresql://."
    )
