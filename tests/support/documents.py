"""Helpers of the tests of a document's clauses: refusals, and the cards that it prepares."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

import sabot
from sabot.core.cards import Card, read_cards
from sabot.shoe import (
    Seeded,
    Shoe,
    ShufflingDevice,
    Source,
    check_replacement,
    offers_of_the_cut,
)

T = TypeVar("T")
S = TypeVar("S", bound=Source)


def refusal(call: Callable[[], object]) -> tuple[str, str | None]:
    """Return the code and the clause with which a call is refused."""
    with pytest.raises(sabot.Refusal) as caught:
        call()
    return caught.value.code, caught.value.clause


def present(value: T | None) -> T:
    """Return a rule that the document has."""
    assert value is not None
    return value


def draw(source: S, number: int) -> tuple[list[Card], list[int], S]:
    """Return that many cards, the places at which the cutting card came, and what is left."""
    cards, places = [], []
    for place in range(number):
        drawn, source = source.draw()
        cards.append(drawn.card)
        places += [place] if drawn.cutting_card else []
    return cards, places, source


class PreparedCards:
    """Cards as an edition of a document prepares them."""

    def __init__(self, book: sabot.Rulebook, decks: Sequence[Card], cutting_card: int) -> None:
        self._rules, self._decks, self._cutting_card = book.preparation, tuple(decks), cutting_card

    def shoe(self, first: str) -> Shoe:
        """Return a shoe that starts with these cards, with its cutting card far behind."""
        return Shoe((*read_cards(first), *self._decks), self._cutting_card)

    def device(self, seed: int = 1) -> ShufflingDevice:
        return ShufflingDevice.load(self._decks, present(self._rules.rack_coups), Seeded(seed))

    def replacement(self, occasion: str, *, in_coup: bool) -> tuple[str, str]:
        """Return the clause under which cards are replaced, and who orders it."""
        rule = check_replacement(
            self._rules.replacements, occasion, in_coup=in_coup, old_back="blue", new_back="blue"
        )
        return rule.clause, rule.ordered_by

    def offers(self, occasion: str, seats: list[int], named: int | None = None) -> list[int]:
        """Return the seats to which the cut is offered, in order; 0 is the supervisor."""
        return offers_of_the_cut(present(self._rules.cut), occasion, seats, named)
