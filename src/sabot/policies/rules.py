"""Rules that a policy can state: their keys, units and bounds, and their values as code reads them.

A rule is listed here when code decides by it. A policy file that states any other key is refused.
"""

from datetime import timedelta
from typing import Final, NamedTuple

import msgspec

YES_NO: Final = "yes or no"
DAYS: Final = "days"
YEARS: Final = "years"
HOURS: Final = "hours"
MINUTES: Final = "minutes"
MONTHS: Final = "months"
BUSINESS_DAYS: Final = "business days"
TIMES: Final = "times"
PERCENT: Final = "percent"
DOLLARS: Final = "dollars"
"""A file states whole dollars; a policy that was read has cents."""


class RuleForm(NamedTuple):
    """Form of the value of one rule."""

    unit: str
    least: int = 0
    """Smallest value, where the value is a number."""
    most: int = 0
    """Largest value, where the value is a number."""


RULES: Final[dict[str, RuleForm]] = {
    # Tables that ask for a Player Card take only players whose card the cage has issued.
    "cards.issued_here": RuleForm(YES_NO),
    # A player comes to a table and brings money only once a valid document has shown who they are.
    "identity.checked": RuleForm(YES_NO),
    # Age from which the cage records the identity of a player.
    "identity.least_age": RuleForm(YEARS, 16, 30),
    # Cash is taken and paid only by a cashier whose drawer is counted and open.
    "cage.drawers": RuleForm(YES_NO),
    # Cash that is taken from a player and paid to them on one day, at most.
    "cash.cap": RuleForm(DOLLARS, 1, 10_000_000),
    # Cash in one transaction from which on it is reported.
    "cash.report_from": RuleForm(DOLLARS, 1, 10_000_000),
    # Business days within which it is reported.
    "cash.report_days": RuleForm(BUSINESS_DAYS, 1, 60),
    # Business days within which a suspicion is reported.
    "alerts.report_days": RuleForm(BUSINESS_DAYS, 1, 60),
    # Days over which cash just below a limit is looked at together.
    "alerts.structuring_days": RuleForm(DAYS, 1, 31),
    # Number of such transactions, or of those of one day.
    "alerts.structuring_parts": RuleForm(TIMES, 2, 100),
    # Part of the limit from which on cash is just below it.
    "alerts.structuring_percent": RuleForm(PERCENT, 1, 100),
    # Money brought to a visit from which on its turnover is looked at.
    "alerts.little_play_from": RuleForm(DOLLARS, 1, 10_000_000),
    # Turnover below this part of the money that was brought is little play.
    "alerts.little_play_percent": RuleForm(PERCENT, 1, 100),
    # The same where the money is paid out in cash again on that day.
    "alerts.round_trip_percent": RuleForm(PERCENT, 1, 100),
    # Part of the limit from which on cash is just below it where hardly any of it is wagered.
    "alerts.unplayed_percent": RuleForm(PERCENT, 1, 100),
    # Coups of a day in which two players bet against each other.
    "alerts.offset_coups": RuleForm(TIMES, 2, 10_000),
    # Part of the coups of both in which they do.
    "alerts.offset_percent": RuleForm(PERCENT, 1, 100),
    # Chips of unknown origin, and money paid out that is not the player's own.
    "alerts.chips_from": RuleForm(DOLLARS, 1, 10_000_000),
    # The same where hardly any of a player's money is known.
    "alerts.foreign_from": RuleForm(DOLLARS, 1, 10_000_000),
    # Public holidays of New South Wales are no business days.
    "holidays.nsw": RuleForm(YES_NO),
    # Money of one day from which on a player has declared where it comes from.
    "funds.declared_from": RuleForm(DOLLARS, 1, 10_000_000),
    # Days for which such a declaration holds.
    "funds.declared_days": RuleForm(DAYS, 1, 3_660),
    # Days for which a self-exclusion holds at least.
    "exclusion.least_days": RuleForm(DAYS, 1, 3_660),
    # Months after which a player who has declined to set limits is asked again.
    "limits.asked_months": RuleForm(MONTHS, 1, 120),
    # Hours of continuous play after which staff assess a player.
    "play.assessed_hours": RuleForm(HOURS, 1, 24),
    # Minutes away from the tables that end continuous play.
    "play.break_minutes": RuleForm(MINUTES, 1, 1_440),
    # Hours of play within so many hours after which a player rests for so many hours.
    "play.short_hours": RuleForm(HOURS, 1, 48),
    "play.short_window_hours": RuleForm(HOURS, 1, 48),
    "play.short_rest_hours": RuleForm(HOURS, 1, 720),
    # The same over a longer time.
    "play.long_hours": RuleForm(HOURS, 1, 336),
    "play.long_window_hours": RuleForm(HOURS, 1, 336),
    "play.long_rest_hours": RuleForm(HOURS, 1, 720),
    # Minutes of play after which the player's page tells the time played and the day's result.
    "play.remind_minutes": RuleForm(MINUTES, 1, 1_440),
    # Hours for which a player suspends their play at least.
    "suspension.least_hours": RuleForm(HOURS, 1, 720),
    # Hours within which a player has the data of their play that they ask for.
    "data.request_hours": RuleForm(HOURS, 1, 720),
}
"""Forms of all rules, by key: the section and the name in a policy file."""

