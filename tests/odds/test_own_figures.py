"""Figures of the report and of counting, computed again by code that knows nothing of Sabot."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import sabot
from sabot.bench import book_of
from sabot.counting import count
from sabot.math_report.bounds import awards, return_bounds
from sabot.math_report.matrix import folded, matrices
from sabot.odds import odds
from support.plain_baccarat import all_coups, ways

EIGHT_DECKS = [128, *[32] * 9]
LATTICE = 1 << 17
"""Results of many coups are counted around a circle of so many units."""


def chances(of: Any) -> float:
    """Return how likely a coup is, by enumerating the values of six cards."""
    weight = ways(EIGHT_DECKS)
    return float(weight[of].sum() / weight.sum())


def test_the_joint_counts_by_enumeration() -> None:
    player, banker, drew = all_coups()
    sheet = odds("star-baccarat")
    matrix: Any = matrices(book_of("star-baccarat"), sheet)[0]
    cells = folded(matrix, ("player", "banker", "banker_cards"))
    total = sum(cells.values())
    place = player.astype(np.int64) * 20 + banker * 2 + drew
    weight = ways(EIGHT_DECKS)
    own = np.bincount(place.ravel(), weight.ravel(), 200) / weight.sum()
    for (one, other, cards), number in cells.items():
        assert number / total == pytest.approx(own[one * 20 + other * 2 + cards - 2], rel=1e-10)
    assert own.sum() == pytest.approx(1)


def test_the_bounds_by_sums_of_many_coups() -> None:
    """The distribution of the sum of n coups is a power of the transform of one coup's."""
    player, banker, _ = all_coups()
    won, lost = chances(player > banker), chances(player < banker)
    one = np.zeros(LATTICE)
    one[[0, 1, -1]] = 1 - won - lost, won, lost
    transform = np.fft.rfft(one)
    bounds: Any = return_bounds(odds("star-baccarat")["player"])
    for found in bounds:
        coups = found["coups"]
        sums = np.fft.irfft(transform**coups, LATTICE)
        mean = round(coups * (won - lost))
        grown = np.cumsum(np.roll(sums, LATTICE // 2 - mean))
        low, high = (int(np.searchsorted(grown, share)) for share in (0.025, 0.975))
        own = [1 + (at - LATTICE // 2 + mean) / coups for at in (low, high)]
        # Up to 10^4 coups both are exact, but for a tie between two sums; beyond, moments.
        assert [found["low"], found["high"]] == pytest.approx(own, abs=2.01 / coups)


def test_of_ten_thousand_sessions_the_bounds_hold_19_in_20() -> None:
    """Sessions of a thousand coups and of ten thousand, by chance, of a plain wager, one with a
    commission, and the tie."""
    player, banker, _ = all_coups()
    rng, sheet, sessions = np.random.default_rng(32), odds("star-baccarat"), 10_000
    results: dict[str, list[tuple[Any, float]]] = {
        "player": [(player > banker, 1), (player == banker, 0)],
        "banker": [(player < banker, 0.95), (player == banker, 0)],
        "tie": [(player == banker, 8)],
    }
    for wager, ends in results.items():
        likely = [chances(of) for of, _ in ends]
        bounds: Any = return_bounds(sheet[wager])
        for found in bounds[:2]:
            coups = found["coups"]
            drawn = rng.multinomial(coups, [*likely, 1 - sum(likely)], sessions)
            won = drawn @ np.array([*(net for _, net in ends), -1.0])
            mean = 1 + won / coups
            inside = (mean >= found["low"] - 1e-12) & (mean <= found["high"] + 1e-12)
            # 95% and what a single sum at either bound adds, within four deviations of chance.
            assert 0.95 - 4 * 0.0022 < inside.mean() < 0.95 + 4 * 0.0022 + 0.03


def test_the_largest_awards_by_enumeration() -> None:
    player, banker, drew = all_coups()
    found: Any = awards(book_of("star-baccarat"), odds("star-baccarat"), None)
    rows = {each["wager"]: each for each in found["wagers"]}
    six = (banker == 6) & (banker > player)
    for wager, units, of in (
        ("tie", 8, player == banker), ("tiger-tie", 45, (player == banker) & (banker == 6)),
        ("tiger", 22, six & drew), ("big-tiger", 55, six & drew), ("small-tiger", 22, six & ~drew),
    ):  # fmt: skip
        assert rows[wager]["units"] == units
        assert 1 / rows[wager]["once_in"] == pytest.approx(chances(of), rel=1e-9)


def dragon_7_counted(shoes: int, cut: int, seed: int) -> tuple[float, float, float, float, float]:
    """Deal shoes card by card and count the Dragon 7 from a true count of 4: bets per coup, result
    per bet, units a shoe, their standard error, deviation of a bet."""
    rng = np.random.default_rng(seed)
    tag = np.array([0, 0, 0, 0, -1, -1, -1, -1, 2, 2])
    stack, coups = np.repeat(np.arange(10), EIGHT_DECKS), 0
    results: list[float] = []
    by_shoe: list[float] = []
    for _ in range(shoes):
        cards, at, running, last, earned = rng.permutation(stack).tolist(), 1, 0, False, 0.0
        while not last:
            last = at >= 416 - cut  # the cutting card is out: one more coup
            true = running * 52 / (416 - at + 1)  # the burned card is unseen
            hand, house = [cards[at], cards[at + 2]], [cards[at + 1], cards[at + 3]]
            begun, at = at, at + 4
            both = sum(hand) % 10, sum(house) % 10
            if max(both) < 8:
                third = None
                if both[0] <= 5:
                    third = cards[at]
                    hand.append(third)
                    at += 1
                if _banker_draws(both[1], third):
                    house.append(cards[at])
                    at += 1
            dragon = sum(house) % 10 == 7 > sum(hand) % 10 and len(house) == 3
            if true >= 4:
                results.append(40.0 if dragon else -1.0)
                earned += results[-1]
            running += int(tag[cards[begun:at]].sum())
            coups += 1
        by_shoe.append(earned)
    units = np.array(by_shoe)
    return (
        len(results) / coups, float(np.mean(results)), float(units.mean()),
        float(units.std(ddof=1) / shoes**0.5), float(np.std(results)),
    )  # fmt: skip


def _banker_draws(total: int, third: int | None) -> bool:
    """Return True if the Banker draws, by the rule that every book prints."""
    if third is None:
        return total <= 5
    from_to = {3: (0, 7), 4: (2, 7), 5: (4, 7), 6: (6, 7)}
    if total == 3:
        return third != 8
    return total <= 2 or (total in from_to and from_to[total][0] <= third <= from_to[total][1])


def test_the_dragon_7_dealt_card_by_card() -> None:
    """Outcomes of other shoes, dealt apart, meet the exact expectations within their errors."""
    frequency, advantage, units, error, deviation = dragon_7_counted(700, 20, 11)
    tags = "4:-1,5:-1,6:-1,7:-1,8:2,9:2"
    gains = count("dragon-7", tags=tags, trigger=4, shoes=2_000).gains
    assert gains.advantage is not None and gains.sd_per_bet is not None
    assert gains.units_per_shoe_se is not None
    assert frequency == pytest.approx(gains.frequency, abs=0.015)
    assert deviation == pytest.approx(gains.sd_per_bet, rel=0.05)
    spread = (error**2 + gains.units_per_shoe_se**2) ** 0.5
    assert abs(units - gains.units_per_shoe) < 4 * spread
    assert abs(advantage - gains.advantage) < 4 * spread / gains.bets_per_shoe
    own = (
        gains.units_per_100
        * 100
        / (100 * (gains.frequency * (deviation**2 + advantage**2) - (units / 81) ** 2)) ** 0.5
    )
    assert gains.desirability == pytest.approx(own, rel=0.07)


def test_parts_of_an_edge_add_up() -> None:
    """Edges of the conditions are exact: four and nine thirteenths of them are the whole."""
    parts = [sabot.price("dragon-7", first=ranks)["dragon-7"].ev for ranks in ("6-9", "A-5,T-K")]
    whole = sabot.price("dragon-7")["dragon-7"].ev
    assert Fraction(4, 13) * parts[0] + Fraction(9, 13) * parts[1] == whole
