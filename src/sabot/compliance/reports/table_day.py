"""A table's day: drop, win, hold, fills, credits, coups, exceptions."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.compliance.reports.records import Records
from sabot.compliance.reports.sheet import (
    TABLE,
    Ref,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    section,
    words,
)
from sabot.engine.finding import Step
from sabot.engine.ledger import FLOAT, Move
from sabot.floor.kinds import TABLES
from sabot.sentences.words import Told, filled, game
from sabot.table.chips.change import ChipsBought
from sabot.table.chips.fills import FloatCredited, FloatFilled
from sabot.table.chips.floats import (
    FloatClosed,
    FloatOpened,
    ShiftReport,
    report_of_shift,
    share,
)
from sabot.table.heat.words import is_for_heats
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import Stakes
from sabot.table.result.void_wagers import CoupVoided
from sabot.table.state import IN_COUP, Table

SUMMED: Final = ("fills", "credits", "cash", "cashless", "accounts", "drop", "win", "variance")
EVENTS: Final = {
    "fills": (FloatFilled,),
    "credits": (FloatCredited,),
    "cash": (ChipsBought,),
    "cashless": (ChipsBought,),
    "drop": (ChipsBought,),
    "variance": (FloatClosed,),
    "coups": (CoupEnded,),
    "void": (CoupVoided, CoupReversed),
}
COLUMNS: Final = (
    TABLE,
    SheetColumn("Game"),
    SheetColumn("Float at first", "money"),
    SheetColumn("Fills", "money"),
    SheetColumn("Credits", "money"),
    SheetColumn("Cash drop", "money"),
    SheetColumn("Cashless", "money"),
    SheetColumn("From accounts", "money"),
    SheetColumn("Drop", "money"),
    SheetColumn("Float at last", "money"),
    SheetColumn("Variance", "money"),
    SheetColumn("Win", "money"),
    SheetColumn("Hold", "share"),
    SheetColumn("Coups", "count"),
    SheetColumn("Void", "count"),
    SheetColumn("Staked", "money"),
    SheetColumn("Paid back", "money"),
    SheetColumn("Exceptions", "count"),
)


class Day:
    """A table from its state at the start of the day; `put` takes its events."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sums: dict[str, int] = defaultdict(int)
        self.events: dict[str, list[Ref]] = defaultdict(list)
        self.opening = _float(table)
        self._base = report_of_shift(table)
        self._stakes = Stakes()
        self._stakes.lying = dict(table.round.stakes)
        self._stakes.coup, self._stakes.dealing = table.round.number, table.phase in IN_COUP

    def put(self, step: Step[Table]) -> None:
        event, ref = step.event, Ref(step.line.stream, step.line.seq)
        if isinstance(event, FloatOpened):
            self._close_shift()
            self._base = None
        self.table = step.after
        for name, kinds in EVENTS.items():
            if isinstance(event, kinds):
                self.events[name].append(ref)
        if _from_accounts(step.after) > _from_accounts(step.before):
            self.events["accounts"].append(ref)
            self.events["drop"].append(ref)
        moves: tuple[Move, ...] = getattr(event, "moves", ())
        if any(FLOAT in (move.source, move.target) for move in moves):
            self.events["win"].append(ref)
        self.sums["coups"] += isinstance(event, CoupEnded)
        self.sums["void"] += isinstance(event, CoupVoided | CoupReversed)
        for end in self._stakes.put(event):
            sign = -1 if end.undone else 1
            self.sums["staked"] += sign * end.laid.staked
            self.sums["returned"] += sign * end.back
            self.events["staked"].append(ref)

    def end(self) -> None:
        self._close_shift()

    def _close_shift(self) -> None:
        """Add the shift's sums of this day: its current sums less those at the start of the day."""
        shift = report_of_shift(self.table)
        if shift is None:
            return
        for name in SUMMED:
            self.sums[name] += getattr(shift, name) - _of(self._base, name)
        self._base = shift

    @property
    def hold(self) -> int | None:
        drop = self.sums["drop"]
        return share(self.sums["win"], drop) if drop else None


def _from_accounts(table: Table) -> int:
    """Return the cents that players brought from their accounts in the shift."""
    return 0 if table.shift is None else table.shift.accounts


def _of(shift: ShiftReport | None, name: str) -> int:
    return 0 if shift is None else getattr(shift, name)


def _float(table: Table) -> int | None:
    """Return the cents in the float; None where it is locked."""
    shift = report_of_shift(table)
    return None if shift is None or not shift.is_open else shift.float_now


def days(
    records: Records, table: str, since: datetime, until: datetime
) -> Iterator[tuple[str, Day]]:
    """The day of one table, or of each that was open or saw anything."""
    for stream in records.tables(table):
        state, steps = records.steps(TABLES, stream, since, until)
        day = Day(state)
        for step in steps:
            day.put(step)
        day.end()
        if is_for_heats(day.table):
            continue  # tournament chips have no cash value
        if day.table is not state or day.opening is not None:
            yield stream, day


GONE: Final = "Exceptions up to {last} are not all counted here: `sabot reports` reads them all."


def of_tables(records: Records, table: str, since: datetime, until: datetime) -> list[Section]:
    found = [each for each in records.exceptions() if since <= each.at < until]
    rows = []
    for stream, day in days(records, table, since, until):
        own = [Ref(each.stream, each.seq) for each in found if each.stream == stream]
        rows.append(_row(stream, day, own))
    made = section("Tables", COLUMNS, rows)
    gone = records.gone()
    if gone is None or gone < since:
        return [made]
    last = records.local(gone)
    note = filled(GONE, last=last)
    return [msgspec.structs.replace(made, note=note.en, note_words=note.words)]


def _row(stream: str, day: Day, exceptions: list[Ref]) -> list[SheetCell]:
    sums, events = day.sums, day.events
    setup: Any = day.table.setup

    def summed(name: str, source: str = "") -> SheetCell:
        return figure(sums[name], events[source or name])

    return [
        figure(TABLES.name(stream)),
        words(Told() if setup is None else game(setup.rulebook)),
        figure(day.opening),
        *(summed(name) for name in ("fills", "credits", "cash", "cashless", "accounts", "drop")),
        figure(_float(day.table)),
        summed("variance"),
        summed("win"),
        figure(day.hold, () if day.hold is None else events["win"]),
        summed("coups"),
        summed("void"),
        summed("staked"),
        summed("returned", "staked"),
        figure(len(exceptions), exceptions),
    ]
