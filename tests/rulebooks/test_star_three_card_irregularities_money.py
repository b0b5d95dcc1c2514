"""Three Card Baccarat, cell by cell: wagers and players."""

import pytest

from sabot.rules.irregularities.irregularity import Value
from sabot.rules.irregularities.situations import DISTURBANCE, FRAUD
from support.cells import cell
from support.evening import Evening
from support.matrix_checks import SUPERVISOR, clause_of, done, for_supervisor, refused, report
from support.three_card_evening import BANKER_NINE, GAME, betting, face_down, seated

WON = 1_000_000 - 11_000 + 8_000


def settled(evening: Evening) -> Evening:
    evening.deal(BANKER_NINE)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    return evening


# Sections 5, 6, 8 and 9


@cell("change-of-wagers", 0)
def test_5_5_no_wager_is_touched_after_the_first_card() -> None:
    evening = betting()
    evening.deal("2S")
    assert clause_of(evening, "change-of-wagers") == ("5.5", "WAGERS_STAY")
    assert evening.no_bet("untouched", "alice", "tie", "5", box=1).clause == "5.5"
    taken = {"actor": "alice", "role": "player", "player": "alice"}
    assert evening.no("untouched", "withdraw-wager", **taken, on="player", box=1).clause == "5.5"
    assert evening.no("not-offered", "take-down", **taken).clause == "5.5"


@cell("no-exact-pay", 0)
def test_5_11_a_payment_goes_up_to_the_next_chip() -> None:
    evening = seated(chip="5.00")
    evening.bet("alice", "player", "50", box=1)
    evening.deal("4S 3H 4D 4C AS KD")
    assert clause_of(evening, "no-exact-pay") == ("5.11", "ROUND_UP")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 + 5_000  # 47.50 is no amount in chips of 5
    done(evening)


@cell("misplaced-wager", 0)
def test_5_12_a_wager_is_settled_where_it_lies() -> None:
    evening = seated()
    evening.bet("alice", "player", box=1)
    evening.bet("alice", "point-total-8", "10")  # nine was meant
    evening.deal(BANKER_NINE)
    assert clause_of(evening, "misplaced-wager", {"placed": "elsewhere"}) == (
        "5.12",
        "SETTLED_WHERE_IT_LIES",
    )
    evening.finish()
    assert evening.chips("alice") == 1_000_000 - 11_000


@cell("below-minimum", 0)
def test_6_2_a_wager_below_the_minimum_found_after_the_first_card_is_valid() -> None:
    evening = betting()
    found = {"player": "alice", "on": "three-pictures", "amount": "1"}
    refused(evening, "wrong-phase", "below-minimum", **found)
    evening.deal("KS QH")
    refused(evening, "not-at-table", "below-minimum", **{**found, "player": "carol"})
    report(evening, "below-minimum", **found)
    for name in ["4D", "QC", "KD", "JD"]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 - 12_000 + 7_000
    done(evening)


def test_6_2_a_box_that_the_deal_has_not_reached_is_dealt_in() -> None:
    evening = betting()
    evening.card("4S")
    found = {"player": "bob", "on": "player", "amount": "2", "box": 2}
    report(evening, "below-minimum", **found)
    assert evening.table.round.boxes == (1, 2)
    for name in ["2S", "3H", "4D", "4C", "4H", "AS", "KC", "KD"]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    assert evening.chips("bob") == 1_000_000 - 200
    done(evening)


def test_6_2_nearest_miss_the_deal_has_passed_that_box() -> None:
    evening = betting()
    evening.deal("4S 3H")
    found = {"player": "bob", "on": "player", "amount": "2", "box": 2}
    refused(evening, "bad-box", "below-minimum", **found)


@cell("above-maximum", 2)
def test_6_3_a_wager_above_the_maximum_is_live_to_the_maximum() -> None:
    evening = seated()
    evening.bet("alice", "player", box=1)
    evening.deal("4S 3H")
    found = {"player": "alice", "on": "player", "amount": "1500", "box": 1}
    (wager,) = report(evening, "above-maximum", {"when": "during"}, **found)
    assert (wager.stake.live, wager.stake.returned) == (90_000, 60_000)  # type: ignore[attr-defined]
    for name in ["4D", "4C", "AS", "KD"]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == 1_000_000 + 95_000
    done(evening)


@cell("above-maximum", 1)
@cell("area-maximum", 2)
@pytest.mark.parametrize("situation", ["above-maximum", "area-maximum"])
def test_6_3_earlier_coups_stand(situation: str) -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    said: dict[str, Value] = {"when": "past", "several": False}
    assert clause_of(evening, situation, said) == ("6.3", "STAND")
    assert evening.chips("alice") == WON


@cell("area-maximum", 3)
def test_6_3_one_wager_above_the_maximum_of_an_area_is_live_to_it() -> None:
    evening = Evening(GAME, sign={"area_maximum": "50"})
    evening.join("alice", 1)
    evening.bet("alice", "point-total-9", "10")
    evening.card("3H")
    found = {"player": "alice", "on": "three-pictures", "amount": "80", "area": 1}
    (wager,) = report(evening, "area-maximum", {"when": "during", "several": False}, **found)
    assert wager.stake.live == 5_000  # type: ignore[attr-defined]
    assert evening.chips("alice") == 1_000_000 - 1_000 - 5_000


