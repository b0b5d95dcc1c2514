"""The key that signs checkpoints, kept in a file of its own.

Most stores are opened by people who sign nothing, so cryptography is loaded by those who do.
"""

import contextlib
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.core.refusal import Refusal, quoted
from sabot.store.trust.private_file import OTHERS, OWNER_ONLY

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class Signer:
    """Signs with the Ed25519 key in a file, which is made (for its owner only) if it is not there.

    Keep the file out of the database and of its backups.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._private = self._load()
        self.key = self._private.public_key().public_bytes_raw().hex()
        """The public key in hex, for those who verify."""

    def sign(self, text: bytes) -> str:
        """The signature in hex."""
        return self._private.sign(text).hex()

    def _load(self) -> "Ed25519PrivateKey":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            if not self._path.exists():
                self._make()
            mode = self._path.stat().st_mode
            text = self._path.read_bytes()
        except OSError as error:
            raise self._refusal(f"cannot be read: {error.strerror}") from None
        if mode & OTHERS:
            raise self._refusal("can be read by others than its owner")
        try:
            key = load_pem_private_key(text, password=None)
        except (ValueError, TypeError):
            key = None
        if not isinstance(key, Ed25519PrivateKey):
            raise self._refusal("holds no Ed25519 key")
        return key

    def _make(self) -> None:
        """Create the key file under another name first, so that a crash leaves no half key; the
        first process wins."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import (
            Encoding,
            NoEncryption,
            PrivateFormat,
        )

        text = Ed25519PrivateKey.generate().private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )
        draft = self._path.with_name(f".{self._path.name}.{secrets.token_hex(8)}")
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        try:
            with os.fdopen(file, "wb") as opened:
                os.fchmod(file, OWNER_ONLY)
                opened.write(text)
                opened.flush()
                os.fsync(file)
            with contextlib.suppress(FileExistsError):
                self._path.hardlink_to(draft)
        finally:
            draft.unlink()

    def _refusal(self, why: str) -> Refusal:
        return Refusal("bad-key", None, f"The signing key {quoted(str(self._path))} {why}.")


def is_signed(key: str, text: bytes, signature: str) -> bool:
    """Return True if the signature over this text is this key's. Never raises."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), text)
    except (ValueError, InvalidSignature):
        return False
    return key == key.lower() and signature == signature.lower()
