"""canberra-mini, clause 3: minimum and maximum wagers at a live table."""

from support import limit_checks

GAME = "canberra-mini"


def test_3_1_the_sign_binds_every_wager() -> None:
    limit_checks.sign(GAME, "3.1")


def test_3_1_nearest_miss_the_whole_wager_counts() -> None:
    limit_checks.sign_nearest_miss(GAME, "3.1")


def test_3_1_a_higher_minimum_after_its_sign() -> None:
    limit_checks.change(GAME, "3.1")


def test_3_1_nearest_miss_a_second_early() -> None:
    limit_checks.change_nearest_miss(GAME, "3.1")


def test_3_2_one_player_above_the_maximum() -> None:
    limit_checks.personal(GAME, "3.2")


def test_3_2_nearest_miss_for_that_player_alone() -> None:
    limit_checks.personal_nearest_miss(GAME, "3.2")


def test_3_3_wagers_go_in_the_steps_of_the_sign() -> None:
    limit_checks.unit(GAME, "3.3")


def test_3_3_nearest_miss_without_a_step_any_amount() -> None:
    limit_checks.unit_nearest_miss(GAME, "3.3")


def test_3_4_a_small_wager_found_late_counts() -> None:
    limit_checks.late_minimum(GAME, "3.4")


def test_3_4_nearest_miss_before_the_first_card_it_is_not_taken() -> None:
    limit_checks.late_minimum_nearest_miss(GAME, "3.4")


def test_3_5_a_big_wager_counts_up_to_the_maximum() -> None:
    limit_checks.late_maximum(GAME, "3.5")


def test_3_5_nearest_miss_the_maximum_itself_is_all_live() -> None:
    limit_checks.late_maximum_nearest_miss(GAME, "3.5")
