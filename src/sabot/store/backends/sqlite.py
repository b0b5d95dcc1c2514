"""The store in one SQLite file, or in memory."""

import contextlib
import os
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from threading import RLock
from typing import Any, Final

from sabot import __version__
from sabot.core.refusal import Refusal, quoted
from sabot.store.backends.database import (
    MARK_EVERY,
    RELEASE,
    SCHEMA,
    SCHEMA_VERSION,
    Begun,
    Ordering,
    TransactionWork,
    Unavailable,
    check_schema,
)
from sabot.store.expiring_rows import ExpiringRow, Key
from sabot.store.trust.private_file import make_private, narrow
from sabot.store.trust.schema import Parts, SchemaDifference, plain
from sabot.store.trust.signed_head import HeadRow

BUSY_SECONDS: Final = 10.0
BESIDE: Final = ("-wal", "-shm")
"""Suffixes of the files that SQLite keeps beside an open database."""
TABLES: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT OR IGNORE INTO about VALUES ('{SCHEMA_VERSION}', '{SCHEMA}');
CREATE TABLE IF NOT EXISTS event (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    seq INTEGER NOT NULL,
    line BLOB NOT NULL,
    UNIQUE (stream, seq)
) STRICT;
CREATE TRIGGER IF NOT EXISTS event_stays BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER IF NOT EXISTS event_stands BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TABLE IF NOT EXISTS vault (
    stream TEXT NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (stream, name)
) STRICT;
CREATE TABLE IF NOT EXISTS snapshot (
    stream TEXT NOT NULL, seq INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (stream, seq)
) STRICT;
CREATE TABLE IF NOT EXISTS checkpoint (number INTEGER PRIMARY KEY, line BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS passing (
    kind TEXT NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL, until INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS passing_until ON passing (kind, until);
CREATE TABLE IF NOT EXISTS answer (number INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS head (stream TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT, WITHOUT ROWID;
COMMIT;
"""
SIGN: Final = f"""
BEGIN IMMEDIATE;
DELETE FROM snapshot;
INSERT OR REPLACE INTO about VALUES ('{RELEASE}', '{__version__}');
COMMIT;
"""
"""Snapshots are a release's own: another one reads the log."""
PARTS: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master"
OWN: Final = "sqlite_"
"""Names that SQLite keeps for itself."""
STATISTICS: Final = "sqlite_stat"
"""Prefix of the tables that ANALYZE writes."""
LAST_OF: Final = "SELECT seq, line FROM event WHERE stream = ? ORDER BY seq DESC LIMIT 1"
HEAD_OF: Final = "SELECT data FROM head WHERE stream = ?"


class SqliteFile:
    """A SQLite database: WAL, and every commit reaches the disk before it is answered. Its one
    writer at a time gives each event its position."""

    ordering: Ordering | None = None
    version = SCHEMA
    places = in_order = with_places = "event"

    def __init__(self, path: str | None, create: bool = True, adopts: bool = False) -> None:
        self.path = path
        self._create = create and not adopts
        self._adopts = adopts
        if path is None and not create:
            raise Refusal(
                "no-store", None, "A store in memory can be read by no other process than its own."
            )
        if path is not None and not self._create and not Path(path).is_file():
            raise Refusal("no-store", None, f"There is no store at {quoted(path)}.")
        self._write_turn = RLock()
        # SQLite reads through a file beside its own that it must be able to write, unless it is
        # told that there is no writer; the write-ahead log would then be ignored.
        self._frozen = path is not None and not create and _is_frozen(path)
        try:
            if path is not None and not self._frozen:
                make_private(path)
            self._writing = self._connect()
            if path is None:
                self._reading, self._read_turn = self._writing, self._write_turn
            else:
                self._reading, self._read_turn = self._connect(), RLock()
                self._keep_private(path)
        except (sqlite3.Error, OSError) as error:
            why = getattr(error, "strerror", None) or error
            raise Refusal(
                "not-a-store", None, f"{quoted(path)} cannot be opened as a store: {why}."
            ) from None
        self._begun = False

    def _keep_private(self, path: str) -> None:
        """Restrict the file, which holds the vault, and SQLite's files beside it to their owner. A
        read-only copy is read as it is."""
        try:
            for part in (path, *(path + end for end in BESIDE)):
                if Path(part).exists():
                    narrow(part)
        except Refusal:
            if not self._frozen:
                self.close()
                raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._address(),
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            uri=self._frozen,
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _address(self) -> str:
        if self.path is None:
            return ":memory:"
        return f"{Path(self.path).resolve().as_uri()}?immutable=1" if self._frozen else self.path

    def _prepare(self, connection: sqlite3.Connection) -> None:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if names and "about" not in names:
            raise Refusal(
                "not-a-store", None, f"{quoted(self.path)} is another program's database."
            )
        about = dict(connection.execute("SELECT name, value FROM about")) if names else {}
        if names:
            check_schema(about, self._create)
        if self._frozen:
            return
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if not names or self._adopts:
            connection.executescript(TABLES)
        if self._create and about.get(RELEASE) != __version__:
            connection.executescript(SIGN)

    def begin(
        self, streams: Collection[str] = (), keys: Collection[Key] = (), alone: bool = False
    ) -> Begun:
        """Lock the log against every other writer, and look where it and these streams stand."""
        self._write_turn.acquire()
        self._begun = True
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            last = self._writing.execute("SELECT max(position) FROM event").fetchone()[0]
        except sqlite3.Error as error:
            self.abandon()
            raise Unavailable(str(error), lost=True) from error
        return Begun(last or 0, self.heads_of(streams))

    def heads_of(self, streams: Collection[str]) -> Mapping[str, HeadRow]:
        """Return the stored heads of these streams, inside the transaction."""
        ask = self._writing.execute
        try:
            last = {stream: ask(LAST_OF, (stream,)).fetchone() for stream in streams}
            signed = {stream: ask(HEAD_OF, (stream,)).fetchone() for stream in streams}
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error
        return {
            stream: HeadRow(*(last[stream] or (None, None)), *(signed[stream] or (None,)))
            for stream in streams
        }

    def expiring_rows_of(self, keys: Collection[Key]) -> Mapping[Key, ExpiringRow]:
        """Those of these passing things that are there, inside the transaction."""
        question = "SELECT data, until FROM passing WHERE kind = ? AND name = ?"
        try:
            found = {key: self._writing.execute(question, key).fetchone() for key in keys}
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error
        return {key: ExpiringRow(*row) for key, row in found.items() if row}

    def finish(self, work: TransactionWork) -> None:
        """Write and commit. `Unavailable` means that nothing is kept, now or later."""
        try:
            self._write(work)
            self._writing.execute("COMMIT")
        except sqlite3.Error as error:
            self.abandon()
            raise Unavailable(str(error)) from error
        self._end()

    def load(self, works: Iterable[TransactionWork]) -> None:
        """Write all of it in one transaction, into a store that no other process uses."""
        try:
            self.begin()
            for work in works:
                self._write(work)
            self._writing.execute("COMMIT")
        except sqlite3.Error as error:
            raise Unavailable(str(error)).refusal() from None
        except Unavailable as unavailable:
            raise unavailable.refusal() from None
        finally:
            self.abandon()

    def hold_still(self) -> bool:
        """Answer all questions as of this moment, until it is closed; others write on. Meanwhile
        the write-ahead log grows."""
        if self.path is None:
            message = "A store in memory is gone with its process: there is nothing to keep."
            raise Refusal("no-store", None, message)
        self.rows("BEGIN")
        self.rows("SELECT max(position) FROM event")  # from here on, and not from BEGIN
        return True

    def writers_waiting(self) -> contextlib.AbstractContextManager[None]:
        """Do nothing: each event has its place when it is written."""
        return contextlib.nullcontext()

    def move_on(self) -> None:
        """Undo `hold_still`."""
        self.rows("ROLLBACK")

    def _write(self, work: TransactionWork) -> None:
        connection = self._writing
        for number in work.forgets:
            connection.execute("DELETE FROM answer WHERE number = ?", (number,))
        try:
            if work.once:
                connection.executemany("INSERT INTO answer VALUES (?, ?)", work.once)
        except sqlite3.IntegrityError as error:
            self.abandon()
            raise Unavailable(str(error), twice=True) from error
        connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", work.rows)
        connection.executemany("REPLACE INTO head VALUES (?, ?)", work.heads.items())
        for said in work.about.items():
            connection.execute("REPLACE INTO about VALUES (?, ?)", said)
        for (stream, name), data in work.seals.items():
            if data is None:
                connection.execute(
                    "DELETE FROM vault WHERE stream = ? AND name = ?", (stream, name)
                )
            else:
                connection.execute("REPLACE INTO vault VALUES (?, ?, ?)", (stream, name, data))
        if work.wipes:
            connection.execute("DELETE FROM snapshot")
        for stream, (seq, data) in work.snapshots.items():
            superseded = (stream, seq - seq % MARK_EVERY)
            connection.execute("DELETE FROM snapshot WHERE stream = ? AND seq >= ?", superseded)
            connection.execute("INSERT INTO snapshot VALUES (?, ?, ?)", (stream, seq, data))
        for checkpoint in work.checkpoints:
            connection.execute("INSERT INTO checkpoint VALUES (?, ?)", checkpoint)
        for sweep in work.sweeps:
            connection.execute("DELETE FROM passing WHERE kind = ? AND until < ?", sweep)
        for key, laid in work.passing.items():
            if laid.data is None:
                connection.execute("DELETE FROM passing WHERE kind = ? AND name = ?", key)
            else:
                row = (*key, laid.data, laid.until)
                connection.execute("REPLACE INTO passing VALUES (?, ?, ?, ?)", row)

    def abandon(self) -> None:
        """Give up the transaction, if there is one."""
        if self._begun:
            with contextlib.suppress(sqlite3.Error):
                if self._writing.in_transaction:
                    self._writing.execute("ROLLBACK")
            self._end()

    def _end(self) -> None:
        self._begun = False
        self._write_turn.release()

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the reading side; `?` stands for a value."""
        try:
            with self._read_turn:
                return self._reading.execute(question, values).fetchall()
        except (sqlite3.Error, UnicodeEncodeError, OverflowError) as error:
            raise Refusal(
                "store-unavailable", None, f"The store cannot be read now: {error}."
            ) from None

    def schema_parts(self) -> tuple[Parts, Parts]:
        """Return the parts of its schema that are there, and those that this release makes."""
        with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
            fresh.executescript(TABLES)
            return _parts(self.rows(PARTS)), _parts(fresh.execute(PARTS).fetchall())

    def mend_schema(self, difference: SchemaDifference) -> None:
        """Make again what was dropped, and triggers and indexes that were changed."""
        drops = [
            f"DROP {part} {name};"
            for part, name in difference.changed
            if part in ("trigger", "index") and not name.startswith(OWN)
        ]
        try:
            with self._write_turn:
                self._writing.executescript("".join(drops) + TABLES)
        except sqlite3.Error as error:
            raise Unavailable(str(error)).refusal() from None

    def close(self) -> None:
        """Let go of the file."""
        with self._read_turn:
            self._reading.close()
        self._writing.close()


def _parts(rows: Iterable[tuple[Any, ...]]) -> Parts:
    return {
        (part, name): plain(f"{table} {text}")
        for part, name, table, text in rows
        if not name.startswith(STATISTICS)
    }


def _is_frozen(path: str) -> bool:
    """Return True if the file is read-only, complete, and open nowhere else."""
    writable = os.access(path, os.W_OK) and os.access(Path(path).resolve().parent, os.W_OK)
    return not writable and not any(Path(path + end).exists() for end in BESIDE)
