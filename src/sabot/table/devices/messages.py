"""Messages of devices: a line of text, its structure, and the signature over it.

A device speaks lines such as `card 7H` on a serial port, or the same as JSON over a WebSocket. It
signs the line together with its name, its table and the message's number, so that the log proves
who said it and when in the order.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal, quoted

LARGEST: Final = 1_024
"""Bytes of one message."""
LONGEST_DETAIL: Final = 200
"""Characters of a fault's description."""


class DeviceMessage(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """Message of a device: `message` counts its messages from 1, `signature` is over the line."""

    message: int
    signature: str

    def line(self) -> str:
        """Return the line of text that is signed."""
        raise NotImplementedError


class CardMessage(DeviceMessage, frozen=True, kw_only=True, tag="card"):
    """A card left the shoe or device."""

    card: str

    def line(self) -> str:
        return f"card {self.card}"


class LoadMessage(DeviceMessage, frozen=True, kw_only=True, tag="load"):
    """A stack was loaded, of so many cards."""

    cards: int

    def line(self) -> str:
        return f"load {self.cards}"


class ChipsMessage(DeviceMessage, frozen=True, kw_only=True, tag="chips"):
    """Chips lie at a place of the table on a wager, worth an amount in dollars."""

    place: int
    on: str
    amount: str

    def line(self) -> str:
        return f"chips {self.place} {self.on} {self.amount}"


class FaultMessage(DeviceMessage, frozen=True, kw_only=True, tag="fault"):
    """The device cannot go on: a code, and what it knows of it."""

    code: str
    detail: str = ""

    def line(self) -> str:
        return f"fault {self.code} {self.detail}".rstrip()


MESSAGES: Final[tuple[type[DeviceMessage], ...]] = (
    CardMessage,
    LoadMessage,
    ChipsMessage,
    FaultMessage,
)
"""All messages of devices."""


class DeviceChallenge(msgspec.Struct, frozen=True, tag_field="type", tag="challenge"):
    """The server's first word: sign this number with the table's and the device's name."""

    nonce: str


class DeviceHello(
    msgspec.Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True
):
    """The device's first word: its signature over the challenge."""

    signature: str


class DeviceWelcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The device is known: its kind, the number of its next message, and whether play waits for
    its word."""

    device: str
    table: str
    kind: str
    next: int
    relied: bool


class MessageTaken(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """A message stands in the log; `next` is the number of the next one."""

    message: int
    next: int


class MessageRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A message was refused: a code, a sentence, and the number that the server waits for."""

    message: int | None
    code: str
    says: str
    next: int


class ConnectionEnded(msgspec.Struct, frozen=True, tag_field="type", tag="ended"):
    """The connection ends, and why: the device was revoked, or the server stops."""

    code: str
    says: str


ANSWERS: Final = (DeviceChallenge, DeviceWelcome, MessageTaken, MessageRefused, ConnectionEnded)
"""All that a server says to a device."""

_decoder: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(
    CardMessage | LoadMessage | ChipsMessage | FaultMessage
)


def decode_message(text: str) -> DeviceMessage:
    """Return a message from its JSON; refuse everything else in one sentence."""
    if len(text) > LARGEST:
        raise Refusal("bad-message", None, "A device's message has 1,024 characters at most.")
    try:
        found: DeviceMessage = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        names = ", ".join(str(each.__struct_config__.tag) for each in MESSAGES)
        form = "That is no message of a device: its type is one of {names}."
        raise Refusal("bad-message", None, form, names=names) from None
    return found


def signed_text(table: str, device: str, message: int, line: str) -> bytes:
    """Return the bytes that a device signs.

    >>> signed_text("7", "shoe-1", 3, "card 7H")
    b'sabot device 1\\n7\\nshoe-1\\n3\\ncard 7H'
    """
    return "\n".join(("sabot device 1", table, device, str(message), line)).encode()


def greeting(table: str, device: str, nonce: str) -> bytes:
    """Return the bytes that a device signs to come in. Message 0 is no message of any table."""
    return signed_text(table, device, 0, f"hello {nonce}")


def read_line(text: str, message: int, sign: Callable[[str], str]) -> DeviceMessage:
    """Return the message of a serial line, signed with `sign`, which is given the line.

    >>> read_line("CHIPS 3 player 250", 9, lambda line: "").line()
    'chips 3 player 250'
    """
    word, _, rest = text.strip().partition(" ")
    kind, parts = word.lower(), rest.split()
    try:
        made = _message(kind, rest.strip(), parts, message)
    except (ValueError, IndexError):
        form = "{line} is not a line that a device sends."
        raise Refusal("bad-message", None, form, line=quoted(text.strip()[:80])) from None
    return msgspec.structs.replace(made, signature=sign(made.line()))


def _message(kind: str, rest: str, parts: list[str], message: int) -> DeviceMessage:
    if kind == "card" and len(parts) == 1:
        return CardMessage(message=message, signature="", card=parts[0])
    if kind == "load" and len(parts) == 1:
        return LoadMessage(message=message, signature="", cards=int(parts[0]))
    if kind == "chips" and len(parts) == 3:
        place, on, amount = parts
        return ChipsMessage(message=message, signature="", place=int(place), on=on, amount=amount)
    if kind == "fault" and parts:
        detail = rest.partition(" ")[2].strip()[:LONGEST_DETAIL]
        return FaultMessage(message=message, signature="", code=parts[0], detail=detail)
    raise ValueError(kind)


def is_signed_by(public_key: str, signature: str, text: bytes) -> bool:
    """Return True if the signature over the text was made with the private half of the key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True
