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


AT_ONCE = 1696
"""Hands that `kernels.lookahead` keeps at a time."""


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
    `codes[s]`: facts codes of its coups, those of one coup of all shoes next to one another, since
    they are written together; `dealt[s]`: number of these codes. `hands`,
    `coups` and `pairs` are what `kernels.lookahead` finds for each card of the shoes, empty for
    other dealing."""

    shoes: Words
    cards: Bytes
    ends: Longs
    endings: Longs
    codes: Words
    dealt: Longs
    hands: Words
    coups: Words
    pairs: Words


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


def pit(cards: Words, codes: int, ahead: bool = False) -> Pit:
    """Return a pit of unshuffled shoes, with room for `codes` codes of each, and for what lies
    ahead in them."""
    size = SHOES_IN_A_PIT * len(cards)
    coups_in_it = size if ahead else 0
    shoes, hands, coups, pairs = _side_by_side(size, AT_ONCE, coups_in_it, coups_in_it)
    shoes[:] = np.tile(cards, SHOES_IN_A_PIT)
    return Pit(
        shoes.reshape(SHOES_IN_A_PIT, -1),
        shoes.view(np.uint8),
        np.zeros(SHOES_IN_A_PIT, U),
        np.zeros(SHOES_IN_A_PIT, U),
        np.zeros((codes, SHOES_IN_A_PIT), np.uint16).T,
        np.zeros(SHOES_IN_A_PIT, U),
        hands,
        coups,
        pairs,
    )


def _side_by_side(*sizes: int) -> list[Words]:
    """Return arrays of these sizes, each at the start of a cache line, and no two of them at the
    same place of a page: a processor takes a load from one for a load of what was just stored in
    the other."""
    line = 64 // 2
    starts = [0]
    for size in sizes:
        starts.append(starts[-1] + -(-size // line) * line + 9 * line)
    memory = np.zeros(starts[-1] + line, np.uint16)
    first = -(memory.ctypes.data // 2) % line
    return [memory[first + at : first + at + size] for at, size in zip(starts, sizes, strict=False)]


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
