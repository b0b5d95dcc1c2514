"""The casino's keys, which sign and encrypt all that is written beside the log.

They are kept out of the database, so that the holder of its disk can stop the casino but cannot
change what it owes. They come from the environment (`SABOT_KEYS`), from the output of a command
(`SABOT_KEYS_COMMAND`), or from a file that only its owner can read (`SABOT_KEY_FILE`, or else
`sabot/house.key` in the user's settings), which is created if there is none. A key is 64
hexadecimal digits. The last of several is used; the others read what was written before.
"""

import contextlib
import hmac
import os
import re
import secrets
import shlex
import subprocess
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sabot.core.refusal import Refusal, quoted
from sabot.store.trust.private_file import OTHERS, OWNER_ONLY

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

KEYS, COMMAND, FILE = "SABOT_KEYS", "SABOT_KEYS_COMMAND", "SABOT_KEY_FILE"
DIGITS: Final = 64
NAMED: Final = 4
"""Bytes of a key's name, which stand before all that it has signed or sealed."""
MARK: Final = NAMED + 32
NONCE: Final = 12
SHORT: Final = 8
"""Bytes of a short mark: enough to tell two texts apart, and to find none by trying."""
PATIENCE: Final = 30
"""Seconds that a command may take to print the keys."""


class Key(NamedTuple):
    """A key: its public name, and a derived part for each use."""

    name: bytes
    signs: bytes
    seals: bytes

    @classmethod
    def of(cls, digits: str) -> "Key":
        whole = bytes.fromhex(digits)
        name, signs, seals = (
            hmac.digest(whole, b"sabot " + use, "sha256") for use in (b"name", b"signs", b"seals")
        )
        return cls(name[:NAMED], signs, seals)


class Keyring:
    """All keys of a casino. `read` is called again for an unknown key name, since a key may have
    been added."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read
        self._keys: dict[bytes, Key] = {}
        self._load()

    @classmethod
    def fresh(cls) -> "Keyring":
        """Return a keyring with a new random key, for a temporary store."""
        digits = secrets.token_hex(DIGITS // 2)
        return cls(lambda: digits)

    @property
    def name(self) -> str:
        """Return the name of the key in use."""
        return self._used.name.hex()

    def knows(self, name: str) -> bool:
        return any(key.hex() == name for key in self._keys)

    def sign(self, use: bytes, *parts: bytes) -> bytes:
        """Return a message authentication code over the parts, for one use."""
        return self._used.name + _digest(self._used, use, parts)

    def is_signed(self, mark: bytes, use: bytes, *parts: bytes) -> bool:
        """Return True if the code is valid for these parts and this use."""
        key = self._find(mark[:NAMED])
        return key is not None and hmac.compare_digest(mark[NAMED:], _digest(key, use, parts))

    def mark(self, use: bytes, *parts: bytes) -> bytes:
        """Return a short mark of these parts: the key's name and eight bytes."""
        return self._used.name + _digest(self._used, use, parts)[:SHORT]

    def is_marked(self, mark: bytes, use: bytes, *parts: bytes) -> bool | None:
        """Return whether a short mark is of these parts; None if its key is not here."""
        key = self._find(mark[:NAMED])
        if key is None:
            return None
        return hmac.compare_digest(mark[NAMED:], _digest(key, use, parts)[:SHORT])

    def seal(self, data: bytes, *parts: bytes) -> bytes:
        """Encrypt data for one place. Only the key opens it, and only for the same place."""
        nonce = secrets.token_bytes(NONCE)
        return (
            self._used.name + nonce + _cipher(self._used.seals).encrypt(nonce, data, _joined(parts))
        )

    def unseal(self, sealed: bytes, *parts: bytes) -> bytes | None:
        """Decrypt what was sealed for this place; None if it was not."""
        from cryptography.exceptions import InvalidTag

        key = self._find(sealed[:NAMED])
        nonce, rest = sealed[NAMED : NAMED + NONCE], sealed[NAMED + NONCE :]
        if key is None or len(nonce) < NONCE:
            return None
        try:
            return _cipher(key.seals).decrypt(nonce, rest, _joined(parts))
        except InvalidTag:
            return None

    def cipher_for(self, name: str, salt: bytes) -> "ChaCha20Poly1305 | None":
        """Return the cipher of one file, derived from the key of that name; None if the key is not
        here."""
        key = self._find(bytes.fromhex(name)) if set(name) <= _HEX and not len(name) % 2 else None
        return None if key is None else _cipher(hmac.digest(key.seals, b"file " + salt, "sha256"))

    def _find(self, name: bytes) -> Key | None:
        if name not in self._keys and len(name) == NAMED:
            with contextlib.suppress(Refusal):
                self._load()
        return self._keys.get(name)

    def _load(self) -> None:
        keys = [Key.of(each) for each in _keys_in(self._read())]
        self._keys, self._used = {key.name: key for key in keys}, keys[-1]


