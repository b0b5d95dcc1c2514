"""A store as one sealed file: all tables at one moment, however much is written meanwhile, and the
same store again elsewhere, on SQLite or PostgreSQL."""

import contextlib
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from sabot import __version__
from sabot.core.refusal import Refusal, quoted
from sabot.store.backends.database import RELEASE, SCHEMA, Database, TransactionWork
from sabot.store.backends.sqlite import SqliteFile
from sabot.store.expiring_rows import ExpiringRow
from sabot.store.log.lines import EventOrder, hash_in, stamp
from sabot.store.store import Store, address_of
from sabot.store.trust.keys import Keyring
from sabot.store.trust.private_file import OWNER_ONLY
from sabot.store.trust.sealed_file import TITLE, read_head, read_sealed, write_sealed
from sabot.store.trust.signed_head import WHOLE, broken

COLUMNS: Final = {
    "about": (("name",), ("value",)),
    "event": (("position",), ("stream", "seq", "line")),
    "head": (("stream",), ("data",)),
    "answer": (("number",), ("seq",)),
    "vault": (("stream", "name"), ("data",)),
    "passing": (("kind", "name"), ("data", "until")),
    "checkpoint": (("number",), ("line",)),
    "snapshot": (("stream", "seq"), ("data",)),
}
"""Every table: its key, and its other columns in their order."""
END: Final = "end"
AT_ONCE: Final = 256
Piece = tuple[str, list[tuple[Any, ...]]]


class Backup(msgspec.Struct, frozen=True):
    """Header of a backup. `order` is the digest of the order of all events."""

    schema: int
    release: str
    at: str
    events: int
    order: str
    key: str


def back_up(store: Store, path: Path) -> Backup:
    """Write the store, held still, to a file that is read again before it gets its name. The
    caller has verified it (`hold_still` first)."""
    keys, whole = store.required_keys(), store.signed_head(WHOLE)
    if whole is None:
        raise broken(WHOLE, "how many events there are was not signed by this house's key")
    about = Backup(
        store.schema(), store.release() or "", stamp(datetime.now(UTC)), *whole.head, keys.name
    )
    draft = path.parent / f".{path.name}.part"
    try:
        if path.exists() and not _is_sealed(path):
            message = f"{quoted(str(path))} is something else than a backup: name another file."
            raise Refusal("unwritable", None, message)
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
        with os.fdopen(descriptor, "w+b") as file:
            os.fchmod(descriptor, OWNER_ONLY)
            said = msgspec.to_builtins(about)
            write_sealed(file, keys, said, (msgspec.msgpack.encode(each) for each in _all(store)))
            file.flush()
            os.fsync(descriptor)
            _check(file, about, keys)
        draft.replace(path)
        _sync(path.parent)
    except OSError as error:
        message = f"{quoted(str(path))} cannot be written: {error.strerror}."
        raise Refusal("unwritable", None, message) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()
    return about


def _is_sealed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(TITLE)) == TITLE


def _all(store: Store) -> Iterator[Piece]:
    counts = dict[str, int]()
    for table, (keys, others) in COLUMNS.items():
        page = list[tuple[Any, ...]]()
        counts[table] = 0
        for row in store.pages(table, keys, *others, at_once=AT_ONCE):
            page.append(tuple(row))
            counts[table] += 1
            if len(page) == AT_ONCE:
                yield table, page
                page = []
        yield table, page
    yield END, list(counts.items())


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        file = path.open("rb")
    except OSError as error:
        message = f"{quoted(str(path))} cannot be read: {error.strerror}."
        raise Refusal("unreadable", None, message) from None
    with file:
        yield file


def check_backup(path: Path, keys: Keyring) -> tuple[Backup, list[bytes]]:
    """Go through all of a backup: what it says of itself, and the checkpoints in it."""
    with opened(path) as file:
        said, _ = read_head(file)
        try:
            about = msgspec.convert(said, Backup)
        except msgspec.ValidationError:
            message = f"{quoted(str(path))} is no backup of a store."
            raise Refusal("not-a-backup", None, message) from None
        return about, _check(file, about, keys)


def _check(file: IO[bytes], about: Backup, keys: Keyring) -> list[bytes]:
    """Every piece as it was written, and as many rows as were; the checkpoints among them."""
    counts, order, checkpoints = dict.fromkeys(COLUMNS, 0), EventOrder(), list[bytes]()
    told: list[tuple[Any, ...]] = []
    for table, rows in _pieces(file, keys):
        if table == END:
            told = rows
            continue
        counts[table] += len(rows)
        if table == "event":
            for *_, line in rows:
                order = order.then(hash_in(line))
        if table == "checkpoint":
            checkpoints += [line for _, line in rows]
    if dict(told) != counts or order != EventOrder(about.events, about.order):
        raise Refusal("broken-backup", None, "The backup does not have all that it says.")
    return checkpoints


def _pieces(file: IO[bytes], keys: Keyring) -> Iterator[Piece]:
    for piece in read_sealed(file, keys):
        table, rows = msgspec.msgpack.decode(piece)
        yield table, [tuple(row) for row in rows]


def restore(path: Path, url: str, keys: Keyring, without: Collection[str] = ()) -> None:
    """Fill an empty place with a backup, in one transaction, leaving out expiring rows of some
    kinds. The caller has gone through it (`check_backup`)."""
    with opened(path) as file:
        said, _ = read_head(file)
        if said.get("schema") != SCHEMA:
            raise Refusal(
                "other-version",
                None,
                f"This backup is of version {said.get('schema')}, and Sabot {__version__} restores"
                f" version {SCHEMA}: restore it with Sabot {said.get('release')}.",
            )
        database = _empty(url)
        try:
            database.load(_works(_pieces(file, keys), frozenset(without)))
        finally:
            database.close()


def _empty(url: str) -> Database:
    """A store without anything in it, made if there is none."""
    path, _ = address_of(url)
    database: Database
    if path is not None:
        database = SqliteFile(path)
    else:
        from sabot.store.backends.postgres.database import PostgresDatabase

        database = PostgresDatabase(url)
    for table in COLUMNS:
        if table != "about" and database.rows(f"SELECT 1 FROM {table} LIMIT 1"):
            database.close()
            message = "There is a store already: restore into an empty place, and look at both."
            raise Refusal("not-empty", None, message)
    return database


def _works(pieces: Iterator[Piece], without: frozenset[str]) -> Iterator[TransactionWork]:
    for table, rows in pieces:
        work = TransactionWork.none()
        if table == "event":
            work.rows.extend(rows)
        elif table == "head":
            work.heads.update(rows)
        elif table == "answer":
            work.once.extend(rows)
        elif table == "vault":
            work.seals.update({(stream, name): data for stream, name, data in rows})
        elif table == "passing":
            kept = (row for row in rows if row[0] not in without)
            work.passing.update(
                {(kind, name): ExpiringRow(data, at) for kind, name, data, at in kept}
            )
        elif table == "checkpoint":
            work.checkpoints.extend(rows)
        elif table == "about":
            work.about.update({name: value for name, value in rows if name == RELEASE})
        for stream, seq, data in rows if table == "snapshot" else ():
            yield TransactionWork.none()._replace(snapshots={stream: (seq, data)})
        yield work


def _sync(folder: Path) -> None:
    opened_folder = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened_folder)
    finally:
        os.close(opened_folder)
