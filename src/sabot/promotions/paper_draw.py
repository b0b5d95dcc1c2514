"""Entries taken and the draw held, as the terms have it."""

from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.promotions.prizes import needs_scrutineer
from sabot.promotions.submission import Sections
from sabot.promotions.terms import Promotion
from sabot.promotions.terms_check import clause_for


def check_entry(at: datetime, promotion: Promotion, sections: Sections) -> None:
    """An entry is earned from the start on and received before the closing time."""
    for section in sections.values():
        if promotion.starts is None or at < promotion.starts:
            raise Refusal("not-started", section.submission.clause, "Entries are not open yet.")
        if _are_closed(at, promotion):
            clause = clause_for("entries_close", section)
            raise Refusal("entries-closed", clause, "The entries are closed.")


def check_draw(
    at: datetime, promotion: Promotion, overseen_by: str | None, sound: bool, sections: Sections
) -> None:
    """A draw is held once entries are closed, not while its integrity is in doubt, and before a
    scrutineer where one prize is worth enough."""
    for section in sections.values():
        if not sound:
            message = "The draw waits until its integrity is validated."
            raise Refusal("compromised", section.integrity.clause, message)
        if not _are_closed(at, promotion):
            clause = clause_for("entries_close", section)
            raise Refusal("entries-open", clause, "Nothing is drawn before the entries close.")
        nobody = overseen_by is None or not overseen_by.strip()
        if nobody and needs_scrutineer(promotion.prizes, section):
            message = "A scrutineer oversees this draw: say who does."
            raise Refusal("no-scrutineer", section.scrutineer.clause, message)


def _are_closed(at: datetime, promotion: Promotion) -> bool:
    """At the closing moment itself they are."""
    closing = promotion.terms.entries_close
    return closing is not None and at >= closing
