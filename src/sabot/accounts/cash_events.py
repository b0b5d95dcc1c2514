"""Cash in an event of an account, for all kinds of such events."""

from sabot.accounts.funds import Deposited, Withdrawn, cash_of
from sabot.accounts.visits import DebtCashCounted, PurchaseCounted
from sabot.engine.streams import Event


def cash_in(event: Event) -> int:
    """Return the cents of cash that came in or went out; 0 in any other event."""
    if isinstance(event, Deposited | Withdrawn):
        return cash_of(event)
    if isinstance(event, PurchaseCounted):
        return event.cash or 0
    return event.amount if isinstance(event, DebtCashCounted) else 0
