"""star-seven-up, clause 15: tournaments."""

from support import star_rows, tournament_checks
from support.rows import clause_tests

GAME = "star-seven-up"


def test_15_3_1_value_is_added_to_the_fees() -> None:
    tournament_checks.added_value(GAME)


def test_15_3_1_nearest_miss_a_tournament_may_be_free() -> None:
    tournament_checks.added_value_nearest_miss(GAME)


def test_15_3_3_a_guarantee_is_due_from_its_number_of_entries() -> None:
    tournament_checks.guarantee(GAME)


def test_15_3_3_nearest_miss_an_entry_short_and_a_fuller_pool() -> None:
    tournament_checks.guarantee_nearest_miss(GAME)


def test_15_4_2_nearest_miss_what_is_said_may_be_none() -> None:
    tournament_checks.conditions_nearest_miss(GAME)


def test_15_5_6_1_nearest_miss_three_coups_at_most() -> None:
    tournament_checks.absence_nearest_miss(GAME)


def test_15_6_4_nearest_miss_a_wager_a_form_a_pass_card_or_absence() -> None:
    tournament_checks.duty_nearest_miss(GAME)


def test_15_6_4_the_maximum_is_for_the_whole_coup() -> None:
    tournament_checks.several(GAME)


def test_15_6_13_nearest_miss_the_minimum_itself_suffices() -> None:
    tournament_checks.unable_nearest_miss(GAME)


def test_15_6_14_nearest_miss_whole_units_stand_as_laid() -> None:
    tournament_checks.units_nearest_miss(GAME)


def test_15_8_2_3_within_the_limits_and_the_chips() -> None:
    tournament_checks.written(GAME)


def test_15_8_2_3_nearest_miss_what_is_not_is_corrected() -> None:
    tournament_checks.written_nearest_miss(GAME)


def test_15_8_2_4_beside_an_open_wager() -> None:
    tournament_checks.written_beside(GAME)


def test_15_8_2_4_nearest_miss_not_beyond_the_chips_together() -> None:
    tournament_checks.written_beside_nearest_miss(GAME)


def test_15_8_3_chips_move_as_the_wager_is_deemed() -> None:
    tournament_checks.corrected(GAME)


def test_15_8_3_nearest_miss_a_right_form_stands() -> None:
    tournament_checks.corrected_nearest_miss(GAME)


def test_15_8_3_1_less_than_the_minimum_is_the_minimum() -> None:
    tournament_checks.below(GAME)


def test_15_8_3_1_nearest_miss_the_minimum_and_the_last_chips() -> None:
    tournament_checks.below_nearest_miss(GAME)


def test_15_8_3_2_nearest_miss_what_the_maximum_leaves() -> None:
    tournament_checks.above_nearest_miss(GAME)


def test_15_8_3_3_nearest_miss_exactly_the_chips_is_no_fault() -> None:
    tournament_checks.beyond_nearest_miss(GAME)


def test_15_8_3_4_nearest_miss_after_settlement_as_far_as_chips_reach() -> None:
    tournament_checks.blank_nearest_miss(GAME)


def test_15_10_2_most_chips_first() -> None:
    tournament_checks.by_chips(GAME)


def test_15_10_2_nearest_miss_a_cent_more_is_more() -> None:
    tournament_checks.by_chips_nearest_miss(GAME)


def test_15_10_3_level_across_the_line_play_off() -> None:
    tournament_checks.play_off(GAME)


def test_15_10_3_nearest_miss_level_players_who_fit_do_not() -> None:
    tournament_checks.play_off_nearest_miss(GAME)


def test_15_10_4_residual_then_wager_then_chips_taken_later() -> None:
    tournament_checks.one_coup(GAME)


def test_15_10_4_nearest_miss_not_noted_is_level() -> None:
    tournament_checks.one_coup_nearest_miss(GAME)


globals().update(clause_tests(GAME, star_rows.TOURNAMENT))
