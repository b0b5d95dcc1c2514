"""star-lucky-draw, clauses 2 and 12: general provisions at a live table."""

from support import sanction_checks, table_checks
from support.excluded import at_once_and_everywhere
from support.table_checks import SUPERVISOR, first_card, main, two

GAME = "star-lucky-draw"


def test_2_5_the_odds_sign_is_due() -> None:
    table_checks.odds_sign(GAME, "2.5")


def test_12_1_the_offence_is_kept_with_the_sanction() -> None:
    sanction_checks.offence(GAME, "12.1")


def test_12_3_measures_under_their_own_clauses() -> None:
    sanction_checks.measures(GAME, "12.3")


def test_12_3_nearest_miss_not_for_another_breach() -> None:
    sanction_checks.measures_nearest_miss(GAME, "12.3")


def test_12_3_1_void_wagers_have_no_result() -> None:
    sanction_checks.void(GAME, "12.3.1")


def test_12_3_1_nearest_miss_only_that_persons_wagers() -> None:
    sanction_checks.void_nearest_miss(GAME, "12.3.1")


def test_12_3_2_the_barred_neither_bet_nor_come_back() -> None:
    sanction_checks.bar(GAME, "12.3.2")


def test_12_3_2_nearest_miss_the_wager_that_lies_is_decided() -> None:
    sanction_checks.bar_nearest_miss(GAME, "12.3.2")


def test_12_3_3_out_of_the_casino() -> None:
    sanction_checks.exclude(GAME, "12.3.3")


def test_12_3_3_at_every_table_the_account_and_the_door() -> None:
    at_once_and_everywhere(GAME)


def test_12_3_4_held_for_an_inspector() -> None:
    sanction_checks.detain(GAME, "12.3.4")


def test_12_4_an_outcome_is_invalidated() -> None:
    sanction_checks.invalidate(GAME, "12.4")


def test_12_4_nearest_miss_only_once_and_for_a_reason() -> None:
    sanction_checks.invalidate_nearest_miss(GAME, "12.4")


def test_12_4_1_a_disturbance_is_a_ground() -> None:
    sanction_checks.disturbance(GAME, "12.4.1")


def test_12_4_1_nearest_miss_impractical_play_is_not() -> None:
    sanction_checks.cause_nearest_miss(GAME, "12.4.1")


def test_12_4_2_a_fraud_is_a_ground() -> None:
    sanction_checks.fraud(GAME, "12.4.2")


def test_12_4_2_nearest_miss_not_by_somebody_absent() -> None:
    sanction_checks.cause_nearest_miss(GAME, "12.4.2")


def test_12_5_stakes_go_back_but_the_cheats_are_forfeited() -> None:
    sanction_checks.refund(GAME, "12.5")


def test_12_5_nearest_miss_nobody_forfeits_for_a_disturbance() -> None:
    sanction_checks.refund_nearest_miss(GAME, "12.5")


def test_12_5_the_cheats_stake_is_always_forfeited() -> None:
    evening = two(GAME)
    main(evening)
    first_card(evening)
    fraud = {**SUPERVISOR, "cause": "fraud", "reason": "a marked card", "by_player": "al"}
    assert evening.no("must-forfeit", "invalidate-outcome", **fraud, forfeit=False).clause == "12.5"
    evening.ok("invalidate-outcome", **fraud)
    assert evening.chips("al") == 9_900_00


def test_12_8_a_table_closes_after_its_sign() -> None:
    table_checks.close(GAME, "12.8")


def test_12_8_nearest_miss_not_early_and_not_over_wagers() -> None:
    table_checks.close_nearest_miss(GAME, "12.8")


def test_12_10_a_supervisor_refuses_a_wager() -> None:
    table_checks.refuse(GAME, "12.10")


def test_12_10_nearest_miss_not_without_a_reason_or_after_the_first_card() -> None:
    table_checks.refuse_nearest_miss(GAME, "12.10")


def test_12_11_a_dispute_is_decided_first_and_reviewed_if_asked() -> None:
    table_checks.dispute(GAME, "12.11")


def test_12_11_nearest_miss_no_review_by_the_same_person() -> None:
    table_checks.dispute_nearest_miss(GAME, "12.11")


def test_12_12_a_dissatisfied_person_is_told_of_the_inspector() -> None:
    table_checks.complaint(GAME, "12.12")


def test_12_13_the_rules_are_shown_to_whoever_asks() -> None:
    table_checks.rules_at_hand(GAME, "12.13")
