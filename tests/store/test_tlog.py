"""The Merkle tree of a log, its signed heads and proofs, against verifiers of their own."""

import hashlib
import random
import threading
from pathlib import Path

import msgspec
import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Signer, Store, open_store
from sabot.store.expiring_rows import Swap
from sabot.store.tlog import tree as tree_module
from sabot.store.tlog.merkle import (
    EMPTY,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    leaf_hash,
    root_from_inclusion,
    root_of,
)
from sabot.store.tlog.note import (
    BadNote,
    cosign,
    read_head,
    read_note,
    read_verifier_key,
    verifier_key,
)
from sabot.store.tlog.proof import ProofFile, Unverified, read_proof_file, verify_proof_file
from sabot.store.tlog.tiles import TiledTree, grown, subtree_root
from sabot.store.tlog.tree import HEAD, MOVED, STATE, STREAM, TILE, LogTree, head_name
from sabot.store.trust.verification import verify_store
from store.edits import disk
from store.entries import entry
from support import tlog_verifier
from support.proof_edits import EDITS, mutated
from support.thorough import tries

CT_LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
             "606162636465666768696a6b6c6d6e6f"]  # fmt: skip
CT_ROOT = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
"""Test vector of Certificate Transparency's own implementation."""
NOTE = (
    "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONn"
    "cAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"


def naive_root(leaves: list[bytes]) -> bytes:
    """MTH as RFC 6962 defines it, of hashes of leaves."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256(b"").digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\1" + naive_root(leaves[:half]) + naive_root(leaves[half:])).digest()


def tiled(leaves: list[bytes], steps: list[int]) -> TiledTree:
    """A tree grown in several steps."""
    kept: dict[tuple[int, int], bytes] = {}
    size = 0
    for end in steps:
        old = TiledTree(lambda level, number: kept.get((level, number), b""))
        kept.update(grown(old, size, leaves[size:end]))
        size = end
    return TiledTree(lambda level, number: kept.get((level, number), b""))


def test_the_root_is_that_of_certificate_transparency() -> None:
    leaves = [leaf_hash(bytes.fromhex(each)) for each in CT_LEAVES]
    assert tiled(leaves, [3, 8]).root(8).hex() == CT_ROOT
    assert TiledTree(lambda level, number: b"").root(0) == EMPTY == naive_root([])


def test_every_proof_of_small_trees_leads_to_the_root_and_no_other_does() -> None:
    leaves = [leaf_hash(bytes([each])) for each in range(40)]
    tree = tiled(leaves, [1, 7, 40])
    roots = [naive_root(leaves[:size]) for size in range(41)]
    for size in range(1, 41):
        assert root_of(tree.node, size) == roots[size]
        for index in range(size):
            path = inclusion_proof(tree.node, index, size)
            assert root_from_inclusion(leaves[index], index, size, path) == roots[size]
            assert root_from_inclusion(leaves[index], index, size, [*path, EMPTY]) is None
            if path:
                assert root_from_inclusion(leaves[index], index, size, path[1:]) != roots[size]
                other = index ^ 1 if index ^ 1 < size else index - 1
                assert root_from_inclusion(leaves[index], other, size, path) != roots[size]
        for old in range(size + 1):
            proof = consistency_proof(tree.node, old, size)
            assert is_consistent(old, roots[old], size, roots[size], proof)
            if old not in (0, size):
                assert not is_consistent(old, roots[old], size, roots[size], proof[1:])
                assert not is_consistent(old, EMPTY, size, roots[size], proof)
                assert not is_consistent(old, roots[old], size, EMPTY, proof)


def test_tiles_are_as_wide_as_the_specification_says() -> None:
    """Its own example: a tree of 70,000 leaves."""
    leaves = [each.to_bytes(32, "big") for each in range(70_000)]
    empty = TiledTree(lambda level, number: b"")
    tiles = grown(empty, 0, leaves)
    widths = {place: len(data) // 32 for place, data in tiles.items()}
    assert sum(width == 256 for (level, _), width in widths.items() if level == 0) == 273
    assert widths[0, 273] == 112 and widths[1, 0] == 256 and widths[1, 1] == 17
    assert widths[2, 0] == 1 and len(widths) == 273 + 1 + 1 + 1 + 1
    assert subtree_root(tiles[1, 0]) == tiles[2, 0]
    tree = TiledTree(lambda level, number: tiles.get((level, number), b""))
    assert tree.root(69_999) == naive_root(leaves[:69_999])


def test_the_specifications_own_note_is_verified() -> None:
    key, note = read_verifier_key(VKEY), read_note(NOTE)
    assert note.signed_by(key) and str(note) == NOTE and str(key) == VKEY
    assert tlog_verifier.opened_note(NOTE, VKEY) == note.text
    assert not note._replace(text=note.text + "x\n").signed_by(key)


@pytest.mark.parametrize(
    "bad",
    [
        NOTE[:-1],
        NOTE.replace("\n\n", "\n"),
        NOTE.replace("— ", "- "),
        NOTE.replace("yaQM=", "yaQN="),
        NOTE.replace("example m", "example\tm"),
        NOTE.replace("foo Uw", "foo+x Uw"),
        NOTE + "— x \n",
    ],
)
def test_a_note_in_any_other_form_is_refused(bad: str) -> None:
    with pytest.raises(BadNote):
        read_note(bad)


@pytest.mark.parametrize(
    "bad", ["", "a+b", VKEY.replace("530d", "530D"), VKEY[:-1], VKEY + "=", VKEY.replace("foo", "")]
)
def test_a_verifier_key_in_any_other_form_is_refused(bad: str) -> None:
    with pytest.raises(BadNote):
        read_verifier_key(bad)


def filled(store: Store, events: int = 300) -> None:
    store.append(Batch("table:1", 0, [entry(each, é="ü\n", n=each) for each in range(events)]))
    store.append(Batch("person:a", 0, [entry(1), entry(2)]))


def proof_of(store: Store, signer: Signer, stream: str = "person:a") -> ProofFile:
    key, events = LogTree(store).disclosed(list(store.read(stream)), signer)
    return ProofFile(key.name, str(key), tuple(events))


def test_events_are_proven_on_every_database(store: Store, tmp_path: Path) -> None:
    filled(store)
    signer, log = Signer(tmp_path / "key"), LogTree(store)
    first = log.sign(signer)
    proof = proof_of(store, signer)
    assert read_head(first).size == 302 == verify_proof_file(proof, proof.vkey).head.size
    lines = [stored.line.decode() for stored in store.read("person:a")]
    assert tlog_verifier.verify(msgspec.json.encode(proof), proof.vkey) == lines
    store.append(Batch("table:1", 300, [entry(each) for each in range(300, 420)]))
    second = log.sign(signer)
    old, new = read_head(first), read_head(second)
    shown = log.consistency(old.size, new.size)
    assert is_consistent(old.size, old.root, new.size, new.root, shown)
    assert [size for size, _ in log.heads()] == [302, 422]
    assert log.sign(signer) == second, "nothing new is signed without a new event"
    wide = proof_of(store, signer, "table:1")
    assert verify_proof_file(wide).ranges == {"table:1": [(1, 420)]}
    assert len(tlog_verifier.verify(msgspec.json.encode(wide))) == 420
    assert not list(verify_store(store))
    log.check()


def test_another_key_signs_the_same_head_beside_the_first(tmp_path: Path) -> None:
    with open_store("sqlite://") as store:
        filled(store, 3)
        one, other = Signer(tmp_path / "one"), Signer(tmp_path / "other")
        log = LogTree(store, "casino.example/log")
        log.sign(one)
        note = log.sign(other)
        origin = "casino.example/log"
        assert note.signed_by(verifier_key(origin, one)) and note.signed_by(
            verifier_key(origin, other)
        )
        assert not list(verify_store(store))
        with pytest.raises(Refusal, match="is named"):
            LogTree(store, "another.example").integrate()
        cosignature = cosign(note, "witness.example", other, 1_700_000_000)
        witnessed = note._replace(signatures=(*note.signatures, cosignature))
        assert witnessed.signed_by(verifier_key("witness.example", other, 4))
        assert not witnessed._replace(text="x\n").signed_by(
            verifier_key("witness.example", other, 4)
        )


def test_sequencers_at_the_same_time_build_one_tree(
    lasting_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_module, "BATCH", 16)
    with open_store(lasting_url) as one, open_store(lasting_url) as other:
        filled(one, 150)
        stores = [one, other]
        threads = [threading.Thread(target=LogTree(each).integrate) for each in stores]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        states = [LogTree(each).integrate() for each in stores]
        assert states[0] == states[1] and states[0].size == 152
        assert not list(verify_store(one))


def test_a_sequencer_that_dies_at_any_write_leaves_a_tree_that_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tree_module, "BATCH", 64)
    with open_store("sqlite://") as store:
        filled(store)
        append, seen = store.append, 0

        def dies(*batches: Batch) -> object:
            nonlocal seen
            seen += 1
            if seen % 2:
                raise Refusal("store-unavailable", None, "The process was killed.")
            return append(*batches)

        monkeypatch.setattr(store, "append", dies)
        for _ in range(12):
            try:
                state = LogTree(store).integrate()
            except Refusal:
                assert not list(verify_store(store))
        assert state.size == 302 and seen > 6
        LogTree(store).check()


def test_a_changed_event_never_gets_into_a_signed_head(lasting_url: str, tmp_path: Path) -> None:
    with open_store(lasting_url) as store:
        filled(store, 5)
        LogTree(store).sign(Signer(tmp_path / "key"))
        stored = store.append(Batch("person:a", 2, [entry(3), entry(4)]))[1]
    with disk(lasting_url.removeprefix("sqlite:///")) as held:
        question = "UPDATE event SET line = ? WHERE stream = ? AND seq = ?"
        held.do(question, b"{}", stored.stream, stored.seq)
    with open_store(lasting_url) as store, pytest.raises(Refusal, match="not as it was written"):
        LogTree(store).sign(Signer(tmp_path / "key"))


def kinds(store: Store, mend: bool = False) -> list[str]:
    return [flaw.kind for flaw in verify_store(store, mend=mend)]


def test_a_tree_that_was_changed_is_found_and_mended(store: Store, tmp_path: Path) -> None:
    """By an insider who holds the house's key: rows of others count as missing."""
    filled(store)
    signer, log = Signer(tmp_path / "key"), LogTree(store)
    log.sign(signer)
    for name, new in (("0/000", b"x" * 8192), ("0/001", None), ("1/000", b"x" * 32)):
        store.swap(Swap(TILE, name, store.expiring_row(TILE, name), new))
        assert kinds(store) == ["changed-tile"]
        if name != "0/000":  # a full tile inside the tree is read by proofs and by verify only
            with pytest.raises(Refusal, match="verify --mend"):
                log.check()
            store.append(Batch("x", store.head("x").seq, [entry(1)]))
            with pytest.raises(Refusal, match="verify --mend"):
                log.integrate()
        assert kinds(store, mend=True) == ["changed-tile"] and not kinds(store)
        log.check()
    proof = proof_of(store, signer)
    assert verify_proof_file(proof)


def test_heads_that_are_lost_or_forged_are_found(store: Store, tmp_path: Path) -> None:
    filled(store, 9)
    log = LogTree(store)
    note = log.sign(Signer(tmp_path / "key"))
    kept = store.expiring_row(HEAD, head_name(11))
    store.swap(Swap(HEAD, head_name(11), kept, None))
    assert kinds(store) == ["lost-tree-head"]
    with pytest.raises(Refusal, match="is lost"):
        log.check()
    forged = str(note).replace("\n11\n", "\n10\n").encode()
    store.swap(Swap(HEAD, head_name(11), None, kept), Swap(HEAD, head_name(10), None, forged))
    assert kinds(store) == ["broken-tree-head"]


def test_a_tree_rolled_back_or_taken_away_is_found(lasting_url: str, tmp_path: Path) -> None:
    path = lasting_url.removeprefix("sqlite:///")
    with open_store(lasting_url) as store:
        filled(store, 9)
        LogTree(store).sign(Signer(tmp_path / "key"))
    with disk(path) as held:
        rows = held.rows("vault"), held.rows("passing")
        held.put("vault", [])
    with open_store(lasting_url) as store:
        assert kinds(store) == ["rigged-vault"]
        with pytest.raises(Refusal, match="not what the house put there"):
            LogTree(store).integrate()
    with disk(path) as held:
        held.put("vault", rows[0])
    with open_store(lasting_url) as store:
        LogTree(store).check()
        store.append(Batch("person:a", 2, [entry(3)]))
        LogTree(store).sign(Signer(tmp_path / "key"))
    with disk(path) as held:
        held.put("vault", rows[0])
        held.put("passing", rows[1])
    with open_store(lasting_url) as store:
        assert "rigged-vault" in kinds(store)


def test_the_tree_is_in_a_backup_and_its_secret_in_no_export(tmp_path: Path) -> None:
    from sabot.store import export_lines
    from sabot.store.backup import back_up, restore

    signer = Signer(tmp_path / "key")
    with open_store(str(tmp_path / "a.db")) as store:
        filled(store, 20)
        before = proof_of(store, signer)
        state = LogTree(store).state()
        assert state is not None
        assert state.secret not in b"".join(export_lines(store))
        assert all(
            each.salt.encode() not in b"".join(export_lines(store)) for each in before.events
        )
        store.hold_still()
        back_up(store, tmp_path / "backup")
        keys = store.required_keys()
    restore(tmp_path / "backup", str(tmp_path / "b.db"), keys)
    with open_store(str(tmp_path / "b.db")) as store:
        assert proof_of(store, signer) == before and not kinds(store)
    raw = (tmp_path / "a.db").read_bytes()
    assert state.secret not in raw, "sealed on the disk"


def test_no_mutated_proof_is_believed(tmp_path: Path) -> None:
    rng = random.Random(33)
    with open_store("sqlite://") as store:
        filled(store, 40)
        proof = proof_of(store, Signer(tmp_path / "key"))
    text = msgspec.json.format(msgspec.json.encode(proof), indent=1)
    seen = set()
    for _ in range(tries(300)):
        name, data = mutated(text, rng)
        seen.add(name)
        with pytest.raises((Unverified, ValueError)):
            verify_proof_file(read_proof_file(data), proof.vkey)
            pytest.fail(name)
        with pytest.raises(tlog_verifier.Refused):
            tlog_verifier.verify(data, proof.vkey)
            pytest.fail(name)
    assert len(seen & EDITS.keys()) > len(EDITS) // 2


def test_names_of_rows_are_those_that_documents_and_backups_know() -> None:
    assert (STREAM, STATE, TILE, HEAD, MOVED) == (
        "tlog", "tree", "tile", "tree-head", ("tlog", "moved"),
    )  # fmt: skip
