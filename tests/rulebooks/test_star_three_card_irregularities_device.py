"""Three Card Baccarat, cell by cell: a shuffling device that fails (section 13)."""

import pytest

from support import shoe_checks
from support.cells import cell
from support.evening import Evening
from support.matrix_checks import done, refused, report
from support.three_card_evening import BANKER_NINE, betting

SITUATIONS = ("device-fails", "device-damages-cards", "device-harms", "device-without-spare")
WON = 1_000_000 - 11_000 + 8_000


def failing() -> Evening:
    """Alice and Bob have bet, and two cards of the coup are out when the device fails."""
    evening = betting(source="device")
    evening.bet("bob", "point-total-9", "10")
    evening.deal("2S 3H")
    return evening


def finished(evening: Evening) -> None:
    evening.deal("4D 4C KS 2D")
    evening.finish()
    done(evening)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_13_1_1_nearest_miss_no_device_fails_where_a_shoe_is_in_use(situation: str) -> None:
    evening = betting()
    evening.deal("2S 3H")
    assert (
        refused(evening, "not-so", situation, {"damaged": False}, damaged=1).clause
        == {
            "device-fails": "13.2",
            "device-damages-cards": "13.3",
            "device-harms": "13.4",
            "device-without-spare": "13.5",
        }[situation]
    )


@pytest.mark.parametrize("situation", SITUATIONS)
def test_13_1_2_nearest_miss_not_before_a_card_of_the_coup_is_out(situation: str) -> None:
    evening = betting(source="device")
    evening.coup(BANKER_NINE)
    refused(evening, "wrong-phase", situation, {"damaged": False}, damaged=1)
    assert evening.chips("alice") == WON


@cell("device-fails", 0)
def test_13_2_sound_cards_go_to_another_device_and_the_game_goes_on() -> None:
    evening = failing()
    left = evening.table.stack.cards - evening.table.stack.dealt
    (moved,) = report(evening, "device-fails")
    assert (moved.damaged, moved.clause) == (0, "13.2")  # type: ignore[attr-defined]
    assert evening.table.stack.devices == 2
    assert evening.table.stack.cards - evening.table.stack.dealt == left
    finished(evening)
    assert evening.chips("alice") == WON


def test_13_2_nearest_miss_damaged_cards_are_no_case_of_it() -> None:
    evening = failing()
    (moved,) = report(evening, "device-damages-cards", damaged=2)
    assert moved.clause == "13.3"  # type: ignore[attr-defined]


@cell("device-damages-cards", 0)
def test_13_3_damaged_cards_are_replaced_and_the_game_goes_on() -> None:
    evening = failing()
    left = evening.table.stack.cards - evening.table.stack.dealt
    refused(evening, "say-more", "device-damages-cards")
    refused(evening, "say-more", "device-damages-cards", damaged=left + 1)
    (moved,) = report(evening, "device-damages-cards", damaged=3)
    assert (moved.damaged, moved.clause) == (3, "13.3")  # type: ignore[attr-defined]
    assert evening.table.stack.cards - evening.table.stack.dealt == left
    finished(evening)
    assert evening.chips("alice") == WON


def test_13_3_nearest_miss_without_damage_nothing_is_replaced() -> None:
    evening = failing()
    assert refused(evening, "say-more", "device-damages-cards", damaged=0).clause == "13.3"


@cell("device-harms", 0)
def test_13_4_a_coup_that_harmed_somebody_ends_and_every_stake_goes_back() -> None:
    evening = betting(source="device")
    evening.coup(BANKER_NINE)
    evening.bet("alice", "player", box=1)
    evening.bet("bob", "point-total-9", "10")
    evening.deal("2C 3S")
    report(evening, "device-harms")
    assert evening.table.round.void == "13.4"
    assert evening.chips("alice") == WON  # the coup before stands
    assert evening.chips("bob") == 1_000_000
    evening.ok("clear-cards")
    done(evening)


def test_13_4_nearest_miss_where_nobody_is_harmed_stakes_stay() -> None:
    evening = failing()
    report(evening, "device-fails")
    assert evening.money("layout") == 13_000
    assert evening.table.round.void is None


@cell("device-without-spare", 0)
def test_13_5_stakes_are_offered_back_and_the_coup_is_finished_from_a_shoe() -> None:
    evening = failing()
    left = evening.table.stack.cards - evening.table.stack.dealt
    refused(evening, "say-more", "device-without-spare", {"damaged": True}, damaged=left + 1)
    refused(evening, "wrong-cut", "device-without-spare", {"damaged": True}, depth=left)
    offered, renewed = report(evening, "device-without-spare", {"damaged": True}, damaged=2)
    assert offered.clause == renewed.clause == "13.5"  # type: ignore[attr-defined]
    assert (renewed.source, renewed.damaged, renewed.cards) == ("shoe", 2, left)  # type: ignore[attr-defined]
    assert evening.no("take-down", "deal-card", card="4D").clause == "13.5"


