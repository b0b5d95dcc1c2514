"""A coup that is over, as its own events have it."""

from datetime import date
from typing import Annotated

import msgspec

from sabot.engine.declarations import within
from sabot.engine.ledger import of_player, place_of
from sabot.parts.sizes import PLACES


class PaidWager(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager of a coup as the books settled it, in cents."""

    player: str
    on: str
    live: int
    """Amount that could be won or lost."""
    paid: int
    """All money that went to the player: the stake, unless it was lost, and what it earned."""
    box: int | None = None
    area: int | None = None
    over: int = 0
    """Amount found to be overpaid, where the books had the right amount."""
    under: int = 0
    """Amount found to be underpaid, where the books had the right amount."""
    tokens: int = 0
    """Part of `live` that was laid in tokens, which are not money."""


class Paid(msgspec.Struct, frozen=True, omit_defaults=True):
    """Payments of a coup, which bound a wrong payment."""

    wagers: Annotated[tuple[PaidWager, ...], within("Round.stakes")] = ()
    chip: int = 1
    """The smallest chip, in cents."""
    scheme: str | None = None
    decisions: Annotated[dict[int, str], PLACES] = {}
    """Decision of each box."""
    bought: Annotated[dict[str, int], within("Round.bought")] = {}
    """The largest purchase of chips by each player during the coup, or before its first card."""
    exchanged: Annotated[dict[str, int], within("Round.exchanged")] = {}
    """The largest exchange of chips by each player, likewise."""


class PastCoup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Summary of a coup that is over. `gains`: the gain of each player with a wager in it, by
    purse, zero included; `void`: it has no result, or none any more; `accounts`: those players with
    an account; `staked`: the stake of each player, by purse. `paid` is None where payments cannot
    be wrong, and for a coup before it was recorded. `days`: the local day on which each player with
    a Loss Limit placed their wagers. `wrong`: by purse, the amount by which the books were found to
    have paid too much for the cards as they lay, or too little, below nothing: it is put right by
    itself, as a wrong payment."""

    number: int
    result: str | None
    gains: Annotated[dict[str, int], within("Round.stakes", 4)]
    void: bool
    accounts: Annotated[tuple[str, ...], within("Round.stakes")] = ()
    staked: Annotated[dict[str, int], within("Round.stakes")] = {}
    paid: Paid | None = None
    days: Annotated[dict[str, date], within("Round.stakes")] = {}
    wrong: Annotated[dict[str, int], within("Round.stakes")] = {}

    @property
    def players(self) -> frozenset[str]:
        return frozenset(player_in(key) for key in self.gains)


def player_in(key: str) -> str:
    """Whose purse that is.

    >>> player_in("chips@player/alice")
    'alice'
    """
    return place_of(key)[0].removeprefix(of_player(""))
