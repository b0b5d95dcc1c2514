"""Seats that a player holds: one at a time, in all tournaments together.

A seat is held from the draw until its table is counted or its session is called off.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from sabot.core.refusal import named
from sabot.engine.streams import Claim, ClaimKind, Rejection

SEAT: Final = ClaimKind("tournament-seat", "a seat in a tournament")


def seats_taken(players: Iterable[str]) -> Iterator[Claim]:
    """Claim a seat for each player."""
    return (_seat(player) for player in players)


def seats_left(players: Iterable[str]) -> Iterator[Claim]:
    """Give back the seat of each player."""
    return (_seat(player, over=True) for player in players)


def _seat(player: str, over: bool = False) -> Claim:
    message = f"{named(player)} has a seat in another tournament just now."
    return Claim(SEAT, player, Rejection("seated-elsewhere", None, message), over=over)
