"""Baccarat at The Star Sydney: wrong deals, rebuilt, taken down, void or too late."""

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

GAME = "star-baccarat"
ERROR = {"in_doubt": False}
DOUBT = {"in_doubt": True}
NATURAL = "9S 5H KD 2C"  # Player 9, Banker 7
BANKER_DRAWS = "7S 2H KD KC"  # Player 7 stands, Banker 2 draws
BOTH_STAND = "7S 6H KD KC"  # Player 7, Banker 6


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


# 12.1 Wrong deals


@cell("wrong-deal", 0)
def test_12_1_1_a_doubtful_order_is_rebuilt_and_wagers_may_come_down() -> None:
    evening = coup(NATURAL, "player", "tie")
    evening.no("not-offered", "take-down", player="alice", actor="alice", role="player")
    events = report(evening, "wrong-deal", DOUBT, cards=["9S", "2C", "KD", "5H"])
    assert outcome(events) == ("REBUILD_THEN_TAKE_DOWN", "12.1.1")
    assert kinds(events)[1:] == ["CoupRebuilt", "TakeDownOffered"]
    assert cards_of(evening, "banker") == ["2C", "5H"]
    for command in ("deal-card", "announce-result", "settle-wagers"):
        assert evening.no("take-down", command).clause == "12.1.1"
    evening.no("proxy", "take-down", player="alice", actor="bob", role="player")
    evening.ok("take-down", player="alice", actor="alice", role="player", on="tie")
    evening.no("no-wager", "take-down", player="alice", actor="alice", role="player", on="tie")
    evening.no_bet("untouched", "alice", "tie")
    evening.ok("resume-play")
    evening.no("not-stopped", "resume-play")
    evening.no("not-offered", "take-down", player="alice", actor="alice", role="player")
    assert evening.table.round.no_bet is None
    evening.between()
    evening.finish()
    assert evening.chips("alice") == 1_010_000  # the Player's 100 won; the tie came down
    sound(evening)


@cell("wrong-deal", 1)
def test_12_1_1_an_error_found_after_settlement_reopens_the_coup() -> None:
    evening = coup("4S 5H KD KC 8H", "banker")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert evening.table.patrons["alice"].lost == -95_00
    events = report(evening, "wrong-deal", ERROR, cards=["4S", "5H", "8H", "KC", "KD"])
    assert kinds(events)[1:] == ["CoupReopened", "CoupRebuilt", "TakeDownOffered"]
    assert evening.table.patrons["alice"].lost == 0
    assert evening.chips("alice") == 990_000
    assert cards_of(evening, "player") == ["4S", "8H", "KD"]  # 2 draws, and stays 2
    assert cards_of(evening, "banker") == ["5H", "KC"]
    evening.ok("resume-play")
    evening.no("not-announced", "announce-result")
    evening.ok("announce-counts")
    evening.no("not-now", "announce-counts")
    evening.finish()
    assert evening.chips("alice") == 1_009_500
    sound(evening)


@cell("no-bet-forced", 1)
def test_12_1_1_with_all_wagers_down_the_coup_is_a_no_bet_coup() -> None:
    evening = coup("4S 5H KD 2C", method="B")
    events = report(evening, "no-bet-forced", {"forced_by": "taken down"})
    assert outcome(events) == ("NO_BET_MUST", "12.1.1")
    report(evening, "wrong-deal", DOUBT, cards=as_dealt(evening))
    evening.ok("take-down", player="alice", actor="alice", role="player")
    evening.ok("resume-play")
    assert evening.table.round.no_bet == "12.1.1"
    assert evening.table.round.method == "A"  # 12.4
    assert evening.chips("alice") == 1_000_000
    evening.no_bet("untouched", "alice", "player")
    refused(evening, "no-bet-coup", "below-minimum", player="alice", on="player", amount="1")
    sound(evening)


@cell("hand-short")
def test_12_1_1_a_hand_short_of_cards_gets_them() -> None:
    """The dealer skipped the Banker's second card and gave it to the Player as a third."""
    evening = coup("4S 5H KD", "player")
    report(evening, "hand-short", {"hand": "banker"}, cards=["4S", "5H", "KD", "2C"])
    assert cards_of(evening, "banker") == ["5H", "2C"]
    assert evening.table.stack.dealt == 5  # with the burned card
    evening.ok("resume-play")
    evening.ok("announce-counts")
    evening.deal("8H")
    evening.finish()
    sound(evening)


@cell("dealt-or-burned-in-error", 1)
def test_12_1_1_a_card_dealt_in_error_is_part_of_the_rebuilt_order() -> None:
    evening = coup(NATURAL)
    said = {"burned": False, "refused": "nobody"}
    events = report(evening, "dealt-or-burned-in-error", said, cards=["9S", "5H", "KD", "2C", "3C"])
    assert outcome(events) == ("REBUILD_THEN_TAKE_DOWN", "12.1.1")
    assert [slot.card for slot in evening.table.stack.waiting] == ["3C"]
    assert evening.table.next_no_bet == ("12.3",)  # it was seen
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    assert evening.table.round.no_bet == "12.3"
    evening.deal("3C 2H KH 9H")
    assert cards_of(evening, "player") == ["3C", "KH"]
    sound(evening)


