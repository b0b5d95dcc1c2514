"""Checkpoints that a server signs: the witness has them, and a store that lost some is refused."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.inspect.checkpoints import sign, signers
from sabot.server.settings import Settings, check
from sabot.store import Store, Witness, open_store, verify_checkpoints
from sabot.store.trust.receipts import kept_receipt
from sabot.store.trust.remote_witness import RemoteWitness
from server.harness import open_accounts, running


def casino_of(store: Store, folder: Path) -> Casino:
    settings = Settings(signing_key=folder / "key", witness=folder / "witness")
    return Casino(store, settings)


class Counted:
    """A function, and how often it was called."""

    def __init__(self, function: Callable[[], int]) -> None:
        self._function = function
        self.times = 0

    def __call__(self) -> int:
        self.times += 1
        return self._function()


def test_what_is_written_is_signed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening(casino: Casino) -> None:
        both = signers(casino)
        assert both is not None and isinstance(both[1], Witness)
        asked = Counted(casino.store.last_position)
        monkeypatch.setattr(casino.store, "last_position", asked)
        task = casino.start(sign(casino, both, every=0.01))
        while len(both[1].lines()) < 1:
            await asyncio.sleep(0.01)
        while asked.times < 4:
            await asyncio.sleep(0.01)
        assert len(both[1].lines()) == 1, "nothing new was written"
        await casino.work(open_accounts, casino.floor, ("alice",))
        while len(both[1].lines()) < 2:
            await asyncio.sleep(0.01)
        task.cancel()
        await casino.close()
        lines = [stored.line for stored in casino.store.read_all()]
        assert not list(verify_checkpoints(both[1].lines(), lines, both[0].key))

    with open_store(str(tmp_path / "casino.db")) as store:
        asyncio.run(evening(casino_of(store, tmp_path)))


def test_a_store_that_forgot_what_its_witness_saw_is_refused(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "one.db")) as store:
        both = signers(casino_of(store, tmp_path))
        assert both is not None
        store.checkpoint(*both)
    assert Witness(tmp_path / "witness").lines()
    with open_store(str(tmp_path / "other.db")) as store, pytest.raises(Refusal, match="witness"):
        signers(casino_of(store, tmp_path))


@pytest.mark.parametrize(
    "settings", [Settings(signing_key=Path("key")), Settings(witness=Path("seen"))]
)
def test_a_key_needs_a_witness(settings: Settings) -> None:
    with pytest.raises(Refusal, match="--signing-key and --witness"):
        check(settings)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def test_a_witness_that_was_emptied_is_not_filled_again_unseen(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "one.db")) as store:
        both = signers(casino_of(store, tmp_path))
        assert both is not None
        store.checkpoint(*both)
        for empty in (emptied, Path.unlink):
            empty(tmp_path / "witness")
            with pytest.raises(Refusal) as caught:
                signers(casino_of(store, tmp_path))
            assert caught.value.code == "witness-empty"
            assert "--new-witness" in caught.value.message
            again = Settings(
                signing_key=tmp_path / "key", witness=tmp_path / "witness", new_witness=True
            )
            assert signers(Casino(store, again)) is not None
            assert Witness(tmp_path / "witness").lines()


def test_deleted_checkpoints_are_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "one.db")
    with open_store(path) as store:
        casino = casino_of(store, tmp_path)
        open_accounts(casino.floor, ("alice",))
        both = signers(casino)
        assert both is not None
        store.checkpoint(*both)
    assert main(["audit", path]) == 0
    with sqlite3.connect(path) as disk:
        disk.execute("DELETE FROM checkpoint")
    disk.close()
    assert main(["audit", path]) == 1 and "no-checkpoint" in capsys.readouterr().out
    assert main(["audit", path, "--key", both[0].key]) == 1
    emptied(tmp_path / "witness")
    assert main(["audit", path, "--witness", str(tmp_path / "witness")]) == 1


def test_a_key_that_was_replaced_stands_in_the_log_and_in_the_audit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "one.db")
    keys = []
    with open_store(path) as store:
        casino = casino_of(store, tmp_path)
        open_accounts(casino.floor, ("alice",))
        for _ in range(2):
            both = signers(casino)
            assert both is not None
            store.checkpoint(*both)
            keys.append(both[0].key)
            (tmp_path / "key").unlink()
    assert main(["audit", path, "--key", keys[0]]) == 0
    assert f"{keys[0]} was replaced by {keys[1]}" in capsys.readouterr().out
    assert main(["audit", path, "--key", keys[1]]) == 1, "the first ones are of another key"


def test_another_casino_is_the_witness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "one.db")
    with running(tmp_path, witness_for=tmp_path / "seen") as house:
        monkeypatch.setenv("SABOT_WITNESS_TOKEN", house.token("ines"))
        url = f"{house.origin}/api/witness/ours"
        settings = Settings(signing_key=tmp_path / "key", witness=url)
        with open_store(path) as store:
            casino = Casino(store, settings)
            open_accounts(casino.floor, ("alice",))
            both = signers(casino)
            assert both is not None
            store.checkpoint(*both)
            store.checkpoint(*both)
        remote = RemoteWitness(url)
        assert [each.number for each in remote.seen()] == [1, 2]
        assert main(["audit", path, "--witness", url]) == 0
        with sqlite3.connect(path) as disk:
            disk.execute("DELETE FROM checkpoint WHERE number = 2")
        disk.close()
        assert main(["audit", path, "--witness", url]) == 1
        assert "witness-differs" in capsys.readouterr().out
        with open_store(path) as store, pytest.raises(Refusal) as caught:
            signers(Casino(store, settings))
        assert caught.value.code == "witness-differs"
        told = {"seen": [{"number": 2, "digest": "0" * 64}]}
        assert house.ask("inspector", "POST", "/api/witness/ours", told).status_code == 409
        assert house.ask("inspector", "GET", "/api/witness/../key").status_code == 404
    with open_store(path) as store:
        casino = Casino(store, settings)
        assert signers(casino) is not None, "a witness that is away delays nothing"
        assert "does not answer" in casino.witnesses[url]


def test_what_a_witness_has_signed_is_kept_and_held_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, witness_for=tmp_path / "seen") as house:
        monkeypatch.setenv("SABOT_WITNESS_TOKEN", house.token("ines"))
        url = f"{house.origin}/api/witness/ours"
        settings = Settings(signing_key=tmp_path / "key", witness=url)
        seen, key = tmp_path / "seen" / "ours.seen", tmp_path / "seen" / "witness.key"
        with open_store(str(tmp_path / "one.db")) as store:
            casino = Casino(store, settings)
            open_accounts(casino.floor, ("alice",))
            both = signers(casino)
            assert both is not None and kept_receipt(store, url) is None
            store.checkpoint(*both)
            store.checkpoint(*both)
            assert signers(casino) is not None
            kept = kept_receipt(store, url)
            assert kept is not None and kept.is_signed and kept.number == 2
            whole = seen.read_text()
            seen.write_text(whole.splitlines(keepends=True)[0])
            with pytest.raises(Refusal, match="it saw checkpoint 2"):
                signers(casino)
            seen.write_text(whole)
            key.unlink()
            with pytest.raises(Refusal, match="another key than before"):
                signers(casino)
            again = msgspec.structs.replace(settings, new_witness=True)
            assert signers(Casino(store, again)) is not None
            assert signers(casino) is not None, "its new key is known now"
