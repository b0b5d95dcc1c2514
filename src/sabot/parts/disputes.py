"""Disputes and complaints: decided first, reviewed on request, and recorded.

No clause sets a time for asking for a review. So a decided dispute stays in the state for a while,
and then goes on file: one event carries the whole of it, and the number of the event before it that
put anything on file. For a later request the server fills it into the command.

A stream whose state has `disputes: Docket` and `filed: int` takes this part by `hear_disputes`.
"""

from datetime import datetime
from typing import Annotated, Final

import msgspec

from sabot.core.alike import is_sender
from sabot.core.refusal import Refusal, named
from sabot.core.revision import MONEY, PEOPLE, holds
from sabot.engine.declarations import (
    IN_THE_PIT,
    RECORD,
    STAFF_ONLY,
    StaffText,
    Topic,
    bound,
    decision,
    in_topics,
    on_pages,
    own,
    server_fills,
)
from sabot.engine.streams import Command, Event
from sabot.parts.past import PastCoup
from sabot.parts.statements import is_same
from sabot.rules.operation.conduct import Disputes, Power
from sabot.rules.roles import DEALER, PLAYER, RANKS, STAFF, may_act_as, stands_above

AT_HAND: Final = 20
"""Number of decided disputes that stay in the state."""
MOST_EACH: Final = 20
"""Open disputes of one person."""
replace = msgspec.structs.replace


