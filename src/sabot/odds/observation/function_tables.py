"""A function of hands as a table: hands that it cannot tell apart, and its answer to each kind.

The function is run on one hand of each kind, and each question that the kinds do not answer yet
splits them, until no new question comes. The result is right for every hand.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sabot.core.cards import DECK, Card
from sabot.core.refusal import Refusal
from sabot.odds.counters.starts import Array
from sabot.odds.observation.card_proxies import AskedHand, Question, QuestionNotes, answer

MOST_RUNS = 300_000
MOST_CELLS = 40_000_000
"""Facts that see so much of the cards that more runs, or a larger table, would be needed are not
counted: a simulation of them takes less time."""
MOST_NUMBERS = 2**20
"""So many are made dense without sorting."""
UNKNOWN = -1
"""An answer below 0 is none: -1 stands for the first of the table's faults, -2 for the second."""


class TooMuch(Exception):
    """A function sees more of the cards than can be tabled."""


class _NeedsTexts(Exception):
    """A function wants real texts, and got such as are read only in part."""


@dataclass(frozen=True)
class Role:
    """A hand of a coup: the cards printed at its head, and how many it may be dealt."""

    printed: tuple[Card, ...]
    sizes: tuple[int, ...]


@dataclass
class Node:
    """The next question of a function, and the node after each answer; or the end."""

    asked: tuple[int, Question] | None = None
    then: dict[int, "Node"] = field(default_factory=dict)
    end: int | None = None


@dataclass(frozen=True)
class FunctionTable:
    """`kinds[role][size]` has the kind of every hand of so many cards, one dimension for each card
    by its number in the deck; `answers` has the function's answer, one dimension for each role."""

    kinds: tuple[dict[int, Array], ...]
    answers: Array
    faults: tuple[Exception, ...]


def tabled(read: Callable[..., int], roles: Sequence[Role], lazily: bool = True) -> FunctionTable:
    """The table of a function that is handed one hand for each role; `lazily` first, as far as the
    function takes texts that are read only in part."""
    try:
        return _Reading(read, roles, lazily).table()
    except _NeedsTexts:
        return _Reading(read, roles, lazily=False).table()


def told(of: Callable[[Any], int], role: Role) -> dict[int, Array]:
    """The answers of a function of one hand, for every hand by its size."""
    table = tabled(lambda hand: int(of(hand)), (role,))
    if table.faults:
        raise table.faults[0]
    return {size: table.answers[kinds] for size, kinds in table.kinds[0].items()}


def _dense(number: Array) -> tuple[Array, Array]:
    """Numbers from 0 in the same order, without gaps: the place of the first of each, and all."""
    flat = number.reshape(-1)
    if flat.min() < 0 or flat.max() >= MOST_NUMBERS:
        _, first, kinds = np.unique(flat, return_index=True, return_inverse=True)
        return first, kinds.reshape(number.shape)
    there = np.zeros(int(flat.max()) + 1, np.int64)
    there[flat] = 1
    kinds = (np.cumsum(there) - 1)[flat]
    first = np.empty(int(there.sum()), np.int64)
    first[kinds[::-1]] = np.arange(len(flat))[::-1]  # the last to be written stays
    return first, kinds.reshape(number.shape)


