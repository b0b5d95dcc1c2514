"""star-lucky-draw, clause 6: minimum and maximum wagers at a live table."""

from support import limit_checks, star_rows
from support.rows import Row, clause_tests

GAME = "star-lucky-draw"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("6.1", "the sign binds every wager", limit_checks.sign),
    ("6.1", "nearest miss the whole wager counts", limit_checks.sign_nearest_miss),
    ("6.5.2", "a marker before each protected box", limit_checks.marker),
    ("6.5.3", "the marker goes with its player", limit_checks.marker_off),
    ("6.5.4", "the marker lies where the player is", limit_checks.marker_box),
    ("6.6", "protection ends after its sign", limit_checks.end_protection),
    ("6.6", "nearest miss a second early", limit_checks.end_protection_nearest_miss),
    ("6.6.1", "two minimums are both shown", limit_checks.two_signs),
    ("6.6.2", "newcomers have the new minimum", limit_checks.newcomers),
    ("6.6.2", "nearest miss those who were there have not", limit_checks.newcomers_nearest_miss),
    ("6.7", "one player above the maximum", limit_checks.personal),
    ("6.7", "nearest miss for that player alone", limit_checks.personal_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS, star_rows.TABLE_LIMITS_2))
