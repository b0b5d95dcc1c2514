"""Compile what the tests run compiled, once for all their processes. `make test` runs it first."""

from typing import Final

from sabot.core.cards import read_cards
from sabot.odds import Composition, odds
from sabot.odds.edges import Edges
from sabot.rulebooks import RULEBOOKS
from sabot.simulate import play_sessions, simulate
from sabot.tournament.fairness.last_coup import LastCoupRules
from sabot.tournament.fairness.playing_out import LastCoups, play_out

COMMON, THREE_CARD, DRAWING = "star-baccarat", "star-three-card", "star-lucky-draw"
SEVENS = "star-seven-up"
PLAN: Final = {"bankroll": 100, "coups": 10}
STAKES: Final = {COMMON: "banker", THREE_CARD: "player", DRAWING: "enter"}


def main() -> None:
    """Every kind of counting, of dealing, and of playing sessions."""
    for book in RULEBOOKS.values():
        odds(book)
    odds(RULEBOOKS[SEVENS], given=read_cards("4S"))
    Edges(RULEBOOKS[COMMON])(Composition.full(8))
    for game, wager in STAKES.items():
        for fresh in (False, True):
            simulate(game, 1000, fresh=fresh, workers=1)
            play_sessions(game, {**PLAN, "stakes": {wager: 1}}, 10, fresh=fresh, workers=1)
    simulate(COMMON, 1000, source="device", workers=1)
    play_out(LastCoups(LastCoupRules(RULEBOOKS[COMMON], unit=1), (1, 1, 1)), trials=1, seed=1)


if __name__ == "__main__":
    main()
