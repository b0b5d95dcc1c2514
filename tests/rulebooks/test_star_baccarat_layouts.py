"""star-baccarat: layouts, equipment, and forbidden conduct at a table."""

from support import layout_checks
from support.evening import Evening
from support.rows import Row, clause_tests
from support.table_checks import cannot_open

GAME = "star-baccarat"
SUPER_SIX = ("pairs-player", "pairs-banker", "super-six")
TIGER = ("tiger-tie", "tiger-pair", "tiger", "big-tiger", "small-tiger")


def test_2_2_a_and_d_carry_super_six_and_pairs() -> None:
    for letter in "AD":
        layout_checks.carries(GAME, f"diagram {letter}", SUPER_SIX)


def test_2_2_all_others_carry_the_tiger_bets() -> None:
    for letter in "BCEFGHIJKLM":
        layout_checks.carries(GAME, f"diagram {letter}", TIGER)


def test_2_2_nearest_miss_no_diagram_has_ten_places() -> None:
    assert Evening(GAME, ready=False, places=9).table.opened.places == 9
    assert cannot_open(GAME, "wrong-places", places=10) == "2.2"


def test_2_5_the_odds_sign_is_looked_for() -> None:
    layout_checks.equipped(GAME, "2.5", "odds sign", scheme="even-money")


def test_2_5_nearest_miss_the_odds_sign_is_there_again() -> None:
    layout_checks.equipped_nearest_miss(GAME, "2.5", "odds sign", scheme="even-money")


def test_2_5_the_first_card_waits_for_the_odds_sign() -> None:
    layout_checks.first_card_waits(GAME, "2.5", scheme="even-money")


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    (
        "2.2",
        "a table opens with a diagram",
        layout_checks.by_name,
        *(f"diagram {letter}" for letter in "ABCDEFGHIJKLM"),
    ),
    ("2.2", "nearest miss any other name is none", layout_checks.by_name_nearest_miss, "diagram N"),
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
    (
        "10.2",
        "nearest miss diagram b has no pairs",
        layout_checks.carries_nearest_miss,
        "diagram B",
        "pairs-player",
    ),
    (
        "10.9",
        "nearest miss diagram c has no super six",
        layout_checks.carries_nearest_miss,
        "diagram C",
        "super-six",
    ),
    (
        "10.14",
        "nearest miss diagram a has no tiger tie",
        layout_checks.carries_nearest_miss,
        "diagram A",
        "tiger-tie",
    ),
    (
        "10.19",
        "nearest miss diagram d has no tiger pair",
        layout_checks.carries_nearest_miss,
        "diagram D",
        "tiger-pair",
    ),
    (
        "10.25",
        "nearest miss diagram a has no tiger",
        layout_checks.carries_nearest_miss,
        "diagram A",
        "tiger",
    ),
    (
        "10.30",
        "nearest miss diagram a has no big tiger",
        layout_checks.carries_nearest_miss,
        "diagram A",
        "big-tiger",
    ),
    (
        "10.35",
        "nearest miss diagram d has no small tiger",
        layout_checks.carries_nearest_miss,
        "diagram D",
        "small-tiger",
    ),
    ("14.11", "advice on how to play brings a warning", layout_checks.warned),
    (
        "14.11",
        "nearest miss no warning without advice on how to play",
        layout_checks.warned_nearest_miss,
    ),
    ("14.12", "advice that was not asked for brings a warning", layout_checks.warned),
    (
        "14.12",
        "nearest miss no warning without advice that was not asked for",
        layout_checks.warned_nearest_miss,
    ),
    ("14.16", "private bets brings a warning", layout_checks.warned),
    ("14.16", "nearest miss no warning without private bets", layout_checks.warned_nearest_miss),
    ("15.11.1", "advice in a tournament brings a warning", layout_checks.warned),
    (
        "15.11.1",
        "nearest miss no warning without advice in a tournament",
        layout_checks.warned_nearest_miss,
    ),
]
globals().update(clause_tests(GAME, ROWS))
