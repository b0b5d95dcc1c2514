"""star-baccarat, clause 15: how tournaments are run."""

from support import contest_checks, star_rows
from support.rows import Row, clause_tests

GAME = "star-baccarat"
OFF = ("6.4", "6.5", "6.7", "6.8")
TOLD = "14.19"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("15.2.1", "tournament rules prevail", contest_checks.overlaid, OFF),
    ("15.11.2", "play waits and the manager is final", contest_checks.disputed, TOLD),
]
globals().update(clause_tests(GAME, ROWS, star_rows.CONTESTS, uncited=star_rows.CONTESTS_UNCITED))
