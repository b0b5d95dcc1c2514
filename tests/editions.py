"""Editions made up for tests, and registries that have them or none at all."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest

from sabot.accounts import ACCOUNT, Account
from sabot.floor import read_line
from sabot.rulebooks import EDITIONS, RULEBOOKS
from sabot.rules import Rulebook
from sabot.table import TABLE, Table


def enact(patch: pytest.MonkeyPatch, *editions: Rulebook) -> None:
    """Have these be all the editions of their game, the oldest first."""
    newest = editions[-1]
    patch.setitem(EDITIONS, newest.id, {each.version: each for each in editions})
    patch.setitem(RULEBOOKS, newest.id, newest)


@contextmanager
def no_rulebooks() -> Iterator[None]:
    """Whoever looks a rulebook up finds none."""
    with mock.patch.dict(EDITIONS, clear=True), mock.patch.dict(RULEBOOKS, clear=True):
        yield


def folded(lines: Iterable[bytes]) -> dict[str, Any]:
    """Every table and account of a log, folded where nobody has a rulebook."""
    states: dict[str, Any] = {}
    with no_rulebooks():
        for text in lines:
            line = read_line(text)
            kind, _, name = line.stream.partition(":")
            stream: Any = TABLE if kind == "table" else ACCOUNT
            before = states.get(line.stream, Table(name=name) if kind == "table" else Account())
            states[line.stream] = stream.evolve(before, stream.read_event(text), line.at)
    return states
