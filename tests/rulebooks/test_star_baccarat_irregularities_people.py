"""Baccarat at The Star Sydney: people, side bets, no-bet coups, and what no rule covers."""

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

GAME = "star-baccarat"
MANAGER = "gaming manager"
NATURAL = "9S 5H KD 2C"
ALICE = {"player": "alice", "on": "player"}
SIDE = {"minimum": "5", "maximum": "1000"}


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


def paid(evening: Evening, player: str = "alice") -> int:
    """Return a player's win or loss, with the coup finished."""
    evening.between()
    evening.finish()
    sound(evening)
    return evening.chips(player) - 1_000_000


# Wagers, seats and cards by other clauses


@cell("prohibited-device", 0)
def test_14_8_a_prohibited_device_may_cost_the_wager_and_the_game() -> None:
    evening = coup("4S 5H")
    assert refused(evening, "wrong-role", "prohibited-device", {"device": True}).clause == "14.8"
    events = report(evening, "prohibited-device", {"device": True}, role=SUPERVISOR)
    assert outcome(events) == ("SANCTION", "14.8")
    measures = {"player": "alice", "measures": ["void", "bar"], "reason": "a counting device"}
    assert evening.no("wrong-role", "sanction-player", **measures).clause == "14.8"
    evening.ok("sanction-player", role=SUPERVISOR, **measures)
    assert evening.chips("alice") == 1_000_000
    evening.deal("KD KC 8H")
    evening.finish()
    assert evening.no_bet("barred", "alice", "player").clause == "14.8.2"
    sound(evening)


@cell("disturbance-or-fraud", 0)
def test_14_9_1_a_disturbance_may_invalidate_the_outcome() -> None:
    evening = coup("4S 5H")
    said = {"cause": "disturbance"}
    assert refused(evening, "wrong-role", "disturbance-or-fraud", said).clause == "14.9.1"
    events = report(evening, "disturbance-or-fraud", said, role=SUPERVISOR)
    assert outcome(events) == ("INVALIDATE", "14.9.1")
    evening.ok("invalidate-outcome", role=SUPERVISOR, cause="disturbance", reason="fire",
               refund=True)  # fmt: skip
    assert evening.chips("alice") == 1_000_000
    sound(evening)


@cell("disturbance-or-fraud", 1)
def test_14_9_2_a_fraud_may_invalidate_it_and_the_cheats_stake_be_forfeited() -> None:
    evening = at_table(GAME, "player")
    evening.bet("bob", "banker", "200")
    evening.deal("4S 5H")
    events = report(evening, "disturbance-or-fraud", {"cause": "fraud"}, role=SUPERVISOR)
    assert outcome(events) == ("INVALIDATE", "14.9.2")
    evening.ok("invalidate-outcome", role=SUPERVISOR, cause="fraud", reason="a marked card",
               by_player="alice", refund=True, forfeit=True)  # fmt: skip
    assert (evening.chips("alice"), evening.chips("bob")) == (990_000, 1_000_000)
    sound(evening)


@cell("wager-refused")
def test_14_17_a_supervisor_may_refuse_a_wager_before_the_first_card() -> None:
    evening = at_table(GAME, "player")
    assert refused(evening, "wrong-role", "wager-refused").clause == "14.17"
    events = report(evening, "wager-refused", role=SUPERVISOR)
    assert outcome(events) == ("REFUSE_WAGER", "14.17")
    evening.ok("refuse-wager", role=SUPERVISOR, **ALICE, reason="a disputed chip")
    assert evening.chips("alice") == 1_000_000


@cell("no-exact-pay")
def test_5_8_a_payment_goes_up_to_what_chips_can_make() -> None:
    evening = at_table(GAME, chip="2.50")
    evening.bet("alice", "banker", "25")
    assert outcome(report(evening, "no-exact-pay")) == ("ROUND_UP", "5.8")
    evening.deal("4S 5H KD KC 8H")
    assert paid(evening) == 25_00  # 23.75 at 19 to 20


@cell("idle-player")
def test_14_15_an_idle_player_may_lose_the_seat_at_a_full_table() -> None:
    evening = at_table(GAME, places=3)
    evening.join("cy", 3)
    for _ in range(3):
        evening.bet("alice", "player")
        evening.coup(NATURAL)
    assert outcome(report(evening, "idle-player")) == ("MAY_LOSE_SEAT", "14.15")
    evening.no("seat-kept", "vacate-seat", player="alice")
    evening.ok("vacate-seat", player="bob")
    assert evening.table.patrons["bob"].place is None


@cell("misplaced-wager", 0)
def test_5_5_1_a_wager_outside_its_area_goes_back() -> None:
    evening = coup("9S")
    events = report(evening, "misplaced-wager", {"placed": "outside"}, **ALICE)
    assert outcome(events) == ("RETURN_WAGER", "5.5.1")
    assert evening.chips("alice") == 1_000_000


@cell("misplaced-wager", 1)
def test_5_5_3_a_wager_that_does_not_lie_flat_goes_back() -> None:
    evening = coup("9S")
    events = report(evening, "misplaced-wager", {"placed": "not flat"}, **ALICE)
    assert outcome(events) == ("RETURN_WAGER", "5.5.3")
    assert evening.chips("alice") == 1_000_000


@cell("misplaced-wager", 2)
def test_5_7_a_wager_on_another_area_is_settled_where_it_lies() -> None:
    evening = coup("9S", "tie")
    events = report(evening, "misplaced-wager", {"placed": "elsewhere"}, **ALICE)
    assert outcome(events) == ("SETTLED_WHERE_IT_LIES", "5.7")
    evening.deal("5H KD 2C")
    assert paid(evening) == -100_00


