"""A coup that is over, as its own events have it."""

import msgspec

from sabot.ledger import of_player, place_of


class Past(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the coup brought each player who had a wager in it, by purse, nothing included; `void`:
    it has no result, or none any more; `accounts`: those of them who play on an account; `staked`:
    what each of them had at stake, by purse."""

    number: int
    result: str | None
    gains: dict[str, int]
    void: bool
    accounts: tuple[str, ...] = ()
    staked: dict[str, int] = {}

    @property
    def players(self) -> frozenset[str]:
        return frozenset(player_in(key) for key in self.gains)


def player_in(key: str) -> str:
    """Whose purse that is.

    >>> player_in("chips@player/alice")
    'alice'
    """
    return place_of(key)[0].removeprefix(of_player(""))
