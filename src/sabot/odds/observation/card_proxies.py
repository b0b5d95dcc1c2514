"""Proxies of cards that record every question which a facts function asks of them.

A facts function may be supplied by a caller, and may look at any property of the cards. So it is
called with proxies that record what it reads: a rank, whether two suits are equal, a point count.
The function cannot distinguish hands that would answer every recorded question alike.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sabot.core.cards import DECK, Card, Hand, point_count

Question = tuple[Any, ...]
"""("of", attribute, place), ("is", attribute, place, value), ("same", attribute, place, place),
("sum", places, more, modulus) or ("told", function): always of the cards of one hand, which are
numbered as they were dealt to it, from 0. A printed card is no secret and is not asked for."""

TEXTS = ("rank", "suit", "name")
TRUTHS = ("is_red", "is_picture")
SEEN: dict[str, tuple[Any, ...]] = {
    name: tuple(getattr(card, name) for card in DECK) for name in (*TEXTS, *TRUTHS)
}
VALUES_SEEN = {name: tuple(dict.fromkeys(each)) for name, each in SEEN.items()}
NUMBERED = {
    name: np.array([VALUES_SEEN[name].index(value) for value in each])
    for name, each in SEEN.items()
}
WORTH = np.array([card.value for card in DECK])
_NUMBERS = {name: each.tolist() for name, each in NUMBERED.items()}
_WORTHS = WORTH.tolist()
Drawn = Sequence[Any]
"""The cards dealt to a hand, as numbers in the deck, or as arrays of them: one for each card."""


def answer(question: Question, drawn: Drawn) -> Any:
    """The answer of one hand, or of an array of hands, as whole numbers."""
    match question:
        case "of", attribute, place:
            return NUMBERED[attribute][drawn[place]]
        case "is", attribute, place, value:
            return NUMBERED[attribute][drawn[place]] == VALUES_SEEN[attribute].index(value)
        case "same", attribute, one, other:
            return NUMBERED[attribute][drawn[one]] == NUMBERED[attribute][drawn[other]]
        case "sum", places, more, modulus:
            total = more + sum(WORTH[drawn[place]] for place in places)
            return total % modulus if modulus else total
    raise AssertionError(f"{question[0]} is no question")


def answer_of_one(question: Question, drawn: Sequence[int]) -> int:
    """The same of one hand, without arrays: it is asked a million times."""
    kind, what, place, *more = question
    if kind == "sum":
        total = place + sum([_WORTHS[drawn[each]] for each in what])
        return int(total % more[0] if more[0] else total)
    found = _NUMBERS[what][drawn[place]]
    if kind == "is":
        return int(found == VALUES_SEEN[what].index(more[0]))
    return int(found == _NUMBERS[what][drawn[more[0]]] if kind == "same" else found)


class QuestionNotes:
    """The questions of one run of a function, each once, with the hand it was put to.

    `lazily`: a text is read only as far as it is compared. What takes none but a real text, such as
    `rank in "JQK"`, needs it whole.
    """

    def __init__(self, lazily: bool) -> None:
        self.lazily = lazily
        self.asked: dict[tuple[int, Question], int] = {}

    def ask(self, hand: "AskedHand", question: Question) -> int:
        key = hand.role, question
        found = self.asked.get(key)
        if found is None:
            told = question[0] == "told"
            found = int(question[1](hand.real)) if told else answer_of_one(question, hand.drawn)
            self.asked.setdefault(key, found)
        return found


class AskedHand:
    """Stands for a `Hand`, and passes for one."""

    __class__ = Hand  # type: ignore[assignment]

    def __init__(
        self, notes: QuestionNotes, role: int, printed: tuple[Card, ...], drawn: Sequence[int]
    ) -> None:
        self.notes, self.role, self.drawn = notes, role, drawn
        self.cards: list[Any] = [*printed, *[AskedCard(self, at) for at in range(len(drawn))]]
        self._printed = printed

    @property
    def total(self) -> "Worth":
        places = tuple(range(len(self.drawn)))
        return Worth(self, places, sum([card.value for card in self._printed]), 10)

    @property
    def real(self) -> Hand:
        cards = [*self._printed, *[DECK[number] for number in self.drawn]]
        return Hand(cards, point_count(cards))

    def told(self, of: Callable[[Hand], int]) -> int:
        """The answer of a function that says of itself that it is of this hand alone."""
        return self.notes.ask(self, ("told", of))


class AskedCard:
    """Stands for a `Card`, and passes for one."""

    __class__ = Card  # type: ignore[assignment]

    def __init__(self, hand: AskedHand, place: int) -> None:
        self._hand, self._place = hand, place

    @property
    def value(self) -> "Worth":
        return Worth(self._hand, (self._place,), 0, 0)

    def __getattr__(self, name: str) -> Any:
        if name not in SEEN:
            raise AttributeError(f"a card has no {name}")
        text = ComparedText(self._hand, name, self._place)
        lazy = name in TEXTS and self._hand.notes.lazily
        return text if lazy else text.whole

    def __eq__(self, other: object) -> bool:
        mine = ComparedText(self._hand, "name", self._place)
        if isinstance(other, AskedCard):
            return bool(mine == ComparedText(other._hand, "name", other._place))
        return isinstance(other, Card) and bool(mine == other.name)

    def __hash__(self) -> int:
        return hash(DECK[SEEN["name"].index(ComparedText(self._hand, "name", self._place).whole)])

    def __str__(self) -> str:
        return str(ComparedText(self._hand, "name", self._place).whole)


class ComparedText:
    """A rank, a suit or a name, read only as far as it is compared."""

    __class__ = str  # type: ignore[assignment]

    def __init__(self, hand: AskedHand, attribute: str, place: int) -> None:
        self._hand, self._attribute, self._place = hand, attribute, place

    @property
    def whole(self) -> Any:
        found = self._hand.notes.ask(self._hand, ("of", self._attribute, self._place))
        return VALUES_SEEN[self._attribute][found]

    def __eq__(self, other: object) -> Any:
        ask = self._hand.notes.ask
        if isinstance(other, ComparedText):
            if other._attribute != self._attribute or other._hand is not self._hand:
                return self.whole == other.whole
            if self._place == other._place:
                return True
            places = sorted((self._place, other._place))
            return bool(ask(self._hand, ("same", self._attribute, *places)))
        if other not in VALUES_SEEN[self._attribute]:
            return False
        return bool(ask(self._hand, ("is", self._attribute, self._place, other)))

    def __hash__(self) -> int:
        return hash(self.whole)

    def __str__(self) -> str:
        return str(self.whole)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)


class Worth:
    """A sum of card values, or its remainder, added up only as far as it is read."""

    __class__ = int  # type: ignore[assignment]

    def __init__(self, hand: AskedHand, places: tuple[int, ...], more: int, modulus: int) -> None:
        self._hand, self._places, self._more, self._modulus = hand, places, more, modulus

    @property
    def whole(self) -> int:
        question = ("sum", tuple(sorted(self._places)), self._more, self._modulus)
        return self._hand.notes.ask(self._hand, question)

    def __add__(self, other: Any) -> Any:
        if self._modulus or (isinstance(other, Worth) and other._modulus):
            return self.whole + _whole(other)
        if isinstance(other, Worth) and other._hand is self._hand:
            more = self._more + other._more
            return Worth(self._hand, (*self._places, *other._places), more, 0)
        if type(other) is int:
            return Worth(self._hand, self._places, self._more + other, 0)
        return self.whole + _whole(other)

    __radd__ = __add__

    def __mod__(self, other: Any) -> Any:
        if self._modulus or type(other) is not int or other < 1:
            return self.whole % _whole(other)
        return Worth(self._hand, self._places, self._more, other)

    def __rmod__(self, other: Any) -> Any:
        return _whole(other) % self.whole

    def __divmod__(self, other: Any) -> Any:
        return divmod(self.whole, _whole(other))

    def __hash__(self) -> int:
        return hash(self.whole)

    def __eq__(self, other: object) -> bool:
        return bool(self.whole == _whole(other))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)


def _whole(given: Any) -> Any:
    return given.whole if isinstance(given, Worth | ComparedText) else given


def _reading(act: Callable[..., Any]) -> Callable[..., Any]:
    """An operation of numbers and texts that reads all of what it is about."""
    return lambda self, *others: act(self.whole, *map(_whole, others))


def _reading_other(act: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: act(_whole(other), self.whole)


for _name in ("lt", "le", "gt", "ge"):
    for _kind in (Worth, ComparedText):
        setattr(_kind, f"__{_name}__", _reading(getattr(operator, _name)))
for _name in ("sub", "mul", "floordiv", "truediv", "pow", "and", "or", "xor", "lshift", "rshift"):
    _does = getattr(operator, f"__{_name}__")
    setattr(Worth, f"__{_name}__", _reading(_does))
    setattr(Worth, f"__r{_name}__", _reading_other(_does))
for _name in ("neg", "pos", "abs", "index", "invert"):
    setattr(Worth, f"__{_name}__", _reading(getattr(operator, _name)))
for _name in ("contains", "getitem", "add"):
    setattr(ComparedText, f"__{_name}__", _reading(getattr(operator, _name)))
_BUILT_IN: dict[str, Callable[..., Any]] = {
    "bool": bool, "int": int, "format": format, "repr": repr, "len": len, "iter": iter
}  # fmt: skip
for _name, _act in _BUILT_IN.items():
    for _kind in (ComparedText,) if _name in ("len", "iter") else (Worth, ComparedText):
        setattr(_kind, f"__{_name}__", _reading(_act))
