"""Baccarat at The Star Sydney: section 13, a shuffling device that fails."""

import pytest

from support import shoe_checks
from support.cells import cell
from support.evening import Evening
from support.irregular import at_table, cards_of, kinds, outcome, refused, report, sound

GAME = "star-baccarat"
NATURAL = "9S 5H KD 2C"
SITUATIONS = ("device-fails", "device-damages-cards", "device-harms", "device-without-spare")
FAILS = dict(zip(SITUATIONS, ("13.2", "13.3", "13.4", "13.5"), strict=True))


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, source="device", **options)


@cell("device-fails")
def test_13_2_sound_cards_move_to_another_device_and_play_goes_on() -> None:
    evening = coup("4S 5H", "player")
    events = report(evening, "device-fails")
    assert outcome(events) == ("TRANSFER_CARDS", "13.2")
    assert evening.table.stack.devices == 2
    evening.deal("KD KC 8H")
    evening.finish()
    assert evening.chips("alice") == 990_000
    sound(evening)


def test_13_2_nearest_miss_cards_that_are_damaged_are_not_simply_moved() -> None:
    evening = coup("4S 5H")
    assert outcome(report(evening, "device-damages-cards", damaged=1))[1] == "13.3"


@pytest.mark.parametrize("situation", SITUATIONS)
def test_13_1_1_nearest_miss_a_card_shoe_is_in_use(situation: str) -> None:
    shoe = at_table(GAME, "player", cards="4S 5H")
    assert refused(shoe, "not-so", situation, damaged=1).clause == FAILS[situation]


@pytest.mark.parametrize("cards", ["4S", "4S 5H KD KC 8H"])
def test_13_1_2_from_the_first_card_of_a_coup_to_its_last(cards: str) -> None:
    assert outcome(report(coup(cards), "device-fails")) == ("TRANSFER_CARDS", "13.2")


@pytest.mark.parametrize("situation", SITUATIONS)
def test_13_1_2_nearest_miss_no_card_of_the_coup_is_dealt(situation: str) -> None:
    before = at_table(GAME, "player", source="device")
    assert refused(before, "wrong-phase", situation, damaged=1).clause == FAILS[situation]


def test_13_1_3_nearest_miss_where_somebody_is_worse_off_nothing_is_moved() -> None:
    evening = coup("4S 5H")
    report(evening, "device-harms")
    assert evening.table.stack.devices == 1


def test_13_1_4_nearest_miss_without_a_spare_nothing_is_moved() -> None:
    evening = coup("4S 5H")
    report(evening, "device-without-spare", {"damaged": False})
    assert evening.table.stack.devices == 1


def test_13_1_5_nearest_miss_a_move_that_is_not_practicable_goes_by_13_5() -> None:
    events = report(coup("4S 5H"), "device-without-spare", {"damaged": False})
    assert outcome(events)[1] == "13.5"


@cell("device-damages-cards")
def test_13_3_damaged_cards_are_replaced_and_play_goes_on() -> None:
    evening = coup("4S 5H")
    cards = evening.table.stack.cards
    events = report(evening, "device-damages-cards", damaged=3)
    assert outcome(events) == ("REPLACE_DAMAGED", "13.3")
    assert events[1].damaged == 3
    assert evening.table.stack.cards == cards  # 13.3.3: as many as before


def test_13_3_1_the_number_of_damaged_cards_is_kept() -> None:
    events = report(coup("4S 5H"), "device-damages-cards", damaged=2)
    assert events[1].damaged == 2


def test_13_3_2_the_other_device_holds_as_many_cards() -> None:
    evening = coup("4S 5H")
    before = (evening.table.stack.cards, evening.table.stack.dealt)
    report(evening, "device-damages-cards", damaged=2)
    assert (evening.table.stack.cards, evening.table.stack.dealt) == before
    assert evening.table.stack.devices == 2


def test_13_3_3_the_replacements_are_as_many_as_were_damaged() -> None:
    evening = coup("4S 5H")
    left = evening.table.stack.cards - evening.table.stack.dealt
    report(evening, "device-damages-cards", damaged=left)
    assert evening.table.stack.cards - evening.table.stack.dealt == left


def test_13_3_4_with_damaged_cards_replaced_play_goes_on() -> None:
    evening = coup("4S 5H")
    report(evening, "device-damages-cards", damaged=3)
    evening.deal("KD KC 8H")
    evening.finish()
    assert evening.chips("alice") == 990_000
    sound(evening)


def test_13_3_4_nearest_miss_no_wager_may_come_down() -> None:
    evening = coup("4S 5H")
    report(evening, "device-damages-cards", damaged=3)
    take = {"player": "alice", "actor": "alice", "role": "player"}
    assert evening.no("not-offered", "take-down", **take).clause == "5.4"


@pytest.mark.parametrize("damaged", [0, -1, 414])
def test_13_3_nearest_miss_no_damaged_card_or_more_than_there_are(damaged: int) -> None:
    evening = coup("4S 5H")  # 413 are left
    assert refused(evening, "say-more", "device-damages-cards", damaged=damaged).clause == "13.3"


