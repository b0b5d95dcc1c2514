"""The dealers' school over HTTP: a question at a time, and what the document says to an answer."""

from typing import Annotated, Final

import msgspec

from sabot.core.languages import others
from sabot.rulebooks import rulebook
from sabot.rulebooks.catalogue import catalogue
from sabot.school import PAYS, SchoolQuestion, is_right, lesson, subjects
from sabot.server.http.routes import STAFF, Asked, Route

Word = Annotated[str, msgspec.Meta(max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class CourseRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which question: `number` of the course of a subject and a seed."""

    subject: Word = PAYS
    seed: Seed = 1
    number: Number = 1


class GivenAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a choice, from 0 on, or an amount such as 95.00."""

    given: Word
    subject: Word = PAYS
    seed: Seed = 1
    number: Number = 1


class Marked(msgspec.Struct, frozen=True):
    """The mark for an answer: right or not, the right answer, and the document's words."""

    right: bool
    answer: str
    clause: str | None
    summary: str
    summary_words: dict[str, str]
    why: tuple[str, ...]


class Subjects(msgspec.Struct, frozen=True):
    """Subjects of questions about a game."""

    rulebook: str
    subjects: tuple[str, ...]


async def show_subjects(asked: Asked) -> Subjects:
    book = rulebook(asked.path["rulebook"])
    return Subjects(book.id, subjects(book))


async def show_question(asked: Asked) -> SchoolQuestion:
    course: CourseRequest = asked.query
    book = rulebook(asked.path["rulebook"])
    return lesson(book, course.subject, course.seed, course.number).question


async def mark(asked: Asked) -> Marked:
    said: GivenAnswer = asked.body
    book = rulebook(asked.path["rulebook"])
    found = lesson(book, said.subject, said.seed, said.number)
    clause = found.clause
    summary = "" if clause is None else catalogue(book.id, book.version).clause(clause).summary
    right = is_right(found, said.given)
    return Marked(right, found.answer, clause, summary, others(summary), found.why)


NO_LESSON: Final = ("unknown-rulebook", "unknown-subject")
ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET", "/api/school/{rulebook}", STAFF, show_subjects,
        "What the school asks of a game.", gives=Subjects, refuses=("unknown-rulebook",),
    ),
    Route(
        "GET", "/api/school/{rulebook}/question", STAFF, show_question,
        "One question of a course.", query=CourseRequest, gives=SchoolQuestion, refuses=NO_LESSON,
    ),
    Route(
        "POST", "/api/school/{rulebook}/answer", STAFF, mark,
        "Whether an answer is right, and the clause that says so.",
        takes=GivenAnswer, gives=Marked, refuses=NO_LESSON,
    ),
)  # fmt: skip
