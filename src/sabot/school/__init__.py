"""A school for dealers: payouts, third cards and irregularities, asked from the rulebooks.

No question and no answer is written down anywhere: each is drawn from a rulebook by game, subject,
seed and number, so that a rule that changes changes the lesson.
"""

from sabot.school.lessons import DRAWS, HAPPENS, PAYS, SUBJECTS, is_right, lesson, subjects
from sabot.school.question import Lesson, SchoolQuestion
from sabot.school.score import Score

__all__ = [
    "DRAWS",
    "HAPPENS",
    "PAYS",
    "SUBJECTS",
    "Lesson",
    "SchoolQuestion",
    "Score",
    "is_right",
    "lesson",
    "subjects",
]
