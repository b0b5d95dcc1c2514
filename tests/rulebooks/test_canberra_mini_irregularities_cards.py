"""Mini-Baccarat, cell by cell: wagers reopened, the stack of cards, hands delivered (12.6 to 12.9,
and sections 2, 5 and 6)."""

import pytest

from sabot.rules.irregularities.irregularity import Value
from support.cells import cell
from support.evening import Evening
from support.matrix_checks import (
    OPERATOR,
    SUPERVISOR,
    clause_of,
    done,
    for_supervisor,
    refused,
    report,
    run_out,
)
from support.mini_evening import (
    BANKER_STANDS,
    FULL,
    GAME,
    PAIRS,
    PLAYER_WINS,
    STAKE,
    betting,
    dealt,
    face_down,
    take_down,
)

OPENS: dict[str, Value] = {"exposed": False, "deal_correct": True}

# 12.6 Wagers changed before a card is seen


@cell("change-of-wagers", 0)
def test_12_6_a_a_supervisor_lets_players_move_change_add_and_withdraw_wagers() -> None:
    evening = face_down("9S 5H KD")
    evening.no_bet("untouched", "alice", "tie")
    for_supervisor(evening, "12.6(a)", "change-of-wagers", OPENS)
    report(evening, "change-of-wagers", OPENS, **SUPERVISOR)
    evening.bet("alice", "tie", "20")
    evening.ok("withdraw-wager", actor="alice", role="player", player="alice", on="player")
    evening.bet("alice", "player", "150")
    evening.ok("withdraw-wager", actor="bob", role="player", player="bob", on="banker")
    evening.bet("bob", "player", "30")
    assert evening.no("reopened", "deal-card").clause == "12.6(a)"
    evening.ok("resume-play")
    assert evening.no_bet("untouched", "alice", "tie", "5").clause == "4.6"
    evening.card("KC")
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == FULL - 2_000 + 15_000
    assert evening.chips("bob") == FULL + 3_000
    done(evening)


def test_12_6_b_when_all_withdraw_the_hand_is_finished_as_a_no_bet_round() -> None:
    evening = face_down(PLAYER_WINS)
    report(evening, "change-of-wagers", OPENS, **SUPERVISOR)
    for player, on in (("alice", "player"), ("bob", "banker")):
        evening.ok("withdraw-wager", actor=player, role="player", player=player, on=on)
    evening.no("reopened", "expose-cards", cards=[])
    evening.ok("resume-play")
    assert evening.table.round.no_bet == "12.6(a)"
    evening.no_bet("untouched", "alice", "player")
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == evening.chips("bob") == FULL
    done(evening)


def test_12_6_b_nearest_miss_one_wager_that_stays_makes_it_a_round_like_any_other() -> None:
    evening = face_down(PLAYER_WINS)
    report(evening, "change-of-wagers", OPENS, **SUPERVISOR)
    evening.ok("withdraw-wager", actor="bob", role="player", player="bob", on="banker")
    evening.ok("resume-play")
    assert evening.table.round.no_bet is None


@cell("change-of-wagers", 1)
def test_4_6_no_wager_is_touched_once_a_card_was_seen_or_wrongly_dealt() -> None:
    evening = dealt("9S")
    assert clause_of(evening, "change-of-wagers", OPENS) == ("4.6", "WAGERS_STAY")
    assert evening.no_bet("untouched", "alice", "tie").clause == "4.6"
    wrongly: dict[str, Value] = {"exposed": False, "deal_correct": False}
    assert clause_of(face_down("9S"), "change-of-wagers", wrongly) == ("4.6", "WAGERS_STAY")


def test_12_6_a_nearest_miss_no_card_is_out_yet() -> None:
    rejection = refused(betting(method="down"), "not-so", "change-of-wagers", OPENS, **SUPERVISOR)
    assert rejection.clause == "12.6(a)"


# 12.7 and 12.8 The stack


def until_short() -> Evening:
    """A card of the round is out, and none is left for the next."""
    evening = Evening(GAME)
    evening.join("alice", 1)
    run_out(evening, lambda: evening.bet("alice", "player", "5"))
    return evening


@cell("cards-run-out", 0)
@cell("not-shuffled", 0)
@pytest.mark.parametrize(
    ("situation", "said"), [("cards-run-out", {}), ("not-shuffled", {"enough_cards": False})]
)
def test_12_7_a_round_that_the_cards_do_not_finish_is_void(
    situation: str, said: dict[str, Value]
) -> None:
    evening = until_short()
    held = evening.chips("alice")
    assert evening.no("cards-run-out", "deal-card", card="2S").clause == "12.7"
    report(evening, situation, said)
    assert evening.table.round.void == "12.7"
    assert evening.chips("alice") == held + 500
    evening.ok("clear-cards")
    done(evening)


def test_12_7_nearest_miss_not_while_a_card_is_left_and_never_the_round_before() -> None:
    evening = dealt(PLAYER_WINS)
    refused(evening, "not-so", "cards-run-out")
    evening.finish()
    assert refused(evening, "not-so", "cards-run-out").clause == "12.7"
    assert evening.chips("alice") == FULL + STAKE


@cell("burn-forgotten", 0)
def test_12_8_when_the_burn_was_forgotten_the_round_goes_on() -> None:
    evening = Evening(GAME, ready=False)
    evening.prepare(burn=False)
    evening.join("alice", 1)
    evening.bet("alice", "player")
    evening.ok("no-more-bets")
    evening.no("not-burned", "deal-card", card="9S")
    assert refused(evening, "not-so", "burn-forgotten").clause == "12.8"
    evening.card("9S", unburned=True)
    report(evening, "burn-forgotten")
    evening.coup("5H KD KC")
    assert evening.table.stack.dealt == 4
    done(evening)


