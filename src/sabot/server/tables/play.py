"""A player's time of play over HTTP: today's time and result, and what a policy asks of them."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from sabot.accounts import Account
from sabot.accounts.days import local_day, moment
from sabot.accounts.limit_questions import asks_limits
from sabot.accounts.limits import net_loss
from sabot.accounts.play import is_resting, is_suspended
from sabot.accounts.play_data import DATA
from sabot.accounts.state import Rest, Suspension
from sabot.parts.periods import DAY
from sabot.policies import PolicyTerms, terms_at
from sabot.policies.play_time import Period, played
from sabot.server.casino import Casino
from sabot.server.tables.policy import book_of
from sabot.table import Table
from sabot.table.players.room import by_day

NO_POLICY: Final = PolicyTerms("")


class PlayView(msgspec.Struct, frozen=True):
    """Time of play and what follows from it. `policy`: the edition in force, None without one.
    `seconds` of play today, `since` when the visit that goes on has begun, `net` cents won today,
    below zero for a loss; `remind`: minutes of play after which the player is told both.
    `asks_limits`: a limit is to be set or declined before play; `rest` and `suspension` while they
    hold; `least_hours` of a suspension; `data_hours` within which play data is given, `data_due`
    when, if it is asked for."""

    policy: str | None
    day: date
    seconds: int
    since: datetime | None
    net: int
    remind: int | None
    asks_limits: bool
    rest: Rest | None
    suspension: Suspension | None
    least_hours: int | None
    data_hours: int | None
    data_due: datetime | None


def play_of(casino: Casino, account: Account, table: Table | None) -> PlayView:
    """Return the view of an account; `table` is the one where the player plays now."""
    now = moment(account, casino.clock())
    book = book_of(casino)
    terms = terms_at(book, now)
    said = terms or NO_POLICY
    stay, day = account.stay, local_day(account, now)
    since = None if stay is None else stay.since
    waiting = (each for each in account.notices.due.values() if each.given is None)
    return PlayView(
        policy=None if terms is None else terms.edition,
        day=day,
        seconds=int(_seconds(account, since, day, now)),
        since=since,
        net=-net_loss(account, DAY, now) - _lost_here(account, table, day),
        remind=said.play_remind_minutes,
        asks_limits=asks_limits(account, terms, now),
        rest=account.rest if is_resting(account, terms, now) else None,
        suspension=account.suspension if is_suspended(account, now) else None,
        least_hours=said.suspension_least_hours,
        data_hours=said.data_request_hours,
        data_due=next((each.by for each in waiting if each.duty == DATA), None),
    )


def _seconds(account: Account, since: datetime | None, day: date, now: datetime) -> float:
    """Return the seconds of play on a local day."""
    zone = ZoneInfo(account.zone)
    start = datetime.combine(day, time(), zone).astimezone(UTC)
    end = datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
    goes_on: Iterable[Period] = () if since is None else (Period(since, now),)
    return played((*account.periods, *goes_on), start, end).total_seconds()


def _lost_here(account: Account, table: Table | None, day: date) -> int:
    """Return the cents that the visit that goes on has lost today."""
    patron = None if table is None else table.patrons.get(account.player)
    return 0 if patron is None else by_day(patron).get(day, 0)
