"""Notices and disputes of a promotion. The operator's decision is final here; an unsatisfied person
is told of the right to complain to an inspector."""

from collections.abc import Mapping, Sequence
from typing import Final

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import AT_THE_DESK, Pages, api_only, on_pages
from sabot.engine.streams import Command, Event
from sabot.parts.complaints import AdviseComplaint
from sabot.parts.disputes import AskReview, DecideDispute, RaiseDispute, ReviewDispute
from sabot.parts.hearing import hear_disputes
from sabot.parts.notices import NoticeGiven, give_notices
from sabot.promotions.running.prizes.awards import told_by
from sabot.promotions.running.state import PublishedTerms, sections_of
from sabot.promotions.running.stream import BY_STAFF, PROMOTION, check_ticket_holder
from sabot.rules.operation.conduct import Disputes, Power
from sabot.rules.roles import CASINO_OPERATOR, DEALER, INSPECTOR


def disputes_of(standing: PublishedTerms) -> Disputes:
    clause = complaint_clause(standing)
    first = Power(clause, CASINO_OPERATOR)
    return Disputes(first=first, review=Power(clause, INSPECTOR), told=clause)


def complaint_clause(standing: PublishedTerms) -> str:
    return next(iter(sections_of(standing).values())).complaint.clause


def check_takes_part(standing: PublishedTerms, command: RaiseDispute) -> None:
    """Refuse a dispute by a player without a ticket; staff may raise one for such a person."""
    if command.role == "player" and command.player not in standing.entrants:
        message = "{player} has no ticket of this promotion: ask at the desk."
        raise Refusal(
            "no-ticket", complaint_clause(standing), message, player=named(command.player)
        )


def check_final(standing: PublishedTerms, command: Command) -> None:
    """Refuse a review of the operator's decision."""
    if isinstance(command, AskReview | ReviewDispute):
        message = "The operator's decision is final here: a complaint goes to an inspector."
        raise Refusal("final", complaint_clause(standing), message)


def _guard(standing: PublishedTerms, command: Command) -> None:
    check_ticket_holder(standing, command)
    check_final(standing, command)


def _tells(standing: PublishedTerms, given: NoticeGiven) -> Sequence[Event]:
    """Record a notice to a winner from the calendar also as an attempt to reach the winner."""
    for award in standing.awards.values():
        if given.number in award.notices and not award.done:
            return [told_by(standing, award, given.channel, True, given.note)]
    return []


_FINAL: Final = api_only("The operator's decision is final here: no review follows.")
DISPUTES_ON: Final[Mapping[type[Command], Pages]] = {
    RaiseDispute: on_pages("promotions", "promote", without={DEALER: AT_THE_DESK}),
    DecideDispute: on_pages("promote"),
    AskReview: _FINAL,
    ReviewDispute: _FINAL,
    AdviseComplaint: on_pages("promote", without={DEALER: AT_THE_DESK}),
}
"""Pages on which disputes of a promotion are raised and decided."""
give_notices(PROMOTION, BY_STAFF, _tells)
hear_disputes(
    PROMOTION,
    disputes_of,
    BY_STAFF,
    check_takes_part,
    first=(CASINO_OPERATOR,),
    review=(),
    pages=DISPUTES_ON,
)
PROMOTION.guards(_guard)
