"""Questions for a learner, and the facts behind them."""

from random import Random
from typing import NamedTuple, TypeVar

import msgspec

from sabot.rules.irregularities.irregularity import Value

T = TypeVar("T")


class Course(NamedTuple):
    """Which question of which course: the same seed asks the same questions."""

    seed: int
    number: int

    def chance(self, of: str) -> Random:
        """Return the random source of one question."""
        return Random(f"{of} {self.seed} {self.number}")

    def turn(self, of: str, things: list[T]) -> T:
        """This question's of these: every one comes before any comes again."""
        lap, place = divmod(self.number - 1, len(things))
        order = things.copy()
        Random(f"{of} {self.seed} {lap}").shuffle(order)
        return order[place]


class SchoolQuestion(msgspec.Struct, frozen=True):
    """A question as the learner sees it. `hands` are cards on the layout; a `wager` has a stake in
    cents and a way to settle; a `situation` has its circumstances. Without `choices` an amount is
    asked for. `named` has the ids of what is named, for pages in other languages."""

    subject: str
    hands: dict[str, tuple[str, ...]] = {}
    wager: str = ""
    wager_named: str = ""
    box: int | None = None
    stake: int = 0
    scheme: str | None = None
    chip: int = 0
    situation: str = ""
    situation_named: str = ""
    circumstances: tuple[str, ...] = ()
    circumstances_named: dict[str, Value] = {}
    choices: tuple[str, ...] = ()
    choices_named: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True):
    """A question with its answer: the number of a choice, or an amount such as 95.00; the clause
    that says so, and what else the rulebook says of it."""

    question: SchoolQuestion
    answer: str
    clause: str | None
    why: tuple[str, ...] = ()
