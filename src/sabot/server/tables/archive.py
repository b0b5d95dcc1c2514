"""The past of one table, read from its log where a question is about: coups, and replays of them.

Coups are found by halving the stream, and a replay begins at the nearest snapshot, so that nothing
is kept in memory and no answer takes longer because a table is old.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from sabot.audit.protocol import Protocol, Recorder
from sabot.core.refusal import Refusal
from sabot.engine.finding import Step
from sabot.engine.live import Shelf, read_line
from sabot.floor.kinds import TABLES
from sabot.links.records import reversals
from sabot.server.inspect.logbook import coup_span
from sabot.store import Store
from sabot.table import TABLE, Table
from sabot.table.coup.counts import CountsAnnounced
from sabot.table.coup.dealing import CardDealt
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import TOLD, End, Stakes
from sabot.table.result.settlement import ResultAnnounced

STRIDE: Final = 2_000
"""So many events are read at a time, from the newest to the oldest."""
SCANNED: Final = 200_000
BESIDE: Final = 64
"""Events of one command stand together: so many before the one that reverses a coup are seen."""
COUNTS: Final = (*TABLE.names_of(CountsAnnounced), *TABLE.names_of(ResultAnnounced))
replace = msgspec.structs.replace


class Placed(NamedTuple):
    """A card that an event dealt: its place in a stack that bound the house by a digest, and how
    deep that was cut."""

    seq: int
    position: int
    digest: str
    depth: int


class CoupRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coup that is over. `staked` and `returned` are in cents: one player's, or everybody's."""

    coup: int
    at: datetime
    result: str | None
    totals: dict[str, int] = {}
    staked: int = 0
    returned: int = 0
    void: str | None = None


Bets = dict[str, tuple[int, int]]
"""Stake and return of each player."""
COUNTED: Final = re.compile(
    rb'"what":"(?:%b)"' % b"|".join(name.encode() for name in (*TOLD, *COUNTS))
)
"""The events that tell how a coup went."""


