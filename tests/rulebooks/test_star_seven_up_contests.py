"""star-seven-up, clause 15: how tournaments are run."""

from support import contest_checks

GAME = "star-seven-up"
OFF = ("6.3", "6.4")
TOLD = "14.13"


def test_15_1_1_entrants_have_a_form_and_the_fee_paid() -> None:
    contest_checks.entering(GAME, "15.1.1")


def test_15_1_1_nearest_miss_a_fee_of_nothing_is_paid() -> None:
    contest_checks.entering_nearest_miss(GAME)


def test_15_1_1_a_licensed_manager_is_appointed() -> None:
    contest_checks.appointing(GAME, "15.1.1", "casino operator")


def test_15_1_1_nearest_miss_who_was_not_appointed_has_no_say() -> None:
    contest_checks.appointing_nearest_miss(GAME, "15.1.1")


def test_15_2_1_tournament_rules_prevail() -> None:
    contest_checks.overlaid(GAME, "15.2.1", OFF)


def test_15_2_1_nearest_miss_all_other_rules_hold() -> None:
    contest_checks.overlaid_nearest_miss(GAME)


def test_15_3_2_fees_stay_in_the_pool() -> None:
    contest_checks.no_refund(GAME, "15.3.2")


def test_15_3_2_nearest_miss_within_the_period_they_come_back() -> None:
    contest_checks.no_refund_nearest_miss(GAME)


def test_15_3_2_the_whole_pool_is_in_prizes() -> None:
    contest_checks.all_in_prizes(GAME)


def test_15_3_4_cancelled_with_all_fees_back() -> None:
    contest_checks.cancelling(GAME, "15.3.4")


def test_15_3_4_nearest_miss_not_once_prizes_are_awarded() -> None:
    contest_checks.cancelling_nearest_miss(GAME)


def test_15_4_1_published_and_in_every_entrants_hand() -> None:
    contest_checks.copies(GAME, "15.4.1")


def test_15_4_1_nearest_miss_conditions_stay_from_the_first_entry() -> None:
    contest_checks.copies_nearest_miss(GAME)


def test_15_4_3_agreement_in_writing_if_it_is_wanted() -> None:
    contest_checks.agreement(GAME, "15.4.3")


def test_15_4_3_nearest_miss_nobody_is_asked_otherwise() -> None:
    contest_checks.agreement_nearest_miss(GAME)


def test_15_5_1_the_manager_designates_the_tables() -> None:
    contest_checks.tables(GAME, "15.5.1")


def test_15_5_1_nearest_miss_seats_need_a_sealed_draw() -> None:
    contest_checks.tables_nearest_miss(GAME)


def test_15_5_3_the_start_moves_after_notice() -> None:
    contest_checks.start_moved(GAME, "15.5.3")


def test_15_5_3_nearest_miss_a_second_less_is_too_short() -> None:
    contest_checks.start_moved_nearest_miss(GAME, "15.5.3")


def test_15_5_4_seats_as_the_manager_has_them_drawn() -> None:
    contest_checks.seats(GAME, "15.5.4")


def test_15_5_4_nearest_miss_no_seat_without_a_reason() -> None:
    contest_checks.seats_nearest_miss(GAME, "15.5.4")


def test_15_10_1_how_many_go_on_is_fixed_at_the_start() -> None:
    contest_checks.advance_fixed(GAME, "15.10.1")


def test_15_10_1_nearest_miss_before_it_may_be_set_anew() -> None:
    contest_checks.advance_fixed_nearest_miss(GAME, "15.10.1")


def test_15_11_2_play_waits_and_the_manager_is_final() -> None:
    contest_checks.disputed(GAME, "15.11.2", TOLD)


def test_15_11_2_nearest_miss_decided_it_goes_on() -> None:
    contest_checks.disputed_nearest_miss(GAME)


def test_15_11_4_disqualified_without_a_refund() -> None:
    contest_checks.struck_off(GAME, "15.5.7")


def test_15_11_4_nearest_miss_only_who_is_in() -> None:
    contest_checks.struck_off_nearest_miss(GAME)
