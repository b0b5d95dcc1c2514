"""Record of refused attempts at a draw, for the exceptions report."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.engine.declarations import STAFF_ONLY, api_only, statement
from sabot.engine.streams import Command, Event
from sabot.promotions.running.state import PublishedTerms, replace
from sabot.promotions.running.stream import PROMOTION
from sabot.rules.roles import PLAYER, ROLES

MOST_EACH: Final = 20
"""Maximum number of attempts noted of one person."""
MOST_PEOPLE: Final = 200
"""Maximum number of people noted; staff are always noted."""


class NoteAttempt(Command, frozen=True, kw_only=True):
    """Record a refused command: which one, and why it was refused."""

    pages = api_only("The server sends it when a command was refused.")

    asked: str
    code: str
    why_not: str
    clause: str | None = None


class AttemptNoted(Event, frozen=True, kw_only=True):
    basis = statement("attempt")
    sight = STAFF_ONLY

    person: str
    role: str
    asked: str
    code: str
    why_not: str
    clause: str | None
    times: int


@PROMOTION.decides(NoteAttempt, sent_by=ROLES)
def note_attempt(standing: PublishedTerms, command: NoteAttempt, now: datetime) -> Sequence[Event]:
    times = standing.meddling.get(command.actor, 0) + 1
    new = command.actor not in standing.meddling
    full = new and command.role == PLAYER and len(standing.meddling) >= MOST_PEOPLE
    if times > MOST_EACH or full:
        return []
    return [
        AttemptNoted(
            person=command.actor,
            role=command.role,
            asked=command.asked,
            code=command.code,
            why_not=command.why_not,
            clause=command.clause,
            times=times,
        )
    ]


@PROMOTION.evolves(AttemptNoted)
def attempt_noted(standing: PublishedTerms, event: AttemptNoted) -> PublishedTerms:
    return replace(standing, meddling={**standing.meddling, event.person: event.times})
