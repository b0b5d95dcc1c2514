"""star-three-card: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks
from support.rows import Row, clause_tests

GAME = "star-three-card"


def test_2_4_the_odds_sign_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.4", "odds sign", scheme="even-money")


def test_2_4_nearest_miss_the_odds_sign_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.4", "odds sign", scheme="even-money")


def test_2_4_the_first_card_waits_for_the_odds_sign() -> None:
    layout_checks.first_card_waits(GAME, "2.4", scheme="even-money")


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("2.2", "a table opens with a diagram", layout_checks.by_name, "diagram A", "diagram B"),
    ("2.2", "nearest miss any other name is none", layout_checks.by_name_nearest_miss, "diagram C"),
    (
        "2.3.1",
        "the card shoe or shuffling device is looked for",
        layout_checks.equipped,
        "card shoe or shuffling device",
    ),
    (
        "2.3.1",
        "nearest miss the card shoe or shuffling device is there again",
        layout_checks.equipped_nearest_miss,
        "card shoe or shuffling device",
    ),
    (
        "2.3.2",
        "the discard rack for eight decks is looked for",
        layout_checks.equipped,
        "discard rack for eight decks",
    ),
    (
        "2.3.2",
        "nearest miss the discard rack for eight decks is there again",
        layout_checks.equipped_nearest_miss,
        "discard rack for eight decks",
    ),
    ("2.3.3", "the marker button is looked for", layout_checks.equipped, "marker button"),
    (
        "2.3.3",
        "nearest miss the marker button is there again",
        layout_checks.equipped_nearest_miss,
        "marker button",
    ),
    ("2.3.4", "the float tray is looked for", layout_checks.equipped, "float tray"),
    (
        "2.3.4",
        "nearest miss the float tray is there again",
        layout_checks.equipped_nearest_miss,
        "float tray",
    ),
    ("9.7", "cards held away from the layout brings a warning", layout_checks.warned),
    (
        "9.7",
        "nearest miss no warning without cards held away from the layout",
        layout_checks.warned_nearest_miss,
    ),
    ("14.6", "advice on how to play brings a warning", layout_checks.warned),
    (
        "14.6",
        "nearest miss no warning without advice on how to play",
        layout_checks.warned_nearest_miss,
    ),
    ("14.7", "advice that was not asked for brings a warning", layout_checks.warned),
    (
        "14.7",
        "nearest miss no warning without advice that was not asked for",
        layout_checks.warned_nearest_miss,
    ),
    ("14.11", "private bets brings a warning", layout_checks.warned),
    ("14.11", "nearest miss no warning without private bets", layout_checks.warned_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS))
