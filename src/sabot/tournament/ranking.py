"""The end of a session: the order of the players, who goes on, and who has to play off."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, TypeVar

from sabot.engine.declarations import within
from sabot.rules.tournament import Placing


@dataclass(frozen=True, slots=True)
class Standing:
    """A player who is still in when the session ends."""

    name: str
    chips: int


@dataclass(frozen=True, slots=True)
class KnockedOut:
    """A player knocked out in a coup: residual chips, all that counted in that coup, and the order
    in which the chips were taken within it; None if it was not noted."""

    name: str
    coup: int
    residual: int
    wager: int
    collected: int | None


@dataclass(frozen=True, slots=True)
class Level:
    """Players whom nothing tells apart; `plays_off` where they may contest a place."""

    names: Annotated[tuple[str, ...], within("Contest.entries")]
    plays_off: bool


@dataclass(frozen=True, slots=True)
class RankingCut:
    """Players who advance, best first; and those who contest the places that are left."""

    through: tuple[str, ...]
    contested_by: tuple[str, ...] = ()
    contested: int = 0


Ranked = TypeVar("Ranked", Standing, KnockedOut)


def order(
    rules: Placing, standing: Sequence[Standing], out: Sequence[KnockedOut]
) -> tuple[Level, ...]:
    """Return all players, best first: by chips; players who are in stand before those who are out;
    of those, later before earlier."""
    by_chips = _descending(standing, lambda each: each.chips)
    groups = [Level(_names(each), plays_off=True) for each in by_chips]
    for one_coup in _descending(out, lambda each: each.coup):
        if rules.knocked_out is None:
            groups.append(Level(_names(one_coup), plays_off=True))
        else:
            groups += [Level(_names(e), plays_off=False) for e in knocked_out_in_one_coup(one_coup)]
    return tuple(groups)


def knocked_out_in_one_coup(out: Sequence[KnockedOut]) -> list[list[KnockedOut]]:
    """Return the players knocked out in one coup, best first (15.10.4): more residual chips, then
    the larger wager, then the chips taken later. Players without that note are level."""
    groups = []
    for alike in _descending(out, lambda each: (each.residual, each.wager)):
        if any(each.collected is None for each in alike):
            groups.append(alike)
        else:
            groups += _descending(alike, lambda each: each.collected)
    return groups


def straddling(groups: Iterable[Level], places: int) -> tuple[Level | None, int]:
    """The level players across a line after so many places, and how many of those are theirs."""
    left = places
    for group in groups:
        if len(group.names) > left:
            return (group, left) if left else (None, 0)
        left -= len(group.names)
    return None, 0


def cut(groups: Sequence[Level], places: int) -> RankingCut:
    """Return who advances to the places (15.10.1). Level players who all fit are through; otherwise
    they play off for the places that are left, if they may, and else the places stay open."""
    across, left = straddling(groups, places)
    through: list[str] = []
    for group in groups:
        if group is across or len(through) + len(group.names) > places:
            break
        through += group.names
    if across is None or not across.plays_off:
        return RankingCut(tuple(through))
    return RankingCut(tuple(through), across.names, left)


def _descending(players: Iterable[Ranked], by: Callable[[Ranked], Any]) -> list[list[Ranked]]:
    """Groups of the same key, the largest first; within a group in the order given."""
    ordered = sorted(players, key=by, reverse=True)
    return [list(group) for _, group in groupby(ordered, by)]


def _names(players: Iterable[Standing | KnockedOut]) -> tuple[str, ...]:
    return tuple(each.name for each in players)
