"""Cash that is to be reported for its size, with the deadline."""

from collections.abc import Iterator

from sabot.accounts import ACCOUNT, Account, Deposited, PurchaseCounted, Withdrawn
from sabot.accounts.funds import cash_of
from sabot.aml import AML_STREAM, NoteThreshold
from sabot.engine.enrichment import Context
from sabot.engine.streams import Command, Event, FollowUp
from sabot.links.visits import in_its_name
from sabot.policies import terms_in_force
from sabot.policies.business_days import deadline


@ACCOUNT.follows(Deposited, Withdrawn, PurchaseCounted)
def note_threshold(context: Context[Account], command: Command, event: Event) -> Iterator[FollowUp]:
    """Note cash of the policy's amount or more in one transaction, with its deadline."""
    assert isinstance(event, Deposited | Withdrawn | PurchaseCounted)
    amount = (event.cash or 0) if isinstance(event, PurchaseCounted) else cash_of(event)
    terms = terms_in_force(context) if amount else None
    if terms is None or terms.cash_report_from is None or amount < terms.cash_report_from:
        return
    days = terms.cash_report_days
    assert days is not None, "a policy states both"
    noted = NoteThreshold(
        **in_its_name(context.stream, command, "threshold"),
        player=context.name,
        amount=amount,
        paid=isinstance(event, Withdrawn),
        by=deadline(context.now, context.zone, days, terms),
        days=days,
    )
    yield FollowUp(AML_STREAM, noted)
