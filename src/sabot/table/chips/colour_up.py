"""Colour up: a player's chips for larger ones, without a wager."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.denominations import taken_from, worth
from sabot.core.refusal import Refusal
from sabot.engine.declarations import Stop, on_pages, stops
from sabot.engine.ledger import balance, of_player
from sabot.engine.streams import Command, Event
from sabot.table.chip_set import ChipsSaid, counted_chips, values_of
from sabot.table.chips.change import ColourChanged, check_chips
from sabot.table.chips.floats import open_shift
from sabot.table.state import OPEN, Table
from sabot.table.stream import BY_STAFF, TABLE, patron_of


class ColourUp(Command, frozen=True, kw_only=True):
    """Exchange a player's chips for the largest that the float has. `gives` are numbers of chips by
    their value in dollars."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.COUNT, Stop.TOURNAMENT)

    player: str
    gives: ChipsSaid


@TABLE.decides(ColourUp, BY_STAFF, OPEN)
def colour_up(table: Table, command: ColourUp, now: datetime) -> Sequence[Event]:
    patron_of(table, command.player)
    check_chips(table)
    open_shift(table)
    kinds = table.opened.chips
    if table.tray is None:
        message = "This table has no chip set: give amounts only."
        raise Refusal("no-chips", None, message)
    gives = counted_chips(kinds, command.gives)
    amount, held = worth(gives), balance(table.balances, of_player(command.player))
    there = worth(table.tray)
    if not amount:
        raise Refusal("bad-count", None, "Count the chips that the player gives.")
    if amount > min(held, there):
        raise Refusal(
            "short-of-money",
            None,
            "To change {amount} the player holds {held} in chips and the float {there}.",
            amount=table.told(amount),
            held=table.told(held),
            there=table.told(there),
        )
    takes = taken_from(table.tray, amount, values_of(kinds))
    if min(takes.values()) < 0 or sum(takes.values()) >= sum(gives.values()):
        message = "The float has no larger chips that make {amount}: ask for a fill."
        raise Refusal("short-of-chips", None, message, amount=table.told(amount))
    return [ColourChanged(player=command.player, amount=amount, gives=gives, takes=takes)]