@cell("device-harms")
def test_13_4_where_somebody_is_worse_off_the_coup_ends_and_stakes_go_back() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.bet("alice", "banker", "500")
    evening.bet("bob", "tie", "50")
    evening.deal("4S 5H KD")
    assert outcome(report(evening, "device-harms")) == ("END_COUP", "13.4")
    assert (evening.chips("alice"), evening.chips("bob")) == (1_010_000, 1_000_000)
    evening.ok("clear-cards")
    sound(evening)


def test_13_4_nearest_miss_a_coup_that_is_over_stands() -> None:
    evening = coup(NATURAL)
    evening.finish()
    assert refused(evening, "wrong-phase", "device-harms").clause == "13.4"
    assert evening.chips("alice") == 1_010_000


@cell("device-without-spare")
def test_13_5_players_choose_and_the_coup_is_finished_from_a_shoe() -> None:
    evening = coup("4S 5H", "player", "tie")
    said = {"damaged": True}
    events = report(evening, "device-without-spare", said, damaged=2)
    assert outcome(events) == ("REFUND_OR_FINISH", "13.5")
    assert kinds(events)[1:] == ["TakeDownOffered", "StackRenewed"]
    assert evening.no("take-down", "deal-card", card="KD").clause == "13.5"
    evening.ok("take-down", player="alice", actor="alice", role="player", on="tie")
    assert evening.chips("alice") == 990_000  # 13.5.1: each amount by itself
    evening.ok("resume-play")
    evening.deal("KD KC 8H")  # 13.5.4
    assert cards_of(evening, "player") == ["4S", "KD", "8H"]
    evening.finish()
    assert evening.chips("alice") == 990_000  # 2 loses to 5
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "13.5"
    evening.ok("shuffle")
    sound(evening)


def test_13_5_4_nearest_miss_with_every_stake_refunded_there_is_nothing_to_finish() -> None:
    evening = coup("4S 5H")
    report(evening, "device-without-spare", {"damaged": False})
    evening.ok("take-down", player="alice", actor="alice", role="player")
    evening.ok("resume-play")
    assert evening.table.round.void == "13.5"
    assert evening.chips("alice") == 1_000_000
    evening.ok("clear-cards")
    sound(evening)


def test_13_5_1_each_player_may_have_each_stake_back() -> None:
    evening = at_table(GAME, "player", "tie", source="device")
    evening.bet("bob", "banker", "200")
    evening.deal("4S 5H")
    report(evening, "device-without-spare", {"damaged": False})
    evening.ok("take-down", player="bob", actor="bob", role="player")
    evening.ok("take-down", player="alice", actor="alice", role="player", on="player")
    assert (evening.chips("alice"), evening.chips("bob")) == (990_000, 1_000_000)
    evening.ok("resume-play")
    assert [laid.on for laid in evening.table.round.stakes.values()] == ["tie"]


def test_13_5_1_nearest_miss_once_play_goes_on_stakes_stay() -> None:
    evening = coup("4S 5H")
    report(evening, "device-without-spare", {"damaged": False})
    evening.ok("resume-play")
    take = {"player": "alice", "actor": "alice", "role": "player"}
    evening.no("not-offered", "take-down", **take)
    evening.no_bet("untouched", "alice", "tie")


def test_13_5_4_those_who_stay_are_dealt_the_rest() -> None:
    evening = coup("4S 5H", "banker")
    report(evening, "device-without-spare", {"damaged": False})
    evening.ok("resume-play")
    evening.deal("KD KC 8H")
    assert evening.finish()
    assert evening.chips("alice") == 1_009_500
    sound(evening)


def test_13_5_3_nearest_miss_the_cut_lies_inside_the_cards() -> None:
    evening = coup("4S 5H")  # 413 are left
    report(evening, "device-without-spare", {"damaged": True})
    assert evening.no("wrong-cut", "cut-cards", depth=413, from_back=52).clause == "4.5"


def test_13_5_2_nearest_miss_no_more_cards_are_damaged_than_are_left() -> None:
    evening = coup("4S 5H")
    refused(evening, "say-more", "device-without-spare", {"damaged": True}, damaged=414)


def test_13_5_3_the_cards_left_are_shuffled_and_cut() -> None:
    evening = coup("4S 5H")
    refused(evening, "wrong-cut", "device-without-spare", {"damaged": False}, depth=100)
    events = report(evening, "device-without-spare", {"damaged": False})
    renewed = events[-1]
    assert (renewed.source, renewed.cards) == ("shoe", 413)
    shoe_checks.cut_and_burned_in_coup(evening, "4.5", "4.7.1", depth=100, from_back=52)
    evening.deal("KD KC")


def test_13_5_nearest_miss_after_settlement_there_is_nothing_to_finish() -> None:
    evening = coup(NATURAL)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert refused(evening, "wrong-phase", "device-without-spare", {}).clause == "13.5"