def test_12_1_nearest_miss_the_order_was_right_all_along() -> None:
    evening = coup(NATURAL)
    report(evening, "wrong-deal", DOUBT, cards=NATURAL.split())
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    assert evening.chips("alice") == 1_010_000
    assert evening.table.round.no_bet is None


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["9S", "5H", "KD"], "not-so"),
        (["9S", "5H", "KD", "2X"], "unknown-card"),
        (["AD"] * 9, "too-many-copies"),
    ],
)
def test_12_1_1_nearest_miss_cards_that_cannot_be_the_coups(cards: list[str], code: str) -> None:
    evening = coup(NATURAL)
    refused(evening, code, "wrong-deal", ERROR, cards=cards)


def test_12_1_1_nearest_miss_only_staff_report_and_only_ones_own_wagers_come_down() -> None:
    evening = coup(NATURAL)
    refused(evening, "wrong-role", "wrong-deal", ERROR, role="player")
    report(evening, "wrong-deal", ERROR, cards=as_dealt(evening))
    evening.no("no-wager", "take-down", player="bob", actor="bob", role="player")
    evening.no("wrong-role", "take-down", player="alice", actor="ida", role="inspector")


def test_12_1_1_a_coup_that_is_over_is_reopened_until_the_next_begins() -> None:
    """Stakes of the next coup go back, the shoe runs down once, and idle coups count once."""
    evening = at_table(GAME, "player", places=3)
    evening.join("cy", 3)
    evening.deal("9S")
    evening.ok("deal-card", card="5H", cutting_card=True)
    evening.deal("KD 2C")
    evening.finish()
    assert evening.table.stack.left == 1
    assert evening.table.patrons["bob"].idle == 1
    evening.bet("bob", "banker", "500")
    report(evening, "wrong-deal", ERROR, cards=["9S", "KD", "5H", "2C"])
    assert evening.chips("bob") == 1_000_000
    assert evening.table.patrons["bob"].idle == 0
    evening.ok("resume-play")
    evening.between()
    evening.deal("3C 4C")
    evening.finish()
    assert evening.table.stack.left == 1
    assert (evening.table.coups, evening.table.patrons["bob"].idle) == (1, 1)
    assert evening.chips("alice") == 1_010_000  # 9 and 5 and 3: Player 7, Banker 0 and 2 and 4: 6
    sound(evening)


def test_12_1_1_a_reopened_coup_keeps_the_card_that_opens_the_next() -> None:
    evening = coup(NATURAL)
    report(evening, "surplus-to-banker", card="3C")
    evening.finish()
    report(evening, "wrong-deal", ERROR, cards=["9S", "2C", "KD", "5H"])
    assert [slot.card for slot in evening.table.stack.waiting] == ["3C"]
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    assert evening.table.round.no_bet == "12.3"
    assert [slot.card for slot in evening.table.stack.carried] == ["3C"]
    sound(evening)


def test_12_1_1_a_winner_who_has_left_is_settled_as_the_rebuilt_coup_says() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.ok("leave-table", player="alice", actor="alice", role="player")
    report(evening, "wrong-deal", ERROR, cards=["5H", "9S", "2C", "KD"])
    evening.wait(minutes=2)
    evening.ok("resume-play")
    evening.between()
    evening.finish()
    assert evening.money("float") == 100_000_00 - 100_00
    assert evening.table.debts["alice"].amount == 200_00
    sound(evening)


def test_12_1_1_nearest_miss_a_coup_that_cannot_be_rebuilt_is_void_for_a_winner_who_left() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.ok("leave-table", player="alice", actor="alice", role="player")
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert evening.money("float") == 100_000_00 - 100_00
    assert evening.table.debts["alice"].amount == 100_00
    sound(evening)


def test_12_1_1_cards_in_players_hands_come_back_to_be_laid_again() -> None:
    evening = at_table(GAME, "player", method="B")
    for card in ("4S", "5H", "KD", "2C"):
        evening.card(card)
    evening.ok("pass-hand", hand="player", player="alice")
    report(evening, "wrong-deal", ERROR, cards=[None, None, None, None])
    assert evening.table.round.out == {}
    assert [slot.position for slot in evening.table.round.slots] == [1, 2, 3, 4]
    evening.ok("resume-play")
    evening.ok("pass-hand", hand="player", player="alice")
    sound(evening)


