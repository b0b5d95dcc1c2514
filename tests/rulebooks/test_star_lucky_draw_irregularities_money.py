"""Lucky Draw Baccarat, cell by cell: wagers and players, where no clause speaks, and what cannot
happen."""

import pytest

from sabot.rules.irregularities.irregularity import Value
from sabot.rules.irregularities.situations import DISTURBANCE, FRAUD, IMPRACTICAL
from support.cells import cell
from support.evening import Evening
from support.lucky_draw_evening import GAME, STAKE, betting, complete, deciding, seated
from support.matrix_checks import (
    SUPERVISOR,
    Case,
    cannot_happen,
    clause_of,
    done,
    for_supervisor,
    no_rule,
    refused,
    report,
)

FULL = 1_000_000


@cell("change-of-wagers", 0)
def test_5_8_no_wager_is_touched_after_the_first_card_save_the_draw_wager() -> None:
    evening = deciding()
    assert clause_of(evening, "change-of-wagers") == ("5.8", "WAGERS_STAY")
    assert evening.no_bet("untouched", "alice", "enter", "5", box=1).clause == "5.8"
    taken = {"actor": "alice", "role": "player", "player": "alice"}
    assert evening.no("untouched", "withdraw-wager", **taken, on="enter", box=1).clause == "5.8"
    evening.choose(1, "draw", "alice")
    assert evening.chips("alice") == FULL - 2 * STAKE


@cell("no-exact-pay", 0)
def test_5_9_a_payment_goes_up_to_the_next_chip() -> None:
    evening = seated(chip="10.00")
    evening.bet("alice", "enter", "10", box=1)
    evening.deal("4S 4H 2D")
    evening.choose(1, "draw", "alice")
    evening.deal("AC 2H")
    assert clause_of(evening, "no-exact-pay") == ("5.9", "ROUND_UP")
    evening.finish()  # 7 against 6: DRAW at 3 to 2 is 15, which chips of 10 cannot make
    assert evening.chips("alice") == FULL + 1_000 + 2_000
    done(evening)


@cell("below-minimum", 0)
def test_6_2_a_wager_below_the_minimum_found_after_the_first_card_is_valid() -> None:
    evening = seated()
    evening.bet("alice", "enter", box=1)
    found = {"player": "bob", "on": "enter", "amount": "2", "box": 2}
    assert refused(evening, "wrong-phase", "below-minimum", **found).clause == "6.2"
    evening.deal("4S")
    refused(evening, "not-now", "below-minimum", **{**found, "on": "draw"})
    refused(evening, "not-at-table", "below-minimum", **{**found, "player": "carol"})
    refused(evening, "area-full", "below-minimum", **{**found, "box": 1})  # 5.6: one on an area
    report(evening, "below-minimum", **found)
    evening.deal("5S 6H 3D 2D")
    evening.choose(1, "stand", "alice")
    evening.choose(2, "draw", "bob")
    evening.deal("2C AH")
    evening.finish()  # nine against seven: ENTER 2, DRAW 3 to 1 on 2
    assert evening.chips("bob") == FULL + 200 + 600
    done(evening)


def test_6_2_nearest_miss_the_deal_has_passed_that_box() -> None:
    evening = seated()
    evening.bet("alice", "enter", box=1)
    evening.deal("4S 6H")
    found = {"player": "bob", "on": "enter", "amount": "2", "box": 2}
    refused(evening, "bad-box", "below-minimum", **found)


@cell("area-maximum", 1)
def test_6_3_a_wager_above_the_maximum_of_its_area_is_live_to_the_maximum() -> None:
    evening = seated()
    evening.bet("alice", "enter", box=1)
    evening.deal("4S")
    found = {"player": "bob", "on": "enter", "amount": "1500", "box": 2}
    (wager,) = report(evening, "area-maximum", {"when": "during"}, **found)
    assert (wager.stake.live, wager.stake.returned) == (100_000, 50_000)  # type: ignore[attr-defined]
    evening.deal("5S 6H 3D 2D")
    evening.choose(1, "stand", "alice")
    evening.choose(2, "draw", "bob")
    assert evening.chips("bob") == FULL - 200_000
    evening.deal("2C AH")
    evening.finish()
    assert evening.chips("bob") == FULL + 100_000 + 300_000
    done(evening)


@cell("area-maximum", 0)
def test_6_3_earlier_rounds_stand() -> None:
    evening = complete()
    evening.finish()
    assert clause_of(evening, "area-maximum", {"when": "past"}) == ("6.3", "STAND")
    assert evening.chips("alice") == FULL - STAKE


# Section 12


@cell("prohibited-device", 0)
def test_12_3_a_device_may_cost_wagers_and_the_game() -> None:
    evening = deciding()
    evening.choose(1, "draw", "alice")
    for_supervisor(evening, "12.3", "prohibited-device", {"device": True})
    assert clause_of(evening, "prohibited-device", {"device": True}, **SUPERVISOR)[0] == "12.3"
    measures = {"player": "alice", "measures": ["void", "bar"], "reason": "a counter in the sleeve"}
    evening.no("wrong-role", "sanction-player", **measures)
    evening.ok("sanction-player", **SUPERVISOR, **measures)
    assert evening.chips("alice") == FULL
    evening.choose(2, "stand", "bob")  # a box without a wager gets no further card
    evening.deal("2H")
    evening.finish()
    assert (evening.chips("alice"), evening.chips("bob")) == (FULL, FULL - STAKE)
    evening.no_bet("barred", "alice", "enter", box=1)
    done(evening)


