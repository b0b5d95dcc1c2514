"""star-seven-up, section 16: what the terms of a promotion must say."""

from datetime import UTC, datetime

from support import promotion_checks

GAME = "star-seven-up"
ANY_TIME = datetime(2027, 1, 1, tzinfo=UTC)


def test_16_3_a_scrutineer_for_a_prize_over_10000() -> None:
    promotion_checks.scrutineer(GAME, "16.3")


def test_16_3_nearest_miss_three_prizes_of_10000() -> None:
    promotion_checks.scrutineer_nearest_miss(GAME)


def test_16_4_no_money_for_slots_or_casino_dollars() -> None:
    promotion_checks.no_money_for(GAME, "16.4", "slots-dollars", "casino-dollars")


def test_16_4_nearest_miss_money_for_a_thing_if_the_terms_say_so() -> None:
    promotion_checks.no_money_for_nearest_miss(GAME, "slots-dollars", "casino-dollars")


def test_16_4_in_cash_by_the_document_and_not_by_the_act() -> None:
    promotion_checks.cash_by_law(GAME)


def test_16_7_marketing_names_the_terms_and_they_are_easy_to_get() -> None:
    promotion_checks.made_known(GAME, "16.7")


def test_16_7_nearest_miss_by_mail_will_do() -> None:
    promotion_checks.made_known_nearest_miss(GAME)


def test_16_8_1_terms_say_how_the_prize_is_awarded() -> None:
    promotion_checks.term(GAME, "16.8.1", "awarded")


def test_16_8_1_nearest_miss_a_word_or_two() -> None:
    promotion_checks.term_nearest_miss(GAME, "awarded", "by draw")


def test_16_8_2_terms_say_where_and_when_the_prize_is_awarded() -> None:
    promotion_checks.term(GAME, "16.8.2", "where")
    promotion_checks.term(GAME, "16.8.2", "when")


def test_16_8_2_nearest_miss_any_place() -> None:
    promotion_checks.term_nearest_miss(GAME, "when", ANY_TIME)


def test_16_8_3_terms_say_who_qualifies() -> None:
    promotion_checks.term(GAME, "16.8.3", "eligible")


def test_16_8_3_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "eligible", "members")


def test_16_8_4_terms_say_any_minimum_wager() -> None:
    promotion_checks.term(GAME, "16.8.4", "minimum_wager")


def test_16_8_4_nearest_miss_none_is_an_answer() -> None:
    promotion_checks.term_nearest_miss(GAME, "minimum_wager", "none")


def test_16_8_5_terms_say_what_the_prize_is() -> None:
    promotion_checks.term(GAME, "16.8.5", "nature")


def test_16_8_5_nearest_miss_two_words() -> None:
    promotion_checks.term_nearest_miss(GAME, "nature", "a car")


def test_16_8_6_terms_say_when_entries_close() -> None:
    promotion_checks.term(GAME, "16.8.6", "entries_close")


def test_16_8_6_nearest_miss_any_time_with_its_offset() -> None:
    promotion_checks.term_nearest_miss(GAME, "entries_close", ANY_TIME)


def test_16_8_7_terms_say_where_and_when_it_is_held() -> None:
    promotion_checks.term(GAME, "16.8.7", "held")


def test_16_8_7_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "held", "now")


def test_16_8_8_terms_say_how_to_claim_and_whether_to_attend() -> None:
    promotion_checks.term(GAME, "16.8.8", "claim")
    promotion_checks.term(GAME, "16.8.8", "attendance")


def test_16_8_8_nearest_miss_nobody_has_to_attend() -> None:
    promotion_checks.term_nearest_miss(GAME, "attendance", False)


def test_16_8_9_terms_say_how_the_winner_hears() -> None:
    promotion_checks.term(GAME, "16.8.9", "notified")


def test_16_8_9_nearest_miss_one_way() -> None:
    promotion_checks.term_nearest_miss(GAME, "notified", "by mail")


def test_16_8_10_terms_say_how_results_are_published() -> None:
    promotion_checks.term(GAME, "16.8.10", "published")


def test_16_8_10_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "published", "web")


def test_16_10_the_regulator_has_the_terms_24_hours_before() -> None:
    promotion_checks.submitted(GAME, "16.10")


def test_16_10_nearest_miss_exactly_24_hours() -> None:
    promotion_checks.submitted_nearest_miss(GAME)
