"""Calendar days, weeks and months where the casino stands.

Only `decide` and the queries read the time zone: an event carries its local day, so that a log
replays alike after a government has moved its clocks.
"""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from sabot.accounts.state import Account, PeriodTally
from sabot.core.refusal import Refusal, quoted
from sabot.parts.periods import PERIODS, day_in, start_of


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name.

    >>> zone_of("Australia/Sydney").key
    'Australia/Sydney'
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # a directory of zones is an OSError
        raise Refusal(
            "unknown-zone", None, "There is no time zone {name}.", name=quoted(name)
        ) from None


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
    return day_in(account.zone, moment(account, now))


def counted(tally: PeriodTally | None, start: date) -> int:
    """Return the amount of a period's tally; 0 in a new period."""
    return tally.amount if tally is not None and tally.start == start else 0


def added(tally: PeriodTally | None, start: date, amount: int) -> PeriodTally:
    """The tally of the period that starts then, with an amount more. What belongs to a period that
    is over changes nothing any more."""
    if tally is not None and tally.start > start:
        return tally
    return PeriodTally(start, counted(tally, start) + amount)


def with_loss(account: Account, day: date, lost: int) -> dict[str, PeriodTally]:
    """The net losses of each period after a loss (or, below nothing, a win) of that day."""
    return {
        period: added(account.lost.get(period), start_of(period, day), lost) for period in PERIODS
    }
