"""Lucky Draw under a counter's eyes: the stakes of a round, played by the best strategy of a full
shoe. A counter chooses when to stake; how the hand is then played stays the same."""

from collections.abc import Sequence

import numpy as np

from sabot.counting.outcomes import pays_on
from sabot.counting.polynomials import Floats, Ints, binomials, fast, multisets, place_of, sort_into
from sabot.odds.composition import Composition
from sabot.odds.counters.lucky import HANDS, VALUES, classes_of_thirds, count_choices, optimal
from sabot.odds.counters.starts import Array
from sabot.odds.wager_odds import ROUND
from sabot.rules import LuckyDrawHands, Rulebook

CARDS = 6


def decision_rows(book: Rulebook, decks: int, wagers: Sequence[str]) -> Floats:
    """For each wager two rows of coefficients: what the orders of every multiset of kinds earn,
    and squared. `round` is the first stake and the one after the decision together."""
    procedure = book.procedure
    assert isinstance(procedure, LuckyDrawHands)
    choices = count_choices(book, Composition.full(decks))
    space, kinds = choices.space, len(VALUES)
    draws = np.zeros((kinds, kinds, kinds), np.bool_)
    classes = np.zeros((kinds, kinds, kinds), np.int64)
    best, thirds = optimal(choices), classes_of_thirds(space)
    for place, (low, high) in enumerate(HANDS.tolist()):
        draws[low, high] = draws[high, low] = best[place]
        classes[low, high] = classes[high, low] = thirds[place]
    earned = np.zeros((len(wagers), 10, 10, len(space.domains[-1]), 2))
    for row, name in enumerate(wagers):
        placed = choices.decided if name == ROUND else (book.wager(name),)
        for player, dealer, kind in np.ndindex(10, 10, len(space.domains[-1])):
            facts = space.kind(player, dealer, space.domains[-1][kind])
            for drew in (0, 1):
                staked = placed if drew else placed[:1]
                sums = sum(pays_on(each, None, facts) for each in staked)
                earned[row, player, dealer, kind, drew] = float(sums)
    shape = multisets(kinds, CARDS)
    rows = np.zeros((2 * len(wagers), int(shape.first[CARDS, kinds])))
    dealer_draws = np.isin(range(10), procedure.dealer_draws)
    _count_rounds(kinds, VALUES, draws, classes, dealer_draws, earned, binomials(), rows)
    return rows


@fast
def _count_rounds(
    kinds: int, values: Ints, draws: Array, classes: Ints, dealer_draws: Array, earned: Floats,
    chosen: Ints, rows: Floats,
) -> None:  # fmt: skip
    """Deal every order of six kinds: two cards, the up card, a third card, the dealer's others."""
    digits = np.zeros(CARDS, np.int64)
    ordered = np.zeros(CARDS, np.int64)
    for number in range(kinds**CARDS):
        rest = number
        for at in range(CARDS):
            digits[at] = rest % kinds
            rest //= kinds
        one, two, up, third, second, last = digits
        player, kind, drew = values[one] + values[two], 0, 0
        if draws[one, two, up]:
            player, kind, drew = player + values[third], classes[one, two, third], 1
        dealer = values[up] + values[second]
        if dealer_draws[dealer % 10]:
            dealer += values[last]
        sort_into(digits, ordered)
        place = place_of(ordered, chosen)
        for row in range(earned.shape[0]):
            pays = earned[row, player % 10, dealer % 10, kind, drew]
            rows[2 * row, place] += pays
            rows[2 * row + 1, place] += pays * pays
