"""Clauses driven at a table of a floor, with the audit of its whole log: each with its nearest
miss."""

from datetime import timedelta

import pytest

from support.live_evening import LiveEvening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}
BANKER_WINS = "5H 9S KC KD"
BOXED = [("star-three-card", "player"), ("star-lucky-draw", "enter")]


def lowered(maximum: str) -> LiveEvening:
    """Ann has 100 on Banker at a table with 5-dollar chips, and the maximum falls by sign."""
    evening = LiveEvening("canberra-mini", chip="5")
    evening.join("ann", 1)
    evening.bet("ann", "banker")
    sign = {"minimum": "5", "maximum": maximum}
    later = (evening.now + timedelta(minutes=20)).isoformat()
    evening.ok("post-sign", **OMAR, kind="limits", sign=sign, takes_effect=later)
    evening.wait(minutes=20)
    evening.ok("change-limits", **OMAR, sign=sign)
    evening.deal(BANKER_WINS)
    evening.ok("announce-result")
    return evening


def test_canberra_8_8_a_supervisors_lawful_payment_stands_in_the_audit() -> None:
    evening = lowered("50")
    assert evening.no("no-rule", "settle-wagers").clause is None
    below = {"pays": {1: "45"}, "reason": "the nearest chip"}
    evening.no("bad-amount", "settle-wagers", **SUE, **below)
    evening.ok("settle-wagers", **SUE, pays={1: "50"}, reason="the next chip")
    evening.ok("clear-cards")
    assert evening.chips("ann") == 10_050_00
    assert evening.findings() == []


def test_canberra_8_8_nearest_miss_an_exact_payment_is_not_named_by_anyone() -> None:
    evening = lowered("200")
    evening.ok("settle-wagers", **SUE, pays={1: "100"}, reason="as a gift")
    assert evening.chips("ann") == 10_095_00 and evening.findings() == []


# A box whose stake went back, and a cut in the middle of a round


def failed(game: str, on: str) -> LiveEvening:
    """Two boxes have bet; the device fails after the first card, and there is no other."""
    evening = LiveEvening(game, source="device")
    for player, box in (("ann", 1), ("ben", 2)):
        evening.join(player, box)
        evening.bet(player, on, box=box)
    evening.card("4S")
    evening.ok("report-irregularity", **SUE, situation="device-without-spare")
    return evening


def boxes(evening: LiveEvening) -> set[str]:
    return {slot.hand for slot in evening.table.round.slots}


@pytest.mark.parametrize(("game", "on"), BOXED)
def test_13_5_4_a_returned_box_gets_no_further_card_and_the_cards_are_cut(
    game: str, on: str
) -> None:
    evening = failed(game, on)
    evening.ok("take-down", actor="ann", role="player", player="ann")
    evening.ok("resume-play")
    assert evening.no("not-cut", "deal-card", card="5S").clause is not None
    evening.card("5S")
    evening.card("6S")
    assert not any(slot.hand == "box 1" for slot in evening.table.round.slots[1:])
    assert evening.chips("ann") == 10_000_00 and evening.findings() == []


@pytest.mark.parametrize(("game", "on"), BOXED)
def test_13_5_4_nearest_miss_a_box_whose_stake_stays_is_dealt_to(game: str, on: str) -> None:
    evening = failed(game, on)
    evening.ok("resume-play")
    for card in ("5S", "6S", "7S"):
        evening.card(card)
    assert {"box 1", "box 2"} <= boxes(evening) and evening.findings() == []


@pytest.mark.parametrize("situation", ["device-harms", "device-without-spare", "device-fails"])
def test_13_1_1_no_device_fails_in_a_coup_that_is_dealt_from_a_shoe(situation: str) -> None:
    evening = failed("star-three-card", "player")
    evening.ok("resume-play")
    refused = evening.no("not-so", "report-irregularity", **SUE, situation=situation)
    assert refused.message == "The device failed before: the rest is dealt from a card shoe."


def test_13_1_1_nearest_miss_a_device_with_a_spare_fails_twice() -> None:
    evening = LiveEvening("star-three-card", source="device")
    evening.join("ann", 1)
    evening.bet("ann", "player", box=1)
    evening.card("4S")
    for _ in range(2):
        evening.ok("report-irregularity", **SUE, situation="device-fails")
    evening.ok("report-irregularity", **SUE, situation="device-harms")
    assert evening.chips("ann") == 10_000_00 and evening.findings() == []


# A player who left has no option


def rebuilt_after_leaving() -> LiveEvening:
    """Ann lost and left; then the coup is rebuilt, and the wagers lie again."""
    evening = LiveEvening("star-baccarat")
    evening.join("ann", 1)
    evening.join("ben", 2)
    evening.bet("ann", "player")
    evening.bet("ben", "player")
    evening.coup("5H 9S 2C KD")
    evening.ok("leave-table", actor="ann", role="player", player="ann")
    cards = ["5H", "9S", "KD", "2C"]
    evening.ok("report-irregularity", situation="wrong-deal", circumstances={"in_doubt": False},
               cards=cards)  # fmt: skip
    return evening


def test_12_1_1_a_player_who_left_does_not_take_a_losing_wager_back() -> None:
    evening = rebuilt_after_leaving()
    said = {"player": "ann"}
    own = {"actor": "ann", "role": "player"}
    assert evening.no("not-at-table", "take-down", **said, **own).clause == "12.1.1"
    evening.no("not-at-table", "take-down", **said)
    assert evening.findings() == []


def test_12_1_1_nearest_miss_a_player_who_stayed_takes_it_back() -> None:
    evening = rebuilt_after_leaving()
    evening.ok("take-down", actor="ben", role="player", player="ben")
    assert evening.chips("ben") == 10_000_00 and evening.findings() == []


# An invalid Player Card, and what the first card waits for


def test_12_21_no_wager_follows_on_an_invalid_card_and_the_audit_agrees() -> None:
    evening = LiveEvening("star-baccarat")
    evening.join("ann", 1)
    evening.join("ben", 2)
    evening.bet("ann", "player")
    evening.bet("ben", "player")
    said = {"player": "ann", "circumstances": {"when": "before", "winning": False}}
    evening.ok("report-irregularity", **SUE, situation="invalid-player-card", **said)
    assert evening.chips("ann") == 10_000_00
    assert evening.no_bet("player-card", "ann", "player").clause == "14.1"
    evening.coup("9S 5H KD 2C")
    assert evening.chips("ben") == 10_100_00 and evening.findings() == []


def test_2_5_the_first_card_of_even_money_waits_for_its_sign() -> None:
    evening = LiveEvening("star-baccarat", ready=False, scheme="even-money")
    evening.ok("open-float", role="casino supervisor", amount="100000")
    evening.fresh_cards()
    evening.join("ann", 1)
    evening.bet("ann", "banker")
    assert evening.ask("deal-card", card="KH").clause == "2.5"
    evening.says("show-odds")
    evening.coup("KH 6S KC KD KS")
    assert evening.chips("ann") == 10_050_00 and evening.findings() == []


def test_2_5_nearest_miss_the_ordinary_game_has_no_such_sign() -> None:
    evening = LiveEvening("star-baccarat", ready=False)
    evening.ok("open-float", role="casino supervisor", amount="100000")
    evening.fresh_cards()
    evening.join("ann", 1)
    evening.bet("ann", "banker")
    evening.coup("KH 6S KC KD KS")
    assert evening.chips("ann") == 10_095_00 and evening.findings() == []
