"""star-baccarat, section 16: promotions that run."""

from support import promotion_running

GAME = "star-baccarat"


def test_16_2_a_scrutineer_who_oversees_it_is_on_record() -> None:
    promotion_running.overseen(GAME, "16.2")


def test_16_2_nearest_miss_one_may_be_there_and_need_not() -> None:
    promotion_running.overseen_nearest_miss(GAME)


def test_16_8_a_winner_who_need_not_attend_is_told_within_2_days() -> None:
    promotion_running.told_in_time(GAME, "16.8")


def test_16_8_nearest_miss_one_attempt_a_second_before_midnight() -> None:
    promotion_running.told_in_time_nearest_miss(GAME, "16.8")


def test_16_8_1_a_winner_is_told_face_to_face() -> None:
    promotion_running.way(GAME, "16.8.1", "face-to-face")


def test_16_8_1_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.8.1", "face-to-face")


def test_16_8_2_a_winner_is_told_by_mail() -> None:
    promotion_running.way(GAME, "16.8.2", "mail")


def test_16_8_2_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.8.2", "mail")


def test_16_8_3_a_winner_is_told_by_telephone() -> None:
    promotion_running.way(GAME, "16.8.3", "telephone")


def test_16_8_3_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.8.3", "telephone")


def test_16_8_4_a_winner_is_told_by_e_mail() -> None:
    promotion_running.way(GAME, "16.8.4", "e-mail")


def test_16_8_4_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.8.4", "e-mail")


def test_16_9_whoever_is_refused_is_told_why() -> None:
    promotion_running.refusal(GAME, "16.9")


def test_16_9_nearest_miss_a_claim_that_is_met() -> None:
    promotion_running.refusal_nearest_miss(GAME, "16.9")


def test_16_9_1_a_refused_claim_over_100_is_kept_with_name_and_address() -> None:
    promotion_running.kept(GAME, "16.9.1")


def test_16_9_1_nearest_miss_exactly_100() -> None:
    promotion_running.kept_nearest_miss(GAME, "16.9.1")


def test_16_10_the_operator_is_final_and_the_right_to_complain_is_told() -> None:
    promotion_running.complaint(GAME, "16.10")


def test_16_10_nearest_miss_nobody_is_dissatisfied_yet() -> None:
    promotion_running.complaint_nearest_miss(GAME, "16.10")


def test_16_11_what_is_compromised_is_postponed_or_its_draw_cancelled_and_told() -> None:
    promotion_running.integrity(GAME, "16.11", "within 48 hours")


def test_16_11_nearest_miss_validated_it_goes_on() -> None:
    promotion_running.integrity_nearest_miss(GAME, "16.11")


def test_16_12_1_changed_terms_hold_and_are_sent_again() -> None:
    promotion_running.change_is_sent(GAME, "16.12.1")


def test_16_12_1_nearest_miss_before_the_start_the_hours_run_anew() -> None:
    promotion_running.change_is_sent_nearest_miss(GAME, "16.12.1")
