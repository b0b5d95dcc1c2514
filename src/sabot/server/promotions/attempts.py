"""Note rejected attempts at a promotion, for the exceptions report."""

import uuid
from typing import Final

from sabot.core.refusal import Refusal
from sabot.engine.streams import Rejection
from sabot.floor import Answer
from sabot.floor.kinds import PROMOTIONS
from sabot.promotions.running.attempts import NoteAttempt
from sabot.promotions.running.state import NOTHING
from sabot.server.casino import Casino
from sabot.server.http.routes import Caller, via_of

MEDDLING: Final = frozenset(
    {"wrong-role", "own-statement", "draw-sealed", "draw-opened", "entries-open", "too-early",
     "meddling", "proxy", "order-not-committed", "beacon-known", "compromised", "ineligible",
     "not-as-stated", "not-as-seen", "not-sound", "stated"}
)  # fmt: skip
"""Codes of attempts that no person may make, with any command; others are plain mistakes."""
AT_DRAW: Final = frozenset(
    {"commit-draw", "close-list", "open-order", "pass-over", "name-scrutineer", "state-scrutiny"}
)
OUT_OF_TURN: Final = frozenset({"wrong-phase", "no-scrutineer", "no-commitment", "not-seen"})
"""Codes that are plain mistakes elsewhere, and attempts at a draw."""


def is_meddling(do: str, code: str) -> bool:
    return code in MEDDLING or (do in AT_DRAW and code in OUT_OF_TURN)


async def note(
    casino: Casino, caller: Caller, name: str, do: str, no: Rejection | Refusal | None
) -> None:
    """Note a refusal, if it is of that sort and there is such a promotion."""
    if no is None or not is_meddling(do, no.code):
        return
    standing = await casino.work(casino.floor.state, PROMOTIONS, name)
    if standing.phase == NOTHING:
        return
    command = NoteAttempt(
        id=f"attempt-{uuid.uuid4()}",
        actor=caller.name,
        role=caller.role,
        via=via_of(caller),
        stream=PROMOTIONS.stream(name),
        asked=do,
        code=no.code,
        why_not=no.message,
        clause=no.clause,
    )
    await casino.do("", command)


def rejected(answer: Answer) -> Rejection | None:
    return answer.rejected if isinstance(answer.rejected, Rejection) else None
