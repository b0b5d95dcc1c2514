"""star-lucky-draw: the cut and the last coup of the cards, at a live table."""

from sabot.shoe.procedure import (
    COMMENCING,
    CUTTING_CARD_FIRST,
    CUTTING_CARD_ON_AREA,
    CUTTING_CARD_ON_DEALER,
    REPLACED,
)
from support import cut_checks

GAME = "star-lucky-draw"


def test_4_6_1_at_the_table_the_first_player_cuts() -> None:
    cut_checks.cut_goes_to(GAME, COMMENCING, "bo", "cy", "al")


def test_4_6_3_at_the_table_the_player_farthest_right_cuts() -> None:
    cut_checks.cut_goes_to(GAME, CUTTING_CARD_ON_DEALER, "cy", "al", "bo")


def test_4_6_4_at_the_table_the_player_farthest_right_cuts() -> None:
    cut_checks.cut_goes_to(GAME, CUTTING_CARD_FIRST, "cy", "al", "bo")


def test_4_6_5_at_the_table_the_player_farthest_right_cuts() -> None:
    cut_checks.cut_goes_to(GAME, REPLACED, "cy", "al", "bo")


def test_4_7_at_the_table_a_refused_cut_goes_clockwise() -> None:
    cut_checks.cut_goes_to(GAME, CUTTING_CARD_ON_AREA, "bo", "cy", "al", named=2)


def test_4_3_1_at_the_table_nothing_is_dealt_after_the_last_round() -> None:
    cut_checks.shuffled_after_last(GAME, first=False, more=0)
