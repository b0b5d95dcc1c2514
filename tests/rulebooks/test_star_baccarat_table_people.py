"""star-baccarat, clauses 2 and 14: general provisions at a live table."""

from support import sanction_checks, table_checks
from support.excluded import at_once_and_everywhere
from support.rows import Row, clause_tests

GAME = "star-baccarat"


def test_14_8_3_at_every_table_the_account_and_the_door() -> None:
    at_once_and_everywhere(GAME)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("2.5", "the odds sign is due", table_checks.odds_sign),
    ("14.6", "the offence is kept with the sanction", sanction_checks.offence),
    ("14.8", "measures under their own clauses", sanction_checks.measures),
    ("14.8", "nearest miss not for another breach", sanction_checks.measures_nearest_miss),
    ("14.8.1", "void wagers have no result", sanction_checks.void),
    ("14.8.1", "nearest miss only that persons wagers", sanction_checks.void_nearest_miss),
    ("14.8.2", "the barred neither bet nor come back", sanction_checks.bar),
    ("14.8.2", "nearest miss the wager that lies is decided", sanction_checks.bar_nearest_miss),
    ("14.8.3", "out of the casino", sanction_checks.exclude),
    ("14.8.4", "held for an inspector", sanction_checks.detain),
    ("14.9", "an outcome is invalidated", sanction_checks.invalidate),
    ("14.9", "nearest miss only once and for a reason", sanction_checks.invalidate_nearest_miss),
    ("14.9.1", "a disturbance is a ground", sanction_checks.disturbance),
    ("14.9.1", "nearest miss impractical play is not", sanction_checks.cause_nearest_miss),
    ("14.9.2", "a fraud is a ground", sanction_checks.fraud),
    ("14.9.2", "nearest miss not by somebody absent", sanction_checks.cause_nearest_miss),
    ("14.10", "stakes go back but the cheats are forfeited", sanction_checks.refund),
    (
        "14.10",
        "nearest miss nobody forfeits for a disturbance",
        sanction_checks.refund_nearest_miss,
    ),
    ("14.13", "the pay scheme changes after a sign", table_checks.variant),
    ("14.13", "nearest miss not early and not over wagers", table_checks.variant_nearest_miss),
    ("14.13", "all players agree and it changes at once", table_checks.consent_to_variant),
    ("14.14", "a table closes after its sign", table_checks.close),
    ("14.14", "nearest miss not early and not over wagers", table_checks.close_nearest_miss),
    ("14.15", "three idle coups may cost the seat", table_checks.idle),
    ("14.15", "nearest miss two coups or a free seat", table_checks.idle_nearest_miss),
    ("14.17", "a supervisor refuses a wager", table_checks.refuse),
    (
        "14.17",
        "nearest miss not without a reason or after the first card",
        table_checks.refuse_nearest_miss,
    ),
    ("14.18", "a dispute is decided first and reviewed if asked", table_checks.dispute),
    ("14.18", "nearest miss no review by the same person", table_checks.dispute_nearest_miss),
    ("14.19", "a dissatisfied person is told of the inspector", table_checks.complaint),
    ("14.20", "the rules are shown to whoever asks", table_checks.rules_at_hand),
]
globals().update(clause_tests(GAME, ROWS))
