"""Decisions of boxes: by point count and up card, or card by card."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sabot.core.cards import DECK
from sabot.core.refusal import Refusal
from sabot.rules import TOTALS, LuckyDrawHands, Rulebook

Decisions = NDArray[np.bool_]
"""`decisions[first, second, up]`: True to draw, with cards by their numbers in the deck."""

Strategy = Sequence[Sequence[bool]] | Decisions
"""`strategy[total][value]`: True if a box draws on two cards of that point count against an up card
of that value; or decisions card by card."""

_VALUES = np.array([card.value for card in DECK])
BY_CARD = (len(DECK),) * 3
_BY_TOTAL = (len(TOTALS),) * 2


def decisions(procedure: LuckyDrawHands, strategy: Strategy | None) -> Decisions:
    """Return a strategy card by card; by default, boxes draw when the dealer would have to."""
    if strategy is None:
        strategy = [[total in procedure.dealer_draws] * len(TOTALS) for total in TOTALS]
    try:
        table = np.array(strategy, np.bool_)
    except ValueError:
        table = np.zeros(0, np.bool_)
    if table.shape == BY_CARD:
        return table
    if table.shape != _BY_TOTAL:
        raise Refusal(
            "bad-strategy",
            None,
            "A strategy has ten rows, one for each point count, of ten up cards.",
        )
    totals = (_VALUES[:, None] + _VALUES) % 10
    by_card: Decisions = table[totals][:, :, _VALUES]
    return by_card


def exact_strategy(book: Rulebook, decks: int, name: str) -> Decisions:
    """Return a strategy of `sabot.odds` by its name, such as optimal or total."""
    from sabot.odds.composition import Composition
    from sabot.odds.counters import lucky

    draws = lucky.strategy(name)(lucky.count_choices(book, Composition.full(decks)))
    hands, kinds = lucky.PLACE_OF_HAND, lucky.KIND_OF_CARD
    found = np.zeros(BY_CARD, np.bool_)
    for first, one in enumerate(kinds):
        for second, two in enumerate(kinds):
            found[first, second] = draws[hands[min(one, two), max(one, two)]][kinds]
    return found
