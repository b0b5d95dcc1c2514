"""star-three-card: what a careful eye finds at a live table, clause by clause."""

from datetime import timedelta

from support.evening import Evening, Json
from support.irregular import report
from support.three_card_evening import BANKER_NINE, GAME, betting, seated

BOSS: Json = {"role": "casino supervisor"}
ALICE: Json = {"actor": "alice", "role": "player", "player": "alice"}


def shared() -> Evening:
    """Alice sits at area 1, and Bob, who stands, plays it with her."""
    evening = Evening(GAME, sign={"area_maximum": "500"})
    evening.join("alice", 1)
    evening.join("bob")
    evening.ok("take-box", player="bob", box=1)
    return evening


def test_3_9_nearest_miss_the_shoe_is_not_played_out() -> None:
    evening = betting()
    new: Json = {**BOSS, "back": "blue", "occasion": "the last coup"}
    evening.card("2S", cutting_card=True)
    evening.deal("3H 4D 4C KS 2D")
    evening.finish()
    evening.ok("bring-cards", **new)
    evening = betting()
    evening.coup(BANKER_NINE)
    assert evening.no("wrong-replacement", "bring-cards", **new).clause == "3.9"


def test_5_2_2_nearest_miss_a_tie_is_not_left_alone() -> None:
    """Neither the player nor a supervisor leaves a Tie on a box without the Player hand."""
    evening = betting()
    player: Json = {"on": "player", "box": 1}
    assert evening.no("not-together", "withdraw-wager", **ALICE, **player).clause == "5.2.2"
    evening.ok("refuse-wager", **BOSS, player="alice", **player, reason="no credit")
    assert "tie" not in {laid.on for laid in evening.table.round.stakes.values()}
    evening.coup("3H 4C 2D")
    assert evening.chips("alice") == 1_000_000 + 80_00


def test_5_9_three_pictures_go_up_to_a_maximum_of_ones_own() -> None:
    evening = seated()
    evening.ok("set-personal-limits", **BOSS, player="alice", minimum="5", maximum="2000")
    evening.bet("alice", "three-pictures", "1500")
    evening.no_bet("above-maximum", "bob", "three-pictures", "1500")


def test_6_1_several_wagers_keep_to_the_maximum_of_their_area() -> None:
    evening = shared()
    evening.bet("alice", "player", "300", box=1)
    assert evening.no_bet("above-maximum", "bob", "player", "201", box=1).clause == "6.1"
    evening.bet("bob", "player", "200", box=1)
    evening.card("2S")
    assert [laid.live for laid in evening.table.round.stakes.values()] == [300_00, 200_00]


def test_6_1_nearest_miss_no_clause_shares_a_maximum() -> None:
    """A maximum that is lowered over several wagers: none is cut, and none is dealt to."""
    evening = shared()
    evening.bet("alice", "player", "200", box=1)
    evening.bet("bob", "player", "200", box=1)
    sign = {"minimum": "5", "maximum": "1000", "area_maximum": "300"}
    evening.ok("change-limits", **BOSS, sign=sign)
    assert evening.no("above-maximum", "deal-card", card="2S").clause == "6.1"
    evening.ok("refuse-wager", **BOSS, player="bob", on="player", box=1, reason="area full")
    evening.card("2S")
    assert [laid.live for laid in evening.table.round.stakes.values()] == [200_00]


def test_6_5_1_a_raised_minimum_holds_for_three_pictures_too() -> None:
    evening = seated()
    evening.ok("raise-minimum", **BOSS, minimum="25")
    evening.join("carl", 3)
    evening.no_bet("below-minimum", "carl", "three-pictures", "10")
    evening.bet("alice", "three-pictures", "10")


def test_13_5_1_nearest_miss_a_tie_does_not_stay_alone() -> None:
    evening = betting(source="device")
    evening.card("2S")
    report(evening, "device-without-spare", {"damaged": False})
    (event,) = evening.ok("take-down", **ALICE, on="player")
    assert len(event.moves) == 2, "the Tie comes down too"  # type: ignore[attr-defined]
    other = betting(source="device")
    other.card("2S")
    report(other, "device-without-spare", {"damaged": False})
    assert len(other.ok("take-down", **ALICE, on="tie")[0].moves) == 1  # type: ignore[attr-defined]
    other.ok("take-down", **ALICE, on="player")


def test_14_8_after_its_sign_nobody_has_to_agree() -> None:
    evening = seated()
    soon = (evening.now + timedelta(minutes=20)).isoformat()
    evening.ok("post-sign", **BOSS, kind="variant", takes_effect=soon, text="even-money")
    switch: Json = {**BOSS, "scheme": "even-money", "consent": ["alice"]}
    evening.no("too-early", "switch-scheme", **switch)
    evening.wait(minutes=20)
    evening.ok("switch-scheme", **switch)