def test_12_1_1_nobody_is_nominated_to_turn_a_card_that_is_laid_again() -> None:
    evening = at_table(GAME, "player", method="B")
    for card in ("4S", "5H", "KD", "2C"):
        evening.card(card)
    evening.ok("pass-hand", hand="player", player="alice")
    own = {"actor": "alice", "role": "player", "player": "alice", "hand": "player"}
    evening.ok("approve", role=SUPERVISOR, what="nominate", player="alice")
    evening.ok("nominate-players", **own, nominees=["bob"])
    report(evening, "wrong-deal", ERROR, cards=[None, None, None, None])
    assert evening.table.round.nominees == {}


@cell("cannot-rebuild")
def test_12_1_2_a_coup_that_cannot_be_rebuilt_is_void_by_a_supervisor() -> None:
    evening = coup("4S 5H KD KC", "player", "tie")
    assert refused(evening, "wrong-role", "cannot-rebuild").clause == "12.1.2"
    events = report(evening, "cannot-rebuild", role="gaming supervisor")
    assert outcome(events) == ("COUP_VOID", "12.1.2")
    assert evening.chips("alice") == 1_000_000
    assert evening.money("layout") == 0
    refused(evening, "void", "cannot-rebuild", role=SUPERVISOR)
    refused(evening, "void", "wrong-deal", ERROR)
    evening.no("wrong-phase", "deal-card", card="2C")
    evening.ok("clear-cards")
    assert evening.table.last is not None and evening.table.last.void == "12.1.2"
    refused(evening, "void", "wrong-deal", ERROR)
    evening.bet("alice", "player")
    evening.coup(NATURAL)  # with the cards that are left
    sound(evening)


def test_12_1_2_a_void_undoes_what_was_paid() -> None:
    evening = coup("4S 5H KD KC 8H", "banker")
    evening.finish()
    assert evening.chips("alice") == 1_009_500
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert evening.chips("alice") == 1_000_000
    assert evening.table.patrons["alice"].lost == 0
    refused(evening, "void", "cannot-rebuild", role=SUPERVISOR)
    sound(evening)


def test_12_1_2_nearest_miss_before_any_coup_there_is_nothing_to_void() -> None:
    refused(at_table(GAME), "nothing-there", "cannot-rebuild", role=SUPERVISOR)


@cell("cards-after-void", 0)
def test_12_1_3_after_a_void_new_cards_if_everybody_agrees() -> None:
    evening = coup(NATURAL)
    said = {"agreed": ["alice", "bob"], "role": SUPERVISOR}
    refused(evening, "not-so", "cards-after-void", **said)
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert refused(evening, "wrong-role", "cards-after-void", agreed=["alice"]).clause == "12.1.3"
    refused(evening, "not-agreed", "cards-after-void", agreed=["alice"], role=SUPERVISOR)
    assert outcome(report(evening, "cards-after-void", **said)) == (
        "NEW_CARDS_IF_AGREED",
        "12.1.3",
    )
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "12.1.3"
    evening.ok("shuffle")
    sound(evening)


@cell("cards-after-void", 1)
def test_12_1_2_nearest_miss_a_device_goes_on_with_its_cards() -> None:
    """12.1.3 speaks of a card shoe only."""
    evening = coup(NATURAL, source="device")
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    events = report(evening, "cards-after-void")
    assert outcome(events) == ("CONTINUE", "12.1.2")
    assert kinds(events) == ["IrregularityReported"]
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    evening.coup(NATURAL)
    sound(evening)


@cell("found-after-next-coup")
def test_12_1_4_found_when_the_next_coup_has_begun_it_stands() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.bet("alice", "player")
    evening.deal("4S")
    before = evening.table.balances
    events = report(evening, "found-after-next-coup", ERROR, coup=1)
    assert outcome(events) == ("STAND", "12.1.4")
    assert evening.table.balances == before
    evening.deal("5H KD 2C")


def test_12_1_4_nearest_miss_before_the_next_first_card_it_is_not_too_late() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.bet("alice", "player")
    refused(evening, "not-so", "found-after-next-coup", ERROR, coup=1)
    events = report(evening, "wrong-deal", ERROR, cards=as_dealt(evening))
    assert outcome(events)[0] == "REBUILD_THEN_TAKE_DOWN"


@cell("found-after-closing")
def test_12_1_4_found_when_the_shoe_is_empty_or_the_table_closed_it_stands() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.ok("shuffle", role=SUPERVISOR, reason="not well mixed")
    assert refused(evening, "too-late", "wrong-deal", ERROR).clause == "12.1.1"
    refused(evening, "too-late", "cannot-rebuild", role=SUPERVISOR)
    assert outcome(report(evening, "found-after-closing")) == ("STAND", "12.1.4")
    evening.ok("cut-cards", depth=200, from_back=52, declined=["alice", "bob"])
    refused(evening, "too-late", "wrong-deal", ERROR)
    for player in ("alice", "bob"):
        evening.ok("leave-table", player=player, actor=player, role="player")
    evening.ok("close-table", role=SUPERVISOR)
    refused(evening, "too-late", "wrong-deal", ERROR)
    assert outcome(report(evening, "found-after-closing")) == ("STAND", "12.1.4")
