"""Signed notes, verifier keys and checkpoints of a transparency log, as the C2SP specifications
`signed-note`, `tlog-checkpoint` and `tlog-cosignature` have them. Everything is read strictly: a
text that can be written in a second way is refused."""

import base64
import binascii
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from sabot.core.refusal import Refusal, quoted
from sabot.store.tlog.merkle import HASH_BYTES
from sabot.store.trust.signer import Signer, is_signed

ED25519: Final = 1
"""Type of a plain Ed25519 signature over a note's text."""
COSIGNATURE: Final = 4
"""Type of an Ed25519 cosignature with its time."""
KEY_ID: Final = 4
SIGNATURE: Final = 64
TIME: Final = 8
MOST_SIGNATURES: Final = 100
LONGEST_NOTE: Final = 1_000_000
_LINE: Final = re.compile(r"— ([^ ]+) ([^ ]+)")
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")


class BadNote(ValueError):
    """A text that is not exactly what the specification asks for; the message is a sentence."""


class VerifierKey(NamedTuple):
    """A public key with its name: a log's, or a witness's."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The first four bytes of a digest over name, kind and key."""
        whole = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return sha256(whole).digest()[:KEY_ID]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{to_base64(bytes([self.kind]) + self.public)}"


class Signature(NamedTuple):
    """A signature line of a note."""

    name: str
    id: bytes
    data: bytes

    def __str__(self) -> str:
        return f"— {self.name} {to_base64(self.id + self.data)}\n"


class Note(NamedTuple):
    """A text, which ends in a newline, and its signatures."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"

    def signed_by(self, key: VerifierKey) -> bool:
        """Return True if this key signed the text. Signatures of other keys are ignored; a wrong
        one under this key's name and id makes the note wrong."""
        own = [each for each in self.signatures if (each.name, each.id) == (key.name, key.id)]
        return bool(own) and all(_is_valid(key, self.text, each.data) for each in own)


class TreeHead(NamedTuple):
    """A checkpoint: the log's origin, its number of leaves, and the root of their tree."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{to_base64(self.root)}\n"


def to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def from_base64(text: str) -> bytes:
    """Decode standard base64; refuse any text that is not the one way to write these bytes."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote(f"{quoted(text)} is not base64.") from None
    if to_base64(data) != text:
        raise BadNote(f"{quoted(text)} is not canonical base64.")
    return data


def from_decimal(text: str) -> int:
    """Read a whole number without sign or leading zeros, below 2**63."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,18}", text) or int(text) >= 2**63:
        raise BadNote(f"{quoted(text)} is not a number written without leading zeros.")
    return int(text)


def is_key_name(name: str) -> bool:
    """Return True if a key or a log can have this name: no white space, no plus."""
    return bool(name) and "+" not in name and name.isprintable() and not re.search(r"\s", name)


def read_verifier_key(text: str) -> VerifierKey:
    """Read a verifier key: name, key id in hex and key in base64, with a plus between them."""
    parts = text.split("+", 2)
    if len(parts) != 3 or not is_key_name(parts[0]):
        raise BadNote(f"{quoted(text)} is not a verifier key (name+id+key).")
    data = from_base64(parts[2])
    if len(data) != 1 + HASH_BYTES or data[0] not in (ED25519, COSIGNATURE):
        raise BadNote(f"{quoted(text)} is not an Ed25519 key.")
    key = VerifierKey(parts[0], data[0], data[1:])
    if key.id.hex() != parts[1]:
        raise BadNote(f"{quoted(text)} does not have the id of its name and key.")
    return key


def verifier_key(name: str, signer: Signer, kind: int = ED25519) -> VerifierKey:
    """Return the public part of a signing key, under a name."""
    return VerifierKey(name, kind, bytes.fromhex(signer.key))


def sign_head(head: TreeHead, signer: Signer) -> Note:
    """Return a checkpoint signed with the log's key, under the log's own name."""
    text, key = str(head), verifier_key(head.origin, signer)
    signature = bytes.fromhex(signer.sign(text.encode()))
    return Note(text, (Signature(key.name, key.id, signature),))


def cosign(head: Note, name: str, signer: Signer, seconds: int) -> Signature:
    """Return a witness's cosignature over a checkpoint, at a time in seconds since 1970."""
    key = verifier_key(name, signer, COSIGNATURE)
    signature = bytes.fromhex(signer.sign(_cosigned(head.text, seconds)))
    return Signature(name, key.id, seconds.to_bytes(TIME, "big") + signature)


def read_note(text: str) -> Note:
    """Take a signed note apart."""
    if len(text) > LONGEST_NOTE or _CONTROL.search(text) or not _is_unicode(text):
        raise BadNote("The note is too long, or has characters that no note has.")
    body, found, ends = text.rpartition("\n\n")
    if not found or not ends.endswith("\n"):
        raise BadNote("The note has no signature after an empty line.")
    lines = ends[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise BadNote(f"The note has more than {MOST_SIGNATURES} signatures.")
    return Note(body + "\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> Signature:
    """Read a signature line, without its newline."""
    match = _LINE.fullmatch(line)
    data = from_base64(match[2]) if match else b""
    if match is None or not is_key_name(match[1]) or len(data) <= KEY_ID:
        raise BadNote(f"{quoted(line)} is not a signature line.")
    return Signature(match[1], data[:KEY_ID], data[KEY_ID:])


def read_head(note: Note) -> TreeHead:
    """Read the text of a note as a checkpoint. Extension lines are allowed and not used."""
    lines = note.text[:-1].split("\n")
    if len(lines) < 3 or not all(lines):
        raise BadNote("The checkpoint has not three lines: origin, size, root.")
    root = from_base64(lines[2])
    if len(root) != HASH_BYTES:
        raise BadNote("The checkpoint's root is not a SHA-256 hash.")
    return TreeHead(lines[0], from_decimal(lines[1]), root)


def time_of(signature: Signature) -> int:
    """Return the time of a cosignature, in seconds since 1970."""
    return int.from_bytes(signature.data[:TIME], "big")


def check_origin(origin: str) -> None:
    """Refuse a name that a log cannot have."""
    if not is_key_name(origin) or len(origin) > 200:
        message = f"{quoted(origin)} cannot name a log: no spaces and no plus, 200 letters at most."
        raise Refusal("bad-words", None, message)


def _is_valid(key: VerifierKey, text: str, data: bytes) -> bool:
    message = text.encode()
    if key.kind == COSIGNATURE:
        seconds = int.from_bytes(data[:TIME], "big")
        if len(data) != TIME + SIGNATURE or seconds >= 2**63:
            return False
        message, data = _cosigned(text, seconds), data[TIME:]
    return len(data) == SIGNATURE and is_signed(key.public.hex(), message, data.hex())


def _cosigned(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


def hashes_in(lines: Sequence[str]) -> list[bytes]:
    """Read the hashes of a proof, one a line in base64."""
    found = [from_base64(line) for line in lines]
    if any(len(each) != HASH_BYTES for each in found):
        raise BadNote("A line of the proof is not a SHA-256 hash.")
    return found
