"""Cash of one player and day, at the cage and at all tables together, against a policy's cap.

Deposits, purchases of chips and payments out are added up. The day is the casino's, and the cap is
that of the policy's edition in force at that moment.
"""

from datetime import date, datetime

from sabot.accounts.days import added, counted, local_day
from sabot.accounts.state import Account
from sabot.accounts.stream import replace
from sabot.core.money import cash
from sabot.core.refusal import Refusal
from sabot.policies.rules import PolicyTerms


def check_cash(account: Account, amount: int, terms: PolicyTerms | None, now: datetime) -> None:
    """Reject cash that goes beyond the cap of the day."""
    if terms is None or terms.cash_cap is None:
        return
    room = max(0, terms.cash_cap - counted(account.cash, local_day(account, now)))
    if amount > room:
        message = "Cash is limited to {cap} a day: {room} is left today, {amount} is too much."
        raise Refusal(
            "cash-cap", None, message, cap=cash(terms.cash_cap), room=cash(room),
            amount=cash(amount),
        )  # fmt: skip


def with_cash(account: Account, day: date, amount: int) -> Account:
    """Return the account after cash was taken or paid on a day."""
    return replace(account, cash=added(account.cash, day, amount)) if amount else account
