"""Baccarat at The Star Sydney: wagers reopened, displays, and the cards of sections 3 and 4."""

from datetime import UTC, datetime

import pytest

from support.cells import cell
from support.evening import START, Evening
from support.irregular import (
    SUPERVISOR,
    at_table,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-baccarat"
NATURAL = "9S 5H KD 2C"  # Player 9, Banker 7
MIDNIGHT = datetime(2026, 3, 15, 13, tzinfo=UTC)  # of 15 March in Sydney, where it is morning


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


# 12.12 to 12.15


@cell("change-of-wagers", 0)
def test_12_12_a_supervisor_may_let_wagers_change_while_no_card_is_exposed() -> None:
    evening = at_table(GAME, "player", method="B")
    for card in ("4S", "5H", "KD", "KC"):
        evening.card(card)
    said = {"exposed": False, "deal_correct": True}
    assert refused(evening, "wrong-role", "change-of-wagers", said).clause == "12.12"
    evening.no_bet("untouched", "alice", "tie")
    events = report(evening, "change-of-wagers", said, role=SUPERVISOR)
    assert outcome(events) == ("REOPEN_WAGERS", "12.12")
    evening.bet("alice", "tie")
    evening.ok("withdraw-wager", player="alice", actor="alice", role="player", on="player")
    evening.bet("bob", "player", "200")
    evening.ok("resume-play")
    evening.no_bet("untouched", "alice", "player")
    assert [laid.on for laid in evening.table.round.stakes.values()] == ["tie", "player"]
    assert evening.table.round.no_bet is None
    sound(evening)


@cell("change-of-wagers", 1)
@pytest.mark.parametrize(("method", "cards"), [("A", ""), ("B", "4S 5H KD KC")])
def test_5_4_wagers_stay_in_method_a_and_once_a_card_is_exposed(method: str, cards: str) -> None:
    evening = at_table(GAME, "player", method=method, face="down", cards=cards)
    if not cards:
        evening.card("4S")
    said = {"exposed": False, "deal_correct": True}
    events = report(evening, "change-of-wagers", said, role=SUPERVISOR)
    assert outcome(events) == ("WAGERS_STAY", "5.4")
    assert evening.no_bet("untouched", "alice", "tie").clause == "5.4"


def test_12_12_nearest_miss_one_exposed_card_closes_wagers_again() -> None:
    evening = at_table(GAME, "player", method="B")
    for card in ("4S", "5H", "KD", "KC"):
        evening.card(card)
    report(evening, "change-of-wagers", {"exposed": False, "deal_correct": True}, role=SUPERVISOR)
    passing = {"hand": "player", "player": "alice"}
    assert evening.no("reopened", "pass-hand", **passing).clause == "12.12"
    evening.ok("resume-play")
    evening.ok("pass-hand", **passing)
    evening.turn("player", actor="alice", role="player")
    evening.no_bet("untouched", "alice", "tie")
    said = {"exposed": False, "deal_correct": True}  # the table knows better
    events = report(evening, "change-of-wagers", said, role=SUPERVISOR)
    assert outcome(events) == ("WAGERS_STAY", "5.4")


def test_12_12_nearest_miss_before_the_first_card_nothing_needs_reopening() -> None:
    evening = at_table(GAME, "player", method="B")
    said = {"exposed": False, "deal_correct": True}
    assert refused(evening, "not-so", "change-of-wagers", said, role=SUPERVISOR).clause == "12.12"


@cell("scanner-disagrees")
def test_12_13_the_supervisor_confirms_the_true_cards_or_the_coup_is_void() -> None:
    evening = coup(NATURAL, feed="scanned")
    assert refused(evening, "wrong-role", "scanner-disagrees", confirmed=True).clause == "12.13"
    refused(evening, "say-more", "scanner-disagrees", role=SUPERVISOR)
    true = ["6S", "5H", "KD", "2C"]  # the shoe had read the 6 as a 9
    events = report(evening, "scanner-disagrees", role=SUPERVISOR, confirmed=True, cards=true)
    assert outcome(events) == ("CONFIRM_OR_VOID", "12.13")
    assert evening.table.round.take_down is None
    evening.between()
    evening.finish()
    assert evening.chips("alice") == 990_000  # 6 loses to 7
    evening.bet("alice", "player")
    evening.deal("9H 5C KC 2D")
    report(evening, "scanner-disagrees", role=SUPERVISOR, confirmed=False)
    assert evening.table.round.void == "12.13"
    refused(evening, "void", "scanner-disagrees", role=SUPERVISOR, confirmed=True)
    assert evening.chips("alice") == 990_000
    sound(evening)


def test_12_13_a_card_that_the_shoe_only_imagined_is_still_in_it() -> None:
    evening = coup("4S 5H KD KC 8H", feed="scanned")
    true = ["4S", "5H", "4D", "KC"]
    report(evening, "scanner-disagrees", role=SUPERVISOR, confirmed=True, cards=true)
    assert evening.table.stack.dealt == 5  # burned and four
    assert evening.table.stack.seen.get("8H") is None
    sound(evening)


def test_12_13_nearest_miss_no_scanning_shoe_is_in_use() -> None:
    evening = coup(NATURAL)
    said = {"role": SUPERVISOR, "confirmed": False}
    assert refused(evening, "not-so", "scanner-disagrees", **said).clause == "12.13"


@cell("display-wrong")
def test_12_14_a_wrong_display_is_ignored() -> None:
    evening = coup(NATURAL)
    before = evening.table.round
    events = report(evening, "display-wrong", note="shows Banker")
    assert outcome(events) == ("IGNORE_DISPLAY", "12.14")
    assert evening.table.round == before
    evening.finish()
    assert evening.table.last is not None and evening.table.last.result == "player"


def test_12_14_nearest_miss_a_wrong_call_is_more_than_a_wrong_display() -> None:
    evening = coup(NATURAL)
    events = report(evening, "wrong-call-or-settlement", {"paid": False})
    assert outcome(events) == ("NO_RULE", None)


@cell("cards-to-wrong-player")
def test_12_15_cards_handed_to_the_wrong_player_leave_the_result() -> None:
    evening = at_table(GAME, "player", method="B")
    evening.bet("bob", "player", "500")
    for card in NATURAL.split():
        evening.card(card)
    right = evening.no("wrong-player", "pass-hand", hand="player", player="alice")
    assert right.clause == "8.8"
    assert outcome(report(evening, "cards-to-wrong-player")) == ("STAND", "12.15")
    evening.between()
    evening.finish()
    assert (evening.chips("alice"), evening.chips("bob")) == (1_010_000, 1_050_000)


def test_12_15_nearest_miss_method_a_hands_cards_to_nobody() -> None:
    assert refused(coup(NATURAL), "not-so", "cards-to-wrong-player").clause == "12.15"


# 3 and 4: cards and shuffle


@cell("order-seen", 0)
def test_4_13_a_shoe_whose_order_was_seen_is_void() -> None:
    evening = at_table(GAME, "player")
    said = {"in_shuffle": True}
    assert refused(evening, "wrong-role", "order-seen", said).clause == "4.13"
    assert outcome(report(evening, "order-seen", said, role=SUPERVISOR)) == ("VOID_SHOE", "4.13")
    (notice,) = evening.table.notices.due.values()
    assert (notice.to, notice.clause, notice.by) == ("inspector", "4.13", MIDNIGHT)
    evening.no("not-ready", "deal-card", card="9S")
    evening.fresh_cards()
    evening.coup(NATURAL)
    assert evening.chips("alice") == 1_010_000
    sound(evening)


def test_4_13_found_in_a_coup_that_coup_is_void_too() -> None:
    """The opinion may be formed at any time; a shoe that is void gives no result."""
    evening = coup("4S 5H")
    report(evening, "order-seen", {"in_shuffle": True}, role=SUPERVISOR)
    assert evening.chips("alice") == 1_000_000
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "4.13"
    sound(evening)


@cell("cards-dropped")
def test_4_6_1_a_supervisor_verifies_that_dropped_cards_were_all_recovered() -> None:
    evening = at_table(GAME, "player")
    events = report(evening, "cards-dropped")
    assert outcome(events) == ("VERIFY_ALL_RECOVERED", "4.6.1")
    (notice,) = evening.table.notices.due.values()
    assert (notice.to, notice.by) == (SUPERVISOR, START)
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "4.6.1"
    assert evening.no("wrong-role", "check-cards").clause == "4.6.1"
    evening.ok("check-cards", role=SUPERVISOR)
    evening.coup(NATURAL)
    sound(evening)


@cell("not-mixed")
def test_4_1_3_a_supervisor_may_order_a_shuffle_after_the_coup() -> None:
    evening = coup("4S 5H")
    assert refused(evening, "wrong-role", "not-mixed").clause == "4.1.3"
    events = report(evening, "not-mixed", role=SUPERVISOR, note="runs of one suit")
    assert outcome(events) == ("SHUFFLE_IF_DIRECTED", "4.1.3")
    evening.deal("KD KC 8H")
    evening.finish()
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "4.1.3"


@cell("cards-unfit")
def test_3_10_unfit_cards_are_replaced_between_coups_only() -> None:
    evening = coup(NATURAL)
    assert refused(evening, "wrong-phase", "cards-unfit", role=SUPERVISOR).clause == "3.10"
    evening.finish()
    refused(evening, "wrong-role", "cards-unfit")
    assert outcome(report(evening, "cards-unfit", role=SUPERVISOR)) == ("REPLACE_CARDS", "3.10")
    evening.bet("alice", "player")
    evening.no("must-shuffle", "deal-card", card="9S")
    evening.no("must-replace", "shuffle", role=SUPERVISOR, reason="worn")
    evening.ok("bring-cards", role=SUPERVISOR, occasion="unfit cards", back="blue")
    evening.fresh_cards()
    evening.coup(NATURAL)
    sound(evening)


@cell("check-ordered")
@pytest.mark.parametrize("role", [SUPERVISOR, "inspector"])
def test_3_11_a_supervisor_or_an_inspector_orders_a_check(role: str) -> None:
    evening = coup("4S 5H")
    assert refused(evening, "wrong-role", "check-ordered").clause == "3.11"
    assert outcome(report(evening, "check-ordered", role=role)) == ("CHECK_CARDS", "3.11")
    evening.ok("check-cards", ordered_by=role)  # at any time
    evening.deal("KD KC 8H")
    evening.finish()
    evening.bet("alice", "player")
    evening.deal("9S")
    sound(evening)


@cell("cards-handled")
def test_3_9_a_shoe_that_players_handled_is_replaced_once_played_out() -> None:
    evening = coup("4S 5H")
    assert outcome(report(evening, "cards-handled")) == ("REPLACE_SHOE", "3.9")
    evening.deal("KD KC 8H")
    evening.finish()
    evening.bet("alice", "player")
    evening.coup(NATURAL)  # the shoe is played on
    evening.ok("order-shuffle", role=SUPERVISOR, reason="doubt")
    assert evening.no("must-replace", "shuffle").clause == "3.9"
    occasion = "cards handled by players"
    evening.ok("bring-cards", role=SUPERVISOR, occasion=occasion, back="blue")
    evening.fresh_cards()
    sound(evening)


@cell("cutting-card-during-coup")
def test_4_9_the_cutting_card_in_a_coup_leaves_one_more() -> None:
    evening = coup("4S 5H")
    events = report(evening, "cutting-card-during-coup")
    assert outcome(events) == ("LAST_COUPS", "4.9")
    evening.ok("deal-card", card="KD", cutting_card=True)
    evening.deal("KC 8H")
    evening.finish()
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "4.9"


@cell("cutting-card-first")
def test_4_10_the_cutting_card_as_first_card_makes_that_coup_the_last() -> None:
    evening = at_table(GAME, "player")
    assert outcome(report(evening, "cutting-card-first")) == ("LAST_COUPS", "4.10")
    evening.ok("deal-card", card="9S", cutting_card=True)
    evening.deal("5H KD 2C")
    evening.finish()
    evening.bet("alice", "player")
    evening.no("must-shuffle", "deal-card", card="9S")
