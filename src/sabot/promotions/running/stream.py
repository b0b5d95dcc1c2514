"""The promotion's stream, and the few words that every topic of it uses."""

from datetime import datetime
from typing import Final

from sabot.parts.statements import Pending, is_same, take_statements
from sabot.promotions.running.state import NOTHING, Standing, replace
from sabot.refusal import Refusal
from sabot.rules.roles import CASINO_OPERATOR, STAFF
from sabot.streams import Leave, Stream

BY_OPERATOR: Final = Leave(None, CASINO_OPERATOR)
BY_STAFF: Final = Leave(None, STAFF)


def _advance(standing: Standing, at: datetime) -> Standing:
    moment = at if standing.at is None else max(standing.at, at)
    return replace(standing, version=standing.version + 1, at=moment)


PROMOTION: Stream[Standing] = Stream(
    lambda standing: standing.version,
    lambda standing: standing.phase,
    _advance,
    lambda standing: standing.phase != NOTHING,
    meddling="meddling",
)


def _is_theirs(standing: Standing, pending: Pending, actor: str) -> bool:
    """Whoever holds a ticket has no say in what becomes of it."""
    return any(is_same(actor, each) for each in standing.entrants)


take_statements(PROMOTION, _is_theirs)


def in_phase(standing: Standing, *phases: str, clause: str | None = None) -> None:
    """Whether it has come this far, and no further."""
    if standing.phase not in phases:
        wanted = " or ".join(phases)
        message = "Not now: the promotion is {phase}, and this is for one that is {wanted}."
        raise Refusal("wrong-phase", clause, message, phase=standing.phase, wanted=wanted)


def said(text: str, code: str, clause: str | None, message: str) -> str:
    """What somebody typed; refused where it is nothing."""
    if not text.strip():
        raise Refusal(code, clause, message)
    return text.strip()
