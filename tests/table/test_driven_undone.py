"""Coups undone when something else was undone before, each with its nearest miss."""

from datetime import timedelta
from typing import Any

from sabot.parts.periods import day_in
from support.evening import Evening
from support.live_evening import LiveEvening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}
ZONE = "Australia/Sydney"
WRONG: dict[str, Any] = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
PLAYER_LOSES, PLAYER_WINS = "5H 9S 2C KD", ["9S", "5H", "KD", "2C"]


def one_void() -> LiveEvening:
    """Ann and Ben lose on Player; Ann's wager in that coup is declared void after it."""
    evening = LiveEvening("star-baccarat")
    for place, player in enumerate(("ann", "ben"), start=1):
        evening.join(player, place)
        evening.bet(player, "player")
    evening.coup(PLAYER_LOSES)
    evening.ok("sanction-player", **SUE, player="ann", measures=["void"], offence="14.6",
               reason="a device", coup=1)  # fmt: skip
    return evening


def test_12_1_1_a_coup_with_one_void_wager_is_rebuilt_for_the_others() -> None:
    evening = one_void()
    assert evening.chips("ann") == 10_000_00 and evening.chips("ben") == 9_900_00
    evening.ok("report-irregularity", **WRONG, cards=PLAYER_WINS)
    assert {laid.player for laid in evening.table.round.stakes.values()} == {"ben"}
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    assert evening.chips("ann") == 10_000_00 and evening.chips("ben") == 10_100_00
    assert evening.findings() == []


def test_12_1_1_nearest_miss_no_void_wager_is_taken_down() -> None:
    evening = one_void()
    evening.ok("report-irregularity", **WRONG, cards=PLAYER_WINS)
    evening.no("no-wager", "take-down", actor="ann", role="player", player="ann")


# A loss of an earlier day


def limited() -> Evening:
    """Cleo, who may lose 150.00 a day, has lost 100.00 before midnight."""
    evening = Evening("star-baccarat")
    day = day_in(ZONE, evening.now)
    own = {"amount": 150_00, "period": "day", "start": day.isoformat(), "lost": 0}
    visit = {"card": "1", "room": 150_00, "limits": [own], "zone": ZONE, "day": day.isoformat()}
    evening.ok("join-table", actor="cleo", role="player", player="cleo", chips="2000", card="1",
               place=1, visit=visit)  # fmt: skip
    evening.bet("cleo", "player")
    evening.coup(PLAYER_LOSES)
    return evening


def lays(evening: Evening, amount: str) -> dict[str, Any]:
    return {"actor": "cleo", "role": "player", "player": "cleo", "on": "player", "area": 1,
            "amount": amount}  # fmt: skip


def reversed_coup(evening: Evening) -> None:
    evening.ok("invalidate-outcome", **SUE, cause="disturbance", reason="as seen", coup=1,
               refund=True)  # fmt: skip
    staked = sum(laid.live for laid in evening.table.round.stakes.values())
    assert evening.chips("cleo") + staked == 2_000_00


def test_14_3_a_loss_of_yesterday_that_is_reversed_gives_no_room_today() -> None:
    evening = limited()
    evening.now += timedelta(days=1)
    evening.ok("place-wager", **lays(evening, "50"))
    reversed_coup(evening)
    assert evening.no("loss-limit", "place-wager", **lays(evening, "105")).clause == "14.3"
    evening.ok("place-wager", **lays(evening, "100"))


def test_14_3_nearest_miss_a_loss_of_today_gives_room_again() -> None:
    evening = limited()
    assert evening.no("loss-limit", "place-wager", **lays(evening, "55")).clause == "14.3"
    reversed_coup(evening)
    evening.ok("place-wager", **lays(evening, "150"))


def test_14_3_a_loss_of_yesterday_counts_in_a_week_that_has_both_days() -> None:
    evening = limited()
    patron = evening.table.patrons["cleo"]
    assert patron.day is not None and evening.table.past is not None
    assert evening.table.past.days == {"cleo": patron.day}


# Cards that wait, and a round that is rebuilt twice


