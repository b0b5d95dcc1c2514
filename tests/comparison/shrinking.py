"""Shrink an evening to the fewest moves that still show a difference."""

from collections.abc import Callable

from comparison.settings import Setting
from comparison.side_by_side import Difference, play
from comparison.translation import Move

Shows = Callable[[list[Move]], bool]


def shrink(moves: list[Move], shows: Shows) -> list[Move]:
    """Remove moves in ever smaller runs, as long as what is left still shows the difference.

    >>> shrink(list("abcdef"), lambda left: "b" in left and "e" in left)
    ['b', 'e']
    """
    size = max(1, len(moves) // 2)
    while size:
        start = 0
        while start < len(moves):
            fewer = moves[:start] + moves[start + size :]
            if shows(fewer):
                moves = fewer
            else:
                start += size
        size //= 2
    return moves


def shortest(setting: Setting, moves: list[Move], found: Difference) -> list[Move]:
    """Return the shortest evening found that ends in the same difference."""

    def shows(fewer: list[Move]) -> bool:
        try:
            other, _ = play(setting, fewer)
        except AssertionError:  # a shorter evening that cannot be played
            return False
        return other is not None and other.signature == found.signature

    return shrink(moves, shows)


def told(setting: Setting, moves: list[Move], found: Difference) -> str:
    """Return an evening and its difference as text."""
    lines = [f"{setting.game}, {setting.name}:", *(f"  {each}" for each in moves), f"  {found}"]
    return "\n".join(lines)
