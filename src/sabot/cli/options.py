"""Options of several commands. Conflicting options are rejected, never silently ignored."""

import argparse

from sabot.core.cards import Card, read_cards
from sabot.core.refusal import Refusal, quoted
from sabot.rules import Rulebook


def given(chosen: argparse.Namespace, option: str) -> bool:
    """Return True if the option was given; its default must be None, False or an empty list."""
    value = getattr(chosen, option.replace("-", "_"))
    return value is not None and value is not False and value != []


def refuse_beside(chosen: argparse.Namespace, option: str, *others: str) -> None:
    """Reject any of the other options beside an option that excludes them."""
    for other in others:
        if given(chosen, option) and given(chosen, other):
            raise Refusal(
                "bad-words",
                None,
                f"--{_written(other)} says nothing beside --{_written(option)}: "
                "leave out one of them.",
            )


def _written(option: str) -> str:
    """An option as people write it: `if` is a word of Python."""
    return "if" if option == "condition" else option


def cards_of(text: str) -> tuple[Card, ...]:
    """Return the cards of an option, separated by commas."""
    cards = read_cards(text)
    if not cards:
        raise Refusal("unknown-card", None, "An option of cards names at least one, such as 4S.")
    return cards


def changes_of(words: list[str]) -> dict[str, str]:
    """Return changed odds by name, each name once."""
    found: dict[str, str] = {}
    for text in words:
        name, given, pays = text.partition("=")
        if not given:
            raise Refusal(
                "bad-odds", None, f"A change is NAME=ODDS, such as tie=9:1, not {quoted(text)}."
            )
        if name in found:
            raise Refusal(
                "bad-odds", None, f"There are two changes of {quoted(name)}: make it one."
            )
        found[name] = pays
    return found


def check_changes(names: list[str], book: Rulebook, decks: int, scheme: str | None) -> None:
    """Reject a change without effect: of another scheme's line, of a wager that is not offered, or
    of lines that later changes replace."""
    if not names:
        return
    from sabot.odds.whatif import lines_meant  # imported late: it loads the odds

    if any(not wager.clause for wager in book.wagers):
        raise Refusal(
            "bad-odds",
            None,
            "The odds of a wager of your own stand in its file: change them there.",
        )
    taken: set[tuple[str, int]] = set()
    for name in reversed(names):
        meant = {
            (wager.id, wager.lines.index(line))
            for wager, line in lines_meant(book, name)
            if line.scheme in (None, scheme) and (wager.decks is None or decks in wager.decks)
        }
        if not meant - taken:
            raise Refusal(
                "bad-odds", None, f"To change {quoted(name)} changes nothing of what is asked for."
            )
        taken |= meant
