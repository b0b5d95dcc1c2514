"""A night whose power fails: every write to SQLite's files is recorded, with every sync and every
answer, and then played again up to any of them, without what was not synced by then.

A layer under SQLite does the recording, in a child process: the functions of its files for writing,
truncating and syncing are wrapped. What a disk may leave of writes that were not synced: nothing,
all of them, or some in any order, each whole or cut off at a sector.
"""

import ctypes
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from sabot.store import Store, open_store
from sabot.store.trust.verification import verify_store
from store.crash import KEPT, sqlite_library
from support.forking import fork

SECTOR: Final = 512
PAGES: Final = 40
"""With so many pages in the write-ahead log they are moved to the file: often, in a short night."""
VARIANTS: Final = ("nothing", "everything", "some", "torn")
WRITE, TRUNCATE, SYNC, DELETE, ANSWER = "write", "truncate", "sync", "delete", "answer"


class Op(NamedTuple):
    """A logged operation: to which file, where, and what. An answer's offset is how many events
    there were."""

    what: str
    file: str = ""
    offset: int = 0
    data: bytes = b""


def recorded(folder: Path, night: Callable[[Store, Callable[[], None]], None]) -> list[Op]:
    """A night in a child process: all that reached its files, and when it was answered."""
    source, sink = os.pipe()
    child = fork()
    if child == 0:
        status = 1
        try:
            os.close(source)
            ops: list[Op] = []
            recorder = Recorder(ops)
            recorder.begin()
            store = open_store(str(folder / "casino.db"))
            night(store, lambda: ops.append(Op(ANSWER, "", store.last_position())))
            with os.fdopen(sink, "wb") as told:
                told.write(msgspec.msgpack.encode(ops))
            status = 0
        finally:
            os._exit(status)  # the power is gone: nothing is closed
    os.close(sink)
    with os.fdopen(source, "rb") as told:
        said = told.read()
    _, ended = os.waitpid(child, 0)
    assert ended == 0, "the night came to no end"
    return msgspec.msgpack.decode(said, type=list[Op])


class Disk:
    """State of the disk: what is certain, and what was written since to each file."""

    def __init__(self) -> None:
        self.files: dict[str, bytearray] = {}
        self.pending: dict[str, list[Op]] = {}
        self.answered = 0

    def take(self, op: Op) -> None:
        if op.what == ANSWER:
            self.answered = op.offset
        elif op.what == SYNC:
            held = self.files.setdefault(op.file, bytearray())
            for each in self.pending.pop(op.file, ()):
                apply(held, each)
        elif op.what == DELETE:
            self.files.pop(op.file, None)
            self.pending.pop(op.file, None)
        else:
            self.pending.setdefault(op.file, []).append(op)

    def left(self, variant: str, rng: random.Random) -> dict[str, bytearray]:
        """Yield the possible states when the power is back."""
        found = {name: bytearray(data) for name, data in self.files.items()}
        for name, ops in self.pending.items():
            for op in chosen(ops, variant, rng):
                apply(found.setdefault(name, bytearray()), op)
        return found


