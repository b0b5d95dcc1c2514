"""The game in one minute is the rulebook's own."""

import pytest

from sabot.coup.adjudication import adjudicate
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.server.tables.howto import howto_of


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_example_is_a_coup_that_ends_so(game: str) -> None:
    book = RULEBOOKS[game]
    howto = howto_of(game, book.version)
    asked: dict[str, object] = {"rulebook": game, "cards": [each.card for each in howto.dealt]}
    if book.procedure.takes_boxes:
        asked["boxes"] = [1]
    if book.procedure.takes_decisions:
        asked["decisions"] = {"1": "draw"}
    said = adjudicate(asked)
    assert {hand["hand"]: hand["total"] for hand in said["hands"]} == howto.counts
    assert howto.paid[0].outcome == "win"
    cited = [*(each.clause for each in howto.dealt), *(each.clause for each in howto.paid)]
    assert all(map(catalogue(game).clause, cited))


@pytest.mark.parametrize(
    ("game", "essentials"),
    [
        ("star-baccarat", {"natural": (8, 9), "player": (0, 1, 2, 3, 4, 5)}),
        ("star-three-card", {"cards": (3,)}),
        ("star-lucky-draw", {"dealer": (0, 1, 2, 3, 4)}),
    ],
)
def test_what_decides_about_further_cards(game: str, essentials: dict[str, object]) -> None:
    assert howto_of(game, RULEBOOKS[game].version).essentials == essentials
