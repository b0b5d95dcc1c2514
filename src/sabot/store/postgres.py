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
from sabot.refusal import Refusal
from sabot.store.database import (
    MARK_EVERY,
    RELEASE,
    OutcomeUnknown,
    Unavailable,
    Work,
    check_schema,
)
from sabot.store.passing import Key, Laid
from sabot.store.postgres_tables import SIGN, TABLES
from sabot.store.standing import Found

Connection = psycopg.Connection[tuple[Any, ...]]

PATIENCE: Final = 10.0
"""Seconds to wait for a database that went away during a commit."""
CHANNEL: Final = "sabot"
"""Where a commit is announced, as lines of `stream:seq` for the streams that moved."""
LONGEST_SAID: Final = 7_000
"""PostgreSQL passes on no more than 8,000 bytes at once."""
IDLE: Final = TransactionStatus.IDLE
UNLESS_GIVEN: Final = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}
SESSION: Final = """
SELECT set_config('lock_timeout', '10s', false),
    set_config('idle_in_transaction_session_timeout', '5s', false),
    set_config('client_min_messages', 'warning', false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""
PUT_ANSWERS: Final = "INSERT INTO answer SELECT * FROM unnest(%b::bigint[], %b::bigint[])"
BEGIN: Final = """
BEGIN;
SELECT pg_advisory_xact_lock('event'::regclass::oid::bigint);
SELECT coalesce(max(position), 0) FROM event
"""
HEADS_OF: Final = """
SELECT name, last.seq, last.line, head.data FROM unnest(%b::text[]) AS name LEFT JOIN LATERAL (
    SELECT seq, line FROM event WHERE stream = name ORDER BY seq DESC LIMIT 1) AS last ON true
LEFT JOIN head ON head.stream = name
"""
PASSING_OF: Final = """
SELECT kind, name, data, until FROM passing
JOIN unnest(%b::text[], %b::text[]) AS wanted(kind, name) USING (kind, name)
"""
LAY: Final = """
INSERT INTO passing VALUES (%b, %b, %b, %b)
ON CONFLICT (kind, name) DO UPDATE SET data = excluded.data, until = excluded.until
"""
LIFT: Final = "DELETE FROM passing WHERE kind = %b AND name = %b"
SWEEP: Final = "DELETE FROM passing WHERE kind = %b AND until < %b"
INSERT: Final = """
INSERT INTO event SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[], %b::bytea[])
"""
ANNOUNCE: Final = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(%b::text[]) AS said"
STAND: Final = """
INSERT INTO head SELECT * FROM unnest(%b::text[], %b::bytea[])
ON CONFLICT (stream) DO UPDATE SET data = excluded.data
"""
AT_ONCE: Final = f"""
WITH answered AS ({PUT_ANSWERS}), written AS ({INSERT}), stood AS ({STAND}) {ANNOUNCE}
"""
"""What nearly every transaction writes, in one statement."""
SEAL: Final = """
INSERT INTO vault VALUES (%b, %b, %b) ON CONFLICT (stream, name) DO UPDATE SET data = excluded.data
"""
UNSEAL: Final = "DELETE FROM vault WHERE stream = %b AND name = %b"
KEEP: Final = """
INSERT INTO snapshot VALUES (%b, %b, %b)
"""
SUPERSEDE: Final = "DELETE FROM snapshot WHERE stream = %b AND seq >= %b"
CHECKPOINT: Final = "INSERT INTO checkpoint VALUES (%b, %b)"
STILL: Final = """
SET idle_in_transaction_session_timeout = 0;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT max(position) FROM event
"""
THIS_SESSION: Final = """
SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()
"""
END_SESSION: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s AND backend_start = %s
"""


