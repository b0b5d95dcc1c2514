"""A table in tournament use is closed to all other play, to other chips and to other limits."""

from typing import Final

from sabot.refusal import Refusal
from sabot.streams import Command
from sabot.table.heat.words import desk_of, is_for_heats, play_of
from sabot.table.players.boxes import AskForBox, GiveUpBox, LimitPlayers, TakeBox
from sabot.table.players.seats import VacateSeat
from sabot.table.players.vouchers import ExchangeVoucher
from sabot.table.running.change import BuyChips, ColourChange, DeclareChips
from sabot.table.running.floats import CloseFloat
from sabot.table.running.limits import ChangeLimits, EndProtection, RaiseMinimum
from sabot.table.running.opening import CloseTable
from sabot.table.running.personal import SetPersonalLimits
from sabot.table.running.variant import SwitchScheme
from sabot.table.state import Table

OTHER_CHIPS: Final = (BuyChips, ColourChange, DeclareChips, ExchangeVoucher)
OTHER_LIMITS: Final = (ChangeLimits, EndProtection, RaiseMinimum, SetPersonalLimits)
OTHER_SEATS: Final = (AskForBox, GiveUpBox, TakeBox, VacateSeat, LimitPlayers)
OTHER_USE: Final = (CloseTable, CloseFloat, SwitchScheme)


def check_heat(table: Table, command: Command) -> None:
    """Refuse what the heat at this table leaves no room for."""
    if not is_for_heats(table):
        return
    play = play_of(table)
    if isinstance(command, OTHER_CHIPS):
        message = "Tournament chips alone are used here, and they come from the tournament."
        raise Refusal("wrong-currency", play.chips, message)
    if table.heat is None or not table.heat.is_open:
        return
    if isinstance(command, OTHER_LIMITS):
        message = "Limits move as players were told before the tournament, and not otherwise."
        raise Refusal("limits-announced", play.limits, message)
    if isinstance(command, OTHER_SEATS):
        message = "Seats of this session are as they were allotted."
        raise Refusal("wrong-place", play.seat, message)
    if isinstance(command, OTHER_USE):
        message = "A session of a tournament holds this table until it is counted."
        raise Refusal("heat-on", desk_of(table).tables, message)
