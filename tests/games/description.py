"""The shape of a game's description for the shared tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sabot.rulebooks import edition, rulebook
from sabot.rules import Rulebook
from sabot.rules.irregularities.irregularity import Value
from support.judge import Opinion


class Expected(NamedTuple):
    """A cell of a comparison: its outcome's name, and its clause if one is cited."""

    outcome: str
    clause: str | None


@dataclass(frozen=True, kw_only=True)
class Game:
    """Expectations of the shared tests for one game, told from its document.

    `approvals`, `conduct` and `matrix` leave out all that a document does not speak of.
    """

    id: str
    edition: str | None = None
    """The version of the document that is described; the newest where none is named."""

    # The document
    clauses: int
    definitions: int
    irregularity_sections: tuple[str, ...]
    """Sections whose clauses are all cited by a cell of the matrix."""
    not_cited: Mapping[str, str] = field(default_factory=dict)
    """Clauses of these sections that no cell cites, with the reason."""
    notice: tuple[int, str] | None
    """Minutes of notice, and who gives it; None where the document has no notices."""
    consents: tuple[str, ...] = ()
    """Clauses by which the consent of all players takes the place of a notice."""
    rack_coups: int | None
    """Coups that wait in the rack of a shuffling device; None where there is no device."""

    figures: str | None = None
    """Clause by which a player at a table is shown no figures."""

    # Where the documents differ
    approvals: Mapping[str, str]
    """Clause and role, for each decision of `APPROVALS` in `rules/test_conduct.py`."""
    conduct: Mapping[str, str]
    """The value of each difference of `DIFFERENCES` there."""
    matrix: Mapping[str, str]
    """Outcome and clause for each case of `CASES` in `rules/test_matrix.py`."""
    deciders: Mapping[str, str] = field(default_factory=dict)
    """Role that decides a situation, by the situation."""
    told_of_a_missing_card: tuple[tuple[str, str], ...] = ()
    """Roles that are told of a missing or foreign card, and by when."""

    # Play
    main: str
    """A wager that every player makes."""
    boxes: bool = False
    """True if that wager is on a box."""
    winning: str
    losing: str
    """Cards with which that wager wins and loses for one player."""
    side_bets: tuple[str, ...]
    """Side bets that the random evenings offer."""
    wagers: tuple[str, ...]
    """Wagers that they place, lawful or not."""
    night: Mapping[str, Any]
    """Options with which a night's table opens."""
    night_bets: tuple[Mapping[str, Any], ...]
    """Wagers of each coup of a night."""
    spoken: tuple[str, ...]
    """Wagers as a player types them in the terminal."""
    opinion: Opinion | None = None
    """The second opinion of a game that `support/judge.py` does not know itself."""

    @property
    def book(self) -> Rulebook:
        """The rulebook that is described. A later edition leaves it as it is."""
        return rulebook(self.id) if self.edition is None else edition(self.id, self.edition)

    def cell(self, case: str) -> Expected:
        """Return what the matrix says in a case, NO_RULE where the document does not speak."""
        outcome, _, clause = self.matrix.get(case, "NO_RULE").partition(" ")
        return Expected(outcome, clause or None)


def case_of(situation: str, circumstances: Mapping[str, Value]) -> str:
    """Return the key of a case: its situation and the circumstances that are not denied.

    >>> case_of("wrong-deal", {"exposed": True, "handled": False, "method": "A"})
    'wrong-deal (exposed, A)'
    """
    said = [
        name if value is True else str(value)
        for name, value in circumstances.items()
        if value is not False
    ]
    return f"{situation} ({', '.join(said)})" if said else situation
