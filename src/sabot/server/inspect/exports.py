"""A table's log as files: lines as they are, or rows for a spreadsheet (RFC 4180, UTF-8).

Rows come in the order of the log and are never taken back: a settlement that was undone has a
second row that says so. Amounts are decimals of the table's currency, times are in UTC.
"""

import csv
import io
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

import msgspec

from sabot.core.clock import FACE
from sabot.core.money import dollars
from sabot.core.pictures import as_text
from sabot.engine.finding import Step
from sabot.engine.live import EventEnvelope, read_line
from sabot.engine.streams import Event
from sabot.sentences.words import clause_of, words_of
from sabot.store.log.lines import stamp
from sabot.table import TABLE, Table
from sabot.table.coup.dealing import CoupStarted
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import End, Stakes

Row = tuple[object, ...]
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
    return as_text(text) if isinstance(value, str) else text


class Amount(int):
    """Cents that are written as decimals; never text that could be taken for a formula."""

    def __str__(self) -> str:
        return dollars(int(self))


def file_name(table: str, file: str) -> str:
    """Return the header that names a download; it is plain ASCII for every name of a table."""
    plain = "".join(each if each.isascii() and each.isalnum() else "-" for each in table)
    return (
        f'attachment; filename="table-{plain}-{file}"; '
        f"filename*=UTF-8''table-{quote(table, safe='')}-{file}"
    )


def _told(event: Event) -> str:
    """In UTC, as everything in these files."""
    with FACE.turned("UTC"):
        return words_of(event).en


class EventRows:
    """Rows of events in words, one each."""

    head = EVENT_HEAD

    def __init__(self, table: str, reversed_: Container[int] = ()) -> None:
        self._table = table

    def take(self, text: bytes) -> Iterator[Row]:
        line, event = _read(text)
        words, clause = ("", None) if event is None else (_told(event), clause_of(event))
        digest = text[-66:-2].decode(errors="replace")
        yield (self._table, line.seq, line.at, line.by, line.what, line.id, clause, words, digest)


@dataclass
class Folded:
    """A table put together again from its lines, event by event. `reversed_` are the coups that are
    reversed when they are over; `ended` is how stakes ended by the newest event."""

    name: str
    reversed_: Container[int]
    state: Table = field(init=False)
    stakes: Stakes = field(init=False)
    ended: list[End] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state, self.stakes = Table(name=self.name), Stakes(self.reversed_)

    def step(self, text: bytes) -> Step[Table] | None:
        """The next event with the table before and after it; None where nothing is known of it,
        and the table stays as it was."""
        line, event = _read(text)
        if event is None:
            return None
        before = self.state
        try:
            self.state = TABLE.evolve(before, event, line.at)
            self.ended = self.stakes.put(event)
        except Exception:  # a forged log: the audit says what is wrong with it
            return None
        return Step(line, event, before, self.state)


class Settlements:
    """Rows of stakes that ended, and of ends that were undone."""

    head = SETTLED_HEAD

    def __init__(self, table: str, reversed_: Container[int] = ()) -> None:
        self._fold = Folded(table, reversed_)

    def take(self, text: bytes) -> Iterator[Row]:
        step = self._fold.step(text)
        if step is None:
            return
        for end in self._fold.ended:
            row = "undone" if end.undone else "settled"
            yield (self._fold.name, end.coup, step.line.seq, step.line.at, row, *_settlement(end))


def _settlement(end: End) -> Row:
    laid = end.laid
    return (
        laid.sequence, laid.player, laid.on, laid.box, laid.currency, Amount(laid.staked),
        Amount(laid.live), end.outcome, end.odds, Amount(end.pays), Amount(end.returns),
        end.clause,
    )  # fmt: skip


class Coups:
    """Rows of coups that are over; a coup that ended again, or was undone later, has another
    row."""

    head = COUP_HEAD

    def __init__(self, table: str, reversed_: Container[int] = ()) -> None:
        self._fold = Folded(table, reversed_)
        self._first = 1
        self._began: datetime | None = None
        self._times: dict[int, int] = {}
        self._rows: dict[int, dict[str, object]] = {}

    def take(self, text: bytes) -> Iterator[Row]:
        step = self._fold.step(text)
        if step is None:
            return
        event, seq = step.event, step.line.seq
        if isinstance(event, CoupStarted):
            self._began = step.line.at
        elif isinstance(event, CoupEnded):
            yield self._written(event.number, self._row(step, event))
            self._first, self._began = seq + 1, None
            kept = self._fold.stakes.over
            self._rows = {key: row for key, row in self._rows.items() if key in kept}
            self._times = {key: times for key, times in self._times.items() if key in kept}
        elif isinstance(event, CoupReversed) and event.number in self._rows:
            undone = {"first event": seq, "last event": seq, "over": step.line.at}
            row = {**self._rows[event.number], **undone}
            if event.only is None:
                row["void"] = event.clause
            yield self._written(event.number, row)

    def _written(self, coup: int, row: dict[str, object]) -> Row:
        """The row with what was staked and came back."""
        ends = self._fold.stakes.ends_of(coup)
        self._times[coup] = self._times.get(coup, 0) + 1
        self._rows[coup] = row | {
            "table": self._fold.name,
            "coup": coup,
            "time": self._times[coup],
            "stakes": len(ends),
            "staked": Amount(sum(end.laid.staked for end in ends)),
            "returned": Amount(sum(end.back for end in ends)),
        }
        return tuple(self._rows[coup][name] for name in COUP_HEAD)

    def _row(self, step: Step[Table], event: CoupEnded) -> dict[str, object]:
        round_ = step.before.round
        return {
            "first event": self._first,
            "last event": step.line.seq,
            "began": round_.started or self._began,
            "over": step.line.at,
            "stack": step.before.stack.number,
            "result": event.result,
            "hands": _hands(step.before),
            "no bet": round_.no_bet,
            "void": event.void,
            "last of the stack": event.last_coup,
        }


def _hands(table: Table) -> str:
    """The cards of every hand, as they lay: `player 4S KD 8H; banker 5H KC`."""
    hands: dict[str, list[str]] = {}
    for slot in table.round.slots:
        hands.setdefault(slot.hand, []).append(slot.card or "?")
    return "; ".join(f"{hand} {' '.join(cards)}" for hand, cards in hands.items())


def _read(text: bytes) -> tuple[EventEnvelope, Any]:
    """Read a line, and its event if it is one of a table."""
    try:
        line = read_line(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable from None
    try:
        return line, TABLE.read_event(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return line, None


Book = EventRows | Settlements | Coups
FILES: Final[dict[str, type[Book]]] = {
    "events.csv": EventRows,
    "settlements.csv": Settlements,
    "coups.csv": Coups,
}


def rows_of(book: Book, lines: Iterable[bytes]) -> list[Row]:
    """The rows of some lines; one that is no event has none."""
    rows: list[Row] = []
    for text in lines:
        try:
            rows.extend(book.take(text))
        except Unreadable:
            continue
    return rows
