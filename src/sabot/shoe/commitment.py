"""Commit to the order of a virtual stack before the cut, open it after the last card.

The casino publishes the commitment before the cut, so neither side can choose the order: the casino
is bound by the digest, and the player does not know the order behind it. Afterwards anyone can
check the opening (`core/seals.py`): SHA-256 over the line `sabot stack 1`, the salt in hex and the
card names with spaces between, each ending in a newline.
"""

import secrets

from sabot.core.cards import Card
from sabot.core.record import record
from sabot.core.seals import bound, is_bound

STACK = "stack"
SALT_BYTES = 32


@record(frozen=True, slots=True)
class Commitment:
    """Digest of a stack's order, published before the first card."""

    digest: str
    cards: int


@record(frozen=True, slots=True)
class Opening:
    """Salt and cards of a stack: sealed at first, published after the last card."""

    salt: str
    order: tuple[Card, ...]

    @property
    def names(self) -> str:
        return " ".join(map(str, self.order))


def commit(order: tuple[Card, ...], salt: bytes | None = None) -> tuple[Commitment, Opening]:
    """Bind to an order. The salt comes from the operating system unless one is handed in."""
    opening = Opening((secrets.token_bytes(SALT_BYTES) if salt is None else salt).hex(), order)
    return Commitment(bound(STACK, opening.salt, opening.names), len(order)), opening


def verify(commitment: Commitment, opening: Opening) -> bool:
    """Return True if the opening matches the commitment."""
    return len(opening.order) == commitment.cards and is_bound(
        commitment.digest, STACK, opening.salt, opening.names
    )
