"""Options for what is known of the shoe and of a coup: cards gone, cards given, conditions."""

import argparse
import json

from sabot.core.refusal import Refusal
from sabot.odds.composition import Composition
from sabot.odds.counters.decision import decision_worth, read_decision
from sabot.odds.removed_cards import cards_removed, composition_in
from sabot.rules import Rulebook

KNOWN = ("removed", "burned", "composition", "given", "condition", "first")
"""Names of these options."""


def declare_known(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "--removed", metavar="AS,6x32,…", help="cards gone from the shoe; 6x32 is 32 sixes"
    )
    options.add_argument("--burned", metavar="AS,…", help="burned cards that were seen")
    options.add_argument(
        "--composition", metavar="FILE", help="what the shoe holds: JSON, counts by card or rank"
    )
    options.add_argument(
        "--given",
        metavar="4S,KH,…",
        help="cards of the coup so far, in order; or of hands, P:2S,3H B:7 (Lucky Draw: P: and D:)",
    )
    options.add_argument(
        "--if",
        dest="condition",
        metavar="EXPR",
        help='given a condition of wager files, such as "player_first_two == 5"',
    )
    options.add_argument(
        "--first", metavar="RANKS", help="given the first card's rank: 6-9, or A-5,T-K"
    )


def refuse_conditions(chosen: argparse.Namespace, book: Rulebook) -> None:
    if chosen.condition is not None or chosen.first is not None:
        raise Refusal(
            "bad-condition",
            None,
            f"In {book.title} say what is known as --given 'P:4S,2H D:7C'.",
        )


def shoe_of(chosen: argparse.Namespace, book: Rulebook) -> Composition:
    """Composition of the shoe: full decks or a file's composition, without removed and burned
    cards."""
    decks = book.decks(chosen.decks)
    left = Composition.full(decks)
    if chosen.composition is not None:
        left = composition_in(chosen.composition, decks)
    for gone in (chosen.removed, chosen.burned):
        if gone is not None:
            left = left.without(cards_removed(gone, left))
    return left


def spread(chosen: argparse.Namespace) -> str:
    """Say how cards were removed that were named by their number alone."""
    numbers = [word for word in (chosen.removed or "").split(",") if "x" in word.lower()]
    if not numbers:
        return ""
    return f"Removed {', '.join(numbers)}: from the suits as evenly as can be, spades first."


def print_decision(chosen: argparse.Namespace, book: Rulebook, left: Composition) -> None:
    """Print what standing and drawing are worth with the given cards."""
    worth = decision_worth(book, *read_decision(chosen.given), left)
    if chosen.json:
        told = {
            "rulebook": chosen.rulebook, "decks": left.decks, "hand": worth.hand, "up": worth.up,
            "stand": float(worth.stand), "draw": float(worth.draw), "best": worth.best,
        }  # fmt: skip
        print(json.dumps(told, indent=2))
        return
    print(f"{worth.hand} against {worth.up}, {left.size} cards: {worth.best}")
    for name, value in (("stand", worth.stand), ("draw", worth.draw)):
        print(f"{name:6}{float(value):+.6f} of the ENTER wager")
