"""7-Up Baccarat at The Star Sydney: wagers, people, no-bet coups, and what no rule covers."""

import pytest

from support.cells import cell
from support.evening import Evening
from support.irregular import (
    SUPERVISOR,
    at_table,
    check_cannot_happen,
    check_no_rule,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-seven-up"
NATURAL = "5S 2H KD"  # Player 9 with the printed 7, Banker 5
ALICE = {"player": "alice", "on": "player"}


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


def paid(evening: Evening) -> int:
    """Return Alice's win or loss, with the coup finished."""
    evening.between()
    evening.finish()
    sound(evening)
    return evening.chips("alice") - 1_000_000


# 5 and 6: wagers


@cell("change-of-wagers")
def test_5_4_no_wager_changes_once_the_first_card_is_out() -> None:
    evening = at_table(GAME, "player", face="down")
    evening.card("5S")
    said = {"exposed": False, "deal_correct": True}
    events = report(evening, "change-of-wagers", said, role=SUPERVISOR)
    assert outcome(events) == ("WAGERS_STAY", "5.4")
    assert evening.no_bet("untouched", "alice", "tie").clause == "5.4"


@cell("below-minimum")
def test_6_4_a_wager_below_the_minimum_found_after_the_first_card_is_valid() -> None:
    evening = coup("5S", "tie")
    events = report(evening, "below-minimum", **ALICE, amount="2")
    assert outcome(events) == ("VALID", "6.4")
    evening.deal("2H KD")
    assert paid(evening) == -100_00 + 2_00


@cell("above-maximum", 1)
def test_6_5_a_wager_above_the_maximum_is_settled_to_the_maximum() -> None:
    evening = coup("5S", "player")
    events = report(evening, "above-maximum", {"when": "during"}, **ALICE, amount="1500")
    assert outcome(events) == ("TO_MAXIMUM", "6.5")
    evening.deal("2H KD")
    assert paid(evening) == 1_000_00


@cell("area-maximum", 1)
def test_6_5_an_area_above_its_maximum_is_settled_pro_rata() -> None:
    evening = at_table(GAME, sign={"area_maximum": "100"})
    evening.bet("alice", "player", "60", area=1)
    evening.bet("alice", "player", "40", area=1)
    evening.deal("5S")
    said = {"when": "during", "several": True}
    events = report(evening, "area-maximum", said, **ALICE, amount="100", area=1)
    assert outcome(events) == ("PRO_RATA", "6.5")
    lives = [laid.live for laid in evening.table.round.stakes.values()]
    assert lives == [60_00, 40_00, 0]
    evening.deal("2H KD")
    assert paid(evening) == 100_00


@cell("above-maximum", 0)
@cell("area-maximum", 2)
@cell("differential", 2)
@pytest.mark.parametrize("situation", ["above-maximum", "area-maximum", "differential"])
def test_6_5_1_what_was_too_much_in_an_earlier_coup_stands(situation: str) -> None:
    evening = coup(NATURAL)
    evening.finish()
    before = evening.table.balances
    said = {"when": "past", "several": True}
    assert outcome(report(evening, situation, said)) == ("STAND", "6.5.1")
    assert evening.table.balances == before


@cell("area-maximum", 0)
@cell("differential", 0)
@pytest.mark.parametrize("situation", ["area-maximum", "differential"])
def test_6_2_before_the_first_card_the_dealer_may_reduce_wagers_pro_rata(situation: str) -> None:
    sign = {"area_maximum": "300"} if situation == "area-maximum" else {"differential": "300"}
    evening = at_table(GAME, sign=sign)
    evening.bet("alice", "player", "400", area=1)
    evening.bet("alice", "player", "200", area=1)
    said = {"when": "before", "several": True}
    assert outcome(report(evening, situation, said)) == ("REDUCE_PRO_RATA", "6.2")
    evening.ok("reduce-wagers", side="player")
    live = [laid.live for laid in evening.table.round.stakes.values()]
    assert live == [300_00]  # a wager that was raised is one: the raise comes off first
    evening.deal("5S")
    assert refused(evening, "wrong-phase", situation, said, on="player").clause == "6.2"


@cell("differential", 1)
def test_6_3_a_differential_found_late_leaves_all_wagers_valid() -> None:
    evening = at_table(GAME, sign={"differential": "300"})
    evening.bet("alice", "player", "500")
    evening.deal("5S")
    assert outcome(report(evening, "differential", {"when": "during"})) == ("ALL_VALID", "6.3")
    evening.deal("2H KD")
    assert paid(evening) == 500_00


@cell("no-exact-pay")
def test_5_7_a_payment_goes_up_to_what_chips_can_make() -> None:
    evening = at_table(GAME, chip="2.50")
    evening.bet("alice", "player", "25")
    assert outcome(report(evening, "no-exact-pay")) == ("ROUND_UP", "5.7")
    evening.deal("6S KH KD")
    assert paid(evening) == 12_50
    evening.bet("alice", "player", "27.50")
    evening.coup("6S KH KD")
    assert evening.chips("alice") == 1_000_000 + 12_50 + 15_00  # 13.75 at 1 to 2


# 7.4 and 10: no-bet coups and side bets


@cell("only-side-bets", 0)
def test_10_2_reserved_super_sevens_are_not_for_those_without_a_main_bet() -> None:
    evening = at_table(GAME, "player", side_bets=["super-sevens"])
    events = report(evening, "only-side-bets", {"restricted": True})
    assert outcome(events) == ("NOT_ALLOWED", "10.2")
    told = {"wager": "super-sevens", "told": ["surveillance", "inspector"], "sign": True}
    evening.ok("restrict-side-bet", role="gaming manager", **told)
    assert evening.no_bet("main-bettors-only", "bob", "super-sevens").clause == "10.2"


@cell("only-side-bets", 1)
def test_5_6_8_super_sevens_need_somebodys_main_bet() -> None:
    evening = at_table(GAME, side_bets=["super-sevens"])
    events = report(evening, "only-side-bets", {"restricted": False})
    assert outcome(events) == ("NOT_ALLOWED", "5.6.8")
    assert evening.no_bet("not-alone", "bob", "super-sevens").clause == "5.6.8"
    evening.bet("alice", "player")
    evening.bet("bob", "super-sevens")


@cell("no-bet-agreed")
def test_7_4_an_assistant_gaming_manager_permits_a_no_bet_coup_if_all_agree() -> None:
    evening = at_table(GAME)
    said = {"asked": False}
    for role in ("dealer", SUPERVISOR):
        assert refused(evening, "wrong-role", "no-bet-agreed", said, role=role).clause == "7.4"
    manager = "assistant gaming manager"
    assert outcome(report(evening, "no-bet-agreed", said, role=manager)) == ("NO_BET_COUP", "7.4")
    evening.no("wrong-role", "call-no-bet-coup", role=SUPERVISOR, agreed=["alice", "bob"])
    evening.no("not-agreed", "call-no-bet-coup", role=manager, agreed=["alice"])
    evening.ok("call-no-bet-coup", role=manager, agreed=["alice", "bob"])
    evening.no_bet("no-bet-coup", "alice", "player")
    evening.coup(NATURAL)
    sound(evening)


# 14: people


@cell("prohibited-device", 0)
def test_14_3_a_prohibited_device_may_cost_the_wager_and_the_game() -> None:
    evening = coup("5S 2H")
    assert refused(evening, "wrong-role", "prohibited-device", {"device": True}).clause == "14.3"
    events = report(evening, "prohibited-device", {"device": True}, role=SUPERVISOR)
    assert outcome(events) == ("SANCTION", "14.3")
    measures = {"player": "alice", "measures": ["void", "bar"], "reason": "a counting device"}
    evening.ok("sanction-player", role=SUPERVISOR, **measures)
    assert evening.chips("alice") == 1_000_000
    evening.deal("KD")
    evening.finish()
    assert evening.no_bet("barred", "alice", "player").clause == "14.3.2"
    sound(evening)


@cell("disturbance-or-fraud", 0)
def test_14_4_1_a_disturbance_may_invalidate_the_outcome() -> None:
    evening = coup("5S 2H")
    said = {"cause": "disturbance"}
    assert refused(evening, "wrong-role", "disturbance-or-fraud", said).clause == "14.4.1"
    events = report(evening, "disturbance-or-fraud", said, role=SUPERVISOR)
    assert outcome(events) == ("INVALIDATE", "14.4.1")
    evening.ok("invalidate-outcome", role=SUPERVISOR, cause="disturbance", reason="a brawl",
               refund=True)  # fmt: skip
    assert evening.chips("alice") == 1_000_000


@cell("disturbance-or-fraud", 1)
def test_14_4_2_a_fraud_may_invalidate_it_and_the_cheats_stake_be_forfeited() -> None:
    evening = at_table(GAME, "player")
    evening.bet("bob", "banker", "200")
    evening.deal("5S 2H")
    events = report(evening, "disturbance-or-fraud", {"cause": "fraud"}, role=SUPERVISOR)
    assert outcome(events) == ("INVALIDATE", "14.4.2")
    evening.ok("invalidate-outcome", role=SUPERVISOR, cause="fraud", reason="a marked card",
               by_player="alice", refund=True, forfeit=True)  # fmt: skip
    assert (evening.chips("alice"), evening.chips("bob")) == (990_000, 1_000_000)
    sound(evening)


@cell("wager-refused")
def test_14_11_a_supervisor_may_refuse_a_wager_before_the_first_card() -> None:
    evening = at_table(GAME, "player")
    assert refused(evening, "wrong-role", "wager-refused").clause == "14.11"
    events = report(evening, "wager-refused", role=SUPERVISOR)
    assert outcome(events) == ("REFUSE_WAGER", "14.11")
    evening.ok("refuse-wager", role=SUPERVISOR, **ALICE, reason="a disputed chip")
    assert evening.chips("alice") == 1_000_000


@cell("idle-player")
def test_14_9_an_idle_player_may_lose_the_seat_at_a_full_table() -> None:
    evening = at_table(GAME, places=3)
    evening.join("carol", 3)
    for _ in range(3):
        evening.bet("alice", "player")
        evening.bet("carol", "player")
        evening.coup(NATURAL)
    assert outcome(report(evening, "idle-player")) == ("MAY_LOSE_SEAT", "14.9")
    evening.no("seat-kept", "vacate-seat", player="alice")
    evening.ok("vacate-seat", player="bob")
    assert evening.table.patrons["bob"].place is None


# Situations without a rule, and such as cannot be

SILENT = {
    "wrong-call-or-settlement": {},
    "not-mixed": {},
    "mispayment": {},
    "mispayment-intended": {},
    "mispayment-large": {},
    "invalid-wager": {},
    "prohibited-device": {"device": False},
    "disturbance-or-fraud": {"cause": "impractical"},
    "misplaced-wager": {},
    "no-bet-empty-table": {},
}
IMPOSSIBLE = (
    "hand-without-wager",
    "wrong-scheme",
    "cards-to-wrong-player",
    "not-cut",
    "not-shuffled",
    "cards-handled",
    "cutting-card-during-coup",
    "cutting-card-first",
    "scanner-disagrees",
    "invalid-player-card",
    "loss-limit",
    "no-decision",
    "cards-refused",
)


@cell("wrong-call-or-settlement")
@cell("not-mixed")
@cell("mispayment")
@cell("mispayment-intended")
@cell("mispayment-large")
@cell("invalid-wager")
@cell("prohibited-device", 1)
@cell("disturbance-or-fraud", 2)
@cell("misplaced-wager")
@cell("no-bet-empty-table")
@pytest.mark.parametrize("situation", SILENT)
@pytest.mark.parametrize("cards", ["", "5S 2H", NATURAL])
def test_no_rule_the_supervisor_decides(situation: str, cards: str) -> None:
    evening = at_table(GAME, "player", cards=cards)
    check_no_rule(evening, situation, SILENT[situation])


def test_no_rule_what_the_supervisor_decides_is_carried_out() -> None:
    evening = coup("5S 2H")
    report(evening, "invalid-wager")
    given = {"do": "report-irregularity", "id": "x", "actor": "sue", "role": SUPERVISOR,
             "situation": "invalid-wager", "player": "alice"}  # fmt: skip
    decision = {"number": 1, "outcome": "RETURN_WAGER", "reason": "a minor", "report": given}
    evening.no("own-statement", "decide-report", role=SUPERVISOR, **decision)
    evening.ok("decide-report", actor="sue", role=SUPERVISOR, **decision)
    assert evening.chips("alice") == 1_000_000
    report(evening, "wrong-call-or-settlement")
    void = {"number": 2, "outcome": "COUP_VOID", "reason": "unclear"}
    evening.ok("decide-report", actor="sue", role=SUPERVISOR, **void)
    assert evening.table.round.void == "no rule"
    sound(evening)


@cell("hand-without-wager")
@cell("wrong-scheme")
@cell("cards-to-wrong-player")
@cell("not-cut")
@cell("not-shuffled")
@cell("cards-handled")
@cell("cutting-card-during-coup")
@cell("cutting-card-first")
@cell("scanner-disagrees")
@cell("invalid-player-card")
@cell("loss-limit")
@cell("no-decision")
@cell("cards-refused")
@pytest.mark.parametrize("situation", IMPOSSIBLE)
def test_cannot_happen_at_a_table_with_a_device_and_two_common_hands(situation: str) -> None:
    check_cannot_happen(coup("5S 2H"), situation)
