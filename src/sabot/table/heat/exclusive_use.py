"""A table in tournament use is closed to all other play, to other chips and to other limits."""

from sabot.core.refusal import Refusal
from sabot.engine.declarations import Stop
from sabot.engine.streams import Command
from sabot.table.heat.words import desk_of, is_for_heats, play_of
from sabot.table.state import Table


def check_heat(table: Table, command: Command) -> None:
    """Refuse what the heat at this table leaves no room for."""
    if not is_for_heats(table):
        return
    play = play_of(table)
    if Stop.TOURNAMENT in command.stopped_by:
        message = "Tournament chips alone are used here, and they come from the tournament."
        raise Refusal("wrong-currency", play.chips, message)
    if table.heat is None or not table.heat.is_open:
        return
    if Stop.HEAT_LIMITS in command.stopped_by:
        message = "Limits move as players were told before the tournament, and not otherwise."
        raise Refusal("limits-announced", play.limits, message)
    if Stop.HEAT_SEATS in command.stopped_by:
        message = "Seats of this session are as they were allotted."
        raise Refusal("wrong-place", play.seat, message)
    if Stop.HEAT_USE in command.stopped_by:
        message = "A session of a tournament holds this table until it is counted."
        raise Refusal("heat-on", desk_of(table).tables, message)