def test_12_8_nearest_miss_nothing_was_forgotten_after_the_burn() -> None:
    assert refused(betting(), "not-so", "burn-forgotten").clause == "12.8"


# 12.9 Hands delivered


@cell("cards-to-wrong-player", 1)
def test_12_9_wagers_may_be_taken_down_even_when_a_card_has_been_seen() -> None:
    evening = face_down(PLAYER_WINS)
    evening.turn("player")
    report(evening, "cards-to-wrong-player", hand="player", player="bob")
    assert evening.no("take-down", "expose-cards", cards=[]).clause == "12.9"
    take_down(evening, "bob")
    assert evening.no_bet("untouched", "bob", "banker").clause == "4.6"
    evening.ok("resume-play")
    evening.deal("")
    evening.finish()
    assert (evening.chips("alice"), evening.chips("bob")) == (FULL + STAKE, FULL)
    done(evening)


def test_12_9_when_all_wagers_are_down_the_round_goes_on_without_any() -> None:
    evening = face_down(PLAYER_WINS)
    report(evening, "cards-to-wrong-player", hand="player", player="bob")
    for player in ("alice", "bob"):
        take_down(evening, player)
    evening.ok("resume-play")
    assert evening.table.round.no_bet == "12.9"
    evening.deal("")
    evening.finish()
    done(evening)


def test_12_9_pairs_that_are_decided_cannot_be_taken_down() -> None:
    evening = betting(method="down", side_bets=PAIRS)
    evening.bet("alice", "perfect-pairs-player", "10")
    evening.deal("5S KC 4S 2C")
    assert evening.table.round.settled
    report(evening, "cards-to-wrong-player", hand="player", player="bob")
    take_down(evening, "alice")
    assert evening.chips("alice") == FULL - 1_000
    evening.ok("resume-play")
    done(evening)


def test_12_9_nearest_miss_with_every_wager_settled_there_is_none_to_take_down() -> None:
    evening = face_down(BANKER_STANDS)
    evening.deal("")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert not report(evening, "cards-to-wrong-player", hand="player", player="bob")
    evening.no("wrong-phase", "take-down", actor="alice", role="player", player="alice")
    evening.ok("clear-cards")
    assert evening.chips("alice") == FULL - STAKE


def test_12_9_nearest_miss_nobody_was_handed_cards() -> None:
    evening = face_down(PLAYER_WINS)
    assert refused(evening, "say-more", "cards-to-wrong-player").clause == "12.9"
    to_alice = {"hand": "player", "player": "alice"}
    assert refused(evening, "not-so", "cards-to-wrong-player", **to_alice).clause == "12.9"


# Sections 2, 5 and 6


@cell("cards-after-void", 0)
@cell("not-mixed", 0)
@pytest.mark.parametrize("situation", ["cards-after-void", "not-mixed"])
def test_5_1_c_a_supervisor_may_order_a_shuffle_after_the_round(situation: str) -> None:
    evening = dealt(BANKER_STANDS)
    report(evening, "cannot-rebuild", **SUPERVISOR)
    for_supervisor(evening, "5.1(c)", situation)
    report(evening, situation, **SUPERVISOR)
    evening.ok("clear-cards")
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "5.1(c)"
    evening.ok("shuffle")
    done(evening)


@cell("cards-unfit", 0)
def test_2_3_the_operator_may_change_cards_after_any_round() -> None:
    evening = betting()
    for_supervisor(evening, "2.3", "cards-unfit")
    refused(evening, "wrong-role", "cards-unfit", **SUPERVISOR)
    report(evening, "cards-unfit", **OPERATOR)
    evening.no("must-replace", "shuffle")
    evening.ok("bring-cards", back="red", occasion="any reason after a round", **OPERATOR)
    evening.fresh_cards()
    evening.deal("9S")
    assert refused(evening, "wrong-phase", "cards-unfit", **OPERATOR).clause == "2.3"
    done(evening)


@cell("cutting-card-during-coup", 0)
def test_5_8_after_the_cutting_card_in_a_round_that_round_is_the_last() -> None:
    evening = dealt("6S")
    (out,) = report(evening, "cutting-card-during-coup")
    assert (out.clause, out.first) == ("5.8", False)  # type: ignore[attr-defined]
    evening.card("4H", cutting_card=True)
    evening.deal("KD 3C")
    evening.finish()
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "5.8"
    done(evening)


@cell("cutting-card-first", 0)
def test_5_8_the_cutting_card_first_and_a_tie_give_one_more_round() -> None:
    evening = betting()
    (out,) = report(evening, "cutting-card-first")
    assert (out.clause, out.first) == ("5.8", True)  # type: ignore[attr-defined]
    evening = betting()
    evening.ok("no-more-bets")
    evening.card("9S", cutting_card=True)
    evening.deal("9H KD KC")
    evening.finish()
    evening.bet("alice", "player")
    evening.coup("9D 9C KH KS")
    evening.no("must-shuffle", "deal-card", card="2C")


@cell("cards-refused", 0)
def test_6_3_the_dealer_turns_any_hand_that_lies_face_down() -> None:
    evening = face_down(PLAYER_WINS)
    said: dict[str, Value] = {"cards": "unturned", "other_hand": False}
    assert clause_of(evening, "cards-refused", said) == ("6.3", "DEALER_TURNS")
    evening.ok("pass-hand", hand="player", player="alice")
    evening.ok("return-hand", hand="player")
    (turned,) = evening.turn("player")
    assert turned.clause == "6.3"  # type: ignore[attr-defined]