class PostgresDatabase:
    """Two connections, one to write and one to read, made anew whenever they are lost."""

    path: str | None = None

    def __init__(self, url: str, create: bool = True, adopts: bool = False) -> None:
        self._read_turn = Lock()
        self._ended = False
        try:
            self._address = make_conninfo("", **(UNLESS_GIVEN | conninfo_to_dict(url)))
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
                "store-unavailable", None, f"The database cannot be opened: {_said(error)}."
            ) from None

    def _connect(self) -> Connection:
        connection = psycopg.connect(self._address, autocommit=True)
        connection.execute(SESSION)
        return connection

    def _connect_to_write(self) -> None:
        self._writing = self._connect()
        self._session = list(self._writing.execute(THIS_SESSION).fetchall()[0])

    def begin(self) -> int:
        """Lock the log against every other writer; the position of its last event."""
        try:
            try:
                return self._begin()
            except psycopg.Error:
                if not self._writing.closed:
                    raise
                self._connect_to_write()  # nothing was written, so once more
                return self._begin()
        except psycopg.Error as error:
            self.abandon()
            raise Unavailable(_said(error), lost=True) from error

    def _begin(self) -> int:
        """One round trip, but no pipeline: after that the server forgets its idle timeout."""
        answer = self._writing.execute(BEGIN, prepare=False)
        while answer.nextset():
            pass
        return int(answer.fetchall()[0][0])

    def heads_of(self, streams: Collection[str]) -> Mapping[str, Found]:
        """What there is of these streams, inside the transaction."""
        try:
            found = self._writing.execute(HEADS_OF, [list(streams)], binary=True).fetchall()
        except psycopg.Error as error:
            raise self._unavailable(error) from error
        return {stream: Found(seq, line, signed) for stream, seq, line, signed in found}

    def passing_of(self, keys: Collection[Key]) -> Mapping[Key, Laid]:
        """Those of these passing things that are there, inside the transaction."""
        columns = [list(column) for column in zip(*keys, strict=True)]
        try:
            found = self._writing.execute(PASSING_OF, columns, binary=True).fetchall()
        except psycopg.Error as error:
            raise self._unavailable(error) from error
        return {(kind, name): Laid(data, until) for kind, name, data, until in found}

    def finish(self, work: Work) -> None:
        """Write and commit. `Unavailable` means that nothing is kept, now or later.

        A pipeline that broke leaves the driver believing in statements that the server was never
        told to prepare: its connection is not used again.
        """
        try:
            with self._writing.pipeline():
                _write(self._writing, work)
                self._writing.execute("COMMIT")
        except psycopg.errors.UniqueViolation as error:
            self._writing.close()
            raise Unavailable(_said(error), twice=error.diag.table_name == "answer") from error
        except psycopg.Error as error:
            if not self._writing.closed or not self._was_committed(work):
                refused = self._unavailable(error)
                self._writing.close()
                raise refused from error

    def load(self, works: Iterable[Work]) -> None:
        """Write all of it in one transaction, into a store where nobody else is."""
        try:
            self.begin()
            for work in works:
                with self._writing.pipeline():
                    _write(self._writing, work)
            self._writing.execute("COMMIT")
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
            raise Unavailable(_said(error)).refusal() from None

    def _was_committed(self, work: Work) -> bool:
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
                self._writing.execute("ROLLBACK")
                return there
            time.sleep(0.05)
        raise OutcomeUnknown

    def _unavailable(self, error: psycopg.Error) -> Unavailable:
        self.abandon()
        return Unavailable(_said(error), lost=self._writing.closed)

    def abandon(self) -> None:
        """Give up the transaction, if there is one."""
        with contextlib.suppress(psycopg.Error):
            if self._writing.info.transaction_status != IDLE:
                self._writing.execute("ROLLBACK")

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
                "store-unavailable", None, f"The store cannot be read now: {_said(error)}."
            ) from None

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


def _write(connection: Connection, work: Work) -> None:
    """Everything but the commit, in one go."""
    if work.forgets:
        connection.execute("DELETE FROM answer WHERE number = ANY(%b::bigint[])", [work.forgets])
    answers, rows = _columns(work.once), _columns(work.rows)
    heads = [list(work.heads), list(work.heads.values())] if work.heads else []
    said = [_said_of(work)] if rows else []
    if answers and rows and heads:
        connection.execute(AT_ONCE, [*answers, *rows, *heads, *said])
    else:
        parts = ((PUT_ANSWERS, answers), (INSERT, rows), (STAND, heads), (ANNOUNCE, said))
        for statement, columns in parts:
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


def _said_of(work: Work) -> list[str]:
    """Which streams move, in as few texts as can be."""
    said = [""]
    for stream, seq in {stream: seq for _, stream, seq, _ in work.rows}.items():
        line = f"{stream}:{seq}\n"
        if len((said[-1] + line).encode()) > LONGEST_SAID:
            said.append("")
        said[-1] += line
    return said


def _is_there(connection: Connection, work: Work) -> bool:
    """Whether what this would write is in the database; snapshots do not count."""
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


def _said(error: psycopg.Error) -> str:
    """The first line of what the database said, as part of a sentence."""
    said = str(error).strip().partition("\n")[0]
    return said.rstrip(".") or type(error).__name__
