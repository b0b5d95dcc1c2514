"""The scoreboards of a baccarat table: the bead plate and the big road.

Pure: results go in, places on a grid come out. Columns and rows count from 0, top left.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

ROWS: Final = 6

Result = Literal["player", "banker", "tie"]
TIE: Final = "tie"


@dataclass(frozen=True, slots=True)
class Scored:
    """What a scoreboard remembers of one coup: its result, and which hands began with a pair."""

    result: Result
    player_pair: bool = False
    banker_pair: bool = False


class Place(NamedTuple):
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Bead:
    """One coup on the bead plate, ties included."""

    place: Place
    scored: Scored


@dataclass(frozen=True, slots=True)
class Ring:
    """One win on the big road, with the ties that followed it.

    The first ring also bears the ties from before it. Pair dots are those of the winning coup:
    a tie takes no cell, so its own pairs are seen on the bead plate alone.
    """

    place: Place
    scored: Scored
    ties: int = 0


@dataclass(frozen=True, slots=True)
class BigRoad:
    """The rings in the order of the coups, and the ties that still wait for a first one."""

    rings: tuple[Ring, ...] = ()
    waiting_ties: int = 0


def bead_plate(coups: Iterable[Scored]) -> tuple[Bead, ...]:
    """Every coup in turn: down a column of six, then on to the next column."""
    return tuple(Bead(Place(*divmod(n, ROWS)), scored) for n, scored in enumerate(coups))


def big_road(coups: Iterable[Scored]) -> BigRoad:
    """Streaks of one winner in columns; ties are marks on the last ring.

    >>> road = big_road(map(Scored, ("banker", "banker", "tie", "player")))
    >>> [(ring.scored.result, *ring.place, ring.ties) for ring in road.rings]
    [('banker', 0, 0, 0), ('banker', 0, 1, 1), ('player', 1, 0, 0)]
    """
    wins: list[Scored] = []
    ties: list[int] = []
    waiting = 0
    for scored in coups:
        if scored.result != TIE:
            wins.append(scored)
            ties.append(waiting)
            waiting = 0
        elif wins:
            ties[-1] += 1
        else:
            waiting += 1
    places = lay_out(scored.result for scored in wins)
    return BigRoad(tuple(map(Ring, places, wins, ties)), waiting)


def lay_out(marks: Iterable[Hashable]) -> list[Place]:
    """Where marks go on a road: equal ones downwards, a change starts a new column.

    A streak that finds the cell below it taken, or stands on the floor, turns right and stays on
    that row: the dragon tail. A new streak starts one column right of where the streak before it
    started, or at the first column to the right whose top cell is free.
    """
    places: list[Place] = []
    taken: set[Place] = set()
    streak: Hashable = None
    start = here = Place(-1, 0)
    turned = False
    for mark in marks:
        below = here._replace(row=here.row + 1)
        if not places or mark != streak:
            streak, turned = mark, False
            start = _first_free(start.column + 1, taken)
            here = start
        elif turned or below.row == ROWS or below in taken:
            turned = True
            here = here._replace(column=here.column + 1)
        else:
            here = below
        places.append(here)
        taken.add(here)
    return places


def _first_free(column: int, taken: set[Place]) -> Place:
    while Place(column, 0) in taken:
        column += 1
    return Place(column, 0)


def cropped(places: Iterable[Place], columns: int) -> int:
    """How many columns to leave out on the left so that the newest fit into so many."""
    return max(0, max((place.column for place in places), default=-1) + 1 - columns)
