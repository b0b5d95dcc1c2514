"""Check of a tournament's conditions against the demands of its document.

Silence is not "none": conditions must answer each item that the document demands, if only with
"none". Unknown keys and unreadable amounts are refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from sabot.core.money import cash, cents, cents_or_none
from sabot.core.refusal import Refusal, quoted
from sabot.rulebooks import rulebook
from sabot.rules.tournament import ConditionsItem, Tournament
from sabot.tournament import tournament_of
from sabot.tournament.prizes import WHOLE, percentage

NONE = "none"
UNREADABLE = "unreadable"
CHINESE_NAME: Final = "name_zh"
"""Key of the name that Chinese pages show; no document asks for it."""
HEADING = ("rulebook", "name", CHINESE_NAME)
"""Keys above the conditions themselves."""
FIXED_SEATS: Final = "fixed_seats"
"""Key under which conditions say for which reasons a seat is given instead of drawn. No document
asks for it; without it every seat is drawn."""


@dataclass(frozen=True, slots=True)
class ConditionsFault:
    """A missing or forbidden item: its key, the clause and a sentence."""

    item: str
    clause: str
    message: str


@dataclass(frozen=True, slots=True)
class Stage:
    """Limits from a point on; None is the start."""

    at: str | None
    minimum: int
    maximum: int


def faults(conditions: Mapping[str, Any]) -> list[ConditionsFault]:
    """All that is missing or forbidden, in the order of the document."""
    rules = tournament_of(rulebook(conditions.get("rulebook")))
    _check_keys(rules, conditions)
    said = {item.key: _read(item, conditions.get(item.key)) for item in rules.conditions}
    found = [fault for item in rules.conditions for fault in _of_item(item, said)]
    for item in rules.conditions:
        if said[item.key] is not None and (check := CHECKS.get(item.key)):
            found += check(rules, item, said)
    places = {item.key: place for place, item in enumerate(rules.conditions)}
    return sorted(found, key=lambda fault: places[fault.item])


def faults_of_each(conditions: Mapping[str, Any]) -> list[ConditionsFault]:
    """Return all faults, with one for each value that cannot be read instead of a refusal."""
    rules = tournament_of(rulebook(conditions.get("rulebook")))
    known = {item.key for item in rules.conditions}.union(HEADING)
    found = [
        ConditionsFault(key, "", f"There is no item {quoted(key)} in the conditions of this game.")
        for key in conditions
        if key not in known
    ]
    said = {key: value for key, value in conditions.items() if key in known}
    for item in rules.conditions:
        try:
            _read(item, said.get(item.key))
        except Refusal as refusal:
            found.append(ConditionsFault(item.key, item.clause, refusal.message))
    bad = {each.item for each in found}
    read = faults({key: value for key, value in said.items() if key not in bad})
    return [*found, *(each for each in read if each.item not in bad)]


def _check_keys(rules: Tournament, conditions: Mapping[str, Any]) -> None:
    known = {item.key for item in rules.conditions}.union(HEADING)
    _text(CHINESE_NAME, conditions.get(CHINESE_NAME, NONE))
    if rules.desk.fixed is not None:
        known.add(FIXED_SEATS)
        _text(FIXED_SEATS, conditions.get(FIXED_SEATS, NONE))
    for key in conditions:
        if key not in known:
            raise _unreadable(f"there is no item {quoted(key)} in the conditions of this game")


def _of_item(item: ConditionsItem, said: Mapping[str, Any]) -> Iterator[ConditionsFault]:
    answer = said[item.key]
    if answer is None:
        if not item.optional and (item.beside is None or _says_something(said[item.beside])):
            yield ConditionsFault(item.key, item.clause, f"The conditions do not say {item.asked}.")
    elif item.only is not None and answer not in item.only.answers:
        why = item.only.why
        yield ConditionsFault(
            item.key, item.only.clause, f"{why[0].upper()}{why[1:]}: this is forbidden."
        )


def _says_something(answer: object) -> bool:
    return answer not in (None, False, NONE)


# What stands under a key


def _read(item: ConditionsItem, value: object) -> Any:
    """Return the parsed value under a key; None if it is missing or blank."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        return READERS[item.says](item.key, value)
    except Refusal as refusal:
        if refusal.code == UNREADABLE:
            raise
        raise _unreadable(f"under {item.key}, {refusal.message.removesuffix('.')}") from None


def _text(key: str, value: object) -> str:
    if isinstance(value, str):
        return NONE if value.strip() == NONE else value
    raise _unreadable(f"{key} is a text, not {quoted(value)}")


