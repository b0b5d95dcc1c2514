"""star-seven-up, section 16: promotions that run."""

from support import promotion_running

GAME = "star-seven-up"


def test_16_5_the_winner_of_more_than_10000_in_cash_chooses() -> None:
    promotion_running.winner_chooses(GAME, "16.5")


def test_16_5_nearest_miss_exactly_10000() -> None:
    promotion_running.winner_chooses_nearest_miss(GAME, "16.5")


def test_16_9_a_winner_who_need_not_attend_is_told_within_2_days() -> None:
    promotion_running.told_in_time(GAME, "16.9")


def test_16_9_nearest_miss_one_attempt_a_second_before_midnight() -> None:
    promotion_running.told_in_time_nearest_miss(GAME, "16.9")


def test_16_9_1_a_winner_is_told_face_to_face() -> None:
    promotion_running.way(GAME, "16.9.1", "face-to-face")


def test_16_9_1_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.9.1", "face-to-face")


def test_16_9_2_a_winner_is_told_by_mail() -> None:
    promotion_running.way(GAME, "16.9.2", "mail")


def test_16_9_2_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.9.2", "mail")


def test_16_9_3_a_winner_is_told_by_telephone() -> None:
    promotion_running.way(GAME, "16.9.3", "telephone")


def test_16_9_3_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.9.3", "telephone")


def test_16_9_4_a_winner_is_told_by_e_mail() -> None:
    promotion_running.way(GAME, "16.9.4", "e-mail")


def test_16_9_4_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "16.9.4", "e-mail")


def test_16_10_1_changed_terms_wait_for_approval() -> None:
    promotion_running.change_waits(GAME, "16.10.1")


def test_16_10_1_nearest_miss_with_approval_they_hold() -> None:
    promotion_running.change_waits_nearest_miss(GAME, "16.10.1")


def test_16_11_whoever_is_refused_is_told_why() -> None:
    promotion_running.refusal(GAME, "16.11")


def test_16_11_nearest_miss_a_claim_that_is_met() -> None:
    promotion_running.refusal_nearest_miss(GAME, "16.11")


def test_16_11_1_a_refused_claim_over_100_is_kept_with_name_and_address() -> None:
    promotion_running.kept(GAME, "16.11.1")


def test_16_11_1_nearest_miss_exactly_100() -> None:
    promotion_running.kept_nearest_miss(GAME, "16.11.1")


def test_16_12_the_operator_is_final_and_the_right_to_complain_is_told() -> None:
    promotion_running.complaint(GAME, "16.12")


def test_16_12_nearest_miss_nobody_is_dissatisfied_yet() -> None:
    promotion_running.complaint_nearest_miss(GAME, "16.12")


def test_16_13_what_is_compromised_is_postponed_or_its_draw_cancelled_and_told() -> None:
    promotion_running.integrity(GAME, "16.13", "at once")


def test_16_13_nearest_miss_validated_it_goes_on() -> None:
    promotion_running.integrity_nearest_miss(GAME, "16.13")
