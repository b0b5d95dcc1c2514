"""`sabot play`: a baccarat table in the terminal, for practice."""

import argparse
import io
import re
import sys
from typing import Final

from sabot.bench import with_wagers
from sabot.cli.play.bets import PracticeTerms
from sabot.cli.play.table import PracticeTable
from sabot.cli.play.talk import Screen, Talk, TalkEnded, and_list, chosen, cited, shown
from sabot.cli.play.view import columns, fits
from sabot.core.money import cents
from sabot.core.refusal import Refusal
from sabot.rulebooks import RULEBOOKS, rulebook
from sabot.rules import Rulebook
from sabot.shoe import OperatingSystem, Randomness, Seeded

CHIP: Final = 50
EXACT_CHIP: Final = 5
"""Smallest chip in cents where no clause rounds, so that 19 to 20 can be paid."""

WHOLE_NUMBER: Final = re.compile("-?[0-9]{1,30}", re.ASCII)


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("rulebook", nargs="?", metavar="RULEBOOK", help="default: choose from all")
    options.add_argument("--decks", metavar="N", help="default: as many as the game may have")
    options.add_argument("--scheme", metavar="S", help="how wins are paid, such as commission")
    options.add_argument("--bankroll", metavar="AMOUNT", default="1000", help="default: 1000")
    options.add_argument(
        "--seed", metavar="N", help="the same cards every time, for practice only, never for money"
    )
    options.add_argument("--no-wait", action="store_true", help="deal without pauses")


def run(chosen: argparse.Namespace) -> int:
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    talk = Talk(Screen(), sys.stdin or io.StringIO(), waits=not chosen.no_wait)
    return play(chosen, talk)


def play(chosen: argparse.Namespace, talk: Talk) -> int:
    """Run one session, from the choice of a game to the goodbye."""
    bankroll = cents(chosen.bankroll)
    randomness = _randomness(chosen.seed)
    book = None if chosen.rulebook is None else _named(chosen.rulebook)
    if book is None:
        try:
            book = _choose(talk)
        except TalkEnded:
            talk.say("Goodbye: no one sat down.")
            return 0
    decks = book.decks(_whole(chosen.decks))
    chip = EXACT_CHIP if book.chips is None else CHIP
    terms = PracticeTerms(book, decks, book.scheme(chosen.scheme), chip)
    _welcome(terms, chosen.seed, talk)
    PracticeTable(terms, bankroll, randomness, talk).sit()
    return 0


def _named(word: str) -> Rulebook:
    """Return a rulebook, or a game from a file; a wager in a file is offered beside those of its
    game."""
    if not word.endswith((".toml", ".py")):
        return rulebook(word)
    (book,) = with_wagers([word]).values()
    return book


def _whole(text: str | None) -> int | str | None:
    """Return the number that a text is, or the text itself, to be refused later."""
    return int(text) if text is not None and WHOLE_NUMBER.fullmatch(text) else text


def _randomness(seed: str | None) -> Randomness:
    if seed is None:
        return OperatingSystem()
    number = _whole(seed)
    if not isinstance(number, int):
        raise Refusal("bad-seed", None, f"A seed is a whole number, not {shown(seed)}.")
    return Seeded(number)


def _choose(talk: Talk) -> Rulebook:
    """Show the menu and return the choice: a number, an id or the beginning of one."""
    books = list(RULEBOOKS.values())
    rows = [
        (str(n), each.title, f"{each.casino}, {each.version}", each.id)
        for n, each in enumerate(books, 1)
    ]
    lines = columns(rows, "<<<<")
    if not fits(lines, talk.width):
        lines = [f"{number} {title}" for number, title, _, _ in rows]
    talk.say("Welcome to Sabot. Which table?", "bold")
    for line in lines:
        talk.say(line)
    while True:
        word = talk.ask("table> ").strip().casefold()
        numbers = {str(n): each for n, each in enumerate(books, 1)}
        if word in numbers:
            return numbers[word]
        found = chosen(word, RULEBOOKS) if word else []
        if len(found) == 1:
            return RULEBOOKS[found[0]]
        if chosen(word, ("quit",)) and word:
            raise TalkEnded
        why = f"{shown(word)} is no table: write a number from 1 to {len(books)}, or a name."
        talk.refuse(Refusal("unknown-rulebook", None, why))


def _whose(book: Rulebook) -> str:
    """Return the name of the game; for an approved game with added wagers, say so first."""
    if RULEBOOKS.get(book.id) not in (None, book):
        from sabot.odds.wager_odds import MARK
        from sabot.odds.whatif import changes

        return f"{MARK}: {book.title}, but {'; '.join(changes(book))}"
    return f"{book.title}, {book.casino}, {book.version}"


def _welcome(terms: PracticeTerms, seed: str | None, talk: Talk) -> None:
    book = terms.book
    talk.say(_whose(book), "bold")
    if terms.scheme:
        talk.say(cited(f"Settled by {terms.scheme}.", book.schemes[terms.scheme]))
    if terms.offered != book.wagers:
        away = and_list(each.name for each in book.wagers if each not in terms.offered)
        talk.say(cited(f"Not with {terms.decks} decks: {away}.", book.preparation.decks.clause))
    if seed is not None:
        talk.say(f"Seed {seed}: the same cards every time, for practice, never for money.")
