"""star-baccarat: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks
from support.evening import Evening
from support.table_checks import cannot_open

GAME = "star-baccarat"
SUPER_SIX = ("pairs-player", "pairs-banker", "super-six")
TIGER = ("tiger-tie", "tiger-pair", "tiger", "big-tiger", "small-tiger")


def test_2_2_a_table_opens_with_a_diagram() -> None:
    layout_checks.by_name(GAME, "2.2", *(f"diagram {letter}" for letter in "ABCDEFGHIJKLM"))


def test_2_2_a_and_d_carry_super_six_and_pairs() -> None:
    for letter in "AD":
        layout_checks.carries(GAME, f"diagram {letter}", SUPER_SIX)


def test_2_2_all_others_carry_the_tiger_bets() -> None:
    for letter in "BCEFGHIJKLM":
        layout_checks.carries(GAME, f"diagram {letter}", TIGER)


def test_2_2_nearest_miss_any_other_name_is_none() -> None:
    layout_checks.by_name_nearest_miss(GAME, "2.2", "diagram N")


def test_2_2_nearest_miss_no_diagram_has_ten_places() -> None:
    assert Evening(GAME, ready=False, places=9).table.opened.places == 9
    assert cannot_open(GAME, "wrong-places", places=10) == "2.2"


def test_2_3_1_the_card_shoe_or_shuffling_device_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.1", "card shoe or shuffling device")


def test_2_3_1_nearest_miss_the_card_shoe_or_shuffling_device_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.1", "card shoe or shuffling device")


def test_2_3_2_the_discard_rack_for_eight_decks_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.2", "discard rack for eight decks")


def test_2_3_2_nearest_miss_the_discard_rack_for_eight_decks_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.2", "discard rack for eight decks")


def test_2_3_3_the_float_tray_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.3", "float tray")


def test_2_3_3_nearest_miss_the_float_tray_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.3", "float tray")


def test_2_5_the_odds_sign_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.5", "odds sign", scheme="even-money")


def test_2_5_nearest_miss_the_odds_sign_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.5", "odds sign", scheme="even-money")


def test_10_2_nearest_miss_diagram_b_has_no_pairs() -> None:
    layout_checks.carries_nearest_miss(GAME, "10.2", "diagram B", "pairs-player")


def test_10_9_nearest_miss_diagram_c_has_no_super_six() -> None:
    layout_checks.carries_nearest_miss(GAME, "10.9", "diagram C", "super-six")


def test_10_14_nearest_miss_diagram_a_has_no_tiger_tie() -> None:
    layout_checks.carries_nearest_miss(GAME, "10.14", "diagram A", "tiger-tie")


def test_10_19_nearest_miss_diagram_d_has_no_tiger_pair() -> None:
    layout_checks.carries_nearest_miss(GAME, "10.19", "diagram D", "tiger-pair")


def test_10_25_nearest_miss_diagram_a_has_no_tiger() -> None:
    layout_checks.carries_nearest_miss(GAME, "10.25", "diagram A", "tiger")


def test_10_30_nearest_miss_diagram_a_has_no_big_tiger() -> None:
    layout_checks.carries_nearest_miss(GAME, "10.30", "diagram A", "big-tiger")


def test_10_35_nearest_miss_diagram_d_has_no_small_tiger() -> None:
    layout_checks.carries_nearest_miss(GAME, "10.35", "diagram D", "small-tiger")


def test_14_11_advice_on_how_to_play_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.11")


def test_14_11_nearest_miss_no_warning_without_advice_on_how_to_play() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.11")


def test_14_12_advice_that_was_not_asked_for_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.12")


def test_14_12_nearest_miss_no_warning_without_advice_that_was_not_asked_for() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.12")


def test_14_16_private_bets_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.16")


def test_14_16_nearest_miss_no_warning_without_private_bets() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.16")


def test_15_11_1_advice_in_a_tournament_brings_a_warning() -> None:
    layout_checks.warned(GAME, "15.11.1")


def test_15_11_1_nearest_miss_no_warning_without_advice_in_a_tournament() -> None:
    layout_checks.warned_nearest_miss(GAME, "15.11.1")


def test_2_5_the_first_card_waits_for_the_odds_sign() -> None:
    layout_checks.first_card_waits(GAME, "2.5", scheme="even-money")
