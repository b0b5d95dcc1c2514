"""Signed heads: a stream's last event, and the digests of its vault entries, under the casino's
key.

A hash chain shows a change in the middle, but without a key anyone could extend it or write it
anew. So each transaction signs the new heads of its streams, with the digests of their vault
entries, and one head for the whole log: its number of events and the digest of their order.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal
from sabot.store.log.lines import START, Head, follows
from sabot.store.trust.keys import MARK, Keyring

WHOLE: Final = ""
"""Under this name the whole log stands."""
USE: Final = b"head"


class SignedHead(NamedTuple):
    """A stream's last event, and the digests of its vault entries."""

    head: Head
    kept: Mapping[str, bytes] = {}

    def signed(self, keys: Keyring, stream: str) -> bytes:
        """Return it as the database stores it."""
        said = msgspec.msgpack.encode((*self.head, self.kept))
        return keys.sign(USE, stream.encode(), said) + said


NOTHING: Final = SignedHead(START)


class HeadRow(NamedTuple):
    """A stream in the database: its last event and its signed head."""

    seq: int | None
    line: bytes | None
    signed: bytes | None


_decoder: Final = msgspec.msgpack.Decoder(tuple[int, str, dict[str, bytes]])


def read_signed_head(keys: Keyring, stream: str, row: bytes | None) -> SignedHead | None:
    """Decode a signed head; None if its signature is invalid."""
    if row is None or not keys.is_signed(row[:MARK], USE, stream.encode(), row[MARK:]):
        return None
    seq, digest, kept = _decoder.decode(row[MARK:])
    return SignedHead(Head(seq, digest), kept)


def check_signed_head(keys: Keyring, stream: str, found: HeadRow) -> SignedHead:
    """Return a stream's signed head if it agrees with the log; raise a Refusal otherwise."""
    if found.seq is None and found.signed is None:
        return NOTHING
    signed_head = read_signed_head(keys, stream, found.signed)
    if signed_head is None:
        raise broken(stream, "where it stands was not signed by this house's key")
    if found.seq is None and signed_head.head == START:
        return signed_head  # the vault keeps something of it, and nothing has happened there yet
    if found.seq is None or found.line is None or found.seq < signed_head.head.seq:
        raise broken(stream, f"events are missing up to number {signed_head.head.seq}")
    if found.seq > signed_head.head.seq:
        raise broken(stream, f"the house wrote no event after number {signed_head.head.seq}")
    if follows(found.line, stream, found.seq, None) != signed_head.head.hash:
        raise broken(stream, f"event {found.seq} is not as it was written")
    return signed_head


def kept_digest(sealed: bytes) -> bytes:
    """Return the digest of a vault entry that a signed head contains."""
    return sha256(sealed).digest()[:16]


def broken(stream: str, why: str) -> Refusal:
    """Return the refusal of a stream, or of the whole log, that failed verification."""
    what = stream or "the log"
    return Refusal(
        "broken-log",
        None,
        f"Nothing more is decided in {what}: {why}. Say `sabot verify` to see what was changed, and"
        " restore a backup that its witness knows.",
    )