@cell("cards-refused", 0)
def test_8_9_cards_refused_go_to_the_next_highest_bettor() -> None:
    evening = at_table(GAME, "player", method="B")
    evening.bet("bob", "player", "500")
    for card in NATURAL.split():
        evening.card(card)
    events = report(evening, "cards-refused", {"cards": "refused", "other_hand": False})
    assert outcome(events) == ("NEXT_BETTOR", "8.9")
    evening.ok("refuse-cards", player="bob", actor="bob", role="player", hand="player")
    evening.ok("pass-hand", hand="player", player="alice")
    sound(evening)
    method_a = coup(NATURAL)
    refused(method_a, "not-so", "cards-refused", {"cards": "refused", "other_hand": False})


@cell("cards-refused", 1)
def test_8_15_2_the_dealer_turns_what_players_left() -> None:
    evening = at_table(GAME, "player", method="B")
    for card in NATURAL.split():
        evening.card(card)
    evening.ok("pass-hand", hand="player", player="alice")
    events = report(evening, "cards-refused", {"cards": "unturned", "other_hand": False})
    assert outcome(events) == ("DEALER_TURNS", "8.15.2")
    evening.ok("return-hand", hand="player")
    evening.turn()
    assert all(slot.up for slot in evening.table.round.slots)


@cell("only-side-bets", 0)
@cell("only-side-bets", 1)
def test_10_4_reserved_side_bets_are_not_for_those_without_a_main_bet() -> None:
    evening = at_table(GAME, side_bets=["pairs-player", "pairs-banker"])
    events = report(evening, "only-side-bets", {"restricted": True})
    assert outcome(events) == ("NOT_ALLOWED", "10.4")
    sign = {"wager": "pairs-player", "told": ["surveillance"], "sign": True}
    evening.ok("restrict-side-bet", role=SUPERVISOR, **sign)
    assert evening.no_bet("main-bettors-only", "alice", "pairs-player").clause == "10.4"


@cell("only-side-bets", 1)
def test_10_2_side_bets_alone_are_played_out() -> None:
    evening = at_table(GAME, side_bets=["pairs-player", "pairs-banker"])
    events = report(evening, "only-side-bets", {"restricted": False})
    assert outcome(events) == ("ALLOWED", "10.2")
    evening.bet("alice", "pairs-player")
    evening.deal("9S 5H 9D 2C")
    assert paid(evening) == 1_100_00


# No-bet coups that people ask for


@cell("no-bet-empty-table", 0)
def test_7_4_an_empty_table_may_have_no_bet_coups_from_a_shoe() -> None:
    evening = Evening(GAME)
    assert refused(evening, "wrong-role", "no-bet-empty-table").clause == "7.4"
    events = report(evening, "no-bet-empty-table", role=SUPERVISOR)
    assert outcome(events) == ("NO_BET_COUP", "7.4")
    (notice,) = evening.table.notices.due.values()
    assert (notice.to, notice.by) == ("surveillance", None)  # beforehand
    evening.no("not-told", "call-no-bet-coup", role=SUPERVISOR)
    evening.ok("call-no-bet-coup", role=SUPERVISOR, told=["surveillance"])
    evening.coup(NATURAL)
    sound(evening)


@cell("no-bet-empty-table", 1)
def test_7_4_a_device_deals_no_no_bet_coups_to_an_empty_table() -> None:
    evening = Evening(GAME, source="device")
    assert outcome(report(evening, "no-bet-empty-table")) == ("NO_BET_BARRED", "7.4")
    evening.no("wrong-source", "call-no-bet-coup", role=SUPERVISOR, marker=True)


@cell("no-bet-agreed")
def test_7_5_a_no_bet_coup_that_all_players_agree_to() -> None:
    evening = at_table(GAME)
    assert refused(evening, "wrong-role", "no-bet-agreed", {"asked": False}).clause == "7.5"
    events = report(evening, "no-bet-agreed", {"asked": False}, role=SUPERVISOR)
    assert outcome(events) == ("NO_BET_COUP", "7.5")
    evening.no("not-agreed", "call-no-bet-coup", role=SUPERVISOR, agreed=["alice"])
    evening.ok("call-no-bet-coup", role=SUPERVISOR, agreed=["alice", "bob"])
    evening.no_bet("no-bet-coup", "alice", "player")
    evening.coup(NATURAL)


# Situations without a rule, and such as cannot be

SILENT = {
    "wrong-call-or-settlement": {"paid": False},
    "order-seen": {"in_shuffle": False},
    "prohibited-device": {"device": False},
    "disturbance-or-fraud": {"cause": "impractical"},
}


@cell("wrong-call-or-settlement", 1)
@cell("order-seen", 1)
@cell("prohibited-device", 1)
@cell("disturbance-or-fraud", 2)
@pytest.mark.parametrize("situation", SILENT)
@pytest.mark.parametrize("cards", ["", "4S 5H", NATURAL])
def test_no_rule_the_supervisor_decides(situation: str, cards: str) -> None:
    evening = at_table(GAME, "player", cards=cards)
    check_no_rule(evening, situation, SILENT[situation])
    if cards == "4S 5H":
        evening.deal("KD KC 8H")


def test_no_rule_going_on_by_decision_does_not_excuse_the_burn() -> None:
    evening = Evening(GAME, ready=False)
    evening.prepare(burn=False)
    check_no_rule(evening, "order-seen", {"in_shuffle": False})
    assert not evening.table.stack.burned


@cell("hand-without-wager")
@cell("no-decision")
@pytest.mark.parametrize("situation", ["hand-without-wager", "no-decision"])
def test_cannot_happen_at_two_common_hands(situation: str) -> None:
    check_cannot_happen(coup("4S 5H"), situation)
