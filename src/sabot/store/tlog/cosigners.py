"""Client of witnesses by `c2sp.org/tlog-witness`: hand them the newest signed head of the log, and
keep their cosignatures beside it.

A witness that is away is asked again later; nothing waits for it. Each answer is verified with the
witness's own key before it is kept.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from sabot.core.refusal import Refusal, quoted
from sabot.store.expiring_rows import Swap
from sabot.store.tlog.note import (
    COSIGNATURE,
    BadNote,
    Note,
    Signature,
    VerifierKey,
    from_decimal,
    read_head,
    read_note,
    read_verifier_key,
)
from sabot.store.tlog.tree import HEAD, LogTree, head_name
from sabot.store.tlog.witness_protocol import (
    LARGEST_REQUEST,
    SIZE_TYPE,
    AddCheckpoint,
    read_cosignatures,
)

PATIENCE: Final = 10.0
"""Seconds to wait for a witness."""
COSIGNED: Final = "cosigned"
"""Kind of the rows with the size that each witness has cosigned last, by a digest of its name."""
TRIES: Final = 3


class Cosigner(NamedTuple):
    """A witness: its verifier key, and the address that `/add-checkpoint` follows on."""

    key: VerifierKey
    url: str

    @property
    def row(self) -> str:
        """Name of the row that says what it has cosigned."""
        return sha256(str(self.key).encode()).hexdigest()


class _Answer(NamedTuple):
    """HTTP status, media type and body of a witness's answer."""

    status: int
    media_type: str
    body: bytes


def read_cosigners(path: Path) -> tuple[Cosigner, ...]:
    """Read a file of witnesses, one a line: its verifier key, a space, its address."""
    try:
        lines = [each.strip() for each in path.read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        raise _bad_file(path, "it cannot be read") from None
    found = []
    for line in lines:
        if not line or line.startswith("#"):
            continue
        key, _, url = line.partition(" ")
        try:
            read = read_verifier_key(key)
        except BadNote as bad:
            raise _bad_file(path, str(bad).rstrip(".")) from None
        if read.kind != COSIGNATURE or not url.strip().startswith(("http://", "https://")):
            raise _bad_file(path, f"{quoted(line)} is not a witness's key and its address")
        found.append(Cosigner(read, url.strip().rstrip("/")))
    if not found or len({each.key.name for each in found}) < len(found):
        raise _bad_file(path, "it names no witness, or one twice")
    return tuple(found)


def ask_cosignature(tree: LogTree, note: Note, cosigner: Cosigner) -> Note:
    """Ask a witness to cosign a signed head, and keep its cosignature beside it; return the head
    as it is kept then. One that it has cosigned already is not sent again."""
    if note.signed_by(cosigner.key):
        return note
    head, old = read_head(note), _last(tree, cosigner)
    for _ in range(TRIES):
        if old > head.size:
            raise _differs(cosigner, f"has cosigned {old:,} events, and this log has {head.size:,}:"
                                     " the store lost some, or is an old copy")  # fmt: skip
        proof = tuple(tree.consistency(old, head.size)) if old else ()
        answer = _post(cosigner, AddCheckpoint(old, proof, note))
        if answer.status == 200:
            signature = _own(cosigner, note, answer.body)
            return _keep(tree, head.size, signature, cosigner)
        if answer.status != 409:
            raise _refused(cosigner, answer.status)
        said = _size(cosigner, answer)
        if said < _last(tree, cosigner):
            raise _differs(cosigner, f"says {said:,} events, and has cosigned more before")
        old = said
    raise _away(cosigner, "is asked by others for this log at the same time")


def _last(tree: LogTree, cosigner: Cosigner) -> int:
    """Return the size that the witness has cosigned last, as far as this store knows."""
    row = tree.store.expiring_row(COSIGNED, cosigner.row)
    return 0 if row is None else int(row)


def _own(cosigner: Cosigner, note: Note, body: bytes) -> Signature:
    """Return the witness's cosignature from its answer; others are ignored."""
    key = cosigner.key
    try:
        lines = read_cosignatures(body)
    except BadNote as bad:
        raise _differs(cosigner, f"answers what is no cosignature ({bad})") from None
    found = tuple(each for each in lines if (each.name, each.id) == (key.name, key.id))
    if len(found) != 1 or not Note(note.text, found).signed_by(key):
        raise _differs(cosigner, "does not sign with the key that it is known by")
    return found[0]


def _keep(tree: LogTree, size: int, signature: Signature, cosigner: Cosigner) -> Note:
    """Add a cosignature to a kept head, and keep what the witness has cosigned."""
    store = tree.store
    for _ in range(TRIES):
        row = store.expiring_row(HEAD, head_name(size))
        seen = store.expiring_row(COSIGNED, cosigner.row)
        assert row is not None
        note = read_note(row.decode())
        if not note.signed_by(cosigner.key):
            note = Note(note.text, (*note.signatures, signature))
        newest = max(size, int(seen or 0))
        if store.swap(
            Swap(HEAD, head_name(size), row, str(note).encode()),
            Swap(COSIGNED, cosigner.row, seen, str(newest).encode()),
        ):
            return note
    raise _away(cosigner, "is asked by another server at the same time")


def _size(cosigner: Cosigner, answer: _Answer) -> int:
    try:
        if answer.media_type != SIZE_TYPE:
            raise BadNote("no size")
        text = answer.body.decode("ascii")
        return from_decimal(text.removesuffix("\n"))
    except (BadNote, UnicodeDecodeError):
        raise _differs(cosigner, "names no size that it has cosigned") from None


def _post(cosigner: Cosigner, asked: AddCheckpoint) -> _Answer:
    import httpx

    url = f"{cosigner.url}/add-checkpoint"
    try:
        with httpx.stream("POST", url, content=bytes(asked), timeout=PATIENCE) as said:
            body = b""
            for part in said.iter_bytes():
                body += part
                if len(body) > LARGEST_REQUEST:
                    raise _differs(cosigner, "answers more than a cosignature")
        kind = said.headers.get("content-type", "").partition(";")[0].strip()
        return _Answer(said.status_code, kind, body)
    except (httpx.HTTPError, httpx.InvalidURL):
        raise _away(cosigner, "does not answer") from None


def _refused(cosigner: Cosigner, status: int) -> Refusal:
    why = {
        400: "cannot read what it was asked",
        403: "does not take this log's key",
        404: "does not know this log",
        422: "has seen another past of this log",
    }.get(status)
    if why is None:
        return _away(cosigner, f"answers with status {status}")
    return _differs(cosigner, why)


def _away(cosigner: Cosigner, why: str) -> Refusal:
    message = "The witness {witness} {why}."
    return Refusal("witness-unavailable", None, message, witness=cosigner.key.name, why=why)


def _differs(cosigner: Cosigner, why: str) -> Refusal:
    message = "The witness {witness} {why}."
    return Refusal("witness-differs", None, message, witness=cosigner.key.name, why=why)


def _bad_file(path: Path, why: str) -> Refusal:
    message = "The file of witnesses {file} is no list of them: {why}."
    return Refusal("bad-settings", None, message, file=quoted(str(path)), why=why)
