"""star-three-card, clause 6: minimum and maximum wagers at a live table."""

from support import limit_checks, star_rows
from support.rows import Row, clause_tests

GAME = "star-three-card"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("6.1", "the sign binds every wager", limit_checks.sign),
    ("6.1", "nearest miss the whole wager counts", limit_checks.sign_nearest_miss),
    ("6.5.1.1", "a marker before each protected box", limit_checks.marker),
    ("6.5.1.2", "the marker goes with its player", limit_checks.marker_off),
    ("6.5.1.3", "the marker lies where the player is", limit_checks.marker_box),
    ("6.5.2", "protection ends after its sign", limit_checks.end_protection),
    ("6.5.2", "nearest miss a second early", limit_checks.end_protection_nearest_miss),
    ("6.5.3", "two minimums are both shown", limit_checks.two_signs),
    ("6.5.4", "newcomers have the new minimum", limit_checks.newcomers),
    ("6.5.4", "nearest miss those who were there have not", limit_checks.newcomers_nearest_miss),
    ("6.6", "one player above the maximum", limit_checks.personal),
    ("6.6", "nearest miss for that player alone", limit_checks.personal_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS, star_rows.TABLE_LIMITS_2))
