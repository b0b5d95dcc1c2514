"""The past of one table, kept at hand: rows of its coups, and places to begin a replay from.

It is read on from the log as far as a question needs, and never from the beginning twice.
"""

from collections.abc import Iterable
from datetime import datetime
from threading import Lock
from typing import Final

import msgspec

from sabot.compliance.finding import Step
from sabot.compliance.protocol import Protocol, Recorder
from sabot.floor import read_line
from sabot.ledger import LAYOUT, WORLD, Move, of_player
from sabot.refusal import Refusal
from sabot.store import Store
from sabot.table import TABLE, Table

MARK_EVERY: Final = 2_000
"""So many events between two states that are kept to begin a replay from."""
replace = msgspec.structs.replace


class CoupRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coup that is over. `staked` and `returned` are in cents: one player's, or everybody's."""

    coup: int
    at: datetime
    result: str | None
    totals: dict[str, int] = {}
    staked: int = 0
    returned: int = 0
    void: str | None = None


class _Told(msgspec.Struct):
    """The parts of an event that tell how a coup went."""

    what: str
    at: datetime
    moves: tuple[Move, ...] = ()
    counts: dict[str, int] = {}
    number: int = 0
    result: str | None = None
    void: str | None = None
    clause: str | None = None


_told = msgspec.json.Decoder(_Told)
Bets = dict[str, tuple[int, int]]
"""What each player staked and got back."""


class Archive:
    """One table's past. Any thread may ask."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._stream = f"table:{name}"
        self._lock = Lock()
        self._read = 0
        self._rows: dict[int, tuple[CoupRow, Bets]] = {}
        self._bets: Bets = {}
        self._totals: dict[str, int] = {}
        self._marks: list[Table] = [Table(name=name)]

    def coups(self, before: int | None, limit: int, player: str | None) -> list[CoupRow]:
        """The newest coups before a number, the newest first; of one player, those they bet on."""
        with self._lock:
            self._read_on()
            found: list[CoupRow] = []
            for number in sorted(self._rows, reverse=True):
                row, bets = self._rows[number]
                if before is not None and number >= before:
                    continue
                if player is not None and player not in bets:
                    continue
                found.append(_with_bets(row, bets, player))
                if len(found) == limit:
                    break
            return found

    def _read_on(self) -> None:
        for stored in self._store.read(self._stream, self._read):
            self._read = stored.seq
            line = stored.line
            if b'"moves":' in line or b'"counts":' in line or b'"coup-ended/' in line:
                self._take(_told.decode(line))

    def _take(self, told: _Told) -> None:
        if told.what.startswith("coup-reversed/") and told.number in self._rows:
            row, bets = self._rows[told.number]
            self._rows[told.number] = replace(row, void=told.clause), bets
            return
        _bet(self._bets, told.moves)
        self._totals = told.counts or self._totals
        if told.what.startswith("coup-reopened/") and told.number in self._rows:
            _, earlier = self._rows.pop(told.number)
            self._bets = _together(earlier, self._bets)
        elif told.what.startswith("coup-ended/"):
            row = CoupRow(told.number, told.at, told.result, self._totals, void=told.void)
            self._rows[told.number] = row, self._bets
            self._bets, self._totals = {}, {}

    def protocol(self, number: int) -> Protocol:
        """One coup, to be replayed; a Refusal if there was none of that number."""
        recorder = Recorder(number)
        table = self._begin(number)
        for stored in self._store.read(self._stream, table.version):
            line, event = read_line(stored.line), TABLE.read_event(stored.line)
            after = TABLE.evolve(table, event, line.at)
            list(recorder(Step(line, event, table, after)))
            table = after
            self._mark(table)
            if table.round.number > number + 1:
                break
        try:
            return recorder.protocol()
        except Refusal as refused:
            raise Refusal("unknown-coup", None, refused.message) from None

    def _begin(self, number: int) -> Table:
        """The newest state that is kept from before that coup."""
        with self._lock:
            earlier = [table for table in self._marks if table.round.number < number]
            return earlier[-1] if earlier else self._marks[0]

    def _mark(self, table: Table) -> None:
        with self._lock:
            if table.version >= self._marks[-1].version + MARK_EVERY:
                self._marks.append(table)


def _with_bets(row: CoupRow, bets: Bets, player: str | None) -> CoupRow:
    own = bets.values() if player is None else [bets[player]]
    staked, returned = (sum(column) for column in zip(*own, strict=True)) if own else (0, 0)
    return replace(row, staked=staked, returned=returned)


def _bet(bets: Bets, moves: Iterable[Move]) -> None:
    """What goes onto the layout, and what comes back to those who bet."""
    prefix = of_player("")
    for move in moves:
        if move.target == LAYOUT and move.source.startswith(prefix):
            player = move.source.removeprefix(prefix)
            staked, returned = bets.get(player, (0, 0))
            bets[player] = staked + move.amount, returned
        elif move.target.startswith(prefix) and move.source != WORLD:
            player = move.target.removeprefix(prefix)
            if player in bets:
                staked, returned = bets[player]
                bets[player] = staked, returned + move.amount


def _together(one: Bets, other: Bets) -> Bets:
    summed = dict(one)
    for player, (staked, returned) in other.items():
        before = summed.get(player, (0, 0))
        summed[player] = before[0] + staked, before[1] + returned
    return summed
