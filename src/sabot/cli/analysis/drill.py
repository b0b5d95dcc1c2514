"""`sabot drill`: a school for dealers in the terminal."""

import argparse
import io
import sys
import time
from pathlib import Path
from typing import Final

import msgspec

from sabot.cli.play.talk import Screen, Talk, TalkEnded, cited
from sabot.core.money import dollars
from sabot.core.refusal import Refusal, quoted
from sabot.rulebooks import rulebook
from sabot.rulebooks.catalogue import catalogue
from sabot.rules import Rulebook
from sabot.school import PAYS, SUBJECTS, Lesson, Score, is_right, lesson

ASKS: Final = {
    "pays": "What is paid to the player, beside the stake?",
    "draws": "To whom does the next card go?",
    "happens": "What happens now?",
}
QUESTIONS: Final = 10


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("rulebook", metavar="RULEBOOK")
    options.add_argument(
        "--subject", choices=tuple(SUBJECTS), default=PAYS, help=f"default: {PAYS}"
    )
    options.add_argument(
        "--questions", type=int, default=QUESTIONS, metavar="N", help="default: 10"
    )
    options.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="number of the course: another number asks other questions",
    )
    options.add_argument(
        "--score", metavar="FILE", help="keep the score there, and go on from where it ends"
    )


def run(chosen: argparse.Namespace) -> int:
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if chosen.questions < 1:
        raise Refusal("bad-number", None, "A drill has at least one question.")
    book = rulebook(chosen.rulebook)
    begun = Score(book.id, chosen.subject, chosen.seed)
    path = Path(chosen.score) if chosen.score else None
    score = begun if path is None else _kept(path, begun)
    talk = Talk(Screen(), sys.stdin or io.StringIO(), waits=False)
    lesson(book, score.subject, score.seed, score.asked + 1)  # refuse a subject the game lacks
    talk.say(f"{book.title}, {book.casino}: course {score.seed} of {score.subject}", "bold")
    try:
        for _ in range(chosen.questions):
            score = _ask(book, score, talk)
            if path is not None:
                path.write_bytes(msgspec.json.encode(score) + b"\n")
    except TalkEnded:
        talk.say()
    talk.say(str(score))
    return 0


def _kept(path: Path, begun: Score) -> Score:
    """Return the score from a file, which must be of the same course."""
    if not path.exists():
        return begun
    try:
        score = msgspec.json.decode(path.read_bytes(), type=Score)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refusal("bad-score", None, f"{quoted(str(path))} has no score.") from None
    if (score.game, score.subject, score.seed) != (begun.game, begun.subject, begun.seed):
        message = f"{quoted(str(path))} has the score of course {score.seed} of {score.subject}"
        raise Refusal("other-course", None, f"{message} at {score.game}: take another file.")
    return score


def _ask(book: Rulebook, score: Score, talk: Talk) -> Score:
    """Ask one question, check the answer, and say the document's."""
    asked = lesson(book, score.subject, score.seed, score.asked + 1)
    talk.say()
    for line in _told(asked):
        talk.say(line)
    started = time.monotonic()
    given = talk.ask(f"{score.asked + 1}> ")
    choices = asked.question.choices
    if choices and given.strip().isdigit():
        given = str(int(given) - 1)  # people count from 1
    right = is_right(asked, given)
    right_one = choices[int(asked.answer)] if choices else f"${asked.answer}"
    talk.say("Right." if right else f"No: {right_one}.", "green" if right else "red")
    for each in asked.why:
        talk.say(f"  {each}")
    if asked.clause is not None:
        talk.say(cited(f"  {catalogue(book.id).clause(asked.clause).summary}", asked.clause))
    return score.after(right, time.monotonic() - started)


def _told(asked: Lesson) -> list[str]:
    question = asked.question
    lines = [f"{name:8} {' '.join(cards)}" for name, cards in question.hands.items()]
    if question.wager:
        box = f" on box {question.box}" if question.box is not None else ""
        scheme = f", settled by {question.scheme}" if question.scheme else ""
        lines.append(f"${dollars(question.stake)} on {question.wager}{box}{scheme}.")
    if question.situation:
        lines.append(f"{question.situation}.")
    lines += [f"  {each}" for each in question.circumstances]
    lines.append(ASKS[question.subject])
    lines += [f"  {number}  {each}" for number, each in enumerate(question.choices, 1)]
    return lines
