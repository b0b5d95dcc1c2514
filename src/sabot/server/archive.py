"""The past of one table, kept at hand: rows of its coups, and places to begin a replay from.

It is read on from the log as far as a question needs, and never from the beginning twice.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from threading import Lock
from typing import Any, Final

import msgspec

from sabot.compliance.protocol import Protocol, Recorder
from sabot.finding import Step
from sabot.floor import read_line
from sabot.kinds import TABLES
from sabot.refusal import Refusal
from sabot.store import Store, Stored
from sabot.table import TABLE, Table
from sabot.table.dealing import CountsAnnounced
from sabot.table.ends import TOLD, End, Stakes
from sabot.table.irregularities.coups import CoupReversed
from sabot.table.irregularities.rebuilding import CoupReopened
from sabot.table.settling import CoupEnded, ResultAnnounced

MARK_EVERY: Final = 2_000
"""So many events between two states that are kept to begin a replay from."""
COUNTS: Final = (*TABLE.names_of(CountsAnnounced), *TABLE.names_of(ResultAnnounced))
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


Bets = dict[str, tuple[int, int]]
"""What each player staked and got back."""
COUNTED: Final = re.compile(
    rb'"what":"(?:%b)"' % b"|".join(name.encode() for name in (*TOLD, *COUNTS))
)
"""The events that tell how a coup went."""


class Archive:
    """One table's past. Any thread may ask."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._stream = TABLES.stream(name)
        self._lock = Lock()
        self._read = 0
        self._rows: dict[int, tuple[CoupRow, Bets]] = {}
        self._reversed: dict[int, int] = {}
        self._stakes = Stakes()
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
            if COUNTED.search(stored.line):
                self._take(stored)

    def _take(self, stored: Stored) -> None:
        event: Any = TABLE.read_event(stored.line)
        self._stakes.put(event)
        if isinstance(event, CountsAnnounced | ResultAnnounced):
            self._totals = event.counts
        elif isinstance(event, CoupEnded):
            at = read_line(stored.line).at
            row = CoupRow(event.number, at, event.result, self._totals, void=event.void)
            self._rows[event.number] = row, _bets(self._stakes.ends_of(event.number))
            self._totals = {}
        elif isinstance(event, CoupReopened) and event.number in self._rows:
            del self._rows[event.number]
        elif isinstance(event, CoupReversed) and event.number in self._rows:
            row, bets = self._rows[event.number]
            undone = {player: (staked, staked) for player, (staked, _) in bets.items()}
            self._rows[event.number] = replace(row, void=event.clause), undone
            self._reversed[event.number] = stored.seq

    def protocol(self, number: int) -> Protocol:
        """One coup, to be replayed; a Refusal if there was none of that number."""
        recorder = Recorder(number)
        table, undone = self._begin(number)
        for stored in self._store.read(self._stream, table.version):
            line, event = read_line(stored.line), TABLE.read_event(stored.line)
            after = TABLE.evolve(table, event, line.at)
            list(recorder(Step(line, event, table, after)))
            table = after
            self._mark(table)
            if table.round.number > number + 1 and table.version >= undone:
                break
        try:
            return recorder.protocol()
        except Refusal as refused:
            raise Refusal("unknown-coup", None, refused.message) from None

    def _begin(self, number: int) -> tuple[Table, int]:
        """The newest state that is kept from before that coup, and the event that undid the coup
        when it was over, or 0."""
        with self._lock:
            self._read_on()
            earlier = [table for table in self._marks if table.round.number < number]
            return earlier[-1] if earlier else self._marks[0], self._reversed.get(number, 0)

    def _mark(self, table: Table) -> None:
        with self._lock:
            if table.version >= self._marks[-1].version + MARK_EVERY:
                self._marks.append(table)


def _with_bets(row: CoupRow, bets: Bets, player: str | None) -> CoupRow:
    own = bets.values() if player is None else [bets[player]]
    staked, returned = (sum(column) for column in zip(*own, strict=True)) if own else (0, 0)
    return replace(row, staked=staked, returned=returned)


def _bets(ends: Iterable[End]) -> Bets:
    """What each player staked in a coup, and all that came back."""
    bets: Bets = {}
    for end in ends:
        staked, returned = bets.get(end.laid.player, (0, 0))
        bets[end.laid.player] = staked + end.laid.staked, returned + end.back
    return bets
