"""Steps that are still owed about a wrong payment; a payment without any is filed.

They depend on whether the payment was intended: `still_to_do` lists the clauses that ask for more,
`is_excused` tells whether the payment counts as a breach.
"""

from typing import Annotated, Final

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, Guard, Topic, guarded, in_topics
from sabot.engine.streams import Event
from sabot.parts.notices import is_given
from sabot.rulebooks import RULEBOOKS
from sabot.rules.operation.conduct import Mispayment
from sabot.table.state import Mispaid, Table
from sabot.table.stream import TABLE, replace

IDENTIFY, CONTACT, REIMBURSE, REQUEST = "identify", "contact", "reimburse", "request"
IMPRACTICAL: Final = "impractical"


def rule_of(mispaid: Mispaid) -> Mispayment:
    """The rules of the document under which the payment was made."""
    rule = RULEBOOKS[mispaid.rulebook].conduct.mispayment
    assert rule is not None
    return rule


def mispaid_of(table: Table, number: int, record: Mispaid | None) -> Mispaid:
    """The wrong payment of that number, at hand or as the log has it."""
    on_file = record if is_on_file(table, number) else None
    mispaid = table.payments.get(number) or on_file
    if mispaid is None or mispaid.number != number:
        raise Refusal(
            "no-payment", None, "No wrong payment here has the number {number}.", number=number
        )
    return mispaid


def is_on_file(table: Table, number: int) -> bool:
    return 1 <= number <= table.mispaid and number not in table.payments


def again(table: Table, mispaid: Mispaid) -> Mispaid | None:
    """The payment, if it was on file: what touches it takes it out."""
    return None if mispaid.number in table.payments else mispaid


def with_payment(table: Table, mispaid: Mispaid) -> Table:
    """The table with this in place of what was known of the payment before."""
    count = max(table.mispaid, mispaid.number)
    return replace(table, mispaid=count, payments={**table.payments, mispaid.number: mispaid})


# Steps left to do


def is_attempted(mispaid: Mispaid) -> bool:
    """Return True if enough was tried: the patron was looked for or contacted and, once known and
    if practical, offered the money or asked for it."""
    tried = {step.kind for step in mispaid.steps}
    if {REIMBURSE, REQUEST} & tried:
        return True
    known = mispaid.player is not None
    return bool({IDENTIFY, CONTACT} & tried) and (not known or IMPRACTICAL in tried)


def is_raised(table: Table, mispaid: Mispaid) -> bool:
    """Return True if the regulator was informed, separately or by the monthly notice."""
    told = mispaid.notice is not None and is_given(table.notices, mispaid.notice)
    return mispaid.raised is not None or told


def still_to_do(table: Table, mispaid: Mispaid) -> tuple[str, ...]:
    """The clauses that still ask for something, in the document's order."""
    rule = rule_of(mispaid)
    settled = mispaid.rectified == mispaid.amount or is_attempted(mispaid)
    if mispaid.intended:
        looked = mispaid.player is not None or IDENTIFY in {s.kind for s in mispaid.steps}
        asked = ((rule.intended_rectify, settled), (rule.identify, looked))
    else:
        asked = (
            (rule.inquiry, mispaid.inquired),
            (rule.rectify, settled or is_raised(table, mispaid)),
        )
    told = mispaid.notice is None or is_given(table.notices, mispaid.notice)
    return tuple(
        clause for clause, done in (*asked, (rule.report, told)) if clause is not None and not done
    )


def is_excused(table: Table, mispaid: Mispaid) -> bool:
    """Return True if the wrong payment is no breach of the rules: inquiries show that it was not
    intended, and it was rectified, attempted, or raised with the regulator."""
    rule, open_clauses = rule_of(mispaid), still_to_do(table, mispaid)
    innocent = mispaid.inquired and mispaid.intended is False
    return innocent and rule.rectify not in open_clauses


# On file


class PaymentFiled(Event, frozen=True, kw_only=True):
    """Nothing is left to do: the wrong payment goes on file as it stands. `before`: the event that
    put something on file before this one, 0 for the first. `excused`: it was no breach."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.MISPAYMENT)

    mispaid: Annotated[Mispaid, guarded(Guard.STAFF)]
    before: int
    excused: bool = False

    @property
    def case(self) -> Mispaid:
        return self.mispaid


def filed_if_done(table: Table, mispaid: Mispaid) -> list[Event]:
    """The payment put on file, where no clause asks for anything more."""
    done = not still_to_do(table, mispaid)
    if not done:
        return []
    excused = is_excused(table, mispaid)
    return [PaymentFiled(mispaid=mispaid, before=table.filed, excused=excused)]


@TABLE.evolves(PaymentFiled)
def payment_filed(table: Table, event: PaymentFiled) -> Table:
    gone = event.mispaid.number
    payments = {k: each for k, each in table.payments.items() if k != gone}
    return replace(table, payments=payments, filed=table.version + 1)
