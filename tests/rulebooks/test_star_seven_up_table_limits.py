"""star-seven-up, clause 6: minimum and maximum wagers at a live table."""

from support import limit_checks

GAME = "star-seven-up"


def test_6_1_the_sign_binds_every_wager() -> None:
    limit_checks.sign(GAME, "6.1")


def test_6_1_nearest_miss_the_whole_wager_counts() -> None:
    limit_checks.sign_nearest_miss(GAME, "6.1")


def test_6_1_1_wagers_go_in_the_steps_of_the_sign() -> None:
    limit_checks.unit(GAME, "6.1.1")


def test_6_1_1_nearest_miss_without_a_step_any_amount() -> None:
    limit_checks.unit_nearest_miss(GAME, "6.1.1")


def test_6_2_the_dealer_cuts_one_hand_pro_rata() -> None:
    limit_checks.reduce(GAME, "6.2")


def test_6_2_nearest_miss_within_the_sign_nothing_is_cut() -> None:
    limit_checks.reduce_nearest_miss(GAME, "6.2")


def test_6_3_a_differential_passed_unseen_stands() -> None:
    limit_checks.differential_late(GAME, "6.3")


def test_6_3_nearest_miss_an_area_maximum_does_not() -> None:
    limit_checks.differential_late_nearest_miss(GAME, "6.3")


def test_6_4_a_small_wager_found_late_counts() -> None:
    limit_checks.late_minimum(GAME, "6.4")


def test_6_4_nearest_miss_before_the_first_card_it_is_not_taken() -> None:
    limit_checks.late_minimum_nearest_miss(GAME, "6.4")


def test_6_5_a_big_wager_counts_up_to_the_maximum() -> None:
    limit_checks.late_maximum(GAME, "6.5")


def test_6_5_nearest_miss_the_maximum_itself_is_all_live() -> None:
    limit_checks.late_maximum_nearest_miss(GAME, "6.5")


def test_6_5_an_area_shares_its_maximum_pro_rata() -> None:
    limit_checks.pro_rata(GAME, "6.5")


def test_6_5_1_earlier_coups_stand() -> None:
    limit_checks.past_stands(GAME, "6.5.1")


def test_6_5_1_nearest_miss_the_coup_being_dealt_is_cut() -> None:
    limit_checks.past_stands_nearest_miss(GAME, "6.5.1")


def test_6_7_a_higher_minimum_after_its_sign() -> None:
    limit_checks.change(GAME, "6.7")


def test_6_7_nearest_miss_a_second_early() -> None:
    limit_checks.change_nearest_miss(GAME, "6.7")


def test_6_7_1_at_once_if_players_keep_the_old_minimum() -> None:
    limit_checks.at_once(GAME, "6.7.1")


def test_6_7_1_nearest_miss_it_only_goes_up() -> None:
    limit_checks.at_once_nearest_miss(GAME, "6.7.1")


def test_6_7_1_1_a_marker_before_each_protected_box() -> None:
    limit_checks.marker(GAME, "6.7.1.1")


def test_6_7_1_2_the_marker_goes_with_its_player() -> None:
    limit_checks.marker_off(GAME, "6.7.1.2")


def test_6_7_1_3_the_marker_lies_where_the_player_is() -> None:
    limit_checks.marker_box(GAME, "6.7.1.3")


def test_6_7_2_protection_ends_after_its_sign() -> None:
    limit_checks.end_protection(GAME, "6.7.2")


def test_6_7_2_nearest_miss_a_second_early() -> None:
    limit_checks.end_protection_nearest_miss(GAME, "6.7.2")


def test_6_7_3_two_minimums_are_both_shown() -> None:
    limit_checks.two_signs(GAME, "6.7.3")


def test_6_7_4_newcomers_have_the_new_minimum() -> None:
    limit_checks.newcomers(GAME, "6.7.4")


def test_6_7_4_nearest_miss_those_who_were_there_have_not() -> None:
    limit_checks.newcomers_nearest_miss(GAME, "6.7.4")


def test_6_8_one_player_above_the_maximum() -> None:
    limit_checks.personal(GAME, "6.8")


def test_6_8_nearest_miss_for_that_player_alone() -> None:
    limit_checks.personal_nearest_miss(GAME, "6.8")
