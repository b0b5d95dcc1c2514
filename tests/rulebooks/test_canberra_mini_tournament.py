"""canberra-mini, clause 15: tournaments."""

from sabot.tournament.conditions import faults
from support.conditions import cited, saying, without
from support.heats import code, gone, paid, prizes, rank

GAME = "canberra-mini"


def test_15_3_each_item_left_out_is_named() -> None:
    found = {each.clause for each in faults({"rulebook": GAME})}
    assert found == {
        *(f"15.3(a)({number})" for number in ("i", "iii", "iv", "v", "vi", "vii", "x", "xi")),
        *(f"15.3(a)(ii)({letter})" for letter in "abcdef"),
        "15.3(b)",
    }
    assert cited(without(GAME, "level_session")) == [("level_session", "15.3(a)(viii)(B)")]
    points = [("points_elimination", "15.3(a)(ix)(A)"), ("level_points", "15.3(a)(ix)(B)")]
    assert cited(saying(GAME, points="three for a win")) == points


def test_15_3_nearest_miss_what_does_not_apply_is_not_asked() -> None:
    alone = {"progression": "none", "elimination": "", "level_session": ""}
    assert saying(GAME, **alone) == []
    assert saying(GAME, level_prizes="more rounds") == []
    assert cited(saying(GAME, level_prizes="toss a coin")) == [("level_prizes", "15.3(a)(xi)")]


def test_15_20_places_by_chips_and_then_by_when_players_went_out() -> None:
    out = [gone("cy", 8, "0", "500", 1), gone("di", 9, "5", "300", 2), gone("ed", 9, "0", "100", 1)]
    answer = rank(GAME, 2, [("ann", "400"), ("bob", "900")], out=out)
    assert answer["order"] == [["bob"], ["ann"], ["di", "ed"], ["cy"]]
    assert (answer["through"], answer["play_off"]) == (["bob", "ann"], None)


def test_15_20_nearest_miss_level_across_the_line_is_not_placed() -> None:
    out = [gone("di", 9, "5", "300", 2), gone("ed", 9, "0", "100", 1)]
    answer = rank(GAME, 2, [("bob", "900")], out=out)
    assert answer["through"] == ["bob"]
    assert answer["play_off"] == {"names": ["di", "ed"], "places": 1}


def test_15_21_all_of_the_pool_is_paid() -> None:
    answer = prizes(GAME, 30, "100", commission="10", prizes=["1500", "700", "500"])
    assert answer["pool"] == "2700.00" and paid(answer) == ["1500.00", "700.00", "500.00"]
    cents = prizes(GAME, 1, "100", shares=["33.33", "33.33", "33.34"])
    assert paid(cents) == ["33.33", "33.33", "33.34"]


def test_15_21_nearest_miss_a_cent_is_kept() -> None:
    short = prizes(GAME, 30, "100", commission="10", prizes=["1500", "700", "499.99"])
    assert code(short) == ("bad-prizes", "15.21")
    assert code(prizes(GAME, 30, "100", shares=["60", "39.99"])) == ("bad-prizes", "15.21")


def test_15_22_a_commission_is_kept_and_the_rest_offered() -> None:
    assert prizes(GAME, 30, "100", commission="10", shares=["100"])["pool"] == "2700.00"
    assert prizes(GAME, 3, "0.33", commission="50", shares=["100"])["pool"] == "0.50"


def test_15_22_nearest_miss_no_commission_is_the_whole_of_the_fees() -> None:
    assert prizes(GAME, 30, "100", shares=["100"])["pool"] == "3000.00"
    assert cited(saying(GAME, commission="10.1")) == [("commission_approved", "15.22")]
