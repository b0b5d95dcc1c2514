"""An evening at the tables that is killed at a chosen write, and what must be left of it.

The killing is done in the child alone: SQLite's calls to write to its files and the drivers'
calls are wrapped and counted, and the chosen one kills the process. A write to a file is torn:
half of its bytes are written first. A call to PostgreSQL is killed at once, or a moment later, so
that some die between the commit and its answer.
"""

import contextlib
import ctypes
import json
import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from sabot.store import (
    Batch,
    Signer,
    Store,
    Stored,
    Witness,
    export_lines,
    open_store,
    verify_checkpoints,
    verify_lines,
)
from sabot.store.backends.postgres import wire
from store.entries import chain_holds, entry
from store.postgres import mortal
from support.forking import fork

STEPS = 40
GROUP_EVERY, CHECKPOINT_EVERY, SNAPSHOT_EVERY = 5, 8, 6


class Run(NamedTuple):
    """Report of a child before it ended: the steps acknowledged, and its writes if it finished."""

    acknowledged: list[int]
    writes: int | None


def batches(store: Store, step: int) -> list[Batch]:
    """Return a step's events: to a table, often to a player too, with something sealed."""
    names = [f"table:{step % 3}"] + ([f"player:{step % 4}"] if step % 2 else [])
    return [
        Batch(
            name,
            store.head(name).seq,
            [entry(step, step=step, of=len(names)), entry(step, step=step, of=len(names))],
            {"order": b"%d" % step, f"salt {step}": b"%d" % step, f"salt {step - 3}": None},
        )
        for name in names
    ]


def play(store: Store, folder: Path, done: Callable[[int], None], start: int = 0) -> None:
    """The whole evening from a step on."""
    signer, witness = Signer(folder / "key"), Witness(folder / "witness")
    for step in range(start, STEPS):
        if step % GROUP_EVERY == 0:
            waiting = [store.submit(*batches(store, step))]
            waiting += [store.submit(Batch(f"side:{step}", n, [entry(n)])) for n in range(3)]
            for future in waiting:
                future.result()
        else:
            store.append(*batches(store, step))
        done(step)
        if step % SNAPSHOT_EVERY == 0:
            store.keep_snapshot(f"table:{step % 3}", 1, b"%d" % step)
        if step % CHECKPOINT_EVERY == 0:
            store.checkpoint(signer, witness)


def run_and_kill(url: str, folder: Path, point: int) -> Run:
    """Play in a child that dies at its write number `point`; 0 lets it live."""
    source, sink = os.pipe()
    its_url, buried = mortal(url)
    child = fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.close(source)
            counter = Counter(point)
            hook_drivers(counter)
            hook_sqlite_files(counter)
            with open_store(its_url) as store:
                play(store, folder, lambda step: tell(sink, f"{step}\n"))
            tell(sink, f"writes {counter.count}\n")
        os._exit(0)
    os.close(sink)
    with os.fdopen(source) as told:
        lines = told.read().splitlines()
    os.waitpid(child, 0)
    buried()
    finished = [int(line.split()[1]) for line in lines if line.startswith("writes")]
    steps = [int(line) for line in lines if not line.startswith("writes")]
    return Run(steps, finished[0] if finished else None)


def tell(sink: int, text: str) -> None:
    os.write(sink, text.encode())


def check_what_is_left(url: str, folder: Path, acknowledged: list[int]) -> None:
    """All that was acknowledged, nothing by half, nothing twice; and the evening can go on."""
    with open_store(url) as store:
        last = check_log(store, acknowledged)
        play(store, folder, lambda step: None, last + 1)
        check_log(store, list(range(STEPS)))
        lines, key = list(export_lines(store)), Signer(folder / "key").key
        Witness(folder / "witness").catch_up(store.checkpoints)
        assert not list(verify_checkpoints(Witness(folder / "witness").lines(), lines, key))


def check_log(store: Store, acknowledged: list[int]) -> int:
    """The last step that is there."""
    stored: list[Stored] = list(store.read_all())
    lines = [each.line for each in stored]
    assert chain_holds(lines) and not list(verify_lines(lines))
    assert [each.position for each in stored] == list(range(1, len(stored) + 1))
    found: dict[int, list[int]] = {}
    for line in lines:
        event = json.loads(line)
        if "step" in event:
            found.setdefault(event["step"], []).append(event["of"])
    assert all(len(parts) == 2 * parts[0] for parts in found.values()), "a step by half or twice"
    assert set(acknowledged) <= set(found), "an acknowledged step is lost"
    assert sorted(found) == list(range(len(found)))
    for table in range(3):
        steps = [step for step in found if step % 3 == table]
        sealed = store.unseal(f"table:{table}", "order")
        assert sealed == (b"%d" % max(steps) if steps else None), "vault and log differ"
    return max(found, default=-1)


class Counter:
    """Counts writes and kills at the chosen one."""

    def __init__(self, point: int) -> None:
        self.point = point
        self.count = 0

    def due(self) -> bool:
        self.count += 1
        return self.count == self.point

    def statement(self) -> None:
        """Before a call to a driver."""
        if self.due():
            delay = self.point % 8 * 0.0002
            threading.Timer(delay, kill).start() if delay else kill()


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hook_drivers(counter: Counter) -> None:
    """Count every statement, and the sending of every group of them."""

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            counter.statement()
            return function(*words, **named)

        return call

    class Counting(sqlite3.Connection):
        execute = counted(sqlite3.Connection.execute)
        executemany = counted(sqlite3.Connection.executemany)

    connect = sqlite3.connect
    sqlite3.connect = lambda *words, **named: connect(*words, factory=Counting, **named)  # type: ignore[assignment]
    psycopg.Connection.execute = counted(psycopg.Connection.execute)  # type: ignore[method-assign]
    wire.say = counted(wire.say)
    psycopg.Pipeline.__exit__ = counted(psycopg.Pipeline.__exit__)  # type: ignore[method-assign]


class Vfs(ctypes.Structure):
    """SQLite's table of file functions, as far as the one that replaces system calls."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("version", "file_size", "longest_path")),
        *((f"p{number}", ctypes.c_void_p) for number in range(16)),
        ("set_system_call", ctypes.c_void_p),
    )


def hook_sqlite_files(counter: Counter) -> bool:
    """Replace SQLite's writing to files; whether its library could be found."""
    library = sqlite_library()
    if library is None:
        return False
    library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
    vfs = library.sqlite3_vfs_find(None)
    arguments = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    replace = ctypes.CFUNCTYPE(ctypes.c_int, *arguments)(vfs.contents.set_system_call)
    kind = ctypes.CFUNCTYPE(
        ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64
    )

    def write(file: int, data: int, size: int, offset: int) -> int:
        if counter.due():
            os.pwrite(file, ctypes.string_at(data, size // 2), offset)
            kill()
        return os.pwrite(file, ctypes.string_at(data, size), offset)

    hook = kind(write)
    KEPT.append(hook)
    for name in (b"pwrite", b"pwrite64"):
        replace(vfs, name, ctypes.cast(hook, ctypes.c_void_p))
    return True


KEPT: list[Any] = []
"""Functions that C holds on to."""


def sqlite_library() -> ctypes.CDLL | None:
    """The library that Python's sqlite3 uses, where it is not built in."""
    maps = Path("/proc/self/maps")
    loaded = maps.read_text().split() if maps.exists() else []
    for name in sorted({word for word in loaded if "libsqlite3" in word}):
        return ctypes.CDLL(name)
    return None
