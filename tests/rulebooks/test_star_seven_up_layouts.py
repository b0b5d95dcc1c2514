"""star-seven-up: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks

GAME = "star-seven-up"


def test_2_2_a_table_opens_with_a_diagram() -> None:
    layout_checks.by_name(GAME, "2.2", "diagram A", "diagram B")


def test_2_2_nearest_miss_any_other_name_is_none() -> None:
    layout_checks.by_name_nearest_miss(GAME, "2.2", "diagram C")


def test_2_2_1_the_printed_7_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.2.1", "printed 7")


def test_2_2_1_nearest_miss_the_printed_7_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.2.1", "printed 7")


def test_2_2_3_the_tie_areas_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.2.3", "Tie areas")


def test_2_2_3_nearest_miss_the_tie_areas_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.2.3", "Tie areas")


def test_2_2_4_the_areas_marked_7_s_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.2.4", "areas marked 7's")


def test_2_2_4_nearest_miss_the_areas_marked_7_s_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.2.4", "areas marked 7's")


def test_2_3_1_the_shuffling_device_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.1", "shuffling device")


def test_2_3_1_nearest_miss_the_shuffling_device_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.1", "shuffling device")


def test_2_3_2_the_discard_rack_for_six_decks_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.2", "discard rack for six decks")


def test_2_3_2_nearest_miss_the_discard_rack_for_six_decks_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.2", "discard rack for six decks")


def test_2_3_3_the_float_tray_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.3", "float tray")


def test_2_3_3_nearest_miss_the_float_tray_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.3", "float tray")


def test_2_2_4_super_sevens_has_areas() -> None:
    for letter in "AB":
        layout_checks.carries(GAME, f"diagram {letter}", ("super-sevens",))


def test_14_6_advice_on_how_to_play_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.6")


def test_14_6_nearest_miss_no_warning_without_advice_on_how_to_play() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.6")


def test_14_7_advice_that_was_not_asked_for_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.7")


def test_14_7_nearest_miss_no_warning_without_advice_that_was_not_asked_for() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.7")


def test_14_10_private_bets_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.10")


def test_14_10_nearest_miss_no_warning_without_private_bets() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.10")


def test_15_11_1_advice_in_a_tournament_brings_a_warning() -> None:
    layout_checks.warned(GAME, "15.11.1")


def test_15_11_1_nearest_miss_no_warning_without_advice_in_a_tournament() -> None:
    layout_checks.warned_nearest_miss(GAME, "15.11.1")
