"""Irregularities as a table: situation and circumstances to a clause and a typed outcome.

A document's cells for one situation are read from the top: the first whose circumstances all
hold is the rule. No cell, or the outcome NO_RULE, means that no clause speaks: a supervisor
decides, and the log keeps who, what and why.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from sabot.core.record import record
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.roles import CASINO_SUPERVISOR

AT_ONCE: Final = "at once"
SOON: Final = "as soon as possible"
PRACTICABLE: Final = "as soon as practicable"
ANY_TIME: Final = "no time stated"
UNTIMED: Final = frozenset({AT_ONCE, SOON, PRACTICABLE, ANY_TIME})
"""No document counts the minutes of these: they are open until they are done."""
BEFOREHAND: Final = "beforehand"
DAILY_SUMMARY: Final = "in the daily summary or as a breach report"
MONTH_END: Final = "by the end of the month"


def within_hours(hours: int) -> str:
    """Counted from what happened, to the second."""
    return f"within {hours} hours"


def within_days(days: int) -> str:
    """Until the end of that calendar day."""
    return f"within {days} days"


def hours_before(hours: int) -> str:
    """Before something that is to begin, to the second."""
    return f"{hours} hours before"


UNRULED: Final = "no rule"
"""Stands for a clause where a person decided because no clause speaks."""


@record(frozen=True, slots=True)
class Duty:
    """A person who must be told, and the time: one of the words above."""

    to: str
    by: str
    clause: str


Value = bool | str | int


@record(frozen=True, slots=True)
class MoneyEvidence:
    """Evidence on which money moves. `seen`: the part of the table's own record that shows it, in
    words; without one a person's report needs a `confirmer`. `alone`: the document leaves it to
    that person, without a confirmer."""

    seen: str | None
    confirmer: str
    alone: bool

    def __str__(self) -> str:
        told = self.confirmer if self.alone else f"told, {self.confirmer} confirms"
        return told if self.seen is None else f"seen by {self.seen}; else {told}"


@record(frozen=True, slots=True)
class Cell:
    """A rule of a document for a situation: the clause, the outcome, the circumstances, the role
    that decides (`or_by`: or another one), and the persons who must be told. `also`: clauses beside
    the one that decides, such as the conditions and steps below it. `seen`: the part of the table's
    own record that can show it."""

    clause: str | None
    outcome: Outcome
    when: Mapping[str, Value] = field(default_factory=dict)
    by: str | None = None
    or_by: str | None = None
    duties: tuple[Duty, ...] = ()
    also: tuple[str, ...] = ()
    note: str = ""
    seen: str | None = None

    @property
    def rests(self) -> MoneyEvidence | None:
        """Return the evidence that the rule needs, if it moves money. Where the clause names no
        role, a casino supervisor confirms: that is internal control."""
        if not self.outcome.value.money:
            return None
        return MoneyEvidence(self.seen, self.by or CASINO_SUPERVISOR, alone=self.by is not None)

    @property
    def citations(self) -> tuple[str, ...]:
        """Every clause that this cell rests on, the deciding one first."""
        first = () if self.clause is None else (self.clause,)
        return first + self.also + tuple(duty.clause for duty in self.duties)

    def holds(self, circumstances: Mapping[str, Value]) -> bool:
        return all(circumstances.get(name) == value for name, value in self.when.items())


@record(frozen=True, slots=True)
class Situation:
    """A row of the matrix: its number, its name for commands, and its title in our words. `asks`
    are the circumstances that some document distinguishes, which a report has to state. `by_hand`:
    it needs cards or chips that hands can touch, so it cannot happen at a virtual table."""

    number: str
    name: str
    title: str
    asks: tuple[str, ...] = ()
    by_hand: bool = False


Irregularities = Mapping[str, tuple[Cell, ...]]
"""The cells of one document by situation name."""

NO_RULE: Final = (Cell(None, Outcome.NO_RULE),)
"""The cells of a situation of which a document says nothing."""


def cell(
    clause: str | None,
    outcome: Outcome,
    *,
    by: str | None = None,
    or_by: str | None = None,
    duties: tuple[Duty, ...] = (),
    also: tuple[str, ...] = (),
    note: str = "",
    seen: str | None = None,
    **when: Value,
) -> Cell:
    """A cell whose circumstances are the further words, so that a document reads as a table.

    >>> cell("12.2", Outcome.BURN, exposed=True).when
    {'exposed': True}
    """
    return Cell(clause, outcome, when, by, or_by, duties, also, note, seen)


def cannot_happen(why: str) -> tuple[Cell, ...]:
    """The cells of a situation that a game does not know."""
    return (Cell(None, Outcome.NOT_APPLICABLE, note=why),)


def items(clause: str, count: int) -> tuple[str, ...]:
    """The numbered items below a clause.

    >>> items("13.5", 2)
    ('13.5.1', '13.5.2')
    """
    return tuple(f"{clause}.{number}" for number in range(1, count + 1))


def rule_for(
    cells: Irregularities, situation: str, circumstances: Mapping[str, Value]
) -> Cell | None:
    """The first cell of a situation whose circumstances hold, if any."""
    return next((c for c in cells.get(situation, ()) if c.holds(circumstances)), None)
