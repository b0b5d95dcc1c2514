"""Proofs that events are in a log: `c2sp.org/tlog-proof@v1`, several of them in one JSON file, and
their verification with nothing but the file and the log's key."""

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from sabot.core.refusal import quoted
from sabot.store.log.lines import Broken, compact
from sabot.store.tlog.merkle import leaf_hash, root_from_inclusion
from sabot.store.tlog.note import (
    COSIGNATURE,
    ED25519,
    BadNote,
    Note,
    TreeHead,
    VerifierKey,
    from_base64,
    from_decimal,
    hashes_in,
    read_head,
    read_note,
    read_verifier_key,
    to_base64,
)

FORM: Final = "c2sp.org/tlog-proof@v1"
INDEX: Final = "index "
EXTRA: Final = "extra "
LEAST_SALT: Final = 16
"""Bytes of a salt at least: a shorter one would let an event be found by trying."""
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


class Disclosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event with its salt in hex and its proof."""

    line: str
    salt: str
    proof: str


class ProofFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Events of one log, each with its proof."""

    origin: str
    vkey: str
    events: tuple[Disclosed, ...]


class TlogProof(NamedTuple):
    """A parsed proof: the leaf's number, the path to the root, and the checkpoint."""

    leaf: int
    path: tuple[bytes, ...]
    note: Note


class Unverified(Exception):
    """A file that proves nothing; the message is a sentence."""


class Verified(NamedTuple):
    """The result of a verified proof file. `ranges` are the events of each stream: first and last
    number of every unbroken run."""

    key: VerifierKey
    head: TreeHead
    events: int
    ranges: dict[str, list[tuple[int, int]]]
    cosigners: tuple[str, ...]
    """Names of those that have signed beside the log, not checked without their keys."""
    cosigned: tuple[str, ...] = ()
    """Names of the witnesses whose cosignatures were verified with the keys that were given."""


def proof_text(index: int, path: Sequence[bytes], note: Note) -> str:
    """Return a proof as the specification writes it."""
    lines = [FORM, f"{INDEX}{index}", *map(to_base64, path), ""]
    return "".join(f"{line}\n" for line in lines) + str(note)


def read_proof(text: str) -> TlogProof:
    """Take a proof apart."""
    above, found, checkpoint = text.partition("\n\n")
    lines = above.split("\n")
    if lines[0] != FORM or not found:
        raise BadNote(f"The proof does not begin with {FORM}.")
    rest = lines[1:]
    if rest and rest[0].startswith(EXTRA):
        from_base64(rest.pop(0).removeprefix(EXTRA))
    if not rest or not rest[0].startswith(INDEX):
        raise BadNote("The proof names no index.")
    index = from_decimal(rest[0].removeprefix(INDEX))
    return TlogProof(index, tuple(hashes_in(rest[1:])), read_note(checkpoint))


def read_proof_file(data: bytes) -> ProofFile:
    """Read a proof file; ValueError if it is none. A key that stands there twice is refused."""
    try:
        found = msgspec.json.decode(data, type=ProofFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"it is no proof ({error})") from None
    if _keys(data) != 3 + 3 * len(found.events):
        raise ValueError("it is no proof (a key stands there twice)")
    return found


def _keys(data: bytes) -> int:
    """Count the keys of all objects in a JSON text."""
    count = 0

    def tally(pairs: list[tuple[str, object]]) -> None:
        nonlocal count
        count += len(pairs)

    json.loads(data, object_pairs_hook=tally)
    return count


def verify_proof_file(
    found: ProofFile, vkey: str | None = None, witnesses: Sequence[str] = ()
) -> Verified:
    """Verify every event of a file against a key, or against the file's own if none is given, and
    that each of these witnesses has cosigned every checkpoint in it; `Unverified` says what is
    wrong. `BadNote`: a given key is none."""
    trusted = None if vkey is None else read_verifier_key(vkey)
    others = tuple(map(read_witness_key, witnesses))
    try:
        return _verified(found, trusted, others)
    except (BadNote, UnicodeEncodeError) as bad:
        raise Unverified(str(bad)) from None


def read_witness_key(text: str) -> VerifierKey:
    """Read the verifier key of a witness."""
    key = read_verifier_key(text)
    if key.kind != COSIGNATURE:
        raise BadNote(f"{quoted(text)} is not the key of a witness.")
    return key


def _verified(
    found: ProofFile, trusted: VerifierKey | None, witnesses: Sequence[VerifierKey]
) -> Verified:
    key = read_verifier_key(found.vkey)
    if trusted is not None and trusted != key:
        raise Unverified("The file is signed with another key than the one that was given.")
    if key.kind != ED25519 or key.name != found.origin:
        raise Unverified("The key is not the key of the log that the file names.")
    if not found.events:
        raise Unverified("The file has no events.")
    heads, indexes = dict[int, Note](), set[int]()
    for number, event in enumerate(found.events, 1):
        proof = read_proof(event.proof)
        head = _checked(event, proof, key, number)
        if head.origin != found.origin:
            raise Unverified(f"Event {number} is in another log.")
        if heads.setdefault(head.size, proof.note).text != proof.note.text:
            raise Unverified(f"Two checkpoints of {head.size} events differ.")
        if proof.leaf in indexes:
            raise Unverified(f"Event {number} stands there twice.")
        indexes.add(proof.leaf)
    for witness in witnesses:
        if not all(note.signed_by(witness) for note in heads.values()):
            raise Unverified(f"The witness {witness.name} has not cosigned the checkpoint.")
    newest = heads[max(heads)]
    others = {each.name for each in newest.signatures if (each.name, each.id) != (key.name, key.id)}
    return Verified(
        key, read_head(newest), len(found.events), _ranges(found.events), tuple(sorted(others)),
        tuple(each.name for each in witnesses),
    )  # fmt: skip


def _checked(event: Disclosed, proof: TlogProof, key: VerifierKey, number: int) -> TreeHead:
    head = read_head(proof.note)
    if not proof.note.signed_by(key):
        raise Unverified(f"The checkpoint of event {number} is not signed by the log's key.")
    if not _HEX.fullmatch(event.salt) or len(event.salt) < 2 * LEAST_SALT:
        raise Unverified(f"The salt of event {number} is not canonical hex.")
    data = sha256(bytes.fromhex(event.salt) + event.line.encode()).digest()
    if root_from_inclusion(leaf_hash(data), proof.leaf, head.size, proof.path) != head.root:
        raise Unverified(f"Event {number} is not in the log: its proof leads to another root.")
    return head


def _ranges(events: Sequence[Disclosed]) -> dict[str, list[tuple[int, int]]]:
    """Return the unbroken runs of events of each stream: each follows the hash of the one before
    it, so that none was left out between them."""
    runs: dict[str, list[tuple[int, int]]] = {}
    hashes: dict[str, str] = {}
    for event in events:
        try:
            line = compact(event.line.encode())
            stream, seq, prev, own = (line[key] for key in ("stream", "seq", "prev", "hash"))
        except (Broken, KeyError):
            raise Unverified("A line of the file is not an event.") from None
        if type(stream) is not str or type(seq) is not int:
            raise Unverified("A line of the file is not an event.")
        own_runs = runs.setdefault(stream, [])
        if own_runs and own_runs[-1][1] == seq - 1 and hashes[stream] == prev:
            own_runs[-1] = own_runs[-1][0], seq
        else:
            own_runs.append((seq, seq))
        hashes[stream] = own
    return runs
