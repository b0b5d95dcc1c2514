"""star-baccarat, section 16: what a prize must say, and what none may be."""

from support import promotion_checks

GAME = "star-baccarat"


def test_16_5_1_no_prize_is_tobacco() -> None:
    promotion_checks.forbidden(GAME, "16.5.1", "tobacco")


def test_16_5_1_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "tobacco")


def test_16_5_2_no_prize_is_a_firearm() -> None:
    promotion_checks.forbidden(GAME, "16.5.2", "firearm")


def test_16_5_2_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "firearm")


def test_16_5_3_no_prize_is_a_prohibited_weapon() -> None:
    promotion_checks.forbidden(GAME, "16.5.3", "weapon")


def test_16_5_3_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "weapon")


def test_16_5_4_no_prize_has_more_than_20_litres() -> None:
    promotion_checks.litres(GAME, "16.5.4")


def test_16_5_4_nearest_miss_20_litres_in_each() -> None:
    promotion_checks.litres_nearest_miss(GAME)


def test_16_5_5_no_prize_is_a_prescribed_thing() -> None:
    promotion_checks.forbidden(GAME, "16.5.5", "prescribed")


def test_16_5_5_nearest_miss_a_voucher_for_something_else() -> None:
    promotion_checks.forbidden_nearest_miss(GAME, "prescribed")


def test_16_7_11_terms_name_every_prize_with_value_and_conditions() -> None:
    promotion_checks.no_prize(GAME, "16.7.11")
    promotion_checks.any_prize(GAME, "16.7.11")


def test_16_7_11_nearest_miss_a_cent_and_no_conditions() -> None:
    promotion_checks.any_prize_nearest_miss(GAME)


def test_16_7_11_1_1_an_appliance_says_its_make() -> None:
    promotion_checks.detail(GAME, "16.7.11.1.1", "appliance", "make")


def test_16_7_11_1_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "make")


def test_16_7_11_1_2_an_appliance_says_its_model() -> None:
    promotion_checks.detail(GAME, "16.7.11.1.2", "appliance", "model")


def test_16_7_11_1_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "model")


def test_16_7_11_1_3_an_appliance_says_its_accessories() -> None:
    promotion_checks.detail(GAME, "16.7.11.1.3", "appliance", "accessories")


def test_16_7_11_1_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "appliance", "accessories")


def test_16_7_11_2_1_a_vehicle_says_its_make() -> None:
    promotion_checks.detail(GAME, "16.7.11.2.1", "vehicle", "make")


def test_16_7_11_2_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "make")


def test_16_7_11_2_2_a_vehicle_says_its_model() -> None:
    promotion_checks.detail(GAME, "16.7.11.2.2", "vehicle", "model")


def test_16_7_11_2_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "model")


def test_16_7_11_2_3_a_vehicle_says_its_accessories() -> None:
    promotion_checks.detail(GAME, "16.7.11.2.3", "vehicle", "accessories")


def test_16_7_11_2_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "accessories")


def test_16_7_11_2_4_a_vehicle_says_who_pays_on_road_costs() -> None:
    promotion_checks.detail(GAME, "16.7.11.2.4", "vehicle", "on_road_costs")


def test_16_7_11_2_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "vehicle", "on_road_costs")


def test_16_7_11_3_1_travel_says_how_many_may_go() -> None:
    promotion_checks.detail(GAME, "16.7.11.3.1", "travel", "persons")


def test_16_7_11_3_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "persons")


def test_16_7_11_3_2_travel_says_what_is_included() -> None:
    promotion_checks.detail(GAME, "16.7.11.3.2", "travel", "includes")


def test_16_7_11_3_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "includes")


def test_16_7_11_3_3_travel_says_when_it_must_be_taken() -> None:
    promotion_checks.detail(GAME, "16.7.11.3.3", "travel", "dates")


def test_16_7_11_3_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "dates")


def test_16_7_11_3_4_travel_says_whether_there_is_spending_money() -> None:
    promotion_checks.detail(GAME, "16.7.11.3.4", "travel", "spending_money")


def test_16_7_11_3_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "travel", "spending_money")


def test_16_7_11_4_1_real_estate_says_its_type() -> None:
    promotion_checks.detail(GAME, "16.7.11.4.1", "real-estate", "dwelling")


def test_16_7_11_4_1_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "dwelling")


def test_16_7_11_4_2_real_estate_says_the_plans() -> None:
    promotion_checks.detail(GAME, "16.7.11.4.2", "real-estate", "plans")


def test_16_7_11_4_2_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "plans")


def test_16_7_11_4_3_real_estate_says_the_contract() -> None:
    promotion_checks.detail(GAME, "16.7.11.4.3", "real-estate", "contract")


def test_16_7_11_4_3_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "contract")


def test_16_7_11_4_4_real_estate_says_the_easements() -> None:
    promotion_checks.detail(GAME, "16.7.11.4.4", "real-estate", "easements")


def test_16_7_11_4_4_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "easements")


def test_16_7_11_4_5_real_estate_says_the_address() -> None:
    promotion_checks.detail(GAME, "16.7.11.4.5", "real-estate", "address")


def test_16_7_11_4_5_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "address")


def test_16_7_11_4_6_real_estate_says_what_is_included() -> None:
    promotion_checks.detail(GAME, "16.7.11.4.6", "real-estate", "includes")


def test_16_7_11_4_6_nearest_miss_other_goods_need_not() -> None:
    promotion_checks.detail_nearest_miss(GAME, "real-estate", "includes")
