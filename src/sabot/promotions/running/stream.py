"""The promotion's stream, and the few words that every topic of it uses."""

from datetime import datetime
from typing import Final

from sabot.core.refusal import Refusal, named
from sabot.engine.streams import Command, Leave, Stream
from sabot.parts.statements import is_same, take_statements
from sabot.promotions.running.state import NOTHING, PublishedTerms, replace
from sabot.rules.roles import CASINO_OPERATOR, PLAYER, STAFF

BY_OPERATOR: Final = Leave(None, CASINO_OPERATOR)
BY_STAFF: Final = Leave(None, STAFF)


def _advance(standing: PublishedTerms, at: datetime) -> PublishedTerms:
    moment = at if standing.at is None else max(standing.at, at)
    return replace(standing, version=standing.version + 1, at=moment)


PROMOTION: Stream[PublishedTerms] = Stream(
    lambda standing: standing.version,
    lambda standing: standing.phase,
    _advance,
    lambda standing: standing.phase != NOTHING,
    meddling="meddling",
)


def _is_theirs(standing: PublishedTerms, stated: Command, person: str) -> bool:
    """Return True if the person holds a ticket of this promotion."""
    return any(is_same(person, each) for each in standing.entrants)


def check_ticket_holder(standing: PublishedTerms, command: Command) -> None:
    """Refuse a person who holds a ticket and would act for the casino in this promotion."""
    own = command.plays_as
    if command.role != PLAYER and own is not None and own in standing.entrants:
        message = "{actor} has a ticket of this promotion: another person acts for the casino."
        raise Refusal("plays-here", None, message, actor=named(command.actor))


take_statements(PROMOTION, _is_theirs)


def in_phase(standing: PublishedTerms, *phases: str, clause: str | None = None) -> None:
    """Refuse a command unless the promotion is in one of these phases."""
    if standing.phase not in phases:
        wanted = " or ".join(phases)
        message = "The promotion is {phase}: this can be done while it is {wanted}."
        raise Refusal("wrong-phase", clause, message, phase=standing.phase, wanted=wanted)


def said(text: str, code: str, clause: str | None, message: str) -> str:
    """Return the typed text; refuse an empty one."""
    if not text.strip():
        raise Refusal(code, clause, message)
    return text.strip()
