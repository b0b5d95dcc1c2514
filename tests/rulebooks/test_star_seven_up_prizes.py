"""star-seven-up, section 16: what a prize must say, and what none may be."""

from support import promotion_checks

GAME = "star-seven-up"


def test_16_6_1_no_prize_is_tobacco() -> None:
    promotion_checks.forbidden(GAME, "16.6.1", "tobacco")


def test_16_6_1_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "tobacco")


def test_16_6_2_no_prize_is_a_firearm() -> None:
    promotion_checks.forbidden(GAME, "16.6.2", "firearm")


def test_16_6_2_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "firearm")


def test_16_6_3_no_prize_is_a_prohibited_weapon() -> None:
    promotion_checks.forbidden(GAME, "16.6.3", "weapon")


def test_16_6_3_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "weapon")


def test_16_6_4_no_prize_has_more_than_20_litres() -> None:
    promotion_checks.litres(GAME, "16.6.4")


def test_16_6_4_nearest_miss_20_litres_in_each() -> None:
    promotion_checks.litres_nearest_miss(GAME)


def test_16_6_5_no_prize_is_a_prescribed_thing() -> None:
    promotion_checks.forbidden(GAME, "16.6.5", "prescribed")


def test_16_6_5_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "prescribed")


def test_16_8_11_terms_name_every_prize_with_value_and_conditions() -> None:
    promotion_checks.no_prize(GAME, "16.8.11")
    promotion_checks.any_prize(GAME, "16.8.11")


def test_16_8_11_nearest_miss_a_cent_and_no_conditions() -> None:
    promotion_checks.any_prize_nearest_miss(GAME)


def test_16_8_11_1_what_an_appliance_must_say() -> None:
    promotion_checks.detail(GAME, "16.8.11.1", "appliance", "make", "model", "accessories")


def test_16_8_11_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "make", "model", "accessories")


def test_16_8_11_2_what_a_vehicle_must_say() -> None:
    promotion_checks.detail(
        GAME, "16.8.11.2", "vehicle", "make", "model", "accessories", "on_road_costs"
    )


def test_16_8_11_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "vehicle", "make", "model", "accessories", "on_road_costs"
    )


def test_16_8_11_3_what_travel_must_say() -> None:
    promotion_checks.detail(
        GAME, "16.8.11.3", "travel", "persons", "includes", "dates", "spending_money"
    )


def test_16_8_11_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "travel", "persons", "includes", "dates", "spending_money"
    )


def test_16_8_11_4_what_real_estate_must_say() -> None:
    promotion_checks.detail(
        GAME,
        "16.8.11.4",
        "real-estate",
        "dwelling",
        "plans",
        "contract",
        "easements",
        "address",
        "includes",
    )


def test_16_8_11_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(
        GAME, "real-estate", "dwelling", "plans", "contract", "easements", "address", "includes"
    )
