"""Things that end or go back at once, each where two rules touch it."""

from typing import Any

from support.evening import Evening
from support.live_evening import LiveEvening

SUE = {"actor": "sue", "role": "casino supervisor"}
OMAR = {"actor": "omar", "role": "casino operator"}
SIGN = {"minimum": "5", "maximum": "500", "differential": "150"}
DOWN: dict[str, Any] = {"method": "B", "face": "down", "sign": SIGN}


def test_7_up_14_8_1_lying_tokens_go_back_once_when_a_past_coup_is_forfeited() -> None:
    """Dora won with tokens and has laid more: both the stake and the winnings are taken back."""
    evening = LiveEvening("star-seven-up", source="device")
    evening.join("dora", 1)
    evening.ok("exchange-voucher", player="dora", amount="50", number="V 1", conditions="none")
    evening.bet("dora", "banker", "10", currency="tokens")
    evening.coup("9D AD JS")
    evening.bet("dora", "tie", "10", currency="tokens")
    evening.ok("invalidate-outcome", **OMAR, cause="fraud", reason="as seen", coup=1, refund=True,
               by_player="dora", forfeit=True)  # fmt: skip
    assert not evening.table.round.stakes
    assert evening.chips("dora") == 10_000_00 and evening.money("player/dora", "tokens") == 40_00
    assert evening.findings() == []


def reopened(amount: str) -> Evening:
    """Ann has laid this much on Player, and the wagers are reopened after the first card."""
    evening = Evening("star-baccarat", **DOWN)
    for place, player in enumerate(("ann", "ben"), start=1):
        evening.join(player, place)
    evening.bet("ann", "player", amount)
    evening.ok("deal-card")
    said = {"exposed": False, "deal_correct": True}
    evening.ok("report-irregularity", **SUE, situation="change-of-wagers", circumstances=said)
    return evening


def test_12_12_a_reopened_wager_may_lessen_the_difference() -> None:
    evening = reopened("200")
    evening.bet("ben", "banker", "10")
    assert {laid.on for laid in evening.table.round.stakes.values()} == {"player", "banker"}


def test_12_12_nearest_miss_it_may_not_pass_the_differential_on_its_own_hand() -> None:
    evening = reopened("200")
    said = {"actor": "ben", "role": "player", "player": "ben", "on": "player", "area": 2}
    refused = evening.no("above-differential", "place-wager", **said, amount="10")
    assert refused.clause == "6.1"


def test_12_11_3_a_no_bet_coup_lapses_with_the_card_that_comes_out_to_be_checked() -> None:
    evening = LiveEvening("star-baccarat")
    evening.join("ann", 1)
    evening.bet("ann", "player")
    evening.deal("8H 2C KH 3C")
    wrong = {"situation": "wrong-deal", "circumstances": {"in_doubt": False}}
    evening.ok("report-irregularity", **SUE, **wrong, cards=["8H", "2C", "KH", "3C", "5D"])
    assert evening.table.next_no_bet
    evening.ok("check-cards", **OMAR, missing=1, dealer="dana")
    evening.ok("clear-cards")
    assert evening.table.round.no_bet is None
    evening.bet("ann", "player")
    assert evening.findings() == []


def test_7_up_6_2_wagers_are_reduced_while_the_cards_wait_for_the_shuffle() -> None:
    evening = Evening("star-seven-up", source="device", sign={**SIGN, "differential": "100"})
    evening.join("ben", 1)
    evening.bet("ben", "player", "200")
    evening.ok("report-irregularity", **OMAR, situation="order-seen",
               circumstances={"in_shuffle": True})  # fmt: skip
    evening.ok("reduce-wagers", side="player")
    assert sum(laid.live for laid in evening.table.round.stakes.values()) == 100_00


def test_7_up_6_2_a_raised_wager_is_reduced_as_one() -> None:
    """Sixty and 30 share 50 in chips of 5; of the sixty, what was laid last goes first."""
    sign = {**SIGN, "differential": "50"}
    evening = LiveEvening("star-seven-up", source="device", chip="5", sign=sign)
    for place, player in enumerate(("dora", "cleo"), start=1):
        evening.join(player, place)
    for player, amount in (("dora", "20"), ("dora", "20"), ("dora", "20"), ("cleo", "30")):
        evening.bet(player, "banker", amount)
    evening.ok("reduce-wagers", side="banker")
    live = [(laid.player, laid.live) for laid in evening.table.round.stakes.values()]
    assert live == [("dora", 20_00), ("dora", 15_00), ("cleo", 15_00)]
    assert evening.findings() == []


def test_13_5_1_nothing_is_laid_while_stakes_are_offered_back() -> None:
    """The device fails without a spare while wagers are reopened."""
    evening = Evening("star-baccarat", source="device", method="B", face="down")
    evening.join("ann", 1)
    evening.bet("ann", "player")
    evening.ok("deal-card")
    said = {"exposed": False, "deal_correct": True}
    evening.ok("report-irregularity", **SUE, situation="change-of-wagers", circumstances=said)
    evening.ok("report-irregularity", **SUE, situation="device-without-spare")
    where = {"on": "banker", "area": 1, "amount": "10"}
    evening.no("untouched", "place-wager", actor="ann", role="player", player="ann", **where)
