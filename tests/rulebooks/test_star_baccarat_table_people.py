"""star-baccarat, clauses 2 and 14: general provisions at a live table."""

from support import sanction_checks, table_checks
from support.excluded import at_once_and_everywhere

GAME = "star-baccarat"


def test_2_5_the_odds_sign_is_due() -> None:
    table_checks.odds_sign(GAME, "2.5")


def test_14_6_the_offence_is_kept_with_the_sanction() -> None:
    sanction_checks.offence(GAME, "14.6")


def test_14_8_measures_under_their_own_clauses() -> None:
    sanction_checks.measures(GAME, "14.8")


def test_14_8_nearest_miss_not_for_another_breach() -> None:
    sanction_checks.measures_nearest_miss(GAME, "14.8")


def test_14_8_1_void_wagers_have_no_result() -> None:
    sanction_checks.void(GAME, "14.8.1")


def test_14_8_1_nearest_miss_only_that_persons_wagers() -> None:
    sanction_checks.void_nearest_miss(GAME, "14.8.1")


def test_14_8_2_the_barred_neither_bet_nor_come_back() -> None:
    sanction_checks.bar(GAME, "14.8.2")


def test_14_8_2_nearest_miss_the_wager_that_lies_is_decided() -> None:
    sanction_checks.bar_nearest_miss(GAME, "14.8.2")


def test_14_8_3_out_of_the_casino() -> None:
    sanction_checks.exclude(GAME, "14.8.3")


def test_14_8_3_at_every_table_the_account_and_the_door() -> None:
    at_once_and_everywhere(GAME)


def test_14_8_4_held_for_an_inspector() -> None:
    sanction_checks.detain(GAME, "14.8.4")


def test_14_9_an_outcome_is_invalidated() -> None:
    sanction_checks.invalidate(GAME, "14.9")


def test_14_9_nearest_miss_only_once_and_for_a_reason() -> None:
    sanction_checks.invalidate_nearest_miss(GAME, "14.9")


def test_14_9_1_a_disturbance_is_a_ground() -> None:
    sanction_checks.disturbance(GAME, "14.9.1")


def test_14_9_1_nearest_miss_impractical_play_is_not() -> None:
    sanction_checks.cause_nearest_miss(GAME, "14.9.1")


def test_14_9_2_a_fraud_is_a_ground() -> None:
    sanction_checks.fraud(GAME, "14.9.2")


def test_14_9_2_nearest_miss_not_by_somebody_absent() -> None:
    sanction_checks.cause_nearest_miss(GAME, "14.9.2")


def test_14_10_stakes_go_back_but_the_cheats_are_forfeited() -> None:
    sanction_checks.refund(GAME, "14.10")


def test_14_10_nearest_miss_nobody_forfeits_for_a_disturbance() -> None:
    sanction_checks.refund_nearest_miss(GAME, "14.10")


def test_14_13_the_pay_scheme_changes_after_a_sign() -> None:
    table_checks.variant(GAME, "14.13")


def test_14_13_nearest_miss_not_early_and_not_over_wagers() -> None:
    table_checks.variant_nearest_miss(GAME, "14.13")


def test_14_13_all_players_agree_and_it_changes_at_once() -> None:
    table_checks.consent_to_variant(GAME, "14.13")


def test_14_14_a_table_closes_after_its_sign() -> None:
    table_checks.close(GAME, "14.14")


def test_14_14_nearest_miss_not_early_and_not_over_wagers() -> None:
    table_checks.close_nearest_miss(GAME, "14.14")


def test_14_15_three_idle_coups_may_cost_the_seat() -> None:
    table_checks.idle(GAME, "14.15")


def test_14_15_nearest_miss_two_coups_or_a_free_seat() -> None:
    table_checks.idle_nearest_miss(GAME, "14.15")


def test_14_17_a_supervisor_refuses_a_wager() -> None:
    table_checks.refuse(GAME, "14.17")


def test_14_17_nearest_miss_not_without_a_reason_or_after_the_first_card() -> None:
    table_checks.refuse_nearest_miss(GAME, "14.17")


def test_14_18_a_dispute_is_decided_first_and_reviewed_if_asked() -> None:
    table_checks.dispute(GAME, "14.18")


def test_14_18_nearest_miss_no_review_by_the_same_person() -> None:
    table_checks.dispute_nearest_miss(GAME, "14.18")


def test_14_19_a_dissatisfied_person_is_told_of_the_inspector() -> None:
    table_checks.complaint(GAME, "14.19")


def test_14_20_the_rules_are_shown_to_whoever_asks() -> None:
    table_checks.rules_at_hand(GAME, "14.20")
