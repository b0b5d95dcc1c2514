"""Conditions on the hands of a coup that is not over, as text and as a function.

Ways are then counted only where the condition holds, which is what Bayes' rule asks for: cards of a
condition stay part of the composition.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sabot.bench.expression import condition as expression
from sabot.bench.names import names_of
from sabot.core.cards import RANKS, SUITS, read_card
from sabot.core.refusal import Refusal, quoted, text_of
from sabot.odds.composition import Composition
from sabot.odds.counters.general import count_seen
from sabot.odds.counters.starts import Array
from sabot.odds.observation.certified_counter import checked
from sabot.odds.observation.joint_facts import joined
from sabot.rules import BANKER, PLAYER, CommonHands, FactsSpace, Hands, Rulebook

HANDS = {"P": PLAYER, "B": BANKER, "PLAYER": PLAYER, "BANKER": BANKER}
NAMED = re.compile(r"\s*([A-Za-z]+)\s*:\s*([^:;]*?)\s*(?=[;\s]\s*[A-Za-z]+\s*:|;?\s*$);?")
Holds = Callable[[Hands], bool]


ELSEWHERE, FAILS, HOLDS = 0, 1, 2
"""Codes of a condition: other cards than the given ones; it does not hold; it holds."""


@dataclass(frozen=True)
class Condition:
    """A condition as people read it, and whether it holds of finished hands.

    `asked` is a question that has two answers (an expression, a set of first cards), `given` are
    cards that lie there; None where nothing of the kind is known.
    """

    text: str
    asked: Holds | None
    given: Holds | None

    @cached_property
    def space(self) -> FactsSpace:
        """The condition as facts."""
        return FactsSpace(
            lambda *values: values,
            ("holds",),
            ((ELSEWHERE, FAILS, HOLDS),),
            lambda hands, _: (self._of(hands),),
        )

    def _of(self, hands: Hands) -> int:
        if self.given is not None and not self.given(hands):
            return ELSEWHERE
        return HOLDS if self.asked is None or self.asked(hands) else FAILS


def known(
    book: Rulebook, condition: str | None = None, first: str | None = None, given: str | None = None
) -> Condition | None:
    """All that is known together; None if nothing is.

    `condition` is an expression of wager files, `first` the ranks that the first card of the coup
    may have (`"6-9"`), `given` cards or ranks of a hand (`"P:2S,3H B:7"`), or ranks in the order of
    dealing (`"2,3"`).
    """
    texts: list[str] = []
    asked: list[Holds] = []
    if condition is not None:
        names = names_of(book.procedure, book.title)
        texts.append(text_of("A condition", condition, "player_first_two == 5").strip())
        asked.append(expression(texts[0], names, book.title))
    if first is not None:
        texts.append(f"the first card is {text_of('The first card', first, '6-9')}")
        asked.append(_first(book, first))
    lying = None
    if given is not None:
        texts.append(f"{given.strip()} lie there")
        lying = _given(book, given)
    if not texts:
        return None
    return Condition(" and ".join(texts), _all_of(asked) if asked else None, lying)


def _all_of(checks: Sequence[Holds]) -> Holds:
    """Return a condition that holds where all of these do."""
    return lambda hands: all(check(hands) for check in checks)


def count_known(
    book: Rulebook, space: FactsSpace, left: Composition, condition: Condition
) -> tuple[Array, Array]:
    """The ways to each code of a space in those coups in which the condition holds, and in those
    with the given cards in which it does not."""
    own, told = checked(book, space), checked(book, condition.space)
    if own.faults or told.faults:
        raise Refusal(
            "not-counted", None, "A condition needs facts that every hand can be read by."
        )
    found, _ = count_seen(joined(own, told), left)
    if found[-1]:
        raise Refusal("not-counted", None, f"{book.title} may take more cards than can be counted.")
    ways: Array = np.array(found[:-1], object).reshape(-1, len(condition.space))
    if not ways[:, HOLDS].any():
        raise Refusal(
            "cannot-happen", None, f"From these cards it cannot happen that {condition.text}."
        )
    return ways[:, HOLDS], ways[:, FAILS]


def is_of_hands(given: str) -> bool:
    """Return True if a text of given cards names hands, or ranks without suits."""
    return ":" in given or any(
        word.upper() in (*RANKS, "10") for word in given.replace(",", " ").split()
    )


def ranks_of(text: str) -> tuple[str, ...]:
    """Ranks and ranges of them, an ace the lowest and a king the highest.

    >>> ranks_of("A-3,T-K")
    ('A', '2', '3', 'T', 'J', 'Q', 'K')
    """
    found: list[str] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        ends = [_rank(text, each) for each in ((low, high) if dash else (low,))]
        if ends[0] > ends[-1]:
            raise _bad(f"The range {quoted(part)} goes down: an ace is the lowest")
        found += RANKS[ends[0] : ends[-1] + 1]
    return tuple(dict.fromkeys(found))


def _rank(text: str, word: str) -> int:
    name = word.strip().upper().replace("10", "T")
    if len(name) != 1 or name not in RANKS:
        raise _bad(f"{quoted(text)} are no ranks: write 6-9, or A-5,T-K")
    return RANKS.index(name)


def _common(book: Rulebook) -> CommonHands:
    if not isinstance(book.procedure, CommonHands):
        raise Refusal(
            "bad-condition",
            None,
            f"{book.title} is dealt to boxes: a condition is about a Player's and a Banker's hand.",
        )
    return book.procedure


def _place(procedure: CommonHands, hand: str, number: int) -> int:
    """Return the place in a hand of a card dealt to it, numbered from 0; printed cards come
    first."""
    return number + (len(procedure.printed) if hand == PLAYER else 0)


def _first(book: Rulebook, text: str) -> Holds:
    procedure, ranks = _common(book), ranks_of(text)
    hand = procedure.deal_order[0]
    return _is(hand, _place(procedure, hand, 0), ranks, None)


def _given(book: Rulebook, text: str) -> Holds:
    procedure = _common(book)
    checks: list[Holds] = []
    for hand, words in _hands(procedure, text):
        for number, word in enumerate(words):
            rank, suit = _rank_and_suit(word)
            checks.append(_is(hand, _place(procedure, hand, number), (rank,), suit))
    return _all_of(checks)


def _hands(procedure: CommonHands, text: str) -> list[tuple[str, list[str]]]:
    """The cards of each hand that are known, in the order in which it got them."""
    if ":" not in text:
        words = _words(text)
        if len(words) > len(procedure.deal_order):
            raise _bad("Ranks in the order of dealing are of the first cards: name the hands")
        dealt: dict[str, list[str]] = {}
        for hand, word in zip(procedure.deal_order, words, strict=False):
            dealt.setdefault(hand, []).append(word)
        return list(dealt.items())
    found: dict[str, list[str]] = {}
    at = 0
    while at < len(text.rstrip()):
        match = NAMED.match(text, at)
        if match is None or match[1].upper() not in HANDS:
            raise _bad(f"{quoted(text)} is not clear: write P:2S,3H, or P:2S,3H B:7")
        hand = HANDS[match[1].upper()]
        if hand in found:
            raise _bad(f"{quoted(text)} names a hand twice")
        found[hand] = _words(match[2])
        most = 3 - (len(procedure.printed) if hand == PLAYER else 0)
        if len(found[hand]) > most:
            raise _bad(f"The {hand} is dealt {most} cards at most")
        at = match.end()
    return list(found.items())


def _words(text: str) -> list[str]:
    words = [each.strip().upper() for each in text.split(",")]
    if not all(words):
        raise _bad(f"A card is missing in {quoted(text)}")
    return words


def _rank_and_suit(word: str) -> tuple[str, str | None]:
    name = word.replace("10", "T")
    if len(name) == 1 and name in RANKS:
        return name, None
    if len(name) == 2 and name[1] in SUITS:
        card = read_card(name)
        return card.rank, card.suit
    read_card(word)
    raise AssertionError("a card that was read has a rank and a suit")


def _is(hand: str, place: int, ranks: Sequence[str], suit: str | None) -> Holds:
    """Return a condition: a card of a hand has one of these ranks, and this suit if one is
    named."""

    def holds(hands: Hands) -> bool:
        cards = hands[hand].cards
        if len(cards) <= place:
            return False
        card = cards[place]
        return any(card.rank == rank for rank in ranks) and (suit is None or card.suit == suit)

    return holds


def _bad(message: str) -> Refusal:
    return Refusal("bad-condition", None, f"{message}.")
