"""A shuffle or cut that was left out, the cutting card by the log, and the closing of a table."""

import pytest

from sabot.parts.statements import StatementMade
from support import shoe_checks as checks
from support.evening import Evening
from support.irregular import SUPERVISOR, at_table, sound
from support.shoe_checks import BACCARAT


def test_12_7_a_coup_from_cards_that_nobody_cut_is_completed() -> None:
    checks.uncut_coup(BACCARAT)


def test_12_7_nearest_miss_the_cards_were_cut() -> None:
    checks.uncut_nearest_miss(BACCARAT)


def test_12_7_nearest_miss_the_dealers_word_alone() -> None:
    checks.dealers_word(BACCARAT, "not-cut", "12.7", {})


def test_12_9_a_coup_from_cards_not_shuffled_after_the_cutting_card_is_completed() -> None:
    checks.unshuffled_coup(BACCARAT)


def test_12_9_nearest_miss_no_cutting_card_came_or_a_supervisor_ordered_it() -> None:
    checks.unshuffled_nearest_miss(BACCARAT)


def test_12_9_nearest_miss_the_dealers_word_alone() -> None:
    checks.dealers_word(BACCARAT, "not-shuffled", "12.9", {"enough_cards": True})


def test_4_9_no_card_comes_from_behind_the_cutting_card() -> None:
    checks.behind_the_cutting_card(BACCARAT)


def test_4_9_nearest_miss_the_card_in_front_of_the_cutting_card() -> None:
    checks.before_the_cutting_card(BACCARAT)


def test_14_14_players_whom_staff_key_out_are_told_by_a_sign() -> None:
    checks.put_out_and_closed(BACCARAT.name, "14.14")


def test_14_14_nearest_miss_players_who_left_by_themselves_or_long_ago() -> None:
    checks.left_and_closed(BACCARAT.name)


def test_4_9_coups_do_not_go_on_behind_the_cutting_card() -> None:
    evening = Evening(BACCARAT.name, ready=False)
    evening.ok("open-float", role=SUPERVISOR, amount="100000")
    evening.ok("check-cards")
    evening.ok("shuffle")
    evening.ok("cut-cards", depth=100, from_back=406, to_players=False)  # ten cards before it
    evening.ok("burn-cards")
    evening.join("alice", 1)
    for _ in range(2):
        BACCARAT.lay(evening)
        evening.coup(BACCARAT.cards)
    BACCARAT.lay(evening)
    evening.ok("deal-card", card="4S")
    assert evening.no("cutting-card", "deal-card", card="KH").clause == "4.9"
    evening.ok("deal-card", card="KH", cutting_card=True)
    evening.coup("5D 2C")
    BACCARAT.lay(evening)
    evening.coup(BACCARAT.cards)  # one more
    BACCARAT.lay(evening)
    assert evening.no("must-shuffle", "deal-card", card="4S").clause == "4.9"
    sound(evening)


def test_4_10_the_shuffle_after_the_last_coup_is_by_its_own_clause() -> None:
    evening = BACCARAT.evening()
    BACCARAT.lay(evening)
    evening.card("4S", cutting_card=True)
    evening.coup(BACCARAT.further)
    BACCARAT.lay(evening)
    assert evening.no("must-shuffle", "deal-card", card="4S").clause == "4.10"
    (shuffled,) = evening.ok("shuffle")
    assert shuffled.clause is None  # type: ignore[attr-defined]


def test_12_8_part_of_a_counted_burn_forgotten_stays_in_play() -> None:
    evening = Evening(BACCARAT.name, ready=False)
    evening.prepare(burn=False)
    evening.ok("approve", actor="sue", role=SUPERVISOR, what="burn", way="counted")
    burned, skipped = evening.ok("burn-cards", way="counted", card="7H", burned=3)
    assert (burned.number, skipped.clause, skipped.left) == (3, "12.8", 5)  # type: ignore[attr-defined]


def test_12_8_nearest_miss_a_burn_of_one_card_has_no_parts() -> None:
    evening = Evening(BACCARAT.name, ready=False)
    evening.prepare(burn=False)
    assert evening.no("not-so", "burn-cards", burned=1).clause == "12.8"


# 12.21 An invalid Player Card

INVALID = {"situation": "invalid-player-card", "player": "alice"}


@pytest.mark.parametrize("when", ["before", "past"])
def test_12_21_no_further_wager_is_taken_on_a_card_found_invalid(when: str) -> None:
    evening = BACCARAT.evening()
    BACCARAT.lay(evening)
    if when == "past":
        evening.coup(BACCARAT.cards)
    said = {"when": when, "winning": False}
    evening.ok("report-irregularity", **INVALID, circumstances=said)
    assert evening.no_bet("player-card", "alice", "player", "5").clause == "14.1"
    evening.ok("leave-table", player="alice")
    again = {"player": "alice", "place": 1, "chips": "100"}
    assert evening.no("player-card", "join-table", **again, card="card of alice").clause == "14.1"
    evening.ok("join-table", **again, card="another of alice")
    BACCARAT.lay(evening)
    sound(evening)


def test_12_21_nearest_miss_another_player_and_the_dealers_word_alone() -> None:
    evening = at_table(BACCARAT.name, "player")
    said = {"when": "before", "winning": False}
    (made,) = evening.says("report-irregularity", **INVALID, circumstances=said)
    assert isinstance(made, StatementMade)
    evening.ok("refuse-statement", actor="sue", role=SUPERVISOR, number=1, reason="it is valid")
    evening.bet("alice", "player")
    evening.ok("report-irregularity", **INVALID, circumstances=said)
    evening.bet("bob", "player")
    sound(evening)
