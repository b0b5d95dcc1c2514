"""Joint risk of wagers, by 15.14 of Mini-Baccarat."""

from fractions import Fraction

import pytest

from sabot import deal
from sabot.coup import Stake, settle
from sabot.rulebooks import RULEBOOKS
from sabot.tournament.risk import risked
from sabot.tournament.wagers import LaidWager
from support.heats import RESULTS

MINI = RULEBOOKS["canberra-mini"]


@pytest.mark.parametrize(
    ("laid", "risk"),
    [
        ([("player", 100)], 100),
        ([("tie", 100)], 100),
        ([("player", 100), ("banker", 100)], 5),
        ([("player", 100), ("banker", 90)], Fraction("14.5")),
        ([("player", 100), ("tie", 100)], 200),
        ([("player", 100), ("banker", 100), ("tie", 5)], 10),
        ([("player", 100), ("perfect-pairs-player", 30)], 130),
        ([], 0),
    ],
)
def test_15_14_the_most_that_a_round_can_cost(
    laid: list[tuple[str, int]], risk: int | Fraction
) -> None:
    assert risked(MINI, [LaidWager(on, amount) for on, amount in laid]) == risk


def test_15_14_nearest_miss_the_other_method_pays_half_on_a_banker_six() -> None:
    both = [LaidWager("player", 100), LaidWager("banker", 100)]
    assert risked(MINI, both, "commission") == 5
    assert risked(MINI, both, "non-commission") == 50


def test_no_coup_costs_more() -> None:
    laid = [LaidWager("player", 10_000), LaidWager("banker", 6_000), LaidWager("tie", 500)]
    worst = risked(MINI, laid)
    for cards in RESULTS.values():
        ends = settle(deal(MINI, cards), [Stake(each.on, each.amount) for each in laid])
        assert sum(each.stake.amount - each.returns for each in ends) <= worst
