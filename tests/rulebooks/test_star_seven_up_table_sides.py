"""star-seven-up, clause 10: side bets at a live table."""

from support import side_checks
from support.rows import Row, clause_tests

GAME = "star-seven-up"


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("10.1", "the sign shows what super sevens takes", side_checks.amount_shown, "super-sevens"),
    ("10.2", "super sevens is reserved for main bettors", side_checks.restrict, "super-sevens"),
    (
        "10.2",
        "nearest miss until then it is open",
        side_checks.restrict_nearest_miss,
        "super-sevens",
    ),
    ("10.2.1", "those who must know are told first", side_checks.told, "super-sevens"),
    ("10.2.2", "a sign tells the players", side_checks.restriction_sign, "super-sevens"),
]
globals().update(clause_tests(GAME, ROWS))