def test_lucky_draw_10_8_a_card_that_waits_is_laid_with_the_others() -> None:
    evening = LiveEvening("star-lucky-draw")
    evening.join("ben", 1)
    evening.bet("ben", "enter", box=1)
    evening.card("3S")
    report = {**SUE, "situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    evening.ok("report-irregularity", **report, cards=["3S", "6C", "TC", "KD"])
    assert [slot.card for slot in evening.table.stack.carried] == ["KD"]
    evening.ok("report-irregularity", **report, cards=["3S", "TC", "6C", "KD"])
    assert [slot.card for slot in evening.table.round.slots] == ["3S", "TC", "6C"]
    assert [slot.card for slot in evening.table.stack.carried] == ["KD"]
    assert evening.table.stack.dealt == 5 and evening.findings() == []


# Wagers that go back together, and what waits for the cut


def failed(game: str, *bets: str) -> LiveEvening:
    """The device fails after the first card, and there is no other."""
    evening = LiveEvening(game, source="device")
    evening.join("ann", 1)
    for on in bets:
        evening.bet("ann", on, box=1)
    evening.card("4S")
    evening.ok("report-irregularity", **SUE, situation="device-without-spare")
    return evening


def test_13_5_1_a_tie_goes_back_with_the_player_wager() -> None:
    evening = failed("star-three-card", "player", "tie")
    evening.ok("take-down", actor="ann", role="player", player="ann", on="player", box=1)
    assert not evening.table.round.stakes and evening.chips("ann") == 10_000_00
    assert evening.findings() == []


def test_13_5_1_nearest_miss_the_player_wager_stays_when_the_tie_goes() -> None:
    evening = failed("star-three-card", "player", "tie")
    evening.ok("take-down", actor="ann", role="player", player="ann", on="tie", box=1)
    assert [laid.on for laid in evening.table.round.stakes.values()] == ["player"]


def test_11_5_4_a_decision_waits_for_the_cut() -> None:
    evening = LiveEvening("star-lucky-draw", source="device")
    for box, player in enumerate(("ann", "ben"), start=1):
        evening.join(player, box)
        evening.bet(player, "enter", box=box)
    evening.deal("8S 9S TC TD 6S")
    evening.choose(1, "stand", "ann")
    evening.ok("report-irregularity", **SUE, situation="device-without-spare")
    evening.ok("resume-play")
    deciding = {"actor": "ben", "role": "player", "box": 2, "decision": "stand"}
    evening.no("not-cut", "decide-hand", **deciding)
    evening.prepare_in_coup()
    evening.ok("decide-hand", **deciding)
    assert evening.findings() == []


def test_11_5_4_a_card_that_waits_waits_for_the_cut_too() -> None:
    """The rebuilt round left a card over, which comes next (10.3), and then the device failed."""
    evening = LiveEvening("star-lucky-draw", source="device")
    evening.join("ann", 1)
    evening.bet("ann", "enter", box=1)
    evening.ok("deal-card", card="KS")
    wrong = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    evening.ok("report-irregularity", **SUE, **wrong, cards=["7C", "5H", "TS", "3C"])
    evening.ok("announce-counts")
    evening.choose(1, "draw", "ann")
    evening.ok("report-irregularity", **SUE, situation="device-without-spare")
    evening.ok("resume-play")
    evening.no("not-cut", "deal-card")
    evening.prepare_in_coup()
    evening.ok("deal-card")
    assert evening.table.round.slots[-1].card == "3C" and evening.findings() == []


# Money kept for a player who has left


def rebuilt(evening: LiveEvening, cards: str) -> None:
    """The last coup is rebuilt with these cards and settled again."""
    evening.ok("report-irregularity", **WRONG, cards=cards.split())
    evening.ok("resume-play")
    evening.between()
    evening.finish()


def test_12_1_1_money_that_is_kept_pays_what_a_second_rebuilding_takes() -> None:
    evening = LiveEvening("star-baccarat")
    for place, player in enumerate(("ann", "ben"), start=1):
        evening.join(player, place)
        evening.bet(player, "player")
    evening.coup(PLAYER_LOSES)
    evening.ok("leave-table", actor="ann", role="player", player="ann")
    rebuilt(evening, " ".join(PLAYER_WINS))
    assert evening.table.kept == {"ann": 200_00} and not evening.table.debts
    rebuilt(evening, PLAYER_LOSES)
    assert not evening.table.kept and not evening.table.debts
    assert evening.money("float") == 100_200_00 and evening.findings() == []


def test_canberra_14_2_a_player_whose_wagers_are_all_void_leaves() -> None:
    evening = LiveEvening("canberra-mini", side_bets=["perfect-pairs-player"])
    for place, player in enumerate(("ann", "ben"), start=1):
        evening.join(player, place)
    evening.bet("ann", "perfect-pairs-player")
    evening.bet("ann", "player")
    evening.bet("ben", "player")
    evening.deal("9S 5H 8D 2C")
    leaving = {"actor": "ann", "role": "player", "player": "ann"}
    evening.no("wagers-lie", "leave-table", **leaving)
    evening.ok("sanction-player", **OMAR, player="ann", measures=["void"], offence="14.2",
               reason="a device")  # fmt: skip
    evening.ok("leave-table", **leaving)
