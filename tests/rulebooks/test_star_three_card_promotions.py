"""star-three-card, section 15: what the terms of a promotion must say."""

from datetime import UTC, datetime

from support import promotion_checks

GAME = "star-three-card"
ANY_TIME = datetime(2027, 1, 1, tzinfo=UTC)


def test_15_2_a_scrutineer_for_a_prize_over_10000() -> None:
    promotion_checks.scrutineer(GAME, "15.2")


def test_15_2_nearest_miss_three_prizes_of_10000() -> None:
    promotion_checks.scrutineer_nearest_miss(GAME)


def test_15_3_no_money_for_slots_or_casino_dollars() -> None:
    promotion_checks.no_money_for(GAME, "15.3", "slots-dollars", "casino-dollars")


def test_15_3_nearest_miss_money_for_a_thing_if_the_terms_say_so() -> None:
    promotion_checks.no_money_for_nearest_miss(GAME, "slots-dollars", "casino-dollars")


def test_15_3_in_cash_by_the_document_and_not_by_the_act() -> None:
    promotion_checks.cash_by_law(GAME)


def test_15_6_marketing_names_the_terms_and_they_are_easy_to_get() -> None:
    promotion_checks.made_known(GAME, "15.6")


def test_15_6_nearest_miss_by_mail_will_do() -> None:
    promotion_checks.made_known_nearest_miss(GAME)


def test_15_7_1_terms_say_how_the_prize_is_awarded() -> None:
    promotion_checks.term(GAME, "15.7.1", "awarded")


def test_15_7_1_nearest_miss_a_word_or_two() -> None:
    promotion_checks.term_nearest_miss(GAME, "awarded", "by draw")


def test_15_7_2_terms_say_where_and_when_the_prize_is_awarded() -> None:
    promotion_checks.term(GAME, "15.7.2", "where")
    promotion_checks.term(GAME, "15.7.2", "when")


def test_15_7_2_nearest_miss_any_place() -> None:
    promotion_checks.term_nearest_miss(GAME, "when", ANY_TIME)


def test_15_7_3_terms_say_who_qualifies() -> None:
    promotion_checks.term(GAME, "15.7.3", "eligible")


def test_15_7_3_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "eligible", "members")


def test_15_7_4_terms_say_any_minimum_wager() -> None:
    promotion_checks.term(GAME, "15.7.4", "minimum_wager")


def test_15_7_4_nearest_miss_none_is_an_answer() -> None:
    promotion_checks.term_nearest_miss(GAME, "minimum_wager", "none")


def test_15_7_5_terms_say_what_the_prize_is() -> None:
    promotion_checks.term(GAME, "15.7.5", "nature")


def test_15_7_5_nearest_miss_two_words() -> None:
    promotion_checks.term_nearest_miss(GAME, "nature", "a car")


def test_15_7_6_terms_say_when_entries_close() -> None:
    promotion_checks.term(GAME, "15.7.6", "entries_close")


def test_15_7_6_nearest_miss_any_time_with_its_offset() -> None:
    promotion_checks.term_nearest_miss(GAME, "entries_close", ANY_TIME)


def test_15_7_7_terms_say_where_and_when_it_is_held() -> None:
    promotion_checks.term(GAME, "15.7.7", "held")


def test_15_7_7_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "held", "now")


def test_15_7_8_terms_say_how_to_claim_and_whether_to_attend() -> None:
    promotion_checks.term(GAME, "15.7.8", "claim")
    promotion_checks.term(GAME, "15.7.8", "attendance")


def test_15_7_8_nearest_miss_nobody_has_to_attend() -> None:
    promotion_checks.term_nearest_miss(GAME, "attendance", False)


def test_15_7_9_terms_say_how_the_winner_hears() -> None:
    promotion_checks.term(GAME, "15.7.9", "notified")


def test_15_7_9_nearest_miss_one_way() -> None:
    promotion_checks.term_nearest_miss(GAME, "notified", "by mail")


def test_15_7_10_terms_say_how_results_are_published() -> None:
    promotion_checks.term(GAME, "15.7.10", "published")


def test_15_7_10_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "published", "web")


def test_15_9_the_regulator_has_the_terms_24_hours_before() -> None:
    promotion_checks.submitted(GAME, "15.9")


def test_15_9_nearest_miss_exactly_24_hours() -> None:
    promotion_checks.submitted_nearest_miss(GAME)
