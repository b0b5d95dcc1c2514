"""Rows of the catalogue: every numbered clause, and every reading of an unclear one."""

from typing import Literal, get_args

from sabot.core.record import record

Kind = Literal["enforced", "recorded", "informative", "planned"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@record(frozen=True, slots=True)
class Clause:
    """A numbered clause, in our words.

    `where` is, for an enforced or recorded clause, the function that does it; for an informative
    one, the reason why there is nothing to do; for a planned one, the room it will live in.
    """

    number: str
    kind: Kind
    where: str
    tests: tuple[str, ...]
    summary: str

    @property
    def order(self) -> tuple[int, ...]:
        """Document order: 4.10 comes after 4.9."""
        return tuple(map(int, self.number.split(".")))


@record(frozen=True, slots=True)
class Definition:
    """A term that a document defines, in our words; `kind` and `where` as for a clause."""

    term: str
    kind: Kind
    where: str
    says: str


@record(frozen=True, slots=True)
class Ruling:
    """The reading of an unclear clause: the question, the reading taken and the one rejected."""

    clauses: tuple[str, ...]
    question: str
    taken: str
    rejected: str


def clause_of(citation: str) -> str:
    """The numbered clause that a citation points into: lettered items have no row of their own.

    >>> clause_of("8.8(b)")
    '8.8'
    """
    return citation.partition("(")[0]