def _digest(key: Key, use: bytes, parts: Iterable[bytes]) -> bytes:
    return hmac.digest(key.signs, _joined((use, *parts)), "sha256")


def _joined(parts: Iterable[bytes]) -> bytes:
    """Each part with its length, so that no two lists of parts are the same bytes."""
    return b"".join(b"%d:%b," % (len(part), part) for part in parts)


@lru_cache(maxsize=16)
def _cipher(key: bytes) -> "ChaCha20Poly1305":
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(key)


def _keys_in(text: str) -> list[str]:
    """The keys that a text names, apart by spaces, commas or lines."""
    found = [each for each in re.split(r"[\s,]+", text.lower()) if each]
    if not found or any(len(each) != DIGITS or set(each) - _HEX for each in found):
        raise Refusal("bad-key", None, f"The house's key is {DIGITS} hexadecimal digits.")
    return found


_HEX: Final = frozenset("0123456789abcdef")


def keyring(beside: Path | None = None, make: bool = True) -> Keyring | None:
    """The keys of this house; None if there are none and none are to be made. `beside` is the
    folder of the data, in which the keys must not lie."""
    given, command = os.environ.get(KEYS), os.environ.get(COMMAND)
    if given is not None:
        return Keyring(lambda: os.environ.get(KEYS, given))
    if command is not None:
        return Keyring(lambda: _printed(command))
    path = key_file()
    if beside is not None and path.parent.resolve() == beside.resolve():
        raise Refusal(
            "bad-key",
            None,
            f"The key {quoted(str(path))} lies beside the data that it protects: keep it elsewhere,"
            f" and say where with {FILE}.",
        )
    if not path.exists():
        if not make:
            return None
        write_keys(path, [])
    return Keyring(lambda: _in_file(path))


def key_file() -> Path:
    """The file that the keys are in, unless the environment or a command has them."""
    return settings_file(FILE, "house.key")


def settings_file(variable: str, name: str) -> Path:
    """A file that the environment names, or else one of that name among the user's settings."""
    given = os.environ.get(variable)
    if given:
        return Path(given)
    try:
        settings = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    except RuntimeError:
        raise Refusal(
            "bad-key", None, f"The home folder is unknown: say where the key is, with {variable}."
        ) from None
    return settings / "sabot" / name


def write_keys(path: Path, old: list[str]) -> str:
    """Add a new key after the old ones, in a file that only its owner can read. The first process
    creates the file; it is written under another name first, so that a crash leaves no half key."""
    digits = secrets.token_hex(DIGITS // 2)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        try:
            with os.fdopen(file, "w") as opened:
                os.fchmod(file, OWNER_ONLY)
                opened.write("".join(f"{each}\n" for each in (*old, digits)))
                opened.flush()
                os.fsync(file)
            if old:
                draft.replace(path)
            else:
                with contextlib.suppress(FileExistsError):
                    path.hardlink_to(draft)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise Refusal(
            "bad-key",
            None,
            f"No key can be made at {quoted(str(path))} ({error.strerror}): say where, with {FILE},"
            f" or give one in {KEYS}.",
        ) from None
    return digits


def keys_in(path: Path) -> list[str]:
    """The keys of a file, the oldest first."""
    return _keys_in(_in_file(path))


def _in_file(path: Path) -> str:
    try:
        mode, text = path.stat().st_mode, path.read_text(encoding="ascii", errors="replace")
    except OSError as error:
        message = f"The key {quoted(str(path))} cannot be read: {error.strerror}."
        raise Refusal("bad-key", None, message) from None
    if mode & OTHERS:
        message = f"Others than its owner may read the key {quoted(str(path))}: say chmod 600."
        raise Refusal("bad-key", None, message)
    return text


def _printed(command: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603  the operator's own words
            shlex.split(command), capture_output=True, check=True, timeout=PATIENCE
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        raise Refusal("bad-key", None, f"The command of {COMMAND} has printed no key.") from None
    return done.stdout.decode("ascii", errors="replace")
