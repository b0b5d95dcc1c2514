"""canberra-mini, clause 3: minimum and maximum wagers at a live table."""

from support import limit_checks
from support.rows import Row, clause_tests

GAME = "canberra-mini"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("3.1", "the sign binds every wager", limit_checks.sign),
    ("3.1", "nearest miss the whole wager counts", limit_checks.sign_nearest_miss),
    ("3.1", "a higher minimum after its sign", limit_checks.change),
    ("3.1", "nearest miss a second early", limit_checks.change_nearest_miss),
    ("3.2", "one player above the maximum", limit_checks.personal),
    ("3.2", "nearest miss for that player alone", limit_checks.personal_nearest_miss),
    ("3.3", "wagers go in the steps of the sign", limit_checks.unit),
    ("3.3", "nearest miss without a step any amount", limit_checks.unit_nearest_miss),
    ("3.4", "a small wager found late counts", limit_checks.late_minimum),
    (
        "3.4",
        "nearest miss before the first card it is not taken",
        limit_checks.late_minimum_nearest_miss,
    ),
    ("3.5", "a big wager counts up to the maximum", limit_checks.late_maximum),
    ("3.5", "nearest miss the maximum itself is all live", limit_checks.late_maximum_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS))
