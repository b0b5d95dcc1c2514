"""A promotion or draw that is no longer sound."""

from typing import Final

from sabot.core.refusal import Refusal, quoted
from sabot.promotions.submission import Sections
from sabot.rules.irregularities.irregularity import Duty

POSTPONE: Final = "postpone"
CANCEL: Final = "cancel the draw"


def compromised(decision: str, sections: Sections) -> list[Duty]:
    """Return the notices due once the operator has found that integrity is lost. The decision must
    be to postpone or to cancel the draw."""
    for section in sections.values():
        if decision not in (POSTPONE, CANCEL):
            message = "What is compromised is postponed or its draw cancelled, not {decision}."
            raise Refusal(
                "bad-decision", section.integrity.clause, message, decision=quoted(decision)
            )
    return [section.integrity for section in sections.values()]


def resume(validated_by: str, how: str, sections: Sections) -> None:
    """Refuse to resume a postponed promotion until its integrity was validated, by whom and how."""
    for section in sections.values():
        if not validated_by.strip() or not how.strip():
            message = "Say who has validated the integrity of the promotion, and how."
            raise Refusal("not-validated", section.integrity.clause, message)