@cell("only-side-bets", 0)
def test_8_2_with_side_bets_only_the_banker_alone_is_dealt() -> None:
    evening = seated()
    assert clause_of(evening, "only-side-bets", {"restricted": False}) == ("8.2", "BANKER_ONLY")
    evening.bet("alice", "point-total-9", "10")
    assert evening.no_bet("not-together", "bob", "tie", "10", box=2).clause == "5.2.2"
    evening.coup("3H 4C 2D")
    assert evening.chips("alice") == 1_000_000 + 8_000


@cell("cards-refused", 0)
def test_9_4_the_dealer_opens_a_further_hand_of_one_player() -> None:
    evening = Evening(GAME, method="B")
    evening.join("alice", 1)
    evening.ok("take-box", actor="alice", role="player", player="alice", box=2)
    evening.bet("alice", "player", box=1)
    evening.bet("alice", "player", box=2)
    for name in ["2S", "5C", "3H", "4D", "5D", "4C", "KS", "5H", "2D"]:
        evening.card(name)
    said: dict[str, Value] = {"cards": "refused", "other_hand": True}
    assert clause_of(evening, "cards-refused", said) == ("9.4", "DEALER_TURNS")
    evening.no("not-seated", "pass-hand", hand="box 2", player="alice")
    (turned,) = evening.turn("box 2")
    assert turned.clause == "9.4"  # type: ignore[attr-defined]


@cell("cards-refused", 1)
def test_9_6_the_dealer_turns_what_a_player_leaves() -> None:
    evening = face_down("2S 5C 3H 4D 5D 4C KS 5H 2D")
    said: dict[str, Value] = {"cards": "unturned", "other_hand": False}
    assert clause_of(evening, "cards-refused", said) == ("9.6", "DEALER_TURNS")
    evening.ok("return-hand", hand="box 1")
    (turned,) = evening.turn("box 1")
    assert turned.clause == "9.6"  # type: ignore[attr-defined]


# Section 14


@cell("prohibited-device", 0)
def test_14_3_a_device_may_cost_wagers_and_the_game() -> None:
    evening = betting()
    evening.deal("2S 3H")
    for_supervisor(evening, "14.3", "prohibited-device", {"device": True})
    assert clause_of(evening, "prohibited-device", {"device": True}, **SUPERVISOR)[0] == "14.3"
    measures = {"player": "alice", "measures": ["void", "bar"], "reason": "a counter in the sleeve"}
    evening.no("wrong-role", "sanction-player", **measures)
    evening.ok("sanction-player", **SUPERVISOR, **measures)
    assert evening.chips("alice") == 1_000_000
    evening.no(
        "barred", "join-table", player="alice"
    ) if "alice" not in evening.table.patrons else None
    done(evening)


def invalidated(cause: str, clause: str) -> None:
    evening = settled(betting())
    for_supervisor(evening, clause, "disturbance-or-fraud", {"cause": cause})
    kept = clause_of(evening, "disturbance-or-fraud", {"cause": cause}, **SUPERVISOR)
    assert kept == (clause, "INVALIDATE")
    evening.no("wrong-role", "invalidate-outcome", cause=cause, reason="seen")
    evening.ok("invalidate-outcome", **SUPERVISOR, cause=cause, reason="seen")
    assert (evening.chips("alice"), evening.table.round.void) == (1_000_000, clause)
    done(evening)


@cell("disturbance-or-fraud", 0)
def test_14_4_1_an_outcome_may_be_invalidated_for_a_disturbance() -> None:
    invalidated(DISTURBANCE, "14.4.1")


@cell("disturbance-or-fraud", 1)
def test_14_4_2_an_outcome_may_be_invalidated_for_a_fraud() -> None:
    invalidated(FRAUD, "14.4.2")


@cell("wager-refused", 0)
def test_14_12_a_wager_may_be_refused_before_the_first_card() -> None:
    evening = betting()
    for_supervisor(evening, "14.12", "wager-refused")
    assert clause_of(evening, "wager-refused", **SUPERVISOR) == ("14.12", "REFUSE_WAGER")
    refusal = {"player": "alice", "on": "tie", "box": 1, "reason": "past the house's risk"}
    assert evening.no("wrong-role", "refuse-wager", **refusal).clause == "14.12"
    evening.ok("refuse-wager", **SUPERVISOR, **refusal)
    assert evening.chips("alice") == 1_000_000 - 11_000
    evening.deal("2S")
    evening.no("wrong-phase", "refuse-wager", **SUPERVISOR, **{**refusal, "on": "player"})


@cell("idle-player", 0)
def test_14_10_three_coups_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    evening = seated(places=2)
    for cards in (BANKER_NINE, "2C 3S 4C 4H KC 2S", "2H 3D 4S 4D KH 2C"):
        evening.no("seat-kept", "vacate-seat", player="bob")
        evening.bet("alice", "player", box=1)
        evening.coup(cards)
    assert clause_of(evening, "idle-player") == ("14.10", "MAY_LOSE_SEAT")
    (vacated,) = evening.ok("vacate-seat", player="bob")
    assert vacated.clause == "14.10"  # type: ignore[attr-defined]
    evening.no("seat-kept", "vacate-seat", player="alice")
