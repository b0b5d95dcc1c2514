"""Arithmetic of the audit's own: payments, rounding, cuts and shares, in whole cents.

It imports nothing of Sabot, so that a fault of the table is not repeated here. Numbers come from
the log and from the rulebook's data.
"""

from collections.abc import Callable, Mapping, Sequence
from math import gcd, lcm
from typing import NamedTuple


def paid(stake: int, odds: tuple[int, int], chip: int, rounds: bool) -> int | None:
    """Return what a winning stake earns at odds of so many to so many: the next amount that chips
    can make, or None where they cannot pay exactly and no clause rounds.

    >>> paid(10_00, (19, 20), 5_00, True), paid(10_00, (19, 20), 5_00, False)
    (1000, None)
    """
    win, per = odds
    exact, each = stake * win, per * chip
    if exact % each and not rounds:
        return None
    return -(-exact // each) * chip


def divided(pay: int, lives: Sequence[int]) -> list[int]:
    """Divide a wager's pay among its stakes by what is live on each, to the cent.

    >>> divided(1425, [500, 1000])
    [475, 950]
    """
    whole, before, parts = sum(lives) or 1, 0, []
    for live in lives:
        parts.append(pay * (before + live) // whole - pay * before // whole)
        before += live
    return parts


def first_laid(lives: Sequence[int], most: int) -> list[int]:
    """Return what stays live of stakes in their order when `most` does: the last laid goes first.

    >>> first_laid([1000, 30], 1000)
    [1000, 0]
    """
    left, kept = most, []
    for live in lives:
        kept.append(max(0, min(live, left)))
        left -= kept[-1]
    return kept


def pro_rata(amounts: Sequence[int], most: int, chip: int) -> list[int]:
    """Return shares of a maximum in whole chips: rounded down, what is left by the largest
    fraction, then by order.

    >>> pro_rata([5000, 2500, 2500], 5000, 500)
    [2500, 1500, 1000]
    """
    whole = sum(amounts)
    if whole <= most:
        return list(amounts)
    parts = [divmod(amount * most, whole * chip) for amount in amounts]
    spare = most // chip - sum(chips for chips, _ in parts)
    lucky = sorted(range(len(parts)), key=lambda index: (-parts[index][1], index))[:spare]
    chips = [count + (index in lucky) for index, (count, _) in enumerate(parts)]
    return [min(count * chip, amount) for count, amount in zip(chips, amounts, strict=True)]


def payable_step(chip: int, odds: Sequence[tuple[int, int]], rounds: bool) -> int:
    """Return the smallest stake of which every multiple can be paid in chips.

    >>> payable_step(250, [(19, 20)], False)
    5000
    """
    if rounds:
        return chip
    return lcm(chip, *(per * chip // gcd(win, per * chip) for win, per in odds))


class LimitedStake(NamedTuple):
    """A stake on the layout, as far as limits ask."""

    sequence: int
    player: str
    on: str
    box: int | None
    area: int | None
    live: int
    is_loss: bool
    most: int
    """The most that its player may have on this bet."""
    area_most: int
    """The most that its player may have on one area, where no clause has several share it."""
    step: int
    """Under a Loss Limit, the live part of the wager is a multiple of this."""

    @property
    def place(self) -> object:
        """Return where the wager lies. A player without a named area shares it with no other
        player."""
        where = self.area if self.box is None else self.box
        return (self.player if where is None else where, self.on)

    @property
    def wager(self) -> object:
        """All that a player has on one bet and one area or box is one wager."""
        return (self.player, self.on, self.area if self.box is None else self.box)


class Sign(NamedTuple):
    """Maxima of the sign and the document."""

    chip: int
    area: int | None
    cuts_late: bool
    """A clause cuts a wager that is found above its maximum."""
    shares: bool
    """A clause has the wagers of an area share its maximum."""


def live_of(stakes: Sequence[LimitedStake], sign: Sign, rooms: Mapping[str, int]) -> dict[int, int]:
    """Return what of each stake is live when the first card comes: each wager to its maximum, then
    the area, then what a Loss Limit lets its player lose."""
    live = {each.sequence: each.live for each in stakes}
    if sign.cuts_late:
        for group in _grouped(stakes, lambda each: (each.player, each.on, each.box)):
            _keep(live, group, group[0].most)
    if sign.area is not None and sign.shares:
        for group in _grouped(stakes, lambda each: each.place):
            _share(live, group, sign.area, sign.chip)
    elif sign.area is not None and sign.cuts_late:
        for group in _grouped(stakes, lambda each: (each.place, each.player)):
            _keep(live, group, group[0].area_most)
    for player, room in rooms.items():
        own = [each for each in stakes if each.player == player and each.is_loss]
        _to_room(live, sorted(own, key=lambda each: each.sequence), max(room, 0))
    return live


def _grouped(
    stakes: Sequence[LimitedStake], key: Callable[[LimitedStake], object]
) -> list[list[LimitedStake]]:
    groups: dict[object, list[LimitedStake]] = {}
    for each in stakes:
        groups.setdefault(key(each), []).append(each)
    return list(groups.values())


def _keep(live: dict[int, int], stakes: Sequence[LimitedStake], most: int) -> None:
    for each, kept in zip(
        stakes, first_laid([live[each.sequence] for each in stakes], most), strict=True
    ):
        live[each.sequence] = kept


def _to_room(live: dict[int, int], stakes: Sequence[LimitedStake], room: int) -> None:
    excess = sum(live[each.sequence] for each in stakes) - room
    for each in reversed(stakes):
        if excess <= 0:
            return
        before = live[each.sequence]
        kept = max(before - excess, 0)
        live[each.sequence] = kept - kept % each.step
        excess -= before - live[each.sequence]


def reduced(
    stakes: Sequence[LimitedStake], other: int, sign: Sign, differential: int | None
) -> dict[int, int]:
    """Return what of the stakes on one hand stays when a dealer reduces it and the other hand has
    `other`: first each area to its maximum, then all to what the differential allows.

    >>> ann = LimitedStake(1, "ann", "player", None, 1, 1000, True, 5000, 5000, 500)
    >>> ben = ann._replace(sequence=2, player="ben", area=2)
    >>> reduced([ann, ben], 0, Sign(500, None, True, True), 1500)
    {1: 1000, 2: 500}
    """
    live = {each.sequence: each.live for each in stakes}
    if sign.area is not None:
        for group in _grouped(stakes, lambda each: each.place):
            _share(live, group, sign.area, sign.chip)
    if differential is not None:
        _share(live, stakes, other + differential, sign.chip)
    return live


def _share(live: dict[int, int], stakes: Sequence[LimitedStake], most: int, chip: int) -> None:
    """Have wagers share a maximum pro rata of what is live of each."""
    wagers = _grouped(stakes, lambda each: each.wager)
    counts = [sum(live[each.sequence] for each in wager) for wager in wagers]
    for wager, share in zip(wagers, pro_rata(counts, most, chip), strict=True):
        _keep(live, wager, share)