def test_13_5_1_each_player_has_the_choice_of_all_stakes_back() -> None:
    evening = failing()
    report(evening, "device-without-spare", {"damaged": False})
    evening.no("proxy", "take-down", actor="bob", role="player", player="alice")
    evening.ok("take-down", actor="alice", role="player", player="alice")
    assert evening.chips("alice") == 1_000_000
    evening.no("no-wager", "take-down", actor="alice", role="player", player="alice")
    evening.no_bet("untouched", "alice", "player", box=1)
    evening.ok("resume-play")
    evening.no("not-stopped", "resume-play")
    evening.no("not-offered", "take-down", actor="bob", role="player", player="bob")
    evening.deal("4C 2D")  # none to her box (13.5.4)
    evening.finish()
    done(evening)
    assert evening.chips("alice") == 1_000_000
    assert evening.chips("bob") == 1_000_000 + 8_000


def test_13_5_1_nearest_miss_wagers_of_others_stay() -> None:
    evening = failing()
    report(evening, "device-without-spare", {"damaged": False})
    evening.ok("take-down", actor="alice", role="player", player="alice")
    assert evening.money("layout") == 1_000


def test_13_5_4_the_coup_ends_where_nobody_stays_for_it() -> None:
    evening = failing()
    report(evening, "device-without-spare", {"damaged": False})
    for player in ("alice", "bob"):
        evening.ok("take-down", actor=player, role="player", player=player)
    evening.ok("resume-play")
    assert evening.table.round.void == "13.5"
    evening.ok("clear-cards")
    assert evening.table.round.no_bet is None
    done(evening)


def test_13_5_4_nearest_miss_the_next_coup_is_not_dealt_from_these_cards() -> None:
    evening = failing()
    report(evening, "device-without-spare", {"damaged": False})
    evening.ok("resume-play")
    finished(evening)
    evening.bet("alice", "player", box=1)
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "13.5"


def test_13_5_nearest_miss_with_all_cards_out_there_is_nothing_to_finish() -> None:
    evening = betting(source="device")
    evening.deal(BANKER_NINE)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    refused(evening, "wrong-phase", "device-without-spare", {"damaged": False})
    evening.ok("clear-cards")


def test_13_1_3_the_report_says_whether_anybody_is_worse_off() -> None:
    assert report(failing(), "device-fails")[0].clause == "13.2"  # type: ignore[attr-defined]
    assert report(failing(), "device-harms")[0].clause == "13.4"  # type: ignore[attr-defined]


def test_13_1_4_the_report_says_whether_a_spare_can_take_the_cards() -> None:
    assert report(failing(), "device-fails")[0].clause == "13.2"  # type: ignore[attr-defined]
    without = report(failing(), "device-without-spare", {"damaged": False})
    assert without[0].clause == "13.5"  # type: ignore[attr-defined]


def test_13_3_1_the_number_of_damaged_cards_is_kept() -> None:
    (moved,) = report(failing(), "device-damages-cards", damaged=3)
    assert moved.damaged == 3  # type: ignore[attr-defined]


def test_13_3_2_the_other_device_holds_as_many_cards() -> None:
    evening = failing()
    before = (evening.table.stack.cards, evening.table.stack.dealt)
    report(evening, "device-damages-cards", damaged=3)
    assert (evening.table.stack.cards, evening.table.stack.dealt) == before
    assert evening.table.stack.devices == 2


def test_13_3_4_the_next_card_is_dealt() -> None:
    evening = failing()
    report(evening, "device-damages-cards", damaged=3)
    evening.card("4D")


def test_13_5_2_damaged_cards_are_replaced_one_for_one() -> None:
    evening = failing()
    left = evening.table.stack.cards - evening.table.stack.dealt
    _, renewed = report(evening, "device-without-spare", {"damaged": True}, damaged=4)
    assert (renewed.damaged, renewed.cards) == (4, left)  # type: ignore[attr-defined]


def test_13_5_3_the_cards_are_shuffled_and_cut() -> None:
    evening = failing()
    number = evening.table.stack.number
    report(evening, "device-without-spare", {"damaged": False})
    assert evening.table.stack.number == number + 1
    shoe_checks.cut_and_burned_in_coup(evening, "4.5", "4.11", depth=60, from_back=52)


def test_13_1_5_a_transfer_that_is_not_practicable_is_as_having_no_spare() -> None:
    evening = failing()
    report(evening, "device-without-spare", {"damaged": False}, note="the lid is jammed")
    assert evening.table.round.take_down == "13.5"


def test_13_3_3_the_replacements_are_as_many_as_were_damaged() -> None:
    evening = failing()
    left = evening.table.stack.cards - evening.table.stack.dealt
    report(evening, "device-damages-cards", damaged=left)
    assert evening.table.stack.cards - evening.table.stack.dealt == left


def test_13_5_3_nearest_miss_the_report_does_not_say_where_they_were_cut() -> None:
    said = {"damaged": False}
    refused(failing(), "wrong-cut", "device-without-spare", said, depth=60)
