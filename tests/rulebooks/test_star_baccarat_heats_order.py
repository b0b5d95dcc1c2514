"""star-baccarat, clause 15: pass cards, undisclosed wagers and order of a heat."""

from support import form_checks, heat_wagers

GAME = "star-baccarat"


def test_15_7_1_a_pass_card_in_lieu_of_a_wager() -> None:
    heat_wagers.passes(GAME, "15.7.1")


def test_15_7_1_nearest_miss_not_beside_one() -> None:
    heat_wagers.passes_nearest_miss(GAME, "15.7.1")


def test_15_8_1_as_many_forms_as_the_conditions_give() -> None:
    form_checks.number(GAME, "15.8.1")


def test_15_8_1_nearest_miss_none_where_they_give_none() -> None:
    form_checks.number_nearest_miss(GAME, "15.8.1")


def test_15_8_2_every_step_of_an_undisclosed_wager() -> None:
    form_checks.steps(GAME, "15.8.2")


def test_15_8_2_nearest_miss_no_step_is_left_out() -> None:
    form_checks.steps_nearest_miss(GAME, "15.8.2")


def test_15_8_2_1_the_log_has_the_seal_alone() -> None:
    form_checks.written(GAME, "15.8.2.1")


def test_15_8_2_1_nearest_miss_nobody_writes_for_another() -> None:
    form_checks.written_nearest_miss(GAME, "15.8.2.1")


def test_15_8_2_2_a_faulty_form_is_its_own_player_s() -> None:
    form_checks.own(GAME, "15.8.2.2")


def test_15_8_2_2_nearest_miss_nobody_else_fills_it_in() -> None:
    form_checks.own_nearest_miss(GAME, "15.8.2.2")


def test_15_8_2_3_a_form_at_the_table() -> None:
    form_checks.within(GAME, "15.8.2.3")


def test_15_8_2_3_nearest_miss_part_of_a_unit_at_the_table() -> None:
    form_checks.within_nearest_miss(GAME, "15.8.2.3")


def test_15_8_2_4_beside_an_open_wager_at_the_table() -> None:
    form_checks.beside(GAME, "15.8.2.4")


def test_15_8_2_4_nearest_miss_beyond_the_chips_at_the_table() -> None:
    form_checks.beside_nearest_miss(GAME, "15.8.2.4")


def test_15_8_2_5_the_supervisor_examines_it() -> None:
    form_checks.examined(GAME, "15.8.2.5")


def test_15_8_2_5_nearest_miss_a_faulty_one_goes_back() -> None:
    form_checks.examined_nearest_miss(GAME, "15.8.2.5")


def test_15_8_2_6_announced_and_laid_before_the_first_card() -> None:
    form_checks.announced(GAME, "15.8.2.6")


def test_15_8_2_6_nearest_miss_only_what_was_written() -> None:
    form_checks.announced_nearest_miss(GAME, "15.8.2.6")


def test_15_8_2_7_from_the_announcement_nothing_is_touched() -> None:
    form_checks.locked(GAME, "15.8.2.7")


def test_15_8_2_7_nearest_miss_before_it_may_be() -> None:
    form_checks.locked_nearest_miss(GAME, "15.8.2.7")


def test_15_8_3_put_right_when_the_coup_is_over() -> None:
    form_checks.corrected(GAME, "15.8.3")


def test_15_8_3_nearest_miss_a_void_coup_is_not() -> None:
    form_checks.corrected_nearest_miss(GAME, "15.8.3")


def test_15_8_3_1_less_at_the_table() -> None:
    form_checks.below(GAME, "15.8.3.1")


def test_15_8_3_1_nearest_miss_the_minimum_at_the_table() -> None:
    form_checks.below_nearest_miss(GAME, "15.8.3.1")


def test_15_8_3_2_more_at_the_table() -> None:
    form_checks.above(GAME, "15.8.3.2")


def test_15_8_3_2_nearest_miss_the_maximum_at_the_table() -> None:
    form_checks.above_nearest_miss(GAME, "15.8.3.2")


def test_15_8_3_3_all_the_chips_at_the_table() -> None:
    form_checks.beyond(GAME, "15.8.3.3")


def test_15_8_3_3_nearest_miss_or_the_maximum_at_the_table() -> None:
    form_checks.beyond_nearest_miss(GAME, "15.8.3.3")


def test_15_8_3_4_the_minimum_is_gone_at_the_table() -> None:
    form_checks.blank(GAME, "15.8.3.4")


def test_15_8_3_4_nearest_miss_not_more_than_is_there_at_the_table() -> None:
    form_checks.blank_nearest_miss(GAME, "15.8.3.4")


def test_15_8_4_any_entrant_may_see_the_form() -> None:
    form_checks.shown(GAME, "15.8.4")


def test_15_8_4_nearest_miss_not_before_and_not_after() -> None:
    form_checks.shown_nearest_miss(GAME, "15.8.4")


def test_15_9_1_an_order_where_the_conditions_have_one() -> None:
    heat_wagers.order(GAME, "15.9.1")


def test_15_9_1_nearest_miss_without_one_as_players_like() -> None:
    heat_wagers.order_nearest_miss(GAME, "15.9.1")


def test_15_9_2_the_marker_moves_on() -> None:
    heat_wagers.marker(GAME, "15.9.2")


def test_15_9_2_nearest_miss_past_an_empty_box_and_not_for_a_void_coup() -> None:
    heat_wagers.marker_nearest_miss(GAME, "15.9.2")


def test_15_9_3_from_the_marker_to_the_left() -> None:
    heat_wagers.turns(GAME, "15.9.3")


def test_15_9_3_nearest_miss_nobody_is_passed_over_in_time() -> None:
    heat_wagers.turns_nearest_miss(GAME, "15.9.3")


def test_15_9_4_out_of_turn_it_is_not_taken() -> None:
    heat_wagers.out_of_turn(GAME, "15.9.4")


def test_15_9_4_nearest_miss_in_turn_it_is() -> None:
    heat_wagers.out_of_turn_nearest_miss(GAME, "15.9.4")


def test_15_9_5_made_in_turn_it_stays() -> None:
    heat_wagers.fixed(GAME, "15.9.5")


def test_15_9_5_nearest_miss_until_the_next_coup() -> None:
    heat_wagers.fixed_nearest_miss(GAME, "15.9.5")


def test_15_11_3_a_count_at_any_time() -> None:
    heat_wagers.recount(GAME, "15.11.3")


def test_15_11_3_nearest_miss_nothing_moves_by_it() -> None:
    heat_wagers.recount_nearest_miss(GAME, "15.11.3")
