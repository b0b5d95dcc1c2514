"""Terms handed in to the regulator, and changed afterwards."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from sabot.core.refusal import Refusal
from sabot.rules.irregularities.irregularity import Duty
from sabot.rules.promotions import Promotions, Submission

Sections = Mapping[str, Promotions]
"""Sections on promotions of the documents of a promotion's games, by rulebook."""


def in_time(submitted: datetime, starts: datetime, rule: Submission) -> bool:
    """Return True if the terms were submitted the required elapsed hours before the start."""
    return _elapsed(submitted, starts) >= timedelta(hours=rule.hours)


def _elapsed(one: datetime, other: datetime) -> timedelta:
    """Return the elapsed time between two moments, across changes of daylight saving."""
    offsets = (one.utcoffset() or timedelta()) - (other.utcoffset() or timedelta())
    return other.replace(tzinfo=None) - one.replace(tzinfo=None) + offsets


def earliest_start(submitted: datetime, sections: Sections) -> datetime:
    """The first moment at which entries can be earned under terms that were handed in then."""
    hours = max(each.submission.hours for each in sections.values())
    return submitted.astimezone(UTC) + timedelta(hours=hours)


def check_start(submitted: datetime, starts: datetime, sections: Sections) -> None:
    """Terms that are handed in, or handed in again before the start: the hours run anew."""
    for section in sections.values():
        rule = section.submission
        if not in_time(submitted, starts, rule):
            raise Refusal(
                "starts-too-soon",
                rule.clause,
                "The {to} has the terms {hours} hours before the start: move the start,"
                " or leave the terms as they are.",
                to=rule.to,
                hours=rule.hours,
            )


def change_terms(
    at: datetime, starts: datetime, sections: Sections, approved: bool = False
) -> list[Duty]:
    """Return the duties of a change of terms. Before the start the changed terms are submitted like
    new ones; afterwards they wait for approval where one document requires it, and are sent again
    where one requires that."""
    if at < starts:
        check_start(at, starts, sections)
        return [each.submission.duty for each in sections.values()]
    for section in sections.values():
        rule = section.changes
        if rule.approval and not approved:
            raise Refusal(
                "not-approved",
                rule.clause,
                "After the start terms are changed with the approval of the {to} only.",
                to=rule.to,
            )
    return [each.changes.duty for each in sections.values() if not each.changes.approval]
