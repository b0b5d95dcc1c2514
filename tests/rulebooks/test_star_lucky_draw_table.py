"""star-lucky-draw, clauses 3, 4, 5 and 7: cards, wagers and calls at a live table."""

from support import card_checks, wager_checks
from support.evening import Evening

GAME = "star-lucky-draw"


def test_3_4_cards_come_from_safe_keeping() -> None:
    card_checks.secured(GAME, "3.4")


def test_3_9_a_check_is_ordered_at_any_moment() -> None:
    card_checks.check_ordered(GAME, "3.9")


def test_3_9_nearest_miss_not_by_anyone_else() -> None:
    card_checks.check_ordered_nearest_miss(GAME, "3.9")


def test_4_1_4_a_doubtful_mix_is_shuffled_after_the_coup() -> None:
    card_checks.doubt(GAME, "4.1.4")


def test_4_1_4_nearest_miss_not_without_reason() -> None:
    card_checks.doubt_nearest_miss(GAME, "4.1.4")


def test_4_2_a_player_has_cards_riffled() -> None:
    card_checks.riffle(GAME, "4.2")


def test_4_2_nearest_miss_not_after_the_cut() -> None:
    card_checks.riffle_nearest_miss(GAME, "4.2")


def test_4_3_2_pre_shuffled_cards_are_shuffled_for_doubt() -> None:
    card_checks.doubt(GAME, "4.3.2", pre_shuffled="casino")


def test_4_3_2_nearest_miss_not_without_reason() -> None:
    card_checks.doubt_nearest_miss(GAME, "4.3.2", pre_shuffled="casino")


def test_4_5_a_shuffle_by_hand_before_the_device() -> None:
    card_checks.hand_shuffle(GAME, "4.5")


def test_4_5_nearest_miss_not_once_they_are_in_it() -> None:
    card_checks.hand_shuffle_nearest_miss(GAME, "4.5")


def test_5_5_wagers_lie_before_the_first_card() -> None:
    wager_checks.before_first_card(GAME, "5.5")


def test_5_5_nearest_miss_none_is_laid_after_it() -> None:
    wager_checks.before_first_card_nearest_miss(GAME, "5.5")


def test_5_6_so_many_players_on_one_area() -> None:
    wager_checks.area_players(GAME, "5.6")


def test_5_6_nearest_miss_it_is_a_supervisors_to_change() -> None:
    wager_checks.area_players_nearest_miss(GAME, "5.6")


def test_5_7_an_area_is_given_up_when_none_is_free() -> None:
    wager_checks.give_up(GAME, "5.7")


def test_5_7_nearest_miss_nobody_waits_or_one_is_free() -> None:
    wager_checks.give_up_nearest_miss(GAME, "5.7")


def test_5_8_no_wager_is_touched_until_it_is_settled() -> None:
    wager_checks.untouched(GAME, "5.8")


def test_5_8_nearest_miss_before_the_first_card_it_may_be() -> None:
    wager_checks.untouched_nearest_miss(GAME, "5.8")


def test_7_1_bets_may_be_called_and_closed() -> None:
    card_checks.calls(GAME, "7.1")


def test_5_2_draw_is_as_much_as_an_enter_that_was_raised() -> None:
    evening = Evening("star-lucky-draw")
    evening.join("alice", 1)
    evening.bet("alice", "enter", "100", box=1)
    evening.bet("alice", "enter", "50", box=1)
    evening.deal("4S 5H KD")
    evening.choose(1, "draw", "alice")
    draws = [laid.live for laid in evening.table.round.stakes.values() if laid.on == "draw"]
    assert sum(draws) == 15_000
