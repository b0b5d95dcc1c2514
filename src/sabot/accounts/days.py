"""Calendar days, weeks and months where the casino stands.

Only `decide` and the queries read the time zone: an event carries its local day, so that a log
replays alike after a government has moved its clocks.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from sabot.accounts.state import DAY, PERIODS, WEEK, Account, Tally
from sabot.refusal import Refusal, quoted


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name.

    >>> zone_of("Australia/Sydney").key
    'Australia/Sydney'
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # a directory of zones is an OSError
        raise Refusal("unknown-zone", None, f"There is no time zone {quoted(name)}.") from None


def moment(account: Account, now: datetime) -> datetime:
    """Now, in UTC; never before the account's last event, so that a clock that is set back cannot
    reopen a day that was used up.

    In UTC because arithmetic within a zone would count hours that a clock change leaves out.
    """
    assert now.tzinfo is not None, "a time without its zone"
    now = now.astimezone(UTC)
    return now if account.at is None else max(now, account.at)


def local_day(account: Account, now: datetime) -> date:
    """The calendar day at the casino."""
    return moment(account, now).astimezone(ZoneInfo(account.zone)).date()


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


def counted(tally: Tally | None, start: date) -> int:
    """What a period's tally says; a new period starts from nothing."""
    return tally.amount if tally is not None and tally.start == start else 0


def added(tally: Tally | None, start: date, amount: int) -> Tally:
    """The tally of the period that starts then, with an amount more."""
    return Tally(start, counted(tally, start) + amount)


def with_loss(account: Account, day: date, lost: int) -> dict[str, Tally]:
    """The net losses of each period after a loss (or, below nothing, a win) of that day."""
    return {
        period: added(account.lost.get(period), start_of(period, day), lost) for period in PERIODS
    }
