"""Commitments of the casino: the digest of a secret, published first and opened afterwards.

Neither side can choose the outcome: the casino is bound by the digest, and no other person knows
the secret. Anyone can check an opening with a few lines of code: SHA-256 over a line that names
what is bound, such as `sabot stack 1`, over the secret and the lines that go with it, each ending
in a newline.
"""

import hashlib
import hmac


def bound(what: str, *lines: object) -> str:
    """The digest that binds the house, as 64 hexadecimal digits. No line breaks within a line.

    >>> bound("stack", "00", "AS TH 9D")[:16]
    '1705cf543c0ef0e5'
    """
    text = "".join(f"{line}\n" for line in (f"sabot {what} 1", *lines))
    return hashlib.sha256(text.encode()).hexdigest()


def is_bound(digest: str, what: str, *lines: object) -> bool:
    """Return True if the digest commits to these lines."""
    return hmac.compare_digest(bound(what, *lines).encode(), digest.encode())


def part_of(secret: str, part: str) -> str:
    """A secret for one part of the whole: it opens that part and no other."""
    return hmac.new(bytes.fromhex(secret), part.encode(), hashlib.sha256).hexdigest()
