"""Messages of `c2sp.org/tlog-witness`: a log asks a witness to cosign a checkpoint."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from sabot.store.tlog.note import (
    BadNote,
    Note,
    Signature,
    from_decimal,
    hashes_in,
    read_note,
    read_signature,
    to_base64,
)

MOST_PROOF_LINES: Final = 63
LARGEST_REQUEST: Final = 65_536
"""Bytes of a request, or of an answer. A checkpoint with a full proof has a few thousand."""
SIZE_TYPE: Final = "text/x.tlog.size"
"""Media type of the answer that names the size of the witness's latest checkpoint."""
_OLD: Final = re.compile(r"old (.*)")


class AddCheckpoint(NamedTuple):
    """A request to cosign: the size of the checkpoint that the witness has, the proof that the new
    tree begins with that one, and the new checkpoint."""

    old: int
    proof: tuple[bytes, ...]
    note: Note

    def __bytes__(self) -> bytes:
        lines = [f"old {self.old}", *map(to_base64, self.proof)]
        return f"{chr(10).join(lines)}\n\n{self.note}".encode()


def read_request(body: bytes) -> AddCheckpoint:
    """Read a request; refuse (`BadNote`) one that is not exactly of the form."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadNote("The request is no UTF-8 text.") from None
    above, found, note = text.partition("\n\n")
    first, *proof = above.split("\n")
    old = _OLD.fullmatch(first)
    if not found or old is None:
        raise BadNote("The request does not begin with the old size.")
    if len(proof) > MOST_PROOF_LINES:
        raise BadNote(f"The proof has more than {MOST_PROOF_LINES} lines.")
    return AddCheckpoint(from_decimal(old[1]), tuple(hashes_in(proof)), read_note(note))


def read_cosignatures(body: bytes) -> tuple[Signature, ...]:
    """Read the signature lines that a witness answers with."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadNote("The answer is no UTF-8 text.") from None
    if not text.endswith("\n"):
        raise BadNote("The answer does not end in a newline.")
    return tuple(map(read_signature, text[:-1].split("\n")))


def write_cosignatures(signatures: Sequence[Signature]) -> bytes:
    """Return signature lines as the answer of a witness."""
    return "".join(map(str, signatures)).encode()
