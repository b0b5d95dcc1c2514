"""Best replies in one coup, compiled: players wager in turn, each seeing what lies there, and count
on everybody after them to reply as well as can be replied.

`after[player, bet, ending]` are the chips that a bet leaves a player with, `bets[player]` how many
bets there are, `weights[ending]` the chance of each ending, `places` how many go through.
"""

import numpy as np
import numpy.typing as npt

from sabot.simulate.kernels.compilation import compiled

Numbers = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]
SAME = 1e-12
"""Chances that differ by less are the same, added up in another order."""


@compiled
def chance(after: Numbers, weights: Reals, places: int, laid: Numbers, player: int) -> float:
    """Return a player's chance to go through when these bets lie there, over all endings; level
    players share a place."""
    found = 0.0
    for ending in range(len(weights)):
        held = after[player, laid[player], ending]
        ahead, level = 0, 0
        for other in range(len(laid)):
            beside = after[other, laid[other], ending]
            ahead += beside > held
            level += beside == held
        if ahead < places:
            found += weights[ending] * min(1.0, (places - ahead) / level)
    return found


@compiled
def answer(
    after: Numbers,
    bets: Numbers,
    weights: Reals,
    places: int,
    laid: Numbers,
    last: int,
    worth: Reals,
) -> None:
    """Put everybody's chance into `worth`, when the last to wager replies as well as can be: of
    replies that are equally good any is as likely as another."""
    best, equal = -1.0, 0
    for bet in range(bets[last]):
        laid[last] = bet
        found = chance(after, weights, places, laid, last)
        if found > best + SAME:
            best, equal = found, 0
            worth[:] = 0.0
        if found > best - SAME:
            equal += 1
            for player in range(len(laid)):
                worth[player] += chance(after, weights, places, laid, player)
    worth /= equal


@compiled
def follow(
    after: Numbers,
    bets: Numbers,
    weights: Reals,
    places: int,
    order: Numbers,
    turn: int,
    laid: Numbers,
    worth: Reals,
) -> None:
    """Fill `worth[turn]` with the chances from a turn on. Each player counts on the best replies of
    those who follow."""
    player, best, equal = order[turn], -1.0, 0
    if turn == len(order) - 1:
        answer(after, bets, weights, places, laid, player, worth[turn])
        return
    for bet in range(bets[player]):
        laid[player] = bet
        follow(after, bets, weights, places, order, turn + 1, laid, worth)
        found = worth[turn + 1, player]
        if found > best + SAME:
            best, equal = found, 0
            worth[turn] = 0.0
        if found > best - SAME:
            equal += 1
            worth[turn] += worth[turn + 1]
    worth[turn] /= equal


@compiled
def worth_of_bets(
    after: Numbers,
    bets: Numbers,
    weights: Reals,
    places: int,
    order: Numbers,
    turn: int,
    laid: Numbers,
) -> Reals:
    """Return the value of each bet to the player at this turn, beside the bets that are laid."""
    player, last = order[turn], len(order) - 1
    worth = np.zeros((len(order), len(laid)), np.float64)
    found = np.empty(bets[player], np.float64)
    for bet in range(bets[player]):
        laid[player] = bet
        if turn == last:
            found[bet] = chance(after, weights, places, laid, player)
        else:
            follow(after, bets, weights, places, order, turn + 1, laid, worth)
            found[bet] = worth[turn + 1, player]
    return found
