"""Envelope of a log line: its fields beside the event's own."""

from datetime import datetime
from typing import Final

import msgspec

RESERVED: Final = frozenset(
    {"stream", "seq", "at", "by", "what", "prev", "hash", "id", "via", "do"}
)
"""Names that the log keeps for itself: no event has a field of that name."""


SMALL: Final = 2**16
LARGE: Final = 2**20
"""Bytes of an event: of any, and of one that says what it grows with."""


class EventEnvelope(msgspec.Struct, frozen=True):
    """The part of a logged event that every event has."""

    stream: str
    seq: int
    at: datetime
    by: str
    what: str
    id: str
    do: msgspec.Raw = msgspec.Raw(b"")
    via: str | None = None


_line = msgspec.json.Decoder(EventEnvelope)


def read_line(text: bytes) -> EventEnvelope:
    """Read that part of a line; the rest is left as it is."""
    return _line.decode(text)


class ImpossibleEvent(Exception):
    """An event of the log cannot have been decided in the state before it.

    It concerns its own stream alone, unlike a Refusal of the store."""
