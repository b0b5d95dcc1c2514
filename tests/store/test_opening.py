"""Files that can be opened as a store, and what a database shows to others."""

import sqlite3
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from sabot import __version__
from sabot.core.refusal import Refusal
from sabot.store import Batch, open_store
from store.entries import entry
from store.postgres import PostgresServer


def test_commits_are_announced(postgres_url: str) -> None:
    with (
        open_store(postgres_url) as store,
        psycopg.connect(postgres_url, autocommit=True) as listener,
    ):
        listener.execute("LISTEN sabot")
        store.keep_order()
        store.append(Batch("table:百", 0, [entry(1), entry(2)]), Batch("player:7", 0, [entry(3)]))
        (heard,) = [note.payload for note in listener.notifies(timeout=60, stop_after=1)]
        assert sorted(heard.splitlines()) == ["player:7:1", "table:百:2"]
        crowd = [Batch(f"player:{'x' * 90}{number}", 0, [entry(1)]) for number in range(200)]
        store.append(*crowd)
        heard = "".join(note.payload for note in listener.notifies(timeout=60, stop_after=3))
        assert sorted(heard.splitlines()) == sorted(f"{batch.stream}:1" for batch in crowd)


def test_postgresql_keeps_events_from_being_changed(postgres_url: str) -> None:
    with open_store(postgres_url) as store, psycopg.connect(postgres_url) as intruder:
        store.append(Batch("table:1", 0, [entry(1)]))
        for attempt in ("DELETE FROM event", "UPDATE event SET seq = 2", "TRUNCATE event"):
            with pytest.raises(psycopg.Error, match="never changed or deleted"):
                intruder.execute(attempt.encode())
            intruder.rollback()


def code_of(url: Any, create: bool = True) -> str:
    with pytest.raises(Refusal) as caught:
        open_store(url, create).close()
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)
    return caught.value.code


def test_what_is_no_store_is_refused(tmp_path: Path, postgres_server: PostgresServer) -> None:
    (tmp_path / "text").write_text("hello, I am no database, and longer than its header " * 9)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE event (x)")
    other.close()
    assert code_of(str(tmp_path / "text")) == "not-a-store"
    assert code_of(str(tmp_path / "other.db")) == "not-a-store"
    assert code_of(str(tmp_path)) == "not-a-store"
    assert code_of(str(tmp_path / "no" / "where.db")) == "not-a-store"
    assert code_of(str(tmp_path / "nothing.db"), create=False) == "no-store"
    assert code_of("sqlite://", create=False) == "no-store", "a memory is its own process's"
    assert not (tmp_path / "nothing.db").exists()
    assert code_of(postgres_server.fresh_url(), create=False) == "no-store"
    assert (
        code_of("mysql://x") == code_of("") == code_of(None) == code_of("a\0b") == "unknown-store"
    )
    assert code_of("postgresql://nobody@/x?host=/nowhere") == "store-unavailable"
    assert code_of("postgresql://x?absurd=1") == "store-unavailable"


def test_tables_of_a_newer_sabot_are_refused(tmp_path: Path, postgres_url: str) -> None:
    path = str(tmp_path / "casino.db")
    open_store(path).close()
    open_store(postgres_url).close()
    tell(path, postgres_url, "UPDATE about SET value = '5' WHERE name = 'schema version'")
    tell(path, postgres_url, "UPDATE about SET value = '7.0.0' WHERE name = 'release'")
    for url, newest in ((path, 3), (postgres_url, 4)):
        for create in (True, False):
            with pytest.raises(Refusal) as caught:
                open_store(url, create).close()
            assert caught.value.code == "newer-store"
            assert caught.value.message == (
                f"This store was written by Sabot 7.0.0 and is of version 5; Sabot {__version__}"
                f" reads them up to version {newest}. Open it with Sabot 7.0.0 or a later one."
            )
    tell(path, postgres_url, "DELETE FROM about")
    assert code_of(path) == code_of(postgres_url) == "newer-store"


def tell(path: str, postgres_url: str, what: LiteralString) -> None:
    """Have both databases do something behind Sabot's back."""
    with sqlite3.connect(path) as connection:
        connection.execute(what)
    connection.close()
    with psycopg.connect(postgres_url) as other:
        other.execute(what)


def test_a_store_says_which_release_wrote_it(tmp_path: Path, postgres_url: str) -> None:
    path = str(tmp_path / "casino.db")
    for url in (path, postgres_url):
        with open_store(url) as store:
            assert store.release() == __version__
            store.append(Batch("table:1", 0, [entry(1)]))
            store.keep_snapshot("table:1", 1, b"of this release")
        with open_store(url) as store:
            kept = store.snapshot("table:1")
            assert kept is not None and kept.data == b"of this release"
    tell(path, postgres_url, "UPDATE about SET value = '0.0.9' WHERE name = 'release'")
    for url in (path, postgres_url):
        with open_store(url, create=False) as store:
            assert store.release() == "0.0.9", "whoever only reads leaves it as it is"
            assert store.snapshot("table:1") is not None
        with open_store(url) as store:
            assert store.release() == __version__
            assert store.snapshot("table:1") is None, "another release reads the log instead"
            assert store.head("table:1").seq == 1
