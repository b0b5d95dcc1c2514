"""Cards and their values, the order of hands, and the decks (rules 2 to 4).

A card is written rank and suit: "7H", "10S", "QD". "7*" is the 7 printed on a layout.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("H", "D", "C", "S")
RED = ("H", "D")
PICTURES = ("J", "Q", "K")
HIDDEN = "??"
"""A card that lies face down."""

ORDER_OF_HANDS = (
    # Three Card 7.2: (picture cards, point count), from order 2 to order 31.
    *((2, 9), (1, 9), (0, 9), (2, 8), (1, 8), (0, 8), (2, 7), (1, 7), (0, 7), (2, 6)),
    *((1, 6), (0, 6), (2, 5), (1, 5), (0, 5), (2, 4), (1, 4), (0, 4), (2, 3), (1, 3)),
    *((0, 3), (2, 2), (1, 2), (0, 2), (2, 1), (1, 1), (0, 1), (2, 0), (1, 0), (0, 0)),
)


def rank_of(card: str) -> str:
    """Return the rank of a card."""
    return card[:-1]


def suit_of(card: str) -> str:
    """Return the suit of a card."""
    return card[-1]


def is_card(card: str) -> bool:
    """Return True for one of the 52 cards of a deck (Baccarat 3.1 and kin)."""
    return rank_of(card) in RANKS and suit_of(card) in SUITS


def value_of(card: str) -> int:
    """Return the value: face value 2 to 9, ace one, ten and pictures zero (3.2; Canberra 2.4)."""
    rank = rank_of(card)
    if rank == "A":
        return 1
    if rank in ("10", "J", "Q", "K"):
        return 0
    return int(rank)


def burn_value(card: str) -> int:
    """Return how many further cards are burned: tens and pictures ten (4.8, 4.12; Canberra 5.7)."""
    rank = rank_of(card)
    if rank == "A":
        return 1
    if rank in ("10", "J", "Q", "K"):
        return 10
    return int(rank)


def point_count(hand: Iterable[str]) -> int:
    """Return the right digit of the total value (3.3; Canberra 2.6)."""
    return sum(value_of(card) for card in hand) % 10


def pictures(hand: Iterable[str]) -> int:
    """Return the number of picture cards: any king, queen or jack (Three Card 1.1)."""
    return sum(rank_of(card) in PICTURES for card in hand)


def order_of(hand: Sequence[str]) -> int:
    """Return the order of a hand, 1 (highest) to 31 (Three Card 7.1, 7.2)."""
    if pictures(hand) == 3:
        return 1
    return ORDER_OF_HANDS.index((pictures(hand), point_count(hand))) + 2


def is_pair(hand: Sequence[str]) -> bool:
    """Return True if the first two cards have one rank (10.6, 10.24; Canberra 9.5, 9.6, 10.1)."""
    return rank_of(hand[0]) == rank_of(hand[1])


def pair_kind(hand: Sequence[str]) -> str | None:
    """Return "perfect", "coloured" or "mixed" for a pair (Canberra 10.2 to 10.5)."""
    if not is_pair(hand):
        return None
    first, second = suit_of(hand[0]), suit_of(hand[1])
    if first == second:
        return "perfect"
    if (first in RED) == (second in RED):
        return "coloured"
    return "mixed"


def sevens(*hands: Iterable[str]) -> int:
    """Return the sevens in both hands, the printed one included (7-Up 5.1.4, 10.5)."""
    return sum(rank_of(card) == "7" for hand in hands for card in hand)


def copies_exceeded(out: Counter[str], card: str, decks: int) -> bool:
    """Return True if a card cannot be there: each deck has one (3.1; Canberra 2.1)."""
    return not is_card(card) or out[card] >= decks
