"""star-lucky-draw, clauses 2 and 12: general provisions at a live table."""

from support import sanction_checks, table_checks
from support.excluded import at_once_and_everywhere
from support.rows import Row, clause_tests
from support.table_checks import SUPERVISOR, first_card, main, two

GAME = "star-lucky-draw"


def test_12_3_3_at_every_table_the_account_and_the_door() -> None:
    at_once_and_everywhere(GAME)


def test_12_5_the_cheats_stake_is_always_forfeited() -> None:
    evening = two(GAME)
    main(evening)
    first_card(evening)
    fraud = {**SUPERVISOR, "cause": "fraud", "reason": "a marked card", "by_player": "al"}
    assert evening.no("must-forfeit", "invalidate-outcome", **fraud, forfeit=False).clause == "12.5"
    evening.ok("invalidate-outcome", **fraud)
    assert evening.chips("al") == 9_900_00


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("2.5", "the odds sign is due", table_checks.odds_sign),
    ("12.1", "the offence is kept with the sanction", sanction_checks.offence),
    ("12.3", "measures under their own clauses", sanction_checks.measures),
    ("12.3", "nearest miss not for another breach", sanction_checks.measures_nearest_miss),
    ("12.3.1", "void wagers have no result", sanction_checks.void),
    ("12.3.1", "nearest miss only that persons wagers", sanction_checks.void_nearest_miss),
    ("12.3.2", "the barred neither bet nor come back", sanction_checks.bar),
    ("12.3.2", "nearest miss the wager that lies is decided", sanction_checks.bar_nearest_miss),
    ("12.3.3", "out of the casino", sanction_checks.exclude),
    ("12.3.4", "held for an inspector", sanction_checks.detain),
    ("12.4", "an outcome is invalidated", sanction_checks.invalidate),
    ("12.4", "nearest miss only once and for a reason", sanction_checks.invalidate_nearest_miss),
    ("12.4.1", "a disturbance is a ground", sanction_checks.disturbance),
    ("12.4.1", "nearest miss impractical play is not", sanction_checks.cause_nearest_miss),
    ("12.4.2", "a fraud is a ground", sanction_checks.fraud),
    ("12.4.2", "nearest miss not by somebody absent", sanction_checks.cause_nearest_miss),
    ("12.5", "stakes go back but the cheats are forfeited", sanction_checks.refund),
    ("12.5", "nearest miss nobody forfeits for a disturbance", sanction_checks.refund_nearest_miss),
    ("12.8", "a table closes after its sign", table_checks.close),
    ("12.8", "nearest miss not early and not over wagers", table_checks.close_nearest_miss),
    ("12.10", "a supervisor refuses a wager", table_checks.refuse),
    (
        "12.10",
        "nearest miss not without a reason or after the first card",
        table_checks.refuse_nearest_miss,
    ),
    ("12.11", "a dispute is decided first and reviewed if asked", table_checks.dispute),
    ("12.11", "nearest miss no review by the same person", table_checks.dispute_nearest_miss),
    ("12.12", "a dissatisfied person is told of the inspector", table_checks.complaint),
    ("12.13", "the rules are shown to whoever asks", table_checks.rules_at_hand),
]
globals().update(clause_tests(GAME, ROWS))
