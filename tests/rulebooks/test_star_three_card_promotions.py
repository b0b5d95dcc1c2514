"""star-three-card, section 15: what the terms of a promotion must say."""

from datetime import UTC, datetime

from support import promotion_checks
from support.rows import Row, clause_tests

GAME = "star-three-card"
ANY_TIME = datetime(2027, 1, 1, tzinfo=UTC)


def test_15_2_nearest_miss_three_prizes_of_10000() -> None:
    promotion_checks.scrutineer_nearest_miss(GAME)


def test_15_3_nearest_miss_money_for_a_thing_if_the_terms_say_so() -> None:
    promotion_checks.no_money_for_nearest_miss(GAME, "slots-dollars", "casino-dollars")


def test_15_3_in_cash_by_the_document_and_not_by_the_act() -> None:
    promotion_checks.cash_by_law(GAME)


def test_15_6_nearest_miss_by_mail_will_do() -> None:
    promotion_checks.made_known_nearest_miss(GAME)


def test_15_7_1_nearest_miss_a_word_or_two() -> None:
    promotion_checks.term_nearest_miss(GAME, "awarded", "by draw")


def test_15_7_2_terms_say_where_and_when_the_prize_is_awarded() -> None:
    promotion_checks.term(GAME, "15.7.2", "where")
    promotion_checks.term(GAME, "15.7.2", "when")


def test_15_7_2_nearest_miss_any_place() -> None:
    promotion_checks.term_nearest_miss(GAME, "when", ANY_TIME)


def test_15_7_3_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "eligible", "members")


def test_15_7_4_nearest_miss_none_is_an_answer() -> None:
    promotion_checks.term_nearest_miss(GAME, "minimum_wager", "none")


def test_15_7_5_nearest_miss_two_words() -> None:
    promotion_checks.term_nearest_miss(GAME, "nature", "a car")


def test_15_7_6_nearest_miss_any_time_with_its_offset() -> None:
    promotion_checks.term_nearest_miss(GAME, "entries_close", ANY_TIME)


def test_15_7_7_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "held", "now")


def test_15_7_8_terms_say_how_to_claim_and_whether_to_attend() -> None:
    promotion_checks.term(GAME, "15.7.8", "claim")
    promotion_checks.term(GAME, "15.7.8", "attendance")


def test_15_7_8_nearest_miss_nobody_has_to_attend() -> None:
    promotion_checks.term_nearest_miss(GAME, "attendance", False)


def test_15_7_9_nearest_miss_one_way() -> None:
    promotion_checks.term_nearest_miss(GAME, "notified", "by mail")


def test_15_7_10_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "published", "web")


def test_15_9_nearest_miss_exactly_24_hours() -> None:
    promotion_checks.submitted_nearest_miss(GAME)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("15.2", "a scrutineer for a prize over 10000", promotion_checks.scrutineer),
    (
        "15.3",
        "no money for slots or casino dollars",
        promotion_checks.no_money_for,
        "slots-dollars",
        "casino-dollars",
    ),
    ("15.6", "marketing names the terms and they are easy to get", promotion_checks.made_known),
    ("15.7.1", "terms say how the prize is awarded", promotion_checks.term, "awarded"),
    ("15.7.3", "terms say who qualifies", promotion_checks.term, "eligible"),
    ("15.7.4", "terms say any minimum wager", promotion_checks.term, "minimum_wager"),
    ("15.7.5", "terms say what the prize is", promotion_checks.term, "nature"),
    ("15.7.6", "terms say when entries close", promotion_checks.term, "entries_close"),
    ("15.7.7", "terms say where and when it is held", promotion_checks.term, "held"),
    ("15.7.9", "terms say how the winner hears", promotion_checks.term, "notified"),
    ("15.7.10", "terms say how results are published", promotion_checks.term, "published"),
    ("15.9", "the regulator has the terms 24 hours before", promotion_checks.submitted),
]
globals().update(clause_tests(GAME, ROWS))
