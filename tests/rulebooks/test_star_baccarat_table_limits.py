"""star-baccarat, clause 6: minimum and maximum wagers at a live table."""

from support import limit_checks, star_rows
from support.rows import Row, clause_tests

GAME = "star-baccarat"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("6.1", "the sign binds every wager", limit_checks.sign),
    ("6.1", "nearest miss the whole wager counts", limit_checks.sign_nearest_miss),
]
globals().update(clause_tests(GAME, ROWS, star_rows.TABLE_LIMITS))
