"""Lines of the exceptions report: movements on a person's statement, or unusual ones.

A line is one command with all its events: who stated it, who confirmed or decided it, whose money
moved, and how much. Nothing is decided again here; the audit tells whether the log can be trusted.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final

import msgspec

from sabot.accounts import Deposited, Withdrawn
from sabot.core.languages import ENGLISH
from sabot.core.money import cents
from sabot.core.refusal import Refusal
from sabot.engine.ledger import Move, of_player, place_of, post
from sabot.engine.streams import Event
from sabot.rules.irregularities.irregularity import UNRULED
from sabot.sentences.words import Told, clause_of, joined, words_of
from sabot.table.cases.payments import MispaymentFound
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.state import Laid

CONFIRMED, REFUSED, PENDING = "confirmed", "refused", "pending"
ALONE, RECORD = "alone", "record"
RESTS: Final = (CONFIRMED, REFUSED, PENDING, ALONE, RECORD)
"""On whose word: a second person has confirmed it, or refused it, or has yet to speak; the
document leaves it to one person; or the table's own record shows it."""


class ExceptionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the report. `effects` are the consequences, `rests` names the evidence; `cents` is
    the amount that moved, `asked` the amount that was stated where nothing has moved, and `shares`
    the amounts to or from each player. `dealer` dealt there at the time; `role` is that of the
    person who spoke last. `cashier` took or paid `alone` of it without a second person, on that
    local `day`."""

    kind: str = "exception"
    stream: str
    seq: int
    at: datetime
    effects: tuple[str, ...]
    rests: str
    table: str | None = None
    coup: int | None = None
    dealer: str | None = None
    stated_by: str | None = None
    decided_by: str | None = None
    role: str | None = None
    players: tuple[str, ...] = ()
    clause: str | None = None
    cents: int = 0
    asked: int = 0
    shares: dict[str, int] = {}
    cashier: str | None = None
    alone: int = 0
    day: date | None = None
    text: str = ""
    words: dict[str, str] = {}


# Amounts that moved


def amount_of(events: Iterable[Event]) -> tuple[int, dict[str, int]]:
    """Return the total that moved, and the amounts to or from each player. Moves to and fro within
    one command cancel out."""
    moves: list[Move] = []
    amount, shares = 0, dict[str, int]()
    for event in events:
        own = event.basis.amount
        if own is None:
            moves += getattr(event, "moves", ())
        else:
            amount += own(event)
            for player in players_in(event):
                shares[player] = shares.get(player, 0) + own(event)
        if isinstance(event, CoupReversed):
            for player, owed in event.absent.items():
                shares[player] = shares.get(player, 0) + abs(owed)
                amount += abs(owed)
    after = post({}, moves)
    for key, gain in after.items():
        place, _ = place_of(key)
        if place.startswith(of_player("")):
            player = place.removeprefix(of_player(""))
            shares[player] = shares.get(player, 0) + abs(gain)
    return amount + sum(gain for gain in after.values() if gain > 0), shares


def players_in(event: Event) -> Iterator[str]:
    """Whom an event is about."""
    about = getattr(event, "stake", None) or getattr(event, "mispaid", None) or event
    for name in ("player", "by_player"):
        player = getattr(about, name, None)
        if isinstance(player, str):
            yield player


STATED: Final = ("amount", "counted", "declared", "chips")


def asked_of(stated: Mapping[str, Any]) -> int:
    """The amount that was stated, if any."""
    said = next((stated[key] for key in STATED if stated.get(key)), None)
    try:
        return cents(str(said)) if said else 0
    except Refusal:
        return 0


# A command


class DraftRow:
    """A line while the events of its command are read."""

    def __init__(self, row: ExceptionRow) -> None:
        self._row = row
        self._events: list[Event] = []
        self._effects: list[str] = []
        self._players = dict.fromkeys(row.players)
        self._said: list[Told] = [Told({ENGLISH: row.text, **row.words})]
        self._asker: str | None = None
        self._cashed: Deposited | Withdrawn | None = None

    @property
    def is_confirmed(self) -> bool:
        return self._row.rests == CONFIRMED

    def say(self, event: Event, laid: Mapping[int, Laid], *, who: str, alone: bool) -> None:
        """An event that belongs to it, whether anything follows from it or not."""
        self._said.append(words_of(event, laid, who=who))
        clause = clause_of(event)
        self._row = msgspec.structs.replace(
            self._row,
            clause=self._row.clause or (clause if clause != UNRULED else None),
            rests=ALONE if alone and self._row.rests == RECORD else self._row.rests,
        )

    def add(self, event: Event, effect: str) -> None:
        """Something that followed."""
        self._events.append(event)
        self._effects.append(effect)
        self._players |= dict.fromkeys(players_in(event))
        if isinstance(event, Deposited | Withdrawn) and event.alone:
            self._cashed = event
        coup = event.number if isinstance(event, CoupReversed | CoupReopened) else None
        if isinstance(event, MispaymentFound):
            coup = event.mispaid.coup
        self._row = msgspec.structs.replace(self._row, coup=coup or self._row.coup)

    def asked_by(self, asker: str | None) -> None:
        """Record the person who asked for the decision."""
        self._asker = asker

    def row(self) -> ExceptionRow | None:
        """The line; None where nothing followed that is on the report."""
        if not self._effects and not self.is_confirmed:
            return None
        amount, shares = amount_of(self._events)
        row, alone = self._with_cashier(), self._row.rests == ALONE
        return msgspec.structs.replace(
            row,
            stated_by=self._asker if alone else row.stated_by,
            decided_by=row.stated_by if alone else row.decided_by,
            effects=tuple(dict.fromkeys(self._effects)) or ("statement",),
            players=tuple(dict.fromkeys((*self._players, *shares))),
            cents=amount,
            shares=shares,
            text=(whole := joined(*self._said)).en,
            words=whole.words,
        )

    def _with_cashier(self) -> ExceptionRow:
        """Say who took or paid money alone; the first release did not name that person."""
        event, row = self._cashed, self._row
        if event is None:
            return row
        cashier = event.cashier or (row.decided_by if self.is_confirmed else row.stated_by)
        return msgspec.structs.replace(row, cashier=cashier, alone=event.alone, day=event.day)


# Totals


class TotalRow(msgspec.Struct, frozen=True, kw_only=True):
    """Number of lines and total of a person or a table. Of a pair, `name` stated and `other`
    confirmed, refused or decided. Of a cashier, the total taken and paid alone on one local `day`,
    for all players together."""

    kind: str = "total"
    by: str
    name: str
    other: str | None = None
    day: date | None = None
    times: int
    cents: int


BY: Final = ("table", "dealer", "cashier", "confirmer", "player", "pair")


class PersonTotals:
    """Lines go in by `add`; `rows` has the totals, the largest first."""

    def __init__(self, rows: Iterable[ExceptionRow] = ()) -> None:
        self._found: dict[tuple[str, str, str | None, date | None], tuple[int, int]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: ExceptionRow) -> None:
        named = {"table": row.table, "dealer": row.dealer, "confirmer": row.decided_by}
        for by, name in named.items():
            if name is not None:
                self._count(by, name, row.cents)
        if row.cashier is not None:
            self._count("cashier", row.cashier, row.alone, day=row.day)
        for player in row.players:
            self._count("player", player, row.shares.get(player, 0))
        if row.stated_by is not None and row.decided_by is not None:
            self._count("pair", row.stated_by, row.cents, row.decided_by)

    def _count(
        self, by: str, name: str, amount: int, other: str | None = None, day: date | None = None
    ) -> None:
        times, cents_ = self._found.get((by, name, other, day), (0, 0))
        self._found[by, name, other, day] = times + 1, cents_ + amount

    def rows(self) -> list[TotalRow]:
        found = [
            TotalRow(by=by, name=name, other=other, day=day, times=times, cents=amount)
            for (by, name, other, day), (times, amount) in self._found.items()
        ]
        return sorted(
            found, key=lambda each: (BY.index(each.by), -each.cents, -each.times, each.name)
        )
