"""Lessons about irregularities: a situation with its circumstances, and what follows."""

from collections.abc import Iterable
from random import Random
from typing import Final

from sabot.rules import Rulebook
from sabot.rules.irregularities.irregularity import Cell, Situation, Value, rule_for
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS
from sabot.school.question import Course, Lesson, SchoolQuestion

CHOICES: Final = 4
UNTOLD: Final = frozenset({Outcome.NOT_APPLICABLE})


def happening(book: Rulebook, course: Course) -> Lesson:
    """Something went wrong: what happens now, by this document?"""
    cells = book.conduct.irregularities
    chance = course.chance(f"{book.id} happens")
    known = [each for each in SITUATIONS if _happens(cells[each.name])]
    situation = course.turn(f"{book.id} situations", known)
    circumstances = _circumstances(cells[situation.name], chance)
    cell = rule_for(cells, situation.name, circumstances)
    outcome = Outcome.NO_RULE if cell is None else cell.outcome
    choices = _choices(book, situation, outcome, chance)
    question = SchoolQuestion(
        "happens",
        situation=situation.title,
        situation_named=situation.name,
        circumstances=tuple(CIRCUMSTANCES[name][value] for name, value in circumstances.items()),
        circumstances_named=circumstances,
        choices=tuple(each.value.words for each in choices),
        choices_named=tuple(each.name for each in choices),
    )
    clause = None if cell is None else cell.clause
    return Lesson(
        question, str(choices.index(outcome)), clause, () if cell is None else _more(cell)
    )


def _happens(cells: Iterable[Cell]) -> bool:
    return all(cell.outcome not in UNTOLD for cell in cells)


def _circumstances(cells: Iterable[Cell], chance: Random) -> dict[str, Value]:
    """Choose one of the circumstances that this document distinguishes."""
    asked = {name: None for cell in cells for name in cell.when}
    return {name: chance.choice([*CIRCUMSTANCES[name]]) for name in asked}


def _choices(book: Rulebook, situation: Situation, right: Outcome, chance: Random) -> list[Outcome]:
    """Return the answer among others: first those that the same situation can have, then any of
    this document, then, where a short document has too few, any of all. No two say the same."""
    cells = book.conduct.irregularities
    near = [cell.outcome for cell in cells[situation.name]]
    far = [cell.outcome for row in cells.values() for cell in row if cell.outcome not in UNTOLD]
    chance.shuffle(far)
    said = {right.value.words: right}
    for each in (*near, *far):
        if len(said) < CHOICES:
            said.setdefault(each.value.words, each)
    if len(said) < CHOICES:
        rest = [each for each in Outcome if each not in UNTOLD and each.value.words not in said]
        said |= {each.value.words: each for each in chance.sample(rest, CHOICES - len(said))}
    choices = [*said.values()]
    chance.shuffle(choices)
    return choices


def _more(cell: Cell) -> tuple[str, ...]:
    """Return who decides, who is told, and what the rulebook adds."""
    by = " or ".join(role for role in (cell.by, cell.or_by) if role)
    return tuple(
        each
        for each in (by, cell.note, *(f"{duty.to} told {duty.by}" for duty in cell.duties))
        if each
    )
