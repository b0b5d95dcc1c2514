"""A table's sheet: one shift of it, from the opening of the float on, event by event.

Two processes that read the same lines have the same figures, and so has one that takes the table
up again: from what was kept of the sheet and the lines after it, or from the shift's beginning.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any, Final

import msgspec

from sabot import __version__
from sabot.compliance.exceptions.luck import net_of, settled_of, stakes_of
from sabot.core.money import CHIPS
from sabot.engine.declarations import Purse, Topic
from sabot.engine.ledger import DROP, FLOAT, of_player
from sabot.engine.live import read_line
from sabot.engine.streams import Event
from sabot.odds.distributions.together import Game
from sabot.pit.figures import (
    PACED,
    Figures,
    FinishedCoup,
    Price,
    Rating,
    put_coup,
    put_price,
    rated,
)
from sabot.table import TABLE, Table
from sabot.table.chips.floats import FloatClosed, FloatOpened
from sabot.table.coup.dealing import CoupStarted
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.players.debts import DebtWrittenOff
from sabot.table.players.seats import PlayerJoined, PlayerLeft
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.debts import CoupEvenedOut
from sabot.table.result.ends import End, Stakes
from sabot.table.result.repayments import DebtPaid
from sabot.table.result.void_wagers import CoupVoided, WagersVoided
from sabot.table.running.opening import TableOpened
from sabot.table.running.variant import SchemeSwitched

STRIDE: Final = 4096
KEEP_EVERY: Final = 1000
"""The sheet is worth keeping after so many events."""
replace = msgspec.structs.replace


class ShiftSheet:
    """Figures of one table, fed with its events in order by `put`. Exact values are slow to count:
    coups wait in `unpriced` until `price` adds them. `to_keep` is the part that may be stored now.
    """

    def __init__(self, figures: Figures | None = None) -> None:
        self.figures = figures or Figures()
        self.to_keep: bytes | None = None
        self._kept = self.figures.seq
        self._draft: bytes | None = None
        self._last: tuple[FinishedCoup, Price | None] | None = None
        self._is_priced = False

    @classmethod
    def resume(
        cls, table: Table, read: Callable[[int], Iterable[bytes]], kept: bytes | None = None
    ) -> "ShiftSheet":
        """Take a table's sheet up again, from what was `kept` of it or from the log. `read` gives
        the lines after a number."""
        figures = _decoded(kept, table.version)
        if figures is None:
            return cls._from_log(table, read)
        sheet = cls(figures)
        sheet._take(islice(read(figures.seq), table.version - figures.seq))
        return sheet

    @classmethod
    def _from_log(cls, table: Table, read: Callable[[int], Iterable[bytes]]) -> "ShiftSheet":
        back = STRIDE
        while True:
            after = max(0, table.version - back)
            lines = list(islice(read(after), table.version - after))
            first = _begin(lines, table.shift is not None)
            if first is not None or after == 0:
                sheet = cls(Figures(seq=after + (first or 0)))
                sheet._take(lines[first or 0 :])
                return sheet
            back *= 4

    def _take(self, lines: Iterable[bytes]) -> None:
        stakes = Stakes()
        for line in lines:
            event = TABLE.read_event(line)
            stakes.put(event)
            self.put(event, line, read_line(line).at, stakes)

    def put(self, event: Event, line: bytes, at: datetime, stakes: Stakes) -> None:
        """Add an event, and the stakes after it."""
        figures = self.figures
        figures.seq += 1
        if Topic.COUP in event.topics:
            figures.dealt = at
        self._move(event, at)
        match event:
            case TableOpened():
                figures.game = game_of(event)
            case SchemeSwitched() if figures.game is not None:
                game = figures.game
                figures.game = Game(
                    game.rulebook, game.edition, game.decks, event.scheme, game.chip
                )
            case FloatOpened():
                self._begin_shift(at)
            case FloatClosed():
                figures.win += event.variance
            case PlayerJoined():
                rated(figures, event.player, at).here = at
            case PlayerLeft():
                self._leave(event.player, at)
            case CoupStarted():
                self._deal(read_line(line).by, at)
            case CoupEnded():
                self._end(event.number, at, stakes.ends_of(event.number))
            case CoupReopened():
                self._undo(event.number)
            case CoupReversed():
                self._reverse(event, at)
            case CoupVoided() | WagersVoided():
                self._owe(event.owed, at)
            case CoupEvenedOut():
                self._differ(event, at)
            case DebtPaid():
                self._receive(event)
            case DebtWrittenOff():
                self._owe({event.player: -event.amount}, at)

    # Money

    def _move(self, event: Event, at: datetime) -> None:
        for move in getattr(event, "moves", ()):
            if move.currency != CHIPS:
                continue
            for place, amount in ((move.source, -move.amount), (move.target, move.amount)):
                if place == FLOAT and Purse.FLOAT not in event.transfers:
                    self.figures.win += amount
                elif place.startswith(of_player("")) and Purse.PLAYERS not in event.transfers:
                    rated(self.figures, place.removeprefix(of_player("")), at).result += amount

    def _begin_shift(self, at: datetime) -> None:
        old = self.figures
        here = {
            name: Rating(name, at, here=at)
            for name, each in old.ratings.items()
            if each.here is not None
        }
        self.figures = Figures(seq=old.seq, game=old.game, since=at, ratings=here, dealt=at)
        self._last = None

    # People

    def _leave(self, player: str, at: datetime) -> None:
        rating = rated(self.figures, player, at)
        if rating.here is not None:
            rating.seconds += (at - rating.here).total_seconds()
        rating.here, rating.left = None, at

    def _deal(self, by: str, at: datetime) -> None:
        """A coup begins: the one before it can no longer be opened again."""
        self.to_keep, self._draft = self._draft or self.to_keep, None
        if self.figures.dealer != by:
            self.figures.dealer, self.figures.dealing_since = by, at

    # Coups

    def _end(self, number: int, at: datetime, ends: Sequence[End]) -> None:
        figures = self.figures
        figures.coups += 1
        figures.ended = [*figures.ended[1 - PACED :], at]
        self._last = None
        settled = settled_of(ends)
        if settled and figures.game is not None and figures.since is not None:
            over = _over(number, figures.game, settled)
            put_coup(figures, over)
            figures.unpriced.append(over)
            self._last, self._is_priced = (over, None), False
        if figures.seq - self._kept >= KEEP_EVERY:
            self._kept, self._draft = figures.seq, msgspec.msgpack.encode((__version__, figures))

    def _undo(self, number: int) -> None:
        """A coup that is played again, or never counted."""
        last, self._draft = self._last, None
        if last is None or last[0].number != number:
            return
        over, price = last
        put_coup(self.figures, over, -1)
        if self._is_priced:
            put_price(self.figures, over, price, -1)
        self.figures.unpriced = [each for each in self.figures.unpriced if each.number != number]
        self._last = None

    def _differ(self, event: CoupReversed | CoupEvenedOut, at: datetime) -> None:
        """Count what is due to and from players who have left, and what those here owe."""
        for player, due in event.absent.items():
            rated(self.figures, player, at).result += due
        here = {name: owed for name, owed in event.owed.items() if name not in event.absent}
        self._owe(here, at)
        self.figures.unpaid += sum(event.owed.values()) - sum(here.values())

    def _owe(self, owed: Mapping[str, int], at: datetime) -> None:
        for player, amount in owed.items():
            rated(self.figures, player, at).result -= amount
            self.figures.unpaid += amount

    def _receive(self, event: DebtPaid) -> None:
        """Count what the float or the drop box received of a debt."""
        cash = sum(move.amount for move in event.moves if move.target == DROP)
        self.figures.win += cash
        self.figures.unpaid -= cash
        self.figures.unpaid -= sum(move.amount for move in event.moves if move.target == FLOAT)

    def _reverse(self, event: CoupReversed, at: datetime) -> None:
        self._differ(event, at)
        if event.only is None:
            self._undo(event.number)

    def price(self, priced: Iterable[tuple[FinishedCoup, Price | None]]) -> None:
        """Add the values of coups. A coup that was reopened meanwhile waits with its new end."""
        prices = {id(over): price for over, price in priced}
        waiting, self.figures.unpriced = self.figures.unpriced, []
        for over in waiting:
            if id(over) not in prices:
                self.figures.unpriced.append(over)
                continue
            price = prices[id(over)]
            put_price(self.figures, over, price)
            if self._last is not None and self._last[0] is over:
                self._last, self._is_priced = (over, price), True


def game_of(opened: TableOpened) -> Game:
    setup = opened.setup
    return Game(setup.rulebook, setup.edition, setup.decks, setup.scheme, setup.chip)


def _over(number: int, game: Game, settled: Sequence[End]) -> FinishedCoup:
    own: dict[str, list[End]] = {}
    for end in settled:
        own.setdefault(end.laid.player, []).append(end)
    return FinishedCoup(
        number,
        game,
        {player: stakes_of(ends) for player, ends in own.items()},
        {player: net_of(ends) for player, ends in own.items()},
    )


class _Glance(msgspec.Struct):
    what: str


_glance: Final = msgspec.json.Decoder(_Glance)
_decoder: Final[Any] = msgspec.msgpack.Decoder(tuple[str, Figures])


def _begin(lines: Sequence[bytes], has_shift: bool) -> int | None:
    """Return the index at which to begin: the opening of the table before that of the last float,
    if there was one. None: further back."""
    opened = not has_shift
    for index in range(len(lines) - 1, -1, -1):
        what = _glance.decode(lines[index]).what
        if what.startswith("float-opened/"):
            opened = True
        elif opened and what.startswith("table-opened/"):
            return index
    return None


def _decoded(kept: bytes | None, version: int) -> Figures | None:
    """Figures as this release has kept them; None if these are none, or of a later log."""
    with suppress(msgspec.DecodeError, OverflowError):
        release, figures = _decoder.decode(kept or b"")
        return figures if release == __version__ and figures.seq <= version else None
    return None
