"""One question, one answer: what should have happened in a coup, to the cent, and by which clause.

A question with several faults is refused for the first of these: bad-json, unknown-rulebook,
wrong-scheme, wrong-decks, bad-amount (the chip), bad-box and draw-mismatch (the boxes and the
decisions), unknown-card, too-many-copies, too-few-cards or too-many-cards, then wager by wager
unknown-wager, bad-box, bad-amount and no-rule, and last draw-mismatch (a DRAW wager).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sabot.cards import read_cards, too_many_copies
from sabot.coup import CENT, Coup, Stake, deal, settle_one
from sabot.money import cents, dollars
from sabot.refusal import Refusal
from sabot.rulebooks import rulebook
from sabot.rules import Decision, Rulebook

Json = dict[str, Any]


class WagerAsked(msgspec.Struct, gc=False):
    """One wager of a question, as it came: the checks below say what is wrong with it."""

    on: Any
    amount: Any = None
    box: Any = None
    id: Any = None


class Question(msgspec.Struct, gc=False):
    """One coup, as it came."""

    rulebook: Any
    cards: list[Any]
    scheme: Any = None
    decks: Any = None
    chip: Any = None
    boxes: list[Any] | None = None
    decisions: dict[str, Any] | None = None
    wagers: list[WagerAsked] | None = None


class HandAnswer(msgspec.Struct, gc=False):
    hand: str
    cards: list[str]
    total: int


class WagerAnswer(msgspec.Struct, gc=False):
    """How one wager ends; `pays` is what it earns, `returns` all that goes back."""

    id: Any
    outcome: str
    odds: str | None
    clause: str
    pays: str
    returns: str


class Answer(msgspec.Struct, gc=False):
    """What should have happened. There is a common `result` only where hands are common."""

    hands: list[HandAnswer]
    result: str | msgspec.UnsetType
    cards_used: int
    wagers: list[WagerAnswer]


_decode = msgspec.json.Decoder(Question).decode
_encode = msgspec.json.Encoder().encode


def answer_line(line: bytes) -> bytes:
    """The answer to one line of JSON, as one line of JSON without its newline.

    >>> answer_line(b"{")
    b'{"error":{"code":"bad-json","clause":null,"message":"The line is not JSON."}}'
    """
    try:
        return _encode(_answer(_read(line)))
    except Refusal as refusal:
        return _encode({"error": error_of(refusal)})


def adjudicate(question: Json) -> Json:
    """The answer to one question, both as JSON objects; a question at fault raises a Refusal.

    >>> adjudicate({"rulebook": "canberra-mini", "cards": ["4S", "5H", "KD", "KC", "8H"]})["result"]
    'banker'
    """
    try:
        asked = msgspec.convert(question, Question)
    except msgspec.ValidationError as error:
        raise _misshapen(error) from None
    answer: Json = msgspec.to_builtins(_answer(asked))
    return answer


def error_of(refusal: Refusal) -> Json:
    return {"code": refusal.code, "clause": refusal.clause, "message": refusal.message}


def _read(line: bytes) -> Question:
    try:
        return _decode(line)
    except msgspec.ValidationError as error:
        raise _misshapen(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        what = "The line is not JSON." if line.strip() else "The line is blank."
        raise Refusal("bad-json", None, what) from None


def _misshapen(error: msgspec.ValidationError) -> Refusal:
    return Refusal("bad-json", None, f"The question is not of the right form: {error}.")


def _answer(asked: Question) -> Answer:
    book = rulebook(asked.rulebook)
    scheme = book.scheme(asked.scheme)
    decks = book.decks(asked.decks)
    chip = CENT if asked.chip is None else cents(asked.chip)
    boxes = () if asked.boxes is None else _read_boxes(book, asked.boxes)
    decisions = None if asked.decisions is None else _read_decisions(book, asked.decisions, boxes)
    cards = read_cards(asked.cards)
    if (card := too_many_copies(cards, decks)) is not None:
        raise Refusal(
            "too-many-copies",
            book.preparation.decks.clause,
            f"{card} occurs {cards.count(card)} times, and {decks} decks hold it {decks} times.",
        )
    coup = deal(book, cards, boxes, decisions)
    hands = [
        HandAnswer(name, [card.name for card in hand.cards], hand.total)
        for name, hand in coup.hands.items()
    ]
    wagers = asked.wagers or ()
    ends = [_settle(coup, each, boxes, scheme, chip) for each in wagers]
    if book.together.needs:
        _check_needs(book, wagers, decisions or {})
    return Answer(hands, coup.result or msgspec.UNSET, coup.cards_used, ends)


def _settle(
    coup: Coup, asked: WagerAsked, boxes: Sequence[int], scheme: str | None, chip: int
) -> WagerAnswer:
    wager = coup.rulebook.wager(asked.on)
    coup.rulebook.check_box(wager, asked.box, boxes)
    stake = Stake(wager.id, cents(asked.amount), asked.box)
    end = settle_one(coup, wager, stake, scheme, chip)
    odds = None if end.odds is None else str(end.odds)
    pays, returns = dollars(end.pays), dollars(end.returns)
    return WagerAnswer(asked.id, end.outcome, odds, end.clause, pays, returns)


def _read_boxes(book: Rulebook, boxes: list[Any]) -> Sequence[int]:
    if not book.procedure.takes_boxes:
        raise Refusal("bad-box", None, f"{book.title} deals no hands to boxes.")
    for place, box in enumerate(boxes):
        _check_box_number(book, box)
        if box in boxes[:place]:
            raise Refusal("bad-box", None, f"Box {box} is listed twice.")
    return boxes


def _check_box_number(book: Rulebook, box: Any) -> None:
    if type(box) is not int or box < 1:
        raise Refusal("bad-box", None, f"{box!r} is not a box: boxes are numbered from 1.")
    if book.places is not None and box > book.places.most:
        raise Refusal(
            "bad-box",
            book.places.clause,
            f"There is no box {box}: the table has {book.places.most} places.",
        )


def _read_decisions(
    book: Rulebook, asked: dict[str, Any], boxes: Sequence[int]
) -> dict[int, Decision]:
    clause = book.procedure.takes_decisions
    if clause is None:
        raise Refusal("draw-mismatch", None, f"{book.title} leaves no decision to a player.")
    named = {str(box): box for box in boxes}
    decisions: dict[int, Decision] = {}
    for name, decision in asked.items():
        if name not in named:
            raise Refusal(
                "bad-box", None, f"A decision is given for box {name}, which has no hand."
            )
        if decision not in ("draw", "stand"):
            raise Refusal(
                "draw-mismatch", clause, f"A decision is draw or stand, not {decision!r}."
            )
        decisions[named[name]] = decision
    return decisions


def _check_needs(
    book: Rulebook, wagers: Sequence[WagerAsked], decisions: Mapping[int, Decision]
) -> None:
    """A wager that hangs on a decision and on an equal stake (star-lucky-draw 8.2)."""
    for need in book.together.needs:
        for each in wagers:
            if each.on != need.wager or not need.equal:
                continue
            if decisions.get(each.box, "stand") != need.decision:
                raise Refusal(
                    "draw-mismatch",
                    need.clause,
                    f"Box {each.box} has a {need.wager} wager but did not decide {need.decision}.",
                )
            amount = cents(each.amount)
            beside = [
                other for other in wagers if other.on in need.beside and other.box == each.box
            ]
            if not any(cents(w.amount) == amount for w in beside):
                raise Refusal(
                    "draw-mismatch",
                    need.clause,
                    f"The {need.wager} wager of {dollars(amount)} on box {each.box} needs an"
                    f" equal {' or '.join(need.beside)} wager there.",
                )
