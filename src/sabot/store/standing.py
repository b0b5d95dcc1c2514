"""Where a stream stands, as the house has signed it: nobody without its key moves a stream, or
changes what the vault keeps of it, and is believed.

A chain of hashes shows what was changed in the middle of it, but anybody can add to its end, or
write all of it anew. So each transaction signs the new heads of its streams, with the digests of
what the vault keeps of each, and one head for the whole log, under no name at all: its number of
events and the digest of their order.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from sabot.refusal import Refusal
from sabot.store.keys import MARK, Keyring
from sabot.store.lines import START, Head, follows

WHOLE: Final = ""
"""Under this name the whole log stands."""
USE: Final = b"head"


class Standing(NamedTuple):
    """A stream's last event, and the digests of what the vault keeps of it."""

    head: Head
    kept: Mapping[str, bytes] = {}

    def signed(self, keys: Keyring, stream: str) -> bytes:
        """As the database keeps it."""
        said = msgspec.msgpack.encode((*self.head, self.kept))
        return keys.sign(USE, stream.encode(), said) + said


NOTHING: Final = Standing(START)


class Found(NamedTuple):
    """What the database has of a stream: its last event, and where it was signed to stand."""

    seq: int | None
    line: bytes | None
    signed: bytes | None


_decoder: Final = msgspec.msgpack.Decoder(tuple[int, str, dict[str, bytes]])


def read_standing(keys: Keyring, stream: str, row: bytes | None) -> Standing | None:
    """Where a stream was signed to stand; None if that is not the house's word."""
    if row is None or not keys.is_signed(row[:MARK], USE, stream.encode(), row[MARK:]):
        return None
    seq, digest, kept = _decoder.decode(row[MARK:])
    return Standing(Head(seq, digest), kept)


def checked_standing(keys: Keyring, stream: str, found: Found) -> Standing:
    """Where a stream stands, if the log and the house's signature agree on it."""
    if found.seq is None and found.signed is None:
        return NOTHING
    standing = read_standing(keys, stream, found.signed)
    if standing is None:
        raise broken(stream, "where it stands was not signed by this house's key")
    if found.seq is None and standing.head == START:
        return standing  # the vault keeps something of it, and nothing has happened there yet
    if found.seq is None or found.line is None or found.seq < standing.head.seq:
        raise broken(stream, f"events are missing up to number {standing.head.seq}")
    if found.seq > standing.head.seq:
        raise broken(stream, f"the house wrote no event after number {standing.head.seq}")
    if follows(found.line, stream, found.seq, None) != standing.head.hash:
        raise broken(stream, f"event {found.seq} is not as it was written")
    return standing


def kept_digest(sealed: bytes) -> bytes:
    """What is signed of a thing in the vault."""
    return sha256(sealed).digest()[:16]


def broken(stream: str, why: str) -> Refusal:
    """A stream, or the whole log, that cannot be believed."""
    what = stream or "the log"
    return Refusal(
        "broken-log",
        None,
        f"Nothing more is decided in {what}: {why}. Say `sabot verify` to see what was changed, and"
        " restore a backup that its witness knows.",
    )
