"""Amounts that a player on a Loss Limit may lose at the table, day by day.

The account hands its limits to the table when a visit begins. A limit is for a calendar day, week
or month. With the first wager of a new day the room is computed again, since earlier wins and
losses count only in their own period.
"""

from collections.abc import Mapping
from datetime import date, datetime

import msgspec

from sabot.engine.declarations import RECORD, StaffNumber, own
from sabot.engine.streams import Event
from sabot.parts.periods import day_in, start_of
from sabot.table.state import LossLimit, Patron, Table
from sabot.table.stream import TABLE, replace, with_patron


class RoomRenewed(Event, frozen=True, kw_only=True):
    """A new day has begun for a player on a Loss Limit. `room` is how much may be lost in this
    visit as a whole, what it has brought so far included."""

    basis = RECORD
    sight = own("player day")

    player: str
    day: date
    room: StaffNumber | None


def renewed(patron: Patron, player: str, now: datetime) -> RoomRenewed | None:
    """The room of a new day, if one has begun since the player's last wager."""
    if not patron.limits or patron.day is None:
        return None
    day = max(day_in(patron.zone, now), patron.day)
    if day == patron.day:
        return None
    margin = margin_of(patron, day, now)
    room = None if margin is None else margin + patron.lost
    return RoomRenewed(player=player, day=day, room=room)


def margin_of(patron: Patron, day: date, now: datetime) -> int | None:
    """Return the margin that the tightest limit leaves on that day; None once every limit has
    ended."""
    margins = (
        limit.amount - _lost_before(limit, day) - _lost_here(patron, start_of(limit.period, day))
        for limit in patron.limits
        if limit.until is None or now < limit.until
    )
    return min(margins, default=None)


def _lost_before(limit: LossLimit, day: date) -> int:
    """Return the cents lost in that period before this visit."""
    return limit.lost if start_of(limit.period, day) == limit.start else 0


def _lost_here(patron: Patron, since: date) -> int:
    """Return the cents lost in this visit since a day."""
    starts = (lost for day, lost in patron.starts.items() if day >= since)
    return patron.lost - next(starts, patron.lost)


def with_loss(patron: Patron, change: int, day: date | None, now: datetime | None) -> Patron:
    """Return the player with more lost in this visit, or less, by wagers of that day.

    What belongs to an earlier day changes the room of today only where a limit's period has both.
    None: wagers of the player's latest day.
    """
    today = patron.day
    if day is None or today is None or now is None or day >= today:
        return replace(patron, lost=patron.lost + change)
    later = {each: lost + change for each, lost in patron.starts.items() if each > day}
    earlier = {each: lost for each, lost in patron.starts.items() if each <= day}
    began = next((lost for each, lost in patron.starts.items() if each > day), patron.lost)
    if day not in earlier:
        earlier[day] = began
    moved_on = replace(patron, lost=patron.lost + change, starts=earlier | later)
    margin = margin_of(moved_on, today, now)
    return replace(moved_on, room=None if margin is None else margin + moved_on.lost)


def rooms_of(patrons: Mapping[str, Patron]) -> dict[str, int]:
    """Return the cents that each player whose account has a Loss Limit may still lose."""
    return {
        player: max(patron.room - patron.lost, 0)
        for player, patron in patrons.items()
        if patron.room is not None and patron.account
    }


def by_day(patron: Patron) -> dict[date, int]:
    """The net loss of a visit by the days that its wagers were placed on."""
    days, ends = list(patron.starts), [*list(patron.starts.values())[1:], patron.lost]
    return {
        day: end - start for day, start, end in zip(days, patron.starts.values(), ends, strict=True)
    }


@TABLE.evolves(RoomRenewed)
def room_renewed(table: Table, event: RoomRenewed) -> Table:
    return with_patron(table, event.player, on_new_day(table.patrons[event.player], event))


def on_new_day(patron: Patron, event: RoomRenewed) -> Patron:
    starts = {**patron.starts, event.day: patron.lost}
    return replace(patron, room=event.room, day=event.day, starts=starts)


def with_limits(
    patron: Patron, zone: str, limits: tuple[LossLimit, ...], day: date | None
) -> Patron:
    """The player with the limits of the account as they are from now on."""
    starts = patron.starts or ({} if day is None else {day: 0})
    return msgspec.structs.replace(patron, zone=zone, limits=limits, day=day, starts=starts)


def with_rooms(table: Table, after: Mapping[str, Patron]) -> Table:
    """Return the table with the rooms of the coup in progress, where an earlier coup is undone and
    its players may lose more or less since."""
    rooms = dict(table.round.rooms)
    for name, room in rooms.items():
        was, now = table.patrons.get(name), after.get(name)
        if was and now and was.room is not None and now.room is not None:
            rooms[name] = max(0, room + was.lost - now.lost + now.room - was.room)
    return replace(table, round=replace(table.round, rooms=rooms))
