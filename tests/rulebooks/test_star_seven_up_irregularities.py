"""7-Up Baccarat at The Star Sydney: dealing errors and cards that were seen, at the table."""

import pytest

from support.cells import cell
from support.evening import Evening
from support.irregular import (
    SUPERVISOR,
    as_dealt,
    at_table,
    cards_of,
    kinds,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-seven-up"
ERROR = {"in_doubt": False}
DOUBT = {"in_doubt": True}
# The printed 7 is the Player's first card; the Banker has the first and third that are dealt.
NATURAL = "5S 2H KD"  # Player 9, Banker 5
BANKER_DRAWS = "2S KH KD"  # Player 7 stands, Banker 2 draws
BOTH_STAND = "6S KH KD"  # Player 7, Banker 6
PLAYER_DRAWS = "5S 8H KD"  # Player 5 draws, Banker 5


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


# 12.1 Wrong deals


@cell("wrong-deal", 0)
def test_12_1_1_a_doubtful_order_is_rebuilt_and_wagers_may_come_down() -> None:
    evening = coup(NATURAL, "player", "tie")
    events = report(evening, "wrong-deal", DOUBT, cards=["KD", "2H", "5S"])
    assert outcome(events) == ("REBUILD_THEN_TAKE_DOWN", "12.1.1")
    assert kinds(events)[1:] == ["CoupRebuilt", "TakeDownOffered"]
    assert cards_of(evening, "banker") == ["KD", "5S"]
    assert evening.no("take-down", "announce-result").clause == "12.1.1"
    evening.no("proxy", "take-down", player="alice", actor="bob", role="player")
    evening.ok("take-down", player="alice", actor="alice", role="player", on="tie")
    evening.no_bet("untouched", "alice", "tie")
    evening.ok("resume-play")
    evening.no("not-stopped", "resume-play")
    evening.between()
    evening.finish()
    assert evening.chips("alice") == 1_010_000
    sound(evening)


@cell("wrong-deal", 1)
def test_12_1_1_an_error_found_before_the_next_coup_reopens_the_last() -> None:
    """The cards wait in the rack until the next coup is settled (8.4), so nothing is lost."""
    evening = coup(NATURAL)
    evening.finish()
    evening.bet("alice", "player")
    evening.coup("6S KH KC")
    assert evening.chips("alice") == 1_015_000  # 1 to 2 on a 7
    evening.bet("bob", "banker", "500")
    cards = evening.table.stack.cards - evening.table.stack.dealt
    events = report(evening, "wrong-deal", ERROR, cards=["KH", "6S", "KC"])
    assert kinds(events)[1:] == ["CoupReopened", "CoupRebuilt", "TakeDownOffered"]
    assert evening.chips("bob") == 1_000_000  # the next coup's wager goes back
    assert cards_of(evening, "banker") == ["KH", "KC"]
    evening.ok("resume-play")
    evening.between()
    evening.deal("2C 3C")  # Player 7 and 6 is 3, draws 2; Banker 0 draws 3
    evening.finish()
    assert evening.chips("alice") == 1_020_000  # 5 beats 3, 1 to 1
    assert evening.table.patrons["alice"].lost == -200_00
    assert evening.table.patrons["bob"].idle == 0  # a seat is free
    assert evening.table.stack.cards == cards - 2
    sound(evening)


@cell("no-bet-forced", 1)
def test_12_1_1_with_all_wagers_down_the_coup_is_a_no_bet_coup() -> None:
    evening = coup(NATURAL)
    events = report(evening, "no-bet-forced", {"forced_by": "taken down"})
    assert outcome(events) == ("NO_BET_MUST", "12.1.1")
    report(evening, "wrong-deal", DOUBT, cards=as_dealt(evening))
    evening.ok("take-down", player="alice", actor="alice", role="player")
    evening.ok("resume-play")
    assert evening.table.round.no_bet == "12.1.1"
    evening.between()
    evening.finish()
    assert evening.chips("alice") == 1_000_000
    sound(evening)


@cell("hand-short")
def test_12_1_1_a_hand_short_of_cards_gets_them() -> None:
    evening = coup("5S 2H")
    report(evening, "hand-short", {"hand": "banker"}, cards=["5S", "2H", "KD"])
    assert cards_of(evening, "banker") == ["5S", "KD"]
    assert evening.table.stack.dealt == 4  # with the burned card
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    sound(evening)


@cell("dealt-or-burned-in-error", 1)
def test_12_1_1_a_card_dealt_in_error_is_part_of_the_rebuilt_order() -> None:
    evening = coup(NATURAL)
    said = {"burned": False, "refused": "nobody"}
    cards = [*NATURAL.split(), "3C"]
    events = report(evening, "dealt-or-burned-in-error", said, cards=cards)
    assert outcome(events) == ("REBUILD_THEN_TAKE_DOWN", "12.1.1")
    assert [slot.card for slot in evening.table.stack.waiting] == ["3C"]
    assert evening.table.next_no_bet == ("12.3",)
    sound(evening)


def test_12_1_nearest_miss_a_third_card_that_was_due_is_no_error() -> None:
    evening = coup(PLAYER_DRAWS)
    report(evening, "wrong-deal", DOUBT, cards=[*PLAYER_DRAWS.split(), "8C"])
    assert cards_of(evening, "player") == ["8H", "8C"]
    assert not evening.table.stack.waiting
    evening.ok("resume-play")
    evening.ok("announce-counts")
    evening.finish()
    assert evening.chips("alice") == 990_000  # 3 against 5
    sound(evening)


@pytest.mark.parametrize("cards", [["5S", "2H"], ["5S"] * 7])
def test_12_1_1_nearest_miss_cards_that_cannot_be_the_coups(cards: list[str]) -> None:
    code = "not-so" if len(cards) < 3 else "too-many-copies"
    refused(coup(NATURAL), code, "wrong-deal", ERROR, cards=cards)


def test_12_1_1_nearest_miss_players_do_not_report() -> None:
    refused(coup(NATURAL), "wrong-role", "wrong-deal", ERROR, role="player")


@cell("cannot-rebuild")
def test_12_1_2_a_coup_that_cannot_be_rebuilt_is_void_by_a_supervisor() -> None:
    evening = coup(BOTH_STAND, "player", "tie")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert refused(evening, "wrong-role", "cannot-rebuild").clause == "12.1.2"
    events = report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert outcome(events) == ("COUP_VOID", "12.1.2")
    assert evening.chips("alice") == 1_000_000
    refused(evening, "void", "wrong-deal", ERROR)
    evening.ok("clear-cards")
    sound(evening)


@cell("cards-after-void")
def test_12_1_2_after_a_void_play_goes_on_with_the_cards_in_the_device() -> None:
    evening = coup(NATURAL)
    refused(evening, "not-so", "cards-after-void")
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    events = report(evening, "cards-after-void")
    assert outcome(events) == ("CONTINUE", "12.1.2")
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    assert evening.chips("alice") == 1_010_000


def test_12_1_2_nearest_miss_no_coup_has_been_played() -> None:
    refused(at_table(GAME), "nothing-there", "cannot-rebuild", role=SUPERVISOR)


@cell("found-after-next-coup")
def test_12_1_3_found_when_the_next_coup_has_begun_it_stands() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.bet("alice", "player")
    refused(evening, "not-so", "found-after-next-coup", ERROR, coup=1)
    evening.deal("4S")
    before = evening.table.balances
    events = report(evening, "found-after-next-coup", ERROR, coup=1)
    assert outcome(events) == ("STAND", "12.1.3")
    assert evening.table.balances == before


@cell("found-after-closing")
def test_12_1_3_found_when_the_device_is_empty_or_the_table_closed_it_stands() -> None:
    evening = coup(NATURAL)
    evening.finish()
    report(evening, "order-seen", role="gaming manager")
    refused(evening, "too-late", "wrong-deal", ERROR)
    assert outcome(report(evening, "found-after-closing")) == ("STAND", "12.1.3")
    for player in ("alice", "bob"):
        evening.ok("leave-table", player=player, actor=player, role="player")
    evening.ok("close-table", role=SUPERVISOR)
    refused(evening, "too-late", "wrong-deal", ERROR)
    assert outcome(report(evening, "found-after-closing")) == ("STAND", "12.1.3")


def test_12_1_3_nearest_miss_before_the_next_first_card_it_is_not_too_late() -> None:
    evening = coup(NATURAL)
    evening.finish()
    events = report(evening, "wrong-deal", ERROR, cards=as_dealt(evening))
    assert outcome(events)[0] == "REBUILD_THEN_TAKE_DOWN"


# 12.2 to 12.5 Surplus and exposed cards


@cell("surplus-to-player-banker-draws")
def test_12_2_a_surplus_card_to_the_player_is_the_bankers_third() -> None:
    evening = coup(BANKER_DRAWS, "banker")
    events = report(evening, "surplus-to-player-banker-draws", card="6C")
    assert outcome(events) == ("REASSIGN_TO_BANKER", "12.2")
    assert cards_of(evening, "banker") == ["2S", "KD", "6C"]
    evening.finish()  # 8 beats 7
    assert evening.chips("alice") == 1_010_000
    sound(evening)


def test_12_2_nearest_miss_the_banker_is_not_due_the_card() -> None:
    refused(coup(BOTH_STAND), "not-so", "surplus-to-player-banker-draws", card="6C")
    evening = coup(PLAYER_DRAWS)
    refused(evening, "not-so", "surplus-to-player-banker-draws", card="6C")
    refused(evening, "not-so", "surplus-to-player-banker-stands", {"exposed": False})


@cell("surplus-to-player-banker-stands", 1)
def test_12_2_unseen_and_not_due_it_opens_the_next_coup_with_wagers() -> None:
    evening = coup(BOTH_STAND)
    events = report(evening, "surplus-to-player-banker-stands", {"exposed": False})
    assert outcome(events) == ("FIRST_OF_NEXT", "12.2")
    evening.finish()
    assert evening.table.round.no_bet is None
    evening.bet("alice", "banker")
    evening.ok("deal-card")
    assert cards_of(evening, "banker") == [None]
    evening.ok("deal-card", card="KC")
    evening.ok("deal-card", card="QD")
    evening.ok("expose-cards", cards=[{"slot": 0, "card": "9C"}])
    evening.ok("announce-counts")
    evening.finish()
    assert evening.chips("alice") == 1_015_000  # 50 and 100
    evening.bet("alice", "banker")
    evening.coup("9D KC QD")  # the 9 of clubs goes back into the device
    assert evening.table.stack.seen.get("9C") is None
    sound(evening)


@cell("surplus-to-player-banker-stands", 0)
def test_12_3_seen_it_opens_a_no_bet_coup() -> None:
    evening = coup(BOTH_STAND)
    events = report(evening, "surplus-to-player-banker-stands", {"exposed": True}, card="9C")
    assert outcome(events) == ("FIRST_OF_NO_BET", "12.3")
    evening.finish()
    assert evening.no_bet("no-bet-coup", "alice", "player").clause == "12.3"
    evening.coup("9C KC QD")
    assert evening.table.round.no_bet is None
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
    assert evening.table.stack.carried[0].card == card.get("card")
    sound(evening)


@cell("first-card-exposed")
@pytest.mark.parametrize("face_up", [True, False])
def test_12_3_a_first_card_that_was_seen_opens_a_no_bet_coup(face_up: bool) -> None:
    evening = at_table(GAME, "player")
    events = report(evening, "first-card-exposed", {"face_up": face_up}, card="9C")
    assert outcome(events) == ("FIRST_OF_NO_BET", "12.3")
    assert evening.chips("alice") == 1_000_000
    refused(evening, "not-so", "first-card-exposed", {"face_up": face_up}, card="8C")
    evening.deal("9C KC QD")
    assert cards_of(evening, "banker") == ["9C", "QD"]
    evening.finish()
    sound(evening)


def test_12_3_nearest_miss_a_later_card_is_not_a_first_card() -> None:
    evening = coup("5S 2H")
    refused(evening, "not-so", "first-card-exposed", {"face_up": True}, card="9C")
    refused(evening, "not-so", "surplus-to-banker", card="9C")


@cell("no-bet-forced", 0)
def test_12_3_a_card_that_has_to_open_it_forces_a_no_bet_coup() -> None:
    events = report(at_table(GAME), "no-bet-forced", {"forced_by": "card"})
    assert outcome(events) == ("NO_BET_MUST", "12.3")


@cell("no-bet-dealt")
def test_12_4_no_wagers_on_a_no_bet_coup() -> None:
    evening = at_table(GAME, "player")
    assert outcome(report(evening, "no-bet-dealt")) == ("DEALT_WITHOUT_WAGERS", "12.4")
    report(evening, "first-card-exposed", {"face_up": True}, card="9C")
    evening.no_bet("no-bet-coup", "alice", "player")
    evening.deal("9C KC")
    refused(evening, "no-bet-coup", "below-minimum", player="alice", on="player", amount="1")
    sound(evening)


def test_12_4_nearest_miss_the_coup_after_it_takes_wagers() -> None:
    evening = at_table(GAME, "player")
    report(evening, "first-card-exposed", {"face_up": True}, card="9C")
    evening.coup("9C KC QD")
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    assert evening.chips("alice") == 1_010_000


@cell("face-up-card")
def test_12_5_a_card_found_face_up_after_the_first_is_played() -> None:
    evening = at_table(GAME, "player", face="down")
    evening.card("5S")
    events = report(evening, "face-up-card", card="2H")
    assert outcome(events) == ("PLAY_AS_DEALT", "12.5")
    assert cards_of(evening, "player") == ["2H"]
    evening.deal("KD")
    evening.finish()
    assert evening.chips("alice") == 1_010_000
    sound(evening)


def test_12_5_nearest_miss_before_the_first_card_it_is_12_3() -> None:
    evening = at_table(GAME, "player")
    assert refused(evening, "not-so", "face-up-card", card="2H").clause == "12.5"
    refused(evening, "say-more", "surplus-to-player-banker-stands")


@cell("more-face-up")
def test_12_5_1_a_supervisor_may_have_the_device_emptied_and_checked() -> None:
    evening = coup(PLAYER_DRAWS)
    assert refused(evening, "wrong-role", "more-face-up").clause == "12.5.1"
    events = report(evening, "more-face-up", role=SUPERVISOR)
    assert outcome(events) == ("CHECK_DEVICE", "12.5.1")
    evening.deal("8C")  # the coup is completed first
    evening.finish()
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="5S").clause == "12.5.1"
    evening.ok("check-cards")
    evening.ok("shuffle")
    evening.ok("burn-cards")
    evening.coup(NATURAL)
    sound(evening)


def test_12_5_1_nearest_miss_one_face_up_card_alone_stops_nothing() -> None:
    evening = coup("5S 2H")
    report(evening, "face-up-card", card="KD")
    evening.between()
    evening.finish()
    evening.bet("alice", "player")
    evening.coup(NATURAL)
