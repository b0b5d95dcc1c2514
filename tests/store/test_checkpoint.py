"""Signed statements of where every stream stood, and a witness who remembers them."""

import json
import shutil
import sqlite3
import stat
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sabot.core.refusal import Refusal
from sabot.store import (
    Batch,
    Signer,
    Store,
    Witness,
    export_lines,
    open_store,
    verify_checkpoints,
)
from store.entries import OPENING, entry
from store.tamper import chained


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer(tmp_path / "key")


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(tmp_path / "witness")


def flaws_of(checkpoints: list[bytes], store: Store, key: str) -> list[set[str]]:
    """Against the lines, and against the heads alone."""
    return [
        {flaw.kind for flaw in verify_checkpoints(checkpoints, list(export_lines(store)), key)},
        {flaw.kind for flaw in verify_checkpoints(checkpoints, store.heads(), key)},
    ]


def test_the_line_of_a_checkpoint(store: Store, signer: Signer, witness: Witness) -> None:
    stored = store.append(Batch("table:1", 0, [entry(1), entry(2)]), Batch("a", 0, [entry(3)]))
    line = store.checkpoint(signer, witness, OPENING)
    said = json.loads(line)
    order = "0" * 64
    for each in stored:
        order = sha256((order + each.hash).encode()).hexdigest()
    assert list(said.items())[:-1] == [
        ("checkpoint", 1),
        ("at", "2026-01-31T20:15:00.000000Z"),
        ("events", 3),
        ("order", order),
        ("heads", {"a": [1, stored[2].hash], "table:1": [2, stored[1].hash]}),
        ("prev", "0" * 64),
        ("key", signer.key),
    ]
    text = line[: line.rindex(b',"signature"')] + b"}"
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer.key))
    public.verify(bytes.fromhex(said["signature"]), text)
    second = json.loads(store.checkpoint(signer, witness))
    assert (second["checkpoint"], second["prev"]) == (2, sha256(line).hexdigest())
    assert [line.rstrip() for line in witness.lines()] == list(store.checkpoints())


