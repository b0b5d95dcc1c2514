"""A shuffle or cut that was left out, the cutting card by the log, and the closing of a table."""

import pytest

from support import shoe_checks as checks
from support.evening import Evening
from support.irregular import at_table, outcome, refused, report, sound
from support.shoe_checks import THREE_CARD


def test_12_10_a_coup_from_cards_that_nobody_cut_is_completed() -> None:
    checks.uncut_coup(THREE_CARD)


def test_12_10_nearest_miss_the_cards_were_cut() -> None:
    checks.uncut_nearest_miss(THREE_CARD)


def test_12_10_nearest_miss_the_dealers_word_alone() -> None:
    checks.dealers_word(THREE_CARD, "not-cut", "12.10", {})


def test_12_12_a_coup_from_cards_not_shuffled_after_the_cutting_card_is_completed() -> None:
    checks.unshuffled_coup(THREE_CARD)


def test_12_12_nearest_miss_no_cutting_card_came_or_a_supervisor_ordered_it() -> None:
    checks.unshuffled_nearest_miss(THREE_CARD)


def test_12_12_nearest_miss_the_dealers_word_alone() -> None:
    checks.dealers_word(THREE_CARD, "not-shuffled", "12.12", {"enough_cards": True})


def test_4_7_no_card_comes_from_behind_the_cutting_card() -> None:
    checks.behind_the_cutting_card(THREE_CARD)


def test_4_7_nearest_miss_the_card_in_front_of_the_cutting_card() -> None:
    checks.before_the_cutting_card(THREE_CARD)


def test_14_9_players_whom_staff_key_out_are_told_by_a_sign() -> None:
    checks.put_out_and_closed(THREE_CARD.name, "14.9")


def test_14_9_nearest_miss_players_who_left_by_themselves_or_long_ago() -> None:
    checks.left_and_closed(THREE_CARD.name)


def test_12_11_part_of_the_burn_forgotten_stays_in_play() -> None:
    evening = checks.burned_in_part(THREE_CARD.name, "12.11")
    THREE_CARD.lay(evening)
    THREE_CARD.rest(evening, THREE_CARD.cards)
    assert evening.table.stack.dealt == 3 + 6


# 12.1, 12.5 and 12.6: a misdeal ends with the announcement

FULL = 1_000_000


def announced(**options: str) -> Evening:
    """Box 1 of Alice and box 2 of Bob have lost to the Banker; the result is called."""
    evening = at_table(THREE_CARD.name, **options)
    evening.bet("alice", "player", box=1)
    evening.bet("bob", "player", box=2)
    evening.deal("2S 2H 9H 3D 3S KC 4H 4D QC")
    evening.ok("announce-result")
    return evening


@pytest.mark.parametrize("over", [False, True])
def test_12_5_a_hand_of_three_cards_is_not_short_after_the_announcement(over: bool) -> None:
    evening = announced()
    if over:
        evening.ok("settle-wagers")
        evening.ok("clear-cards")
    said = {"hand": "player"}
    assert refused(evening, "not-so", "hand-short", said, box=1).clause == "12.5"
    if over:
        assert evening.chips("bob") == FULL - 10_000  # and he is not paid back


def test_12_5_a_hand_of_too_many_cards_is_void_alone_after_the_announcement() -> None:
    evening = announced()
    situation = "surplus-to-player-banker-stands"
    assert refused(evening, "say-more", situation, {"exposed": True}, box=1).clause == "12.5"
    report(evening, situation, {"exposed": True}, box=1, card="8C")
    assert evening.table.round.void is None
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert (evening.chips("alice"), evening.chips("bob")) == (FULL, FULL - 10_000)
    sound(evening)


def test_12_2_nearest_miss_a_misdeal_ends_with_the_announcement() -> None:
    evening = announced()
    assert refused(evening, "too-late", "hand-short", {"hand": "banker"}).clause == "12.6"
    assert refused(evening, "too-late", "surplus-to-banker", {"exposed": True}).clause == "12.6"


def test_12_1_nearest_miss_a_wrong_deal_has_no_rule_after_the_announcement() -> None:
    events = report(announced(), "wrong-deal", {"in_doubt": False})
    assert outcome(events) == ("NO_RULE", None)


def test_12_6_a_wrong_settlement_is_put_right_after_the_announcement() -> None:
    evening = announced()
    evening.ok("settle-wagers")
    report(evening, "wrong-call-or-settlement", {"paid": True, "rebuildable": True})
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert evening.chips("alice") == FULL - 10_000


def test_12_1_before_the_announcement_it_is_a_misdeal() -> None:
    evening = at_table(THREE_CARD.name)
    evening.bet("alice", "player", box=1)
    evening.deal("2S 9H 3D KC 4H QC")
    assert outcome(report(evening, "hand-short", {"hand": "player"}, box=1)) == ("MISDEAL", "12.1")
    assert evening.chips("alice") == FULL
