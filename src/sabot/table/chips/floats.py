"""The float tray: what came, what went, and what the table has won."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import MONEY, holds
from sabot.engine.declarations import (
    STAFF_ONLY,
    Purse,
    StaffText,
    Stop,
    on_pages,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, WORLD, Move, balance
from sabot.engine.streams import Claim, Command, Confirmer, Event
from sabot.parts.papers import SLIP, number_on, used_slip
from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR
from sabot.table.state import BETWEEN, CLOSED, OPEN, Shift, Table
from sabot.table.stream import (
    BY_SUPERVISOR,
    COUNTED_AGAIN,
    TABLE,
    affordable,
    amount_of,
    moved,
    replace,
)


def open_shift(table: Table) -> Shift:
    """The shift whose float is open."""
    if table.shift is None or not table.shift.is_open:
        raise Refusal("float-closed", None, "The float is locked: open it first.")
    return table.shift


def or_nothing(text: str) -> int:
    """The cents of a count, which may come to nothing.

    >>> or_nothing("12.50"), or_nothing("0")
    (1250, 0)
    """
    return 0 if text in ("0", "0.0", "0.00") else amount_of(text)


class OpenFloat(Command, frozen=True, kw_only=True):
    """Unlock the float tray with so much in chips."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()
    awaited = "supervisor"

    amount: str


class FloatOpened(Event, frozen=True, kw_only=True):
    basis = statement("float", alone=True)
    sight = STAFF_ONLY
    transfers = transfers_of(Purse.FLOAT)

    amount: int
    first: int
    currency: str
    moves: tuple[Move, ...]


@TABLE.decides(OpenFloat, BY_SUPERVISOR, OPEN, seen="slips of the cage")
def open_float(table: Table, command: OpenFloat, now: datetime) -> Sequence[Event]:
    if table.shift is not None and table.shift.is_open:
        raise Refusal("float-open", None, "The float is open: use a fill.")
    amount, currency = amount_of(command.amount), table.opened.currency
    move = Move(WORLD, FLOAT, amount, currency)
    return [FloatOpened(amount=amount, first=table.round.number, currency=currency, moves=(move,))]


@TABLE.evolves(FloatOpened)
def float_opened(table: Table, event: FloatOpened) -> Table:
    shift = Shift(event.amount, event.first, event.currency)
    if table.counted_day is None:  # the first release counted from one float to the next
        table = replace(table, counted_alone=0)
    return moved(replace(table, shift=shift), event.moves)


SIGNED_BY_CAGE: Final = Confirmer(None, CASHIER)
"""A slip has two signatures: a supervisor's for the table and a cashier's for the cage."""


def _confirms_slip(table: Table, command: "Fill | Credit") -> Confirmer | None:
    """Chips that leave or enter the cage are seen by both sides; at a table that has no float open
    there is nothing to sign."""
    has_float = table.shift is not None and table.shift.is_open
    return SIGNED_BY_CAGE if has_float and holds(command, MONEY) else None


def _slip_of(command: "Fill | Credit") -> str:
    """Return the number of the slip that chips go with."""
    slip = number_on(command.slip, command)
    if not slip and holds(command, MONEY):
        raise Refusal("no-slip", None, "Give the number of the slip that the chips go with.")
    return slip if holds(command, MONEY) else command.slip


class Fill(Command, frozen=True, kw_only=True):
    """Chips from the cage into the float. `slip` is the number of the paper that came along, which
    a cashier signs too."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.COUNT)

    amount: str
    slip: StaffText = ""


class FloatFilled(Event, frozen=True, kw_only=True):
    basis = statement("float", alone=True)  # in logs of the first release
    sight = STAFF_ONLY
    claim_kinds = (SLIP,)
    transfers = transfers_of(Purse.FLOAT)

    amount: int
    slip: StaffText
    moves: tuple[Move, ...]

    def claims(self, name: str) -> Iterator[Claim]:
        return used_slip(self.slip)


@TABLE.decides(
    Fill, BY_SUPERVISOR, OPEN, confirmed_by=_confirms_slip,
    confirmers=(CASHIER,),
)  # fmt: skip
def fill(table: Table, command: Fill, now: datetime) -> Sequence[Event]:
    shift, amount = open_shift(table), amount_of(command.amount)
    move = Move(WORLD, FLOAT, amount, shift.currency)
    return [FloatFilled(amount=amount, slip=_slip_of(command), moves=(move,))]


@TABLE.evolves(FloatFilled)
def float_filled(table: Table, event: FloatFilled) -> Table:
    shift = open_shift(table)
    shift = replace(shift, fills=shift.fills + event.amount)
    return moved(replace(table, shift=shift), event.moves)


class Credit(Command, frozen=True, kw_only=True):
    """Chips from the float back to the cage, on a slip that a cashier signs too."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.COUNT)

    amount: str
    slip: StaffText = ""


class FloatCredited(Event, frozen=True, kw_only=True):
    basis = statement("float", alone=True)  # in logs of the first release
    sight = STAFF_ONLY
    claim_kinds = (SLIP,)
    transfers = transfers_of(Purse.FLOAT)

    amount: int
    slip: StaffText
    moves: tuple[Move, ...]

    def claims(self, name: str) -> Iterator[Claim]:
        return used_slip(self.slip)


