"""The store in a PostgreSQL database that several processes may share.

A transaction locks the streams and expiring rows that it touches, and nothing else, before it looks
at them: every version check sees what the other processes have committed. Writers of other streams
do not wait. The position of an event in the order of all is given later, in batches, by a sequencer
(`order.py`). Sessions that hang in a transaction are ended by the server, so a stopped process
does not stop the others.
"""

import contextlib
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from sabot.core.refusal import Refusal
from sabot.store.backends.database import (
    MARK_EVERY,
    Begun,
    OutcomeUnknown,
    TransactionWork,
    Unavailable,
)
from sabot.store.backends.postgres import catalogue, wire
from sabot.store.backends.postgres.locks import numbers_of
from sabot.store.backends.postgres.order import PostgresOrdering
from sabot.store.backends.postgres.preparation import make, prepare, tables_for
from sabot.store.backends.postgres.statements import (
    ALONE,
    ARRIVE,
    BESIDE_WRITERS,
    CHECKPOINT,
    END_SESSION,
    INSERT,
    KEEP,
    LAY,
    LIFT,
    NAMESPACE,
    NO_WRITERS,
    PASSING_OF,
    PLACE,
    PREPARED,
    PUT_ANSWERS,
    SEAL,
    SESSION,
    STAND,
    STILL,
    SUPERSEDE,
    SWEEP,
    THIS_SESSION,
    UNSEAL,
)
from sabot.store.backends.postgres.tables import HAS_POSITIONS, VERSION
from sabot.store.backends.postgres.wire import Connection, as_sentence, called, read_bytes
from sabot.store.expiring_rows import ExpiringRow, Key
from sabot.store.trust.schema import Parts, SchemaDifference
from sabot.store.trust.signed_head import HeadRow

PATIENCE: Final = 10.0
"""Seconds to wait for a database that went away during a commit."""
COMMIT, ROLLBACK = "COMMIT", "ROLLBACK"
"""Said past the driver, who would throw away what is prepared after he has rolled back."""
IDLE: Final = TransactionStatus.IDLE
UNLESS_GIVEN: Final = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}


