"""`sabot rules --check`: name each part that a registered game still lacks."""

from collections.abc import Callable, Iterator
from typing import Final

from sabot.cli.documents.completeness.document import (
    clauses,
    editions,
    folder,
    house_rules,
    irregularities,
)
from sabot.cli.documents.completeness.figures import facts, robots
from sabot.cli.documents.completeness.subject import PACKAGE, Lack, Subject, checkout_tests
from sabot.cli.documents.completeness.surroundings import description, layout, words
from sabot.core.refusal import Refusal
from sabot.rulebooks import RULEBOOKS, rulebook

__all__ = ["PARTS", "Lack", "Subject", "lacks", "subject_of"]

PARTS: Final[dict[str, Callable[[Subject], Iterator[Lack]]]] = {
    "document": folder,
    "editions": editions,
    "clauses": clauses,
    "irregularities": irregularities,
    "house rules": house_rules,
    "facts and odds": facts,
    "robots": robots,
    "layout": layout,
    "words": words,
    "tests": description,
}
"""Each part of a game and the function that looks for what is missing of it, in the order in which
a newcomer writes them."""


def subject_of(name: str) -> Subject:
    """Return the game of that id. A folder of its name that is not registered leads to a Refusal
    that says where to register it."""
    folder = PACKAGE / "rulebooks" / name.replace("-", "_")
    if name not in RULEBOOKS and name and (folder / "rulebook.py").is_file():
        raise Refusal(
            "unknown-rulebook",
            None,
            "{id} is not registered: add its row to EDITIONS in src/sabot/rulebooks/__init__.py.",
            id=name,
        )
    return Subject(rulebook(name), tests=checkout_tests(PACKAGE))


def lacks(game: Subject) -> list[Lack]:
    """Return what a game lacks, part by part.

    >>> lacks(Subject(rulebook("canberra-mini")))
    []
    """
    return [each for look in PARTS.values() for each in look(game)]
