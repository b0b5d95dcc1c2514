"""The key of a device: it signs what the device says, and never leaves it."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from sabot.core.refusal import Refusal
from sabot.table.devices.messages import DeviceMessage, greeting, read_line, signed_text


class DeviceKey:
    """An Ed25519 key pair."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private

    @classmethod
    def fresh(cls) -> "DeviceKey":
        """Return a new random key."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def of(cls, digits: str) -> "DeviceKey":
        """Return the key with these 64 hexadecimal digits."""
        try:
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(digits.strip())))
        except ValueError:
            message = "A device's key has 64 hexadecimal digits."
            raise Refusal("bad-device", None, message) from None

    @property
    def digits(self) -> str:
        """The private half, as hexadecimal digits."""
        raw = self._private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        return raw.hex()

    @property
    def public(self) -> str:
        """The public half, as hexadecimal digits."""
        return self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def greets(self, table: str, device: str, nonce: str) -> str:
        """Return the signature over a server's challenge."""
        return self._private.sign(greeting(table, device, nonce)).hex()

    def says(self, table: str, device: str, message: int, line: str) -> DeviceMessage:
        """Return the signed message of a line such as `card 7H`."""
        return read_line(
            line,
            message,
            lambda told: self._private.sign(signed_text(table, device, message, told)).hex(),
        )
