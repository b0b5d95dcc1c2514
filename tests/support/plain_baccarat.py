"""Punto banco by plain enumeration, written apart from Sabot: every order of six values, with its
number of ways. Please keep it dull."""

from functools import cache
from typing import Any

import numpy as np


@cache
def all_coups() -> tuple[Any, Any, Any]:
    """Of every order of six values: both totals, and whether the Banker drew."""
    a, b, c, d, e, f = np.indices((10,) * 6, np.int8)
    player, banker = (a + c) % 10, (b + d) % 10
    natural = (player > 7) | (banker > 7)
    player_draws = ~natural & (player < 6)
    by_third = np.zeros((10, 10), bool)
    for total, thirds in {
        0: range(10), 1: range(10), 2: range(10), 3: [0, 1, 2, 3, 4, 5, 6, 7, 9],
        4: range(2, 8), 5: range(4, 8), 6: (6, 7),
    }.items():  # fmt: skip
        by_third[total, list(thirds)] = True
    banker_draws = ~natural & np.where(player_draws, by_third[banker, e], banker < 6)
    drawn = np.where(player_draws, f, e)
    player = np.where(player_draws, (player + e) % 10, player)
    banker = np.where(banker_draws, (banker + drawn) % 10, banker)
    return player, banker, banker_draws


def ways(left: list[int]) -> Any:
    """In how many ways each order of six values comes from so many cards of each."""
    places = np.indices((10,) * 6, np.int8)
    number = np.ones((10,) * 6)
    for at in range(6):
        drawn = sum((places[at] == places[before] for before in range(at)), np.zeros((10,) * 6))
        number *= np.maximum(np.array(left, float)[places[at]] - drawn, 0)
    return number
