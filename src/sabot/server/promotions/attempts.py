"""What somebody tries at a promotion and is refused is noted, for the exceptions report."""

import uuid
from typing import Final

from sabot.floor import Answer
from sabot.kinds import PROMOTIONS
from sabot.promotions.running.attempts import NoteAttempt
from sabot.promotions.running.state import NOTHING
from sabot.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.http.routes import Caller, via_of
from sabot.streams import Rejection

AT_DRAW: Final = frozenset(
    {"commit-draw", "close-list", "open-order", "pass-over", "hand-over", "confirm-statement"}
)
MEDDLING: Final = frozenset(
    {"wrong-role", "own-statement", "draw-sealed", "draw-opened", "entries-open", "too-early",
     "meddling", "proxy", "order-not-committed"}
)  # fmt: skip
"""The codes of what nobody may try; others are plain mistakes."""


async def note(
    casino: Casino, caller: Caller, name: str, do: str, no: Rejection | Refusal | None
) -> None:
    """Note a refusal, if it is of that sort and there is such a promotion."""
    if no is None or do not in AT_DRAW or no.code not in MEDDLING:
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