class Dispute(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute or complaint: who raised it and about what; the first decision, by whom and when;
    whether a review was asked for, and its outcome; when the person was told whom to turn to."""

    number: int
    player: str
    about: str
    coup: int | None = None
    decision: str | None = None
    decider: StaffText | None = None
    decider_role: str = ""
    decided: datetime | None = None
    review_asked: bool = False
    review: str | None = None
    reviewer: str | None = None
    reviewed: datetime | None = None
    advised: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Return True if a decision or a review is due."""
        return self.decision is None or (self.review_asked and self.review is None)


class Docket(msgspec.Struct, frozen=True, omit_defaults=True):
    """Number of all disputes; those that wait, and the newest decided ones."""

    count: int = 0
    cases: Annotated[
        dict[int, Dispute], bound(2_000, "disputes that wait", "Decide some of them first.")
    ] = {}


def with_case(docket: Docket, dispute: Dispute) -> Docket:
    count = max(docket.count, dispute.number)
    return Docket(count, {**docket.cases, dispute.number: dispute})


def _case(docket: Docket, number: int, clause: str, record: Dispute | None = None) -> Dispute:
    """The dispute of that number, at hand or as the log has it."""
    on_file = is_on_file(docket, number)
    found = docket.cases.get(number) or (record if on_file else None)
    if found is None or found.number != number:
        if on_file:
            raise Refusal(
                "decided", clause, "Dispute {number} is decided, and on file.", number=number
            )
        raise Refusal(
            "no-such-dispute", clause, "There is no dispute {number} here.", number=number
        )
    return found


def _check_own(command: Command, player: str, clause: str) -> None:
    """People speak for themselves; staff write down what they say."""
    if command.role == PLAYER and command.actor != player:
        raise Refusal("proxy", clause, "A player raises disputes of their own only.")
    if holds(command, PEOPLE):
        check_another(player, command, clause)
    if command.role != PLAYER and not may_act_as(command.role, STAFF):
        raise Refusal(
            "wrong-role",
            None,
            "This is for the player or gaming staff, not for a {role}.",
            role=command.role,
        )


def _said(text: str, clause: str) -> str:
    if not text.strip():
        raise Refusal("bad-command", clause, "Say what the decision is.")
    return text.strip()


def _reason(text: str) -> str:
    if not text.strip():
        raise Refusal("no-reason", None, "Say why: a reason is kept with this decision.")
    return text.strip()


# Raised


class RaiseDispute(Command, frozen=True, kw_only=True):
    """Dispute what happened, or complain of it. One need not be there any more, but must have been;
    `coup` is the number of the coup that it is about, if it is about one, and `record` what the
    log has of it, put in by the house."""

    pages = on_pages("deal", "pit", "table")
    server_fields = server_fills("record")

    player: str
    about: str
    coup: int | None = None
    record: PastCoup | None = None


class DisputeRaised(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = own("number player about coup clause")
    topics = in_topics(Topic.CONDUCT, Topic.DISPUTE)

    number: int
    player: str
    about: str
    coup: int | None
    clause: str


def raise_dispute(docket: Docket, rules: Disputes, command: RaiseDispute) -> DisputeRaised:
    clause = rules.first.clause
    _check_own(command, command.player, clause)
    if not command.player.strip() or not command.about.strip():
        raise Refusal("bad-command", clause, "Say who disputes it, and what it is about.")
    own = sum(each.is_open and each.player == command.player for each in docket.cases.values())
    if own >= MOST_EACH and holds(command, MONEY):
        message = "{waiting} disputes of {player} wait already: have them decided first."
        raise Refusal("too-many", clause, message, waiting=own, player=named(command.player))
    return DisputeRaised(
        number=docket.count + 1,
        player=command.player,
        about=command.about.strip(),
        coup=command.coup,
        clause=clause,
    )


def dispute_raised(docket: Docket, event: DisputeRaised) -> Docket:
    return with_case(docket, Dispute(event.number, event.player, event.about, event.coup))


# Decided


class DecideDispute(Command, frozen=True, kw_only=True):
    """Decide a dispute in the first instance."""

    pages = on_pages("pit", "desk")

    number: int
    decision: str
    reason: str


class DisputeDecided(Event, frozen=True, kw_only=True):
    basis = decision("decision")
    sight = STAFF_ONLY
    topics = in_topics(Topic.CONDUCT)

    number: int
    decision: str
    reason: str
    decider: StaffText
    clause: str
    when: datetime | None = None
    role: str = ""


def decide_dispute(
    docket: Docket, rules: Disputes, command: DecideDispute, now: datetime
) -> DisputeDecided:
    clause = rules.first.clause
    dispute = _case(docket, command.number, clause)
    check_another(dispute.player, command, clause)
    if dispute.decision is not None:
        raise Refusal(
            "decided",
            clause,
            "Dispute {command_number} is decided already.",
            command_number=command.number,
        )
    return DisputeDecided(
        number=command.number,
        decision=_said(command.decision, clause),
        reason=_reason(command.reason),
        decider=command.actor,
        clause=clause,
        when=now,
        role=command.role,
    )


def check_another(player: str, command: Command, clause: str | None) -> None:
    """Refuse a person who would judge, or note for the casino, their own complaint."""
    if command.role != PLAYER and is_sender(command, player):
        message = "{actor} raised this dispute: another person must decide it."
        raise Refusal("own-dispute", clause, message, actor=named(command.actor))


def dispute_decided(docket: Docket, event: DisputeDecided) -> Docket:
    dispute = replace(
        docket.cases[event.number],
        decision=event.decision,
        decider=event.decider,
        decider_role=event.role,
        decided=event.when,
    )
    return with_case(docket, dispute)


# Reviewed


def _review(rules: Disputes) -> Power:
    """Return the power to review; reject a review where the first decision is final."""
    if rules.review is None:
        raise Refusal("final", rules.first.clause, "That decision is final: it cannot be reviewed.")
    return rules.review


class AskReview(Command, frozen=True, kw_only=True):
    """Ask for a review of the first decision. `record` is a dispute that is on file, put in by the
    house."""

    pages = on_pages(
        "pit",
        without={
            DEALER: IN_THE_PIT,
            PLAYER: "A player asks a supervisor, who notes it in the pit.",
        },
    )
    server_fields = server_fills("record")

    number: int
    record: Dispute | None = None


class ReviewAsked(Event, frozen=True, kw_only=True):
    """`again` is the dispute that was on file and is open again."""

    basis = RECORD
    sight = STAFF_ONLY

    number: int
    reviewer: str
    clause: str
    again: Dispute | None = None


def ask_review(docket: Docket, rules: Disputes, command: AskReview) -> ReviewAsked:
    power = _review(rules)
    dispute = _case(docket, command.number, rules.first.clause, command.record)
    _check_own(command, dispute.player, power.clause)
    if dispute.decision is None:
        raise Refusal("not-decided", power.clause, "There is no decision to review yet.")
    if dispute.review_asked:
        raise Refusal("asked-already", power.clause, "The review was asked for already.")
    return ReviewAsked(
        number=command.number,
        reviewer=power.by,
        clause=power.clause,
        again=None if command.number in docket.cases else dispute,
    )


def review_asked(docket: Docket, event: ReviewAsked) -> Docket:
    dispute = event.again or docket.cases[event.number]
    return with_case(docket, replace(dispute, review_asked=True))


class ReviewDispute(Command, frozen=True, kw_only=True):
    """Decide on review; by another person than the first time."""

    pages = on_pages("pit")

    number: int
    decision: str
    reason: str


class DisputeReviewed(Event, frozen=True, kw_only=True):
    basis = decision("decision")
    sight = STAFF_ONLY
    topics = in_topics(Topic.CONDUCT)

    number: int
    decision: str
    reason: str
    reviewer: str
    clause: str
    when: datetime | None = None


def review_dispute(
    docket: Docket, rules: Disputes, command: ReviewDispute, now: datetime
) -> DisputeReviewed:
    power = _review(rules)
    clause = power.clause
    dispute = _case(docket, command.number, rules.first.clause)
    check_another(dispute.player, command, clause)
    if not dispute.review_asked:
        raise Refusal("not-asked", clause, "No review of that decision has been requested.")
    if dispute.review is not None:
        raise Refusal(
            "decided",
            clause,
            "Dispute {command_number} is reviewed already.",
            command_number=command.number,
        )
    if is_same(command.actor, dispute.decider or ""):
        raise Refusal(
            "same-person",
            clause,
            "{actor} decided it first: another reviews it.",
            actor=named(command.actor),
        )
    within = {rules.first.by, power.by} <= {*RANKS}
    below = stands_above(dispute.decider_role, command.role)
    if within and (below or not stands_above(command.role, rules.first.by)):
        raise Refusal(
            "wrong-role",
            clause,
            "The review is for a rank above {by}, and not below the person who decided first.",
            by=rules.first.by,
        )
    return DisputeReviewed(
        number=command.number,
        decision=_said(command.decision, clause),
        reason=_reason(command.reason),
        reviewer=command.actor,
        clause=clause,
        when=now,
    )


def dispute_reviewed(docket: Docket, event: DisputeReviewed) -> Docket:
    reviewed = {"review": event.decision, "reviewer": event.reviewer, "reviewed": event.when}
    return with_case(docket, replace(docket.cases[event.number], **reviewed))


def is_on_file(docket: Docket, number: int) -> bool:
    return 1 <= number <= docket.count and number not in docket.cases