TOGETHER: Final = (
    ("play.assessed_hours", "play.break_minutes"),
    ("play.short_hours", "play.short_window_hours", "play.short_rest_hours"),
    ("play.long_hours", "play.long_window_hours", "play.long_rest_hours"),
    ("cash.report_from", "cash.report_days"),
    ("alerts.structuring_days", "alerts.structuring_parts", "alerts.structuring_percent"),
    ("alerts.little_play_from", "alerts.little_play_percent"),
    ("alerts.offset_coups", "alerts.offset_percent"),
)
"""Rules that say nothing without each other: an edition states all of a row or none."""
LONGEST_WINDOW: Final = timedelta(hours=RULES["play.long_window_hours"].most)
"""No policy looks further back at a player's time of play."""


class PlayBar(NamedTuple):
    """Time of play within a window after which a player rests."""

    rule: str
    """Key of the rule that states the time of play."""
    most: timedelta
    window: timedelta
    rest: timedelta


class PolicyTerms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Values of one edition, as the server fills them into commands. A rule that the edition does
    not state has the default."""

    edition: str
    """Name and first day of the edition, such as "nsw@2025-08-13"."""
    cards_issued_here: bool = False
    identity_checked: bool = False
    identity_least_age: int | None = None
    cage_drawers: bool = False
    cash_cap: int | None = None
    cash_report_from: int | None = None
    cash_report_days: int | None = None
    alerts_report_days: int | None = None
    alerts_structuring_days: int | None = None
    alerts_structuring_parts: int | None = None
    alerts_structuring_percent: int | None = None
    alerts_little_play_from: int | None = None
    alerts_little_play_percent: int | None = None
    alerts_round_trip_percent: int | None = None
    alerts_unplayed_percent: int | None = None
    alerts_offset_coups: int | None = None
    alerts_offset_percent: int | None = None
    alerts_chips_from: int | None = None
    alerts_foreign_from: int | None = None
    holidays_nsw: bool = False
    funds_declared_from: int | None = None
    funds_declared_days: int | None = None
    exclusion_least_days: int | None = None
    limits_asked_months: int | None = None
    play_assessed_hours: int | None = None
    play_break_minutes: int | None = None
    play_short_hours: int | None = None
    play_short_window_hours: int | None = None
    play_short_rest_hours: int | None = None
    play_long_hours: int | None = None
    play_long_window_hours: int | None = None
    play_long_rest_hours: int | None = None
    play_remind_minutes: int | None = None
    suspension_least_hours: int | None = None
    data_request_hours: int | None = None

    @property
    def play_bars(self) -> tuple[PlayBar, ...]:
        """Return the times of play after which a player rests."""
        rows = TOGETHER[1:3]
        stated = [[getattr(self, field_of(key)) for key in row] for row in rows]
        return tuple(
            PlayBar(row[0], *(timedelta(hours=hours) for hours in values))
            for row, values in zip(rows, stated, strict=True)
            if None not in values
        )


def field_of(key: str) -> str:
    """Return the field of `PolicyTerms` for a rule.

    >>> field_of("cards.issued_here")
    'cards_issued_here'
    """
    return key.replace(".", "_")
