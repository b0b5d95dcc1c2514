"""Witnesses of a server: away, cut, of another copy of the store, and another server as one."""

import asyncio
import shutil
from pathlib import Path

import httpx
import msgspec
import pytest

from sabot.core.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.inspect.adoption import place_of
from sabot.server.inspect.checkpoints import sign, signers
from sabot.server.inspect.cosignatures import cosign_once
from sabot.server.inspect.log_proofs import log_signer, proof_file
from sabot.server.settings import Settings
from sabot.store import Witness, open_store
from sabot.store.tlog.cosigners import read_cosigners
from sabot.store.tlog.note import (
    COSIGNATURE,
    read_head,
    read_note,
    read_verifier_key,
    verifier_key,
)
from sabot.store.tlog.proof import Unverified, verify_proof_file
from sabot.store.tlog.tree import LogTree
from server.harness import open_accounts, running

ORIGIN = "casino.example/log"


def settings_of(folder: Path, **more: object) -> Settings:
    given = Settings(
        store=str(folder / "one.db"), signing_key=folder / "key", witness=folder / "witness"
    )
    return msgspec.structs.replace(given, **more)


def sign_times(casino: Casino, times: int) -> None:
    both = signers(casino)
    assert both is not None
    for _ in range(times):
        casino.store.checkpoint(*both)
    assert signers(casino) is not None  # and what it has seen is kept


def test_a_file_that_was_cut_to_its_first_line_is_noticed(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    with open_store(settings.store) as store:
        casino = Casino(store, settings)
        sign_times(casino, 2)
        lines = Witness(tmp_path / "witness").lines()
        assert len(lines) == 2
        (tmp_path / "witness").write_bytes(lines[0])
        with pytest.raises(Refusal, match="it was cut"):
            signers(casino)
        assert len(Witness(tmp_path / "witness").lines()) == 1, "it is not filled unseen"
        again = Casino(store, settings_of(tmp_path, new_witness=True))
        assert signers(again) is not None


def test_a_file_that_is_cut_while_the_server_runs_is_noticed(tmp_path: Path) -> None:
    async def evening(casino: Casino) -> None:
        both = signers(casino)
        assert both is not None and isinstance(both[1], Witness)
        task = casino.start(sign(casino, both, every=0.01))
        for players in (("alice",), ("bob",)):
            await casino.work(open_accounts, casino.floor, players)
            before = len(both[1].lines())
            while len(both[1].lines()) == before:
                await asyncio.sleep(0.01)
        first = both[1].lines()[0]
        (tmp_path / "witness").write_bytes(first)
        await casino.work(open_accounts, casino.floor, ("carol",))
        while not casino.witnesses:
            await asyncio.sleep(0.01)
        assert "it was cut" in casino.witnesses[str(tmp_path / "witness")]
        assert both[1].lines() == [first]
        task.cancel()
        await casino.close()

    settings = settings_of(tmp_path)
    with open_store(settings.store) as store:
        asyncio.run(evening(Casino(store, settings)))


def test_a_witness_that_is_away_delays_nothing_and_is_caught_up_with(tmp_path: Path) -> None:
    async def evening(casino: Casino) -> None:
        both = signers(casino)
        assert both is not None and list(casino.witnesses) == [str(away / "witness")]
        task = casino.start(sign(casino, both, every=0.01))
        await casino.work(open_accounts, casino.floor, ("alice",))
        assert not casino.store.last_checkpoint()
        away.mkdir()
        while casino.witnesses:
            await asyncio.sleep(0.01)
        assert len(Witness(away / "witness").lines()) == 1
        task.cancel()
        await casino.close()

    away = tmp_path / "mount"
    settings = settings_of(tmp_path, witness=away / "witness")
    with open_store(settings.store) as store:
        asyncio.run(evening(Casino(store, settings)))


def test_a_copy_signs_into_the_live_witness_only_when_it_is_adopted_by_name(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    with open_store(settings.store) as store:
        sign_times(Casino(store, settings), 1)
    shutil.copy(tmp_path / "one.db", tmp_path / "copy.db")
    seen = (tmp_path / "witness").read_bytes()
    copied = settings_of(tmp_path, store=str(tmp_path / "copy.db"))
    with open_store(copied.store) as store:
        for names in ((), ("another",)):
            with pytest.raises(Refusal) as refused:
                signers(Casino(store, msgspec.structs.replace(copied, adopt_witness=names)))
            assert refused.value.code == "witness-not-adopted"
            assert str(tmp_path / "witness") in refused.value.message
        assert (tmp_path / "witness").read_bytes() == seen
        named = msgspec.structs.replace(copied, adopt_witness=(str(tmp_path / "witness"),))
        sign_times(Casino(store, named), 1)
        assert signers(Casino(store, copied)) is not None, "once is enough"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("postgresql://a:secret@h/db", "postgresql://a:secret@i/db"),
        ("postgresql://a:secret@h/db", "postgresql://a:secret@h/db2"),
        ("postgresql:///db?host=/x&password=secret", "postgresql:///db?host=/y&password=secret"),
        (
            "postgresql://h/db?options=-csearch_path%3Da",
            "postgresql://h/db?options=-csearch_path%3Db",
        ),
    ],
)
def test_two_databases_are_two_places(one: str, other: str) -> None:
    with open_store("sqlite://") as store:  # in no file, as PostgreSQL
        places = [place_of(Casino(store, Settings(store=each))) for each in (one, other)]
        renewed = place_of(Casino(store, Settings(store=one.replace("secret", "new"))))
    assert places[0] != places[1] and places[0] == renewed
    assert "secret" not in "".join(places)


def test_another_server_cosigns_and_is_named_while_it_does_not(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    settings = settings_of(tmp_path)
    with open_store(settings.store) as store, running(tmp_path, witness_for=seen) as house:
        casino = Casino(store, settings)
        open_accounts(casino.floor, ("alice",))
        LogTree(store, ORIGIN).integrate()
        vkey = httpx.get(f"{house.origin}/witness/vkey").text.strip()
        listed = tmp_path / "witnesses"
        listed.write_text(f"{vkey} {house.origin}/witness\n")
        cosigners = read_cosigners(listed)
        name = cosigners[0].key.name
        cosign_once(casino, cosigners)
        assert "does not know this log" in casino.witnesses[name]
        signer = log_signer(store)
        (seen / "logs.txt").write_text(f"{verifier_key(ORIGIN, signer)}\n")
        cosign_once(casino, cosigners)
        assert casino.witnesses == {}
        note = LogTree(store).newest()
        assert note is not None and note.signed_by(read_verifier_key(vkey))
        proof = proof_file(store, [next(iter(store.read_all()))], signer)
        assert verify_proof_file(proof, None, [vkey]).cosigned == (name,)
        other = str(verifier_key("x/y", signer, COSIGNATURE))
        with pytest.raises(Unverified, match="x/y has not cosigned"):
            verify_proof_file(proof, None, [other])
        shown = httpx.get(f"{house.origin}/witness/{'0' * 64}/checkpoint")
        assert shown.status_code == 404
        monitored = read_note(next(seen.glob("*.checkpoint")).read_text())
        assert read_head(monitored) == read_head(note)
        bad = httpx.post(f"{house.origin}/witness/add-checkpoint", content=b"old")
        assert bad.status_code == 400
        ready = httpx.get(f"{house.origin}/readyz").json()
        assert "witnesses" not in ready
    with open_store(settings.store) as store:
        open_accounts(Casino(store, settings).floor, ("bob",))
        cosign_once(casino := Casino(store, settings), cosigners)
        assert "does not answer" in casino.witnesses[name]
