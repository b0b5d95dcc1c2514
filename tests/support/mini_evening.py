"""Evenings of Mini-Baccarat, for the tests of its irregularities."""

from typing import Any

from support.evening import Evening

GAME = "canberra-mini"
PLAYER_WINS = "9S 5H KD KC"  # 9 against 5
BANKER_DRAWS = "6S 2H KD 3C"  # the Player stands on 6, the Banker draws on 5
BANKER_STANDS = "6S 4H KD 3C"  # the Player stands on 6, the Banker on 7: the Banker wins
PAIRS = ["perfect-pairs-player", "perfect-pairs-banker"]
FULL = 1_000_000
STAKE = 10_000


def betting(**options: Any) -> Evening:
    """Alice has bet on the Player's hand, Bob on the Banker's."""
    evening = Evening(GAME, **options)
    evening.join("alice", 1)
    evening.join("bob", 2)
    evening.bet("alice", "player")
    evening.bet("bob", "banker")
    return evening


def dealt(cards: str, **options: Any) -> Evening:
    evening = betting(**options)
    evening.deal(cards)
    return evening


def face_down(cards: str, **options: Any) -> Evening:
    """Deal the first four cards face down and unseen."""
    evening = betting(method="down", **options)
    evening.ok("no-more-bets")
    for name in cards.split():
        evening.card(name)
    return evening


def take_down(evening: Evening, player: str, **which: Any) -> None:
    evening.ok("take-down", actor=player, role="player", player=player, **which)
