"""Receipts of visits: a player's proof of their last visit, as a file and as a QR code.

The file is a proof as `sabot proof --visit` writes it, without the lines that players do not see.
The code has what binds the casino to it, for a picture on paper or on a phone: the line
`sabot visit 1`, the SHA-256 of the file, the log's public key, and the log's signed checkpoint.
"""

import io
from hashlib import sha256
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.rules.roles import PLAYER
from sabot.server.http.routes import Asked, Route
from sabot.server.inspect.disclosure import no_visit, own_visit_events
from sabot.server.inspect.log_proofs import has_own_key, log_signer, proof_file
from sabot.store import Store
from sabot.store.tlog.note import Note, read_note
from sabot.store.tlog.proof import ProofFile, read_proof, verify_proof_file

FORM: Final = "sabot visit 1"


class VisitProof(msgspec.Struct, frozen=True):
    """Receipt of a visit: the text of the proof file, its SHA-256, the text of the QR code and its
    picture (SVG); how many events the file proves, and in a log of how many."""

    file: str
    digest: str
    code: str
    svg: str
    events: int
    size: int


def visit_proof(store: Store, player: str) -> VisitProof:
    """Return the receipt of a player's last visit that is over."""
    import segno

    if not has_own_key(store):
        raise Refusal("no-log-key", None, "This casino has not published a key of its log yet.")
    events = own_visit_events(store, player)
    if not events:
        raise no_visit(player)
    proof = proof_file(store, events, log_signer(store))
    file = (msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n").decode()
    code, picture = _code(proof, file), io.BytesIO()
    segno.make(code, error="l").save(picture, "svg", xmldecl=False, border=4, light="#fff")
    size = verify_proof_file(proof).head.size
    digest = sha256(file.encode()).hexdigest()
    return VisitProof(file, digest, code, picture.getvalue().decode(), len(proof.events), size)


def _code(proof: ProofFile, file: str) -> str:
    """Return the text of the code. Cosignatures stay in the file: a code holds few bytes."""
    note = read_proof(proof.events[0].proof).note
    own = tuple(each for each in note.signatures if each.name == proof.origin)
    head = Note(note.text, own[:1])
    return f"{FORM}\n{sha256(file.encode()).hexdigest()}\n{proof.vkey}\n{head}"


def read_code(code: str) -> tuple[str, str, Note]:
    """Return the digest of the file, the log's key and its signed checkpoint from a code's text;
    `ValueError` if it is none."""
    form, digest, vkey, note = code.split("\n", 3)
    if form != FORM:
        raise ValueError("this is no receipt of a visit")
    return digest, vkey, read_note(note)


async def make(asked: Asked) -> VisitProof:
    return await asked.casino.work(visit_proof, asked.casino.store, asked.person.name)


ROUTES = (
    Route(
        "POST", "/api/account/receipt", frozenset({PLAYER}), make,
        "The receipt of your last visit: a proof file and a QR code.", gives=VisitProof,
        refuses=("unknown-visit", "no-log-key"),
    ),
)  # fmt: skip
