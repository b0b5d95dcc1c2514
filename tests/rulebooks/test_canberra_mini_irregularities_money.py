"""Mini-Baccarat, cell by cell: wagers, players and no-bet rounds, where no clause speaks, and what
cannot happen."""

import pytest

from sabot.rules.irregularities.irregularity import Value
from sabot.rules.irregularities.situations import DISTURBANCE, FRAUD, IMPRACTICAL
from support.cells import cell
from support.evening import Evening
from support.matrix_checks import (
    OPERATOR,
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
from support.mini_evening import FULL, GAME, PAIRS, PLAYER_WINS, STAKE, betting, dealt, face_down


@cell("below-minimum", 0)
def test_3_4_a_wager_below_the_minimum_is_settled_and_its_owner_warned() -> None:
    evening = betting()
    found = {"player": "alice", "on": "tie", "amount": "2"}
    refused(evening, "wrong-phase", "below-minimum", **found)
    evening.deal("9S")
    refused(evening, "not-at-table", "below-minimum", **{**found, "player": "carol"})
    (wager,) = report(evening, "below-minimum", **found)
    assert (wager.warned, wager.clause) == (True, "3.4")  # type: ignore[attr-defined]
    evening.deal("5H KD KC")
    evening.finish()
    assert evening.chips("alice") == FULL + STAKE - 200
    assert evening.no_bet("below-minimum", "alice", "tie", "2").clause == "3.1"
    done(evening)


@cell("above-maximum", 1)
def test_3_5_a_wager_above_the_maximum_is_live_to_the_maximum() -> None:
    evening = betting()
    evening.deal("9S")
    found = {"player": "alice", "on": "player", "amount": "1500"}
    (wager,) = report(evening, "above-maximum", {"when": "during"}, **found)
    assert (wager.stake.live, wager.stake.returned) == (90_000, 60_000)  # type: ignore[attr-defined]
    evening.deal("5H KD KC")
    evening.finish()
    assert evening.chips("alice") == FULL + 100_000
    done(evening)


def test_3_5_nearest_miss_a_wager_at_the_maximum_is_not_above_it() -> None:
    evening = dealt("9S")
    found = {"player": "alice", "on": "player", "amount": "900"}
    rejection = refused(evening, "not-so", "above-maximum", {"when": "during"}, **found)
    assert rejection.clause == "3.5"


# Sections 4 and 9: no-bet rounds, side bets alone


@cell("no-bet-empty-table", 0)
def test_4_8_at_an_empty_table_a_supervisor_may_have_no_bet_rounds_dealt() -> None:
    evening = Evening(GAME)
    for_supervisor(evening, "4.8", "no-bet-empty-table")
    assert clause_of(evening, "no-bet-empty-table", **SUPERVISOR) == ("4.8", "NO_BET_COUP")
    assert evening.no("wrong-role", "call-no-bet-coup").clause == "4.8"
    evening.ok("call-no-bet-coup", **SUPERVISOR)
    evening.coup(PLAYER_WINS)
    done(evening)


@cell("no-bet-agreed", 0)
def test_4_7_one_player_asks_all_agree_and_a_supervisor_directs_it() -> None:
    evening = betting()
    for player, on in (("alice", "player"), ("bob", "banker")):
        evening.ok("withdraw-wager", actor=player, role="player", player=player, on=on)
    for_supervisor(evening, "4.7", "no-bet-agreed", {"asked": True})
    kept = clause_of(evening, "no-bet-agreed", {"asked": True}, **SUPERVISOR)
    assert kept == ("4.7", "NO_BET_COUP")
    asked = {"asked_by": "alice", "agreed": ["alice", "bob"]}
    evening.no("not-agreed", "call-no-bet-coup", **SUPERVISOR, asked_by="alice", agreed=["alice"])
    evening.ok("call-no-bet-coup", **SUPERVISOR, **asked)
    assert evening.no_bet("no-bet-coup", "alice", "player").clause == "4.7"


@cell("no-bet-agreed", 1)
def test_4_7_where_no_player_asks_there_is_no_such_round() -> None:
    evening = Evening(GAME)
    evening.join("alice", 1)
    assert clause_of(evening, "no-bet-agreed", {"asked": False}) == ("4.7", "NO_BET_BARRED")
    evening.no("not-asked", "call-no-bet-coup", **SUPERVISOR, agreed=["alice"])


@cell("no-bet-dealt", 0)
def test_4_9_a_no_bet_round_is_dealt_like_any_other_without_wagers() -> None:
    evening = Evening(GAME)
    assert clause_of(evening, "no-bet-dealt") == ("4.9", "DEALT_WITHOUT_WAGERS")
    evening.ok("call-no-bet-coup", **SUPERVISOR)
    evening.deal("6S 2H KD 3C")
    evening.no("not-complete", "announce-result")  # the Banker draws on 5 as always
    evening.deal("4C")
    evening.finish()
    assert evening.table.coups == 1
    done(evening)


@cell("only-side-bets", 0)
def test_9_4_pairs_alone_are_allowed_and_the_round_is_played_out() -> None:
    evening = Evening(GAME, side_bets=PAIRS)
    evening.join("alice", 1)
    kept = clause_of(evening, "only-side-bets", {"restricted": False})
    assert kept == ("9.4", "ALLOWED")
    evening.bet("alice", "perfect-pairs-player", "10")
    evening.deal("5S KC 5S 2C")
    evening.no("not-complete", "announce-result")
    evening.deal("TD 9C")
    evening.finish()
    assert evening.chips("alice") == FULL + 25_000
    done(evening)


# Section 14


@cell("prohibited-device", 1)
def test_14_2_a_breach_may_cost_wagers_and_the_game() -> None:
    evening = dealt("9S 5H")
    for_supervisor(evening, "14.2", "prohibited-device", {"device": False})
    kept = clause_of(evening, "prohibited-device", {"device": False}, **OPERATOR)
    assert kept == ("14.2", "SANCTION")
    breach = {"player": "alice", "measures": ["void", "bar"], "offence": "14.7", "reason": "seen"}
    evening.no("wrong-role", "sanction-player", **SUPERVISOR, **breach)
    evening.ok("sanction-player", **OPERATOR, **breach)
    assert evening.chips("alice") == FULL
    evening.deal("KD KC")
    evening.finish()
    assert (evening.chips("alice"), evening.chips("bob")) == (FULL, FULL - STAKE)
    done(evening)


@cell("disturbance-or-fraud", 0)
def test_14_1_the_operator_may_invalidate_an_outcome_and_says_what_becomes_of_the_money() -> None:
    evening = dealt(PLAYER_WINS)
    for_supervisor(evening, "14.1", "disturbance-or-fraud", {"cause": DISTURBANCE})
    kept = clause_of(evening, "disturbance-or-fraud", {"cause": DISTURBANCE}, **OPERATOR)
    assert kept == ("14.1", "INVALIDATE_ONLY")
    disturbed = {"cause": DISTURBANCE, "reason": "a fire alarm"}
    evening.no("wrong-role", "invalidate-outcome", **disturbed)
    evening.no("decision-due", "invalidate-outcome", **OPERATOR, **disturbed)
    evening.ok("invalidate-outcome", **OPERATOR, **disturbed, refund=True)
    assert evening.chips("alice") == evening.chips("bob") == FULL
    done(evening)


@cell("disturbance-or-fraud", 1)
@pytest.mark.parametrize("cause", [FRAUD, IMPRACTICAL])
def test_14_3_the_operator_may_void_a_round_and_all_money_goes_back(cause: str) -> None:
    evening = betting(side_bets=PAIRS)
    evening.bet("alice", "perfect-pairs-player", "10")
    evening.deal("5S KC 5S 2C")
    for_supervisor(evening, "14.3", "disturbance-or-fraud", {"cause": cause})
    report(evening, "disturbance-or-fraud", {"cause": cause}, **OPERATOR)
    assert evening.table.round.void == "14.3"
    assert evening.chips("alice") == evening.chips("bob") == FULL
    evening.ok("clear-cards")
    refused(evening, "wrong-phase", "disturbance-or-fraud", {"cause": cause}, **OPERATOR)
    done(evening)


@cell("idle-player", 0)
def test_14_6_three_rounds_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    evening = Evening(GAME, places=2)
    evening.join("alice", 1)
    evening.join("bob", 2)
    for _ in range(3):
        evening.no("seat-kept", "vacate-seat", player="bob")
        evening.bet("alice", "player")
        evening.coup(PLAYER_WINS)
    assert clause_of(evening, "idle-player") == ("14.6", "MAY_LOSE_SEAT")
    (vacated,) = evening.ok("vacate-seat", player="bob")
    assert vacated.clause == "14.6"  # type: ignore[attr-defined]


# No rule, and what cannot happen

IN_ROUND: tuple[Case, ...] = (
    ("dealt-or-burned-in-error", {"burned": True}),
    ("wrong-deal", {"in_doubt": True}),
    ("found-after-next-coup", {"in_doubt": True}),
    ("wrong-call-or-settlement", {}),
    ("wrong-scheme", {}),
    ("first-card-exposed", {"face_up": True}),
    ("face-up-card", {}),
    ("order-seen", {}),
    ("missing-or-foreign-card", {}),
    ("not-cut", {}),
    ("not-shuffled", {"enough_cards": True}),
    ("cards-dropped", {}),
    ("check-ordered", {}),
    ("cards-handled", {}),
    ("scanner-disagrees", {}),
    ("display-wrong", {}),
    ("above-maximum", {"when": "past"}),
    ("differential", {}),
    ("mispayment", {}),
    ("mispayment-intended", {}),
    ("mispayment-large", {}),
    ("invalid-wager", {}),
    ("prohibited-device", {"device": True}),
    ("wager-refused", {}),
    ("no-exact-pay", {}),
    ("misplaced-wager", {}),
)


@cell("dealt-or-burned-in-error", 0)
@cell("wrong-deal", 0)
@cell("found-after-next-coup", 0)
@cell("wrong-call-or-settlement", 0)
@cell("wrong-scheme", 0)
@cell("first-card-exposed", 0)
@cell("face-up-card", 0)
@cell("order-seen", 0)
@cell("missing-or-foreign-card", 0)
@cell("not-cut", 0)
@cell("not-shuffled", 1)
@cell("cards-dropped", 0)
@cell("check-ordered", 0)
@cell("cards-handled", 0)
@cell("scanner-disagrees", 0)
@cell("display-wrong", 0)
@cell("above-maximum", 0)
@cell("differential", 0)
@cell("mispayment", 0)
@cell("mispayment-intended", 0)
@cell("mispayment-large", 0)
@cell("invalid-wager", 0)
@cell("prohibited-device", 0)
@cell("wager-refused", 0)
@cell("no-exact-pay", 0)
@cell("misplaced-wager", 0)
@pytest.mark.parametrize("case", IN_ROUND, ids=lambda case: case[0])
def test_no_rule_and_the_round_waits_for_a_supervisor(case: Case) -> None:
    evening = dealt(PLAYER_WINS)
    situation, said = case
    no_rule(evening, (situation, {"exposed": True, **said}))
    evening.finish()
    assert evening.chips("alice") == FULL + STAKE


@cell("hand-short", 0)
@cell("wrong-deal", 1)
@cell("cannot-rebuild", 0)
@cell("cards-to-wrong-player", 0)
@pytest.mark.parametrize(
    "case",
    [
        ("hand-short", {"exposed": True}),
        ("wrong-deal", {"exposed": True, "in_doubt": False}),
        ("cannot-rebuild", {}),
        ("cards-to-wrong-player", {}),
    ],
    ids=lambda case: case[0],
)
def test_no_rule_between_two_rounds_and_the_next_one_waits(case: Case) -> None:
    evening = dealt(PLAYER_WINS)
    evening.finish()
    no_rule(evening, case)
    assert evening.chips("alice") == FULL + STAKE


def test_no_rule_and_the_supervisor_may_have_the_round_just_over_voided() -> None:
    evening = dealt(PLAYER_WINS)
    evening.finish()
    said: dict[str, Value] = {"exposed": True, "in_doubt": False}
    (asked,) = report(evening, "wrong-deal", said)
    number = asked.number  # type: ignore[attr-defined]
    decided = {"number": number, "outcome": "COUP_VOID", "reason": "four cards, two decks"}
    evening.ok("decide-report", **SUPERVISOR, **decided)
    assert evening.chips("alice") == evening.chips("bob") == FULL
    assert evening.table.past is not None and evening.table.past.void
    evening.bet("alice", "player")
    evening.coup(PLAYER_WINS)
    done(evening)


@cell("found-after-closing", 0)
def test_no_rule_for_what_is_found_after_closing() -> None:
    evening = Evening(GAME)
    evening.ok("close-table", **OPERATOR)
    no_rule(evening, ("found-after-closing", {}))


@cell("hand-without-wager", 0)
@cell("more-face-up", 0)
@cell("device-fails", 0)
@cell("device-damages-cards", 0)
@cell("device-harms", 0)
@cell("device-without-spare", 0)
@cell("area-maximum", 0)
@cell("invalid-player-card", 0)
@cell("loss-limit", 0)
@cell("no-decision", 0)
@pytest.mark.parametrize(
    "situation",
    [
        "hand-without-wager",
        "more-face-up",
        "device-fails",
        "device-damages-cards",
        "device-harms",
        "device-without-spare",
        "area-maximum",
        "invalid-player-card",
        "loss-limit",
        "no-decision",
    ],
)
def test_cannot_happen_at_this_game(situation: str) -> None:
    cannot_happen(face_down("9S"), situation)
