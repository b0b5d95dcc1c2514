"""star-lucky-draw, section 13: what a prize must say, and what none may be."""

from support import promotion_checks

GAME = "star-lucky-draw"


def test_13_5_1_no_prize_is_tobacco() -> None:
    promotion_checks.forbidden(GAME, "13.5.1", "tobacco")


def test_13_5_1_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "tobacco")


def test_13_5_2_no_prize_is_a_firearm() -> None:
    promotion_checks.forbidden(GAME, "13.5.2", "firearm")


def test_13_5_2_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "firearm")


def test_13_5_3_no_prize_is_a_prohibited_weapon() -> None:
    promotion_checks.forbidden(GAME, "13.5.3", "weapon")


def test_13_5_3_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "weapon")


def test_13_5_4_no_prize_has_more_than_20_litres() -> None:
    promotion_checks.litres(GAME, "13.5.4")


def test_13_5_4_nearest_miss_20_litres_in_each() -> None:
    promotion_checks.litres_nearest_miss(GAME)


def test_13_5_5_no_prize_is_a_prescribed_thing() -> None:
    promotion_checks.forbidden(GAME, "13.5.5", "prescribed")


def test_13_5_5_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "prescribed")


def test_13_7_11_terms_name_every_prize_with_value_and_conditions() -> None:
    promotion_checks.no_prize(GAME, "13.7.11")
    promotion_checks.any_prize(GAME, "13.7.11")


def test_13_7_11_nearest_miss_a_cent_and_no_conditions() -> None:
    promotion_checks.any_prize_nearest_miss(GAME)


def test_13_7_11_1_what_an_appliance_must_say() -> None:
    promotion_checks.detail(GAME, "13.7.11.1", "appliance", "make", "model", "accessories")


def test_13_7_11_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "make", "model", "accessories")


def test_13_7_11_2_what_a_vehicle_must_say() -> None:
    promotion_checks.detail(
        GAME, "13.7.11.2", "vehicle", "make", "model", "accessories", "on_road_costs"
    )


def test_13_7_11_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "vehicle", "make", "model", "accessories", "on_road_costs"
    )


def test_13_7_11_3_what_travel_must_say() -> None:
    promotion_checks.detail(
        GAME, "13.7.11.3", "travel", "persons", "includes", "dates", "spending_money"
    )


def test_13_7_11_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "travel", "persons", "includes", "dates", "spending_money"
    )


def test_13_7_11_4_what_real_estate_must_say() -> None:
    promotion_checks.detail(
        GAME,
        "13.7.11.4",
        "real-estate",
        "dwelling",
        "plans",
        "contract",
        "easements",
        "address",
        "includes",
    )


def test_13_7_11_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "real-estate", "dwelling", "plans", "contract", "easements", "address", "includes"
    )
