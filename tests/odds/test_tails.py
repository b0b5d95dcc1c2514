"""Chances of a result: compared with every result counted by hand, and with dealt shoes."""

from itertools import product
from math import prod

import numpy as np
import pytest

from sabot.core.refusal import Refusal
from sabot.coup import Stake
from sabot.odds import odds, pattern
from sabot.odds.distributions.tails import Sum, Tail, Times, chernoff, tail
from sabot.odds.distributions.together import Game, Spread, spreads
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks import rulebook as find


def game(name: str, chip: int = 50, scheme: str | None = None) -> Game:
    book = RULEBOOKS[name]
    return Game(name, book.version, book.decks(), book.scheme(scheme), chip)


def brute(coups: list[Spread], result: int) -> float:
    """Every way that these coups can end, one after the other."""
    ways = [
        list(zip(map(float, each.results), map(float, each.chances), strict=True)) for each in coups
    ]
    return sum(
        prod(chance for _, chance in each)
        for each in product(*ways)
        if sum(earned for earned, _ in each) >= result
    )


@pytest.mark.parametrize(
    ("name", "stakes"),
    [
        ("star-baccarat", {"player": 100, "tie": 10, "super-six": 5}),
        ("star-seven-up", {"player": 20, "super-sevens": 5}),
        ("canberra-mini", {"banker": 100, "canberra-pairs-player": 5}),
    ],
)
def test_stakes_of_one_coup_are_counted_together(name: str, stakes: dict[str, int]) -> None:
    placed = tuple(Stake(on, amount * 100) for on, amount in stakes.items())
    (found,) = spreads(game(name, chip=1), placed)
    expected = pattern(find(name), stakes)
    assert found.chances.sum() == pytest.approx(1)
    assert found.mean == pytest.approx(float(expected.ev) * 100)
    assert found.variance == pytest.approx(float(expected.variance) * 100**2)


def test_payments_are_rounded_as_the_table_rounds_them() -> None:
    (found,) = spreads(game("star-baccarat", chip=50), (Stake("banker", 2_500),))
    assert set(found.results) == {-2_500, 0, 2_400}


def test_wagers_of_a_box_and_of_the_house_hand_are_counted_together() -> None:
    sheet = odds(find("star-three-card"))
    both = spreads(
        game("star-three-card"), (Stake("player", 1_000, 3), Stake("point-total-0", 500))
    )
    expected = 1_000 * sheet["player"].ev + 500 * sheet["point-total-0"].ev
    assert len(both) == 1 and both[0].mean == pytest.approx(float(expected))
    boxes = spreads(game("star-three-card"), (Stake("player", 1_000, 1), Stake("player", 1_000, 2)))
    assert len(boxes) == 2


def test_where_the_player_decides_the_best_decisions_are_expected() -> None:
    sheet = odds(find("star-lucky-draw"))["round"]
    stood = spreads(game("star-lucky-draw"), (Stake("enter", 1_000, 1),))
    drawn = spreads(game("star-lucky-draw"), (Stake("enter", 1_000, 1), Stake("draw", 1_000, 1)))
    for (found,) in (stood, drawn):
        assert found.mean == pytest.approx(float(1_000 * sheet.ev))
        assert found.variance == pytest.approx(float(10**6 * sheet.variance))
        assert found.either is not None
    with pytest.raises(Refusal, match="unlike the first"):
        spreads(game("star-lucky-draw"), (Stake("enter", 1_000, 1), Stake("draw", 500, 1)))


def test_a_chance_is_that_of_all_results_counted_by_hand() -> None:
    one = spreads(game("star-baccarat"), (Stake("player", 1_000), Stake("super-six", 500)))
    two = spreads(game("star-baccarat"), (Stake("banker", 2_500),))
    coups, by_hand = [Times(3, one), Times(2, two)], [*one * 3, *two * 2]
    results = sorted({sum(each) for each in product(*(spread.results for spread in by_hand))})
    for result in (*map(int, results[:: len(results) // 12]), int(results[-1])):
        found = tail(coups, result)
        assert found.error is not None and found.error < 1e-9
        assert found.chance == pytest.approx(brute(by_hand, result), rel=1e-9)
        assert chernoff(Sum.of(coups), result)[1] >= found.chance
    assert tail(coups, int(results[0])) == Tail(1.0, 0.0)
    assert tail(coups, int(results[-1]) + 1) == Tail(0.0, 0.0)


def test_a_window_says_as_much_as_all_results() -> None:
    """With many coups only results near the one in question are looked at; a convolution coup by
    coup looks at all."""
    spread = Spread(np.array([-100.0, 0.0, 1_100.0]), np.array([0.9, 0.04, 0.06]))
    single = np.zeros(13)
    single[[0, 1, 12]] = spread.chances
    whole = np.ones(1)
    for _ in range(400):
        whole = np.convolve(whole, single)
    for result in (-20_000, -8_000, 0, 10_000, 30_000):
        expected = whole[(result + 40_000) // 100 :].sum()
        found = tail([Times(400, (spread,))], result)
        assert found.error is not None
        assert found.chance == pytest.approx(expected, rel=1e-6, abs=1e-12)
        assert found.error <= 1e-6 * found.chance + 1e-12


def test_what_would_be_much_work_is_bounded() -> None:
    rough = [
        Times(1, spreads(game("star-baccarat", chip=1), (Stake("banker", 100_003 + 7 * k),)))
        for k in range(600)
    ]
    found = tail(rough, 10_000_000)
    assert found.error is None and 0 < found.chance < 0.01


def test_hands_that_depend_on_each_other_are_bounded() -> None:
    """Two boxes that always end alike are no better than one with both stakes."""
    coin = Spread(np.array([-100.0, 100.0]), np.array([0.5, 0.5]))
    both = Spread(np.array([-200.0, 200.0]), np.array([0.5, 0.5]))
    apart, alike = tail([Times(10, (coin, coin))], 1_200), tail([Times(10, (both,))], 1_200)
    assert apart.error is None and alike.chance <= apart.chance < 0.2


def test_no_decision_beats_the_bound() -> None:
    """The result of always drawing, of never drawing and of the best play are within it."""
    (found,) = spreads(game("star-lucky-draw"), (Stake("enter", 1_000, 1),))
    assert found.either is not None
    for result in (20_000, 40_000, 60_000):
        bound = tail([Times(100, (found,))], result)
        for chances in (*(each.sum(axis=0) for each in found.either), found.chances):
            played = tail([Times(100, (Spread(found.results, chances),))], result)
            assert bound.error is None and played.chance <= bound.chance
