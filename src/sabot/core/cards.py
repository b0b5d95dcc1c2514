"""Cards, what they are worth, and hands of them.

All five documents value cards alike (star-baccarat, star-seven-up, star-three-card and
star-lucky-draw 3.2 and 3.3; canberra-mini 2.4 and 2.6), so the values stand here once.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
RED: Final = "HD"
PICTURES: Final = "JQK"


def value_of(rank: str) -> int:
    """The point value of a rank: an ace is 1, two to nine their number, the rest 0.

    >>> [value_of(rank) for rank in RANKS]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    """
    if rank == "A":
        return 1
    return int(rank) if rank.isdigit() else 0


class Card(msgspec.Struct, frozen=True, gc=False):
    """A playing card, or (with no suit) one printed on the layout.

    >>> read_card("KH").value, read_card("7C").is_red
    (0, False)
    """

    rank: str
    suit: str
    value: int
    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def is_picture(self) -> bool:
        """A jack, queen or king; a ten is none."""
        return self.rank in PICTURES

    @property
    def is_red(self) -> bool:
        return self.suit in RED


DECK: Final = tuple(
    Card(rank, suit, value_of(rank), rank + suit) for suit in SUITS for rank in RANKS
)
"""The 52 cards without jokers, spades first, ace to king."""

READ: Final = {card.name: card for card in DECK} | {
    "10" + card.suit: card for card in DECK if card.rank == "T"
}
"""Every card by its names."""


def read_card(name: object) -> Card:
    """The card that a name such as "4S", "TH" or "10H" stands for; a card of the deck is itself.

    >>> read_card("10H")
    Card(rank='T', suit='H', value=0, name='TH')
    """
    try:
        return READ[name]  # type: ignore[index]  # a name of another type is simply unknown
    except (KeyError, TypeError):
        if isinstance(name, Card) and READ.get(name.name) == name:
            return name
        raise Refusal(
            "unknown-card",
            None,
            f"{quoted(name)} is not a card: write a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit"
            " (S H D C), such as 4S.",
        ) from None


def read_cards(names: str | Card | Iterable[object]) -> tuple[Card, ...]:
    """Several cards: a list of names or cards, one card, or one text with spaces or commas.

    >>> [str(card) for card in read_cards("4S 5H, 10D")]
    ['4S', '5H', 'TD']
    >>> read_cards("2S,,3H")
    Traceback (most recent call last):
    sabot.core.refusal.Refusal: A card is missing between two commas of "2S,,3H".
    """
    if isinstance(names, str):
        names = _listed(names)
    elif isinstance(names, Card):
        names = [names]
    elif not isinstance(names, Iterable) or isinstance(names, Mapping):
        raise Refusal(
            "unknown-card",
            None,
            f'{quoted(names)} is not a list of cards: write "4S 5H", or a list of names.',
        )
    else:
        names = list(names)
    try:
        return tuple([READ[name] for name in names])  # type: ignore[index]
    except (KeyError, TypeError):
        return tuple([read_card(name) for name in names])


def _listed(text: str) -> list[str]:
    """The names in a text, with spaces between them or one comma."""
    if not text.strip():
        return []
    names = [each.split() for each in text.split(",")]
    if not all(names):
        raise Refusal(
            "unknown-card", None, f"A card is missing between two commas of {quoted(text)}."
        )
    return [name for each in names for name in each]


def decks_of(number: int) -> tuple[Card, ...]:
    """That many decks, in factory order."""
    return DECK * number


def point_count(cards: Iterable[Card] | str) -> int:
    """The right-hand digit of the sum of the values.

    >>> point_count(read_cards("8S 7H")), point_count("8S 7H")
    (5, 5)
    """
    total = 0
    try:
        for card in cards:
            total += card.value  # type: ignore[union-attr]
    except (AttributeError, TypeError):  # names of cards, or no cards at all
        return point_count(read_cards(cards))
    return total % 10


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A complete hand and its point count."""

    cards: Sequence[Card]
    total: int

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.cards))} = {self.total}"


def is_pair(cards: Sequence[Card]) -> bool:
    """Return True if the first two cards of a hand have the same rank: two kings do, king and ten
    do not.

    star-baccarat 10.6 and 10.24; canberra-mini 9.5 and 9.6.
    """
    return cards[0].rank == cards[1].rank


def too_many_copies(cards: Sequence[Card], decks: int) -> Card | None:
    """A card that occurs more often than so many decks hold it, if there is one."""
    # One card too often leaves at most so many others.
    if len(cards) <= decks or len({card.name for card in cards}) > len(cards) - decks:
        return None
    return next((card for card, times in Counter(cards).items() if times > decks), None)