def test_an_honest_store_is_clean(store: Store, signer: Signer, witness: Witness) -> None:
    store.checkpoint(signer, witness)
    for number in range(6):
        store.append(Batch(f"table:{number % 2}", number // 2, [entry(number)]))
        store.checkpoint(signer, witness)
    store.append(Batch("table:9", 0, [entry(9)]))
    assert flaws_of(witness.lines(), store, signer.key) == [set(), set()]
    assert flaws_of(list(store.checkpoints()), store, signer.key) == [set(), set()]
    assert flaws_of([], store, signer.key) == [{"no-checkpoint"}, {"no-checkpoint"}]


def test_flaws_among_checkpoints(signer: Signer, witness: Witness, tmp_path: Path) -> None:
    with open_store("sqlite://") as store:
        for number in range(3):
            store.append(Batch("table:1", number, [entry(number)]))
            store.checkpoint(signer, witness)
        one, two, three = witness.lines()
        stranger = Signer(tmp_path / "other")
        cases = [
            ([one, three], {"broken-checkpoints"}),
            ([two, three], {"broken-checkpoints"}),
            ([one, one, two], {"broken-checkpoints"}),
            ([one, three, two], {"broken-checkpoints", "went-back"}),
            ([one, two.replace(b'"events":2', b'"events":3')], {"bad-signature", "reordered"}),
            ([one, b"hello", three], {"bad-checkpoint", "broken-checkpoints"}),
            ([one, two.replace(signer.key.encode(), stranger.key.encode())], None),
            ([one.replace(b'"at"', b' "at"')], {"bad-checkpoint"}),
        ]
        for lines, expected in cases:
            found = flaws_of(lines, store, signer.key)[0]
            assert found == (expected or {"wrong-key", "bad-signature"})
        assert "wrong-key" in flaws_of([one], store, stranger.key)[0]


def test_a_cut_tail_is_found(signer: Signer, witness: Witness) -> None:
    with open_store("sqlite://") as store:
        store.append(Batch("table:1", 0, [entry(1), entry(2)]))
        store.checkpoint(signer, witness)
        lines = list(export_lines(store))
    flaws = list(verify_checkpoints(witness.lines(), lines[:1], signer.key))
    assert {flaw.kind for flaw in flaws} == {"cut-tail"}
    assert ("table:1", 2) in [(flaw.stream, flaw.seq) for flaw in flaws]


def test_even_the_key_holder_cannot_rewrite_history(tmp_path: Path, signer: Signer) -> None:
    """Log and checkpoints made anew with the real key: the witness still has the old ones."""
    witness, accomplice = Witness(tmp_path / "witness"), Witness(tmp_path / "accomplice")
    with open_store("sqlite://") as honest, open_store("sqlite://") as forged:
        honest.append(Batch("table:1", 0, [entry(1, amount=5), entry(2, amount=5)]))
        honest.checkpoint(signer, witness)
        forged.append(Batch("table:1", 0, [entry(1, amount=9), entry(2, amount=5)]))
        forged.checkpoint(signer, accomplice)
        assert flaws_of(accomplice.lines(), forged, signer.key) == [set(), set()]
        assert flaws_of(witness.lines(), forged, signer.key) == [
            {"rewritten", "reordered"},
            {"rewritten"},
        ]
        with pytest.raises(Refusal) as caught:
            forged.checkpoint(signer, witness)
        assert caught.value.code == "witness-differs"
        mixed = [*witness.lines(), *accomplice.lines()]
        assert "rewritten" in flaws_of(mixed, honest, signer.key)[1]


def test_an_old_copy_of_the_store_is_noticed(tmp_path: Path, signer: Signer) -> None:
    witness = Witness(tmp_path / "witness")
    with open_store(str(tmp_path / "a.db")) as store:
        store.append(Batch("table:1", 0, [entry(1)]))
        store.checkpoint(signer, witness)
    shutil.copy(tmp_path / "a.db", tmp_path / "old.db")
    with open_store(str(tmp_path / "a.db")) as store:
        store.append(Batch("table:1", 1, [entry(2)]))
        store.checkpoint(signer, witness)
    with open_store(str(tmp_path / "old.db")) as old, pytest.raises(Refusal) as caught:
        old.checkpoint(signer, witness)
    assert caught.value.code == "witness-differs"


def test_a_log_cut_behind_our_back_is_not_signed(tmp_path: Path, signer: Signer) -> None:
    path, witness = tmp_path / "a.db", Witness(tmp_path / "witness")
    with open_store(str(path)) as store:
        store.append(Batch("table:1", 0, [entry(1), entry(2)]))
        store.checkpoint(signer, witness)
    with sqlite3.connect(path) as intruder:
        with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
            intruder.execute("DELETE FROM event WHERE seq = 2")
        intruder.execute("DROP TRIGGER event_stays")
        intruder.execute("DELETE FROM event WHERE seq = 2")
    intruder.close()
    with open_store(str(path)) as store, pytest.raises(Refusal) as caught:
        store.checkpoint(signer, witness)
    assert caught.value.code == "broken-log"


def test_a_witness_that_comes_late_hears_everything(store: Store, tmp_path: Path) -> None:
    signer = Signer(tmp_path / "key")
    for number in range(40):
        store.append(Batch("table:1", number, [entry(number)]))
        store.checkpoint(signer, Witness(tmp_path / "one"))
    store.checkpoint(signer, Witness(tmp_path / "two"))
    assert len(Witness(tmp_path / "two").lines()) == 41
    Witness(tmp_path / "one").catch_up(store.checkpoints)
    assert Witness(tmp_path / "one").lines() == Witness(tmp_path / "two").lines()


def test_a_witness_out_of_reach_is_refused(store: Store, signer: Signer, tmp_path: Path) -> None:
    for path, code in ((tmp_path / "no" / "where", "witness-unavailable"),):
        with pytest.raises(Refusal) as caught:
            store.checkpoint(signer, Witness(path))
        assert caught.value.code == code
    (tmp_path / "odd").write_bytes(b"hello\n")
    with pytest.raises(Refusal) as caught:
        store.checkpoint(signer, Witness(tmp_path / "odd"))
    assert caught.value.code == "witness-differs" and store.last_checkpoint() is None


def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = Signer(path).key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Signer(path).key == key and bytes.fromhex(key) not in path.read_bytes()
    path.chmod(0o644)
    with pytest.raises(Refusal, match="read by others"):
        Signer(path)
    path.chmod(0o600)
    path.write_text("nonsense")
    with pytest.raises(Refusal, match="no Ed25519 key"):
        Signer(path)
    with pytest.raises(Refusal, match="cannot be read"):
        Signer(tmp_path / "no" / "where")


def test_reordering_across_streams_is_found(signer: Signer, witness: Witness) -> None:
    with open_store("sqlite://") as store:
        store.append(Batch("a", 0, [entry(1)]), Batch("b", 0, [entry(2)]))
        store.checkpoint(signer, witness)
        lines = list(export_lines(store))
    assert chained(lines[::-1]) == lines[::-1]
    flaws = list(verify_checkpoints(witness.lines(), lines[::-1], signer.key))
    assert [flaw.kind for flaw in flaws] == ["reordered"]
