"""Players whom a table of the session disqualifies, and takes back."""

from collections.abc import Sequence
from datetime import datetime

from sabot.engine.declarations import RECORD, SERVER_ONLY, public
from sabot.engine.streams import Command, Event
from sabot.tournament.desk.state import IN, RUNNING, Contest
from sabot.tournament.desk.stream import TOURNAMENT, replace, with_entry
from sabot.tournament.sessions.session_play import BY_HOUSE, heard_at, without_seat


class HearDisqualified(Command, frozen=True, kw_only=True):
    """A table has disqualified a player of the session."""

    pages = SERVER_ONLY

    table: str
    number: int
    player: str
    breach: str


class SeatForfeited(Event, frozen=True, kw_only=True):
    """The player has no place any more, under that clause of the game."""

    basis = RECORD
    sight = public("number table player clause")

    number: int
    table: str
    player: str
    clause: str


@TOURNAMENT.decides(HearDisqualified, BY_HOUSE, (RUNNING,))
def hear_disqualified(
    contest: Contest, command: HearDisqualified, now: datetime
) -> Sequence[Event]:
    heard_at(contest, command.table, command.number)
    return [
        SeatForfeited(
            number=command.number,
            table=command.table,
            player=command.player,
            clause=command.breach,
        )
    ]


@TOURNAMENT.evolves(SeatForfeited)
def seat_forfeited(contest: Contest, event: SeatForfeited) -> Contest:
    return without_seat(contest, event.player, event.clause)


class HearRestored(Command, frozen=True, kw_only=True):
    """A table has taken back the disqualification of a player of the session."""

    pages = SERVER_ONLY

    table: str
    number: int
    player: str


class SeatRestored(Event, frozen=True, kw_only=True):
    """The player is in again."""

    basis = RECORD
    sight = public("number table player")

    number: int
    table: str
    player: str


@TOURNAMENT.decides(HearRestored, BY_HOUSE, (RUNNING,))
def hear_restored(contest: Contest, command: HearRestored, now: datetime) -> Sequence[Event]:
    heard_at(contest, command.table, command.number)
    return [SeatRestored(number=command.number, table=command.table, player=command.player)]


@TOURNAMENT.evolves(SeatRestored)
def seat_restored(contest: Contest, event: SeatRestored) -> Contest:
    entry = contest.entries[event.player]
    return with_entry(contest, replace(entry, status=IN, clause=None))
