"""Attempts to redress a wrong payment that cannot be rectified at once."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import (
    IN_THE_PIT,
    RECORD,
    STAFF_ONLY,
    Guard,
    StaffText,
    Topic,
    guarded,
    in_topics,
    on_pages,
    server_fills,
    stops,
)
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER
from sabot.table.cases.payment_steps import (
    CONTACT,
    IDENTIFY,
    IMPRACTICAL,
    REIMBURSE,
    REQUEST,
    again,
    filed_if_done,
    mispaid_of,
    rule_of,
    with_payment,
)
from sabot.table.state import Mispaid, PaymentStep, Table
from sabot.table.stream import BY_STAFF, BY_SUPERVISOR, COUNTED_AGAIN, TABLE, reason_of, replace

STEPS: Final = (IDENTIFY, CONTACT, REIMBURSE, REQUEST, IMPRACTICAL)


class RecordAttempt(Command, frozen=True, kw_only=True):
    """Record an attempt: to "identify" or to "contact" the patron, to "reimburse" one who got too
    little, to "request" money back from one who got too much; "impractical": the reason why neither
    was possible. `player` is the patron once identified; `record` is a payment that is on file,
    filled in by the server."""

    pages = on_pages("pit", without={DEALER: IN_THE_PIT})
    server_fields = server_fills("record")
    stopped_by = stops()

    number: int
    step: str
    note: StaffText
    player: str | None = None
    record: Mispaid | None = None


class AttemptRecorded(Event, frozen=True, kw_only=True):
    """`again` is the payment that was on file."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.MISPAYMENT)

    number: int
    player: str | None
    step: Annotated[PaymentStep, guarded(Guard.STAFF)]
    clause: str | None
    again: Mispaid | None = None


def _identifies(table: Table, command: RecordAttempt) -> Confirmer | None:
    """Require a second person where a patron is named, who will then be paid or asked for money."""
    known = command.record or table.payments.get(command.number)
    named_now = command.player is not None and known is not None and known.player is None
    return COUNTED_AGAIN if named_now else None


@TABLE.decides(RecordAttempt, BY_STAFF, confirmed_by=_identifies, confirmers=(CASINO_SUPERVISOR,))
def record_attempt(table: Table, command: RecordAttempt, now: datetime) -> Sequence[Event]:
    mispaid = mispaid_of(table, command.number, command.record)
    rule = rule_of(mispaid)
    if command.step not in STEPS:
        raise Refusal(
            "bad-command",
            rule.attempt,
            "One of {steps}, not {step}.",
            steps=", ".join(STEPS),
            step=quoted(command.step),
        )
    wrong, right = (REIMBURSE, REQUEST) if mispaid.over else (REQUEST, REIMBURSE)
    if command.step == wrong:
        paid = "much" if mispaid.over else "little"
        raise Refusal(
            "wrong-step",
            rule.attempt,
            "The patron was paid too {paid}: {right}, not {wrong}.",
            paid=paid,
            right=right,
            wrong=wrong,
        )
    if mispaid.player is not None and command.player not in (None, mispaid.player):
        raise Refusal(
            "wrong-patron", rule.attempt, "The patron is {player}.", player=named(mispaid.player)
        )
    if mispaid.player is None and mispaid.among and command.player not in (None, *mispaid.among):
        message = "By the record of it, that was not paid to {player}."
        raise Refusal("wrong-patron", rule.attempt, message, player=named(str(command.player)))
    player = command.player or mispaid.player
    if command.step == right and player is None:
        raise Refusal("not-identified", rule.attempt, "The patron is not identified yet.")
    identifies = mispaid.intended and command.step == IDENTIFY
    recorded = AttemptRecorded(
        number=mispaid.number,
        player=player,
        step=PaymentStep(command.step, now, command.actor, reason_of(command.note)),
        clause=rule.identify if identifies else rule.attempt,
        again=again(table, mispaid),
    )
    return [recorded, *filed_if_done(table, _attempted(mispaid, recorded))]


def _attempted(mispaid: Mispaid, event: AttemptRecorded) -> Mispaid:
    return replace(mispaid, player=event.player, steps=(*mispaid.steps, event.step))


@TABLE.evolves(AttemptRecorded)
def attempt_recorded(table: Table, event: AttemptRecorded) -> Table:
    return with_payment(table, _attempted(event.again or table.payments[event.number], event))


class RaisePayment(Command, frozen=True, kw_only=True):
    """Bring a wrong payment to the regulator's attention, large or not. `record` is a payment that
    is on file, put in by the house."""

    pages = on_pages("pit")
    server_fields = server_fills("record")
    stopped_by = stops()

    number: int
    channel: str
    note: StaffText = ""
    record: Mispaid | None = None


class PaymentRaised(Event, frozen=True, kw_only=True):
    """`again` is the payment that was on file."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.MISPAYMENT)

    number: int
    channel: str
    step: Annotated[PaymentStep, guarded(Guard.STAFF)]
    clause: str
    again: Mispaid | None = None


@TABLE.decides(RaisePayment, BY_SUPERVISOR)
def raise_payment(table: Table, command: RaisePayment, now: datetime) -> Sequence[Event]:
    mispaid = mispaid_of(table, command.number, command.record)
    clause = rule_of(mispaid).rectify
    if mispaid.raised is not None:
        raise Refusal("raised", clause, "The regulator knows of that payment already.")
    raised = PaymentRaised(
        number=mispaid.number,
        channel=reason_of(command.channel),
        step=PaymentStep("raise", now, command.actor, command.note),
        clause=clause,
        again=again(table, mispaid),
    )
    return [raised, *filed_if_done(table, _raised(mispaid, raised))]


def _raised(mispaid: Mispaid, event: PaymentRaised) -> Mispaid:
    return replace(mispaid, raised=event.step.done, steps=(*mispaid.steps, event.step))


@TABLE.evolves(PaymentRaised)
def payment_raised(table: Table, event: PaymentRaised) -> Table:
    return with_payment(table, _raised(event.again or table.payments[event.number], event))
