"""Planner: from entrants, tables, minutes and chips to the sessions and the finishing time."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil
from typing import Final

import msgspec

from sabot.core.money import cash
from sabot.core.refusal import Refusal

MOST_SESSIONS: Final = 50


class PlannedSession(msgspec.Struct, frozen=True):
    """A session: its players, the tables it needs, how many of each go on, and its time."""

    number: int
    final: bool
    players: int
    tables: int
    advance: int
    starts: datetime
    ends: datetime


class TournamentPlan(msgspec.Struct, frozen=True):
    """All sessions, the finishing time, and the chips of each value that the largest session
    needs."""

    sessions: tuple[PlannedSession, ...]
    ends: datetime
    stack: dict[int, int]
    needed: dict[int, int]


class PlanWish(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament to be planned: `advance` go on from each table, a session has so many `coups` of
    so many `seconds`, and `pause` minutes follow it. `chips` are those of an entrant in cents."""

    entrants: int
    tables: int
    seats: int = 7
    advance: int = 1
    coups: int = 20
    seconds: int = 75
    pause: int = 20
    chips: int


def planned(wish: PlanWish, chip_set: Mapping[int, int], starts: datetime) -> TournamentPlan:
    """Return the plan; `chip_set` has the number of chips that there are by value in cents, and an
    empty one is not looked at. Refuse what cannot be played.

    >>> noon = datetime(2026, 3, 14, 12)
    >>> found = planned(PlanWish(entrants=24, tables=4, seats=6, chips=1_000_00), {}, noon)
    >>> [(each.players, each.tables) for each in found.sessions], found.ends.strftime("%H:%M")
    ([(24, 4), (4, 1)], '13:10')
    """
    _check(wish)
    length, pause = timedelta(seconds=wish.coups * wish.seconds), timedelta(minutes=wish.pause)
    sessions: list[PlannedSession] = []
    players, at = wish.entrants, starts
    while not sessions or not sessions[-1].final:
        tables = ceil(players / wish.seats)
        final = tables == 1
        number = len(sessions) + 1
        sessions.append(
            PlannedSession(number, final, players, tables, wish.advance, at, at + length)
        )
        players, at = tables * wish.advance, at + length + pause
    stack = _stack(wish.chips, chip_set)
    needed = {value: count * wish.entrants for value, count in stack.items()}
    for value, count in needed.items():
        if count > chip_set[value]:
            message = "{count} chips of {value} are needed, and there are {held}."
            held = chip_set[value]
            raise Refusal("no-plan", None, message, count=count, value=cash(value), held=held)
    return TournamentPlan(tuple(sessions), sessions[-1].ends, stack, needed)


def _check(wish: PlanWish) -> None:
    numbers = (wish.entrants, wish.tables, wish.seats, wish.advance, wish.coups, wish.seconds)
    if min(numbers) < 1 or wish.chips < 1 or wish.pause < 0:
        raise Refusal("no-plan", None, "Every number of a plan is 1 or more.")
    if wish.advance >= wish.seats:
        raise Refusal("no-plan", None, "Fewer go on from a table than sit at it.")
    needed = ceil(wish.entrants / wish.seats)
    if needed > wish.tables:
        message = "{entrants} entrants need {needed} tables of {seats} seats, and there are {held}."
        slots = {"entrants": wish.entrants, "needed": needed, "seats": wish.seats}
        raise Refusal("no-plan", None, message, held=wish.tables, **slots)
    players = wish.entrants
    for _ in range(MOST_SESSIONS):
        tables = ceil(players / wish.seats)
        if tables == 1:
            return
        if tables * wish.advance >= players:
            break
        players = tables * wish.advance
    message = "With {advance} going on from each table, the field does not come down to one table."
    raise Refusal("no-plan", None, message, advance=wish.advance)


def _stack(chips: int, chip_set: Mapping[int, int]) -> dict[int, int]:
    """Return an entrant's chips by value, with as few as the values allow."""
    stack: dict[int, int] = {}
    left = chips
    for value in sorted(chip_set, reverse=True):
        count, left = divmod(left, value)
        if count:
            stack[value] = count
    if chip_set and left:
        message = "{chips} cannot be made up of these chips."
        raise Refusal("no-plan", None, message, chips=cash(chips))
    return stack