class _Kinds:
    """The hands of one role, as far as the questions so far tell them apart."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.questions: dict[int, dict[Question, Array]] = {size: {} for size in role.sizes}
        self._told: dict[Callable[[Any], int], dict[int, Array]] = {}
        self._numbers = {size: np.zeros((len(DECK),) * size, np.int64) for size in role.sizes}
        self._first = {size: np.zeros(1, np.int64) for size in role.sizes}
        self._numbered = dict.fromkeys(role.sizes, 0)
        self.refine()

    def add(self, size: int, question: Question) -> bool:
        """Add a question; return True if it is new."""
        if question in self.questions[size]:
            return False
        self.questions[size][question] = self._answers(size, question)
        return True

    def _answers(self, size: int, question: Question) -> Array:
        drawn = np.meshgrid(*[np.arange(len(DECK))] * size, indexing="ij", sparse=True)
        if question[0] == "told":
            of = question[1]
            if of not in self._told:
                self._told[of] = told(of, self.role)
            found = self._told[of][size]
        else:
            found = answer(question, drawn)
        return np.broadcast_to(np.asarray(found, np.int64), (len(DECK),) * size)

    def refine(self) -> None:
        """Number the kinds anew, those of each size after those of the size before."""
        self.kinds: dict[int, Array] = {}
        self.of_size: dict[int, Array] = {}
        self.examples: list[tuple[int, ...]] = []
        for size in self.questions:
            first, kinds = self._finer(size)
            start = len(self.examples)
            self.kinds[size] = kinds + start
            self.of_size[size] = np.arange(start, start + len(first))
            places = np.unravel_index(first, kinds.shape)
            self.examples += zip(*(each.tolist() for each in places), strict=True)
        self.by_question = {
            (size, question): found.reshape(-1)[self._places(size)]
            for size, questions in self.questions.items()
            for question, found in questions.items()
        }

    def _finer(self, size: int) -> tuple[Array, Array]:
        """The kinds of hands of this size by the questions since the last time too: the place of
        the first of each, and the kind of every hand."""
        number = self._numbers[size]
        new = list(self.questions[size].values())[self._numbered[size] :]
        for found in new:
            answers = _dense(found)[1]
            each = int(answers.max()) + 1
            if (int(number.max()) + 1) * each > MOST_NUMBERS:
                number = _dense(number)[1]
            number = number * each + answers
        if new:
            self._first[size], self._numbers[size] = _dense(number)
            self._numbered[size] += len(new)
        return self._first[size], self._numbers[size]

    def _places(self, size: int) -> Array:
        chosen = [self.examples[kind] for kind in self.of_size[size]]
        return np.ravel_multi_index(np.array(chosen).T, (len(DECK),) * size)

    def split(self, size: int, question: Question, kinds: Array) -> Iterator[tuple[int, Array]]:
        """These kinds, which are all of one size, by their answers."""
        found = self.by_question[size, question][kinds - self.of_size[size][0]]
        answers = sorted(set(found.tolist()))
        for each in answers:
            yield each, kinds[found == each] if len(answers) > 1 else kinds


class _Reading:
    def __init__(self, read: Callable[..., int], roles: Sequence[Role], lazily: bool) -> None:
        self.read, self.lazily, self.runs = read, lazily, 0
        self.kinds = [_Kinds(role) for role in roles]
        self.roots: dict[tuple[int, ...], Node] = {}
        self.faults: list[Exception] = []

    def table(self) -> FunctionTable:
        sizes = np.array(np.meshgrid(*[each.role.sizes for each in self.kinds])).reshape(
            len(self.kinds), -1
        )
        while True:
            self.new = False
            self.ends = self._empty()
            for combination in sizes.T.tolist():
                root = self.roots.setdefault(tuple(combination), Node())
                every = [
                    each.of_size[size] for each, size in zip(self.kinds, combination, strict=True)
                ]
                self._fill(root, combination, every)
            if not self.new:
                break
            for each in self.kinds:
                each.refine()
        kinds = tuple(each.kinds for each in self.kinds)
        return FunctionTable(kinds, self.ends, tuple(self.faults))

    def _empty(self) -> Array:
        shape = [len(each.examples) for each in self.kinds]
        if np.prod([float(length) for length in shape]) > MOST_CELLS:
            raise TooMuch
        return np.full(shape, UNKNOWN, np.int64)

    def _fill(self, node: Node, sizes: list[int], kinds: list[Array]) -> None:
        if node.end is None and node.asked is None:
            self._run(node, sizes, [int(each[0]) for each in kinds])
        if node.end is not None:
            last = len(kinds) - 1
            every = tuple(each.reshape(-1, *[1] * (last - at)) for at, each in enumerate(kinds))
            self.ends[every] = node.end
            return
        assert node.asked is not None
        role, question = node.asked
        if (sizes[role], question) not in self.kinds[role].by_question:
            return  # a new one: the kinds are to be made finer first
        for found, some in self.kinds[role].split(sizes[role], question, kinds[role]):
            child = node.then.setdefault(found, Node())
            self._fill(child, sizes, [*kinds[:role], some, *kinds[role + 1 :]])

    def _run(self, node: Node, sizes: list[int], examples: list[int]) -> None:
        """Run the function on these hands, and note which way it went from here; real cards must
        lead it to the same end."""
        self.runs += 1
        if self.runs > MOST_RUNS:
            raise TooMuch
        notes = QuestionNotes(self.lazily)
        hands = [
            AskedHand(notes, at, each.role.printed, each.examples[kind])
            for at, (each, kind) in enumerate(zip(self.kinds, examples, strict=True))
        ]
        end, fault = self._answer(hands)
        plain, real_fault = self._answer([hand.real for hand in hands])
        alike = type(fault) is type(real_fault) and end == plain
        if self.lazily and (fault is not None or not alike):
            raise _NeedsTexts
        if not alike:
            raise _unlike()
        if fault is not None:
            self.faults.append(fault)
            end = -len(self.faults)
        self._grow(self.roots[tuple(sizes)], sizes, notes, end)

    def _answer(self, hands: Sequence[Any]) -> tuple[int, Exception | None]:
        try:
            return self.read(*hands), None
        except Exception as fault:  # whatever somebody's function may raise
            return 0, fault

    def _grow(self, node: Node, sizes: list[int], notes: QuestionNotes, end: int) -> None:
        for (role, question), found in notes.asked.items():
            if node.asked is None:
                node.asked = role, question
                self.new |= self.kinds[role].add(sizes[role], question)
            if node.asked != (role, question):
                raise _unlike()
            node = node.then.setdefault(found, Node())
        node.end = end


def _unlike() -> Refusal:
    return Refusal(
        "not-counted", None, "These facts cannot be counted: they do not read like hands alike."
    )
