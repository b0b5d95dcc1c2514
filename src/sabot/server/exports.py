"""A table's log as files: lines as they are, or rows for a spreadsheet (RFC 4180, UTF-8).

Rows come in the order of the log and are never taken back: a settlement that was undone has a
second row that says so. Amounts are decimals of the table's currency, times are in UTC.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

import msgspec

from sabot.compliance.finding import Step
from sabot.compliance.words import clause_of, words_of
from sabot.live import Line, read_line
from sabot.money import dollars
from sabot.store.lines import stamp
from sabot.table import TABLE, Table
from sabot.table.dealing import CoupStarted
from sabot.table.irregularities.coups import CoupReversed
from sabot.table.irregularities.rebuilding import CoupReopened
from sabot.table.settling import CoupEnded, WagersSettled
from sabot.table.state import Laid

Row = tuple[object, ...]
RISKY: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A spreadsheet takes a cell that begins so for a formula."""
EVENT_HEAD: Final = ("table", "event", "at", "by", "what", "command", "clause", "text", "hash")
SETTLED_HEAD: Final = (
    "table", "coup", "event", "at", "row", "stake", "player", "wager", "box", "currency", "staked",
    "live", "outcome", "odds", "pays", "returns", "clause",
)  # fmt: skip
COUP_HEAD: Final = (
    "table", "coup", "time", "first event", "last event", "began", "over", "stack", "result",
    "hands", "stakes", "staked", "returned", "no bet", "void", "last of the stack",
)  # fmt: skip


class Unreadable(ValueError):
    """A line that is no event of a table."""


