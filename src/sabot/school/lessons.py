"""A lesson: a question, its answer and the clause."""

import re
from collections.abc import Callable
from typing import Final

from sabot.core.refusal import Refusal, quoted
from sabot.rules import Rulebook
from sabot.school.hands import drawing, paying
from sabot.school.irregularity_lessons import happening
from sabot.school.question import Course, Lesson

PAYS: Final = "pays"
DRAWS: Final = "draws"
HAPPENS: Final = "happens"
SUBJECTS: Final[dict[str, Callable[[Rulebook, Course], Lesson | None]]] = {
    PAYS: paying,
    DRAWS: drawing,
    HAPPENS: happening,
}
"""Topics: the payment of a winning wager, the third-card rule, and the next step."""
AMOUNT: Final = re.compile(r"\$?([0-9]{1,9})(?:\.([0-9]{0,2}))?", re.ASCII)
"""Nothing at all is an answer too."""
FURTHEST: Final = 1_000_000
"""No question has a higher number."""


def subjects(book: Rulebook) -> tuple[str, ...]:
    """Return the subjects of a game: without drawing rules there is none on third cards.

    >>> from sabot.rulebooks import rulebook
    >>> subjects(rulebook("star-three-card"))
    ('pays', 'happens')
    """
    return tuple(name for name, made in SUBJECTS.items() if made(book, Course(0, 1)) is not None)


def lesson(book: Rulebook, subject: str, seed: int, number: int) -> Lesson:
    """Question `number` of a course, the same for everybody who takes the course of that seed.

    >>> from sabot.rulebooks import rulebook
    >>> asked = lesson(rulebook("star-baccarat"), "draws", seed=1, number=1)
    >>> asked.question.hands
    {'player': ('QC', 'KC', '2S'), 'banker': ('4S', '7C')}
    >>> asked.question.choices[int(asked.answer)], asked.clause
    ('banker', '9.4.1')
    """
    if subject not in SUBJECTS:
        known = ", ".join(SUBJECTS)
        raise Refusal(
            "unknown-subject", None, f"The school teaches {known}, not {quoted(subject)}."
        )
    if not 1 <= number <= FURTHEST:
        message = f"Questions are numbered from 1 to {FURTHEST:,}, and {number} is none."
        raise Refusal("bad-number", None, message)
    made = SUBJECTS[subject](book, Course(seed, number))
    if made is None:
        raise Refusal(
            "unknown-subject",
            None,
            f"No third card is drawn in {book.title}: choose another subject.",
        )
    return made


def is_right(lesson: Lesson, given: str) -> bool:
    """Return True for the correct answer: the number of a choice, or an amount in any usual
    notation."""
    if lesson.question.choices:
        return given.strip() == lesson.answer
    read, right = AMOUNT.fullmatch(given.strip()), AMOUNT.fullmatch(lesson.answer)
    return bool(read and right) and _in_cents(read) == _in_cents(right)


def _in_cents(amount: re.Match[str] | None) -> int:
    whole, part = amount.groups() if amount else ("0", None)
    return int(whole) * 100 + int((part or "").ljust(2, "0"))
