"""Cards that are gone, by name or by number, and compositions in files."""

import json
import re
from pathlib import Path
from typing import Any

from sabot.core.cards import DECK, RANKS, SUITS, Card, read_card
from sabot.core.refusal import Refusal, quoted
from sabot.odds.composition import Composition

BY_NUMBER = re.compile(r"(10|[A2-9TJQKa2-9tjqk])([SHDCshdc]?)[xX]([0-9]{1,6})", re.ASCII)
LARGEST_FILE = 1 << 16


def cards_removed(text: str, left: Composition) -> tuple[Card, ...]:
    """Cards as an option names them: `AS,KD`, and `6x32` for 32 sixes, taken from the suits as
    evenly as can be, spades first.

    >>> [str(card) for card in cards_removed("6x5,AS", Composition.full(8))]
    ['6S', '6H', '6D', '6C', '6S', 'AS']
    """
    found: list[Card] = []
    for word in text.split(","):
        if not word.strip():
            raise Refusal("unknown-card", None, f"A card is missing in {quoted(text)}.")
        for name in word.split():
            match = BY_NUMBER.fullmatch(name)
            if match is None:
                found.append(read_card(name))
                continue
            rank = match[1].upper().replace("10", "T")
            suits = match[2].upper() or SUITS
            found += _spread(rank, suits, int(match[3]), left.without(found))
    left.without(found)
    return tuple(found)


def _spread(rank: str, suits: str, number: int, left: Composition) -> list[Card]:
    """So many cards of a rank, each from the suit of which the fewest were taken so far."""
    have = {card: left.counts[place] for place, card in enumerate(DECK)}
    taken = {read_card(rank + suit): 0 for suit in suits}
    if number > sum(have[card] for card in taken):
        what = rank + (suits if len(suits) == 1 else "")
        raise Refusal(
            "bad-composition",
            None,
            f"{number} of {what} cannot be removed: there are {sum(have[c] for c in taken)}.",
        )
    found = []
    for _ in range(number):
        card = min((c for c in taken if have[c] > taken[c]), key=lambda c: taken[c])
        taken[card] += 1
        found.append(card)
    return found


def composition_in(path: str, decks: int) -> Composition:
    """The composition in a file: JSON, an object of counts by card (`"AS": 7`) or by rank
    (`"6": 30`, spread over the suits as evenly as can be). Every card is to be counted."""
    try:
        with Path(path).open("rb") as file:
            given: Any = json.loads(file.read(LARGEST_FILE))
    except (OSError, ValueError, RecursionError):
        raise Refusal(
            "unreadable", None, f"There is no composition in JSON in {quoted(path)}."
        ) from None
    if not isinstance(given, dict) or not given:
        raise _bad(path, 'it is no object of counts such as {"AS": 7, "6": 30}')
    counts: dict[Card, int] = {}
    for name, number in given.items():
        if type(number) is not int or number < 0:
            raise _bad(path, f"the count of {quoted(name)} is no whole number")
        rank = name.upper().replace("10", "T")
        cards = [read_card(rank + s) for s in SUITS] if rank in RANKS else [read_card(name)]
        for place, card in enumerate(cards):
            if card in counts:
                raise _bad(path, f"{card} is counted twice")
            counts[card] = number // len(cards) + (place < number % len(cards))
    missing = [card.name for card in DECK if card not in counts]
    if missing:
        raise _bad(path, f"{missing[0]} is not counted; write 0 for cards that are gone")
    return Composition(tuple(counts[card] for card in DECK), decks)


def _bad(path: str, why: str) -> Refusal:
    return Refusal(
        "bad-composition", None, f"The composition in {quoted(path)} is not clear: {why}."
    )
