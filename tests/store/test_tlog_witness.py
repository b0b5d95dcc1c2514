"""Witnesses by c2sp.org/tlog-witness: one written from the specification alone cosigns our log over
an evening with restarts, and ours answers every status that the specification names."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Signer, Store, open_store
from sabot.store.tlog.cosigners import Cosigner, ask_cosignature, read_cosigners
from sabot.store.tlog.cosigning_witness import LOGS, NAME, CosigningWitness
from sabot.store.tlog.merkle import EMPTY, consistency_proof, leaf_hash, parent_hash, root_of
from sabot.store.tlog.note import (
    COSIGNATURE,
    Note,
    Signature,
    TreeHead,
    read_head,
    read_note,
    read_signature,
    read_verifier_key,
    sign_head,
    verifier_key,
)
from sabot.store.tlog.tree import LogTree
from sabot.store.tlog.witness_protocol import SIZE_TYPE, AddCheckpoint
from store.entries import entry
from support.spec_witness import SpecWitness

ORIGIN = "casino.example/log"
NOW = 1_700_000_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "one.db")) as opened:
        yield opened


def write(store: Store, times: int, stream: str = "table:1") -> None:
    for _ in range(times):
        seq = store.head(stream).seq
        store.append(Batch(stream, seq, (entry(seq + 1),)))


class Leaves:
    """A log of bare leaves, to be signed at any size, with a key of its own."""

    def __init__(self, folder: Path, origin: str = ORIGIN, leaves: int = 40) -> None:
        self.origin, self.signer = origin, Signer(folder / f"{leaves}.key")
        self.hashes = [leaf_hash(bytes([n])) for n in range(leaves)]
        self.vkey = str(verifier_key(origin, self.signer))

    def node(self, height: int, number: int) -> bytes:
        if not height:
            return self.hashes[number]
        return parent_hash(self.node(height - 1, 2 * number), self.node(height - 1, 2 * number + 1))

    def head(self, size: int) -> Note:
        return sign_head(TreeHead(self.origin, size, root_of(self.node, size)), self.signer)

    def proof(self, old: int, new: int) -> tuple[bytes, ...]:
        return tuple(consistency_proof(self.node, old, new)) if old else ()

    def request(self, old: int, new: int) -> bytes:
        return bytes(AddCheckpoint(old, self.proof(old, new), self.head(new)))


@pytest.fixture
def leaves(tmp_path: Path) -> Leaves:
    return Leaves(tmp_path)


@pytest.fixture
def ours(tmp_path: Path, leaves: Leaves) -> CosigningWitness:
    folder = tmp_path / "witness"
    folder.mkdir()
    (folder / LOGS).write_text(f"# logs that are trusted\n{leaves.vkey}\n")
    (folder / NAME).write_text("witness.example/w1\n")
    return CosigningWitness(folder)


# Our witness


def test_a_checkpoint_is_cosigned_and_kept_first(ours: CosigningWitness, leaves: Leaves) -> None:
    for old, new in ((0, 5), (5, 5), (5, 8), (8, 31)):
        answer = ours.add_checkpoint(leaves.request(old, new), NOW + new)
        assert answer.status == 200, answer.body
        signature = read_signature(answer.body.decode()[:-1])
        key = read_verifier_key(ours.vkey)
        assert key.kind == COSIGNATURE and key.name == "witness.example/w1"
        assert Note(leaves.head(new).text, (signature,)).signed_by(key)
        kept = ours.latest(ORIGIN)
        assert kept is not None and read_head(kept).size == new
        assert kept.signed_by(key) and kept.signed_by(read_verifier_key(leaves.vkey))
    shown = ours.checkpoint(hashlib.sha256(ORIGIN.encode()).hexdigest())
    assert (shown.status, shown.body) == (200, str(kept).encode())


def test_a_size_that_it_has_not_cosigned_is_a_conflict(
    ours: CosigningWitness, leaves: Leaves
) -> None:
    first = ours.add_checkpoint(leaves.request(3, 5), NOW)
    assert (first.status, first.body, first.media_type) == (409, b"0\n", SIZE_TYPE)
    assert ours.add_checkpoint(leaves.request(0, 7), NOW).status == 200
    for old, new in ((0, 9), (5, 9), (8, 9)):
        answer = ours.add_checkpoint(leaves.request(old, new), NOW)
        assert (answer.status, answer.body, answer.media_type) == (409, b"7\n", SIZE_TYPE)


def test_an_unknown_log_is_not_found(ours: CosigningWitness, tmp_path: Path) -> None:
    other = Leaves(tmp_path, "other.example/log", 9)
    assert ours.add_checkpoint(other.request(0, 5), NOW).status == 404
    for name in ("00" * 32, hashlib.sha256(ORIGIN.encode()).hexdigest(), "../cosigner.key"):
        assert ours.checkpoint(name).status == 404


def test_a_name_is_bound_to_the_logs_key(
    ours: CosigningWitness, leaves: Leaves, tmp_path: Path
) -> None:
    assert ours.add_checkpoint(leaves.request(0, 5), NOW).status == 200
    thief = Leaves(tmp_path, ORIGIN, 30)
    for request in (thief.request(5, 9), thief.request(0, 5)):
        assert ours.add_checkpoint(request, NOW).status == 403
    head = leaves.head(9)
    own = head.signatures[0]
    bent = Signature(own.name, own.id, own.data[:-1] + bytes([own.data[-1] ^ 1]))
    for signatures in ((bent,), (own, bent), (Signature(own.name, b"abcd", own.data),)):
        asked = AddCheckpoint(5, leaves.proof(5, 9), Note(head.text, signatures))
        assert ours.add_checkpoint(bytes(asked), NOW).status == 403
    beside = Signature("other.example/w", b"abcd", bytes(72))  # an unknown key's is ignored
    asked = AddCheckpoint(5, leaves.proof(5, 9), Note(head.text, (beside, own)))
    assert ours.add_checkpoint(bytes(asked), NOW).status == 200


def test_another_past_is_not_processed(
    ours: CosigningWitness, leaves: Leaves, tmp_path: Path
) -> None:
    empty = sign_head(TreeHead(ORIGIN, 0, leaf_hash(b"")), leaves.signer)
    assert ours.add_checkpoint(bytes(AddCheckpoint(0, (), empty)), NOW).status == 422
    started = AddCheckpoint(0, (leaf_hash(b""),), leaves.head(6))
    assert ours.add_checkpoint(bytes(started), NOW).status == 422
    assert ours.add_checkpoint(leaves.request(0, 6), NOW).status == 200
    proof = leaves.proof(6, 11)
    another = sign_head(TreeHead(ORIGIN, 6, leaf_hash(b"x")), leaves.signer)
    later = sign_head(TreeHead(ORIGIN, 11, leaf_hash(b"x")), leaves.signer)
    for asked in (
        AddCheckpoint(6, (), another),
        AddCheckpoint(6, (leaf_hash(b""),), leaves.head(6)),
        AddCheckpoint(6, proof, later),
        AddCheckpoint(6, proof[:-1], leaves.head(11)),
        AddCheckpoint(6, (*proof, proof[0]), leaves.head(11)),
        AddCheckpoint(6, (), leaves.head(11)),
    ):
        assert ours.add_checkpoint(bytes(asked), NOW).status == 422
    kept = ours.latest(ORIGIN)
    assert kept is not None and read_head(kept) == read_head(leaves.head(6))
    assert ours.add_checkpoint(leaves.request(6, 11), NOW).status == 200


def test_what_is_not_of_the_form_is_a_bad_request(ours: CosigningWitness, leaves: Leaves) -> None:
    good = leaves.request(0, 5)
    assert ours.add_checkpoint(leaves.request(0, 0), NOW).status == 200
    for body in (
        b"", b"\xff", b"old 0", good.replace(b"old 0", b"old 00"),
        good.replace(b"old 0", b"old -1"), good.replace(b"old 0", b"new 0"),
        good.replace(b"old 0", b"old 0\nAAAA"),
        good.replace(b"old 0", b"old 9"), good.replace(b"\n\n", b"\n"), good[:-1],
        b"old 0\n" + b"A" * 70_000, good.replace(b"old 0\n", b"old 0\n" + b"\n".join(
            [leaves.request(3, 5).split(b"\n")[1]] * 64) + b"\n"),
    ):  # fmt: skip
        assert ours.add_checkpoint(body, NOW).status == 400, body[:40]
    assert EMPTY == read_head(leaves.head(0)).root


def test_a_witness_that_is_started_again_knows_what_it_cosigned(
    ours: CosigningWitness, leaves: Leaves, tmp_path: Path
) -> None:
    assert ours.add_checkpoint(leaves.request(0, 7), NOW).status == 200
    again = CosigningWitness(tmp_path / "witness")
    assert again.vkey == ours.vkey
    assert again.add_checkpoint(leaves.request(0, 9), NOW).status == 409
    (tmp_path / "witness" / LOGS).write_text("no key\n")
    with pytest.raises(Refusal, match="damaged"):
        again.add_checkpoint(leaves.request(7, 9), NOW)


# A witness from the specification alone


def test_another_partys_witness_cosigns_an_evening_with_restarts(
    store: Store, tmp_path: Path
) -> None:
    tree, signer = LogTree(store, ORIGIN), Signer(tmp_path / "log.key")
    vkey = str(verifier_key(ORIGIN, signer))
    witness = SpecWitness(tmp_path, "other.example/w", vkey)
    server = witness.serve()
    port = server.server_address[1]
    cosigner = Cosigner(read_verifier_key(witness.vkey), f"http://127.0.0.1:{port}")
    sizes, away = [], 0
    for hour in range(12):
        write(store, 1 + hour)
        if hour % 4 == 3:  # it is away for an hour
            server.shutdown()
            server.server_close()
            with pytest.raises(Refusal) as refused:
                ask_cosignature(tree, tree.sign(signer), cosigner)
            assert refused.value.code == "witness-unavailable"
            away += 1
            witness = SpecWitness(tmp_path, "other.example/w", vkey)
            server = witness.serve(port)
            continue
        note = ask_cosignature(tree, tree.sign(signer), cosigner)
        assert note.signed_by(cosigner.key) and witness.statuses[-1] == 200
        assert ask_cosignature(tree, note, cosigner) == note  # not sent again
        sizes.append(read_head(note).size)
        kept = tree.head(sizes[-1])
        assert kept == note and witness.latest()[0] == sizes[-1]
    server.shutdown()
    server.server_close()
    assert len(sizes) == 9 and away == 3 and sizes == sorted(set(sizes))


def test_a_store_that_lost_its_end_is_noticed_by_its_witness(store: Store, tmp_path: Path) -> None:
    tree, signer = LogTree(store, ORIGIN), Signer(tmp_path / "log.key")
    witness = SpecWitness(tmp_path, "other.example/w", str(verifier_key(ORIGIN, signer)))
    server = witness.serve()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    cosigner = Cosigner(read_verifier_key(witness.vkey), url)
    write(store, 5)
    note = tree.sign(signer)
    for record, code in (
        (f"9 {bytes(32).hex()}", "witness-differs"),  # it has cosigned more than there is
        (f"3 {bytes(32).hex()}", "witness-differs"),  # and another past
    ):
        witness.record.write_text(record)
        with pytest.raises(Refusal) as refused:
            ask_cosignature(tree, note, cosigner)
        assert refused.value.code == code
    witness.record.unlink()
    assert ask_cosignature(tree, note, cosigner).signed_by(cosigner.key)
    write(store, 2)
    witness.record.write_text(f"1 {bytes(32).hex()}")  # it forgot what it has cosigned
    with pytest.raises(Refusal, match="has cosigned more before"):
        ask_cosignature(tree, tree.sign(signer), cosigner)
    liar = Cosigner(read_verifier_key(str(verifier_key("liar", signer, COSIGNATURE))), url)
    witness.record.unlink()
    with pytest.raises(Refusal, match="does not sign with the key"):
        ask_cosignature(tree, tree.sign(signer), liar)
    server.shutdown()
    server.server_close()
    kept = tree.newest()
    assert kept is not None and len(read_note(str(kept)).signatures) == 1


def test_a_file_of_witnesses_names_each_with_its_key(
    ours: CosigningWitness, leaves: Leaves, tmp_path: Path
) -> None:
    path = tmp_path / "witnesses"
    path.write_text(f"# two parties\n{ours.vkey} https://witness.example/witness/\n")
    (found,) = read_cosigners(path)
    assert (str(found.key), found.url) == (ours.vkey, "https://witness.example/witness")
    for text in ("", ours.vkey, f"{leaves.vkey} https://x.example", f"{ours.vkey} ftp://x",
                 f"{ours.vkey} http://a\n{ours.vkey} http://b\n"):  # fmt: skip
        path.write_text(text)
        with pytest.raises(Refusal, match="is no list of them"):
            read_cosigners(path)
