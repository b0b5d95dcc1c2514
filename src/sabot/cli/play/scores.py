"""The scoreboards of a practice table, drawn in letters so that no colour is needed."""

from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

from rich.text import Text

from sabot.core.cards import is_pair
from sabot.coup import Coup
from sabot.coup.roads import ROWS, Result, RoadPlace, Scored, bead_plate, big_road, cropped
from sabot.rules import BANKER, PLAYER, Rulebook

BEAD_STYLES: Final = {
    "player": "bold white on blue",
    "banker": "bold white on red",
    "tie": "bold white on green",
}
RING_STYLES: Final = {"player": "bold blue", "banker": "bold red"}
BEAD_WIDTH: Final = 3
RING_WIDTH: Final = 2
GAP: Final = 3
NARROW: Final = 24
TITLES: Final = ("Bead plate", "Big road")
LEGEND: Final = "P Player, B Banker, T tie; 'B Banker pair, P. Player pair; B/ then a tie, B2 two."
BOX_LEGEND: Final = "W won, L lost, S stood off."

Cell = tuple[tuple[str, str], ...]
"""Texts and their styles."""

Grid = dict[RoadPlace, Cell]


def scores_pairs(book: Rulebook) -> bool:
    """Return True if any wager of the game is on pairs; only then the board shows them."""
    return any("pair" in field for wager in book.wagers for field in wager.reads)


def score(coup: Coup) -> Scored | None:
    """Return the scoreboard entry of a coup; None where every box has a result of its own."""
    results: dict[str | None, Result] = {"player": "player", "banker": "banker", "tie": "tie"}
    result = results.get(coup.result)
    if result is None or not scores_pairs(coup.rulebook):
        return result and Scored(result)
    player, banker = (is_pair(coup.hands[name].cards) for name in (PLAYER, BANKER))
    return Scored(result, player, banker)


def roads_shown(scored: Sequence[Scored], width: int, plain: bool = False) -> list[Text]:
    """Draw bead plate and big road side by side, or one above the other in a narrow window."""
    free = " " if plain else "·"
    if width < NARROW:
        plate = _rows(_beads(scored, narrow=True), width, free)
        road = _rows(_rings(scored, narrow=True), width, free)
        return [Text(TITLES[0]), *plate, Text(TITLES[1]), *road]
    beads = width // 3 // BEAD_WIDTH
    across = max(len(TITLES[0]), beads * BEAD_WIDTH) + GAP
    plate = _rows(_beads(scored), beads, f" {free} ")
    road = _rows(_rings(scored), (width - across) // RING_WIDTH, f"{free} ")
    lines = [Text(TITLES[0].ljust(across) + TITLES[1], "dim")]
    for left, right in zip(plate, road, strict=True):
        left.pad_right(across - left.cell_len)
        lines.append(left + right)
    return lines


def _beads(scored: Sequence[Scored], narrow: bool = False) -> Grid:
    grid: Grid = {}
    for bead in bead_plate(scored):
        coup = bead.scored
        letter = (coup.result[0].upper(), BEAD_STYLES[coup.result])
        before = ("'" if coup.banker_pair else " ", RING_STYLES["banker"])
        after = ("." if coup.player_pair else " ", RING_STYLES["player"])
        grid[bead.place] = (letter,) if narrow else (before, letter, after)
    return grid


def _rings(scored: Sequence[Scored], narrow: bool = False) -> Grid:
    grid: Grid = {}
    for ring in big_road(scored).rings:
        result = ring.scored.result
        letter = (result[0].upper(), RING_STYLES[result])
        ties = (" /23456789"[ring.ties] if ring.ties < 10 else "+", "bold green")
        grid[ring.place] = (letter,) if narrow else (letter, ties)
    return grid


def _rows(grid: Grid, columns: int, free: str) -> list[Text]:
    """Return the newest columns of a board, from the top row down."""
    gone = cropped(grid, columns)
    blank: Cell = ((free, "dim"),)
    lines = []
    for row in range(ROWS):
        cells = (grid.get(RoadPlace(column, row), blank) for column in range(gone, gone + columns))
        runs = groupby(chain.from_iterable(cells), key=itemgetter(1))
        lines.append(Text.assemble(*(("".join(t for t, _ in run), style) for style, run in runs)))
    return lines


def boxes_shown(results: Mapping[int, Sequence[str]], width: int) -> list[Text]:
    """Return the last results of every box, newest on the right."""
    lines = []
    for box, letters in sorted(results.items()):
        head = f"Box {box}: "
        room = max(1, (width - len(head) + 1) // 2)
        lines.append(Text(head + " ".join(letters[-room:])))
    return lines
