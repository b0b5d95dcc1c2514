"""Deadlines in business days: weekdays that are no public holidays, at the casino."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sabot.policies.rules import PolicyTerms

SATURDAY = 5


def days_after(day: date, count: int, nsw: bool) -> date:
    """Return the business day that comes `count` business days after a day. `nsw`: public holidays
    of New South Wales are none.

    >>> days_after(date(2026, 3, 13), 10, nsw=False).isoformat()
    '2026-03-27'
    """
    holidays = _holidays() if nsw else frozenset[date]()
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < SATURDAY and day not in holidays
    return day


def _holidays() -> "frozenset[date] | dict[date, str]":
    import holidays  # a second to import, and needed by few commands

    found: dict[date, str] = holidays.country_holidays("AU", subdiv="NSW")
    return found


def deadline(now: datetime, zone: str, count: int, terms: PolicyTerms) -> datetime:
    """Return the end of the last business day, at midnight in the casino's zone."""
    day = now.astimezone(ZoneInfo(zone)).date()
    last = days_after(day, count, terms.holidays_nsw) + timedelta(days=1)
    return datetime.combine(last, time(), ZoneInfo(zone)).astimezone(UTC)
