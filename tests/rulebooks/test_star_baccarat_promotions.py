"""star-baccarat, section 16: what the terms of a promotion must say."""

from datetime import UTC, datetime

from support import promotion_checks
from support.promotion_checks import lines, prize
from support.rows import Row, clause_tests

GAME = "star-baccarat"
ANY_TIME = datetime(2027, 1, 1, tzinfo=UTC)


def test_16_3_nearest_miss_slots_dollars_and_things_may_be_swapped() -> None:
    promotion_checks.no_money_for_nearest_miss(GAME, "casino-dollars")
    assert lines(GAME, prize("slots-dollars", money_instead="cheque")) == []


def test_16_4_no_prize_is_cash_nor_swapped_for_it() -> None:
    assert lines(GAME, prize("cash")) == [("kind", "16.4", GAME)]
    assert lines(GAME, prize(money_instead="cash")) == [("money_instead", "16.4", GAME)]


def test_16_4_nearest_miss_money_by_cheque_or_transfer() -> None:
    assert lines(GAME, prize("money"), prize("voucher"), prize("casino-dollars")) == []


def test_16_4_the_law_adds_nothing_to_it() -> None:
    for law in (True, False):
        assert lines(GAME, prize("cash"), head={"law": law}) == [("kind", "16.4", GAME)]


def test_16_6_nearest_miss_by_mail_will_do() -> None:
    promotion_checks.made_known_nearest_miss(GAME)


def test_16_7_1_nearest_miss_a_word_or_two() -> None:
    promotion_checks.term_nearest_miss(GAME, "awarded", "by draw")


def test_16_7_2_terms_say_where_and_when_the_prize_is_awarded() -> None:
    promotion_checks.term(GAME, "16.7.2", "where")
    promotion_checks.term(GAME, "16.7.2", "when")


def test_16_7_2_nearest_miss_any_place() -> None:
    promotion_checks.term_nearest_miss(GAME, "when", ANY_TIME)


def test_16_7_3_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "eligible", "members")


def test_16_7_4_nearest_miss_none_is_an_answer() -> None:
    promotion_checks.term_nearest_miss(GAME, "minimum_wager", "none")


def test_16_7_5_nearest_miss_two_words() -> None:
    promotion_checks.term_nearest_miss(GAME, "nature", "a car")


def test_16_7_6_nearest_miss_any_time_with_its_offset() -> None:
    promotion_checks.term_nearest_miss(GAME, "entries_close", ANY_TIME)


def test_16_7_7_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "held", "now")


def test_16_7_8_terms_say_how_to_claim_and_whether_to_attend() -> None:
    promotion_checks.term(GAME, "16.7.8", "claim")
    promotion_checks.term(GAME, "16.7.8", "attendance")


def test_16_7_8_nearest_miss_nobody_has_to_attend() -> None:
    promotion_checks.term_nearest_miss(GAME, "attendance", False)


def test_16_7_9_nearest_miss_one_way() -> None:
    promotion_checks.term_nearest_miss(GAME, "notified", "by mail")


def test_16_7_10_nearest_miss_one_word() -> None:
    promotion_checks.term_nearest_miss(GAME, "published", "web")


def test_16_12_nearest_miss_exactly_24_hours() -> None:
    promotion_checks.submitted_nearest_miss(GAME)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("16.3", "no money for casino dollars", promotion_checks.no_money_for, "casino-dollars"),
    ("16.4", "terms say how the prize is handed over", promotion_checks.term, "delivery"),
    ("16.6", "marketing names the terms and they are easy to get", promotion_checks.made_known),
    ("16.7.1", "terms say how the prize is awarded", promotion_checks.term, "awarded"),
    ("16.7.3", "terms say who qualifies", promotion_checks.term, "eligible"),
    ("16.7.4", "terms say any minimum wager", promotion_checks.term, "minimum_wager"),
    ("16.7.5", "terms say what the prize is", promotion_checks.term, "nature"),
    ("16.7.6", "terms say when entries close", promotion_checks.term, "entries_close"),
    ("16.7.7", "terms say where and when it is held", promotion_checks.term, "held"),
    ("16.7.9", "terms say how the winner hears", promotion_checks.term, "notified"),
    ("16.7.10", "terms say how results are published", promotion_checks.term, "published"),
    ("16.12", "the regulator has the terms 24 hours before", promotion_checks.submitted),
]
globals().update(clause_tests(GAME, ROWS))
