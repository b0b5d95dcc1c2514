"""Arithmetic of gaming time: periods of play, how long they last together, and deadlines.

A period of play is a visit to a table, from sitting down to leaving. All hours are elapsed hours:
a change of the clocks neither shortens nor lengthens them.
"""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

TICK: Final = timedelta(microseconds=1)


class Period(msgspec.Struct, frozen=True):
    """A period of play that is over."""

    start: datetime
    end: datetime


class PlayDeadlines(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Deadlines of a visit that goes on without a break. `edition`: the policy in force
    when it was worked out, empty without one; `assess`: staff assess the player from then on;
    `stop`: no wager is taken from then on, and `rule` says which time of play is reached then."""

    edition: str = ""
    assess: datetime | None = None
    stop: datetime | None = None
    rule: str = ""


def is_over(play: PlayDeadlines | None, now: datetime) -> bool:
    """Return whether no wager is taken any more in a visit."""
    return play is not None and play.stop is not None and play.stop <= now


def played(periods: Sequence[Period], start: datetime, end: datetime) -> timedelta:
    """Return the time of play between two moments.

    >>> from datetime import UTC
    >>> day = datetime(2026, 3, 14, tzinfo=UTC)
    >>> hour = timedelta(hours=1)
    >>> played([Period(day, day + 3 * hour)], day + hour, day + 9 * hour) == 2 * hour
    True
    """
    parts = (min(each.end, end) - max(each.start, start) for each in periods)
    return sum((part for part in parts if part > timedelta(0)), timedelta(0))


def reached_at(
    periods: Sequence[Period], since: datetime, most: timedelta, window: timedelta
) -> datetime:
    """Return the first moment of play that began at `since` at which the time of play within the
    last `window` is `most`. It grows while play goes on, so the moment is found by halving."""

    def so_far(ticks: int) -> timedelta:
        now = since + ticks * TICK
        return played([*periods, Period(since, now)], now - window, now)

    return since + bisect_left(range(most // TICK), most, key=so_far) * TICK


def began(periods: Sequence[Period], since: datetime, rest: timedelta) -> datetime:
    """Return when the continuous play began that goes on with a visit since then. A break of `rest`
    ends continuous play; a shorter one belongs to it. `periods` are in the order of time."""
    for each in reversed(periods):
        if since - each.end >= rest:
            break
        since = each.start
    return since
