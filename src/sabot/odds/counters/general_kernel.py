"""Counting coups of two hands by kinds of card, compiled: plain arrays in, plain arrays out.

`left` and `thirds` count the cards by kind, and by what a third card can be. `starts[hand, i]` are
the kinds of a start, -1 for no card, and `times[hand, i]` its orders. `dealt` and `seen` number
what the rules and the facts see of a start, `dealt_third` and `seen_third` of it with a third card.
`due` says who is due a card, by what the rules see of both hands: 0 neither, 1 the first hand, 2
the second. `drawn[hand, place]` is 0 for a card that lies there already, `last[n]` the n-th third
card if it does, else -1. Coups are completed to `spare` cards after the starts.
"""

from typing import Any

from sabot.odds.counters.compilation import compiled
from sabot.odds.counters.starts import Array

NEVER = 3
"""Marks that the next card of a coup is undefined."""


@compiled
def count_general(
    left: Array, thirds: Array, third_of: Array, starts: Array, times: Array, drawn: Array,
    last: Array, due: Array, seen: Array, seen_third: Array, dealt: Array, dealt_third: Array,
    codes: Array, spare: int, ways: Array,
) -> None:  # fmt: skip
    """Every start of both hands, finished as the drawing rules say: `ways[code]`."""
    rest = left.sum()
    for hand in range(2):
        for place in range(starts.shape[2]):
            rest -= drawn[hand, place] * (starts[hand, 0, place] >= 0)
    for i in range(starts.shape[1]):
        first = times[0, i]
        if first == 0:
            continue
        first = first * _take(0, i, 1, left, thirds, third_of, starts, drawn)
        for j in range(starts.shape[1] if first != 0 else 0):
            if times[1, j] == 0:
                continue
            weight = first * times[1, j]
            weight = weight * _take(1, j, 1, left, thirds, third_of, starts, drawn)
            if weight != 0:
                _finish(
                    weight, rest, i, j, thirds, last, due, seen, seen_third, dealt,
                    dealt_third, codes, spare, ways,
                )  # fmt: skip
            _take(1, j, -1, left, thirds, third_of, starts, drawn)
        _take(0, i, -1, left, thirds, third_of, starts, drawn)


@compiled
def _take(
    hand: int, start: int, cards: int, left: Array, thirds: Array, third_of: Array, starts: Array,
    drawn: Array,
) -> Any:  # fmt: skip
    """Take the cards of a start, or with -1 put them back; in how many ways."""
    ways = left.dtype.type(1)
    for place in range(starts.shape[2]):
        kind = starts[hand, start, place]
        if kind >= 0 and drawn[hand, place]:
            ways = ways * left[kind]
            left[kind] -= cards
            thirds[third_of[kind]] -= cards
    return ways


@compiled
def _finish(
    weight: int, rest: int, i: int, j: int, thirds: Array, last: Array, due: Array, seen: Array,
    seen_third: Array, dealt: Array, dealt_third: Array, codes: Array, spare: int, ways: Array,
) -> None:  # fmt: skip
    """Deal every possible third card to the hand that is due one, and add up the ways."""
    follows = due[dealt[0, i], dealt[1, j]]
    if follows == NEVER:
        ways[ways.shape[0] - 1] += weight
        return
    if follows == 0:
        ways[codes[seen[0, i], seen[1, j]]] += _completed(weight, rest, spare)
        return
    for third in range(thirds.shape[0]):
        if last[0] >= 0 and third != last[0]:
            continue
        taken = last[0] < 0
        one = weight * thirds[third] if taken else weight
        if one == 0:
            continue
        if follows == 1:
            again = due[dealt_third[0, i, third], dealt[1, j]]
            code = codes[seen_third[0, i, third], seen[1, j]]
        else:
            again = due[dealt[0, i], dealt_third[1, j, third]]
            code = codes[seen[0, i], seen_third[1, j, third]]
        if again == NEVER:
            ways[ways.shape[0] - 1] += one
        elif again == 0:
            ways[code] += _completed(one, rest - taken, spare - 1)
        else:
            thirds[third] -= taken
            _both(one, i, j, third, follows, thirds, last, seen_third, codes, ways)
            thirds[third] += taken


@compiled
def _both(
    one: int, i: int, j: int, third: int, follows: int, thirds: Array, last: Array,
    seen_third: Array, codes: Array, ways: Array,
) -> None:  # fmt: skip
    """The other hand gets a third card too."""
    for other in range(thirds.shape[0]):
        if last[1] >= 0 and other != last[1]:
            continue
        if follows == 1:
            code = codes[seen_third[0, i, third], seen_third[1, j, other]]
        else:
            code = codes[seen_third[0, i, other], seen_third[1, j, third]]
        ways[code] += one * thirds[other] if last[1] < 0 else one


@compiled
def _completed(weight: int, rest: int, spare: int) -> int:
    """Multiply by the ways to deal `spare` further cards of the rest."""
    for card in range(spare):
        weight = weight * (rest - card)
    return weight
