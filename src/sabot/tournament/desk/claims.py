"""Nobody sits in two seats: one in a tournament is held from the draw until its table is counted,
whichever tournament it is."""

from collections.abc import Iterator
from typing import Final

from sabot.kind import Claim
from sabot.refusal import named
from sabot.streams import Event, Rejection
from sabot.tournament.entries.reserves import SeatTakenOver
from sabot.tournament.sessions.calling import SeatsAllotted
from sabot.tournament.sessions.playing import SessionCalledOff, TableCounted

SEAT: Final = "tournament-seat"


def claims(tournament: str, event: Event) -> Iterator[Claim]:
    if isinstance(event, SeatsAllotted):
        yield from (_held(player) for seats in event.seats.values() for player in seats.values())
    elif isinstance(event, SeatTakenOver):
        yield _held(event.instead_of, over=True)
        yield _held(event.player)
    elif isinstance(event, TableCounted):
        sheet = event.sheet
        there = {*sheet.standing, *(each.name for each in sheet.out), *sheet.disqualified}
        yield from (_held(player, over=True) for player in sorted(there))
    elif isinstance(event, SessionCalledOff):
        yield from (_held(player, over=True) for player in event.players)


def _held(player: str, over: bool = False) -> Claim:
    message = f"{named(player)} has a seat in another tournament just now."
    return Claim(SEAT, player, Rejection("seated-elsewhere", None, message), over=over)
