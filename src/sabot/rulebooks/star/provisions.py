"""General provisions at The Star Sydney: parts that its documents state alike, by their clauses."""

from typing import Literal

from sabot.rules.operation.powers import Power
from sabot.rules.operation.provisions import Disputes, Invalidation, Sanction
from sabot.rules.roles import CASINO_SUPERVISOR, GAMING_SUPERVISOR


def sanction(offence: str, clause: str) -> Sanction:
    """Return the sanctions of a clause, whose items 1 to 4 void, bar, exclude and detain."""
    return Sanction(
        offence=offence,
        clause=clause,
        by=CASINO_SUPERVISOR,
        void=f"{clause}.1",
        bar=f"{clause}.2",
        exclude=f"{clause}.3",
        detain=f"{clause}.4",
    )


def invalidation(clause: str, refund: str, forfeit: Literal["may", "must"]) -> Invalidation:
    """Return the power to invalidate: items 1 and 2 of a clause are disturbance and fraud."""
    return Invalidation(
        disturbance=Power(f"{clause}.1", CASINO_SUPERVISOR),
        fraud=Power(f"{clause}.2", CASINO_SUPERVISOR),
        refund=refund,
        forfeit=forfeit,
    )


def disputes(clause: str, told: str) -> Disputes:
    """Return how disputes are decided: first by a gaming supervisor, then by a casino one."""
    return Disputes(
        first=Power(clause, GAMING_SUPERVISOR),
        review=Power(clause, CASINO_SUPERVISOR),
        told=told,
    )
