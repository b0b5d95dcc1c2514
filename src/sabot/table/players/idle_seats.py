"""Seats that idle players lose."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    Stop,
    decision,
    on_pages,
    public,
    stops,
)
from sabot.engine.streams import Command, Event
from sabot.table.state import BETWEEN, Table
from sabot.table.stream import (
    BY_STAFF,
    TABLE,
    patron_of,
    replace,
    with_patron,
)


class VacateSeat(Command, frozen=True, kw_only=True):
    """Ask an idle player for the seat while every other one is taken."""

    pages = on_pages("deal", "pit")
    stopped_by = stops(Stop.HEAT_SEATS)

    player: str


class SeatVacated(Event, frozen=True, kw_only=True):
    basis = decision("seating")
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(VacateSeat, BY_STAFF, BETWEEN)
def vacate_seat(table: Table, command: VacateSeat, now: datetime) -> Sequence[Event]:
    """Three coups in a row without a wager, and no other seat free."""
    general, patron = table.conduct.general, patron_of(table, command.player)
    if general.idle is None:
        raise Refusal("no-rule", None, "No clause takes a seat from an idle player here.")
    taken = sum(each.place is not None for each in table.patrons.values())
    if patron.place is None or patron.idle < general.idle_coups or taken < table.opened.places:
        slots = {"idle_coups": general.idle_coups, "idle": patron.idle, "taken": taken}
        message = (
            "A seat is asked back after {idle_coups} coups in a row without a wager, when"
            " all others are taken: {idle} coups, {taken} of {places} seats."
        )
        raise Refusal("seat-kept", general.idle, message, **slots, places=table.opened.places)
    return [SeatVacated(player=command.player, clause=general.idle)]


@TABLE.evolves(SeatVacated)
def seat_vacated(table: Table, event: SeatVacated) -> Table:
    patron = table.patrons[event.player]
    boxes = tuple(box for box in patron.boxes if box != patron.place)
    return with_patron(table, event.player, replace(patron, place=None, boxes=boxes))
