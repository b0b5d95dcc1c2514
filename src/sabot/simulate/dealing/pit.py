"""Shoes that are dealt side by side, their preparation and their results."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sabot.core.cards import DECK
from sabot.core.refusal import Refusal
from sabot.rules import Rulebook
from sabot.shoe import LastCoup, burn_count
from sabot.simulate.kernels.compilation import Bytes, Counts, Longs, U, Words
from sabot.simulate.kernels.shuffling import A_WORD

VALUES = tuple(card.value for card in DECK)
SHOES_IN_A_PIT = 16
"""Shoes dealt side by side: a multiple of those shuffled together, and enough to hide memory
latency."""


class Prepared(NamedTuple):
    """A rulebook's preparation of a shoe as plain numbers.

    `burns[k]` is how many cards are burned when the first is of kind k, `behind` how many lie
    behind the cutting card, `draws` how many may be needed. The last three are the last-coup
    rule: see `sabot.shoe.LastCoup`.
    """

    burns: Bytes
    behind: int
    draws: int
    during: int
    first: int
    tie_adds: int


class Pit(NamedTuple):
    """Shoes dealt side by side. `shoes` and `cards` are the same memory, by cards and by bytes.
    `ends[s]`: byte after the next card of shoe s; `endings[s]`: ending of its last coup;
    `codes[s]`: facts codes of its coups; `dealt[s]`: number of these codes."""

    shoes: Words
    cards: Bytes
    ends: Longs
    endings: Longs
    codes: Words
    dealt: Longs


class DrawnCards(NamedTuple):
    """Cards of coups. `cards[row, coup]`: numbers of a coup's cards in a deck, in dealing order;
    `lengths[row, coup]`: how many of them count. Empty where cards are not wanted."""

    cards: Bytes
    lengths: Counts


Drawn = DrawnCards
"""Former name, under which caches of compiled code hold the class: Numba reads it before it sees
that the cache is old."""


UNSEEN = DrawnCards(np.zeros((0, 0, 0), np.uint8), np.zeros((0, 0), np.int64))


def stack(decks: int, kinds: Sequence[int] = VALUES) -> Words:
    """Return decks of cards as compiled code holds them: the kind above, the number below."""
    return np.array([number | kind << 8 for number, kind in enumerate(kinds)] * decks, np.uint16)


def pit(cards: Words, codes: int) -> Pit:
    """Return a pit of unshuffled shoes, with room for `codes` codes of each."""
    shoes = np.tile(cards, (SHOES_IN_A_PIT, 1))
    return Pit(
        shoes,
        shoes.reshape(-1).view(np.uint8),
        np.zeros(SHOES_IN_A_PIT, U),
        np.zeros(SHOES_IN_A_PIT, U),
        np.zeros((SHOES_IN_A_PIT, codes), np.uint16),
        np.zeros(SHOES_IN_A_PIT, U),
    )


def burned(book: Rulebook, kinds: Sequence[int] = VALUES) -> Bytes:
    """Return the number of burned cards by the kind of the first, in the first way that is
    permitted."""
    counted = book.preparation.burns[0].counted
    burns = np.ones(max(kinds) + 1, np.uint8)
    for kind, card in zip(kinds, DECK, strict=True):
        burns[kind] = 1 + (burn_count(card) if counted else 0)
    return burns


def prepared(
    book: Rulebook,
    cards: int,
    most_cards: int,
    behind: int | None = None,
    kinds: Sequence[int] = VALUES,
) -> Prepared:
    """Return the preparation of a shoe of `cards` cards, with the cutting card `behind` cards from
    the back.

    The default is as near the back as the document allows and the last coup needs.
    """
    preparation = book.preparation
    cutting_card, rule = preparation.cutting_card, preparation.last_coup
    if cutting_card is None or rule is None:
        raise Refusal("wrong-source", None, f"{book.title} is not dealt from a shoe.")
    needed = _needed(rule, most_cards)
    nearest, deepest = max(cutting_card.nearest, needed), cutting_card.deepest(cards)
    behind = nearest if behind is None else behind
    if not nearest <= behind <= deepest:
        raise Refusal(
            "wrong-cutting-card",
            cutting_card.clause,
            f"The cutting card goes {nearest} to {deepest} cards from the back, not {behind}.",
        )
    draws = min(cards, -(-(cards - behind + needed) // A_WORD) * A_WORD)
    burns = burned(book, kinds)
    return Prepared(burns, behind, draws, rule.during, rule.first, rule.tie_adds)


def _needed(rule: LastCoup, most_cards: int) -> int:
    """Return the most cards that can come out after the cutting card."""
    during = most_cards - 1 + (rule.during + rule.tie_adds) * most_cards
    first = (rule.first + rule.tie_adds) * most_cards if rule.first else 0
    return max(during, first)
