"""star-three-card, section 15: what a prize must say, and what none may be."""

from support import promotion_checks
from support.rows import Row, clause_tests

GAME = "star-three-card"


def test_15_5_1_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "tobacco")


def test_15_5_2_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "firearm")


def test_15_5_3_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "weapon")


def test_15_5_4_nearest_miss_20_litres_in_each() -> None:
    promotion_checks.litres_nearest_miss(GAME)


def test_15_5_5_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "prescribed")


def test_15_7_11_terms_name_every_prize_with_value_and_conditions() -> None:
    promotion_checks.no_prize(GAME, "15.7.11")
    promotion_checks.any_prize(GAME, "15.7.11")


def test_15_7_11_nearest_miss_a_cent_and_no_conditions() -> None:
    promotion_checks.any_prize_nearest_miss(GAME)


def test_15_7_11_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "make", "model", "accessories")


def test_15_7_11_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "vehicle", "make", "model", "accessories", "on_road_costs"
    )


def test_15_7_11_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "travel", "persons", "includes", "dates", "spending_money"
    )


def test_15_7_11_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "real-estate", "dwelling", "plans", "contract", "easements", "address", "includes"
    )


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("15.5.1", "no prize is tobacco", promotion_checks.forbidden, "tobacco"),
    ("15.5.2", "no prize is a firearm", promotion_checks.forbidden, "firearm"),
    ("15.5.3", "no prize is a prohibited weapon", promotion_checks.forbidden, "weapon"),
    ("15.5.4", "no prize has more than 20 litres", promotion_checks.litres),
    ("15.5.5", "no prize is a prescribed thing", promotion_checks.forbidden, "prescribed"),
    (
        "15.7.11.1",
        "what an appliance must say",
        promotion_checks.detail,
        "appliance",
        "make",
        "model",
        "accessories",
    ),
    (
        "15.7.11.2",
        "what a vehicle must say",
        promotion_checks.detail,
        "vehicle",
        "make",
        "model",
        "accessories",
        "on_road_costs",
    ),
    (
        "15.7.11.3",
        "what travel must say",
        promotion_checks.detail,
        "travel",
        "persons",
        "includes",
        "dates",
        "spending_money",
    ),
    (
        "15.7.11.4",
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
