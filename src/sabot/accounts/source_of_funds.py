"""Declarations of where a player's money comes from, under a policy that asks for them.

The player signs a form, and the cage records its number and the kind of source. What the form says
stays on paper: the log has no personal data.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.accounts.days import counted, local_day
from sabot.accounts.state import Account, FundsDeclaration
from sabot.accounts.stream import ACCOUNT, BY_CASHIER, check_not_own, check_opened, replace
from sabot.core.money import cash
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import STAFF_ONLY, StaffText, on_pages, statement
from sabot.engine.streams import Command, Event
from sabot.policies.rules import PolicyTerms

SOURCES: Final = (
    "salary",
    "savings",
    "business",
    "pension",
    "sale of property",
    "inheritance",
    "gaming winnings",
    "loan",
)
LONGEST_FORM: Final = 60


class DeclareFunds(Command, frozen=True, kw_only=True):
    """Record that the player has declared where their money comes from. `form` is the number of the
    form that they signed."""

    pages = on_pages("cage")

    source: str
    form: StaffText


class FundsDeclared(Event, frozen=True, kw_only=True):
    """The declaration holds from the local day `declared` on."""

    basis = statement("cage", alone=True)
    sight = STAFF_ONLY

    declared: FundsDeclaration


@ACCOUNT.decides(DeclareFunds, BY_CASHIER)
def declare_funds(account: Account, command: DeclareFunds, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_not_own(account, command)
    if command.source not in SOURCES:
        listed = ", ".join(SOURCES)
        message = "Money comes from {listed}, not from {source}."
        raise Refusal("unknown-source", None, message, listed=listed, source=quoted(command.source))
    form = command.form.strip()
    if not form or len(form) > LONGEST_FORM:
        raise Refusal("no-form", None, "Give the number of the form that the player has signed.")
    return [FundsDeclared(declared=FundsDeclaration(command.source, form, local_day(account, now)))]


@ACCOUNT.evolves(FundsDeclared)
def funds_declared(account: Account, event: FundsDeclared) -> Account:
    return replace(account, funds=event.declared)


def check_declared(account: Account, amount: int, terms: PolicyTerms | None, now: datetime) -> None:
    """Reject money from outside that reaches the policy's amount on one day without a declaration
    that still holds."""
    if terms is None or terms.funds_declared_from is None:
        return
    today = local_day(account, now)
    if counted(account.deposited, today) + amount < terms.funds_declared_from:
        return
    said, days = account.funds, terms.funds_declared_days
    if said is None or (days is not None and said.day + timedelta(days=days) <= today):
        message = "From {above} a day on {player} declares at the cage where the money comes from."
        raise Refusal(
            "not-declared",
            None,
            message,
            above=cash(terms.funds_declared_from),
            player=named(account.player),
        )
