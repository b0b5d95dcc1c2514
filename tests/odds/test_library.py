"""Public side bets: the exact edge against every figure that was published of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from sabot.bench import LIBRARY, book_of
from sabot.bench.library import Figure, figures
from sabot.cli import main
from sabot.core.cards import Card
from sabot.odds import WagerOdds, odds
from sabot.odds.whatif import changed
from sabot.rules import BANKER, PLAYER, Hands, Rulebook, to
from support.house_games import BACCARAT, bet, space_of


def printed(text: str) -> tuple[Fraction, Fraction]:
    """The figure, and a unit of its last place."""
    percent = text.endswith("%")
    number = text.strip("~%")
    places = len(number.partition(".")[2]) + 2 * percent
    return Fraction(number) / (100 if percent else 1), Fraction(1, 10**places)


def left_open(figure: Figure, sheet: WagerOdds) -> Fraction:
    """Return a publisher's tolerance: a unit of the last place, or what a probability of six places
    leaves open."""
    largest = max(line.odds.pays for line in sheet.lines if line.odds)
    rounded = Fraction(largest + 1, 2_000_000) if figure.edge.startswith("~") else Fraction()
    return max(printed(figure.edge)[1], rounded)


@cache
def _book(wager: str) -> Rulebook:
    """The library is read once for any number of decks."""
    return book_of(wager)


@pytest.mark.parametrize("figure", figures(), ids=lambda each: f"{each.wager}-{each.decks}")
def test_an_edge_as_published(figure: Figure) -> None:
    (sheet,) = odds(_book(figure.wager), figure.decks).wagers
    assert abs(-sheet.ev - printed(figure.edge)[0]) <= left_open(figure, sheet), sheet.edge


def test_every_wager_of_the_library_has_a_figure_and_a_source() -> None:
    assert {each.wager for each in figures()} == set(LIBRARY)
    assert len(figures()) >= 40 and all("/" in each.source for each in figures())


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--side-bets"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(LIBRARY)
    assert main(["games", "--side-bets", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert sum(len(each["published"]) for each in listed) == len(figures())


class Paid(NamedTuple):
    line: int


def by_cards(name: str, pays: list[int], line: Callable[[Hands], int]) -> float:
    """The edge of a wager on the cards themselves; its lines count from 1, 0 loses."""
    lines = [
        (to(each, 2), lambda f, number=number: f.line == number)
        for number, each in enumerate(pays, 1)
    ]
    space = space_of(Paid, range(len(pays) + 1), read=lambda hands, _: Paid(line(hands)))
    wager = bet(name, space, *lines)
    return odds(replace(BACCARAT, wagers=(wager,))).wagers[0].edge


@pytest.mark.parametrize("hand", [BANKER])
def test_majestic_match_as_published(hand: str) -> None:
    """wizardofodds.com/games/baccarat/side-bets/majestic-match/: eight decks."""

    def match(hands: Hands) -> int:
        one, other = hands[hand].cards[:2]
        if one.suit != other.suit:
            return 0
        return 1 if {one.rank, other.rank} == {"K", "Q"} else 2

    assert round(by_cards("Majestic Match", [50, 5], match), 6) == 0.064597


def test_lucky_nines_as_published() -> None:
    """wizardofodds.com/games/baccarat/side-bets/lucky-nines/: eight decks, as Red Rock pays."""

    def nines(hands: Hands) -> int:
        cards: list[Card] = [*hands[PLAYER].cards[:2], *hands[BANKER].cards[:2]]
        held = [card for card in cards if card.rank == "9"]
        suited = len({card.suit for card in held}) == 1
        table = {4: (1, 1), 3: (3, 2), 2: (5, 4), 1: (7, 6), 0: (0, 0)}
        one = len(held) == 1 and held[0].suit == "D"
        return table[len(held)][one if len(held) == 1 else suited]

    pays = [2 * each for each in (1000, 500, 35, 16, 5, 2, 1)]
    assert round(by_cards("Lucky Nines", pays, nines), 4) == 0.0827


def test_other_decks_than_the_document_allows() -> None:
    """wizardofodds.com/games/baccarat/appendix/5/: the Dragon Bonus with any number of decks."""
    book = changed(book_of("dragon-bonus-player"), decks=1)
    assert 0.027 < odds(book, 1).wagers[0].edge < 0.04
