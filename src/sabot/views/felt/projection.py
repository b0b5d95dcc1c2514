"""Data that viewers see and the state of a table does not keep, folded from its log.

Two processes that read the same lines show the same, and so does one that begins in the middle.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import msgspec

from sabot.engine.live import read_line
from sabot.table import TABLE, Table
from sabot.table.coup.dealing import CoupStarted
from sabot.table.result.clearance import CoupEnded
from sabot.table.running.opening import TableOpened
from sabot.table.shoe.preparation import CardsShuffled
from sabot.views.felt.boards import roads_of
from sabot.views.felt.display import Display, oldest_shown
from sabot.views.felt.table_shapes import Past, RoadsView, WaitView

OPENED: Final = TABLE.names_of(TableOpened)
SHUFFLED: Final = TABLE.names_of(CardsShuffled)
STARTED: Final = TABLE.names_of(CoupStarted)
ENDED: Final = TABLE.names_of(CoupEnded)
"""Names of the event types by which `first_line` finds its place, older versions included."""
WAITS_TO_TURN: Final = "expose"
WAITS_TO_DECIDE: Final = "decision"
STRIDE: Final = 1024
"""Lines that are read first when a table is resumed."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """Seconds for each decision of a player: to bet, to turn the cards in hand, to draw or
    stand."""

    bets: float
    turn: float
    decide: float


class Watching(Display):
    """Fold the lines of one table, passed to `take` in order."""

    def __init__(self) -> None:
        super().__init__()
        self._roads: tuple[tuple[Past, ...], RoadsView] | None = None

    @classmethod
    def start(cls, table: Table, lines: Iterable[bytes]) -> "Watching":
        """Fold lines of the log up to that table's version: all of them, or those from `first_line`
        on."""
        watching = cls()
        for line in lines:
            watching.take(line, table)
        return watching

    @classmethod
    def resume(cls, table: Table, read: Callable[[int], Iterable[bytes]]) -> "Watching":
        """Resume a table from the end of its log. `read` returns the lines after a number, as
        `Floor.events` does for one table; about as many are read as this shoe has."""
        back = STRIDE
        while True:
            after = max(0, table.version - back)
            lines = list(islice(read(after), table.version - after))
            begin = first_line(table, lines, whole=after == 0)
            if begin is not None:
                return cls.start(table, lines[begin:])
            back *= 4

    def take(self, line: bytes, table: Table) -> None:
        """Fold in one line. `table` is the table after it, or as it stands later in that log."""
        self.put(TABLE.read_event(line), read_line(line).at, table)

    @property
    def roads(self) -> RoadsView:
        """Return the roads of `past`; for games of common hands."""
        if self._roads is None or self._roads[0] is not self.past:
            self._roads = self.past, roads_of(self.past)
        return self._roads[1]

    def closes(self, seconds: float) -> datetime | None:
        """Return the end of this coup's countdown, `seconds` after its first stake."""
        return None if self.first_stake is None else self.first_stake + timedelta(seconds=seconds)

    def until(self, table: Table, wait: WaitView, countdown: Countdown) -> datetime | None:
        """Return the time limit of the player who is waited for; None if there is none."""
        if table.round.take_down is not None:
            return table.round.answer_by
        given = {WAITS_TO_TURN: countdown.turn, WAITS_TO_DECIDE: countdown.decide}.get(wait.step)
        if given is None or wait.player is None or self.handled is None:
            return None
        return self.handled + timedelta(seconds=given)


class _Type(msgspec.Struct):
    """The type of a logged event only: other fields differ in meaning by type."""

    what: str


class _Coup(msgspec.Struct):
    """The number of a coup, as its start and its end carry it."""

    number: int


_type_of = msgspec.json.Decoder(_Type)
_coup_of = msgspec.json.Decoder(_Coup)


def first_line(table: Table, lines: Sequence[bytes], *, whole: bool) -> int | None:
    """Return the index at which to begin in the last lines of a log so that the display is
    complete: the opening of the table, or the end of a coup, with one coup before this shoe's,
    whose ends may still be shown. None: more lines are needed, unless this is the `whole` log."""
    types = [_type_of.decode(line).what for line in lines]
    opened, shuffled = _last(types, OPENED), _last(types, SHUFFLED)
    lowest = oldest_shown(table.round.number - 1)
    if shuffled is not None:
        started = (i for i in range(shuffled, len(types)) if types[i] in STARTED)
        first = next(started, None)
        coup = table.round.number if first is None else _coup_of.decode(lines[first]).number
        lowest = max(lowest, coup - 1)
    for index in range(len(types) - 1, -1, -1):
        if index == opened:
            return index
        if types[index] in ENDED and _coup_of.decode(lines[index]).number < lowest:
            return index + 1
    return 0 if whole else None


def _last(types: Sequence[str], names: Collection[str]) -> int | None:
    """Return the index of the last event of a type, by the names of all its versions."""
    return next((i for i in range(len(types) - 1, -1, -1) if types[i] in names), None)
