"""What is tried about a wrong payment, and what is left to do.

It depends on whether anybody meant it: `still_to_do` says which clauses ask for more, `is_excused`
whether the payment counts as a breach.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.refusal import Refusal, quoted
from sabot.streams import Command, Event
from sabot.table.payments import mispaid_of, rule_of, with_payment
from sabot.table.state import Mispaid, Step, Table
from sabot.table.stream import BY_STAFF, BY_SUPERVISOR, TABLE, reason_of, replace

IDENTIFY, CONTACT, REIMBURSE, REQUEST = "identify", "contact", "reimburse", "request"
IMPRACTICAL: Final = "impractical"
STEPS: Final = (IDENTIFY, CONTACT, REIMBURSE, REQUEST, IMPRACTICAL)


class RecordAttempt(Command, frozen=True, kw_only=True):
    """What was tried: to "identify" or to "contact" the patron, to "reimburse" one who got too
    little, to "request" back from one who got too much; "impractical": why neither could be.

    `player` is who the patron turned out to be.
    """

    number: int
    step: str
    note: str
    player: str | None = None


class AttemptRecorded(Event, frozen=True, kw_only=True):
    number: int
    player: str | None
    step: Step
    clause: str | None


@TABLE.decides(RecordAttempt, BY_STAFF)
def record_attempt(table: Table, command: RecordAttempt, now: datetime) -> Sequence[Event]:
    mispaid = mispaid_of(table, command.number)
    rule = rule_of(mispaid)
    if command.step not in STEPS:
        raise Refusal(
            "bad-command", rule.attempt, f"One of {', '.join(STEPS)}, not {quoted(command.step)}."
        )
    wrong, right = (REIMBURSE, REQUEST) if mispaid.over else (REQUEST, REIMBURSE)
    if command.step == wrong:
        paid = "much" if mispaid.over else "little"
        raise Refusal(
            "wrong-step", rule.attempt, f"The patron was paid too {paid}: {right}, not {wrong}."
        )
    player = command.player or mispaid.player
    if command.step == right and player is None:
        raise Refusal("not-identified", rule.attempt, "Nobody knows yet who the patron is.")
    identifies = mispaid.intended and command.step == IDENTIFY
    return [
        AttemptRecorded(
            number=mispaid.number,
            player=player,
            step=Step(command.step, now, command.actor, reason_of(command.note)),
            clause=rule.identify if identifies else rule.attempt,
        )
    ]


@TABLE.evolves(AttemptRecorded)
def attempt_recorded(table: Table, event: AttemptRecorded) -> Table:
    mispaid = table.payments[event.number]
    steps = (*mispaid.steps, event.step)
    return with_payment(table, replace(mispaid, player=event.player, steps=steps))


class RaisePayment(Command, frozen=True, kw_only=True):
    """Bring a wrong payment to the regulator's attention, large or not."""

    number: int
    channel: str
    note: str = ""


class PaymentRaised(Event, frozen=True, kw_only=True):
    number: int
    channel: str
    step: Step
    clause: str


@TABLE.decides(RaisePayment, BY_SUPERVISOR)
def raise_payment(table: Table, command: RaisePayment, now: datetime) -> Sequence[Event]:
    mispaid = mispaid_of(table, command.number)
    clause = rule_of(mispaid).rectify
    if mispaid.raised is not None:
        raise Refusal("raised", clause, "The regulator knows of that payment already.")
    step = Step("raise", now, command.actor, command.note)
    channel = reason_of(command.channel)
    return [PaymentRaised(number=mispaid.number, channel=channel, step=step, clause=clause)]


@TABLE.evolves(PaymentRaised)
def payment_raised(table: Table, event: PaymentRaised) -> Table:
    mispaid = table.payments[event.number]
    steps = (*mispaid.steps, event.step)
    return with_payment(table, replace(mispaid, raised=event.step.done, steps=steps))


# What is left to do


def is_attempted(mispaid: Mispaid) -> bool:
    """Whether enough was tried: the patron was looked for or spoken to and, once known and if
    practical, offered the money or asked for it."""
    tried = {step.kind for step in mispaid.steps}
    if {REIMBURSE, REQUEST} & tried:
        return True
    known = mispaid.player is not None
    return bool({IDENTIFY, CONTACT} & tried) and (not known or IMPRACTICAL in tried)


def is_raised(table: Table, mispaid: Mispaid) -> bool:
    """Whether the regulator knows, by itself or by the notice of the month."""
    notice = None if mispaid.notice is None else table.notices.get(mispaid.notice)
    return mispaid.raised is not None or (notice is not None and notice.given is not None)


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
    notice = None if mispaid.notice is None else table.notices[mispaid.notice]
    told = notice is None or notice.given is not None
    return tuple(
        clause for clause, done in (*asked, (rule.report, told)) if clause is not None and not done
    )


def is_excused(table: Table, mispaid: Mispaid) -> bool:
    """Whether the wrong payment is no breach of the rules: inquiries show that nobody meant it,
    and it was put right, tried to be, or raised with the regulator."""
    rule, open_clauses = rule_of(mispaid), still_to_do(table, mispaid)
    innocent = mispaid.inquired and mispaid.intended is False
    return innocent and rule.rectify not in open_clauses
