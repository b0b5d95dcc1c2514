"""canberra-mini, clauses 8, 13 and 14: general provisions at a live table."""

from support import sanction_checks, table_checks
from support.rows import Row, clause_tests
from support.table_checks import OPERATOR, SUPERVISOR, first_card, main, settle, two

GAME = "canberra-mini"


def test_14_1_what_becomes_of_the_money_is_for_the_operator_to_say() -> None:
    evening = two(GAME)
    main(evening)
    settle(evening, win=True)
    fire = {**OPERATOR, "cause": "disturbance", "reason": "a fire"}
    assert evening.no("decision-due", "invalidate-outcome", **fire).clause == "14.1"
    said, _ = evening.ok("invalidate-outcome", **fire, refund=False)
    assert said.refund is False and said.refund_clause is None  # type: ignore[attr-defined]
    assert evening.chips("al") == 10_100_00


def test_14_3_a_void_round_takes_back_what_pairs_were_paid() -> None:
    for cause in ("fraud", "impractical"):
        evening = two(GAME, side_bets=["perfect-pairs-player"])
        main(evening)
        evening.bet("al", "perfect-pairs-player", "10")
        evening.deal("2S 5H 2S KC")
        assert evening.chips("al") > 10_000_00 - 100_00
        void = {**OPERATOR, "cause": cause, "reason": "the shoe broke"}
        said, undone = evening.ok("invalidate-outcome", **void)
        assert said.clause == undone.clause == "14.3"  # type: ignore[attr-defined]
        assert evening.chips("al") == 10_000_00 and evening.money("float") == 100_000_00
        evening.ok("clear-cards")


def test_14_3_nearest_miss_nothing_stands_and_nobody_forfeits() -> None:
    evening = two(GAME)
    main(evening)
    first_card(evening)
    void = {**OPERATOR, "cause": "fraud", "reason": "a marked card", "by_player": "al"}
    assert evening.no("must-refund", "invalidate-outcome", **void, refund=False).clause == "14.3"
    evening.no("no-rule", "invalidate-outcome", **void, forfeit=True)
    evening.no("wrong-role", "invalidate-outcome", **{**void, **SUPERVISOR})


def test_14_4_nearest_miss_no_clause_speaks_of_an_inspector() -> None:
    evening = two(GAME)
    evening.ok("raise-dispute", player="al", about="pay")
    evening.ok("decide-dispute", **OPERATOR, number=1, decision="no", reason="paid right")
    evening.no("no-rule", "advise-complaint", number=1)


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("8.3", "the pay scheme changes after a sign", table_checks.variant),
    ("8.3", "nearest miss not early and not over wagers", table_checks.variant_nearest_miss),
    ("13.2", "a table closes after its sign", table_checks.close),
    ("13.2", "nearest miss not early and not over wagers", table_checks.close_nearest_miss),
    ("14.1", "an outcome is invalidated", sanction_checks.invalidate),
    ("14.1", "nearest miss only once and for a reason", sanction_checks.invalidate_nearest_miss),
    ("14.2", "measures for any breach", sanction_checks.measures),
    ("14.2", "nearest miss only the two that it names", sanction_checks.measures_nearest_miss),
    ("14.4", "a dispute is decided first and reviewed if asked", table_checks.dispute),
    ("14.4", "nearest miss no review by the same person", table_checks.dispute_nearest_miss),
    ("14.6", "three idle coups may cost the seat", table_checks.idle),
    ("14.6", "nearest miss two coups or a free seat", table_checks.idle_nearest_miss),
    ("14.9", "the rules are shown to whoever asks", table_checks.rules_at_hand),
]

# Rows whose check is not given the clause.
UNCITED: list[Row] = [
    ("14.2", "void wagers have no result", sanction_checks.void, "14.2(a)"),
    ("14.2", "nearest miss only that players wagers", sanction_checks.void_nearest_miss, "14.2(a)"),
    ("14.2", "the barred neither bet nor come back", sanction_checks.bar, "14.2(b)"),
]
globals().update(clause_tests(GAME, ROWS, uncited=UNCITED))
