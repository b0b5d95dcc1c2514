"""Speed of robots, and how long they wait for people."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds. `card`: before a card is dealt or turned; `call`: before an announcement, a payment
    or a step of the shuffle; `look`: how long the cards of a settled coup lie. `think`: within
    which a robot player bets or decides; `squeeze`: how long it holds a card before it turns it;
    `cut`: how long players have to cut the cards.

    `turn` and `decide` are what a player has, robot or not, to turn the cards in hand, to make a
    decision or to take wagers down; None is for ever. `aside`: how long the robot leaves the table
    to a dealer who is none.
    """

    card: float = 0
    call: float = 0
    look: float = 0
    think: float = 0
    squeeze: float = 0
    cut: float = 0
    turn: float | None = None
    decide: float | None = None
    aside: float = 0


AT_ONCE: Final = Pace()
UNHURRIED: Final = Pace(
    card=1.0, call=1.2, look=4, think=6, squeeze=1.5, cut=12, turn=25, decide=20, aside=45
)
"""As people like to watch it: a coup takes about half a minute."""


class Stopwatch:
    """Since when something is so; it starts anew whenever something else is."""

    def __init__(self) -> None:
        self._what: object = None
        self._since: datetime | None = None

    def since(self, what: object, now: datetime) -> datetime:
        if self._since is None or what != self._what:
            self._what, self._since = what, now
        return self._since

    def after(self, what: object, now: datetime, seconds: float) -> datetime:
        """When it will have been so for that long."""
        return self.since(what, now) + timedelta(seconds=seconds)
