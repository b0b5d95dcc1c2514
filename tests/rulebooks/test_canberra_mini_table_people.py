"""canberra-mini, clauses 8, 13 and 14: general provisions at a live table."""

from support import sanction_checks, table_checks
from support.table_checks import OPERATOR, SUPERVISOR, first_card, main, settle, two

GAME = "canberra-mini"


def test_8_3_the_pay_scheme_changes_after_a_sign() -> None:
    table_checks.variant(GAME, "8.3")


def test_8_3_nearest_miss_not_early_and_not_over_wagers() -> None:
    table_checks.variant_nearest_miss(GAME, "8.3")


def test_13_2_a_table_closes_after_its_sign() -> None:
    table_checks.close(GAME, "13.2")


def test_13_2_nearest_miss_not_early_and_not_over_wagers() -> None:
    table_checks.close_nearest_miss(GAME, "13.2")


def test_14_1_an_outcome_is_invalidated() -> None:
    sanction_checks.invalidate(GAME, "14.1")


def test_14_1_nearest_miss_only_once_and_for_a_reason() -> None:
    sanction_checks.invalidate_nearest_miss(GAME, "14.1")


def test_14_1_what_becomes_of_the_money_is_for_the_operator_to_say() -> None:
    evening = two(GAME)
    main(evening)
    settle(evening, win=True)
    fire = {**OPERATOR, "cause": "disturbance", "reason": "a fire"}
    assert evening.no("decision-due", "invalidate-outcome", **fire).clause == "14.1"
    said, _ = evening.ok("invalidate-outcome", **fire, refund=False)
    assert said.refund is False and said.refund_clause is None  # type: ignore[attr-defined]
    assert evening.chips("al") == 10_100_00


def test_14_2_measures_for_any_breach() -> None:
    sanction_checks.measures(GAME, "14.2")


def test_14_2_nearest_miss_only_the_two_that_it_names() -> None:
    sanction_checks.measures_nearest_miss(GAME, "14.2")


def test_14_2_void_wagers_have_no_result() -> None:
    sanction_checks.void(GAME, "14.2(a)")


def test_14_2_nearest_miss_only_that_players_wagers() -> None:
    sanction_checks.void_nearest_miss(GAME, "14.2(a)")


def test_14_2_the_barred_neither_bet_nor_come_back() -> None:
    sanction_checks.bar(GAME, "14.2(b)")


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


def test_14_4_a_dispute_is_decided_first_and_reviewed_if_asked() -> None:
    table_checks.dispute(GAME, "14.4")


def test_14_4_nearest_miss_no_review_by_the_same_person() -> None:
    table_checks.dispute_nearest_miss(GAME, "14.4")


def test_14_4_nearest_miss_no_clause_speaks_of_an_inspector() -> None:
    evening = two(GAME)
    evening.ok("raise-dispute", player="al", about="pay")
    evening.ok("decide-dispute", **OPERATOR, number=1, decision="no", reason="paid right")
    evening.no("no-rule", "advise-complaint", number=1)


def test_14_6_three_idle_coups_may_cost_the_seat() -> None:
    table_checks.idle(GAME, "14.6")


def test_14_6_nearest_miss_two_coups_or_a_free_seat() -> None:
    table_checks.idle_nearest_miss(GAME, "14.6")


def test_14_9_the_rules_are_shown_to_whoever_asks() -> None:
    table_checks.rules_at_hand(GAME, "14.9")
