"""Sources of randomness.

A shoe of eight decks has about 2^2229 orders. One seed cannot reach them all, so a money table
takes every swap of its shuffle from the operating system. A seeded source serves tests and
simulation only.
"""

import random
import secrets
from collections.abc import Callable, Iterable
from typing import Protocol

from sabot.core.cards import Card


class Randomness(Protocol):
    def below(self, limit: int) -> int:
        """A whole number from 0 up to, not including, `limit`, each equally likely."""


class OperatingSystem:
    """The operating system's cryptographic randomness."""

    def below(self, limit: int) -> int:
        return _below(limit, secrets.randbits)


class Seeded:
    """The same numbers for the same seed: for tests and simulation, never for money."""

    def __init__(self, seed: int | str) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        return _below(limit, self._bits)


def _below(limit: int, bits: Callable[[int], int]) -> int:
    """Draw as many bits as `limit` needs until the number fits: no remainder, so no bias."""
    width = (limit - 1).bit_length()
    while (drawn := bits(width)) >= limit:
        pass
    return drawn


def shuffle(cards: Iterable[Card], randomness: Randomness) -> tuple[Card, ...]:
    """Fisher and Yates: every order equally likely, one draw for every swap."""
    stack = list(cards)
    for last in range(len(stack) - 1, 0, -1):
        other = randomness.below(last + 1)
        stack[last], stack[other] = stack[other], stack[last]
    return tuple(stack)
