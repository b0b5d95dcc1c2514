"""Signs at a live table: what they announce, what they license, and how long they stand."""

from datetime import timedelta
from typing import Any

import pytest

from support.collusion_checks import BACCARAT, LUCKY_DRAW, MINI, SEVEN_UP, THREE_CARD, Game
from support.evening import Evening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}
STAR = [BACCARAT, SEVEN_UP, THREE_CARD, LUCKY_DRAW]
CLAUSE = {"star-baccarat": "6.7", "star-seven-up": "6.7", "star-three-card": "6.5",
          "star-lucky-draw": "6.5"}  # fmt: skip
TWENTY = timedelta(minutes=20)
LINES = {"star-baccarat": "tie", "star-seven-up": "tie", "star-three-card": "tie"}
"""A bet that can have a line of its own beside the main bet."""


def by_id(game: Game) -> str:
    return game.id


def sign(least: str, most: str = "1000", **more: Any) -> dict[str, Any]:
    return {"minimum": least, "maximum": most, **more}


def posted(evening: Evening, **named: Any) -> None:
    named = {"takes_effect": evening.now + TWENTY, **named}
    evening.ok("post-sign", **SUE, **named)


@pytest.mark.parametrize("game", STAR, ids=by_id)
def test_several_minimums_are_announced_at_once(game: Game) -> None:
    """A second sign does not take the place of the first; each licenses its own change."""
    evening = game.evening()
    posted(evening, kind="minimum", amount="10")
    posted(evening, kind="minimum", amount="25", takes_effect=evening.now + 2 * TWENTY)
    evening.wait(minutes=20)
    evening.no("no-sign", "change-limits", **SUE, sign=sign("15"))
    no = evening.no("too-early", "change-limits", **SUE, sign=sign("25"))
    assert no.clause == CLAUSE[game.id]
    evening.ok("change-limits", **SUE, sign=sign("10"))
    assert [each.amount for each in evening.table.signs] == [25_00]
    evening.wait(minutes=20)
    evening.ok("change-limits", **SUE, sign=sign("25"))
    assert evening.table.signs == () and evening.table.sign.least == 25_00


@pytest.mark.parametrize("game", STAR[:3], ids=by_id)
def test_a_sign_for_one_bet_licenses_no_other_minimum(game: Game) -> None:
    evening, bet = game.evening(), LINES[game.id]
    posted(evening, kind="minimum", amount="50", wager=bet)
    evening.wait(minutes=20)
    no = evening.no("no-sign", "change-limits", **SUE, sign=sign("50"))
    assert no.clause == CLAUSE[game.id]
    both = sign("50", wagers={bet: {"minimum": "50"}})
    evening.no("no-sign", "change-limits", **SUE, sign=both)
    evening.ok("change-limits", **SUE, sign=sign("5", wagers={bet: {"minimum": "50"}}))
    assert evening.table.sign.least == 5_00 and not evening.table.signs


@pytest.mark.parametrize("game", STAR[:3], ids=by_id)
def test_nearest_miss_a_sign_for_the_table_licenses_no_bets_own_line(game: Game) -> None:
    bet = LINES[game.id]
    evening = game.evening(sign={"wagers": {bet: {"minimum": "10"}}})
    posted(evening, kind="minimum", amount="50")
    evening.wait(minutes=20)
    evening.no("no-sign", "change-limits", **SUE, sign=sign("5", wagers={bet: {"minimum": "50"}}))
    evening.ok("change-limits", **SUE, sign=sign("50", wagers={bet: {"minimum": "10"}}))


def test_baccarat_6_7_side_bets_that_have_the_tables_minimum_go_up_with_it() -> None:
    evening = Evening("star-baccarat", side_bets=["super-six"])
    evening.join("ada", 1)
    posted(evening, kind="minimum", amount="50")
    evening.wait(minutes=20)
    evening.ok("change-limits", **SUE, sign=sign("50"))
    evening.no_bet("below-minimum", "ada", "super-six", "49.50")


