"""Promotional prizes at The Star Sydney: what the four documents have in common.

The documents of 17 August 2016 say the same under other numbers: `prizes_of_2016` takes the section
and the number of its first clause. Version 4 of Baccarat shares only the lists of terms.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sabot.core.money import DOLLAR
from sabot.rules.irregularities.irregularity import ANY_TIME, AT_ONCE, Duty
from sabot.rules.promotions import (
    APPLIANCE,
    CASINO_DOLLARS,
    COMPLAINANT,
    FIREARM,
    NO_CASH_IN_LAW,
    PRESCRIBED,
    REAL_ESTATE,
    SLOTS_DOLLARS,
    TOBACCO,
    TRAVEL,
    VEHICLE,
    WAYS_TO_PAY,
    WEAPON,
    CashPrizes,
    Changes,
    Denial,
    Liquor,
    MoneyInstead,
    Promotions,
    Scrutineer,
    Submission,
    Telling,
    states,
)
from sabot.rules.roles import COMMISSION, INSPECTOR

LARGE = 10_000 * DOLLAR
"""Value above which a prize needs a scrutineer, and its winner chooses how it is paid."""
TERMS = (
    ("awarded",),
    ("where", "when"),
    ("eligible",),
    ("minimum_wager",),
    ("nature",),
    ("entries_close",),
    ("held",),
    ("claim", "attendance"),
    ("notified",),
    ("published",),
)
"""Terms under the numbers 1 to 10 of the clause on terms."""
DETAILS = {
    APPLIANCE: ("make", "model", "accessories"),
    VEHICLE: ("make", "model", "accessories", "on_road_costs"),
    TRAVEL: ("persons", "includes", "dates", "spending_money"),
    REAL_ESTATE: ("dwelling", "plans", "contract", "easements", "address", "includes"),
}
"""Details of prizes, under the numbers 1 to 4 of 11."""
WAYS = ("face-to-face", "mail", "telephone", "e-mail")
"""Ways to tell a winner, under the numbers 1 to 4 of the clause on telling."""


def terms(clause: str) -> tuple[Any, ...]:
    """Return what the terms state, under the clause on terms."""
    listed = (states(f"{clause}.{n}", *each) for n, each in enumerate(TERMS, 1))
    return tuple(item for row in listed for item in row)


def details(clause: str, stated: Callable[..., Any] = states) -> dict[str, Any]:
    """Return what the terms state of each kind of prize, under the clause on terms."""
    return {
        kind: stated(f"{clause}.11.{n}", *each) for n, (kind, each) in enumerate(DETAILS.items(), 1)
    }


def ways(clause: str) -> Mapping[str, str]:
    """Return the ways to tell a winner, under the clause on telling."""
    return {way: f"{clause}.{n}" for n, way in enumerate(WAYS, 1)}


def prizes_of_2016(section: int, first: int) -> Promotions:
    """Return the section on promotional prizes of a document of 17 August 2016.

    `first` is the number of the clause on scrutineers; the ten clauses after it follow in order.
    """

    def clause(after: int) -> str:
        return f"{section}.{first + after}"

    banned = clause(3)
    return Promotions(
        scrutineer=Scrutineer(clause(0), over=LARGE, must=True),
        money_instead=MoneyInstead(clause(1), never_for=(SLOTS_DOLLARS, CASINO_DOLLARS)),
        cash=CashPrizes(
            clause(2), allowed=True, law=NO_CASH_IN_LAW, choice_over=LARGE, ways=WAYS_TO_PAY
        ),
        forbidden={
            TOBACCO: f"{banned}.1",
            FIREARM: f"{banned}.2",
            WEAPON: f"{banned}.3",
            PRESCRIBED: f"{banned}.5",
        },
        liquor=Liquor(f"{banned}.4", most=20),
        made_known=states(clause(4), "marketing", "available"),
        terms=terms(clause(5)),
        prize=states(f"{clause(5)}.11", "kind", "description", "value", "conditions"),
        details=details(clause(5)),
        telling=Telling(clause(6), days=2, ways=ways(clause(6))),
        submission=Submission(clause(7), COMMISSION, hours=24),
        changes=Changes(f"{clause(7)}.1", COMMISSION, approval=True),
        denial=Denial(clause(8), kept=f"{clause(8)}.1", over=100 * DOLLAR),
        complaint=Duty(COMPLAINANT, ANY_TIME, clause(9)),
        integrity=Duty(INSPECTOR, AT_ONCE, clause(10)),
    )
