"""Disks that are full, databases that go away, processes that meet: nothing half, nothing lost."""

import json
import os
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Store, Swap, export_lines, open_store, verify_lines
from sabot.store.backends.database import TransactionWork, Unavailable
from sabot.store.backends.postgres import database as on_postgres
from sabot.store.backends.postgres import statements
from sabot.store.backends.postgres.database import PostgresDatabase
from store.entries import chain_holds, entry
from store.postgres import PostgresServer
from store.wire import Cut, Wire
from support.forking import fork

BALLAST = "x" * 4000


def refused(code: str, *batches: Batch, store: Store) -> str:
    with pytest.raises(Refusal) as caught:
        store.append(*batches)
    assert caught.value.code == code, caught.value
    return str(caught.value)


def whole(store: Store) -> int:
    """Return how many events there are, in a chain without a flaw."""
    lines = list(export_lines(store))
    assert chain_holds(lines) and not list(verify_lines(lines))
    return len(lines)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this machine does not let us mount a small disk")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def fill(store: Store) -> int:
    """Append until refused; how many were acknowledged."""
    for number in range(10_000):
        try:
            store.append(
                Batch("table:1", number, [entry(number, b=BALLAST)], {"n": b"%d" % number})
            )
        except Refusal as refusal:
            assert refusal.code == "store-unavailable" and "full" in str(refusal)
            return number
    raise AssertionError("the disk is never full")


def test_a_full_disk(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 400_000)
    with open_store(str(small_disk / "casino.db")) as store:
        kept = fill(store)
        assert kept > 10
        for _ in range(3):
            refused("store-unavailable", Batch("t", 0, [entry(0, b=BALLAST * 9)]), store=store)
        assert whole(store) == kept and store.unseal("table:1", "n") == b"%d" % (kept - 1)
        ballast.unlink()
        store.append(Batch("table:1", kept, [entry(kept, b=BALLAST)]))
    with open_store(str(small_disk / "casino.db")) as store:
        assert whole(store) == kept + 1


