"""A shuffle or cut that was left out, the cutting card by the log, and the closing of a table."""

from support import shoe_checks as checks
from support.irregular import report
from support.shoe_checks import LUCKY_DRAW


def test_10_12_a_coup_from_cards_that_nobody_cut_is_completed() -> None:
    checks.uncut_coup(LUCKY_DRAW)


def test_10_12_nearest_miss_the_cards_were_cut() -> None:
    checks.uncut_nearest_miss(LUCKY_DRAW)


def test_10_12_nearest_miss_the_dealers_word_alone() -> None:
    checks.dealers_word(LUCKY_DRAW, "not-cut", "10.12", {})


def test_10_14_a_coup_from_cards_not_shuffled_after_the_cutting_card_is_completed() -> None:
    checks.unshuffled_coup(LUCKY_DRAW)


def test_10_14_nearest_miss_no_cutting_card_came_or_a_supervisor_ordered_it() -> None:
    checks.unshuffled_nearest_miss(LUCKY_DRAW)


def test_10_14_nearest_miss_the_dealers_word_alone() -> None:
    checks.dealers_word(LUCKY_DRAW, "not-shuffled", "10.14", {"enough_cards": True})


def test_4_1_3_no_card_comes_from_behind_the_cutting_card() -> None:
    checks.behind_the_cutting_card(LUCKY_DRAW)


def test_4_1_3_nearest_miss_the_card_in_front_of_the_cutting_card() -> None:
    checks.before_the_cutting_card(LUCKY_DRAW)


def test_12_8_players_whom_staff_key_out_are_told_by_a_sign() -> None:
    checks.put_out_and_closed(LUCKY_DRAW.name, "12.8")


def test_12_8_nearest_miss_players_who_left_by_themselves_or_long_ago() -> None:
    checks.left_and_closed(LUCKY_DRAW.name)


def test_10_3_a_keyed_card_does_not_replace_the_one_set_aside() -> None:
    evening = LUCKY_DRAW.evening()
    LUCKY_DRAW.lay(evening)
    evening.card("4S")
    said = {"burned": False, "refused": "nobody", "exposed": True}
    report(evening, "dealt-or-burned-in-error", said, card="9D")
    checks.contradicted(evening, "10.3", "2C", "9D")


def test_10_7_a_keyed_card_does_not_replace_the_one_set_aside() -> None:
    evening = LUCKY_DRAW.evening()
    LUCKY_DRAW.lay(evening)
    evening.deal("4S 6H 3D")
    evening.choose(1, "stand", "alice")
    evening.deal("2H")
    report(evening, "surplus-to-banker", {"exposed": False})
    evening.finish()
    LUCKY_DRAW.lay(evening)
    checks.contradicted(evening, "10.7", "2C", None)
