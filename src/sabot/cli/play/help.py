"""Questions at a practice table: commands, odds, clauses, commitments."""

import re
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from sabot.cli.documents.rules import write_clause
from sabot.cli.play.bets import PracticeTerms
from sabot.cli.play.cards import Seal
from sabot.cli.play.talk import Talk, and_list, chosen, shown
from sabot.cli.play.view import columns, fits, pay_table
from sabot.cli.text_page import TextPage
from sabot.core.refusal import Refusal
from sabot.rulebooks.catalogue import catalogue
from sabot.rules import Rulebook

COMMANDS: Final = {
    "deal": "deal with the bets that stand; Enter does the same",
    "repeat": "the bets of last time again",
    "clear": "take all bets back",
    "odds": "what every wager pays, when, and by which clause",
    "rules": "a clause in our words, such as: rules 4.5",
    "road": "the scores of this shoe",
    "reveal": "the last sealed order that was opened",
    "help": "this list",
    "quit": "leave the table",
}
ALSO: Final = {"?": "help", "exit": "quit", "bye": "quit", "roads": "road", "rule": "rules"}
CLAUSE: Final = re.compile(r"[0-9A-Za-z.()]{1,20}", re.ASCII)


def command_in(words: Sequence[str]) -> str | None:
    """Return the command of a line, or None if it can only be bets."""
    if not words:
        return "deal"
    word = words[0].casefold()
    word = ALSO.get(word, word)
    found = chosen(word, COMMANDS) if len(words) == 1 or word in COMMANDS else []
    if len(found) > 1:
        raise Refusal("unclear", None, f"{shown(words[0])} may be {and_list(found, 'or')}.")
    if found and found[0] != "rules" and len(words) > 1:
        raise Refusal("unclear", None, f"Write {found[0]} alone on its line.")
    return found[0] if found else None


def tell_commands(terms: PracticeTerms, talk: Talk) -> None:
    """Print every command of this table, with an example of a bet in this game."""
    example = example_of_bets(terms)
    rows = [
        (example, "bets; they wait for Enter, and a new amount replaces the old"),
        *COMMANDS.items(),
    ]
    lines = columns(rows, "<<")
    if not fits(lines, talk.width):
        lines = [f"{word}: {what}." for word, what in rows]
    for line in lines:
        talk.say(line)
    names = and_list(each.id for each in terms.offered)
    talk.say(f"Wagers: {names}. The beginning of a name is enough.")
    if terms.book.procedure.takes_boxes:
        talk.say(f"Boxes: @1 to @{terms.boxes}, @1 if you name none.")
    if talk.moves:
        talk.say("While cards are dealt, Enter hurries them.")


def example_of_bets(terms: PracticeTerms) -> str:
    """Return a bet that this table takes."""
    first = terms.offered[0]
    return f"{first.id} 25 @2" if first.space.per_box else f"{first.id} 25"


def tell_odds(terms: PracticeTerms, talk: Talk) -> None:
    talk.show(pay_table(terms.offered, terms.scheme, talk.width))


def tell_clause(book: Rulebook, words: Sequence[str], talk: Talk) -> None:
    """Print a clause as `sabot rules` does."""
    if len(words) != 1 or not CLAUSE.fullmatch(words[0]):
        raise Refusal("unknown-clause", None, "Name one clause, such as: rules 4.5.")
    listing = catalogue(book.id)
    shown = TextPage(talk.width, coloured=talk.screen.color_system is not None)
    write_clause(shown, book, listing, listing.clause(words[0]))
    talk.screen.print(Text.from_ansi(str(shown)))


def tell_opening(opened: Seal | None, talk: Talk) -> None:
    """Print all that is needed to check a commitment independently."""
    if opened is None:
        why = "Nothing to reveal yet: the cards in play stay sealed until they have run down."
        raise Refusal("sealed", None, why)
    talk.say("SHA-256 over three lines: sabot stack 1, the salt, the cards, a newline after each.")
    talk.say(f"Sealed: {opened.commitment.digest}")
    talk.say(f"Salt: {opened.opening.salt}")
    talk.say(f"Cards: {' '.join(map(str, opened.opening.order))}")
    talk.say("The seal holds." if opened.holds else "The seal is BROKEN.")
