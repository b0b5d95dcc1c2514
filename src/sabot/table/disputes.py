"""Disputes and complaints: decided first, reviewed if somebody asks, and recorded."""

from collections.abc import Sequence
from datetime import datetime

from sabot.refusal import Refusal, named
from sabot.rules.roles import PLAYER
from sabot.streams import Command, Event, Leave
from sabot.table.seats import was_here
from sabot.table.state import Dispute, Table
from sabot.table.stream import BY_STAFF, TABLE, by_staff, reason_of, replace


class RaiseDispute(Command, frozen=True, kw_only=True):
    """Dispute what happened, or complain of it. One need not be at the table any more, but must
    have been; `coup` is the number of the coup that it is about, if it is about one."""

    player: str
    about: str
    coup: int | None = None


class DisputeRaised(Event, frozen=True, kw_only=True):
    number: int
    player: str
    about: str
    coup: int | None
    clause: str


@TABLE.decides(RaiseDispute)
def raise_dispute(table: Table, command: RaiseDispute, now: datetime) -> Sequence[Event]:
    clause = table.conduct.general.disputes.first.clause
    _check_own(command, command.player, clause)
    if not command.player.strip() or not command.about.strip():
        raise Refusal("bad-command", clause, "Say who disputes it, and what it is about.")
    if not was_here(table, command.player):
        raise Refusal(
            "not-at-table",
            clause,
            f"{named(command.player)} has never been at this table: a dispute is raised by somebody"
            " who plays or played here.",
        )
    if command.coup is not None and not 1 <= command.coup <= table.round.number:
        raise Refusal(
            "no-such-coup", clause, f"There was no {table.book.coup} {command.coup} here yet."
        )
    return [
        DisputeRaised(
            number=len(table.disputes) + 1,
            player=command.player,
            about=command.about.strip(),
            coup=command.coup,
            clause=clause,
        )
    ]


def _check_own(command: Command, player: str, clause: str) -> None:
    """People speak for themselves; staff write down what they say."""
    if command.role != PLAYER:
        by_staff(command)
    elif command.actor != player:
        raise Refusal("proxy", clause, "People speak for themselves in a dispute.")


@TABLE.evolves(DisputeRaised)
def dispute_raised(table: Table, event: DisputeRaised) -> Table:
    return _with(table, Dispute(event.number, event.player, event.about, event.coup))


def is_open(dispute: Dispute) -> bool:
    """Whether somebody has to decide it, or to review what was decided."""
    return dispute.decision is None or (dispute.review_asked and dispute.review is None)


def _with(table: Table, dispute: Dispute) -> Table:
    return replace(table, disputes={**table.disputes, dispute.number: dispute})


def _dispute(table: Table, number: int) -> Dispute:
    found = table.disputes.get(number)
    if found is None:
        clause = table.conduct.general.disputes.first.clause
        raise Refusal("no-such-dispute", clause, f"Nobody has raised a dispute {number} here.")
    return found


class DecideDispute(Command, frozen=True, kw_only=True):
    """Decide a dispute in the first instance."""

    number: int
    decision: str
    reason: str


class DisputeDecided(Event, frozen=True, kw_only=True):
    number: int
    decision: str
    reason: str
    decider: str
    clause: str
    when: datetime | None = None


def _decides(table: Table, command: DecideDispute) -> Leave:
    power = table.conduct.general.disputes.first
    return Leave(power.clause, power.by)


@TABLE.decides(DecideDispute, _decides)
def decide_dispute(table: Table, command: DecideDispute, now: datetime) -> Sequence[Event]:
    clause, dispute = table.conduct.general.disputes.first.clause, _dispute(table, command.number)
    if dispute.decision is not None:
        raise Refusal("decided", clause, f"Dispute {command.number} is decided already.")
    return [
        DisputeDecided(
            number=command.number,
            decision=_decision(command.decision, clause),
            reason=reason_of(command.reason),
            decider=command.actor,
            clause=clause,
            when=now,
        )
    ]


def _decision(text: str, clause: str) -> str:
    if not text.strip():
        raise Refusal("bad-command", clause, "Say what the decision is.")
    return text.strip()


