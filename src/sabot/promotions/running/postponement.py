"""A promotion or draw that is no longer sound: postponed, or its draw cancelled, and told."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.declarations import STAFF_ONLY, decision, on_pages, statement
from sabot.engine.streams import Command, Confirmer, Event
from sabot.parts.notices import notices_of
from sabot.promotions.integrity import CANCEL, compromised, resume
from sabot.promotions.running.state import (
    CANCELLED,
    CLOSED,
    DRAWN,
    OPEN,
    SUBMITTED,
    PublishedTerms,
    replace,
    sections_of,
    zone_of,
)
from sabot.promotions.running.stream import BY_OPERATOR, PROMOTION, in_phase, said
from sabot.rules.roles import CASINO_OPERATOR


class LoseIntegrity(Command, frozen=True, kw_only=True):
    """Its integrity is lost: `decision` is to postpone it or to cancel the draw, in one breath.
    `prizes`: what becomes of the prizes of a cancelled draw, which no clause says."""

    pages = on_pages("promote")

    decision: str
    reason: str
    prizes: str = ""


class IntegrityLost(Event, frozen=True, kw_only=True):
    basis = decision("integrity")
    sight = STAFF_ONLY

    decision: str
    reason: str
    prizes: str
    clause: str


def _confirms_cancelling(standing: PublishedTerms, command: LoseIntegrity) -> Confirmer | None:
    """Require a second person to cancel a draw whose list is closed; otherwise a draw could be
    repeated until it pleases. One person may postpone at once."""
    if command.decision != CANCEL or not standing.draw.listed:
        return None
    clauses = [each.integrity.clause for each in sections_of(standing).values()]
    return Confirmer(clauses[0], CASINO_OPERATOR)


@PROMOTION.decides(
    LoseIntegrity, BY_OPERATOR, confirmed_by=_confirms_cancelling, confirmers=(CASINO_OPERATOR,)
)
def lose_integrity(
    standing: PublishedTerms, command: LoseIntegrity, now: datetime
) -> Sequence[Event]:
    in_phase(standing, SUBMITTED, OPEN, CLOSED, DRAWN)
    held_to = sections_of(standing)
    duties = compromised(command.decision, held_to)
    clause = duties[0].clause
    reason = said(command.reason, "no-reason", clause, "Say how its integrity was lost.")
    if command.decision == CANCEL and not command.prizes.strip():
        message = "Say what becomes of the prizes: no clause decides it."
        raise Refusal("no-reason", clause, message)
    if standing.doubt and command.decision != CANCEL:
        raise Refusal("compromised", clause, "It is postponed already.")
    lost = IntegrityLost(
        decision=command.decision, reason=reason, prizes=command.prizes.strip(), clause=clause
    )
    about = f"the integrity of {standing.told.name or standing.name}"
    due = notices_of(standing.notices, duties, about, now, zone_of(standing))
    return [lost, *due]


@PROMOTION.evolves(IntegrityLost)
def integrity_lost(standing: PublishedTerms, event: IntegrityLost) -> PublishedTerms:
    if event.decision == CANCEL:
        return replace(standing, phase=CANCELLED, doubt=event.reason)
    return replace(standing, doubt=event.reason)


class ValidateIntegrity(Command, frozen=True, kw_only=True):
    """Resume a postponed promotion: who has validated it, and how. Another person confirms it."""

    pages = on_pages("promote")

    validated_by: str
    how: str


class IntegrityValidated(Event, frozen=True, kw_only=True):
    basis = statement("integrity")
    sight = STAFF_ONLY

    validated_by: str
    how: str
    clause: str


def _confirms_soundness(standing: PublishedTerms, command: ValidateIntegrity) -> Confirmer:
    clauses = [each.integrity.clause for each in sections_of(standing).values()]
    return Confirmer(clauses[0], CASINO_OPERATOR)


@PROMOTION.decides(
    ValidateIntegrity, BY_OPERATOR, confirmed_by=_confirms_soundness, confirmers=(CASINO_OPERATOR,)
)
def validate_integrity(
    standing: PublishedTerms, command: ValidateIntegrity, now: datetime
) -> Sequence[Event]:
    held_to = sections_of(standing)
    clause = next(iter(held_to.values())).integrity.clause
    in_phase(standing, SUBMITTED, OPEN, CLOSED, DRAWN, clause=clause)
    if not standing.doubt:
        raise Refusal("not-compromised", clause, "The draw has not been reported as compromised.")
    resume(command.validated_by, command.how, held_to)
    return [
        IntegrityValidated(
            validated_by=command.validated_by.strip(), how=command.how.strip(), clause=clause
        )
    ]


@PROMOTION.evolves(IntegrityValidated)
def integrity_validated(standing: PublishedTerms, event: IntegrityValidated) -> PublishedTerms:
    validated = standing.at  # when it was confirmed, which is the event before
    return replace(standing, doubt="", validated=validated, scrutiny=None)
