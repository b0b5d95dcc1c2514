"""Stakes grouped into wagers: all that a player has on a bet and an area or box is one wager.

Chips and tokens on it count together. A wager is cut as a whole, paid once and rounded once; live
amount and payment are then split among its stakes.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from sabot.core.money import TOURNAMENT
from sabot.table.state import Laid

Key = tuple[str, str, int | None]
REVISED: Final = True
"""Today's reading. Before the revision `WAGERS`, each stake was a wager of its own."""


def key_of(laid: Laid) -> Key:
    """Return what makes two stakes one wager: player, bet, and box or area."""
    return laid.player, laid.on, laid.area if laid.box is None else laid.box


def wagers_in(
    stakes: Iterable[Laid], whole: bool = REVISED, heats: bool = REVISED
) -> list[list[Laid]]:
    """Group stakes into wagers, each in the order in which it was laid and raised. `heats`: each
    wager laid in tournament chips stands by itself, as on paper; before the revision `RESULTS`,
    they were grouped too."""
    groups: dict[object, list[Laid]] = {}
    for laid in stakes:
        single = not whole or (heats and laid.currency == TOURNAMENT)
        groups.setdefault(laid.sequence if single else key_of(laid), []).append(laid)
    return list(groups.values())


def live_on(stakes: Iterable[Laid]) -> int:
    """Return the cents that can be won or lost on these stakes."""
    return sum([laid.live for laid in stakes])


def kept_of(stakes: Sequence[Laid], total: int) -> list[int]:
    """Return what each stake of one wager keeps when `total` stays live: the last laid goes first.

    >>> chips = [Laid(1, "ann", "tie", 1000, 1000), Laid(2, "ann", "tie", 30, 30)]
    >>> kept_of(chips, 1000)
    [1000, 0]
    """
    kept, left = [], total
    for laid in stakes:
        kept.append(min(laid.live, left))
        left -= kept[-1]
    return kept


def parts_of(pays: int, stakes: Sequence[Laid]) -> list[int]:
    """Divide what a wager earns among its stakes by what is live on each, to the cent.

    >>> chips = [Laid(1, "ann", "tie", 500, 500), Laid(2, "ann", "tie", 1000, 1000)]
    >>> parts_of(1425, chips)
    [475, 950]
    """
    if len(stakes) == 1:
        return [pays]
    whole, told, parts = live_on(stakes), 0, list[int]()
    for count in range(1, len(stakes) + 1):
        upto = pays * live_on(stakes[:count]) // whole if whole else pays
        parts.append(upto - told)
        told = upto
    return parts
