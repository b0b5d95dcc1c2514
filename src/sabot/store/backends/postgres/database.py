"""The store in a PostgreSQL database that several processes may share.

A transaction takes an advisory lock first, so that events become visible in the order of their
positions and every version check sees what the other processes have committed. Sessions that
hang in a transaction are ended by the server, so a stopped process does not stop the others.
"""

import contextlib
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from sabot import __version__
from sabot.core.refusal import Refusal
from sabot.store.backends.database import (
    MARK_EVERY,
    RELEASE,
    Begun,
    OutcomeUnknown,
    TransactionWork,
    Unavailable,
    check_schema,
)
from sabot.store.backends.postgres import catalogue, wire
from sabot.store.backends.postgres.statements import (
    ANNOUNCE,
    CHECKPOINT,
    END_SESSION,
    INSERT,
    KEEP,
    LAY,
    LIFT,
    LOCK,
    PASSING_OF,
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
from sabot.store.backends.postgres.tables import SIGN, TABLES
from sabot.store.backends.postgres.wire import Connection, called, read_bytes
from sabot.store.expiring_rows import ExpiringRow, Key
from sabot.store.trust.schema import Parts, SchemaDifference
from sabot.store.trust.signed_head import WHOLE, HeadRow

PATIENCE: Final = 10.0
"""Seconds to wait for a database that went away during a commit."""
LONGEST_SAID: Final = 7_000
"""PostgreSQL passes on no more than 8,000 bytes at once."""
COMMIT, ROLLBACK = "COMMIT", "ROLLBACK"
"""Said past the driver, who would throw away what is prepared after he has rolled back."""
IDLE: Final = TransactionStatus.IDLE
UNLESS_GIVEN: Final = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}


class PostgresDatabase:
    """Two connections, one to write and one to read, made anew whenever they are lost."""

    path: str | None = None

    def __init__(self, url: str, create: bool = True, adopts: bool = False) -> None:
        self._read_turn = Lock()
        self._ended = False
        try:
            given = UNLESS_GIVEN | conninfo_to_dict(url) | {"client_encoding": "utf8"}
            self._address = make_conninfo("", **given)
            self._connect_to_write()
            try:
                _prepare(self._writing, create and not adopts)
                if adopts:
                    _make(self._writing, TABLES)
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

    def begin(self, streams: Collection[str] = ()) -> Begun:
        """Lock the log against every other writer, and look where it and these streams stand."""
        try:
            try:
                return self._begin(streams)
            except psycopg.Error:
                if not self._writing.closed:
                    raise
                self._connect_to_write()  # nothing was written, so once more
                return self._begin(streams)
        except psycopg.Error as error:
            self.abandon()
            raise Unavailable(as_sentence(error), lost=True) from error

    def _begin(self, streams: Collection[str] = ()) -> Begun:
        """Begin, lock the log, and then read the heads, in one round trip."""
        if not self._prepared:
            wire.say(self._writing, PREPARED)
            self._prepared = True
        try:
            return _begun(wire.say(self._writing, "BEGIN", LOCK, _heads_of(streams)))
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

    def hold_still(self) -> None:
        """Answer all questions as of this moment, until it is closed; others write on."""
        self._ended = True  # a lost connection has lost that moment
        try:
            with self._read_turn:
                self._reading.execute(STILL, prepare=False)
        except psycopg.Error as error:
            raise Unavailable(as_sentence(error)).refusal() from None

    def _was_committed(self, work: TransactionWork) -> bool:
        """Look, over a new connection, whether a commit was made whose answer was lost.

        The old session is ended first and the log locked, so that nothing can be committed after
        we have looked. (The number of a transaction would not do: after a crash it is used again.)
        """
        patience_ends = time.monotonic() + PATIENCE
        old_session = self._session
        while time.monotonic() < patience_ends:
            with contextlib.suppress(psycopg.Error):
                self._connect_to_write()
                self._writing.execute(END_SESSION, old_session)
                self._begin()
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


def _prepare(connection: Connection, create: bool) -> None:
    """Make the tables if they are not there; refuse those of a newer version."""
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise Refusal("not-a-store", None, "The database must have the encoding UTF8.")
    if not connection.execute("SELECT to_regclass('about')").fetchall()[0][0]:
        if not create:
            raise Refusal("no-store", None, "There is no store in this database.")
        _make(connection, TABLES)
    said = connection.execute("SELECT name, value FROM about").fetchall()
    about = {str(name): str(value) for name, value in said}
    check_schema(about, create)
    if create and about.get(RELEASE) != __version__:
        _make(connection, SIGN)


def _make(connection: Connection, tables: str) -> None:
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('sabot tables'))")
        connection.execute(tables.encode())


def _heads_of(streams: Collection[str]) -> str:
    return called("heads_of", {*streams, WHOLE})


def _begun(rows: list[tuple[bytes | None, ...]]) -> Begun:
    found = {}
    for _, name, seq, line, signed in rows:
        there = None if seq is None else int(seq)
        found[(name or b"").decode()] = HeadRow(there, read_bytes(line), read_bytes(signed))
    return Begun(int(rows[0][0] or 0), found)


def is_plain(work: TransactionWork) -> bool:
    """Return True if the work has only events, their answers and the heads of their streams, as
    nearly every transaction has."""
    return bool(work.rows) and not any(work._replace(rows=[], once=[], heads={}))


def _at_once(work: TransactionWork) -> str:
    answers = _columns(work.once) or ((), ())
    heads = work.heads, work.heads.values()
    return called("at_once", *answers, *_columns(work.rows), *heads, _said_of(work))


def _write(connection: Connection, work: TransactionWork) -> None:
    """Everything but the commit, in one go."""
    if work.forgets:
        connection.execute("DELETE FROM answer WHERE number = ANY(%b::bigint[])", [work.forgets])
    heads = [list(work.heads), list(work.heads.values())] if work.heads else []
    said = [_said_of(work)] if work.rows else []
    rows = (PUT_ANSWERS, _columns(work.once)), (INSERT, _columns(work.rows))
    for statement, columns in (*rows, (STAND, heads), (ANNOUNCE, said)):
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
    for key, laid in work.passing.items():
        if laid.data is None:
            connection.execute(LIFT, [*key])
        else:
            connection.execute(LAY, [*key, laid.data, laid.until])


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _said_of(work: TransactionWork) -> list[str]:
    """Which streams move, in as few texts as can be."""
    said = [""]
    for stream, seq in {stream: seq for _, stream, seq, _ in work.rows}.items():
        line = f"{stream}:{seq}\n"
        if len((said[-1] + line).encode()) > LONGEST_SAID:
            said.append("")
        said[-1] += line
    return said


def _is_there(connection: Connection, work: TransactionWork) -> bool:
    """Return True if the database has what this work would write, snapshots aside."""
    asked: list[tuple[str, list[object], bytes | None]] = []
    if work.rows:
        position, _, _, line = work.rows[0]
        asked.append(("SELECT line FROM event WHERE position = %s", [position], line))
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


def as_sentence(error: psycopg.Error) -> str:
    """Return the first line of a database error, as part of a sentence."""
    said = str(error).strip().partition("\n")[0]
    return said.rstrip(".") or type(error).__name__
