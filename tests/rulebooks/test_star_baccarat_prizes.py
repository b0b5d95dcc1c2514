"""star-baccarat, section 16: what a prize must say, and what none may be."""

from support import promotion_checks
from support.rows import Row, clause_tests

GAME = "star-baccarat"


def test_16_5_1_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "tobacco")


def test_16_5_2_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "firearm")


def test_16_5_3_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "weapon")


def test_16_5_4_nearest_miss_20_litres_in_each() -> None:
    promotion_checks.litres_nearest_miss(GAME)


def test_16_5_5_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "prescribed")


def test_16_7_11_terms_name_every_prize_with_value_and_conditions() -> None:
    promotion_checks.no_prize(GAME, "16.7.11")
    promotion_checks.any_prize(GAME, "16.7.11")


def test_16_7_11_nearest_miss_a_cent_and_no_conditions() -> None:
    promotion_checks.any_prize_nearest_miss(GAME)


def test_16_7_11_1_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "make")


def test_16_7_11_1_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "model")


def test_16_7_11_1_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "accessories")


def test_16_7_11_2_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "make")


def test_16_7_11_2_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "model")


def test_16_7_11_2_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "accessories")


def test_16_7_11_2_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "on_road_costs")


def test_16_7_11_3_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "persons")


def test_16_7_11_3_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "includes")


def test_16_7_11_3_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "dates")


def test_16_7_11_3_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "spending_money")


def test_16_7_11_4_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "dwelling")


def test_16_7_11_4_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "plans")


def test_16_7_11_4_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "contract")


def test_16_7_11_4_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "easements")


def test_16_7_11_4_5_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "address")


def test_16_7_11_4_6_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "includes")


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("16.5.1", "no prize is tobacco", promotion_checks.forbidden, "tobacco"),
    ("16.5.2", "no prize is a firearm", promotion_checks.forbidden, "firearm"),
    ("16.5.3", "no prize is a prohibited weapon", promotion_checks.forbidden, "weapon"),
    ("16.5.4", "no prize has more than 20 litres", promotion_checks.litres),
    ("16.5.5", "no prize is a prescribed thing", promotion_checks.forbidden, "prescribed"),
    ("16.7.11.1.1", "an appliance says its make", promotion_checks.detail, "appliance", "make"),
    ("16.7.11.1.2", "an appliance says its model", promotion_checks.detail, "appliance", "model"),
    (
        "16.7.11.1.3",
        "an appliance says its accessories",
        promotion_checks.detail,
        "appliance",
        "accessories",
    ),
    ("16.7.11.2.1", "a vehicle says its make", promotion_checks.detail, "vehicle", "make"),
    ("16.7.11.2.2", "a vehicle says its model", promotion_checks.detail, "vehicle", "model"),
    (
        "16.7.11.2.3",
        "a vehicle says its accessories",
        promotion_checks.detail,
        "vehicle",
        "accessories",
    ),
    (
        "16.7.11.2.4",
        "a vehicle says who pays on road costs",
        promotion_checks.detail,
        "vehicle",
        "on_road_costs",
    ),
    ("16.7.11.3.1", "travel says how many may go", promotion_checks.detail, "travel", "persons"),
    ("16.7.11.3.2", "travel says what is included", promotion_checks.detail, "travel", "includes"),
    (
        "16.7.11.3.3",
        "travel says when it must be taken",
        promotion_checks.detail,
        "travel",
        "dates",
    ),
    (
        "16.7.11.3.4",
        "travel says whether there is spending money",
        promotion_checks.detail,
        "travel",
        "spending_money",
    ),
    (
        "16.7.11.4.1",
        "real estate says its type",
        promotion_checks.detail,
        "real-estate",
        "dwelling",
    ),
    ("16.7.11.4.2", "real estate says the plans", promotion_checks.detail, "real-estate", "plans"),
    (
        "16.7.11.4.3",
        "real estate says the contract",
        promotion_checks.detail,
        "real-estate",
        "contract",
    ),
    (
        "16.7.11.4.4",
        "real estate says the easements",
        promotion_checks.detail,
        "real-estate",
        "easements",
    ),
    (
        "16.7.11.4.5",
        "real estate says the address",
        promotion_checks.detail,
        "real-estate",
        "address",
    ),
    (
        "16.7.11.4.6",
        "real estate says what is included",
        promotion_checks.detail,
        "real-estate",
        "includes",
    ),
]
globals().update(clause_tests(GAME, ROWS))
