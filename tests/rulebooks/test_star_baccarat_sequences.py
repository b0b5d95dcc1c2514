"""Baccarat at The Star Sydney: one thing after another, where each alone was right."""

from dataclasses import dataclass
from typing import Any

import pytest

from sabot.table.players.seats import Visit
from sabot.table.stream import replace
from support.evening import Evening
from support.irregular import SUPERVISOR, at_table, kinds, refused, report, sound

GAME = "star-baccarat"
NATURAL = "9S 5H KD 2C"  # Player 9, Banker 7


def coup(cards: str, *bets: str, **options: Any) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


# 3.8 and 3.9 Other cards for a reason that is one

NEW = {"role": SUPERVISOR, "back": "blue"}


def test_3_8_nearest_miss_not_in_the_middle_of_a_shoe() -> None:
    evening = coup(NATURAL)
    evening.finish()
    new = evening.no("wrong-replacement", "bring-cards", occasion="the last coup", **NEW)
    assert new.clause == "3.8"


def test_3_9_nearest_miss_cards_that_no_player_has_touched() -> None:
    new = {"occasion": "cards handled by players", **NEW}
    assert at_table(GAME).no("wrong-replacement", "bring-cards", **new).clause == "3.9"


def test_12_1_3_the_cards_left_may_be_replaced_if_all_agree() -> None:
    evening = coup(NATURAL)
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    report(evening, "cards-after-void", role=SUPERVISOR, agreed=["alice", "bob"])
    evening.ok("clear-cards")
    evening.ok("bring-cards", occasion="the last coup", **NEW)
    evening.fresh_cards()
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    sound(evening)


def test_12_6_an_empty_shoe_is_shuffled_before_anything_else() -> None:
    evening = at_table(GAME, "player", decks=3)
    stack = replace(evening.table.stack, dealt=154)
    evening.table = replace(evening.table, stack=stack)
    evening.deal("4S 5H")
    evening.no("cards-run-out", "deal-card", card="KD")
    evening.ok("report-irregularity", situation="cards-run-out")
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="KD").clause == "4.10"
    evening.ok("shuffle")


# 3.11 A check that finds something wrong


def test_3_11_cards_that_were_found_wrong_are_not_played() -> None:
    evening = at_table(GAME, "player")
    evening.ok("check-cards", ordered_by="inspector", missing=1)
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "12.11.2"
    assert evening.no("not-checked", "shuffle", role=SUPERVISOR, reason="?").clause == "12.11.2"
    evening.fresh_cards()
    evening.deal(NATURAL)
    sound(evening)


# 4.3 Whoever cuts for another is at the table


def before_the_cut() -> Evening:
    evening = Evening(GAME, ready=False)
    evening.join("alice", 1)
    evening.join("bob", 2)
    evening.ok("shuffle")
    evening.ok("approve", role=SUPERVISOR, what="players cut")
    return evening


def test_4_3_1_the_first_player_may_have_another_player_cut() -> None:
    evening = before_the_cut()
    cut = {"depth": 200, "from_back": 52, "designated_by": "alice"}
    evening.ok("cut-cards", **cut, cutter="bob")


@pytest.mark.parametrize("cutter", ["a passer-by", None])
def test_4_3_1_nearest_miss_only_a_player_is_designated(cutter: str | None) -> None:
    cut = {"depth": 200, "from_back": 52, "designated_by": "alice", "cutter": cutter}
    assert before_the_cut().no("wrong-cut", "cut-cards", **cut).clause == "4.3.1"


# 4.9 and 4.10 The cutting card beside a card that came out wrongly


def test_4_9_a_reported_cutting_card_is_counted() -> None:
    evening = coup(NATURAL)
    assert "CuttingCardOut" in kinds(report(evening, "cutting-card-during-coup"))
    evening.finish()
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "4.9"


def test_4_10_a_cutting_card_reported_before_the_first_card_is_counted() -> None:
    evening = at_table(GAME, "player")
    report(evening, "cutting-card-first")
    evening.coup(NATURAL)
    evening.bet("alice", "player")
    evening.no("must-shuffle", "deal-card", card="9S")


