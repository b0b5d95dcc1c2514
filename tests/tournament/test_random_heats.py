"""Live heats against the naive second judge: every stack, and who is out, after every coup."""

import random

import pytest

from support.heat_evening import GAMES
from support.random_heats import RandomHeat
from support.thorough import tries


@pytest.mark.parametrize("game", GAMES)
def test_a_live_heat_ends_as_the_judge_says(game: str) -> None:
    rng = random.Random(f"live {game}")
    coups = 0
    while coups < tries(60):
        coups += RandomHeat(game, rng).play()
