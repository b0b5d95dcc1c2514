"""star-seven-up, clause 15: how tournaments are run."""

from support import contest_checks, star_rows
from support.rows import Row, clause_tests

GAME = "star-seven-up"
OFF = ("6.3", "6.4")
TOLD = "14.13"


def test_15_1_1_nearest_miss_a_fee_of_nothing_is_paid() -> None:
    contest_checks.entering_nearest_miss(GAME)


def test_15_2_1_nearest_miss_all_other_rules_hold() -> None:
    contest_checks.overlaid_nearest_miss(GAME)


def test_15_3_2_nearest_miss_within_the_period_they_come_back() -> None:
    contest_checks.no_refund_nearest_miss(GAME)


def test_15_3_2_the_whole_pool_is_in_prizes() -> None:
    contest_checks.all_in_prizes(GAME)


def test_15_3_4_nearest_miss_not_once_prizes_are_awarded() -> None:
    contest_checks.cancelling_nearest_miss(GAME)


def test_15_4_1_nearest_miss_conditions_stay_from_the_first_entry() -> None:
    contest_checks.copies_nearest_miss(GAME)


def test_15_4_3_nearest_miss_nobody_is_asked_otherwise() -> None:
    contest_checks.agreement_nearest_miss(GAME)


def test_15_5_1_nearest_miss_seats_need_a_sealed_draw() -> None:
    contest_checks.tables_nearest_miss(GAME)


def test_15_11_2_nearest_miss_decided_it_goes_on() -> None:
    contest_checks.disputed_nearest_miss(GAME)


def test_15_11_4_disqualified_without_a_refund() -> None:
    contest_checks.struck_off(GAME, "15.5.7")


def test_15_11_4_nearest_miss_only_who_is_in() -> None:
    contest_checks.struck_off_nearest_miss(GAME)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("15.2.1", "tournament rules prevail", contest_checks.overlaid, OFF),
    ("15.11.2", "play waits and the manager is final", contest_checks.disputed, TOLD),
]
globals().update(clause_tests(GAME, ROWS, star_rows.CONTESTS))
