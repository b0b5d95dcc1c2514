"""star-baccarat, clause 10: side bets at a live table."""

from support import side_checks

GAME = "star-baccarat"


def test_10_3_the_sign_shows_what_pairs_takes() -> None:
    side_checks.amount_shown(GAME, "10.3", "pairs-player")


def test_10_4_pairs_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.4", "pairs-player")


def test_10_4_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.4", "pairs-player")


def test_10_4_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.4.1", "pairs-player")


def test_10_4_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.4.2", "pairs-player")


def test_10_5_one_pairs_each_and_main_bettors_first() -> None:
    side_checks.one_each(GAME, "10.5", "pairs-player")


def test_10_5_nearest_miss_a_main_bettor_gives_way_to_nobody() -> None:
    side_checks.one_each_nearest_miss(GAME, "10.5", "pairs-player")


def test_10_10_the_sign_shows_what_super_six_takes() -> None:
    side_checks.amount_shown(GAME, "10.10", "super-six")


def test_10_11_super_six_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.11", "super-six")


def test_10_11_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.11", "super-six")


def test_10_11_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.11.1", "super-six")


def test_10_11_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.11.2", "super-six")


def test_10_12_one_super_six_each_and_main_bettors_first() -> None:
    side_checks.one_each(GAME, "10.12", "super-six")


def test_10_12_nearest_miss_a_main_bettor_gives_way_to_nobody() -> None:
    side_checks.one_each_nearest_miss(GAME, "10.12", "super-six")


def test_10_15_the_sign_shows_what_tiger_tie_takes() -> None:
    side_checks.amount_shown(GAME, "10.15", "tiger-tie")


def test_10_16_tiger_tie_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.16", "tiger-tie")


def test_10_16_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.16", "tiger-tie")


def test_10_16_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.16.1", "tiger-tie")


def test_10_16_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.16.2", "tiger-tie")


def test_10_17_one_tiger_tie_each_and_main_bettors_first() -> None:
    side_checks.one_each(GAME, "10.17", "tiger-tie")


def test_10_17_nearest_miss_a_main_bettor_gives_way_to_nobody() -> None:
    side_checks.one_each_nearest_miss(GAME, "10.17", "tiger-tie")


def test_10_20_the_sign_shows_what_tiger_pair_takes() -> None:
    side_checks.amount_shown(GAME, "10.20", "tiger-pair")


def test_10_21_tiger_pair_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.21", "tiger-pair")


def test_10_21_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.21", "tiger-pair")


def test_10_21_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.21.1", "tiger-pair")


def test_10_21_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.21.2", "tiger-pair")


def test_10_22_one_tiger_pair_each_and_main_bettors_first() -> None:
    side_checks.one_each(GAME, "10.22", "tiger-pair")


def test_10_22_nearest_miss_a_main_bettor_gives_way_to_nobody() -> None:
    side_checks.one_each_nearest_miss(GAME, "10.22", "tiger-pair")


def test_10_26_the_sign_shows_what_tiger_takes() -> None:
    side_checks.amount_shown(GAME, "10.26", "tiger")


def test_10_27_tiger_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.27", "tiger")


def test_10_27_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.27", "tiger")


def test_10_27_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.27.1", "tiger")


def test_10_27_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.27.2", "tiger")


def test_10_28_one_tiger_each_and_main_bettors_first() -> None:
    side_checks.one_each(GAME, "10.28", "tiger")


def test_10_28_nearest_miss_a_main_bettor_gives_way_to_nobody() -> None:
    side_checks.one_each_nearest_miss(GAME, "10.28", "tiger")


def test_10_31_the_sign_shows_what_big_tiger_takes() -> None:
    side_checks.amount_shown(GAME, "10.31", "big-tiger")


def test_10_32_big_tiger_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.32", "big-tiger")


def test_10_32_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.32", "big-tiger")


def test_10_32_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.32.1", "big-tiger")


def test_10_32_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.32.2", "big-tiger")


def test_10_33_one_big_tiger_each_and_main_bettors_first() -> None:
    side_checks.one_each(GAME, "10.33", "big-tiger")


def test_10_33_nearest_miss_a_main_bettor_gives_way_to_nobody() -> None:
    side_checks.one_each_nearest_miss(GAME, "10.33", "big-tiger")


def test_10_36_the_sign_shows_what_small_tiger_takes() -> None:
    side_checks.amount_shown(GAME, "10.36", "small-tiger")


def test_10_37_small_tiger_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.37", "small-tiger")


def test_10_37_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.37", "small-tiger")


def test_10_37_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.37.1", "small-tiger")


def test_10_37_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.37.2", "small-tiger")


def test_10_38_one_small_tiger_each_and_main_bettors_first() -> None:
    side_checks.one_each(GAME, "10.38", "small-tiger")


def test_10_38_nearest_miss_a_main_bettor_gives_way_to_nobody() -> None:
    side_checks.one_each_nearest_miss(GAME, "10.38", "small-tiger")
