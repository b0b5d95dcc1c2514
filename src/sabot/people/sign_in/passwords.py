"""Password rules and password hashes.

Passwords do not expire: GLI-19 B.2.3(f) wants an interval, OWASP ASVS 6.2.10 forbids one, and
people who must change theirs every month choose `Summer2026`. Required instead are length, nothing
obvious, and a lock-out after a few wrong ones.
"""

import re
import unicodedata
from functools import cache, cached_property
from importlib.resources import files
from threading import BoundedSemaphore
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sabot.core.refusal import Refusal
from sabot.rules.roles import PLAYER

LEAST_STAFF: Final = 12
LEAST_PLAYER: Final = 8
LONGEST: Final = 128
KEYBOARD: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop")
RUNS: Final = (*KEYBOARD, "abcdefghijklmnopqrstuvwxyz", "0123456789", "1qaz2wsx3edc4rfv5tgb6yhn")
SHORTEST_RUN: Final = 3
"""Neighbours on the keyboard or in the alphabet that count as obvious."""
FEWEST_OWN: Final = 5
"""Characters that must remain when everything obvious is removed."""
FEWEST_GUESSES: Final = 1e8
"""Guesses that a password must withstand, made in the order of what people choose."""
READ: Final = 72
LOOKS_LIKE: Final = str.maketrans("0134578@$!€", "oieastbasie")
AT_ONCE: Final = 4
"""Hashes that are computed at the same time; each takes memory."""
WAITING: Final = 64


class Hashing(msgspec.Struct, frozen=True):
    """Cost of a hash: KiB of memory, passes over it, lanes. The default is OWASP's first choice for
    argon2id. A hash of another cost is replaced when its person signs in."""

    memory: int = 47_104
    passes: int = 1
    lanes: int = 1


class Sealed(msgspec.Struct, frozen=True):
    """A password as the vault keeps it; `for_staff`: long enough for any role."""

    hash: str
    for_staff: bool


class Passwords:
    """Hash passwords and check them, a few at a time."""

    def __init__(self, hashing: Hashing) -> None:
        self._hasher = PasswordHasher(
            time_cost=hashing.passes, memory_cost=hashing.memory, parallelism=hashing.lanes
        )
        self._turns = BoundedSemaphore(AT_ONCE)
        self._places = BoundedSemaphore(AT_ONCE + WAITING)

    @cached_property
    def decoy(self) -> bytes:
        """Return a hash that no password matches, to be checked where there is none: it takes as
        long."""
        return self.sealed("")

    def sealed(self, password: str) -> bytes:
        """Return a password as the vault keeps it."""
        with self._turns:
            made = self._hasher.hash(_bytes(password))
        return msgspec.json.encode(Sealed(made, len(password) >= LEAST_STAFF))

    def hash_of(self, text: str) -> str:
        """Return the hash of another secret, such as a recovery code."""
        with self._turns:
            return self._hasher.hash(_bytes(text))

    def is_hash_of(self, hash_: str, text: str) -> bool:
        with self._turns:
            return self._verify(hash_, _bytes(text))

    def fits(self, sealed: bytes | None, password: object) -> bool:
        """Return True if this is the password. The check takes as long where there is none."""
        if not self._places.acquire(blocking=False):
            raise Refusal("too-many", None, "Too many people are signing in: try again soon.")
        try:
            is_text = isinstance(password, str) and 0 < len(password) <= LONGEST
            given = _bytes(str(password)) if is_text else b"?"  # shorter than any password
            decoy = self.decoy  # computed once, outside the timed part
            found = msgspec.json.decode(sealed or decoy, type=Sealed)
            with self._turns:
                return self._verify(found.hash, given) and sealed is not None
        finally:
            self._places.release()

    def _verify(self, hash_: str, given: bytes) -> bool:
        try:
            return self._hasher.verify(hash_, given)
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, sealed: bytes) -> bool:
        """Return True if a hash has another cost than new hashes."""
        return self._hasher.check_needs_rehash(msgspec.json.decode(sealed, type=Sealed).hash)


def is_for_staff(sealed: bytes) -> bool:
    """Return True if the password is long enough for any role."""
    return msgspec.json.decode(sealed, type=Sealed).for_staff


def _bytes(password: str) -> bytes:
    """Return the password's bytes exactly as given, lone surrogates included."""
    return password.encode(errors="surrogatepass")


def check_password(password: object, name: str, role: str) -> None:
    """Refuse a password that is too short, too long, or easy to guess."""
    least = LEAST_PLAYER if role == PLAYER else LEAST_STAFF
    if not isinstance(password, str) or not least <= len(password) <= LONGEST:
        whose = "a player" if role == PLAYER else "a member of staff"
        raise Refusal(
            "weak-password",
            None,
            "A password of {whose} has {least} to {longest} characters, of any kind.",
            whose=whose,
            least=least,
            longest=LONGEST,
        )
    if _own(password, name) < FEWEST_OWN or _guesses(password, name) < FEWEST_GUESSES:
        raise Refusal(
            "weak-password",
            None,
            "That password is too easy to guess: avoid the name, common words, keyboard rows "
            "and repetitions.",
        )


def _guesses(password: str, name: str) -> float:
    """Estimate the guesses of an attacker who knows what people choose (zxcvbn). It reads 72
    characters at a time; a longer password is as good as the better of its ends."""
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]

    plain = unicodedata.normalize("NFKC", password)
    ends = {plain[:READ], plain[-READ:]}
    return max(float(zxcvbn(end, user_inputs=[name])["guesses"]) for end in ends)


def _own(password: str, name: str) -> int:
    """Count the different characters that remain of a password without everything obvious."""
    plain = unicodedata.normalize("NFKC", password).casefold()
    return min(_left(plain, name), _left(plain.translate(LOOKS_LIKE), name))


def _left(text: str, name: str) -> int:
    parts = {part for part in re.split(r"[._'-]", name.casefold()) if len(part) > 2}
    for word in sorted(_common() | parts | {name.casefold()}, key=len, reverse=True):
        if word in text:
            text = text.replace(word, " ")
    for run in _runs():
        text = text.replace(run, " ")
    text = re.sub(r"(?:19|20)\d\d", " ", text)
    return len({letter for letter in text if not letter.isspace()})


@cache
def _common() -> frozenset[str]:
    lines = (files("sabot.people") / "common.txt").read_text("utf-8").split()
    return frozenset(lines)


@cache
def _runs() -> tuple[str, ...]:
    """Return every stretch of a keyboard row or of the alphabet, both ways, longest first."""
    found = {
        row[start : start + length]
        for each in RUNS
        for row in (each, each[::-1])
        for length in range(SHORTEST_RUN, len(row) + 1)
        for start in range(len(row) - length + 1)
    }
    return tuple(sorted(found, key=lambda run: (-len(run), run)))