def test_4_10_nearest_miss_once_cards_are_out_it_is_not_first() -> None:
    assert refused(coup("4S 5H"), "not-so", "cutting-card-first").clause == "4.10"


def test_4_9_nearest_miss_between_coups_it_did_not_come_during_one() -> None:
    evening = at_table(GAME, "player")
    assert refused(evening, "wrong-phase", "cutting-card-during-coup").clause == "4.9"


# 12.3 A no-bet coup that a card forces lasts as long as the card


def test_12_3_a_card_shuffled_away_forces_no_coup() -> None:
    evening = coup("6S")
    evening.ok("deal-card", card="6H", cutting_card=True)
    evening.deal("KD KC")
    evening.finish()
    evening.bet("alice", "player")
    evening.deal(NATURAL)
    report(evening, "surplus-to-banker", {"exposed": True}, card="3H")
    evening.finish()
    evening.no_bet("no-bet-coup", "alice", "player")
    evening.no("must-shuffle", "deal-card")
    evening.fresh_cards()
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    sound(evening)


def test_12_3_a_card_replaced_with_its_shoe_forces_no_coup() -> None:
    evening = coup(NATURAL)
    report(evening, "surplus-to-banker", {"exposed": True}, card="3H")
    evening.finish()
    evening.ok("bring-cards", role=SUPERVISOR, occasion="unfit cards", back="blue")
    evening.fresh_cards()
    evening.bet("alice", "player")


def test_7_5_nearest_miss_a_shuffle_does_not_end_what_players_agreed_to() -> None:
    evening = at_table(GAME)
    evening.ok("call-no-bet-coup", role=SUPERVISOR, agreed=["alice", "bob"])
    evening.ok("shuffle", role=SUPERVISOR, reason="doubt")
    evening.ok("cut-cards", depth=200, from_back=52, **evening.cutter())
    evening.no_bet("no-bet-coup", "alice", "player")


# 6.7 Higher minimums, seen and hidden

PLAIN = {"minimum": "5", "maximum": "1000"}


def test_6_7_a_lower_minimum_taken_off_the_sign_is_a_higher_one() -> None:
    evening = at_table(GAME, sign={"wagers": {"tie": {"minimum": "2"}}})
    assert evening.no("no-sign", "change-limits", role=SUPERVISOR, sign=PLAIN).clause == "6.7"


def test_6_7_nearest_miss_a_higher_minimum_may_come_off_the_sign() -> None:
    evening = at_table(GAME, sign={"wagers": {"tie": {"minimum": "20"}}})
    evening.ok("change-limits", role=SUPERVISOR, sign=PLAIN)
    evening.bet("alice", "tie", "5")


def test_6_7_1_a_maximum_for_one_bet_takes_no_old_minimum_away() -> None:
    evening = at_table(GAME, sign={"wagers": {"player": {"maximum": "500"}}})
    evening.ok("raise-minimum", role=SUPERVISOR, minimum="50")
    evening.bet("alice", "player", "5")
    evening.no_bet("above-maximum", "alice", "player", "600")


def test_6_8_a_minimum_for_one_bet_takes_no_personal_maximum_away() -> None:
    evening = at_table(GAME, sign={"wagers": {"player": {"minimum": "10"}}})
    limits = {"minimum": "100", "maximum": "5000"}
    evening.ok("set-personal-limits", role=SUPERVISOR, player="alice", **limits)
    evening.bet("alice", "player", "5000")


# 10.4 and 14.17 A reserved side bet does not outlive the main bet


def test_10_4_a_reserved_side_bet_goes_with_a_refused_main_bet() -> None:
    evening = at_table(GAME, "player", side_bets=["pairs-player", "pairs-banker"])
    told = {"told": ["surveillance"], "sign": True}
    evening.ok("restrict-side-bet", role=SUPERVISOR, wager="pairs-player", **told)
    evening.bet("alice", "pairs-player")
    refuse = {"role": SUPERVISOR, "player": "alice", "reason": "a late hand"}
    (refused,) = evening.ok("refuse-wager", on="player", **refuse)
    assert len(refused.sequences) == 2  # type: ignore[attr-defined]
    assert not evening.table.round.stakes