class Archive:
    """Reads a table's past from the log. Thread-safe. `table` returns the current state."""

    def __init__(self, store: Store, name: str, table: Callable[[], Table] | None = None) -> None:
        self._store = store
        self._stream = TABLES.stream(name)
        self._table = table or (lambda: Shelf(store, TABLES).live(name).state)
        self._empty = TABLES.empty(name)

    def coups(self, before: int | None, limit: int, player: str | None) -> list[CoupRow]:
        """The newest coups before a number, the newest first; of one player, those they bet on. No
        question looks back over more than `SCANNED` events."""
        undone = reversals(self._store, self._stream, self._table().filed)
        end = self._end_before(before)
        found: list[CoupRow] = []
        oldest, stride = max(0, end - SCANNED), STRIDE
        while end > oldest and len(found) < limit:
            start = max(0, end - stride)
            rows, first = self._rows(start, end)
            for row, bets in reversed(rows):
                if player is None or player in bets:
                    found.append(_with_bets(*_as_undone(row, bets, undone), player))
            stride = STRIDE if first < end else 4 * stride
            end = first
        return found[:limit]

    def _end_before(self, before: int | None) -> int:
        """The last event of the coup before that one, or of the log."""
        last = self._store.head(self._stream).seq
        if before is None:
            return last
        try:
            return coup_span(self._store, self._stream, max(1, before))[0] - 1
        except Refusal:
            return last if before > 1 else 0

    def _rows(self, start: int, end: int) -> tuple[list[tuple[CoupRow, Bets]], int]:
        """The coups that lie wholly between two events, in their order, and the event after which
        the first of them begins."""
        rows: dict[int, tuple[CoupRow, Bets]] = {}
        stakes, totals = Stakes(), dict[str, int]()
        whole, first, ended = start == 0, start, 0
        for stored in islice(self._store.read(self._stream, start), end - start):
            if not COUNTED.search(stored.line):
                continue
            event: Any = TABLE.read_event(stored.line)
            stakes.put(event)
            if isinstance(event, CountsAnnounced | ResultAnnounced):
                totals = event.counts
            elif isinstance(event, CoupReopened):
                whole = whole and (event.number in rows or event.number != ended)
                rows.pop(event.number, None)
            elif isinstance(event, CoupEnded) and not whole:
                whole, first, ended, stakes, totals = True, stored.seq, event.number, Stakes(), {}
            elif isinstance(event, CoupEnded):
                at = read_line(stored.line).at
                row = CoupRow(event.number, at, event.result, totals, void=event.void)
                rows[event.number] = row, _bets(stakes.ends_of(event.number))
                totals = {}
        return [*rows.values()], first if whole else end

    def span(self, number: int) -> tuple[int, int]:
        """Return the first and the last event of a coup that is over, from its first wager or
        card."""
        return self._recorded(number)[0].span()

    def _recorded(self, number: int) -> tuple[Recorder, int]:
        """Return a recorder that has seen a coup, and the last event that it saw."""
        recorder = Recorder(number)
        try:
            start, end = coup_span(self._store, self._stream, number)
        except Refusal:
            raise Refusal(
                "unknown-coup", None, "The log has no coup {number}.", number=number
            ) from None
        self._record(recorder, start, end)
        return recorder, end

    def protocol(self, number: int) -> Protocol:
        """Return a coup to be replayed; refuse a number that no coup has."""
        recorder, end = self._recorded(number)
        undone, _ = reversals(self._store, self._stream, self._table().filed).get(number, (0, ""))
        if undone > end:
            self._record(recorder, max(end + 1, undone - BESIDE), undone)
        try:
            return recorder.protocol()
        except Refusal as refused:
            raise Refusal("unknown-coup", None, refused.message) from None

    def places(self, number: int) -> tuple[list[Placed], int]:
        """From where in which stack the cards of a coup came, and the coup's last event."""
        start, end = coup_span(self._store, self._stream, number)
        table, found = self._table_at(start - 1), list[Placed]()
        for stored in islice(self._store.read(self._stream, start - 1), end - start + 1):
            line, event = read_line(stored.line), TABLE.read_event(stored.line)
            stack = table.stack
            if isinstance(event, CardDealt) and event.position is not None and stack.digest:
                found.append(Placed(stored.seq, event.position, stack.digest, stack.depth))
            table = TABLE.evolve(table, event, line.at)
        return found, end

    def _record(self, recorder: Recorder, start: int, end: int) -> None:
        """Let the recorder see these events."""
        table = self._table_at(start - 1)
        for stored in islice(self._store.read(self._stream, start - 1), end - start + 1):
            line, event = read_line(stored.line), TABLE.read_event(stored.line)
            after = TABLE.evolve(table, event, line.at)
            list(recorder(Step(line, event, table, after)))
            table = after

    def _table_at(self, seq: int) -> Table:
        """The table after that event: from the nearest snapshot before it."""
        kept, table = self._store.snapshot(self._stream, seq), self._empty
        if kept is not None:
            with suppress(msgspec.DecodeError):
                table = msgspec.msgpack.decode(kept.data, type=Table)
        for stored in islice(self._store.read(self._stream, table.version), seq - table.version):
            line = read_line(stored.line)
            table = TABLE.evolve(table, TABLE.read_event(stored.line), line.at)
        return table


def _as_undone(
    row: CoupRow, bets: Bets, undone: Mapping[int, tuple[int, str]]
) -> tuple[CoupRow, Bets]:
    """The coup as it stands if it was reversed later: everybody has their stakes back."""
    if row.coup not in undone:
        return row, bets
    back = {player: (staked, staked) for player, (staked, _) in bets.items()}
    return replace(row, void=undone[row.coup][1]), back


def _with_bets(row: CoupRow, bets: Bets, player: str | None) -> CoupRow:
    own = bets.values() if player is None else [bets[player]]
    staked, returned = (sum(column) for column in zip(*own, strict=True)) if own else (0, 0)
    return replace(row, staked=staked, returned=returned)


def _bets(ends: Iterable[End]) -> Bets:
    """Return what each player staked in a coup, and all that came back."""
    bets: Bets = {}
    for end in ends:
        staked, returned = bets.get(end.laid.player, (0, 0))
        bets[end.laid.player] = staked + end.laid.staked, returned + end.back
    return bets
