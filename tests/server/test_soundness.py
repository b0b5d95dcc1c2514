"""A server on a disk that was edited: it says so, and deals nothing from it."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.core.refusal import Refusal
from sabot.engine.vault import Vault
from sabot.floor import Floor
from sabot.links.virtual_shoe import STACK, SealedStack, stack_of
from sabot.server.casino import Casino
from sabot.server.operations.soundness import look_through
from sabot.server.settings import Settings
from sabot.store import Batch, open_store
from store.edits import casino as small_casino
from store.edits import disk


def readiness(path: str, rounds: bool = False) -> tuple[list[str], str]:
    """Which tables open, and what `/readyz` would say."""

    async def opened() -> tuple[list[str], str]:
        with open_store(path) as store:
            casino = Casino(store, Settings(store=path))
            await casino.begin(lambda casino: ())
            if rounds:
                task = casino.start(look_through(casino, every=0))
                while not store.corrupt:
                    await asyncio.sleep(0.01)
                task.cancel()
            try:
                await casino.store_watch.check()
                said = "ready"
            except Refusal as refused:
                said = refused.code
            found = casino.tables()
            await casino.close()
            return found, said

    return asyncio.run(asyncio.wait_for(opened(), 60))


@pytest.fixture
def path(tmp_path: Path) -> str:
    with open_store(str(tmp_path / "casino.db")) as store:
        small_casino(store, tmp_path)
    return str(tmp_path / "casino.db")


def test_a_table_on_a_broken_chain_does_not_open(path: str) -> None:
    assert readiness(path) == (["1"], "ready")
    with disk(path) as held:
        held.do("DELETE FROM snapshot")
        held.do("UPDATE event SET line = CAST(line || ' ' AS BLOB) WHERE seq = 1")
    assert readiness(path) == ([], "broken-log")


def test_what_was_changed_before_the_snapshot_is_found_in_the_background(path: str) -> None:
    with disk(path) as held:
        held.do("UPDATE event SET line = CAST(line || ' ' AS BLOB) WHERE seq = 1")
    assert readiness(path) == (["1"], "ready"), "the snapshot stands, and what follows it"
    assert readiness(path, rounds=True)[1] == "broken-log"


def test_a_full_disk_is_not_ready(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 0

    monkeypatch.setattr("shutil.disk_usage", lambda folder: Usage)
    assert readiness(path)[1] == "store-unavailable"
    monkeypatch.undo()

    def full(self: Any) -> None:
        raise Refusal("store-unavailable", None, "database or disk is full.")

    monkeypatch.setattr("sabot.store.store.Store.check_writable", full)
    assert readiness(path)[1] == "store-unavailable"


@pytest.mark.parametrize("how", ["changed", "another's", "gone"])
def test_a_rigged_shoe_stops_the_table(path: str, how: str) -> None:
    with disk(path) as held:
        ((row,),) = held.do("SELECT data FROM vault WHERE stream = 'table:1'").fetchall()
        other = next(data for stream, _, data in held.rows("vault") if stream != "table:1")
        if how == "gone":
            held.do("DELETE FROM vault WHERE stream = 'table:1'")
        else:
            rigged = other if how == "another's" else row[:-1] + bytes([row[-1] ^ 1])
            held.do("UPDATE vault SET data = ? WHERE stream = 'table:1'", rigged)
    with open_store(path) as store:
        floor = Floor(store)
        with pytest.raises(Refusal) as caught:
            stack_of(Vault(store), "table:1", floor.table("1"))
        assert caught.value.code == "rigged-vault" and caught.value.message.endswith(".")


def test_a_shoe_that_is_not_the_published_one_stops_the_table(path: str) -> None:
    """The check holds even if the editor has the house's key."""
    with open_store(path) as store:
        floor = Floor(store)
        table = floor.table("1")
        kept = store.unseal("table:1", STACK)
        assert kept is not None and table.stack.digest is not None
        stack = msgspec.json.decode(kept, type=SealedStack)
        other = msgspec.structs.replace(stack, order=stack.order[::-1])
        store.append(Batch("table:1", table.version, [], {STACK: msgspec.json.encode(other)}))
        with pytest.raises(Refusal) as caught:
            stack_of(Vault(store), "table:1", table)
        assert caught.value.code == "rigged-vault"
