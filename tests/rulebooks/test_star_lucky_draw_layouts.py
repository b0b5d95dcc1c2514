"""star-lucky-draw: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks

GAME = "star-lucky-draw"


def test_2_2_a_table_opens_with_the_diagram() -> None:
    layout_checks.by_name(GAME, "2.2", "diagram A")


def test_2_2_nearest_miss_any_other_name_is_none() -> None:
    layout_checks.by_name_nearest_miss(GAME, "2.2", "diagram B")


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
    layout_checks.equipped(GAME, "2.5", "odds sign")


def test_2_5_nearest_miss_the_odds_sign_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.5", "odds sign")


def test_12_6_advice_on_how_to_play_brings_a_warning() -> None:
    layout_checks.warned(GAME, "12.6")


def test_12_6_nearest_miss_no_warning_without_advice_on_how_to_play() -> None:
    layout_checks.warned_nearest_miss(GAME, "12.6")


def test_12_7_advice_that_was_not_asked_for_brings_a_warning() -> None:
    layout_checks.warned(GAME, "12.7")


def test_12_7_nearest_miss_no_warning_without_advice_that_was_not_asked_for() -> None:
    layout_checks.warned_nearest_miss(GAME, "12.7")


def test_12_9_private_bets_brings_a_warning() -> None:
    layout_checks.warned(GAME, "12.9")


def test_12_9_nearest_miss_no_warning_without_private_bets() -> None:
    layout_checks.warned_nearest_miss(GAME, "12.9")
