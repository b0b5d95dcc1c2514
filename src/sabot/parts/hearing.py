"""How a stream comes by disputes: who may raise one is its own business, the rest is the same."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from sabot.parts.disputes import (
    AdviseComplaint,
    AskReview,
    ComplaintAdvised,
    DecideDispute,
    DisputeDecided,
    DisputeFiled,
    DisputeRaised,
    DisputeReviewed,
    Docket,
    RaiseDispute,
    ReviewAsked,
    ReviewDispute,
    advise_complaint,
    ask_review,
    complaint_advised,
    decide_dispute,
    dispute_decided,
    dispute_filed,
    dispute_raised,
    dispute_reviewed,
    put_on_file,
    raise_dispute,
    review_asked,
    review_dispute,
)
from sabot.rules.conduct import Disputes, Power
from sabot.streams import Anyone, Event, Leave, Stream

replace = msgspec.structs.replace
Evolves = Callable[[Docket, Any], Docket]


def hear_disputes(
    stream: Stream[Any],
    rules: Callable[[Any], Disputes],
    by_staff: Leave,
    admit: Callable[[Any, RaiseDispute], None] = lambda state, command: None,
) -> None:
    """Let a stream have disputes: `rules` says who decides and who reviews, `admit` refuses what
    nobody there can dispute."""

    def raises(state: Any, command: RaiseDispute, now: datetime) -> Sequence[Event]:
        raised = raise_dispute(state.disputes, rules(state), command)
        admit(state, command)
        return [raised]

    def decides(state: Any, command: DecideDispute, now: datetime) -> Sequence[Event]:
        event = decide_dispute(state.disputes, rules(state), command, now)
        return _and_files(state, event, dispute_decided)

    def asks(state: Any, command: AskReview, now: datetime) -> Sequence[Event]:
        return [ask_review(state.disputes, rules(state), command)]

    def reviews(state: Any, command: ReviewDispute, now: datetime) -> Sequence[Event]:
        event = review_dispute(state.disputes, rules(state), command, now)
        return _and_files(state, event, dispute_reviewed)

    def advises(state: Any, command: AdviseComplaint, now: datetime) -> Sequence[Event]:
        event = advise_complaint(state.disputes, rules(state), command, now)
        return _and_files(state, event, complaint_advised)

    stream.decides(RaiseDispute)(raises)
    stream.decides(DecideDispute, lambda state, _: _leave(rules(state).first))(decides)
    stream.decides(AskReview)(asks)
    stream.decides(ReviewDispute, lambda state, _: _leave(rules(state).review))(reviews)
    stream.decides(AdviseComplaint, by_staff)(advises)
    for event, evolve in EVOLVES.items():
        stream.evolves(event)(_on_state(evolve))
    stream.evolves(DisputeFiled)(_filed)


def _leave(power: Power | None) -> Leave:
    return Anyone if power is None else Leave(power.clause, power.by)


def _and_files(state: Any, event: Event, evolve: Evolves) -> list[Event]:
    return [event, *put_on_file(evolve(state.disputes, event), state.filed)]


def _on_state(evolve: Evolves) -> Callable[[Any, Any], Any]:
    return lambda state, event: replace(state, disputes=evolve(state.disputes, event))


def _filed(state: Any, event: DisputeFiled) -> Any:
    disputes = dispute_filed(state.disputes, event)
    return replace(state, disputes=disputes, filed=state.version + 1)


EVOLVES: dict[type[Event], Evolves] = {
    DisputeRaised: dispute_raised,
    DisputeDecided: dispute_decided,
    ReviewAsked: review_asked,
    DisputeReviewed: dispute_reviewed,
    ComplaintAdvised: complaint_advised,
}
