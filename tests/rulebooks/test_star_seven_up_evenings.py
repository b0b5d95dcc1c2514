"""star-seven-up: evenings on which one clause meets another."""

from typing import Any

from support.evening import Evening
from support.table_checks import SUPERVISOR

GAME = "star-seven-up"
AREA = {"area_maximum": "1000"}


def crowd(seats: dict[str, int | None], **options: Any) -> Evening:
    evening = Evening(GAME, side_bets=["super-sevens"], **options)
    for player, place in seats.items():
        evening.join(player, place)
    return evening


def test_5_5_nearest_miss_a_super_sevens_wager_takes_nobodys_place() -> None:
    evening = crowd({"al": 1, "bo": 2})
    evening.bet("al", "player")
    evening.bet("bo", "super-sevens", "5", area=3)
    evening.join("cy", 3)
    evening.bet("cy", "player")


def test_6_5_nearest_miss_wagers_on_no_stated_area_share_none() -> None:
    evening = crowd({"al": None, "bo": None}, sign=AREA)
    evening.bet("al", "player", "800")
    evening.bet("bo", "player", "800")
    started, _ = evening.ok("deal-card", card="9S")
    assert started.cuts == ()  # type: ignore[attr-defined]


def test_6_8_nearest_miss_a_personal_minimum_is_not_below_the_sign() -> None:
    evening = crowd({"al": 1})
    own = {**SUPERVISOR, "player": "al", "minimum": "4", "maximum": "5000"}
    assert evening.no("bad-sign", "set-personal-limits", **own).clause == "6.8"


def test_7_4_nearest_miss_a_newcomer_has_agreed_to_nothing() -> None:
    evening = crowd({"al": 1})
    manager = {"role": "assistant gaming manager"}
    evening.ok("call-no-bet-coup", **manager, coups=3, agreed=["al"])
    for card in ("9S", "2D", "KC"):
        evening.card(card)
    evening.join("bo", 2)
    evening.ok("announce-counts")
    evening.finish()
    evening.bet("bo", "banker")


def test_10_4_three_super_sevens_wagers_on_an_area_that_nobody_shares() -> None:
    evening = crowd({"al": 1, "bo": None, "cy": None, "di": None})
    evening.bet("al", "player")
    for player in ("al", "bo", "cy"):
        evening.bet(player, "super-sevens", "5", area=1)
    assert evening.no_bet("no-room", "di", "super-sevens", "5", area=1).clause == "10.4"
    assert evening.no_bet("area-full", "bo", "player", area=1).clause == "5.5"


def test_12_3_nearest_miss_a_card_that_was_replaced_forces_nothing() -> None:
    evening = crowd({"al": 1})
    evening.ok("report-irregularity", situation="first-card-exposed", card="7S")
    assert evening.table.round.no_bet == "12.3"
    evening.ok("bring-cards", **SUPERVISOR, occasion="unfit cards", back="blue")
    evening.ok("shuffle")
    evening.bet("al", "player")
    assert evening.replayed() == evening.table


def test_10_2_nearest_miss_a_refused_wager_leaves_no_super_sevens_behind() -> None:
    evening = crowd({"al": 1, "bo": 2})
    told = ["surveillance", "inspector"]
    evening.ok(
        "restrict-side-bet", role="gaming manager", wager="super-sevens", told=told, sign=True
    )
    evening.bet("al", "player")
    evening.bet("al", "super-sevens", "5")
    refused = {**SUPERVISOR, "player": "al", "reason": "late"}
    evening.ok("refuse-wager", **refused, on="player")
