"""Small shoes that together hold all cards that facts are likely to read.

Six different cards have 720 orders, so every coup of them is soon dealt; a few cards with many
copies each make every coup that these cards can make at all.
"""

from functools import cache
from itertools import combinations

from sabot.core.cards import DECK, RANKS, SUITS, Card, read_cards

Cards = tuple[Card, ...]
CARDS = 6
"""As many as a coup may take."""
RICH = ("2S 3S 4S 3H KD", "AS 2H AC 4D TC", "5S 6H 6S 8D AC", "JH QD QH KD 7S", "9S TH TC 9D 5H")
"""Cards of which there are many copies: runs, pairs of every kind, pictures, one colour or two."""
COPIES = (6, 7, 8, 6, 7)
"""Enough for any coup, and not all alike, so that no errors cancel."""


@cache
def small_shoes() -> tuple[Cards, ...]:
    """Every shoe as its cards; first those that are soon dealt and find most."""
    rich = (
        tuple(card for card, copies in zip(read_cards(kinds), COPIES, strict=True)
              for _ in range(copies))
        for kinds in RICH
    )  # fmt: skip
    return (*_ranks(), *_runs(), *_copies(), *rich, *_pairs())


def _ranks() -> list[Cards]:
    """Every rank in four suits, with two cards beside it."""
    return [
        read_cards(
            [*(rank + suit for suit in SUITS), _rank(place + 3) + "S", _rank(place + 5) + "D"]
        )
        for place, rank in enumerate(RANKS)
    ]


def _runs() -> list[Cards]:
    """Every three ranks in a row, in two suits."""
    return [
        read_cards(_rank(place + step) + suit for step in range(3) for suit in suits)
        for place in range(len(RANKS))
        for suits in (SUITS[:2], SUITS[2:])
    ]


def _copies() -> list[Cards]:
    """Every card three times, beside another."""
    return [(one, other) * 3 for one, other in zip(DECK[::2], DECK[1::2], strict=True)]


def _pairs() -> list[Cards]:
    """Every two cards of the deck together in one shoe at least."""
    apart = {frozenset(pair) for pair in combinations(DECK, 2)}
    found: list[Cards] = []
    for first, second in combinations(DECK, 2):
        if frozenset((first, second)) not in apart:
            continue
        cards = [first, second]
        while len(cards) < CARDS:
            new = {
                card: sum(frozenset((card, held)) in apart for held in cards)
                for card in DECK
                if card not in cards
            }
            cards.append(max(new, key=lambda card: new[card]))
        apart -= {frozenset(pair) for pair in combinations(cards, 2)}
        found.append(tuple(cards))
    return found


def _rank(place: int) -> str:
    return RANKS[place % len(RANKS)]
