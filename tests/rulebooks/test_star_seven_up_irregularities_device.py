"""7-Up Baccarat at The Star Sydney: section 13, a shuffling device that fails."""

import pytest

from support.cells import cell
from support.evening import Evening
from support.irregular import (
    SUPERVISOR,
    at_table,
    check_no_rule,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-seven-up"
NATURAL = "5S 2H KD"  # Player 9 with the printed 7, Banker 5
PLAYER_DRAWS = "5S 8H KD"  # Player 5 draws, Banker 5


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


# 13 The device fails

SITUATIONS = {
    "device-fails": "13.2",
    "device-damages-cards": "13.3",
    "device-harms": "13.4",
    "device-without-spare": "13.2",
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_13_1_1_nearest_miss_no_card_of_the_coup_is_dealt(situation: str) -> None:
    evening = at_table(GAME, "player")
    said = {"damaged": False}
    rejected = refused(evening, "wrong-phase", situation, said, damaged=1)
    assert rejected.clause == SITUATIONS[situation]


@pytest.mark.parametrize("cards", ["5S", NATURAL])
def test_13_1_1_from_the_first_card_of_a_coup_to_its_last(cards: str) -> None:
    assert outcome(report(coup(cards), "device-fails")) == ("TRANSFER_CARDS", "13.2")


def test_13_1_2_nearest_miss_where_somebody_is_worse_off_nothing_is_moved() -> None:
    evening = coup("5S 2H")
    report(evening, "device-harms")
    assert evening.table.stack.devices == 1


def test_13_1_3_nearest_miss_without_a_spare_nothing_is_moved() -> None:
    evening = coup("5S 2H")
    report(evening, "device-without-spare", {"damaged": False})
    assert evening.table.stack.devices == 1


def test_13_1_4_nearest_miss_a_move_that_is_not_practicable_voids_the_coup() -> None:
    events = report(coup("5S 2H"), "device-without-spare", {"damaged": False})
    assert outcome(events) == ("COUP_VOID", "13.2")


@cell("device-fails")
def test_13_2_sound_cards_move_to_another_device_and_play_goes_on() -> None:
    evening = coup("5S 2H")
    assert outcome(report(evening, "device-fails")) == ("TRANSFER_CARDS", "13.2")
    assert evening.table.stack.devices == 2
    evening.deal("KD")
    evening.finish()
    assert evening.chips("alice") == 1_010_000
    sound(evening)


@cell("device-without-spare", 1)
def test_13_2_without_another_device_the_coup_is_void() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.bet("alice", "banker", "500")
    evening.deal("5S 2H")
    events = report(evening, "device-without-spare", {"damaged": False})
    assert outcome(events) == ("COUP_VOID", "13.2")
    assert evening.chips("alice") == 1_010_000  # the earlier coup stands
    sound(evening)


@cell("device-without-spare", 0)
def test_no_rule_for_damaged_cards_without_another_device() -> None:
    evening = coup("5S 2H")
    check_no_rule(evening, "device-without-spare", {"damaged": True})
    evening.deal("KD")


def test_13_2_nearest_miss_a_coup_that_is_over_stands() -> None:
    evening = coup(NATURAL)
    evening.finish()
    refused(evening, "wrong-phase", "device-without-spare", {"damaged": False})
    assert evening.chips("alice") == 1_010_000


@cell("device-damages-cards")
def test_13_3_damaged_cards_are_replaced_and_play_goes_on() -> None:
    evening = coup("5S 2H")
    cards = evening.table.stack.cards
    events = report(evening, "device-damages-cards", damaged=3)
    assert outcome(events) == ("REPLACE_DAMAGED", "13.3")
    assert (events[1].damaged, evening.table.stack.cards) == (3, cards)


def test_13_3_1_the_number_of_damaged_cards_is_kept() -> None:
    events = report(coup("5S 2H"), "device-damages-cards", damaged=2)
    assert events[1].damaged == 2


def test_13_3_2_the_other_device_holds_as_many_cards() -> None:
    evening = coup("5S 2H")
    before = (evening.table.stack.cards, evening.table.stack.dealt)
    report(evening, "device-damages-cards", damaged=2)
    assert (evening.table.stack.cards, evening.table.stack.dealt) == before
    assert evening.table.stack.devices == 2


def test_13_3_3_the_replacements_are_as_many_as_were_damaged() -> None:
    evening = coup("5S 2H")
    left = evening.table.stack.cards - evening.table.stack.dealt
    report(evening, "device-damages-cards", damaged=left)
    assert evening.table.stack.cards - evening.table.stack.dealt == left


def test_13_3_4_with_damaged_cards_replaced_play_goes_on() -> None:
    evening = coup("5S 2H")
    report(evening, "device-damages-cards", damaged=3)
    evening.deal("KD")
    evening.finish()
    assert evening.chips("alice") == 1_010_000
    sound(evening)


def test_13_3_4_nearest_miss_no_wager_may_come_down() -> None:
    evening = coup("5S 2H")
    report(evening, "device-damages-cards", damaged=3)
    take = {"player": "alice", "actor": "alice", "role": "player"}
    assert evening.no("not-offered", "take-down", **take).clause == "5.4"


@pytest.mark.parametrize("damaged", [0, 310])
def test_13_3_nearest_miss_no_damaged_card_or_more_than_there_are(damaged: int) -> None:
    evening = coup("5S 2H")  # 309 are left
    assert refused(evening, "say-more", "device-damages-cards", damaged=damaged).clause == "13.3"


@cell("device-harms")
def test_13_4_where_somebody_is_worse_off_the_coup_is_void() -> None:
    evening = coup(NATURAL)
    evening.finish()
    evening.bet("alice", "tie")
    evening.deal("5S")
    assert outcome(report(evening, "device-harms")) == ("COUP_VOID", "13.4")
    assert evening.chips("alice") == 1_010_000
    evening.ok("clear-cards")
    sound(evening)


def test_13_4_nearest_miss_the_coup_is_void_already() -> None:
    evening = coup(NATURAL)
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert refused(evening, "void", "device-harms").clause == "12.1.2"