def invalidated(cause: str, clause: str) -> None:
    evening = complete()
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    for_supervisor(evening, clause, "disturbance-or-fraud", {"cause": cause})
    kept = clause_of(evening, "disturbance-or-fraud", {"cause": cause}, **SUPERVISOR)
    assert kept == (clause, "INVALIDATE")
    evening.no("wrong-role", "invalidate-outcome", cause=cause, reason="seen")
    evening.ok("invalidate-outcome", **SUPERVISOR, cause=cause, reason="seen")
    assert (evening.chips("alice"), evening.table.round.void) == (FULL, clause)
    done(evening)


@cell("disturbance-or-fraud", 0)
def test_12_4_1_an_outcome_may_be_invalidated_for_a_disturbance() -> None:
    invalidated(DISTURBANCE, "12.4.1")


@cell("disturbance-or-fraud", 1)
def test_12_4_2_an_outcome_may_be_invalidated_for_a_fraud() -> None:
    invalidated(FRAUD, "12.4.2")


@cell("wager-refused", 0)
def test_12_10_a_wager_may_be_refused_before_the_first_card() -> None:
    evening = betting()
    for_supervisor(evening, "12.10", "wager-refused")
    assert clause_of(evening, "wager-refused", **SUPERVISOR) == ("12.10", "REFUSE_WAGER")
    refusal = {"player": "alice", "on": "enter", "box": 1, "reason": "past the house's risk"}
    assert evening.no("wrong-role", "refuse-wager", **refusal).clause == "12.10"
    evening.ok("refuse-wager", **SUPERVISOR, **refusal)
    assert evening.chips("alice") == FULL
    evening.deal("4S")
    evening.no("wrong-phase", "refuse-wager", **SUPERVISOR, **{**refusal, "player": "bob"})


# No rule, and what cannot happen

IN_ROUND: tuple[Case, ...] = (
    ("wrong-deal", {"in_doubt": True}),
    ("found-after-next-coup", {}),
    ("wrong-call-or-settlement", {}),
    ("order-seen", {}),
    ("cards-dropped", {}),
    ("scanner-disagrees", {}),
    ("display-wrong", {}),
    ("mispayment", {}),
    ("mispayment-intended", {}),
    ("mispayment-large", {}),
    ("invalid-wager", {}),
    ("prohibited-device", {"device": False}),
    ("disturbance-or-fraud", {"cause": IMPRACTICAL}),
    ("idle-player", {}),
    ("misplaced-wager", {}),
)


@cell("wrong-deal", 0)
@cell("found-after-next-coup", 0)
@cell("wrong-call-or-settlement", 0)
@cell("order-seen", 0)
@cell("cards-dropped", 0)
@cell("scanner-disagrees", 0)
@cell("display-wrong", 0)
@cell("mispayment", 0)
@cell("mispayment-intended", 0)
@cell("mispayment-large", 0)
@cell("invalid-wager", 0)
@cell("prohibited-device", 1)
@cell("disturbance-or-fraud", 2)
@cell("idle-player", 0)
@cell("misplaced-wager", 0)
@pytest.mark.parametrize("case", IN_ROUND, ids=lambda case: case[0])
def test_no_rule_and_the_round_waits_for_a_supervisor(case: Case) -> None:
    evening = complete()
    no_rule(evening, case)
    evening.finish()
    assert evening.chips("alice") == FULL - STAKE


@cell("first-card-exposed", 1)
def test_no_rule_for_a_first_card_seen_in_another_way() -> None:
    no_rule(betting(), ("first-card-exposed", {"face_up": False}))


@cell("found-after-closing", 0)
def test_no_rule_for_what_is_found_after_closing() -> None:
    evening = Evening(GAME)
    evening.ok("close-table", **SUPERVISOR)
    no_rule(evening, ("found-after-closing", {}))


def test_no_rule_and_the_supervisor_may_have_the_round_voided_or_rebuilt() -> None:
    evening = complete()
    evening.finish()
    said: dict[str, Value] = {"paid": True, "rebuildable": True}
    (asked,) = report(evening, "wrong-call-or-settlement", said)
    number = asked.number  # type: ignore[attr-defined]
    evening.bet("bob", "enter", box=2)
    evening.no("held", "deal-card", card="2S")
    decided = {"number": number, "outcome": "COUP_VOID", "reason": "the cameras show nothing"}
    evening.ok("decide-report", **SUPERVISOR, **decided)
    assert evening.chips("alice") == FULL
    evening.deal("2S")
    done(evening)


@cell("wrong-scheme", 0)
@cell("cards-to-wrong-player", 0)
@cell("cards-handled", 0)
@cell("above-maximum", 0)
@cell("differential", 0)
@cell("invalid-player-card", 0)
@cell("loss-limit", 0)
@cell("cards-refused", 0)
@cell("only-side-bets", 0)
@cell("no-bet-empty-table", 0)
@cell("no-bet-agreed", 0)
@cell("no-bet-forced", 0)
@cell("no-bet-dealt", 0)
@pytest.mark.parametrize(
    "situation",
    [
        "wrong-scheme",
        "cards-to-wrong-player",
        "cards-handled",
        "above-maximum",
        "differential",
        "invalid-player-card",
        "loss-limit",
        "cards-refused",
        "only-side-bets",
        "no-bet-empty-table",
        "no-bet-agreed",
        "no-bet-forced",
        "no-bet-dealt",
    ],
)
def test_cannot_happen_at_this_game(situation: str) -> None:
    cannot_happen(deciding(), situation)
