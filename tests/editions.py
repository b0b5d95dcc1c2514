"""Editions made up for tests, and a registry that has them."""

import pytest

from sabot.rulebooks import EDITIONS, RULEBOOKS
from sabot.rules import Rulebook


def enact(patch: pytest.MonkeyPatch, *editions: Rulebook) -> None:
    """Have these be all the editions of their game, the oldest first."""
    newest = editions[-1]
    patch.setitem(EDITIONS, newest.id, {each.version: each for each in editions})
    patch.setitem(RULEBOOKS, newest.id, newest)
