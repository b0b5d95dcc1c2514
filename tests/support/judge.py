"""The judge: a slow and simple second opinion on every coup of the five games.

It is written from the five approved documents alone and imports nothing from the product, so that
a mistake would have to be made twice, in two different ways, to go unseen. Cards are strings,
money is fractions, every rule is an `if` with its clause beside it. Please keep it dull.

    judge(question)    the answer of `sabot adjudicate` for one valid question

`opinions/` has a module for each game; here are cards and money, which games share.
Where a document is unclear, the judge reads it as the project's rulings do.
"""

import importlib
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, NamedTuple

Question = dict[str, Any]
Answer = dict[str, Any]
Ruling = tuple[str, str | None, str]  # outcome, odds, clause


class Opinion(NamedTuple):
    """Knowledge of one game: its answer to a question, and the parts of questions."""

    judge: Callable[[Question], Answer]
    decks: list[int]
    telling: list[str]  # ranks on which rare events hang
    wagers: list[str]  # on no box
    schemes: tuple[str, ...] = ()


MAIN = ["player", "banker", "tie"]
"""Wagers on no box that most games have."""
OPINIONS: dict[str, Opinion] = {}
"""Opinions by rulebook, once they were asked for."""


def opinion(rulebook: str) -> Opinion:
    """Return what is known of a game: from its module in `opinions/`, else from its description in
    tests/games/."""
    if rulebook not in OPINIONS:
        word = rulebook.replace("-", "_")
        if find_spec(f"support.opinions.{word}") is not None:
            found = importlib.import_module(f"support.opinions.{word}").OPINION
        else:
            found = importlib.import_module(f"games.{word}").GAME.opinion
        if found is None:
            raise ValueError(rulebook)
        OPINIONS[rulebook] = found
    return OPINIONS[rulebook]


def judge(question: Question) -> Answer:
    """Say what should have happened in a coup. The question must be a valid one."""
    return opinion(question["rulebook"]).judge(question)


# Cards


def pile(question: Question) -> list[str]:
    """The cards of the coup, first to leave the shoe first, with ten always written T."""
    return [card.replace("10", "T") for card in question["cards"]]


def rank(card: str) -> str:
    return card[0]


def suit(card: str) -> str:
    return card[1]


def value(card: str) -> int:
    """Baccarat 3.2, 7-Up 3.2, Three Card 3.2, Lucky Draw 3.2, Canberra 2.4."""
    if rank(card) == "A":
        return 1
    if rank(card) in ("T", "J", "Q", "K"):
        return 0
    return int(rank(card))


def count(hand: list[str]) -> int:
    """Baccarat 3.3, 7-Up 3.3, Three Card 3.3, Lucky Draw 3.3, Canberra 2.6."""
    total = 0
    for card in hand:
        total = total + value(card)
    while total >= 10:
        total = total - 10
    return total


def banker_draws(banker: int, players_third: str | None) -> bool:
    """Baccarat 9.4 and 9.5, 7-Up 9.4 and 9.5, Canberra 7.3, told as a dealer learns them.

    `banker` is the count of two cards, with no natural on the table; `players_third` is the card
    that the Player's hand drew, or None when it stood.
    """
    if players_third is None:
        # The Player stood: the Banker follows the Player's own rule, draws to 5, stands on 6 or 7.
        return banker <= 5
    third = value(players_third)
    if banker <= 2:
        # With 0, 1 or 2 the Banker always draws.
        return True
    if banker == 3:
        # With 3 the Banker draws unless the third card is an 8.
        return third != 8
    if banker == 4:
        # With 4 the Banker draws unless the third card is 0, 1, 8 or 9.
        return third not in (0, 1, 8, 9)
    if banker == 5:
        # With 5 the Banker draws against a 4, 5, 6 or 7.
        return third in (4, 5, 6, 7)
    if banker == 6:
        # With 6 the Banker draws only against a 6 or 7.
        return third in (6, 7)
    # With 7 the Banker stands.
    return False


# Money


def chip(question: Question) -> Fraction:
    return Fraction(question.get("chip", "0.01"))


def winnings(wager: dict[str, Any], ruling: Ruling) -> Fraction:
    """Return what the odds give, before rounding to chips."""
    odds = ruling[1]
    if odds is None:
        return Fraction(0)
    gain, stake = odds.split(":")
    return Fraction(wager["amount"]) * int(gain) / int(stake)


def next_highest(pay: Fraction, chip: Fraction) -> Fraction:
    """The next highest amount that chips can make.

    Baccarat 5.8, 7-Up 5.7, Three Card 5.11, Lucky Draw 5.9. Canberra has no such rule.
    """
    chips = pay // chip
    if chips * chip < pay:
        chips = chips + 1
    return chips * chip


def dollars(amount: Fraction) -> str:
    cents = amount * 100
    if cents.denominator != 1:
        raise ValueError(f"{amount} is not a whole number of cents")
    return f"{cents.numerator // 100}.{cents.numerator % 100:02d}"


def settled(wager: dict[str, Any], ruling: Ruling, pays: Fraction) -> dict[str, Any]:
    outcome, odds, clause = ruling
    returns = Fraction(0)
    if outcome == "win":
        returns = Fraction(wager["amount"]) + pays
    if outcome == "standoff":
        returns = Fraction(wager["amount"])
    return {
        "id": wager["id"],
        "outcome": outcome,
        "odds": odds,
        "clause": clause,
        "pays": dollars(pays),
        "returns": dollars(returns),
    }


def hand(name: str, cards: list[str]) -> dict[str, Any]:
    return {"hand": name, "cards": cards, "total": count(cards)}


def result(player: list[str], banker: list[str]) -> str:
    if count(player) > count(banker):
        return "player"
    if count(player) < count(banker):
        return "banker"
    return "tie"
