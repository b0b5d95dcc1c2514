"""The float tray: what came, what went, and what the table has won."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from sabot.core.denominations import Count, differences, largest, taken_from, together
from sabot.core.money import CHIPS
from sabot.core.refusal import Refusal
from sabot.core.revision import DENOMINATIONS, OPENERS, holds
from sabot.engine.declarations import (
    STAFF_ONLY,
    Purse,
    Stop,
    on_pages,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, WORLD, Move, balance
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.chip_set import (
    ChipCounts,
    ChipsSaid,
    check_makeable,
    stated_chips,
    values_of,
    without,
)
from sabot.table.state import BETWEEN, CLOSED, OPEN, Shift, Table
from sabot.table.stream import (
    BY_SUPERVISOR,
    COUNTED_AGAIN,
    TABLE,
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
    """Unlock the float tray with so much in chips; `chips` are their numbers by value in dollars,
    the largest chips where nothing is said."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()
    awaited = "supervisor"

    amount: str
    chips: ChipsSaid | None = None


class FloatOpened(Event, frozen=True, kw_only=True):
    """`differs`: chips that are more, or with a minus fewer, than at the last closing count; the
    largest that make the difference where no chips were said."""

    basis = statement("float", alone=True)
    sight = STAFF_ONLY
    transfers = transfers_of(Purse.FLOAT)

    amount: int
    first: int
    currency: str
    moves: tuple[Move, ...]
    differs: ChipCounts = msgspec.field(default_factory=dict)


def _opened_again(table: Table, command: OpenFloat) -> Confirmer | None:
    """Require a second count if the float is not worth what it was closed with."""
    shift = table.shift
    if shift is None or shift.closing is None or not holds(command, OPENERS):
        return None
    agrees = shift.currency != table.opened.currency or amount_of(command.amount) == shift.closing
    return None if agrees else replace(COUNTED_AGAIN, holds=False)


@TABLE.decides(
    OpenFloat, BY_SUPERVISOR, OPEN, confirmed_by=_opened_again, seen="slips of the cage",
    confirmers=(CASINO_SUPERVISOR,),
)  # fmt: skip
def open_float(table: Table, command: OpenFloat, now: datetime) -> Sequence[Event]:
    if table.shift is not None and table.shift.is_open:
        raise Refusal("float-open", None, "The float is open: use a fill.")
    amount, currency = amount_of(command.amount), table.opened.currency
    chips = float_chips(table, amount, command.chips)
    move = Move(WORLD, FLOAT, amount, currency, chips)
    return [
        FloatOpened(
            amount=amount,
            first=table.round.number,
            currency=currency,
            moves=(move,),
            differs=_from_closers(table, command, amount, chips),
        )
    ]


def _from_closers(table: Table, command: OpenFloat, amount: int, chips: Count | None) -> Count:
    """Return the chips by which an opening count differs from the last closing count."""
    shift = table.shift
    if shift is None or shift.closing is None or shift.currency != table.opened.currency:
        return {}
    if chips is not None and shift.closers is not None:
        return differences(shift.closers, chips)
    if not holds(command, OPENERS):
        return {}
    more = amount - shift.closing
    made = largest(abs(more), values_of(table.opened.chips))
    return {value: pieces if more > 0 else -pieces for value, pieces in made}


def float_chips(table: Table, amount: int, said: ChipsSaid | None) -> Count | None:
    """Return the chips that are stated for an amount of the float; None where none are."""
    kinds = table.opened.chips
    chips = stated_chips(kinds, amount, said)
    if chips is None:
        check_makeable(kinds, amount)
    return chips


@TABLE.evolves(FloatOpened)
def float_opened(table: Table, event: FloatOpened) -> Table:
    shift = Shift(event.amount, event.first, event.currency)
    has_chips = event.currency == CHIPS and bool(table.setup and table.setup.chips)
    table = replace(table, tray={} if has_chips else None)
    if table.counted_day is None:  # the first release counted from one float to the next
        table = replace(table, counted_alone=0)
    return moved(replace(table, shift=shift), event.moves)


# Win of the table


class Result(NamedTuple):
    """In cents; `hold` is the win in hundredths of a percent of the drop, None without a drop."""

    drop: int
    win: int
    hold: int | None


def result_of_shift(table: Table) -> Result:
    """Drop, win and hold of the last shift, as it was closed or as the books have it now.

    The drop is what was paid for chips, and what players brought from their accounts. The win is
    what the float gained beyond what the cage brought and took, and what was paid for its chips.
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
    sold = shift.cash + shift.cashless
    win = counted + shift.credits - shift.opening - shift.fills + sold
    drop = sold + shift.accounts
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
    accounts: int
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
        accounts=shift.accounts,
        is_open=shift.is_open,
        **result_of_shift(table)._asdict(),
    )


class CloseFloat(Command, frozen=True, kw_only=True):
    """Count the float tray and lock it; `chips` are their numbers by value in dollars."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.COUNT, Stop.HEAT_USE)

    counted: str
    chips: ChipsSaid | None = None


class FloatClosed(Event, frozen=True, kw_only=True):
    """`variance` is what was counted beyond the books, below nothing where chips are missing.
    `chips` are the closers, `differs` the chips by which they differ from the books, `dealer` the
    one who has signed on."""

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
    chips: ChipCounts | None = None
    differs: ChipCounts = msgspec.field(default_factory=dict)
    dealer: str = ""


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
    if not holds(command, DENOMINATIONS):
        shift = replace(shift, accounts=0)
    result = _result(shift, counted)
    chips = _closers(table, counted, variance, command.chips)
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
            chips=chips,
            differs={} if chips is None or table.tray is None else differences(table.tray, chips),
            dealer=dealer_of(table) if chips is not None else "",
        )
    ]


def dealer_of(table: Table) -> str:
    """Return the dealer who has signed on; empty if none has."""
    return "" if table.dealer is None else table.dealer.name


def _closers(table: Table, counted: int, variance: int, said: ChipsSaid | None) -> Count | None:
    """Return the chips of the closing count: as stated, else those of the books with a variance
    in the largest chips."""
    kinds = table.opened.chips
    chips = stated_chips(kinds, counted, said)
    if chips is not None or table.tray is None:
        return chips
    if variance < 0:
        return without(table.tray, taken_from(table.tray, -variance, values_of(kinds)))
    return together(table.tray, dict(largest(variance, values_of(kinds))))


@TABLE.evolves(FloatClosed)
def float_closed(table: Table, event: FloatClosed) -> Table:
    shift = replace(
        open_shift(table), closing=event.counted, variance=event.variance, closers=event.chips
    )
    return moved(replace(table, shift=shift, tray=None, fill_asked=None), event.moves)