def _yes(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _unreadable(f"{key} is true or false, not {quoted(value)}")


def _whole(key: str, value: object) -> int:
    if type(value) is int and value >= 0:
        return value
    raise _unreadable(f"{key} is a whole number, not {quoted(value)}")


def _basis(key: str, value: object) -> int | str:
    return value if isinstance(value, str) else _whole(key, value)


def _sum(_: str, value: object) -> int:
    return cents(value)


def _amount(_: str, value: object) -> int | str:
    return NONE if value == NONE else cents_or_none(value) or NONE


def _percentage(_: str, value: object) -> Fraction | str:
    return NONE if value == NONE else percentage(value) or NONE


def _moment(key: str, value: object) -> datetime:
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value
    raise _unreadable(f"{key} is a date and time with an offset, not {quoted(str(value))}")


def _limits(key: str, value: object) -> list[Stage] | None:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise _unreadable(f"{key} are tables headed [[{key}]], each with minimum and maximum")
    for each in value:
        for name in each:
            if name not in ("at", "minimum", "maximum"):
                raise _unreadable(f"{key} have at, minimum and maximum, and no {quoted(name)}")
    return [
        Stage(
            _text("at", each["at"]) if _given(each, "at") else None,
            cents(each.get("minimum")),
            cents(each.get("maximum")),
        )
        for each in value
    ] or None


def _given(table: Mapping[str, object], key: str) -> bool:
    value = table.get(key)
    return value is not None and not (isinstance(value, str) and not value.strip())


def _prizes(key: str, value: object) -> str | list[Fraction] | None:
    """In words, or as shares of the pool in percent."""
    if isinstance(value, list):
        return [percentage(each) for each in value] or None
    if isinstance(value, str):
        return value
    raise _unreadable(f"{key} are a text, or a list of shares in percent, not {quoted(value)}")


READERS = {
    "text": _text,
    "yes": _yes,
    "whole": _whole,
    "basis": _basis,
    "sum": _sum,
    "amount": _amount,
    "percentage": _percentage,
    "moment": _moment,
    "limits": _limits,
    "prizes": _prizes,
}


# What must not be said


def _limits_forbidden(
    rules: Tournament, item: ConditionsItem, said: Mapping[str, Any]
) -> Iterator[ConditionsFault]:
    stages: list[Stage] = said[item.key]
    for number, stage in enumerate(stages):
        if number and stage.at is None:
            yield ConditionsFault(
                item.key, item.clause, "The conditions do not say at which point the limits move."
            )
        shown = f"a maximum of {cash(stage.maximum)} beside a minimum of {cash(stage.minimum)}"
        if stage.maximum < stage.minimum:
            yield ConditionsFault(
                item.key, item.clause, f"There is {shown}, which allows no wager."
            )
        elif rules.betting.units is not None and stage.maximum % stage.minimum:
            yield ConditionsFault(
                item.key, rules.betting.units, f"There is {shown}: it is no whole number of units."
            )


def _shares_forbidden(
    rules: Tournament, item: ConditionsItem, said: Mapping[str, Any]
) -> Iterator[ConditionsFault]:
    shares = said[item.key]
    if isinstance(shares, list) and sum(shares) != WHOLE:
        yield ConditionsFault(
            item.key,
            rules.prize_money.paid_out,
            "The shares do not add up to the whole prize pool.",
        )


def _commission_forbidden(
    rules: Tournament, item: ConditionsItem, said: Mapping[str, Any]
) -> Iterator[ConditionsFault]:
    kept, approved = said["commission"], said[item.key]
    if isinstance(kept, Fraction) and kept > (0 if approved == NONE else approved):
        assert rules.prize_money.commission is not None
        yield ConditionsFault(
            item.key, rules.prize_money.commission, "The commission is more than was approved."
        )


def _numbers_forbidden(
    _: Tournament, item: ConditionsItem, said: Mapping[str, Any]
) -> Iterator[ConditionsFault]:
    least = said["minimum_players"]
    if least is not None and said[item.key] < least:
        yield ConditionsFault(
            item.key, item.clause, "The largest number of players is below the least."
        )


CHECKS = {
    "limits": _limits_forbidden,
    "prizes": _shares_forbidden,
    "commission_approved": _commission_forbidden,
    "maximum_players": _numbers_forbidden,
}
"""Checks beyond the presence of a value."""


def _unreadable(why: str) -> Refusal:
    return Refusal(UNREADABLE, None, "The conditions cannot be read: {why}.", why=why)
