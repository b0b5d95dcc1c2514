"""Cuts meet limits: first each wager to its maximum, then the area pro rata of what then counts."""

import pytest

from sabot.table.betting.totals import late_cuts
from sabot.table.state import Laid, Table, WagerLimit
from sabot.table.stream import replace
from support.evening import Evening

GAMES = ("star-baccarat", "star-seven-up")


def lying(game: str, most: int, area: int, *stakes: tuple[str, int]) -> Table:
    """Return a table whose sign was lowered while these stakes lay on one area."""
    evening = Evening(game, chip="0.10" if game == "star-baccarat" else "0.50")
    for number, name in enumerate(dict.fromkeys(player for player, _ in stakes), 1):
        evening.join(name, number)
    laid = {
        key: Laid(key, player, "player", amount, amount, None, 1)
        for key, (player, amount) in enumerate(stakes, 1)
    }
    limit = replace(evening.table.sign, least=10, most=most, area=area)
    table = evening.table
    return replace(table, limit=limit, round=replace(table.round, stakes=laid))


def live(table: Table) -> list[int]:
    cuts = {cut.sequence: cut.live for cut in late_cuts(table)}
    return [cuts.get(key, laid.live) for key, laid in table.round.stakes.items()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("most", "area", "laid", "counts"),
    [
        (100_00, 100_00, (("ann", 900_00), ("bob", 100_00)), [50_00, 50_00]),
        (120_00, 300_00, (("ann", 150_00), ("bob", 250_00)), [120_00, 120_00]),
        (10_00, 20_00, (("ann", 5_00), ("bob", 40_00)), [5_00, 10_00]),
        (10_00, 100_00, (("ann", 10_00), ("ann", 50)), [10_00, 0]),
        (100_00, 200_00, (("ann", 100_00), ("bob", 100_00)), [100_00, 100_00]),
    ],
)
def test_6_5_each_wager_to_its_maximum_and_then_the_area(
    game: str, most: int, area: int, laid: tuple[tuple[str, int], ...], counts: list[int]
) -> None:
    assert live(lying(game, most, area, *laid)) == counts


@pytest.mark.parametrize("game", GAMES)
def test_6_8_a_personal_maximum_does_not_lift_the_area(game: str) -> None:
    evening = Evening(game, sign={"maximum": "1000", "area_maximum": "1000"})
    evening.join("ann", 1)
    evening.ok("set-personal-limits", role="casino supervisor", player="ann", minimum="10",
               maximum="5000")  # fmt: skip
    assert evening.no_bet("above-maximum", "ann", "player", "1500", area=1).clause == "6.1"
    evening.bet("ann", "player", "1000", area=1)


def test_6_8_nor_does_it_make_room_beside_others() -> None:
    evening = Evening("star-baccarat", sign={"maximum": "1000", "area_maximum": "1000"})
    for number, name in enumerate(("ann", "bob"), 1):
        evening.join(name, number)
    evening.ok("set-personal-limits", role="casino supervisor", player="ann", minimum="10",
               maximum="5000")  # fmt: skip
    evening.bet("bob", "player", "600", area=1)
    evening.no_bet("above-maximum", "ann", "player", "500", area=1)
    evening.bet("ann", "player", "400", area=1)


def test_6_6_three_cards_personal_maximum_lifts_the_area() -> None:
    evening = Evening("star-three-card", sign={"maximum": "1000", "area_maximum": "1000"})
    evening.join("ann", 1)
    evening.ok("set-personal-limits", role="casino supervisor", player="ann", minimum="10",
               maximum="5000")  # fmt: skip
    evening.bet("ann", "player", "1500", box=1)


@pytest.mark.parametrize("game", GAMES)
def test_6_8_it_lifts_a_bets_own_line(game: str) -> None:
    evening = Evening(game, sign={"wagers": {"tie": {"maximum": "200"}}})
    evening.join("ann", 1)
    evening.no_bet("above-maximum", "ann", "tie", "300")
    evening.ok("set-personal-limits", role="casino supervisor", player="ann", minimum="10",
               maximum="50000")  # fmt: skip
    evening.bet("ann", "tie", "300")


def test_6_8_a_personal_minimum_binds_though_the_tables_is_raised() -> None:
    evening = Evening("star-baccarat")
    evening.join("ann", 1)
    evening.ok("set-personal-limits", role="casino supervisor", player="ann", minimum="50",
               maximum="50000")  # fmt: skip
    evening.ok("raise-minimum", role="casino supervisor", minimum="25")
    assert evening.table.patrons["ann"].own == WagerLimit(50_00, 50_000_00)
    evening.no_bet("below-minimum", "ann", "player", "30")
    evening.bet("ann", "player", "50")


def reopened(**sign: str) -> Evening:
    """Return a coup whose wagers may be changed by leave before a card is exposed (12.12)."""
    evening = Evening("star-baccarat", method="B", face="down", sign=sign)
    for number, name in enumerate(("ann", "bob"), 1):
        evening.join(name, number)
    evening.bet("ann", "player", "100", area=1)
    evening.ok("no-more-bets")
    evening.card("9S")
    evening.ok("report-irregularity", role="casino supervisor", situation="change-of-wagers",
               circumstances={"exposed": False})  # fmt: skip
    return evening


def test_12_12_reopened_wagers_keep_the_area_maximum() -> None:
    evening = reopened(area_maximum="100")
    assert evening.no_bet("above-maximum", "bob", "player", "50", area=1).clause == "6.1"
    evening.bet("bob", "player", "50", area=2)


def test_12_12_reopened_wagers_keep_the_differential() -> None:
    evening = reopened(differential="300")
    assert evening.no_bet("above-differential", "bob", "player", "250", area=2).clause == "6.1"
    evening.bet("bob", "player", "200", area=2)


def test_6_3_nearest_miss_before_the_first_card_the_differential_is_for_the_dealer() -> None:
    evening = Evening("star-baccarat", sign={"differential": "300"})
    evening.join("ann", 1)
    evening.bet("ann", "player", "500")
