"""A shoe in play: robots deal the first coups of a demo table before its doors open, with the times
at which people would have dealt them."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.floor import Answer, Floor
from sabot.robots import RobotDealer, RobotPlayer, RobotSession

COUPS: Final = 26
"""Coups that each table has dealt when the demo opens."""
COUP: Final = timedelta(seconds=48)
"""Time of one of these coups."""
SHUFFLE: Final = timedelta(minutes=3)
"""Time before the first of them: the cards are prepared, players take their seats."""
SPAN: Final = SHUFFLE + COUPS * COUP


class Steps:
    """Times of commands: evenly spread over the coup that is being dealt."""

    def __init__(self, began: datetime, floor: Floor, name: str) -> None:
        self._began, self._floor, self._name = began, floor, name
        self._coup, self._step = 0, 0

    def next(self) -> datetime:
        coups = self._floor.table(self._name).coups
        self._step = self._step + 1 if coups == self._coup else 0
        self._coup = coups
        within = COUP * self._step / (self._step + 8)
        return self._began + (SHUFFLE if coups else timedelta()) + COUP * coups + within


def deal_past(
    floor: Floor, name: str, began: datetime, players: Sequence[str], staff: tuple[str, str]
) -> None:
    """Deal the coups of the past at a table that was opened when they `began`."""
    steps = Steps(began, floor, name)

    def send(table: str, said: bytes) -> Answer:
        command = msgspec.json.decode(said)
        command["at"] = steps.next().isoformat()
        return floor.do(table, floor.read(msgspec.json.encode(command)))

    seats: Iterator[tuple[int, str]] = enumerate(players, 2)
    robots = [RobotPlayer(player, place) for place, player in seats]
    RobotSession(floor, name, RobotDealer(names=staff), robots, send=send).play(COUPS)