def test_a_full_file_refuses_only_what_does_not_fit(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        writing: sqlite3.Connection = store._database._writing  # type: ignore[attr-defined]
        pages = writing.execute("PRAGMA page_count").fetchone()[0]
        writing.execute(f"PRAGMA max_page_count = {pages + 20}")
        futures = [
            store.submit(
                Batch(f"t:{n}", 0, [entry(e, b=BALLAST) for e in range(50 if n % 2 else 1)])
            )
            for n in range(10)
        ]
        assert [future.exception() is None for future in futures] == [True, False] * 5
        assert whole(store) == 5
        kept = fill(store)
        writing.execute("PRAGMA max_page_count = 100000")
        store.append(Batch("table:1", kept, [entry(kept)]))
        assert whole(store) == 5 + kept + 1


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_database_that_goes_away_and_comes_back(
    postgres_server: PostgresServer, how: str
) -> None:
    with open_store(postgres_server.fresh_url()) as store:
        store.append(Batch("table:1", 0, [entry(1)], {"k": b"1"}))
        postgres_server.stop(how)
        try:
            refused("store-unavailable", Batch("table:1", 1, [entry(2)], {"k": b"2"}), store=store)
            futures = [store.submit(Batch(f"t:{n}", 0, [entry(n)])) for n in range(20)]
            for future in futures:
                with pytest.raises(Refusal, match="nothing was kept"):
                    future.result()
            with pytest.raises(Refusal, match="cannot be read now"):
                store.head("table:1")
        finally:
            postgres_server.start()
        assert whole(store) == 1 and store.unseal("table:1", "k") == b"1"
        store.append(Batch("table:1", 1, [entry(2)]))
        assert whole(store) == 2


def test_a_restart_between_two_appends_is_not_noticed(postgres_server: PostgresServer) -> None:
    with open_store(postgres_server.fresh_url()) as store:
        store.append(Batch("table:1", 0, [entry(1)]))
        postgres_server.stop()
        postgres_server.start()
        store.append(Batch("table:1", 1, [entry(2)]))
        assert whole(store) == 2


def await_more(kept: set[int]) -> None:
    """Until all are at work."""
    enough = len(kept) + 12
    while len(kept) < enough:
        time.sleep(0.005)


def test_crashes_of_the_database_under_load(postgres_server: PostgresServer) -> None:
    """Every answer is the truth: acknowledged is there, `nothing was kept` is not."""
    with open_store(postgres_server.fresh_url()) as store:
        kept: set[int] = set()
        not_kept: set[int] = set()
        codes: set[str] = set()
        over = threading.Event()

        def produce(place: int) -> None:
            number = place
            while not over.is_set():
                number += 10
                try:
                    store.append(Batch(f"m:{number}", 0, [entry(0, mark=number)]))
                    kept.add(number)
                except Refusal as refusal:
                    codes.add(refusal.code)
                    not_kept.add(number)
                    time.sleep(0.005)

        threads = [threading.Thread(target=produce, args=[place]) for place in range(6)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            await_more(kept)
            postgres_server.stop("immediate")
            postgres_server.start()
        await_more(kept)
        over.set()
        for thread in threads:
            thread.join()
        found = {json.loads(line)["mark"] for line in export_lines(store)}
        assert found == kept and not found & not_kept and kept
        assert codes <= {"store-unavailable"}
        whole(store)


@pytest.fixture
def wire(postgres_server: PostgresServer) -> Iterator[Wire]:
    with tempfile.TemporaryDirectory(prefix="wire-", dir="/tmp") as folder:
        wire = Wire(Path(folder), postgres_server.home)
        yield wire
        wire.close()


@pytest.mark.parametrize("cut", get_args(Cut))
def test_a_commit_whose_answer_is_lost(postgres_url: str, wire: Wire, cut: Cut) -> None:
    with open_store(wire.url(postgres_url)) as store:
        store.append(Batch("table:1", 0, [entry(1)]))
        wire.cut = cut
        batch = Batch("table:1", 1, [entry(2)], {"k": b"2"})
        if cut == "after the server answers":
            assert store.append(batch)[0].seq == 2
            assert store.unseal("table:1", "k") == b"2"
        else:
            refused("store-unavailable", batch, store=store)
            assert store.unseal("table:1", "k") is None
            store.append(batch)
        assert wire.cut is None and whole(store) == 2


@pytest.mark.parametrize("cut", get_args(Cut))
def test_a_swap_whose_answer_is_lost(postgres_url: str, wire: Wire, cut: Cut) -> None:
    with open_store(wire.url(postgres_url)) as store:
        assert store.swap(Swap("lease", "gone", None, b"0"))
        wire.cut = cut
        swaps = Swap("lease", "a", None, b"1"), Swap("lease", "gone", b"0", None)
        if cut == "after the server answers":
            assert store.swap(*swaps)
        else:
            with pytest.raises(Refusal, match="nothing was kept"):
                store.swap(*swaps)
            assert store.expiring_rows_of("lease") == {"gone": b"0"} and store.swap(*swaps)
        assert wire.cut is None and store.expiring_rows_of("lease") == {"a": b"1"}


def test_a_commit_that_nobody_can_tell_about(
    postgres_url: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_postgres, "PATIENCE", 0.2)
    with open_store(wire.url(postgres_url)) as store:
        wire.cut, wire.dead = "after the server answers", True
        said = refused("outcome-unknown", Batch("table:1", 0, [entry(1)]), store=store)
        assert "read the stream" in said
        refused("store-unavailable", Batch("table:1", 1, [entry(2)]), store=store)
        wire.dead = False
        refused("stale-version", Batch("table:1", 0, [entry(1)]), store=store)
        store.append(Batch("table:1", 1, [entry(2)]))
        assert whole(store) == 2


def test_a_process_that_hangs_does_not_stop_the_others(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = statements.SESSION.replace("5s", "300ms")
    monkeypatch.setattr(on_postgres, "SESSION", hurried)
    with open_store(postgres_url) as store:
        hanging = PostgresDatabase(postgres_url)
        hanging.begin(["table:1"])
        store.append(Batch("table:1", 0, [entry(1)]))
        with pytest.raises(Unavailable):
            hanging.finish(TransactionWork.none()._replace(rows=[(2, "table:1", 2, b"late")]))
        hanging.close()
        assert whole(store) == 1


def test_processes_that_share_a_store(lasting_url: str) -> None:
    """Three processes, one table: every event once, every version check right."""
    children = []
    for place in range(3):
        child = fork()
        if child == 0:
            status = 1
            try:
                with open_store(lasting_url) as store:
                    status = 0 if compete(store, place) else 1
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 3
    with open_store(lasting_url) as store:
        assert whole(store) == 3 * 60
        marks = [json.loads(line)["mark"] for line in export_lines(store)]
        assert sorted(marks) == [p * 1000 + n for p in range(3) for n in range(60)]


def compete(store: Store, place: int) -> bool:
    """Sixty events to streams that the others write to as well."""
    for number in range(60):
        stream = f"table:{number % 2}"
        while True:
            mark = entry(0, mark=place * 1000 + number)
            try:
                store.append(Batch(stream, store.head(stream).seq, [mark]))
                break
            except Refusal as refusal:
                if refusal.code != "stale-version":
                    return False
    return True


def test_a_write_that_broke_leaves_nothing_behind_in_the_connection(postgres_url: str) -> None:
    """A number that is there already breaks the pipeline, in which later statements may have been
    about to be prepared."""
    with open_store(postgres_url) as store:
        store.append(Batch("table:1", 0, [entry(1)], once=1))
        for turn in range(2, 14):
            with pytest.raises(Refusal):
                store.append(Batch("table:2", 0, [entry(1)], {"seal": b"x"}, once=1))
            store.append(Batch("table:1", turn - 1, [entry(turn)], {"seal": b"x"}, once=turn))
        assert whole(store) == 13
