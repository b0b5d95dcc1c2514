"""Every clause that a rulebook cites, as it is in memory, is one of its document's."""

import dataclasses
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.clause import clause_of

CITATION = re.compile(r"\d{1,2}(\.\d{1,2})+(\([a-z]+\))*")


def cited(thing: Any, seen: set[int]) -> Iterator[str]:
    """Every citation in a record and in all that it holds."""
    if isinstance(thing, str):
        if CITATION.fullmatch(thing):
            yield thing
        return
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, Mapping):
        held = [*thing, *thing.values()]
    elif isinstance(thing, tuple | list | set | frozenset):
        held = list(thing)
    elif isinstance(thing, msgspec.Struct):
        held = [getattr(thing, name) for name in thing.__struct_fields__]
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        held = [getattr(thing, each.name) for each in dataclasses.fields(thing)]
    else:
        return
    for each in held:
        yield from cited(each, seen)


def test_every_citation_of_a_rulebook_is_of_a_clause_that_exists() -> None:
    for book in RULEBOOKS.values():
        found = set(cited(book, set()))
        known = catalogue(book.id).clauses
        assert found, book.id
        assert {each for each in found if clause_of(each) not in known} == set(), book.id
