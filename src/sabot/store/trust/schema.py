"""Comparison of a database's schema with the one that this release creates, part by part.

An added trigger can delete rows as they are written; a dropped one no longer protects events from
deletion. Neither changes a row that could be verified.
"""

from collections.abc import Mapping, Set
from typing import Final, NamedTuple

Parts = Mapping[tuple[str, str], str]
"""Definition of each part of a schema, by what it is (such as "trigger") and its name."""
TABLE: Final = "table"
UNDERIVED: Final = frozenset({"about", "event", "head", "vault", "checkpoint"})
"""Tables that nothing else can be derived for: one that is missing is not made anew."""


class SchemaDifference(NamedTuple):
    """Parts that were added, changed and dropped, each in order."""

    added: tuple[tuple[str, str], ...]
    changed: tuple[tuple[str, str], ...]
    dropped: tuple[tuple[str, str], ...]

    @property
    def is_mendable(self) -> bool:
        """Nothing is missing that only a backup can give back."""
        return not any(part == TABLE and name in UNDERIVED for part, name in self.dropped)


def compare(there: Parts, made: Parts) -> SchemaDifference:
    """Compare the parts that are there with those that this release makes.

    >>> compare({("index", "a"): "x", ("view", "b"): "y"}, {("index", "a"): "z"}).changed
    (('index', 'a'),)
    """
    return SchemaDifference(
        added=_own(there.keys() - made.keys()),
        changed=_own({key for key in there.keys() & made.keys() if there[key] != made[key]}),
        dropped=_own(made.keys() - there.keys()),
    )


def _own(parts: Set[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return them in order, without the columns and constraints of tables that are among them."""
    return tuple(
        sorted(each for each in parts if (TABLE, each[1].partition(".")[0]) not in parts - {each})
    )


def plain(text: str | None) -> str:
    """Return a definition in one line, with one space between words."""
    return " ".join((text or "").split())
