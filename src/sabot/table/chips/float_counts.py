"""Counts of the open float by denomination, for example when dealers change."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.denominations import differences, worth
from sabot.core.refusal import Refusal
from sabot.engine.declarations import STAFF_ONLY, Stop, on_pages, statement, stops
from sabot.engine.ledger import FLOAT, balance
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.chip_set import ChipCounts, ChipsSaid, counted_chips
from sabot.table.chips.floats import dealer_of, open_shift
from sabot.table.state import BETWEEN, Table
from sabot.table.stream import BY_SUPERVISOR, COUNTED_AGAIN, TABLE, replace


class CountFloat(Command, frozen=True, kw_only=True):
    """Count the chips of the open float; `chips` are their numbers by value in dollars. Where the
    count is worth what the books have, the books take over its denominations."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.COUNT, Stop.TOURNAMENT)

    chips: ChipsSaid


class FloatCounted(Event, frozen=True, kw_only=True):
    """`differs`: chips that are more, or with a minus fewer, than in the books; `difference`: their
    worth in cents; `dealer`: who has signed on."""

    basis = statement(
        "variance",
        when=lambda event, at: bool(event.difference),
        amount=lambda event: abs(event.difference),
    )
    sight = STAFF_ONLY

    chips: ChipCounts
    differs: ChipCounts
    difference: int
    dealer: str


def _counts_again(table: Table, command: CountFloat) -> Confirmer | None:
    """Require a second count if the count is not worth what the books have."""
    if table.tray is None:
        return None
    counted = worth(counted_chips(table.opened.chips, command.chips))
    return None if counted == worth(table.tray) else COUNTED_AGAIN


@TABLE.decides(
    CountFloat,
    BY_SUPERVISOR,
    BETWEEN,
    confirmed_by=_counts_again,
    confirmers=(CASINO_SUPERVISOR,),
)
def count_float(table: Table, command: CountFloat, now: datetime) -> Sequence[Event]:
    open_shift(table)
    if table.tray is None:
        message = "This table has no chip set: give amounts only."
        raise Refusal("no-chips", None, message)
    chips = counted_chips(table.opened.chips, command.chips)
    return [
        FloatCounted(
            chips=chips,
            differs=differences(table.tray, chips),
            difference=worth(chips) - balance(table.balances, FLOAT),
            dealer=dealer_of(table),
        )
    ]


@TABLE.evolves(FloatCounted)
def float_counted(table: Table, event: FloatCounted) -> Table:
    return table if event.difference else replace(table, tray=event.chips)