@TABLE.evolves(DisputeDecided)
def dispute_decided(table: Table, event: DisputeDecided) -> Table:
    dispute = table.disputes[event.number]
    return _with(
        table,
        replace(dispute, decision=event.decision, decider=event.decider, decided=event.when),
    )


class AskReview(Command, frozen=True, kw_only=True):
    """Ask for a review of the first decision."""

    number: int


class ReviewAsked(Event, frozen=True, kw_only=True):
    number: int
    reviewer: str
    clause: str


@TABLE.decides(AskReview)
def ask_review(table: Table, command: AskReview, now: datetime) -> Sequence[Event]:
    power, dispute = table.conduct.general.disputes.review, _dispute(table, command.number)
    _check_own(command, dispute.player, power.clause)
    if dispute.decision is None:
        raise Refusal("not-decided", power.clause, "There is no decision to review yet.")
    if dispute.review_asked:
        raise Refusal("asked-already", power.clause, "The review was asked for already.")
    return [ReviewAsked(number=command.number, reviewer=power.by, clause=power.clause)]


@TABLE.evolves(ReviewAsked)
def review_asked(table: Table, event: ReviewAsked) -> Table:
    return _with(table, replace(table.disputes[event.number], review_asked=True))


class ReviewDispute(Command, frozen=True, kw_only=True):
    """Decide on review; by another person than the first time."""

    number: int
    decision: str
    reason: str


class DisputeReviewed(Event, frozen=True, kw_only=True):
    number: int
    decision: str
    reason: str
    reviewer: str
    clause: str
    when: datetime | None = None


def _reviews(table: Table, command: ReviewDispute) -> Leave:
    power = table.conduct.general.disputes.review
    return Leave(power.clause, power.by)


@TABLE.decides(ReviewDispute, _reviews)
def review_dispute(table: Table, command: ReviewDispute, now: datetime) -> Sequence[Event]:
    clause, dispute = table.conduct.general.disputes.review.clause, _dispute(table, command.number)
    if not dispute.review_asked:
        raise Refusal("not-asked", clause, "Nobody has asked for a review of that decision.")
    if dispute.review is not None:
        raise Refusal("decided", clause, f"Dispute {command.number} is reviewed already.")
    if command.actor == dispute.decider:
        raise Refusal(
            "same-person", clause, f"{named(command.actor)} decided it first: another reviews it."
        )
    return [
        DisputeReviewed(
            number=command.number,
            decision=_decision(command.decision, clause),
            reason=reason_of(command.reason),
            reviewer=command.actor,
            clause=clause,
            when=now,
        )
    ]


@TABLE.evolves(DisputeReviewed)
def dispute_reviewed(table: Table, event: DisputeReviewed) -> Table:
    dispute = table.disputes[event.number]
    return _with(
        table,
        replace(dispute, review=event.decision, reviewer=event.reviewer, reviewed=event.when),
    )


class AdviseComplaint(Command, frozen=True, kw_only=True):
    """Tell somebody whom the decision leaves dissatisfied that they may turn to an inspector."""

    number: int


class ComplaintAdvised(Event, frozen=True, kw_only=True):
    number: int
    to: str
    when: datetime
    clause: str


@TABLE.decides(AdviseComplaint, BY_STAFF)
def advise_complaint(table: Table, command: AdviseComplaint, now: datetime) -> Sequence[Event]:
    clause, dispute = table.conduct.general.disputes.told, _dispute(table, command.number)
    if clause is None:
        raise Refusal("no-rule", None, "No clause of this game speaks of complaints to inspectors.")
    if dispute.decision is None:
        raise Refusal("not-decided", clause, "There is no decision yet to be dissatisfied with.")
    if dispute.advised is not None:
        raise Refusal("told", clause, f"{named(dispute.player)} was told already.")
    return [ComplaintAdvised(number=command.number, to=dispute.player, when=now, clause=clause)]


@TABLE.evolves(ComplaintAdvised)
def complaint_advised(table: Table, event: ComplaintAdvised) -> Table:
    return _with(table, replace(table.disputes[event.number], advised=event.when))
