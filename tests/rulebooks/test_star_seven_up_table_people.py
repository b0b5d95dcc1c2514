"""star-seven-up, clause 14: general provisions at a live table."""

from support import star_rows, table_checks
from support.excluded import at_once_and_everywhere
from support.rows import Row, clause_tests

GAME = "star-seven-up"


def test_14_3_3_at_every_table_the_account_and_the_door() -> None:
    at_once_and_everywhere(GAME)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("14.8", "a table closes after its sign", table_checks.close),
    ("14.8", "nearest miss not early and not over wagers", table_checks.close_nearest_miss),
    ("14.9", "three idle coups may cost the seat", table_checks.idle),
    ("14.9", "nearest miss two coups or a free seat", table_checks.idle_nearest_miss),
    ("14.11", "a supervisor refuses a wager", table_checks.refuse),
    (
        "14.11",
        "nearest miss not without a reason or after the first card",
        table_checks.refuse_nearest_miss,
    ),
    ("14.12", "a dispute is decided first and reviewed if asked", table_checks.dispute),
    ("14.12", "nearest miss no review by the same person", table_checks.dispute_nearest_miss),
    ("14.13", "a dissatisfied person is told of the inspector", table_checks.complaint),
    ("14.14", "the rules are shown to whoever asks", table_checks.rules_at_hand),
]
globals().update(clause_tests(GAME, ROWS, star_rows.TABLE_PEOPLE))
