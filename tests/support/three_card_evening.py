"""Evenings of Three Card Baccarat, for the tests of its irregularities."""

from typing import Any

from sabot.rules import box_name
from support.evening import Evening

GAME = "star-three-card"
BANKER_NINE = "2S 3H 4D 4C KS 2D"  # box 1 has 2S 4D KS = 6, the Banker 3H 4C 2D = 9
BOX_WINS = "4S 3H 4D 4C AS KD"  # box 1 has 9, the Banker 7


def seated(**options: Any) -> Evening:
    """Alice on box 1 and Bob on box 2."""
    evening = Evening(GAME, **options)
    evening.join("alice", 1)
    evening.join("bob", 2)
    return evening


def betting(**options: Any) -> Evening:
    """Alice alone has bet, on her hand, on the tie and on the Banker's point total."""
    evening = seated(**options)
    evening.bet("alice", "player", box=1)
    evening.bet("alice", "tie", "10", box=1)
    evening.bet("alice", "point-total-9", "10")
    return evening


def face_down(cards: str) -> Evening:
    """Method B, all cards dealt and face down, and Alice holding her hand: it was handled."""
    evening = betting(method="B")
    evening.bet("bob", "player", box=2)
    for name in cards.split():
        evening.card(name)
    evening.ok("pass-hand", hand=box_name(1), player="alice")
    assert evening.table.round.handled
    return evening
