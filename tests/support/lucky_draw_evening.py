"""Evenings of Lucky Draw Baccarat, for the tests of its irregularities."""

from typing import Any

from support.evening import Evening

GAME = "star-lucky-draw"
INITIAL = "4S 5S 6H 3D 2D"  # box 1 has 7, box 2 has 7, the dealer a six
STAKE = 10_000


def seated(**options: Any) -> Evening:
    """Alice on box 1 and Bob on box 2."""
    evening = Evening(GAME, **options)
    evening.join("alice", 1)
    evening.join("bob", 2)
    return evening


def betting(**options: Any) -> Evening:
    evening = seated(**options)
    evening.bet("alice", "enter", box=1)
    evening.bet("bob", "enter", box=2)
    return evening


def deciding(**options: Any) -> Evening:
    """Both have their two cards, and box 1 has to decide."""
    evening = betting(**options)
    evening.deal(INITIAL)
    return evening


def complete(**options: Any) -> Evening:
    """Both stand on 7, and the dealer has 6 and 2: both lose."""
    evening = deciding(**options)
    stand(evening)
    evening.deal("2H")
    return evening


def stand(evening: Evening) -> None:
    evening.choose(1, "stand", "alice")
    evening.choose(2, "stand", "bob")