def cells(rows: Iterable[Row]) -> bytes:
    """Rows as comma-separated text. Text that a spreadsheet would run is made plain text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([[_cell(value) for value in row] for row in rows])
    return text.getvalue().encode()


def _cell(value: object) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    text = stamp(value) if isinstance(value, datetime) else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(RISKY) else text


class Amount(int):
    """Cents that are written as decimals; never text that could be taken for a formula."""

    def __str__(self) -> str:
        return dollars(int(self))


def file_name(table: str, file: str) -> str:
    """The header that names a download, whatever the table is called."""
    plain = "".join(each if each.isascii() and each.isalnum() else "-" for each in table)
    return (
        f'attachment; filename="table-{plain}-{file}"; '
        f"filename*=UTF-8''table-{quote(table, safe='')}-{file}"
    )


class Events:
    """One row for each event, in words."""

    head = EVENT_HEAD

    def __init__(self, table: str) -> None:
        self._table = table

    def take(self, text: bytes) -> Iterator[Row]:
        line, event = _read(text)
        words, clause = ("", None) if event is None else (words_of(event).en, clause_of(event))
        digest = text[-66:-2].decode(errors="replace")
        yield (self._table, line.seq, line.at, line.by, line.what, line.id, clause, words, digest)


@dataclass
class Folded:
    """A table put together again from its lines, event by event."""

    name: str
    state: Table = field(init=False)

    def __post_init__(self) -> None:
        self.state = Table(name=self.name)

    def step(self, text: bytes) -> Step[Table] | None:
        """The next event with the table before and after it; None where nothing is known of it,
        and the table stays as it was."""
        line, event = _read(text)
        if event is None:
            return None
        before = self.state
        try:
            self.state = TABLE.evolve(before, event, line.at)
        except Exception:  # a forged log: the audit says what is wrong with it
            return None
        return Step(line, event, before, self.state)


class Settlements:
    """One row for each stake that was settled, and one for each settlement that was undone."""

    head = SETTLED_HEAD

    def __init__(self, table: str) -> None:
        self._fold = Folded(table)
        self._settled: dict[int, Row] = {}
        self._coups: dict[int, list[Row]] = {}

    def take(self, text: bytes) -> Iterator[Row]:
        step = self._fold.step(text)
        if step is None:
            return
        event, coup = step.event, step.before.round.number
        if isinstance(event, WagersSettled):
            for line in event.lines:
                laid = step.before.round.stakes.get(line.sequence)
                if laid is not None:
                    row = _settlement(laid, line)
                    self._settled[line.sequence] = row
                    yield (*self._place(step, coup), "settled", *row)
        elif isinstance(event, CoupEnded):
            # Kept as long as the table itself may still reverse the coup.
            self._coups[coup] = list(self._settled.values())
            self._coups = {past.number: self._coups.get(past.number, [])
                           for past in step.after.past}  # fmt: skip
            self._settled.clear()
        elif isinstance(event, CoupReversed):
            for row in self._coups.pop(event.number, ()):
                yield (*self._place(step, event.number), "undone", *row)
        else:
            yield from self._undone(step)

    def _undone(self, step: Step[Table]) -> Iterator[Row]:
        sequences: tuple[int, ...] = getattr(step.event, "undone", ())
        coup = step.after.round.number
        if isinstance(step.event, CoupReopened):
            sequences = tuple(self._settled) or tuple(
                int(str(row[0])) for row in self._coups.get(coup, ())
            )
            for row in self._coups.pop(coup, ()):
                self._settled.setdefault(int(str(row[0])), row)
        for sequence in sequences:
            row_ = self._settled.pop(sequence, None)
            if row_ is not None:
                yield (*self._place(step, coup), "undone", *row_)

    def _place(self, step: Step[Table], coup: int) -> Row:
        return (self._fold.name, coup, step.line.seq, step.line.at)


def _settlement(laid: Laid, line: Any) -> Row:
    return (
        laid.sequence, laid.player, laid.on, laid.box, laid.currency, Amount(laid.staked),
        Amount(laid.live), line.outcome, line.odds, Amount(line.pays), Amount(line.returns),
        line.clause,
    )  # fmt: skip


class Coups:
    """One row for each coup that is over; one that was opened again and ended anew has another."""

    head = COUP_HEAD

    def __init__(self, table: str) -> None:
        self._fold = Folded(table)
        self._first = 1
        self._began: datetime | None = None
        self._times: dict[int, int] = {}
        self._returns: dict[int, int] = {}

    def take(self, text: bytes) -> Iterator[Row]:
        step = self._fold.step(text)
        if step is None:
            return
        event = step.event
        if isinstance(event, CoupStarted):
            self._began = step.line.at
        elif isinstance(event, WagersSettled):
            self._returns |= {line.sequence: line.returns for line in event.lines}
        elif isinstance(event, CoupEnded):
            yield self._row(step, event)
            self._first, self._began = step.line.seq + 1, None
            self._returns.clear()
        elif isinstance(event, CoupReopened):
            self._returns.clear()
        else:
            for sequence in getattr(event, "undone", ()):
                self._returns.pop(sequence, None)

    def _row(self, step: Step[Table], event: CoupEnded) -> Row:
        round_, number = step.before.round, event.number
        self._times[number] = self._times.get(number, 0) + 1
        stakes = round_.stakes.values()
        returned = sum(
            laid.returned + self._returns.get(laid.sequence, laid.live if event.void else 0)
            for laid in stakes
        )
        return (
            self._fold.name, number, self._times[number], self._first, step.line.seq,
            round_.started or self._began, step.line.at, step.before.stack.number, event.result,
            _hands(step.before), len(stakes), Amount(sum(laid.staked for laid in stakes)),
            Amount(returned), round_.no_bet, event.void, event.last_coup,
        )  # fmt: skip


def _hands(table: Table) -> str:
    """The cards of every hand, as they lay: `player 4S KD 8H; banker 5H KC`."""
    hands: dict[str, list[str]] = {}
    for slot in table.round.slots:
        hands.setdefault(slot.hand, []).append(slot.card or "?")
    return "; ".join(f"{hand} {' '.join(cards)}" for hand, cards in hands.items())


def _read(text: bytes) -> tuple[Line, Any]:
    """What a line says, and the event if it is one of a table."""
    try:
        line = read_line(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable from None
    try:
        return line, TABLE.read_event(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return line, None


FILES: Final[dict[str, Callable[[str], Events | Settlements | Coups]]] = {
    "events.csv": Events,
    "settlements.csv": Settlements,
    "coups.csv": Coups,
}


def rows_of(book: Events | Settlements | Coups, lines: Iterable[bytes]) -> list[Row]:
    """The rows of some lines; one that is no event has none."""
    rows: list[Row] = []
    for text in lines:
        try:
            rows.extend(book.take(text))
        except Unreadable:
            continue
    return rows
