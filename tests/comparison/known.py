"""Differences between product and reference that are known, each with its reason.

An evening ends at a known difference, since the two tables then differ. The list is meant to be
empty; a row is removed when either side is mended.
"""

from dataclasses import dataclass

from comparison.side_by_side import Difference


@dataclass(frozen=True)
class Known:
    """A known difference."""

    # Kind of difference and names of the moves after which it shows.
    kind: str
    moves: frozenset[str]
    # Text that the product's or the reference's side contains.
    text: str
    # What differs, and who is to be mended.
    reason: str

    def covers(self, found: Difference) -> bool:
        """Return True for a difference of this kind."""
        return (
            found.kind == self.kind
            and found.move in self.moves
            and self.text in f"{found.reference} / product {found.product}"
        )


def known(kind: str, moves: str, text: str, reason: str) -> Known:
    """Return a known difference after moves that are named in one text."""
    return Known(kind, frozenset(moves.split()), text, reason)


KNOWN: tuple[Known, ...] = ()


def reason_of(found: Difference) -> str | None:
    """Return why a difference is known, or None if it is new."""
    return next((each.reason for each in KNOWN if each.covers(found)), None)