def test_baccarat_6_7_a_sign_for_super_six_is_not_one_for_the_main_bets() -> None:
    evening = Evening("star-baccarat", side_bets=["super-six"])
    evening.join("ada", 1)
    posted(evening, kind="minimum", amount="50", wager="super-six")
    evening.wait(minutes=20)
    assert evening.no("no-sign", "change-limits", **SUE, sign=sign("50")).clause == "6.7"
    six = sign("5", wagers={"super-six": {"minimum": "50"}})
    evening.ok("change-limits", **SUE, sign=six)
    evening.no_bet("below-minimum", "ada", "super-six", "49.50")
    evening.bet("ada", "player", "5")


@pytest.mark.parametrize("game", STAR, ids=by_id)
def test_a_whole_sign_announces_each_of_its_amounts(game: Game) -> None:
    evening = game.evening()
    posted(evening, kind="limits", sign=sign("25", "2000"))
    evening.wait(minutes=20)
    evening.no("no-sign", "change-limits", **SUE, sign=sign("20", "2000"))
    evening.ok("change-limits", **SUE, sign=sign("25", "2000"))
    assert evening.table.signs == ()


@pytest.mark.parametrize("game", [*STAR, MINI], ids=by_id)
def test_a_sign_says_what_changes_to_what_and_from_when(game: Game) -> None:
    evening = game.evening()
    later = evening.now + timedelta(hours=1)
    blank: list[dict[str, Any]] = [
        {"kind": "minimum"},
        {"kind": "limits"},
        {"kind": "limits", "amount": "50"},
        {"kind": "differential"},
        {"kind": "minimum", "amount": "50", "sign": sign("50")},
        {"kind": "close", "wager": "player"},
    ]
    for each in blank:
        evening.no("bad-sign", "post-sign", **SUE, takes_effect=later, **each)
    over = evening.now - timedelta(seconds=1)
    for kind in ("minimum", "close"):
        evening.no("bad-sign", "post-sign", **SUE, kind=kind, amount="50", takes_effect=over)
    assert evening.table.signs == ()
    evening.ok("post-sign", **SUE, kind="close", takes_effect=later)


def test_canberra_3_1_a_blank_sign_a_second_before_is_no_prior_notice() -> None:
    evening = MINI.evening()
    soon = evening.now + timedelta(seconds=1)
    no = evening.no("bad-sign", "post-sign", **SUE, kind="limits", takes_effect=soon)
    assert no.clause == "3.1"
    now = {"kind": "limits", "sign": sign("5", "500"), "takes_effect": evening.now}
    assert evening.no("bad-sign", "post-sign", **SUE, **now).clause == "3.1"
    assert evening.no("no-sign", "change-limits", **OMAR, sign=sign("5", "500")).clause == "3.1"
    evening.ok("post-sign", **SUE, kind="limits", sign=sign("5", "500"), takes_effect=soon)
    evening.no("too-early", "change-limits", **OMAR, sign=sign("5", "500"))
    evening.wait(seconds=1)
    evening.no("no-sign", "change-limits", **OMAR, sign=sign("5", "600"))
    evening.no("no-sign", "change-limits", **OMAR, sign=sign("10", "500"))
    evening.ok("change-limits", **OMAR, sign=sign("5", "500"))


@pytest.mark.parametrize("game", [*STAR, MINI], ids=by_id)
def test_a_sign_is_taken_down_and_announces_nothing_any_more(game: Game) -> None:
    evening = game.evening()
    posted(evening, kind="minimum", amount="10")
    posted(evening, kind="minimum", amount="25")
    first, second = evening.table.signs
    evening.no("wrong-role", "remove-sign", number=first.number)
    evening.no("no-sign", "remove-sign", **SUE, number=99)
    evening.ok("remove-sign", **SUE, number=first.number)
    assert evening.table.signs == (second,)
    evening.wait(minutes=20)
    evening.no("no-sign", "change-limits", **OMAR, sign=sign("10"))
    evening.ok("change-limits", **OMAR, sign=sign("25"))


