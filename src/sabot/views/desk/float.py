"""The float, the drop box and payments by chip, as staff see them."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from sabot.core.denominations import Count
from sabot.core.money import CHIPS
from sabot.table.chip_set import ChipKind, colour_of, payments_by_chip
from sabot.table.chips.floats import report_of_shift
from sabot.table.state import Laid, Table
from sabot.views.desk.staff_shapes import (
    BoxView,
    ChipCount,
    ChipPayment,
    FillAskedView,
    ShiftView,
)


def counted(count: Mapping[int, int], kinds: Iterable[ChipKind]) -> tuple[ChipCount, ...]:
    """Return chips with their colours, the largest first; a minus is kept."""
    colours = {each.value: each.colour for each in kinds if not each.token}
    return tuple(
        ChipCount(value, colours.get(value) or colour_of(value), count[value])
        for value in sorted(count, reverse=True)
    )


def tray_of(table: Table) -> tuple[ChipCount, ...]:
    """Return the float by chip, with kinds of the set that it has none of."""
    if table.tray is None or table.setup is None:
        return ()
    kinds = table.setup.chips
    none = {each.value: 0 for each in kinds if not each.token}
    return counted({**none, **table.tray}, kinds)


def by_chip(
    table: Table, payments: Sequence[ChipPayment], stakes: Sequence[Laid]
) -> list[ChipPayment]:
    """Return payments that are due in chips that the float has, in the order in which they are
    settled: lost stakes first, then what is paid."""
    if table.tray is None or table.setup is None:
        return list(payments)
    kinds, laid = table.setup.chips, {each.sequence: each for each in stakes}
    lost = [laid[each.sequence] for each in payments if each.outcome == "lose"]
    taken = [
        (each.live, each.chips if each.live == each.staked else None)
        for each in lost
        if each.currency == CHIPS
    ]
    paid = sorted((each for each in payments if each.pays > 0), key=lambda each: each.sequence)
    made = payments_by_chip(table.tray, kinds, taken, [each.pays for each in paid])
    chips = {each.sequence: count for each, count in zip(paid, made, strict=True)}
    return [_with_chips(each, chips.get(each.sequence, {}), kinds) for each in payments]


def _with_chips(payment: ChipPayment, count: Count, kinds: Sequence[ChipKind]) -> ChipPayment:
    given = {value: pieces for value, pieces in count.items() if pieces > 0}
    back = {value: -pieces for value, pieces in count.items() if pieces < 0}
    return msgspec.structs.replace(
        payment, chips=counted(given, kinds), change=counted(back, kinds)
    )


def shift_of(table: Table) -> ShiftView | None:
    """Return the figures of the last shift; None before any float was opened."""
    report, shift = report_of_shift(table), table.shift
    if report is None or shift is None:
        return None
    return ShiftView(
        opening=report.opening,
        fills=report.fills,
        credits=report.credits,
        cash=report.cash,
        cashless=report.cashless,
        accounts=report.accounts,
        drop=report.drop,
        win=report.win,
        hold=report.hold,
        variance=report.variance,
        is_open=report.is_open,
    )


def fill_of(table: Table) -> FillAskedView | None:
    """Return the fill that is asked for."""
    asked = table.fill_asked
    if asked is None:
        return None
    return FillAskedView(asked.amount, asked.by, asked.at, counted(asked.chips, table.opened.chips))


def boxes_of(table: Table) -> tuple[BoxView, ...]:
    """Return the sealed drop boxes that wait for their count; what is in them is not shown."""
    return tuple(BoxView(seal, box.collected, box.by) for seal, box in table.boxes.items())
