"""The largest stake to allow: a counter's hourly gain stays below a limit."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from sabot.core.money import amount_of, dollars
from sabot.core.refusal import Refusal
from sabot.counting.gains import COUPS, Gains
from sabot.simulate.simulation import whole

MOST_HANDS = 10_000


def hourly_of(
    hands_per_hour: int | None, hourly_limit: str | int | Decimal | None
) -> tuple[int, int] | None:
    """Return the hands per hour and the limit in cents, or None if no maximum is wanted."""
    if (hands_per_hour is None) != (hourly_limit is None):
        raise Refusal(
            "bad-options", None, "A maximum needs both, hands per hour and an hourly limit."
        )
    if hands_per_hour is None or hourly_limit is None:
        return None
    return whole("hands", hands_per_hour, 1, MOST_HANDS), amount_of(hourly_limit)


def maximum_of(gains: Gains, hands: int, limit: int) -> str | None:
    """Return the largest stake whose expected hourly gain stays below the limit."""
    if gains.units_per_100 <= 0:
        return None
    stake = Fraction(limit) / (Fraction(gains.units_per_100) * hands / COUPS)
    below = ceil(stake) - 1 if stake == floor(stake) else floor(stake)
    return dollars(max(below, 0))