@TABLE.decides(
    Credit, BY_SUPERVISOR, OPEN, confirmed_by=_confirms_slip,
    confirmers=(CASHIER,),
)  # fmt: skip
def credit(table: Table, command: Credit, now: datetime) -> Sequence[Event]:
    shift, amount = open_shift(table), amount_of(command.amount)
    moves = affordable(table, (Move(FLOAT, WORLD, amount, shift.currency),))
    return [FloatCredited(amount=amount, slip=_slip_of(command), moves=moves)]


@TABLE.evolves(FloatCredited)
def float_credited(table: Table, event: FloatCredited) -> Table:
    shift = open_shift(table)
    shift = replace(shift, credits=shift.credits + event.amount)
    return moved(replace(table, shift=shift), event.moves)


# Win of the table


class Result(NamedTuple):
    """In cents; `hold` is the win in hundredths of a percent of the drop, None without a drop."""

    drop: int
    win: int
    hold: int | None


def result_of_shift(table: Table) -> Result:
    """Drop, win and hold of the last shift, as it was closed or as the books have it now.

    The drop is what was paid for chips. The win is what the float gained beyond what the cage
    brought and took, and the drop, for which chips had left the float.
    """
    shift = table.shift
    if shift is None:
        return Result(0, 0, None)
    return _result(shift, _counted(table, shift))


def _counted(table: Table, shift: Shift) -> int:
    if shift.closing is not None:
        return shift.closing
    return balance(table.balances, FLOAT, shift.currency)


def _result(shift: Shift, counted: int) -> Result:
    drop = shift.cash + shift.cashless
    win = counted + shift.credits - shift.opening - shift.fills + drop
    return Result(drop, win, share(win, drop) if drop else None)


def share(win: int, drop: int) -> int:
    """The win in hundredths of a percent of the drop; halves go away from nothing, so that a loss
    looks like the win of the same size."""
    parts = (abs(win) * 20_000 + drop) // (2 * drop)
    return parts if win >= 0 else -parts


class ShiftReport(msgspec.Struct, frozen=True):
    """A shift's figures, in cents; `float_now` is the count once it is closed."""

    opening: int
    fills: int
    credits: int
    float_now: int
    variance: int
    cash: int
    cashless: int
    drop: int
    win: int
    hold: int | None
    is_open: bool


def report_of_shift(table: Table) -> ShiftReport | None:
    """The figures of the last shift; None before any float was opened."""
    shift = table.shift
    if shift is None:
        return None
    return ShiftReport(
        opening=shift.opening,
        fills=shift.fills,
        credits=shift.credits,
        float_now=_counted(table, shift),
        variance=shift.variance,
        cash=shift.cash,
        cashless=shift.cashless,
        is_open=shift.is_open,
        **result_of_shift(table)._asdict(),
    )


class CloseFloat(Command, frozen=True, kw_only=True):
    """Count the float tray and lock it."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.COUNT, Stop.HEAT_USE)

    counted: str


class FloatClosed(Event, frozen=True, kw_only=True):
    """`variance` is what was counted beyond the books, below nothing where chips are missing."""

    basis = statement(
        "variance",
        when=lambda event, at: bool(event.variance),
        amount=lambda event: abs(event.variance),
    )
    sight = STAFF_ONLY
    transfers = transfers_of(Purse.FLOAT)

    counted: int
    variance: int
    drop: int
    win: int
    hold: int | None
    moves: tuple[Move, ...]


def _counts_again(table: Table, command: CloseFloat) -> Confirmer | None:
    """Require a second count if the count differs from the books."""
    shift = table.shift
    if shift is None or not shift.is_open:
        return None
    agrees = or_nothing(command.counted) == balance(table.balances, FLOAT, shift.currency)
    return None if agrees else replace(COUNTED_AGAIN, holds=table.phase != CLOSED)


@TABLE.decides(
    CloseFloat,
    BY_SUPERVISOR,
    (*BETWEEN, CLOSED),
    confirmed_by=_counts_again,
    seen="the table's own books",
    confirmers=(CASINO_SUPERVISOR,),
)
def close_float(table: Table, command: CloseFloat, now: datetime) -> Sequence[Event]:
    shift = open_shift(table)
    if table.round.stakes:
        raise Refusal("wagers-lie", None, "Wagers lie on the layout: deal or return them first.")
    counted = or_nothing(command.counted)
    variance = counted - balance(table.balances, FLOAT, shift.currency)
    result = _result(shift, counted)
    return [
        FloatClosed(
            counted=counted,
            variance=variance,
            **result._asdict(),
            moves=tuple(
                Move(source, target, amount, shift.currency)
                for source, target, amount in (
                    (WORLD, FLOAT, variance),
                    (FLOAT, WORLD, -variance),
                    (FLOAT, WORLD, counted),
                )
                if amount > 0
            ),
        )
    ]


@TABLE.evolves(FloatClosed)
def float_closed(table: Table, event: FloatClosed) -> Table:
    shift = replace(open_shift(table), closing=event.counted, variance=event.variance)
    return moved(replace(table, shift=shift), event.moves)
