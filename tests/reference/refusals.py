"""Refusals, and the roles of the persons who decide."""

from reference.document import NO_RULE

IMPOSSIBLE = "impossible"
"""Refusal of a fact that contradicts what is known, where no clause is concerned."""

RANKS = (
    "dealer",
    "gaming supervisor",
    "casino supervisor",
    "assistant gaming manager",
    "gaming manager",
    "casino duty manager",
    "operator",
)
"""Roles from the lowest. An inspector stands beside them."""

LEAST = {
    # "Casino supervisor" includes a gaming supervisor (1.1 of the Star's documents).
    "gaming supervisor": "gaming supervisor",
    "casino supervisor": "gaming supervisor",
    "casino supervisor or inspector": "gaming supervisor",
    "assistant gaming manager": "assistant gaming manager",
    "gaming manager": "gaming manager",
    "casino duty manager": "casino duty manager",
    # Canberra's operator acts through the person responsible for supervising the game, or above.
    "operator": "gaming supervisor",
}


class Refused(Exception):
    """The fact must be refused: the clause, and why in a few words."""

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(clause, why)
        self.clause = clause
        self.why = why


def refuse_unless(condition: object, clause: str, why: str) -> None:
    """Raise Refused if a condition does not hold."""
    if not condition:
        raise Refused(clause, why)


def require_staff(by: str, clause: str = NO_RULE) -> None:
    """Refuse an act that is not by gaming staff."""
    refuse_unless(by in RANKS, clause, f"{by} is not gaming staff")
