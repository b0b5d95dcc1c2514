"""Rules that earn tickets from events at live tables, as data of the terms.

"Every Tiger Pair at 100:1 on Friday earns a ticket" is `on = "result"`, `wager = "tiger-pair"`,
`odds = "100:1"`, `days = ["friday"]`.
"""

from datetime import datetime
from typing import Annotated, Final
from zoneinfo import ZoneInfo

import msgspec

from sabot.engine.declarations import bound, fixed

WAGER: Final = "wager"
RESULT: Final = "result"
VISIT: Final = "visit"
FORM: Final = "form"
OCCASIONS: Final = (WAGER, RESULT, VISIT, FORM)
"""A stake that was played out; a stake that ended so; coming to a table; an entry form."""
WIN: Final = "win"
PLAYED: Final = (WIN, "lose", "standoff")
OUTCOMES: Final = PLAYED
DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Earns(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule that earns tickets. `minimum` is the least live stake, in cents; empty `days` and
    `tables` mean all; `most_a_day` is the most tickets by this rule for one person a day."""

    on: str
    wager: str | None = None
    outcome: str | None = None
    odds: str | None = None
    minimum: int | None = None
    days: Annotated[tuple[str, ...], fixed(7, "days of a week")] = ()
    tables: Annotated[
        tuple[str, ...],
        bound(1_000, "tables of one way to earn tickets", "Leave them out: then all count."),
    ] = ()
    tickets: int = 1
    most_a_day: int | None = None

    @property
    def by_stake(self) -> bool:
        return self.on in (WAGER, RESULT)


def is_place(rule: Earns, table: str) -> bool:
    return not rule.tables or table in rule.tables


def is_day(rule: Earns, at: datetime, zone: str) -> bool:
    """Return True if the moment is on one of the rule's days in the casino's time zone.

    >>> from datetime import UTC
    >>> friday = Earns(on="visit", days=("friday",))
    >>> is_day(friday, datetime(2026, 12, 3, 14, tzinfo=UTC), "Australia/Sydney")
    True
    """
    return not rule.days or DAYS[at.astimezone(ZoneInfo(zone)).weekday()] in rule.days
