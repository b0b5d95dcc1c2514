"""star-seven-up: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks
from support.rows import Row, clause_tests

GAME = "star-seven-up"


def test_2_2_4_super_sevens_has_areas() -> None:
    for letter in "AB":
        layout_checks.carries(GAME, f"diagram {letter}", ("super-sevens",))


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("2.2", "a table opens with a diagram", layout_checks.by_name, "diagram A", "diagram B"),
    ("2.2", "nearest miss any other name is none", layout_checks.by_name_nearest_miss, "diagram C"),
    ("2.2.1", "the printed 7 is looked for", layout_checks.equipped, "printed 7"),
    (
        "2.2.1",
        "nearest miss the printed 7 is there again",
        layout_checks.equipped_nearest_miss,
        "printed 7",
    ),
    ("2.2.3", "the tie areas is looked for", layout_checks.equipped, "Tie areas"),
    (
        "2.2.3",
        "nearest miss the tie areas is there again",
        layout_checks.equipped_nearest_miss,
        "Tie areas",
    ),
    ("2.2.4", "the areas marked 7 s is looked for", layout_checks.equipped, "areas marked 7's"),
    (
        "2.2.4",
        "nearest miss the areas marked 7 s is there again",
        layout_checks.equipped_nearest_miss,
        "areas marked 7's",
    ),
    ("2.3.1", "the shuffling device is looked for", layout_checks.equipped, "shuffling device"),
    (
        "2.3.1",
        "nearest miss the shuffling device is there again",
        layout_checks.equipped_nearest_miss,
        "shuffling device",
    ),
    (
        "2.3.2",
        "the discard rack for six decks is looked for",
        layout_checks.equipped,
        "discard rack for six decks",
    ),
    (
        "2.3.2",
        "nearest miss the discard rack for six decks is there again",
        layout_checks.equipped_nearest_miss,
        "discard rack for six decks",
    ),
    ("2.3.3", "the float tray is looked for", layout_checks.equipped, "float tray"),
    (
        "2.3.3",
        "nearest miss the float tray is there again",
        layout_checks.equipped_nearest_miss,
        "float tray",
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
    ("14.10", "private bets brings a warning", layout_checks.warned),
    ("14.10", "nearest miss no warning without private bets", layout_checks.warned_nearest_miss),
    ("15.11.1", "advice in a tournament brings a warning", layout_checks.warned),
    (
        "15.11.1",
        "nearest miss no warning without advice in a tournament",
        layout_checks.warned_nearest_miss,
    ),
]
globals().update(clause_tests(GAME, ROWS))