def chosen(ops: list[Op], variant: str, rng: random.Random) -> Iterator[Op]:
    """Those of the writes that were not synced which a disk has made all the same."""
    if variant == "everything":
        yield from ops
    elif variant in ("some", "torn"):
        kept = [op for op in ops if rng.random() < 0.5]
        rng.shuffle(kept)
        for op in kept:
            size = len(op.data)
            if variant == "torn" and op.what == WRITE and size > SECTOR:
                start = rng.randrange(0, size, SECTOR)
                end = min(size, start + SECTOR * rng.randrange(1, size // SECTOR + 1))
                yield op._replace(offset=op.offset + start, data=op.data[start:end])
            else:
                yield op


def apply(held: bytearray, op: Op) -> None:
    if op.what == TRUNCATE:
        del held[op.offset :]
        return
    if len(held) < op.offset:
        held.extend(bytes(op.offset - len(held)))
    held[op.offset : op.offset + len(op.data)] = op.data


def check_left(files: dict[str, bytearray], folder: Path, answered: int, lines: list[bytes]) -> int:
    """Check that a recovered disk makes a store with all that was answered, and nothing else;
    return how many events it has. Before the first answer there may be no store yet."""
    for old in folder.iterdir():
        old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    with open_store(str(folder / "casino.db")) as store:
        there = [stored.line for stored in store.read_all()]
        assert len(there) >= answered, "an answered command is lost"
        assert there == lines[: len(there)], "something is there that never was"
        assert not list(verify_store(store)), "it is not as the house wrote it"
    return len(there)


class Recorder:
    """Wraps what SQLite does to its files."""

    def __init__(self, ops: list[Op]) -> None:
        self.ops = ops
        self._names: dict[int, str] = {}
        self._tables: dict[int, Any] = {}

    def begin(self) -> None:
        library = sqlite_library()
        assert library is not None, "this Python brings its own SQLite"
        library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        vfs = library.sqlite3_vfs_find(None)
        was_open, was_delete = OPEN(vfs.contents.open), DELETES(vfs.contents.delete)

        def opens(vfs: Any, name: Any, file: int, flags: int, out: Any) -> int:
            status = int(was_open(vfs, name, file, flags, out))
            methods = ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))[0]
            if status == 0 and name and methods:
                self._wrap(file, methods)
                self._names[file] = Path(ctypes.string_at(name).decode()).name
            return status

        def deletes(vfs: Any, name: Any, synced: int) -> int:
            self.ops.append(Op(DELETE, Path(ctypes.string_at(name).decode()).name))
            return int(was_delete(vfs, name, synced))

        vfs.contents.open = kept(OPEN(opens))
        vfs.contents.delete = kept(DELETES(deletes))
        connect = sqlite3.connect

        def connected(*words: Any, **named: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*words, **named)
            connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")
            return connection

        sqlite3.connect = connected  # type: ignore[assignment]

    def _wrap(self, file: int, methods: int) -> None:
        """Give an open file functions that write down what is asked of them."""
        if methods not in self._tables:
            table = Methods.from_buffer_copy(ctypes.string_at(methods, ctypes.sizeof(Methods)))
            writes, truncates, syncs = (
                WRITES(table.write),
                TRUNCATES(table.truncate),
                SYNCS(table.sync),
            )

            def write(file: int, data: int, size: int, offset: int) -> int:
                said = ctypes.string_at(data, size)
                self.ops.append(Op(WRITE, self._names[file], offset, said))
                return int(writes(file, data, size, offset))

            def truncate(file: int, size: int) -> int:
                self.ops.append(Op(TRUNCATE, self._names[file], size))
                return int(truncates(file, size))

            def sync(file: int, flags: int) -> int:
                status = int(syncs(file, flags))
                self.ops.append(Op(SYNC, self._names[file]))
                return status

            table.write = kept(WRITES(write))
            table.truncate = kept(TRUNCATES(truncate))
            table.sync = kept(SYNCS(sync))
            self._tables[methods] = table
            KEPT.append(table)
        ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))[0] = ctypes.addressof(
            self._tables[methods]
        )


def kept(function: Any) -> int | None:
    """A function that C may hold on to."""
    KEPT.append(function)
    return ctypes.cast(function, ctypes.c_void_p).value


_INT, _POINTER, _LONG = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64
OPEN: Final = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
DELETES: Final = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT)
WRITES: Final = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _LONG)
TRUNCATES: Final = ctypes.CFUNCTYPE(_INT, _POINTER, _LONG)
SYNCS: Final = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)


class Vfs(ctypes.Structure):
    """SQLite's table of what it asks of a system, as far as opening and deleting files."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("version", "file_size", "longest_path")),
        *((name, ctypes.c_void_p) for name in ("next", "name", "data", "open", "delete")),
    )


class Methods(ctypes.Structure):
    """SQLite's table of what it asks of a file."""

    _fields_ = (
        ("version", ctypes.c_int),
        *((name, ctypes.c_void_p) for name in ("close", "read", "write", "truncate", "sync")),
        *((f"p{number}", ctypes.c_void_p) for number in range(13)),
    )