class PostgresDatabase:
    """Connections to write, to read and to order events, made anew whenever they are lost."""

    path: str | None = None
    version = VERSION
    places, in_order = "place", "event JOIN place USING (stream, seq)"
    with_places = "event LEFT JOIN place USING (stream, seq)"

    def __init__(self, url: str, create: bool = True, adopts: bool = False) -> None:
        self._read_turn = Lock()
        self._ended = False
        try:
            given = UNLESS_GIVEN | conninfo_to_dict(url) | {"client_encoding": "utf8"}
            self._address = make_conninfo("", **given)
            self._connect_to_write()
            try:
                prepare(self._writing, create and not adopts)
                if adopts:
                    make(self._writing, tables_for(self._writing))
                self.ordering: PostgresOrdering | None = PostgresOrdering(self._connect)
                if self._writing.execute(HAS_POSITIONS).fetchall():
                    self.places = self.in_order = self.with_places = "event"
                    self.ordering = None
                self._reading = self._connect()
            except BaseException:
                self._writing.close()
                raise
        except psycopg.Error as error:
            raise Refusal(
                "store-unavailable", None, f"The database cannot be opened: {as_sentence(error)}."
            ) from None

    def _connect(self) -> Connection:
        connection = psycopg.connect(self._address, autocommit=True)
        connection.execute(SESSION)
        return connection

    def _connect_to_write(self) -> None:
        self._writing = self._connect()
        self._session = list(self._writing.execute(THIS_SESSION).fetchall()[0])
        self._prepared = False

    def begin(
        self, streams: Collection[str] = (), keys: Collection[Key] = (), alone: bool = False
    ) -> Begun:
        """Lock these streams and expiring rows against other writers (`alone`: everything), and
        look where the streams stand."""
        if self.ordering is None:
            raise Unavailable("it has the tables of an earlier release, and was opened to read")
        try:
            try:
                return self._begin(streams, keys, alone)
            except psycopg.Error:
                if not self._writing.closed:
                    raise
                self._connect_to_write()  # nothing was written, so once more
                return self._begin(streams, keys, alone)
        except psycopg.Error as error:
            self.abandon()
            raise Unavailable(as_sentence(error), lost=True) from error

    def _begin(
        self, streams: Collection[str] = (), keys: Collection[Key] = (), alone: bool = False
    ) -> Begun:
        """Begin, lock, and then read the heads, in one round trip."""
        if not self._prepared:
            wire.say(self._writing, PREPARED)
            ((self._namespace,),) = self._writing.execute(NAMESPACE).fetchall()
            self._prepared = True
        held = [*ALONE] if alone else [BESIDE_WRITERS]
        if not alone and (streams or keys):
            held.append(called("hold", numbers_of(self._namespace, streams, keys)))
        try:
            return _begun(wire.say(self._writing, "BEGIN", *held, _heads_of(streams)))
        except psycopg.errors.InvalidSqlStatementName:
            self._writing.close()  # a connection pooler reset the session
            raise

    def heads_of(self, streams: Collection[str]) -> Mapping[str, HeadRow]:
        """Return the stored heads of these streams, inside the transaction."""
        try:
            return _begun(wire.say(self._writing, _heads_of(streams))).found
        except psycopg.Error as error:
            raise self._unavailable(error) from error

    def expiring_rows_of(self, keys: Collection[Key]) -> Mapping[Key, ExpiringRow]:
        """Those of these passing things that are there, inside the transaction."""
        columns = [list(column) for column in zip(*keys, strict=True)]
        try:
            found = self._writing.execute(PASSING_OF, columns, binary=True).fetchall()
        except psycopg.Error as error:
            raise self._unavailable(error) from error
        return {(kind, name): ExpiringRow(data, until) for kind, name, data, until in found}

    def finish(self, work: TransactionWork) -> None:
        """Write and commit. `Unavailable` means that nothing is kept, now or later.

        A pipeline that broke leaves the driver believing in statements that the server was never
        told to prepare: its connection is not used again.
        """
        try:
            if is_plain(work):
                wire.say(self._writing, _at_once(work), COMMIT)
            else:
                with self._writing.pipeline():
                    _write(self._writing, work)
                    self._writing.execute(COMMIT)
        except psycopg.errors.UniqueViolation as error:
            self._writing.close()
            raise Unavailable(
                as_sentence(error), twice=error.diag.table_name == "answer"
            ) from error
        except psycopg.Error as error:
            if not self._writing.closed or not self._was_committed(work):
                refused = self._unavailable(error)
                self._writing.close()
                raise refused from error

    def load(self, works: Iterable[TransactionWork]) -> None:
        """Write all of it in one transaction, into a store that no other process uses."""
        try:
            self.begin()
            for work in works:
                with self._writing.pipeline():
                    _write(self._writing, work)
            self._writing.execute(COMMIT)
        except psycopg.Error as error:
            raise self._unavailable(error).refusal() from None
        except Unavailable as unavailable:
            raise unavailable.refusal() from None
        finally:
            self.abandon()

    def hold_still(self) -> bool:
        """Answer all questions as of this moment, until it is closed; others write on. Return False
        if events wait for their place at this moment."""
        self._ended = True  # a lost connection has lost that moment
        try:
            with self._read_turn:
                for statement in STILL.split(";"):
                    found = self._reading.execute(statement.encode(), prepare=False)
                ((waiting,),) = found.fetchall()
                return not waiting
        except psycopg.Error as error:
            raise Unavailable(as_sentence(error)).refusal() from None

    @contextlib.contextmanager
    def writers_waiting(self) -> Iterator[None]:
        """Keep all writers waiting, but no sequencer, until the block ends."""
        try:
            connection = self._connect()
        except psycopg.Error as error:
            raise Unavailable(as_sentence(error)).refusal() from None
        try:
            connection.execute("BEGIN")
            connection.execute(NO_WRITERS)
            yield
        except psycopg.Error as error:
            raise Unavailable(as_sentence(error)).refusal() from None
        finally:
            connection.close()

    def move_on(self) -> None:
        """Undo `hold_still`."""
        try:
            with self._read_turn:
                self._reading.execute(ROLLBACK)
        except psycopg.Error as error:
            raise Unavailable(as_sentence(error)).refusal() from None

    def _was_committed(self, work: TransactionWork) -> bool:
        """Look, over a new connection, whether a commit was made whose answer was lost.

        The old session is ended first and every writer waited for, so that nothing can be committed
        after we have looked. (The number of a transaction would not do: after a crash it is used
        again.)
        """
        patience_ends = time.monotonic() + PATIENCE
        old_session = self._session
        while time.monotonic() < patience_ends:
            with contextlib.suppress(psycopg.Error):
                self._connect_to_write()
                self._writing.execute(END_SESSION, old_session)
                self._begin(alone=True)
                there = _is_there(self._writing, work)
                wire.say(self._writing, ROLLBACK)
                return there
            time.sleep(0.05)
        raise OutcomeUnknown

    def _unavailable(self, error: psycopg.Error) -> Unavailable:
        self.abandon()
        return Unavailable(as_sentence(error), lost=self._writing.closed)

    def abandon(self) -> None:
        """Give up the transaction, if there is one."""
        with contextlib.suppress(psycopg.Error):
            if self._writing.info.transaction_status != IDLE:
                wire.say(self._writing, ROLLBACK)

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the reading side; `?` stands for a value."""
        query = question.replace("?", "%s").encode()
        try:
            with self._read_turn:
                try:
                    return self._reading.execute(query, values, binary=True).fetchall()
                except psycopg.Error:
                    if not self._reading.closed or self._ended:
                        raise
                    self._reading = self._connect()
                    return self._reading.execute(query, values, binary=True).fetchall()
        except psycopg.Error as error:
            raise Refusal(
                "store-unavailable", None, f"The store cannot be read now: {as_sentence(error)}."
            ) from None

    def schema_parts(self) -> tuple[Parts, Parts]:
        """Return the parts of its schema that are there, and those that this release makes."""
        try:
            with self._connect() as connection:
                return catalogue.parts_there(connection), catalogue.parts_made(connection)
        except psycopg.Error as error:
            raise Unavailable(as_sentence(error)).refusal() from None

    def mend_schema(self, difference: SchemaDifference) -> None:
        """Make again what was dropped, and the trigger and its function as they were."""
        try:
            with self._connect() as connection:
                catalogue.mend(connection)
        except psycopg.Error as error:
            raise Unavailable(as_sentence(error)).refusal() from None

    def close(self) -> None:
        """Let go of the connections."""
        with self._read_turn:
            self._ended = True
            self._reading.close()
        self._writing.close()
        if self.ordering is not None:
            self.ordering.close()


def _heads_of(streams: Collection[str]) -> str:
    return called("heads_of", streams)


def _begun(rows: list[tuple[bytes | None, ...]]) -> Begun:
    found = {}
    for name, seq, line, signed in rows:
        there = None if seq is None else int(seq)
        found[(name or b"").decode()] = HeadRow(there, read_bytes(line), read_bytes(signed))
    return Begun(0, found)


def is_plain(work: TransactionWork) -> bool:
    """Return True if the work has only events, their answers and the heads of their streams, as
    nearly every transaction has."""
    rest = work._replace(rows=[], once=[], heads={}, arrivals=[])
    return bool(work.arrivals) and not any(rest)


def _at_once(work: TransactionWork) -> str:
    answers = _columns(work.once) or ((), ())
    heads = work.heads, work.heads.values()
    return called("at_once", *answers, *_columns(work.rows)[1:], *heads, work.arrivals)


def _write(connection: Connection, work: TransactionWork) -> None:
    """Everything but the commit, in one go."""
    if work.forgets:
        connection.execute("DELETE FROM answer WHERE number = ANY(%b::bigint[])", [work.forgets])
    heads = [list(work.heads), list(work.heads.values())] if work.heads else []
    rows = _columns(work.rows)
    arrived = [work.arrivals] if work.arrivals else []
    places = [] if work.arrivals else rows[:3]
    written = (PUT_ANSWERS, _columns(work.once)), (INSERT, rows[1:]), (PLACE, places)
    for statement, columns in (*written, (STAND, heads), (ARRIVE, arrived)):
        if columns:
            connection.execute(statement, columns)
    for name, value in work.about.items():
        connection.execute("UPDATE about SET value = %b WHERE name = %b", [value, name])
    for (stream, name), data in work.seals.items():
        if data is None:
            connection.execute(UNSEAL, [stream, name])
        else:
            connection.execute(SEAL, [stream, name, data])
    if work.wipes:
        connection.execute("DELETE FROM snapshot")
    for stream, (seq, data) in work.snapshots.items():
        connection.execute(SUPERSEDE, [stream, seq - seq % MARK_EVERY])
        connection.execute(KEEP, [stream, seq, data])
    for number, line in work.checkpoints:
        connection.execute(CHECKPOINT, [number, line])
    for kind, before in work.sweeps:
        connection.execute(SWEEP, [kind, before])
    for key, laid in sorted(work.passing.items()):
        if laid.data is None:
            connection.execute(LIFT, [*key])
        else:
            connection.execute(LAY, [*key, laid.data, laid.until])


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _is_there(connection: Connection, work: TransactionWork) -> bool:
    """Return True if the database has what this work would write, snapshots aside."""
    asked: list[tuple[str, list[object], bytes | None]] = []
    if work.rows:
        _, stream, seq, line = work.rows[0]
        question = "SELECT line FROM event WHERE stream = %s AND seq = %s"
        asked.append((question, [stream, seq], line))
    for number, line in work.checkpoints:
        asked.append(("SELECT line FROM checkpoint WHERE number = %s", [number], line))
    for (stream, name), data in work.seals.items() if not asked else ():
        question = "SELECT data FROM vault WHERE stream = %s AND name = %s"
        asked.append((question, [stream, name], data))
    for key, laid in work.passing.items() if not asked else ():
        question = "SELECT data FROM passing WHERE kind = %s AND name = %s"
        asked.append((question, [*key], laid.data))
    found = [connection.execute(question.encode(), key).fetchall() for question, key, _ in asked]
    return bool(asked) and found == [[] if data is None else [(data,)] for _, _, data in asked]
