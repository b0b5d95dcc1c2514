"""star-seven-up, clause 10: side bets at a live table."""

from support import side_checks

GAME = "star-seven-up"


def test_10_1_the_sign_shows_what_super_sevens_takes() -> None:
    side_checks.amount_shown(GAME, "10.1", "super-sevens")


def test_10_2_super_sevens_is_reserved_for_main_bettors() -> None:
    side_checks.restrict(GAME, "10.2", "super-sevens")


def test_10_2_nearest_miss_until_then_it_is_open() -> None:
    side_checks.restrict_nearest_miss(GAME, "10.2", "super-sevens")


def test_10_2_1_those_who_must_know_are_told_first() -> None:
    side_checks.told(GAME, "10.2.1", "super-sevens")


def test_10_2_2_a_sign_tells_the_players() -> None:
    side_checks.restriction_sign(GAME, "10.2.2", "super-sevens")
