"""Lucky Draw: what standing and drawing are worth with these two cards against this up card."""

import re
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sabot.bench import book_of
from sabot.core.cards import DECK, RANKS, read_card
from sabot.core.refusal import Refusal, quoted, text_of
from sabot.odds.composition import Composition
from sabot.odds.counters.lucky import HANDS, KIND_OF_CARD, count_choices
from sabot.rules import LuckyDrawHands, Rulebook

NAMED = re.compile(r"\s*P\s*:\s*(\S+?)\s*[;\s]\s*D\s*:\s*(\S+?)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class DecisionWorth:
    """Exact value for a box of standing and of drawing, per ENTER unit. Equal values stand."""

    hand: str
    up: str
    stand: Fraction
    draw: Fraction

    @property
    def best(self) -> str:
        return "draw" if self.draw > self.stand else "stand"


def decision_worth(
    rulebook: Rulebook | str, hand: str, up: str, composition: Composition | None = None
) -> DecisionWorth:
    """The worth of both decisions, with cards (`"4S,2H"`) or ranks (`"4,2"`) known.

    The composition holds the known cards too. No card of another box is seen.

    >>> decision_worth("star-lucky-draw", "4,2", "7").best
    'stand'
    """
    book = book_of(rulebook)
    if not isinstance(book.procedure, LuckyDrawHands):
        raise Refusal("not-counted", None, f"No box decides anything in {book.title}.")
    choices = count_choices(book, composition or Composition.full(book.decks()))
    hand, up = text_of("A hand", hand, "4,2"), text_of("An up card", up, "7")
    cards = [each.strip() for each in hand.split(",")]
    if len(cards) != 2:
        raise Refusal("unknown-card", None, f"A box has two cards, not {quoted(hand)}.")
    one, other, ups = (_kinds(each) for each in (*cards, up.strip()))
    hands = [
        place for place, (a, b) in enumerate(HANDS.tolist())
        if (a in one and b in other) or (b in one and a in other)
    ]  # fmt: skip
    where = np.ix_(hands, sorted(ups))
    ways = int(choices.seen[where].sum()) * choices.unit
    if not ways:
        raise Refusal("cannot-happen", None, f"{hand} against {up} cannot come from these cards.")
    stand, draw = (
        Fraction(int(worth[where].sum()), ways)
        for worth in (choices.worth_standing, choices.worth_drawing)
    )
    return DecisionWorth(hand, up, stand, draw)


def _kinds(word: str) -> set[int]:
    """The kinds of card that a card or a rank can be: of a three the suit matters."""
    name = word.upper().replace("10", "T")
    if len(name) == 1 and name in RANKS:
        return {KIND_OF_CARD[at] for at, card in enumerate(DECK) if card.rank == name}
    return {KIND_OF_CARD[DECK.index(read_card(name))]}


def read_decision(text: str) -> tuple[str, str]:
    """A hand and an up card as an option names them: `P:4S,2H D:7C`."""
    match = NAMED.fullmatch(text)
    if match is None:
        raise Refusal(
            "bad-condition",
            None,
            f"{quoted(text)} is not clear: write a box's cards and the up card, P:4S,2H D:7C.",
        )
    return match[1], match[2]
