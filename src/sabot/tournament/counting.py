"""Amounts that count in a heat: limits, whole units, undisclosed wagers, absence."""

from collections.abc import Sequence
from dataclasses import dataclass

from sabot.core.money import cash
from sabot.core.refusal import Refusal
from sabot.rules.tournament import Absence, Betting, Undisclosed


@dataclass(frozen=True, slots=True)
class WagerLimits:
    """The least and the most that may be wagered."""

    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Counted:
    """Part of a wager that counts, and the clause that reduced it; None if it counts as laid."""

    amount: int
    clause: str | None = None


def check_limits(rules: Betting, limits: WagerLimits) -> None:
    """Refuse a maximum that is not a multiple of the minimum."""
    if limits.maximum % limits.minimum:
        raise Refusal(
            "bad-limits",
            rules.units,
            "A maximum of {maximum} is no multiple of the minimum of {minimum}.",
            maximum=cash(limits.maximum),
            minimum=cash(limits.minimum),
        )


def counted(rules: Betting, limits: WagerLimits, chips: int, laid: Sequence[int]) -> list[Counted]:
    """Return what counts of each open wager, in the order of placing."""
    amounts = list(laid)
    if rules.units is not None:
        amounts = in_units(limits.minimum, chips, amounts)
    if rules.maximum_for == "coup":
        within = up_to(limits.maximum, amounts)
    else:
        within = [min(each, limits.maximum) for each in amounts]
    return [
        Counted(now, None if now == was else rules.maximum if now < whole else rules.units)
        for was, whole, now in zip(laid, amounts, within, strict=True)
    ]


def in_units(minimum: int, chips: int, laid: Sequence[int]) -> list[int]:
    """Wagers in whole units of the minimum (15.6.14): what is over goes back; a short one is made
    up if the chips beside the others suffice, and is void otherwise.

    >>> in_units(100, 500, [250]), in_units(100, 500, [80]), in_units(100, 480, [400, 80])
    ([200], [100], [400, 0])
    """
    amounts = [each - each % minimum if each >= minimum else each for each in laid]
    total = sum(amounts)
    for place, amount in enumerate(amounts):
        if amount < minimum:
            beside = total - amount
            amounts[place] = minimum if chips - beside >= minimum else 0
            total = beside + amounts[place]
    return amounts


def up_to(maximum: int, amounts: Sequence[int]) -> list[int]:
    """Wagers that together are no more than the maximum: the surplus comes off the last placed.

    >>> up_to(1000, [600, 300, 200])
    [600, 300, 100]
    """
    room, kept = maximum, list[int]()
    for amount in amounts:
        kept.append(min(amount, room))
        room -= kept[-1]
    return kept


def deemed(
    rules: Undisclosed, limits: WagerLimits, chips: int, beside: int, written: int
) -> Counted:
    """Return what a written wager counts for beside open ones (15.8.3): at most the chips left and
    what the maximum leaves, at least the minimum while the chips reach it."""
    left, room = chips - beside, limits.maximum - beside
    if written > left:
        return Counted(min(left, room), rules.beyond)
    if written > room:
        return Counted(room, rules.above)
    if written < limits.minimum:
        return Counted(min(limits.minimum, left), rules.below)
    return Counted(written - written % limits.minimum)


def after_blank(limits: WagerLimits, chips: int) -> int:
    """Return the chips after settlement when a form had no amount or type (15.8.3.4): less the
    minimum, as far as they reach."""
    return max(chips - limits.minimum, 0)


def after_absence(rules: Absence, limits: WagerLimits, chips: int, missed: int) -> int:
    """Return an absent player's chips after the Manager has the minimum deducted for each missed
    coup (15.5.6.1).

    >>> after_absence(Absence("15.5.6.1", most=3), WagerLimits(100, 1000), 1000, missed=5)
    700
    """
    return max(chips - limits.minimum * min(missed, rules.most), 0)
