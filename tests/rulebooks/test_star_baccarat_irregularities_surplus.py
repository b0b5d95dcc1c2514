"""Baccarat at The Star Sydney: surplus cards, cards that were seen, no-bet coups."""

import pytest

from support.cells import cell
from support.evening import Evening
from support.irregular import (
    SUPERVISOR,
    at_table,
    cards_of,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-baccarat"
ERROR = {"in_doubt": False}
DOUBT = {"in_doubt": True}
NATURAL = "9S 5H KD 2C"  # Player 9, Banker 7
BANKER_DRAWS = "7S 2H KD KC"  # Player 7 stands, Banker 2 draws
BOTH_STAND = "7S 6H KD KC"  # Player 7, Banker 6


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


# 12.2 to 12.5 Surplus and exposed cards


@cell("surplus-to-player-banker-draws")
def test_12_2_a_surplus_card_to_the_player_is_the_bankers_third() -> None:
    evening = coup(BANKER_DRAWS, "banker")
    events = report(evening, "surplus-to-player-banker-draws", card="6C")
    assert outcome(events) == ("REASSIGN_TO_BANKER", "12.2")
    assert cards_of(evening, "banker") == ["2H", "KC", "6C"]
    evening.finish()  # Banker 8 beats 7
    assert evening.chips("alice") == 1_009_500
    sound(evening)


def test_12_2_a_surplus_card_dealt_face_down_stays_face_down() -> None:
    evening = coup(BANKER_DRAWS, "banker", face="down")
    report(evening, "surplus-to-player-banker-draws")
    assert cards_of(evening, "banker") == ["2H", "KC", None]
    evening.ok("expose-cards", cards=[{"slot": 4, "card": "6C"}])
    evening.finish()
    sound(evening)


def test_12_2_nearest_miss_the_banker_is_not_due_the_card() -> None:
    evening = coup(BOTH_STAND)
    refused(evening, "not-so", "surplus-to-player-banker-draws", card="6C")
    evening = coup("4S 5H KD KC")  # the Player has to draw
    refused(evening, "not-so", "surplus-to-player-banker-draws", card="6C")


@cell("surplus-to-player-banker-stands", 1)
def test_12_2_unseen_and_not_due_it_opens_the_next_coup_with_wagers() -> None:
    evening = coup(BOTH_STAND)
    events = report(evening, "surplus-to-player-banker-stands", {"exposed": False})
    assert outcome(events) == ("FIRST_OF_NEXT", "12.2")
    evening.finish()
    dealt = evening.table.stack.dealt
    assert evening.table.round.no_bet is None
    evening.bet("alice", "player")
    evening.ok("deal-card")  # nobody names it: it came out before
    assert evening.table.stack.dealt == dealt
    assert cards_of(evening, "player") == [None]
    for name in ("2H", "KD", "KC"):
        evening.ok("deal-card", card=name)
    evening.ok("expose-cards", cards=[{"slot": 0, "card": "9C"}])
    evening.ok("announce-counts")
    evening.finish()
    assert evening.chips("alice") == 1_020_000
    assert evening.table.stack.seen["9C"] == 1
    sound(evening)


def test_12_2_nearest_miss_a_card_that_is_due_is_not_surplus() -> None:
    evening = coup("4S 5H KD KC")
    said = {"exposed": False}
    assert refused(evening, "not-so", "surplus-to-player-banker-stands", said).clause == "12.2"


@cell("surplus-to-player-banker-stands", 0)
def test_12_3_seen_it_opens_a_no_bet_coup() -> None:
    evening = coup(BOTH_STAND)
    said = {"exposed": True}
    events = report(evening, "surplus-to-player-banker-stands", said, card="9C")
    assert outcome(events) == ("FIRST_OF_NO_BET", "12.3")
    evening.finish()
    assert evening.table.round.no_bet == "12.3"
    assert evening.no_bet("no-bet-coup", "alice", "player").clause == "12.3"
    sound(evening)


@cell("surplus-to-banker")
@pytest.mark.parametrize("exposed", [True, False])
def test_12_3_a_surplus_card_to_the_banker_opens_a_no_bet_coup(exposed: bool) -> None:
    evening = coup(NATURAL)
    card = {"card": "9C"} if exposed else {}
    events = report(evening, "surplus-to-banker", {"exposed": exposed}, **card)
    assert outcome(events) == ("FIRST_OF_NO_BET", "12.3")
    evening.finish()
    assert evening.table.round.no_bet == "12.3"
    assert evening.table.stack.carried[0].card == ("9C" if exposed else None)
    evening.ok("deal-card")
    for name in ("2H", "KD", "KC"):
        evening.ok("deal-card", card=name)
    if not exposed:
        evening.ok("expose-cards", cards=[{"slot": 0, "card": "9C"}])
    evening.ok("announce-counts")
    evening.finish()
    assert evening.table.round.no_bet is None  # one coup only
    evening.bet("alice", "player")
    sound(evening)


def test_12_3_two_surplus_cards_force_one_no_bet_coup() -> None:
    evening = coup(NATURAL)
    report(evening, "surplus-to-banker", card="9C")
    report(evening, "surplus-to-banker", card="8C")
    evening.finish()
    evening.deal("9C 8C KD KC")
    assert cards_of(evening, "banker") == ["8C", "KC"]
    evening.finish()
    assert evening.table.round.no_bet is None
    sound(evening)


@cell("first-card-exposed")
@pytest.mark.parametrize("face_up", [True, False])
def test_12_3_a_first_card_that_was_seen_opens_a_no_bet_coup(face_up: bool) -> None:
    evening = at_table(GAME, "player")
    refused(evening, "unknown-card", "first-card-exposed", {"face_up": face_up})
    events = report(evening, "first-card-exposed", {"face_up": face_up}, card="9C")
    assert outcome(events) == ("FIRST_OF_NO_BET", "12.3")
    assert evening.chips("alice") == 1_000_000  # the wager goes back
    evening.no_bet("no-bet-coup", "alice", "player")
    refused(evening, "not-so", "first-card-exposed", {"face_up": face_up}, card="8C")
    evening.coup("9C 2H KD KC")
    assert evening.table.round.no_bet is None
    sound(evening)


def test_12_3_nearest_miss_a_later_card_is_not_a_first_card() -> None:
    evening = coup("4S 5H")
    refused(evening, "not-so", "first-card-exposed", {"face_up": True}, card="9C")
    empty = Evening(GAME, ready=False)
    refused(empty, "wrong-phase", "first-card-exposed", {"face_up": True}, card="9C")


@cell("no-bet-forced", 0)
def test_12_3_a_card_that_has_to_open_it_forces_a_no_bet_coup() -> None:
    evening = at_table(GAME, "player")
    events = report(evening, "no-bet-forced", {"forced_by": "card"})
    assert outcome(events) == ("NO_BET_MUST", "12.3")


@cell("no-bet-dealt")
def test_12_4_a_no_bet_coup_is_dealt_by_method_a_without_wagers() -> None:
    evening = at_table(GAME, "player", method="B")
    assert outcome(report(evening, "no-bet-dealt")) == ("DEALT_WITHOUT_WAGERS", "12.4")
    report(evening, "first-card-exposed", {"face_up": True}, card="9C")
    evening.no_bet("no-bet-coup", "alice", "player")
    evening.ok("deal-card")
    assert evening.table.round.method == "A"
    for _ in range(3):
        evening.ok("deal-card")
    keeps = evening.no("dealer-keeps", "pass-hand", hand="player", player="alice")
    assert keeps.clause == "8.5"
    sound(evening)


def test_12_4_nearest_miss_the_coup_after_it_is_dealt_by_method_b_again() -> None:
    evening = at_table(GAME, "player", method="B")
    report(evening, "first-card-exposed", {"face_up": True}, card="9C")
    for _ in range(4):
        evening.ok("deal-card")
    turned = [{"slot": 1, "card": "2H"}, {"slot": 2, "card": "KD"}, {"slot": 3, "card": "KC"}]
    evening.ok("expose-cards", cards=turned)
    evening.ok("announce-counts")
    evening.finish()
    evening.bet("alice", "player")
    evening.ok("deal-card")
    assert evening.table.round.method == "B"


@cell("face-up-card")
def test_12_5_a_card_found_face_up_after_the_first_is_played() -> None:
    evening = coup("4S 5H", "player", face="down")
    events = report(evening, "face-up-card", card="KD")
    assert outcome(events) == ("PLAY_AS_DEALT", "12.5")
    assert [slot.up for slot in evening.table.round.slots] == [False, False, True]
    assert cards_of(evening, "player") == [None, "KD"]
    evening.deal("KC")
    sound(evening)


def test_12_5_nearest_miss_before_the_first_card_or_with_none_due() -> None:
    evening = at_table(GAME, "player")
    refused(evening, "not-so", "face-up-card", card="KD")
    refused(coup(NATURAL), "not-so", "face-up-card", card="3D")
    evening = coup("4S 5H KD")
    evening.ok("deal-card", card="KC")
    assert refused(evening, "not-announced", "face-up-card", card="8H").clause == "8.6.2"


@cell("more-face-up")
def test_12_5_1_a_supervisor_may_have_the_device_emptied_and_checked() -> None:
    evening = coup("4S 5H KD KC 8H", source="device")
    assert refused(evening, "wrong-role", "more-face-up").clause == "12.5.1"
    events = report(evening, "more-face-up", role=SUPERVISOR)
    assert outcome(events) == ("CHECK_DEVICE", "12.5.1")
    evening.finish()  # only after the coup
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "12.5.1"
    evening.ok("check-cards")
    evening.no("must-shuffle", "deal-card", card="9S")
    evening.ok("shuffle")
    evening.ok("burn-cards")
    evening.coup(NATURAL)
    sound(evening)


def test_12_5_1_nearest_miss_a_card_shoe_is_not_emptied() -> None:
    assert refused(coup(NATURAL), "not-so", "more-face-up", role=SUPERVISOR).clause == "12.5.1"


def test_a_surplus_card_of_a_device_comes_back_to_it() -> None:
    """An unseen card carried into the next coup is counted once turned, and returns once."""
    evening = coup(BOTH_STAND, source="device")
    cards = evening.table.stack.cards
    report(evening, "surplus-to-player-banker-stands", {"exposed": False})
    evening.finish()
    evening.bet("alice", "player")
    evening.ok("deal-card")
    for name in ("2H", "KD", "KC"):
        evening.ok("deal-card", card=name)
    evening.ok("expose-cards", cards=[{"slot": 0, "card": "9C"}])
    evening.ok("announce-counts")
    evening.finish()
    assert evening.table.stack.cards == cards
    assert evening.table.stack.seen.get("9C") is None
    sound(evening)
