"""Disputes of a stream: it says who may raise one, the rest is shared."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import Pages
from sabot.engine.enrichment import EnrichmentContext
from sabot.engine.streams import Anyone, Asks, Command, Event, Leave, Stream
from sabot.parts.complaints import (
    AdviseComplaint,
    ComplaintAdvised,
    DisputeFiled,
    advise_complaint,
    complaint_advised,
    dispute_filed,
    put_on_file,
)
from sabot.parts.disputes import (
    AskReview,
    DecideDispute,
    Dispute,
    DisputeDecided,
    DisputeRaised,
    DisputeReviewed,
    Docket,
    RaiseDispute,
    ReviewAsked,
    ReviewDispute,
    ask_review,
    decide_dispute,
    dispute_decided,
    dispute_raised,
    dispute_reviewed,
    is_on_file,
    raise_dispute,
    review_asked,
    review_dispute,
)
from sabot.rules.operation.conduct import Disputes, Power
from sabot.rules.roles import PLAYER, STAFF

replace = msgspec.structs.replace
Evolves = Callable[[Docket, Any], Docket]
DISPUTES: Final[tuple[type[Command], ...]] = (
    RaiseDispute,
    DecideDispute,
    AskReview,
    ReviewDispute,
    AdviseComplaint,
)


def hear_disputes(
    stream: Stream[Any],
    rules: Callable[[Any], Disputes | None],
    by_staff: Leave,
    admit: Callable[[Any, RaiseDispute], None] = lambda state, command: None,
    *,
    first: tuple[str, ...],
    review: tuple[str, ...],
    pages: Mapping[type[Command], Pages] = {},
) -> None:
    """Register the commands and events of disputes with a stream.

    `rules` gives the powers to decide and review; None rejects every command, since no clause
    speaks of disputes. `admit` rejects matters that cannot be disputed there. `first` and
    `review` are all roles that the rules can name; without a reviewing role both review commands
    are rejected with a reason. `pages` differ from a table's."""
    own = (PLAYER, STAFF)
    asked: tuple[tuple[Asks, tuple[str, ...] | None], ...] = (
        (Anyone, own),
        (lambda state, _: _power(rules(state), "first"), first),
        (Anyone, own if review else ()),
        (lambda state, _: _power(rules(state), "review"), review),
        (by_staff, None),
    )
    deciders = _deciders(rules, admit)
    for command, (by, sent_by), decider in zip(DISPUTES, asked, deciders, strict=True):
        stream.decides(command, by, sent_by=sent_by, pages=pages.get(command))(decider)
    _join_events(stream, reviewed=bool(review))
    for filed in (AskReview, AdviseComplaint):
        stream.enriches(filed, "record")(_from_file(stream))


def _deciders(
    rules: Callable[[Any], Disputes | None], admit: Callable[[Any, RaiseDispute], None]
) -> tuple[Callable[..., Sequence[Event]], ...]:
    """Return the function that decides each command, in the order of `DISPUTES`."""

    def known(state: Any) -> Disputes:
        return _stated(rules(state))

    def raises(state: Any, command: RaiseDispute, now: datetime) -> Sequence[Event]:
        raised = raise_dispute(state.disputes, known(state), command)
        admit(state, command)
        return [raised]

    def decides(state: Any, command: DecideDispute, now: datetime) -> Sequence[Event]:
        event = decide_dispute(state.disputes, known(state), command, now)
        return _and_files(state, event, dispute_decided)

    def asks(state: Any, command: AskReview, now: datetime) -> Sequence[Event]:
        return [ask_review(state.disputes, known(state), command)]

    def reviews(state: Any, command: ReviewDispute, now: datetime) -> Sequence[Event]:
        event = review_dispute(state.disputes, known(state), command, now)
        return _and_files(state, event, dispute_reviewed)

    def advises(state: Any, command: AdviseComplaint, now: datetime) -> Sequence[Event]:
        event = advise_complaint(state.disputes, known(state), command, now)
        return _and_files(state, event, complaint_advised)

    return raises, decides, asks, reviews, advises


def _stated(rules: Disputes | None) -> Disputes:
    if rules is None:
        raise Refusal("no-rule", None, "No clause of this game speaks of disputes.")
    return rules


def _power(rules: Disputes | None, name: str) -> Leave:
    return _leave(getattr(rules, name, None))


def _join_events(stream: Stream[Any], reviewed: bool) -> None:
    for event, evolve in EVOLVES.items():
        if reviewed or event not in REVIEWS:
            stream.evolves(event)(_on_state(evolve))
    stream.evolves(DisputeFiled)(_filed)


def _from_file(stream: Stream[Any]) -> Callable[[EnrichmentContext[Any], Any], Command]:
    def fill_in_record(
        context: EnrichmentContext[Any], command: AskReview | AdviseComplaint
    ) -> Command:
        """Fill in a dispute that is on file, from the log."""
        if not is_on_file(context.state.disputes, command.number):
            return command
        from sabot.parts.case_files import on_file  # only where there is a store to read

        filed = context.state.filed
        found = on_file(context.log, stream, context.stream, filed, Dispute, command.number)
        return replace(command, record=found)

    return fill_in_record


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
REVIEWS: Final = (ReviewAsked, DisputeReviewed)
"""Events of a review."""
