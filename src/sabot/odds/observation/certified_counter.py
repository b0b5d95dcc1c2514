"""Any facts of a coup, counted once they have been held against the game's own dealing.

Real cards are dealt by the rulebook's own procedure and read by its own facts, and what the table
of `general.py` makes of the same cards must agree.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from sabot.core.cards import DECK, Card
from sabot.core.refusal import Refusal
from sabot.coup import deal_so_far
from sabot.odds.composition import Composition
from sabot.odds.counters.general import ObservedFacts, count_seen, seen_by
from sabot.odds.counters.starts import Array
from sabot.odds.observation.function_tables import TooMuch
from sabot.odds.observation.small_shoes import small_shoes
from sabot.odds.observation.trial import code_of, composition_of, coups, hands_of
from sabot.rules import FactsSpace, Procedure, Rulebook, box_name

TRIALS = 150
SHOES_TRIED = 1
MANY_DECKS = 8
"""With so many, every coup can happen."""


class TooMuchSeen(Refusal):
    """Facts that see more of the cards than can be counted."""


def count_any_facts(
    book: Rulebook, space: FactsSpace, composition: Composition, given: Sequence[Card] = ()
) -> tuple[Array, int]:
    """The ways to each code of any facts, and to all together, once cards lie there already."""
    seen = checked(book, space)
    lying = deal_so_far(book, given, (1,) if book.procedure.takes_boxes else ())
    if lying.used < len(given):
        raise Refusal(
            "too-many-cards",
            None,
            f"The {book.coup} is finished with {lying.used} cards, and {len(given)} were given.",
        )
    roles = zip(seen.plan.hands, seen.plan.roles, strict=True)
    held = [lying.hands[name][len(role.printed) :] for name, role in roles]
    ways, total = count_seen(seen, composition, held if given else ())
    check_ways(book, seen, ways)
    return np.array(ways[: len(space)], object), total


def check_ways(book: Rulebook, seen: ObservedFacts, ways: Sequence[int]) -> None:
    """Refuse what cannot be read, or dealt, if it can happen."""
    if ways[-1]:
        raise Refusal("not-counted", None, f"{book.title} may take more cards than can be counted.")
    for fault, number in zip(seen.faults, ways[seen.codes_in_all :], strict=False):
        if number and isinstance(fault, Refusal):
            raise fault
        if number:
            what = f"{type(fault).__name__}: {fault}".replace("'", '"')
            raise Refusal("bad-facts", None, f"These facts cannot be read of every hand: {what}.")


_CHECKED: dict[tuple[Procedure, FactsSpace], ObservedFacts] = {}
MOST_KEPT = 64
"""Most tables kept for wagers of callers; the oldest are evicted."""


def checked(book: Rulebook, space: FactsSpace) -> ObservedFacts:
    """Return the table of a facts function, checked against coups that the rulebook deals and
    reads."""
    key = book.procedure, space
    found = _CHECKED.get(key)
    if found is not None:
        return found
    if space.per_box and not book.procedure.takes_boxes:
        raise Refusal(
            "not-counted",
            None,
            f"{book.title} deals no hands to boxes, so no facts are of a box.",
        )
    try:
        found = _seen(book, space)
    except TooMuch:
        raise TooMuchSeen(
            "not-counted",
            None,
            f"The odds of these facts of {book.title} cannot be counted exactly "
            f"({', '.join(space.fields)}): they see too much of the cards at once. "
            "A simulation can deal them.",
        ) from None
    while len(_CHECKED) >= MOST_KEPT:
        _CHECKED.pop(next(iter(_CHECKED)), None)
    _CHECKED[key] = found
    return found


def _seen(book: Rulebook, space: FactsSpace) -> ObservedFacts:
    """Return the table of a facts function, from lazy proxies first, and from real texts if those
    disagree."""
    for lazily in (True, False):
        seen = seen_by(book.procedure, space, lazily)
        if _agrees(book, space, seen):
            return seen
    raise Refusal(
        "not-counted",
        None,
        f"The odds of these facts of {book.title} cannot be counted ({', '.join(space.fields)}): "
        "they do not read the cards that the game deals as they read others like them.",
    )


def _agrees(book: Rulebook, space: FactsSpace, seen: ObservedFacts) -> bool:
    """Return True if the table gives the same facts as the game's own coups."""
    if seen.faults:
        check_ways(book, seen, count_seen(seen, Composition.full(MANY_DECKS))[0])
    chance, boxes = Random(1), (1,) if space.per_box else ()
    box = box_name(1) if boxes else ""
    for _ in range(TRIALS):
        dealing = deal_so_far(book, chance.choices(DECK, k=len(DECK)), boxes)
        if code_of(space, hands_of(dealing.hands), box) != code_in(seen, dealing.hands.values()):
            return False
    for shoe in small_shoes()[:SHOES_TRIED]:
        by_hand: Counter[int] = Counter()
        for _, code, number in coups(book, space, shoe):
            by_hand[code] += number
        ways, total = count_seen(seen, composition_of(shoe))
        in_all = sum(by_hand.values())
        if any(by_hand[code] * total != number * in_all for code, number in enumerate(ways)):
            return False
    return True


def code_in(seen: ObservedFacts, hands: Any) -> int:
    """The code of finished hands, as the table has it."""
    number = []
    for hand, role, start, tables in zip(
        hands, seen.plan.roles, seen.plan.starts, seen.seen, strict=True
    ):
        cards = [DECK.index(card) for card in hand[len(role.printed) :]]
        kinds = seen.kind_of[cards]
        if len(cards) > start:
            number.append(tables[1][(*kinds[:start], seen.third_of[kinds[start]])])
        else:
            number.append(tables[0][tuple(kinds)])
    return int(seen.codes[tuple(number)])
