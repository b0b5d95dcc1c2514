"""star-three-card: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks

GAME = "star-three-card"


def test_2_2_a_table_opens_with_a_diagram() -> None:
    layout_checks.by_name(GAME, "2.2", "diagram A", "diagram B")


def test_2_2_nearest_miss_any_other_name_is_none() -> None:
    layout_checks.by_name_nearest_miss(GAME, "2.2", "diagram C")


def test_2_3_1_the_card_shoe_or_shuffling_device_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.1", "card shoe or shuffling device")


def test_2_3_1_nearest_miss_the_card_shoe_or_shuffling_device_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.1", "card shoe or shuffling device")


def test_2_3_2_the_discard_rack_for_eight_decks_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.2", "discard rack for eight decks")


def test_2_3_2_nearest_miss_the_discard_rack_for_eight_decks_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.2", "discard rack for eight decks")


def test_2_3_3_the_marker_button_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.3", "marker button")


def test_2_3_3_nearest_miss_the_marker_button_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.3", "marker button")


def test_2_3_4_the_float_tray_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.3.4", "float tray")


def test_2_3_4_nearest_miss_the_float_tray_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.3.4", "float tray")


def test_2_4_the_odds_sign_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.4", "odds sign", scheme="even-money")


def test_2_4_nearest_miss_the_odds_sign_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.4", "odds sign", scheme="even-money")


def test_9_7_cards_held_away_from_the_layout_brings_a_warning() -> None:
    layout_checks.warned(GAME, "9.7")


def test_9_7_nearest_miss_no_warning_without_cards_held_away_from_the_layout() -> None:
    layout_checks.warned_nearest_miss(GAME, "9.7")


def test_14_6_advice_on_how_to_play_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.6")


def test_14_6_nearest_miss_no_warning_without_advice_on_how_to_play() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.6")


def test_14_7_advice_that_was_not_asked_for_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.7")


def test_14_7_nearest_miss_no_warning_without_advice_that_was_not_asked_for() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.7")


def test_14_11_private_bets_brings_a_warning() -> None:
    layout_checks.warned(GAME, "14.11")


def test_14_11_nearest_miss_no_warning_without_private_bets() -> None:
    layout_checks.warned_nearest_miss(GAME, "14.11")


def test_2_4_the_first_card_waits_for_the_odds_sign() -> None:
    layout_checks.first_card_waits(GAME, "2.4", scheme="even-money")
