"""Cash that is to be reported, and the deadlines of reports."""

from collections.abc import Iterator
from typing import Any

import msgspec

from sabot.accounts import (
    ACCOUNT,
    Account,
    DebtCashCounted,
    Deposited,
    PurchaseCounted,
    Withdrawn,
)
from sabot.accounts.cash_events import cash_in
from sabot.aml import AML, AML_STREAM, AmlBook, DecideAlert, NoteThreshold
from sabot.engine.enrichment import Context, EnrichmentContext
from sabot.engine.streams import Command, Event, FollowUp
from sabot.links.visits import in_its_name
from sabot.policies import terms_in_force
from sabot.policies.business_days import deadline

replace = msgspec.structs.replace


@ACCOUNT.follows(Deposited, Withdrawn, PurchaseCounted, DebtCashCounted)
def note_threshold(context: Context[Account], command: Command, event: Event) -> Iterator[FollowUp]:
    """Note cash of the policy's amount or more in one transaction, with its deadline."""
    amount = cash_in(event)
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


@AML.enriches(DecideAlert, "by days")
def with_deadline(context: EnrichmentContext[AmlBook], command: DecideAlert) -> DecideAlert:
    """Fill in the deadline of the report that an alert may become."""
    terms: Any = terms_in_force(context)
    if terms is None or terms.alerts_report_days is None:
        return command
    days = terms.alerts_report_days
    return replace(command, by=deadline(context.now, context.zone, days, terms), days=days)
