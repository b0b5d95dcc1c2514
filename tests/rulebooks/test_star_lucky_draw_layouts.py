"""star-lucky-draw: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks
from support.rows import Row, clause_tests

GAME = "star-lucky-draw"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("2.2", "a table opens with the diagram", layout_checks.by_name, "diagram A"),
    ("2.2", "nearest miss any other name is none", layout_checks.by_name_nearest_miss, "diagram B"),
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
    ("2.3.3", "the float tray is looked for", layout_checks.equipped, "float tray"),
    (
        "2.3.3",
        "nearest miss the float tray is there again",
        layout_checks.equipped_nearest_miss,
        "float tray",
    ),
    ("2.5", "the odds sign is looked for", layout_checks.equipped, "odds sign"),
    (
        "2.5",
        "nearest miss the odds sign is there again",
        layout_checks.equipped_nearest_miss,
        "odds sign",
    ),
    ("12.6", "advice on how to play brings a warning", layout_checks.warned),
    (
        "12.6",
        "nearest miss no warning without advice on how to play",
        layout_checks.warned_nearest_miss,
    ),
    ("12.7", "advice that was not asked for brings a warning", layout_checks.warned),
    (
        "12.7",
        "nearest miss no warning without advice that was not asked for",
        layout_checks.warned_nearest_miss,
    ),
    ("12.9", "private bets brings a warning", layout_checks.warned),
    ("12.9", "nearest miss no warning without private bets", layout_checks.warned_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS))
