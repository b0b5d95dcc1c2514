"""Calendar days, weeks and months where the casino stands: the periods that limits are for."""

from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

DAY, WEEK, MONTH = "day", "week", "month"
PERIODS: Final = (DAY, WEEK, MONTH)


def day_in(zone: str, now: datetime) -> date:
    """The calendar day in a time zone.

    >>> from datetime import UTC
    >>> f"{day_in('Australia/Sydney', datetime(2026, 3, 14, 20, tzinfo=UTC))}"
    '2026-03-15'
    """
    return now.astimezone(ZoneInfo(zone)).date()


def start_of(period: str, day: date) -> date:
    """The first day of the period that the day lies in; weeks start on Monday.

    >>> [f"{start_of(period, date(2025, 10, 5))}" for period in PERIODS]
    ['2025-10-05', '2025-09-29', '2025-10-01']
    """
    if period == DAY:
        return day
    if period == WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1)
