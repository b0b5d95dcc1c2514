"""False alarms: how many of 1,000 honest players are called improbably lucky, from dealt shoes.

`SABOT_THOROUGH=50` plays a million nights of each kind: 0.74 to 0.99 of 1,000 are flagged where the
chance is exact (less than 1, as results come in steps), and 0.00 to 0.08 where it is bounded.
"""

import pytest

from sabot.compliance.exceptions.luck import IMPROBABLE
from sabot.coup import Stake
from sabot.odds.distributions.tails import Times, tail
from sabot.odds.distributions.together import Game, spreads
from sabot.rulebooks import RULEBOOKS
from sabot.simulate.lookup.strategies import exact_strategy
from sabot.simulate.sessions.bankroll import play_sessions
from support.thorough import tries

SESSIONS = tries(20_000)
COUPS = 60
EXACT = [
    ("star-baccarat", {"player": 1}),
    ("star-baccarat", {"banker": 2, "tie": 1, "super-six": 1}),
    ("star-seven-up", {"player": 1, "super-sevens": 1}),
    ("star-three-card", {"player": 1}),
    ("canberra-mini", {"player": 2, "perfect-pairs-player": 1}),
]


def flagged(game: str, stakes: dict[str, int], boxes: int = 1, **options: object) -> float:
    """Return how many of 1,000 players who bet so all night are flagged."""
    book = RULEBOOKS[game]
    plan = {"stakes": stakes, "bankroll": 10**6, "coups": COUPS}
    run = play_sessions(book, plan, SESSIONS, seed=12, boxes=boxes, **options)  # type: ignore[arg-type]
    placed = tuple(
        Stake(on, unit * 10_000, box if book.wager(on).space.per_box else None)
        for box in range(1, boxes + 1)
        for on, unit in stakes.items()
        if on != "draw"
    )
    rules = Game(book.id, book.version, run.decks, run.scheme, 1)
    coups = [Times(COUPS, spreads(rules, placed))]
    count = 0
    for result, times in sorted(run.results.items(), reverse=True):
        if tail(coups, int(result * 10_000)).most > IMPROBABLE:
            break
        count += times
    return 1_000 * count / run.sessions


@pytest.mark.parametrize(("game", "stakes"), EXACT)
def test_of_1000_honest_players_about_one_is_flagged(game: str, stakes: dict[str, int]) -> None:
    assert 0.4 < flagged(game, stakes) < 1.6


def test_where_the_chance_is_bounded_fewer_are() -> None:
    """Several boxes at once, and a game in which a player decides in the wildest way."""
    assert flagged("star-three-card", {"player": 1}, boxes=3) < 1
    book = RULEBOOKS["star-lucky-draw"]
    always = exact_strategy(book, book.decks(), "always")
    assert flagged("star-lucky-draw", {"enter": 1, "draw": 1}, strategy=always) < 1
