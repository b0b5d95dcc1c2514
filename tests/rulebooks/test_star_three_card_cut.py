"""star-three-card: the cut and the last coup of the cards, at a live table."""

from sabot.shoe.procedure import COMMENCING, SHUFFLED
from support import cut_checks

GAME = "star-three-card"


def test_4_3_1_at_the_table_the_first_player_cuts() -> None:
    cut_checks.cut_goes_to(GAME, COMMENCING, "bo", "cy", "al")


def test_4_3_2_at_the_table_the_player_at_the_left_cuts() -> None:
    cut_checks.cut_goes_to(GAME, SHUFFLED, "al", "bo", "cy")


def test_4_4_at_the_table_a_refused_cut_goes_clockwise() -> None:
    cut_checks.cut_goes_to(GAME, SHUFFLED, "al", "bo", "cy")


def test_4_1_2_at_the_table_nothing_is_dealt_after_the_last_coup() -> None:
    cut_checks.shuffled_after_last(GAME, first=False, more=0)
