"""star-baccarat, clause 15: conduct and wagers of a heat."""

from support import form_checks, heat_checks, heat_wagers

GAME = "star-baccarat"


def test_15_5_2_the_table_is_for_the_session_alone() -> None:
    form_checks.exclusive(GAME, "15.5.2")


def test_15_5_2_nearest_miss_until_it_is_counted() -> None:
    form_checks.exclusive_nearest_miss(GAME, "15.5.2")


def test_15_5_5_the_manager_ends_a_session_early() -> None:
    heat_checks.early(GAME, "15.5.5")


def test_15_5_5_nearest_miss_not_while_it_is_open() -> None:
    heat_checks.early_nearest_miss(GAME, "15.5.5")


def test_15_5_5_1_a_lead_that_nobody_can_make_good() -> None:
    heat_checks.determined(GAME, "15.5.5.1")


def test_15_5_5_1_nearest_miss_one_that_a_coup_can() -> None:
    heat_checks.determined_nearest_miss(GAME, "15.5.5.1")


def test_15_5_5_2_where_chips_turn_into_cash_all_agree() -> None:
    heat_checks.agreed(GAME, "15.5.5.2")


def test_15_5_5_2_nearest_miss_one_who_does_not() -> None:
    heat_checks.agreed_nearest_miss(GAME, "15.5.5.2")


def test_15_5_6_who_is_away_is_not_waited_for() -> None:
    heat_checks.absent(GAME, "15.5.6")


def test_15_5_6_nearest_miss_who_is_there_wagers() -> None:
    heat_checks.absent_nearest_miss(GAME, "15.5.6")


def test_15_5_6_1_the_minimum_is_taken_at_the_table() -> None:
    heat_checks.deducted(GAME, "15.5.6.1")


def test_15_5_6_1_nearest_miss_three_coups_of_a_session() -> None:
    heat_checks.deducted_nearest_miss(GAME, "15.5.6.1")


def test_15_5_6_2_the_position_is_cancelled() -> None:
    heat_checks.cancelled(GAME, "15.5.6.2")


def test_15_5_6_2_nearest_miss_not_of_who_sits_there() -> None:
    heat_checks.cancelled_nearest_miss(GAME, "15.5.6.2")


def test_15_5_7_a_breach_puts_a_player_out() -> None:
    heat_checks.disqualified(GAME, "15.5.7")


def test_15_5_7_nearest_miss_the_coup_is_finished_first() -> None:
    heat_checks.disqualified_nearest_miss(GAME, "15.5.7")


def test_15_5_8_one_counts_and_another_confirms() -> None:
    heat_checks.counted(GAME, "15.5.8")


def test_15_5_8_nearest_miss_everybody_and_not_before_the_end() -> None:
    heat_checks.counted_nearest_miss(GAME, "15.5.8")


def test_15_5_9_missing_chips_by_number_and_denomination() -> None:
    heat_checks.missing(GAME, "15.5.9")


def test_15_5_9_nearest_miss_they_come_to_what_is_missing() -> None:
    heat_checks.missing_nearest_miss(GAME, "15.5.9")


def test_15_6_1_no_other_chips_and_no_tokens() -> None:
    heat_checks.chips_only(GAME, "15.6.1")


def test_15_6_1_nearest_miss_tournament_chips() -> None:
    heat_checks.chips_only_nearest_miss(GAME, "15.6.1")


def test_15_6_2_everybody_has_the_same_chips() -> None:
    heat_checks.allotment(GAME, "15.6.2")


def test_15_6_2_nearest_miss_enough_for_a_wager() -> None:
    heat_checks.allotment_nearest_miss(GAME, "15.6.2")


def test_15_6_3_without_the_buy_in_a_player_is_out() -> None:
    heat_checks.buy_in(GAME, "15.6.3")


def test_15_6_3_nearest_miss_where_nothing_is_bought() -> None:
    heat_checks.buy_in_nearest_miss(GAME, "15.6.3")


def test_15_6_4_asked_in_vain_a_player_is_put_out() -> None:
    heat_wagers.duty(GAME, "15.6.4")


def test_15_6_4_nearest_miss_time_left_a_pass_card_or_a_refused_wager() -> None:
    heat_wagers.duty_nearest_miss(GAME, "15.6.4")


def test_15_6_5_chips_from_elsewhere() -> None:
    heat_checks.added(GAME, "15.6.5")


def test_15_6_5_nearest_miss_chips_that_were_won() -> None:
    heat_checks.added_nearest_miss(GAME, "15.6.5")


def test_15_6_6_chips_stay_at_the_table() -> None:
    heat_checks.in_view(GAME, "15.6.6")


def test_15_6_6_nearest_miss_who_comes_back_finds_them() -> None:
    heat_checks.in_view_nearest_miss(GAME, "15.6.6")


def test_15_6_7_who_hides_chips_is_put_out() -> None:
    heat_checks.disqualified(GAME, "15.6.7", "hidden chips")


def test_15_6_7_nearest_miss_by_the_manager_alone() -> None:
    heat_checks.disqualified_nearest_miss(GAME, "15.6.7", "hidden chips")


def test_15_6_8_wagers_are_paid_in_tournament_chips() -> None:
    heat_wagers.paid(GAME, "15.6.8")


def test_15_6_8_nearest_miss_no_other_chips_are_there() -> None:
    heat_wagers.paid_nearest_miss(GAME, "15.6.8")


def test_15_6_9_all_chips_go_back() -> None:
    heat_checks.returned(GAME, "15.6.9")


def test_15_6_9_nearest_miss_not_before_the_end() -> None:
    heat_checks.returned_nearest_miss(GAME, "15.6.9")


def test_15_6_10_from_the_own_position_only() -> None:
    heat_wagers.seat(GAME, "15.6.10")


def test_15_6_10_nearest_miss_the_own_one() -> None:
    heat_wagers.seat_nearest_miss(GAME, "15.6.10")


def test_15_6_11_a_time_limit_after_notice() -> None:
    heat_wagers.pace(GAME, "15.6.11")


def test_15_6_11_nearest_miss_not_before_its_time() -> None:
    heat_wagers.pace_nearest_miss(GAME, "15.6.11")


def test_15_6_12_late_is_the_minimum() -> None:
    heat_wagers.late(GAME, "15.6.12")


def test_15_6_12_nearest_miss_the_last_moment_is_in_time() -> None:
    heat_wagers.late_nearest_miss(GAME, "15.6.12")


def test_15_6_13_out_when_the_coup_is_over() -> None:
    heat_wagers.unable(GAME, "15.6.13")


def test_15_6_13_nearest_miss_the_minimum_stays_in() -> None:
    heat_wagers.unable_nearest_miss(GAME, "15.6.13")


def test_15_6_14_cut_and_made_up_at_the_first_card() -> None:
    heat_wagers.units(GAME, "15.6.14")


def test_15_6_14_nearest_miss_each_placing_counts_by_itself() -> None:
    heat_wagers.units_nearest_miss(GAME, "15.6.14")


def test_15_6_15_limits_move_as_announced() -> None:
    heat_wagers.limits(GAME, "15.6.15")


def test_15_6_15_nearest_miss_nobody_moves_them_otherwise() -> None:
    heat_wagers.limits_nearest_miss(GAME, "15.6.15")
