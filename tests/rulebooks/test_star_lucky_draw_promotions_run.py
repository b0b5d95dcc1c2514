"""star-lucky-draw, section 13: promotions that run."""

from support import promotion_running

GAME = "star-lucky-draw"


def test_13_4_the_winner_of_more_than_10000_in_cash_chooses() -> None:
    promotion_running.winner_chooses(GAME, "13.4")


def test_13_4_nearest_miss_exactly_10000() -> None:
    promotion_running.winner_chooses_nearest_miss(GAME, "13.4")


def test_13_8_a_winner_who_need_not_attend_is_told_within_2_days() -> None:
    promotion_running.told_in_time(GAME, "13.8")


def test_13_8_nearest_miss_one_attempt_a_second_before_midnight() -> None:
    promotion_running.told_in_time_nearest_miss(GAME, "13.8")


def test_13_8_1_a_winner_is_told_face_to_face() -> None:
    promotion_running.way(GAME, "13.8.1", "face-to-face")


def test_13_8_1_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "13.8.1", "face-to-face")


def test_13_8_2_a_winner_is_told_by_mail() -> None:
    promotion_running.way(GAME, "13.8.2", "mail")


def test_13_8_2_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "13.8.2", "mail")


def test_13_8_3_a_winner_is_told_by_telephone() -> None:
    promotion_running.way(GAME, "13.8.3", "telephone")


def test_13_8_3_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "13.8.3", "telephone")


def test_13_8_4_a_winner_is_told_by_e_mail() -> None:
    promotion_running.way(GAME, "13.8.4", "e-mail")


def test_13_8_4_nearest_miss_no_other_way() -> None:
    promotion_running.way_nearest_miss(GAME, "13.8.4", "e-mail")


def test_13_9_1_changed_terms_wait_for_approval() -> None:
    promotion_running.change_waits(GAME, "13.9.1")


def test_13_9_1_nearest_miss_with_approval_they_hold() -> None:
    promotion_running.change_waits_nearest_miss(GAME, "13.9.1")


def test_13_10_whoever_is_refused_is_told_why() -> None:
    promotion_running.refusal(GAME, "13.10")


def test_13_10_nearest_miss_a_claim_that_is_met() -> None:
    promotion_running.refusal_nearest_miss(GAME, "13.10")


def test_13_10_1_a_refused_claim_over_100_is_kept_with_name_and_address() -> None:
    promotion_running.kept(GAME, "13.10.1")


def test_13_10_1_nearest_miss_exactly_100() -> None:
    promotion_running.kept_nearest_miss(GAME, "13.10.1")


def test_13_11_the_operator_is_final_and_the_right_to_complain_is_told() -> None:
    promotion_running.complaint(GAME, "13.11")


def test_13_11_nearest_miss_nobody_is_dissatisfied_yet() -> None:
    promotion_running.complaint_nearest_miss(GAME, "13.11")


def test_13_12_what_is_compromised_is_postponed_or_its_draw_cancelled_and_told() -> None:
    promotion_running.integrity(GAME, "13.12", "at once")


def test_13_12_nearest_miss_validated_it_goes_on() -> None:
    promotion_running.integrity_nearest_miss(GAME, "13.12")
