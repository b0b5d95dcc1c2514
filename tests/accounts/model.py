"""The account a second time, naively: it keeps whole histories and adds them up each time."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

WINTER, SUMMER = timedelta(hours=10), timedelta(hours=11)
CHANGES = [
    (datetime(2025, 4, 5, 16, tzinfo=UTC), WINTER),
    (datetime(2025, 10, 4, 16, tzinfo=UTC), SUMMER),
    (datetime(2026, 4, 4, 16, tzinfo=UTC), WINTER),
    (datetime(2026, 10, 3, 16, tzinfo=UTC), SUMMER),
    (datetime(2027, 4, 3, 16, tzinfo=UTC), WINTER),
    (datetime(2027, 10, 2, 16, tzinfo=UTC), SUMMER),
]
"""Sydney's clock changes as announced, so that the time zone database has a second opinion."""

Setting = tuple[datetime, int | None, str]


def day_in_sydney(now: datetime) -> date:
    offset = [shift for since, shift in CHANGES if since <= now][-1]
    return (now + offset).date()


def same_period(period: str, one: date, other: date) -> bool:
    if period == "day":
        return one == other
    if period == "week":
        return one.isocalendar()[:2] == other.isocalendar()[:2]
    return (one.year, one.month) == (other.year, other.month)


def in_force(settings: list[Setting], now: datetime) -> list[tuple[int, str]]:
    """A setting ends 24 hours after the next one was made; before, the tightest of all holds."""
    ends = [since + timedelta(hours=24) for since, _, _ in settings[1:]]
    return [
        (amount, period)
        for index, (_, amount, period) in enumerate(settings)
        if amount is not None and (index >= len(ends) or now < ends[index])
    ]


def loosens(before: Setting, after: Setting) -> bool:
    """A setting loosens the one before it unless it is as tight, in the same period."""
    (_, old, old_period), (_, new, period) = before, after
    return old is not None and (new is None or period != old_period or new > old)


def loosened_on(settings: list[Setting], today: date) -> int:
    """Number of times that a limit was loosened on that day."""
    pairs = pairwise(settings)
    return sum(loosens(one, two) and day_in_sydney(two[0]) == today for one, two in pairs)


@dataclass
class Model:
    balance: int = 0
    deposits: list[tuple[datetime, int]] = field(default_factory=list)
    losses: list[tuple[datetime, int]] = field(default_factory=list)
    own_deposit: list[Setting] = field(default_factory=list)
    own_loss: list[Setting] = field(default_factory=list)
    house_deposit: tuple[int, str] | None = None
    house_loss: tuple[int, str] | None = None
    excluded: bool = False
    card: str | None = None
    old_cards: set[str] = field(default_factory=set)
    table: str | None = None

    def room(self, kind: str, now: datetime) -> int | None:
        own = self.own_deposit if kind == "deposit" else self.own_loss
        house = self.house_deposit if kind == "deposit" else self.house_loss
        history = self.deposits if kind == "deposit" else self.losses
        today = day_in_sydney(now)
        rooms = [
            limit - sum(a for at, a in history if same_period(period, day_in_sydney(at), today))
            for limit, period in [*in_force(own, now), *([house] if house else [])]
        ]
        return max(0, min(rooms)) if rooms else None