# Wagers found late are wagers all the same


@dataclass(frozen=True)
class Found:
    clause: str
    code: str
    on: str


@pytest.mark.parametrize(
    "found",
    [
        Found("5.6.6", "needs-approval", "banker"),
        Found("10.4", "main-bettors-only", "pairs-player"),
    ],
    ids=lambda found: found.clause,
)
def test_6_4_nearest_miss_a_small_wager_that_was_never_allowed(found: Found) -> None:
    evening = at_table(GAME, side_bets=["pairs-player", "pairs-banker", "super-six"])
    told = {"told": ["surveillance"], "sign": True}
    evening.ok("restrict-side-bet", role=SUPERVISOR, wager="pairs-player", **told)
    evening.bet("alice", "player")
    evening.bet("bob", "tie")
    evening.deal("4S")
    if found.on == "pairs-player":
        evening.ok("report-irregularity", situation="invalid-wager", player="alice", on="player")
    late = {"player": "alice", "on": found.on, "amount": "1"}
    assert refused(evening, found.code, "below-minimum", **late).clause == found.clause


def test_12_1_1_nearest_miss_no_wager_is_found_while_wagers_come_down() -> None:
    evening = coup("4S 9H KD KC")
    cards = ["4S", "9H", "KD", "KC"]
    report(evening, "wrong-deal", {"in_doubt": False}, cards=cards)
    evening.ok("take-down", actor="alice", role="player", player="alice")
    late = {"player": "alice", "on": "banker", "amount": "1"}
    assert refused(evening, "take-down", "below-minimum", **late).clause == "12.1.1"


# 12.15 Cards in the wrong hands are turned there


def test_12_15_the_player_who_has_them_by_mistake_turns_them() -> None:
    evening = at_table(GAME, "player", method="B")
    evening.bet("bob", "player", "500")
    for card in NATURAL.split():
        evening.card(card)
    events = report(evening, "cards-to-wrong-player", hand="player", player="alice")
    assert kinds(events) == ["IrregularityReported", "HandPassed"]
    evening.turn("player", actor="alice", role="player")
    assert evening.table.stack.handled
    evening.between()
    evening.finish()
    assert (evening.chips("alice"), evening.chips("bob")) == (1_010_000, 1_050_000)
    sound(evening)


def test_12_15_nearest_miss_the_right_player_is_no_wrong_one() -> None:
    evening = at_table(GAME, "player", method="B")
    for card in NATURAL.split():
        evening.card(card)
    wrong = {"hand": "player", "player": "alice"}
    assert refused(evening, "not-so", "cards-to-wrong-player", **wrong).clause == "12.15"


# 13.5.3 The cards left are cut as any others


def test_13_5_3_nearest_miss_the_cut_is_less_than_one_deck_deep() -> None:
    evening = coup("4S 5H", source="device")
    report(evening, "device-without-spare")
    cut = {"to_players": False, "from_back": 52}
    assert evening.no("wrong-cut", "cut-cards", **cut, depth=51).clause == "4.5"
    evening.ok("cut-cards", **cut, depth=52)


# 14.1 One Player Card, one player


def test_14_1_nearest_miss_a_card_with_which_somebody_plays_already() -> None:
    evening = at_table(GAME)
    carl = {"player": "carl", "card": "card of alice"}
    assert evening.no("player-card", "join-table", **carl).clause == "14.1"


# 12.22 A Loss Limit that is there


def test_12_22_nearest_miss_an_account_without_a_loss_limit() -> None:
    evening = Evening(GAME)
    visit = Visit(card="card of alice")
    evening.join("alice", 1, visit=visit)
    evening.bet("alice", "player")
    evening.deal("4S 9H KD KC")
    late = {"player": "alice", "amount": "0"}
    said = {"duties_kept": False}
    assert refused(evening, "no-loss-limit", "loss-limit", said, **late).clause == "12.22.1"
