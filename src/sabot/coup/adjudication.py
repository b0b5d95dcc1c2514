"""Adjudicate one coup given as JSON: the hands, each wager to the cent, and the clause for each.

A question with several faults is refused for the first of these: bad-json, unknown-rulebook,
wrong-scheme, wrong-decks, bad-amount (the chip), bad-box and draw-mismatch (the boxes and the
decisions), unknown-card, too-many-copies, too-few-cards or too-many-cards, then wager by wager
unknown-wager, bad-box, bad-amount and no-rule, and last draw-mismatch (a DRAW wager).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec

from sabot.core.cards import read_cards, too_many_copies
from sabot.core.money import cents, dollars
from sabot.core.refusal import Refusal
from sabot.coup import (
    CENT,
    Coup,
    Stake,
    check_boxes,
    check_decisions,
    check_needs,
    deal_checked,
    settle_one,
)
from sabot.coup.croupier import FAULTS, Croupier, InOrder
from sabot.coup.line_protocol import Json, answering, misshapen
from sabot.rulebooks import RULEBOOKS, rulebook
from sabot.rules import Decision, Rulebook

NO_BOOKS: Mapping[str, Rulebook] = MappingProxyType({})


class AskedWager(msgspec.Struct, gc=False):
    """A wager of a question, unchecked; the functions below check its fields."""

    on: Any
    amount: Any = None
    box: Any = None
    id: Any = None


class Question(msgspec.Struct, gc=False):
    """A coup to adjudicate, unchecked."""

    rulebook: Any
    cards: list[Any]
    scheme: Any = None
    decks: Any = None
    chip: Any = None
    boxes: list[Any] | None = None
    decisions: dict[str, Any] | None = None
    wagers: list[AskedWager] | None = None


class HandAnswer(msgspec.Struct, gc=False):
    hand: str
    cards: list[str]
    total: int


class WagerAnswer(msgspec.Struct, gc=False):
    """The end of a wager: `pays` is what it earns, `returns` all that goes back to the player."""

    id: Any
    outcome: str
    odds: str | None
    clause: str | None
    pays: str
    returns: str


class AdjudicatedCoup(msgspec.Struct, gc=False):
    """The adjudicated coup. `result` is set only where all players share the hands."""

    hands: list[HandAnswer]
    result: str | msgspec.UnsetType
    cards_used: int
    wagers: list[WagerAnswer]


def adjudicate(question: Json) -> Json:
    """The answer to one question, both as JSON objects; a question at fault raises a Refusal.

    >>> adjudicate({"rulebook": "canberra-mini", "cards": ["4S", "5H", "KD", "KC", "8H"]})["result"]
    'banker'
    """
    try:
        asked = msgspec.convert(question, Question)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None
    answer: Json = msgspec.to_builtins(_answer(asked))
    return answer


def answering_with(own: Mapping[str, Rulebook]) -> Callable[[bytes], bytes]:
    """Return a function like `answer_line` that prefers the given rulebooks over the registry's."""
    with_care = answering(Question, partial(_answer, own=own))
    croupiers = {id_: Croupier(book) for id_, book in {**RULEBOOKS, **own}.items()}

    def answer_line(line: bytes) -> bytes:
        try:
            asked = _read(line)
            return croupiers[asked.rulebook].answer(asked)
        except FAULTS:
            return with_care(line)

    return answer_line


def _answer(asked: Question, own: Mapping[str, Rulebook] = NO_BOOKS) -> AdjudicatedCoup:
    id_ = asked.rulebook
    book = own[id_] if own and isinstance(id_, str) and id_ in own else rulebook(id_)
    scheme = book.scheme(asked.scheme)
    decks = book.decks(asked.decks)
    chip = CENT if asked.chip is None else cents(asked.chip)
    boxes, decisions = asked.boxes or (), None
    if boxes:
        check_boxes(book, boxes)
    if asked.decisions:
        numbers: dict[str, Any] = {str(box): box for box in boxes}
        decisions = {numbers.get(box, box): said for box, said in asked.decisions.items()}
        check_decisions(book, decisions, boxes)
    coup = coup_of(book, decks, asked.cards, boxes, decisions)
    hands = [
        HandAnswer(name, [card.name for card in hand.cards], hand.total)
        for name, hand in coup.hands.items()
    ]
    wagers = asked.wagers or ()
    ends = [_settle(coup, each, boxes, scheme, chip) for each in wagers]
    if book.together.needs:
        stakes = [Stake(each.on, cents(each.amount), each.box) for each in wagers]
        check_needs(book, stakes, decisions or {})
    return AdjudicatedCoup(hands, coup.result or msgspec.UNSET, coup.cards_used, ends)


def coup_of(
    book: Rulebook,
    decks: int,
    named: Sequence[Any],
    boxes: Sequence[int] = (),
    decisions: Mapping[int, Decision] | None = None,
) -> Coup:
    """Return the coup that named cards make. Refuse cards that `decks` decks do not hold."""
    cards = read_cards(named)
    if (card := too_many_copies(cards, decks)) is not None:
        raise Refusal(
            "too-many-copies",
            book.preparation.decks.clause,
            f"{card} occurs {cards.count(card)} times, and {decks} decks hold it {decks} times.",
        )
    return deal_checked(book, cards, boxes, decisions)


def _settle(
    coup: Coup, asked: AskedWager, boxes: Sequence[int], scheme: str | None, chip: int
) -> WagerAnswer:
    wager = coup.rulebook.wager(asked.on)
    coup.rulebook.check_box(wager, asked.box, boxes)
    stake = Stake(wager.id, cents(asked.amount), asked.box)
    end = settle_one(coup, wager, stake, scheme, chip)
    odds = None if end.odds is None else str(end.odds)
    pays, returns = dollars(end.pays), dollars(end.returns)
    clause = end.clause if wager.clause else None  # no document speaks of somebody's own wager
    return WagerAnswer(asked.id, end.outcome, odds, clause, pays, returns)


_read = msgspec.json.Decoder(InOrder).decode
answer_line = answering_with(NO_BOOKS)
"""The answer to one line of JSON, as one line of JSON without its newline.

>>> answer_line(b"{")
b'{"error":{"code":"bad-json","clause":null,"message":"The line is not JSON."}}'
"""
