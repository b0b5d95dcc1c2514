"""The scoreboards of a baccarat table: bead plate, big road, and the roads derived from it.

Pure: results go in, places on a grid come out. Columns and rows count from 0, top left.

A derived road asks of every win on the big road whether the columns repeat themselves: red says
that they do, blue that they do not. Its colours mean neither Banker nor Player.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, NamedTuple

from sabot.core.pictures import Picture
from sabot.core.refusal import Refusal, list_of, quoted, text_of

ROWS: Final = 6

BIG_EYE: Final = 1
SMALL: Final = 2
COCKROACH: Final = 3
DERIVED: Final = (BIG_EYE, SMALL, COCKROACH)
"""Number of columns that each derived road looks back."""

Result = Literal["player", "banker", "tie"]
Winner = Literal["player", "banker"]
Colour = Literal["red", "blue"]
TIE: Final = "tie"
RED: Final = "red"
BLUE: Final = "blue"


@dataclass(frozen=True, slots=True)
class Scored:
    """A coup on a scoreboard: its result, which hands began with a pair, and whether a hand was a
    natural."""

    result: Result
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False


class RoadPlace(NamedTuple):
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Bead:
    """A coup on the bead plate, ties included."""

    place: RoadPlace
    scored: Scored


@dataclass(frozen=True, slots=True)
class Ring:
    """A win on the big road, with the ties that followed it.

    The first ring also bears the ties from before it. Pair dots are those of the winning coup: a
    tie takes no cell, so its own pairs are seen on the bead plate alone.
    """

    place: RoadPlace
    scored: Scored
    ties: int = 0


@dataclass(frozen=True, slots=True)
class BigRoad:
    """The rings in the order of the coups, and the ties that still wait for a first one."""

    rings: tuple[Ring, ...] = ()
    waiting_ties: int = 0


@dataclass(frozen=True, slots=True)
class Dot:
    """A mark on a derived road."""

    place: RoadPlace
    colour: Colour


def bead_plate(coups: Iterable[Scored]) -> tuple[Bead, ...]:
    """Every coup in turn: down a column of six, then on to the next column."""
    return tuple(Bead(RoadPlace(*divmod(n, ROWS)), scored) for n, scored in enumerate(coups))


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


def derived_road(coups: Iterable[Scored], k: int) -> tuple[Dot, ...]:
    """The derived road that looks `k` columns back, laid out by its own colours.

    >>> letters = {"P": "player", "B": "banker", "T": "tie"}
    >>> def drawn(text, k):
    ...     dots = derived_road([Scored(letters[letter]) for letter in text], k)
    ...     return " ".join(f"{dot.colour}@{dot.place.column},{dot.place.row}" for dot in dots)
    >>> drawn("BPPPP", BIG_EYE)
    'blue@0,0 red@1,0 red@1,1'
    >>> drawn("BBPPPBPBB", SMALL)
    'blue@0,0 blue@0,1 blue@0,2'
    >>> drawn("BBPPPBPBB", COCKROACH)
    'blue@0,0 red@1,0'
    """
    lengths = _streak_lengths(coups)
    colours = [
        colour
        for column, length in enumerate(lengths, 1)
        for row in range(1, length + 1)
        if (colour := _derived(lengths, column, row, k))
    ]
    return tuple(map(Dot, lay_out(colours), colours))


def ask(
    coups: Iterable[Scored], winner: Winner
) -> tuple[Colour | None, Colour | None, Colour | None]:
    """The marks that big eye boy, small road and cockroach pig would get if this side won next.

    None where that road would not have begun.

    >>> ask([Scored("banker"), Scored("player")], "player")
    ('blue', None, None)
    >>> ask([Scored("banker"), Scored("player")], "banker")
    ('red', None, None)
    """
    lengths = _streak_lengths([*coups, Scored(winner)])
    big_eye, small, cockroach = (_derived(lengths, len(lengths), lengths[-1], k) for k in DERIVED)
    return big_eye, small, cockroach


def counts_of(coups: Iterable[Scored]) -> dict[str, int]:
    """Count each result, naturals, and pairs of either hand.

    >>> counts_of([Scored("banker", banker_pair=True), Scored("tie", natural=True)])
    {'player': 0, 'banker': 1, 'tie': 1, 'natural': 1, 'player_pair': 0, 'banker_pair': 1}
    """
    shown = list(coups)
    results = [scored.result for scored in shown]
    return {
        "player": results.count("player"),
        "banker": results.count("banker"),
        "tie": results.count("tie"),
        "natural": sum(scored.natural for scored in shown),
        "player_pair": sum(scored.player_pair for scored in shown),
        "banker_pair": sum(scored.banker_pair for scored in shown),
    }


def _streak_lengths(coups: Iterable[Scored]) -> list[int]:
    """The logical columns of the big road: tails counted in full, ties ignored."""
    winners = (scored.result for scored in coups if scored.result != TIE)
    return [sum(1 for _ in streak) for _, streak in groupby(winners)]


def _derived(lengths: Sequence[int], column: int, row: int, k: int) -> Colour | None:
    """The mark for one win; columns and rows count from 1 here. None before the road begins.

    A column's first win compares the column that it ended with the one `k` before that. A later
    win asks whether the column `k` back went this deep as well: only the first step beyond that
    column's end is blue, and the rest of a straight drop is red again.
    """

    def length(of: int) -> int:
        return lengths[of - 1]

    if row == 1:
        if column < k + 2:
            return None
        return RED if length(column - 1) == length(column - 1 - k) else BLUE
    if column < k + 1:
        return None
    return BLUE if row == length(column - k) + 1 else RED


def lay_out(marks: Iterable[Hashable]) -> list[RoadPlace]:
    """Return the places of marks on a road: equal marks go down, a change starts a new column.

    A streak that finds the cell below it taken, or stands on the floor, turns right and stays on
    that row: the dragon tail. A new streak starts one column right of where the streak before it
    started, or at the first column to the right whose top cell is free.
    """
    places: list[RoadPlace] = []
    taken: set[RoadPlace] = set()
    streak: Hashable = None
    start = here = RoadPlace(-1, 0)
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


def _first_free(column: int, taken: set[RoadPlace]) -> RoadPlace:
    while RoadPlace(column, 0) in taken:
        column += 1
    return RoadPlace(column, 0)


def cropped(places: Iterable[RoadPlace], columns: int) -> int:
    """Return the number of columns to leave out on the left so that the newest fit into
    `columns`."""
    return max(0, max((place.column for place in places), default=-1) + 1 - columns)


LETTERS: Final[dict[str, Result]] = {
    **dict.fromkeys("Pp闲閒", "player"),
    **dict.fromkeys("Bb庄莊", "banker"),
    **dict.fromkeys("Tt和", "tie"),
}
CELL: Final = 18
COLOURS: Final = {"player": "#24c", "banker": "#c22", "tie": "#282", RED: "#c22", BLUE: "#24c"}


def read_results(text: str) -> tuple[Scored, ...]:
    """Read results from letters (P B T, or 闲 庄 和), with any spaces, commas or hyphens between.

    >>> [each.result for each in read_results("B P, 和")]
    ['banker', 'player', 'tie']
    """
    text = text_of("A night", text, "BBPTB")
    letters = [each for each in text if each not in " ,;-\n\t"]
    strange = [each for each in letters if each not in LETTERS]
    if strange:
        raise Refusal(
            "bad-result", None, f"{quoted(strange[0])} is no result: write P, B or T for each coup."
        )
    return tuple(Scored(LETTERS[each]) for each in letters)


def _scored(coups: Iterable[Scored]) -> tuple[Scored, ...]:
    listed = list_of("Results", coups, '"PBT"')
    for each in listed:
        if not isinstance(each, Scored):
            raise Refusal("bad-result", None, f"{quoted(each)} is no result: write P, B or T.")
    return tuple(listed)


def plot(coups: Iterable[Scored] | str) -> Picture:
    """Draw the bead plate, the big road and the three derived roads, one below another.

    >>> plot("BBPTB")
    Picture(1,338 bytes of SVG)
    """
    shown = read_results(coups) if isinstance(coups, str) else _scored(coups)
    boards: list[list[tuple[RoadPlace, str, str]]] = [
        [(each.place, COLOURS[each.scored.result], "bead") for each in bead_plate(shown)],
        [(ring.place, COLOURS[ring.scored.result], str(ring.ties or ""))
         for ring in big_road(shown).rings],
        *([(dot.place, COLOURS[dot.colour], "") for dot in derived_road(shown, k)]
          for k in DERIVED),
    ]  # fmt: skip
    high = ROWS * CELL + CELL
    columns = max([12, *(place.column + 1 for board in boards for place, _, _ in board)])
    width, height = columns * CELL + 2, high * len(boards)
    parts = [
        _mark(place, at * high, colour, note)
        for at, board in enumerate(boards)
        for place, colour, note in board
    ]
    grids = "".join(
        f"<rect x='1' y='{at * high + 1}' width='{columns * CELL}' height='{ROWS * CELL}'"
        " fill='none' stroke='#bbb'/>"
        for at in range(len(boards))
    )
    label = f"Roads of {len(shown)} coups"
    return Picture(
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}'"
        f" height='{height}' font-family='system-ui' font-size='11' role='img'"
        f" aria-label='{label}'>{grids}{''.join(parts)}</svg>"
    )


def _mark(place: RoadPlace, top: int, colour: str, note: str) -> str:
    """Draw one mark: a filled bead, or a ring with its number of ties."""
    x, y = place.column * CELL + CELL // 2 + 1, top + place.row * CELL + CELL // 2 + 1
    fill = colour if note == "bead" else "none"
    ring = f"<circle cx='{x}' cy='{y}' r='7' fill='{fill}' stroke='{colour}' stroke-width='2'/>"
    if note in ("", "bead"):
        return ring
    return f"{ring}<text x='{x}' y='{y + 4}' text-anchor='middle' fill='#282'>{note}</text>"
