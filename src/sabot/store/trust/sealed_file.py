"""Encrypted files that cannot be read, changed, cut or extended without the casino's key.

Format: `sabot sealed 1` and a newline; the length of the head in four bytes, and the head: JSON
with the key's name, a salt and the public fields. Then pieces: four bytes of length, and the piece,
compressed and encrypted (ChaCha20-Poly1305) under a key of this file's own, derived from the
casino's key and the salt. A piece's nonce is its number in eleven bytes and one more byte that is 1
for the last; all are bound to the digest of everything before the first.
"""

import secrets
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import IO, Any, Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.trust.keys import Keyring

TITLE: Final = b"sabot sealed 1\n"
SALT: Final = 32
LENGTH: Final = 4
LONGEST_HEAD: Final = 2**16
LONGEST_PIECE: Final = 2**26
SWIFT: Final = 1
"""Compression level of zlib: a log shrinks to a quarter at once, and higher levels gain nothing."""


def write_sealed(
    file: IO[bytes], keys: Keyring, said: dict[str, Any], pieces: Iterable[bytes]
) -> None:
    """Write the pieces. `said` is public and authenticated."""
    salt = secrets.token_bytes(SALT)
    cipher = keys.cipher_for(keys.name, salt)
    assert cipher is not None
    head = msgspec.json.encode({**said, "key": keys.name, "salt": salt.hex()})
    start = TITLE + len(head).to_bytes(LENGTH, "big") + head
    file.write(start)
    bound, number, held = sha256(start).digest(), 0, None
    for piece in pieces:
        if held is not None:
            _put(file, cipher.encrypt(_nonce(number, False), held, bound))
            number += 1
        held = zlib.compress(piece, SWIFT)
    _put(file, cipher.encrypt(_nonce(number, True), held or zlib.compress(b""), bound))


def read_head(file: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Return the public fields, not yet verified, and the digest that all pieces are bound to."""
    title, length = file.read(len(TITLE)), file.read(LENGTH)
    size = int.from_bytes(length, "big")
    head = file.read(size) if title == TITLE and size <= LONGEST_HEAD else b""
    try:
        said = msgspec.json.decode(head, type=dict[str, Any])
        if len(head) < size or not {"key", "salt"} <= said.keys():
            raise ValueError
        bytes.fromhex(said["salt"])
    except (ValueError, TypeError, msgspec.DecodeError):
        raise Refusal("not-a-backup", None, f"{_name(file)} is no sealed file of Sabot.") from None
    return said, sha256(title + length + head).digest()


def read_sealed(file: IO[bytes], keys: Keyring) -> Iterator[bytes]:
    """The pieces of a sealed file from its start on; a Refusal where one is not as it was written.
    What came before that must not have counted: go through all of it first."""
    from cryptography.exceptions import InvalidTag

    file.seek(0)
    said, bound = read_head(file)
    cipher = keys.cipher_for(str(said["key"]), bytes.fromhex(said["salt"]))
    if cipher is None:
        raise Refusal(
            "wrong-key",
            None,
            f"{_name(file)} is sealed with a key named {quoted(said['key'])}, and the house has"
            f" {keys.name}: give it that key.",
        )
    number, piece = 0, _get(file)
    while True:
        following = _get(file)
        try:
            data = cipher.decrypt(_nonce(number, following is None), piece or b"", bound)
        except InvalidTag:
            raise Refusal(
                "broken-backup",
                None,
                f"{_name(file)} is not as it was written: it was changed or cut off at piece"
                f" {number + 1:,}. Take another backup.",
            ) from None
        yield zlib.decompress(data)
        if following is None:
            return
        number, piece = number + 1, following


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _put(file: IO[bytes], sealed: bytes) -> None:
    file.write(len(sealed).to_bytes(LENGTH, "big") + sealed)


def _get(file: IO[bytes]) -> bytes | None:
    """The next piece as it lies there, or None at the end; one that is torn is no piece."""
    length = file.read(LENGTH)
    if not length:
        return None
    size = int.from_bytes(length, "big")
    return file.read(size) if len(length) == LENGTH and size <= LONGEST_PIECE else b""


def _name(file: IO[bytes]) -> str:
    return quoted(str(getattr(file, "name", "The file")))
