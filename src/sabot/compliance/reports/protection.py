"""Players who are kept out, and Loss Limits that were met."""

from datetime import datetime
from typing import Any, Final

from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import Section, section
from sabot.compliance.reports.summary import HAPPENED, rows_of
from sabot.compliance.topics import names_in
from sabot.engine.declarations import Topic
from sabot.rulebooks import RULEBOOKS

EXCLUDED: Final = names_in(Topic.EXCLUSION)
LIMITS: Final = names_in(Topic.LIMIT)
MET: Final = names_in(Topic.LIMIT_MET)


def of_time(records: Records, of: str, since: datetime, until: datetime) -> list[Section]:
    found = list(records.happened((*EXCLUDED, *LIMITS, *MET), since, until))
    clauses = _clauses()
    return [
        section("Exclusions", HAPPENED,
                rows_of(each for each in found if _is_exclusion(each))),
        section("Loss Limits met", HAPPENED,
                rows_of(each for each in found if _is_met(each, clauses))),
        section("Limits set", HAPPENED,
                rows_of(each for each in found if each.what in LIMITS)),
    ]  # fmt: skip


def _is_exclusion(each: Happened) -> bool:
    if each.what == "player-sanctioned":
        return bool({"exclude", "bar"} & {*each.fields["measures"]})
    return each.what in EXCLUDED


def _clauses() -> frozenset[str | None]:
    """Return the clauses by which a stake is cut to what a Loss Limit leaves; None where the
    document has no clause of it."""
    rules = [book.conduct.gaming for book in RULEBOOKS.values() if book.conduct.gaming]
    clauses = (clause for rule in rules for clause in (rule.live_part, rule.last_first))
    return frozenset((None, *clauses))


def _is_met(each: Happened, clauses: frozenset[str | None]) -> bool:
    """A reminder, a break, or stakes cut because of a limit."""
    if each.what in ("coup-started", "stakes-cut"):
        cuts: list[dict[str, Any]] = each.fields.get("cuts") or []
        return any(cut.get("clause") in clauses for cut in cuts)
    return each.what in MET
