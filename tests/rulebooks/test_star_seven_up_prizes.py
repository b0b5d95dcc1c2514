"""star-seven-up, section 16: what a prize must say, and what none may be."""

from support import promotion_checks
from support.rows import Row, clause_tests

GAME = "star-seven-up"


def test_16_6_1_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "tobacco")


def test_16_6_2_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "firearm")


def test_16_6_3_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "weapon")


def test_16_6_4_nearest_miss_20_litres_in_each() -> None:
    promotion_checks.litres_nearest_miss(GAME)


def test_16_6_5_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "prescribed")


def test_16_8_11_terms_name_every_prize_with_value_and_conditions() -> None:
    promotion_checks.no_prize(GAME, "16.8.11")
    promotion_checks.any_prize(GAME, "16.8.11")


def test_16_8_11_nearest_miss_a_cent_and_no_conditions() -> None:
    promotion_checks.any_prize_nearest_miss(GAME)


def test_16_8_11_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "make", "model", "accessories")


def test_16_8_11_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "vehicle", "make", "model", "accessories", "on_road_costs"
    )


def test_16_8_11_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "travel", "persons", "includes", "dates", "spending_money"
    )


def test_16_8_11_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "real-estate", "dwelling", "plans", "contract", "easements", "address", "includes"
    )


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("16.6.1", "no prize is tobacco", promotion_checks.forbidden, "tobacco"),
    ("16.6.2", "no prize is a firearm", promotion_checks.forbidden, "firearm"),
    ("16.6.3", "no prize is a prohibited weapon", promotion_checks.forbidden, "weapon"),
    ("16.6.4", "no prize has more than 20 litres", promotion_checks.litres),
    ("16.6.5", "no prize is a prescribed thing", promotion_checks.forbidden, "prescribed"),
    (
        "16.8.11.1",
        "what an appliance must say",
        promotion_checks.detail,
        "appliance",
        "make",
        "model",
        "accessories",
    ),
    (
        "16.8.11.2",
        "what a vehicle must say",
        promotion_checks.detail,
        "vehicle",
        "make",
        "model",
        "accessories",
        "on_road_costs",
    ),
    (
        "16.8.11.3",
        "what travel must say",
        promotion_checks.detail,
        "travel",
        "persons",
        "includes",
        "dates",
        "spending_money",
    ),
    (
        "16.8.11.4",
        "what real estate must say",
        promotion_checks.detail,
        "real-estate",
        "dwelling",
        "plans",
        "contract",
        "easements",
        "address",
        "includes",
    ),
]
globals().update(clause_tests(GAME, ROWS))
