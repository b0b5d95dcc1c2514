"""Editions made up for tests, and registries that have them or none at all."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from sabot.core.money import to
from sabot.floor import read_line
from sabot.floor.kinds import ACCOUNTS, TABLES, kind_of
from sabot.rulebooks import EDITIONS, RULEBOOKS, edition
from sabot.rules import Rulebook
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome

FIRST = edition("star-baccarat", "version 4")
CHANGED = "first-card-exposed"


def amended(book: Rulebook) -> Rulebook:
    """A Tie pays 9:1, a sign stands for half an hour, an exposed first card is burned."""
    wagers = tuple(
        replace(each, lines=tuple(replace(line, pays=to(9, 1)) for line in each.lines))
        if each.id == "tie"
        else each
        for each in book.wagers
    )
    change = book.conduct.limits.change
    assert change is not None
    limits = replace(book.conduct.limits, change=replace(change, minutes=30))
    cells = {**book.conduct.irregularities, CHANGED: (Cell("12.3", Outcome.BURN),)}
    conduct = replace(book.conduct, limits=limits, irregularities=cells)
    return replace(book, version="version 99", dated="2026-02-01", in_force="2026-03-16",
                   wagers=wagers, conduct=conduct)  # fmt: skip


SECOND = amended(FIRST)


def enact(patch: pytest.MonkeyPatch, *editions: Rulebook) -> None:
    """Have these be all the editions of their game, the oldest first."""
    newest = editions[-1]
    patch.setitem(EDITIONS, newest.id, {each.version: each for each in editions})
    patch.setitem(RULEBOOKS, newest.id, newest)


@contextmanager
def no_rulebooks() -> Iterator[None]:
    """Make every look-up of a rulebook fail."""
    with mock.patch.dict(EDITIONS, clear=True), mock.patch.dict(RULEBOOKS, clear=True):
        yield


def folded(lines: Iterable[bytes]) -> dict[str, Any]:
    """Fold every table and account of a log without rulebooks."""
    states: dict[str, Any] = {}
    with no_rulebooks():
        for text in lines:
            line = read_line(text)
            kind = kind_of(line.stream)
            if kind is None or kind.prefix not in (TABLES.prefix, ACCOUNTS.prefix):
                continue
            before = states.get(line.stream, kind.empty(kind.name(line.stream)))
            event = kind.rules.read_event(text)
            states[line.stream] = kind.rules.evolve(before, event, line.at)
    return states
