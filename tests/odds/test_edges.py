"""The fast edges against the full count."""

import random

import pytest

from sabot import Refusal, rulebook
from sabot.odds import Composition, odds
from sabot.odds.edges import Edges

COMMON = ["star-baccarat", "star-seven-up", "canberra-mini"]


def shoes(decks: int) -> list[Composition]:
    """A full shoe, a half-dealt one, a nearly empty one and some odd ones."""
    rng = random.Random(decks)
    full = Composition.full(decks)
    deck = [card for card, count in enumerate(full.counts) for _ in range(count)]
    dealt = []
    for left in (len(deck) // 2, 8):
        rng.shuffle(deck)
        dealt.append(Composition(tuple(deck[:left].count(card) for card in range(52)), decks))
    odd = [Composition(tuple(rng.choices([0, 0, decks], k=52)), decks) for _ in range(3)]
    return [full, *dealt, *odd]


@pytest.mark.parametrize("name", COMMON)
def test_fast_edges_equal_the_full_count(name: str) -> None:
    book = rulebook(name)
    for scheme in book.schemes or [None]:
        edges = Edges(book, scheme=scheme)
        for shoe in shoes(book.decks()):
            sheet = odds(book, scheme=scheme, composition=shoe)
            exact = {each.wager: each.edge for each in sheet.wagers}
            assert edges(shoe) == pytest.approx(exact, rel=0, abs=1e-15)
            assert edges(shoe.by_card) == edges(shoe)


def test_only_the_wagers_asked_for() -> None:
    assert list(Edges(rulebook("star-baccarat"), ["tie", "tiger-pair"])(Composition.full(8))) == [
        "tie",
        "tiger-pair",
    ]


def test_box_games_have_no_fast_edges() -> None:
    with pytest.raises(Refusal, match="no common hands"):
        Edges(rulebook("star-lucky-draw"))
