"""Trial deals: check that compiled dealing sees all that custom facts depend on.

Compiled dealing knows hands by classes that were found by trying a rulebook's functions. Facts that
look further, at a third card's colour or at the order of the cards, would be misread. So coups are
dealt from small shoes, and dealt again from the same cards by the rulebook's own procedure.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from sabot.core.cards import DECK, Card, Hand, point_count
from sabot.core.refusal import Refusal
from sabot.coup import deal_so_far
from sabot.odds.observation.small_shoes import small_shoes
from sabot.rules import Decision, FactsSpace, Procedure, Rulebook, box_name
from sabot.simulate.dealing.common import Dealer
from sabot.simulate.kernels.compilation import U, stream
from sabot.simulate.lookup.strategies import BY_CARD, Decisions

PITS = 6
"""Pits dealt from each small shoe; only the last coup of each shoe can still be read."""
DECISIONS: tuple[Decision, ...] = ("draw", "stand")
FOREIGN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of facts of another shape, or of hands that these facts cannot read."""
_TRIED: dict[tuple[Procedure, tuple[FactsSpace, ...]], bool] = {}


def check_dealt(
    book: Rulebook,
    spaces: tuple[FactsSpace, ...],
    dealer: Callable[[Decisions | None], Dealer],
) -> None:
    """Refuse facts that are misread; `dealer` deals fresh coups to one box with these decisions."""
    tried = book.procedure, spaces
    if tried not in _TRIED:
        _TRIED[tried] = _stands(book, spaces, dealer)
    if not _TRIED[tried]:
        raise not_simulated(book, spaces)


def not_simulated(book: Rulebook, spaces: Sequence[FactsSpace]) -> Refusal:
    facts = "; ".join(", ".join(space.fields) for space in spaces)
    return Refusal(
        "not-simulated",
        None,
        f"These facts of {book.title} cannot be simulated ({facts}): they see more of the "
        "cards, or of the deal, than compiled dealing can tell apart.",
    )


def _stands(
    book: Rulebook,
    spaces: tuple[FactsSpace, ...],
    dealer: Callable[[Decisions | None], Dealer],
) -> bool:
    """Return True if compiled and plain dealing give the same codes."""
    for decision in DECISIONS if book.procedure.takes_decisions else (None,):
        draws = None if decision is None else np.full(BY_CARD, decision == "draw")
        try:
            chosen = dealer(draws)
            if any(seen != plain for seen, plain in _coups(book, spaces, chosen, decision)):
                return False
        except Refusal:
            raise
        except FOREIGN:
            return False
    return True


def _coups(
    book: Rulebook, spaces: Sequence[FactsSpace], dealer: Dealer, decision: Decision | None
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the codes of coups from small shoes, one for each space: compiled, and dealt
    plainly."""
    opened = dealer.open()
    whole = {int(word) & 255: word for word in opened[0].shoes[0]}
    state = np.zeros(4, U)
    for number, small in enumerate(small_shoes()):
        stream(U(0), U(number), state)
        words = [whole[DECK.index(card)] for card in small]
        opened[0].shoes[:] = np.resize(words, opened[0].shoes.shape[1])
        for _ in range(PITS):
            dealer.deal(state, opened)
            for shoe, words in enumerate(opened[0].shoes):
                cards = [DECK[int(word) & 255] for word in words[: -len(DECK) : -1]]
                compiled = [int(pit.codes[shoe, -1]) for pit in opened]
                yield compiled, _codes(book, spaces, cards, decision)


def _codes(
    book: Rulebook, spaces: Sequence[FactsSpace], cards: Sequence[Card], decision: Decision | None
) -> list[int]:
    """Return the codes of the coup that these cards begin with."""
    boxes = (1,) if book.procedure.takes_boxes else ()
    decisions: dict[int, Decision] = {1: decision} if decision else {}
    held = deal_so_far(book, cards, boxes, decisions).hands
    hands = {name: Hand(hand, point_count(hand)) for name, hand in held.items()}
    return [space.code(space.read(hands, box_name(1) if space.per_box else "")) for space in spaces]