def test_a_sign_of_the_same_content_takes_the_place_of_the_old_one() -> None:
    evening = BACCARAT.evening()
    posted(evening, kind="minimum", amount="10")
    evening.wait(minutes=20)
    posted(evening, kind="minimum", amount="10")
    assert len(evening.table.signs) == 1
    evening.no("too-early", "change-limits", **SUE, sign=sign("10"))
    for number in range(23):
        posted(evening, kind="minimum", amount=f"{number + 11}")
    evening.no("bad-sign", "post-sign", **SUE, kind="close", takes_effect=evening.now)


# A minimum raised at once


@pytest.mark.parametrize("game", STAR[:3], ids=by_id)
def test_a_raised_minimum_binds_newcomers_on_lines_of_their_own(game: Game) -> None:
    """6.7.4, Three Card 6.5.4: they adhere to the new minimum on every bet; those who were here
    keep what each line said."""
    bet = LINES[game.id]
    evening = game.evening(sign={"wagers": {bet: {"minimum": "2"}}})
    evening.ok("raise-minimum", **SUE, minimum="50")
    evening.join("cy", 3)
    line = {"box": 3} if game is THREE_CARD else {}
    game.bet(evening, "ada", "5")
    if game is THREE_CARD:
        evening.bet("cy", "player", "50", **line)
    evening.no_bet("below-minimum", "cy", bet, "49.50", **line)
    evening.bet("cy", bet, "50", **line)
    mine = {"box": 1} if game is THREE_CARD else {}
    evening.bet("ada", bet, "2", **mine)


@pytest.mark.parametrize("game", STAR[:3], ids=by_id)
def test_nearest_miss_one_bet_is_raised_alone(game: Game) -> None:
    bet = LINES[game.id]
    evening = game.evening()
    (raised,) = evening.ok("raise-minimum", **SUE, minimum="50", wager=bet)
    assert raised.lines == {bet: 50_00} and raised.wager == bet  # type: ignore[attr-defined]
    evening.join("cy", 3)
    line = {"box": 3} if game is THREE_CARD else {}
    evening.bet("cy", "player", "5", **line)
    evening.no_bet("below-minimum", "cy", bet, "49.50", **line)
    game.bet(evening, "ada", "5")
    evening.bet("ada", bet, "5", **({"box": 1} if game is THREE_CARD else {}))


def test_baccarat_6_7_2_the_protection_of_one_bet_ends_under_its_sign() -> None:
    evening = BACCARAT.evening()
    evening.ok("raise-minimum", **SUE, minimum="50", wager="tie")
    posted(evening, kind="protection", amount="50")
    evening.wait(minutes=20)
    assert evening.no("no-sign", "end-protection", **SUE).clause == "6.7.2"
    posted(evening, kind="protection", amount="50", wager="tie")
    evening.wait(minutes=20)
    evening.ok("end-protection", **SUE)
    evening.no_bet("below-minimum", "ada", "tie", "5")


@pytest.mark.parametrize("game", STAR, ids=by_id)
def test_a_higher_minimum_under_a_sign_is_for_protected_players_too(game: Game) -> None:
    evening = game.evening()
    evening.ok("raise-minimum", **SUE, minimum="50")
    posted(evening, kind="minimum", amount="60")
    evening.wait(minutes=20)
    evening.ok("change-limits", **SUE, sign=sign("60"))
    assert evening.table.patrons["ada"].old_least is None


@pytest.mark.parametrize("game", STAR, ids=by_id)
def test_nearest_miss_a_lower_minimum_leaves_protection_as_it_is(game: Game) -> None:
    evening = game.evening()
    evening.ok("raise-minimum", **SUE, minimum="50")
    evening.ok("change-limits", **SUE, sign=sign("40"))
    game.bet(evening, "ada", "5")
