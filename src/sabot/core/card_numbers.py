"""Player Card numbers as the log keeps them: a keyed digest and the last digits.

The digest is an HMAC-SHA256 under a key of the casino that no log and no export contains, so that a
number cannot be found by trying all of them. It is taken of the number's letters and figures alone:
"C 4821" and "c-4821" are one card. Its text is `hmac:KEY:DIGEST:LAST`, with the name of the key, so
that a number from a log of another casino is known as such.
"""

import hmac
import re
from typing import Final

from sabot.core.alike import letters_of
from sabot.core.refusal import Refusal

PREFIX: Final = "hmac:"
DIGEST: Final = re.compile(r"hmac:[0-9a-f]{8}:[0-9a-f]{40}:[^:]*")
SHOWN: Final = "…"
"""Stands for the digits that are not shown."""
LAST: Final = 4
"""At most so many of the last digits are shown, and never more than half of a number."""
KEY_NAME: Final = 8
LENGTH: Final = 40
"""Hexadecimal digits of a key's name, and of a digest."""


def digest_of(number: str, key: bytes) -> str:
    """Return what the log keeps of a card's number.

    >>> digest_of("C 1234 4821", bytes(32)) == digest_of("c12344821", bytes(32))
    True
    >>> digest_of("C 1234 4821", bytes(32))[-5:]
    ':4821'
    """
    plain = letters_of(number)
    digest = hmac.digest(key, b"player card\0" + plain.encode(), "sha256").hex()[:LENGTH]
    return f"{PREFIX}{key_name(key)}:{digest}:{last_of(plain)}"


def key_name(key: bytes) -> str:
    """Return the public name of a key."""
    return hmac.digest(key, b"name", "sha256").hex()[:KEY_NAME]


def is_digest(text: str) -> bool:
    """Return whether a text is a digest, and not a number in clear as older logs have it."""
    return DIGEST.fullmatch(text) is not None


def check_number(text: str) -> None:
    """Refuse what a log or a screen shows in the place of the number on a card."""
    if text.startswith((PREFIX, SHOWN)):
        message = "Give the number that is on the Player Card, not how a log or a screen shows it."
        raise Refusal("bad-card", None, message)


def looks_kept(text: str) -> bool:
    """Return whether a text is how a log or a screen has a number, and so not what is on a card;
    nothing but spaces is on no card either."""
    return text.startswith((PREFIX, SHOWN)) or not text.strip()


def last_of(number: str) -> str:
    """
    >>> last_of("12344821"), last_of("77"), last_of("7")
    ('4821', '7', '')
    """
    return number[max(len(number) - LAST, (len(number) + 1) // 2) :]


def shown(text: str) -> str:
    """Return a card's number, in clear or as a digest, as a screen shows it.

    >>> shown("C 1234 4821"), shown(digest_of("C 1234 4821", bytes(32)))
    ('…4821', '…4821')
    """
    if text.startswith(SHOWN):
        return text
    return SHOWN + (text.rpartition(":")[2] if is_digest(text) else last_of(letters_of(text)))


def is_own(known: str | None, said: str | None, as_shown: bool = False) -> bool:
    """Return whether a card is the one that an account knows; `as_shown`: it may be named as a
    screen shows it, by the holder in a session of their own or where nothing is paid on it."""
    if known is None or said is None:
        return False
    return said == known or (as_shown and said == shown(known))
