"""Three Card Baccarat, cell by cell: the stack of cards and the shuffling device (12.7, 12.10 to
12.13, section 13, and section 4)."""

from sabot.parts.statements import StatementMade
from support.cells import cell
from support.evening import Evening
from support.matrix_checks import (
    SUPERVISOR,
    done,
    for_supervisor,
    refused,
    report,
    run_out,
)
from support.three_card_evening import BANKER_NINE, GAME, betting

WON = 1_000_000 - 11_000 + 8_000  # what Alice holds after BANKER_NINE


def until_short() -> Evening:
    """Four cards of a coup are out, and none is left for the fifth."""
    evening = Evening(GAME, decks=6)
    evening.join("alice", 1)
    run_out(evening, lambda: evening.bet("alice", "player", "5", box=1))
    return evening


@cell("cards-run-out", 0)
def test_12_7_a_coup_that_the_cards_do_not_finish_is_void() -> None:
    evening = until_short()
    held = evening.chips("alice")
    assert evening.no("cards-run-out", "deal-card", card="2S").clause == "12.7"
    (voided,) = report(evening, "cards-run-out")
    assert voided.clause == "12.7"  # type: ignore[attr-defined]
    assert evening.chips("alice") == held + 500
    evening.ok("clear-cards")
    done(evening)


@cell("not-shuffled", 0)
def test_12_7_goes_first_where_the_forgotten_shuffle_leaves_too_few_cards() -> None:
    evening = until_short()
    held = evening.chips("alice")
    report(evening, "not-shuffled", {"enough_cards": False})
    assert evening.table.round.void == "12.7"
    assert evening.chips("alice") == held + 500


def test_12_7_nearest_miss_not_while_a_card_is_left_and_never_the_coup_before() -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    assert refused(evening, "not-so", "cards-run-out").clause == "12.7"
    evening.bet("alice", "player", box=1)
    evening.deal("2C 3S")
    refused(evening, "not-so", "cards-run-out")
    refused(evening, "not-so", "not-shuffled", {"enough_cards": False})
    assert evening.chips("alice") == WON - 10_000


@cell("not-cut", 0)
def test_12_10_after_a_wrong_cut_the_coup_is_finished_and_the_cards_are_shuffled_and_cut() -> None:
    evening = betting()
    evening.deal("2S")
    report(evening, "not-cut")
    for name in BANKER_NINE.split()[1:]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == WON
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "12.10"
    (shuffled,) = evening.ok("shuffle")
    assert shuffled.clause == "12.10"  # type: ignore[attr-defined]
    evening.no("not-cut", "deal-card", card="2C")
    evening.ok("cut-cards", depth=200, from_back=52, declined=["alice", "bob"])
    done(evening)


def test_12_10_nearest_miss_the_cards_of_a_device_are_not_cut() -> None:
    evening = betting(source="device")
    assert refused(evening, "not-so", "not-cut").clause == "12.10"


@cell("burn-forgotten", 0)
def test_12_11_play_goes_on_with_the_cards_that_should_have_been_burned() -> None:
    evening = Evening(GAME, ready=False)
    evening.prepare(burn=False)
    evening.join("alice", 1)
    evening.bet("alice", "player", box=1)
    assert evening.no("not-burned", "deal-card", card="2S").clause == "4.11"
    assert refused(evening, "not-so", "burn-forgotten").clause == "12.11"
    evening.card("2S", unburned=True)
    report(evening, "burn-forgotten")
    evening.coup("3H 4D 4C KS 2D")
    assert evening.table.stack.dealt == 6
    done(evening)


def test_12_11_nearest_miss_nothing_was_forgotten_after_the_burn() -> None:
    assert refused(betting(), "not-so", "burn-forgotten").clause == "12.11"


@cell("not-shuffled", 1)
def test_12_12_a_forgotten_shuffle_is_made_good_after_the_coup() -> None:
    evening = betting()
    evening.deal("2S")
    report(evening, "not-shuffled", {"enough_cards": True})
    for name in BANKER_NINE.split()[1:]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == WON
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "12.12"
    evening.ok("shuffle")
    done(evening)


def test_12_12_nearest_miss_a_device_has_no_cutting_card() -> None:
    evening = betting(source="device")
    rejection = refused(evening, "not-so", "not-shuffled", {"enough_cards": True})
    assert rejection.clause == "12.12"


# 12.13 Missing and foreign cards


def test_12_13_applies_to_a_card_beyond_the_decks() -> None:
    evening = betting(decks=6)
    for _ in range(6):
        evening.bet("bob", "player", "5", box=2)
        evening.coup("2S TH 3H 4D QC 4C KS TD 2D")
        evening.bet("alice", "player", "5", box=1)
    evening.deal("5S 6S")
    (made,) = evening.says("deal-card", card="2S")
    assert isinstance(made, StatementMade) and made.clause == "12.13.2"
    assert evening.no("held", "deal-card", card="3S").clause == "12.13.2"
    evening.confirm(made)
    assert evening.table.round.void == "12.13.2"


def test_12_13_nearest_miss_the_last_copy_of_a_card_is_played() -> None:
    evening = betting(decks=6)
    for _ in range(5):
        evening.coup(BANKER_NINE)
        evening.bet("alice", "player", "5", box=1)
    evening.coup(BANKER_NINE)


def test_12_13_1_coups_that_are_over_stand() -> None:
    evening = betting()
    evening.coup(BANKER_NINE)
    report(evening, "missing-or-foreign-card")
    assert evening.chips("alice") == WON
    assert evening.table.past is not None and not evening.table.past.void


def test_12_13_1_a_coup_is_over_once_it_is_paid_though_its_cards_lie() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "missing-or-foreign-card")
    assert evening.chips("alice") == WON and evening.table.round.void is None


def test_12_13_1_nearest_miss_the_coup_itself_does_not_stand() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    evening.ok("announce-result")
    report(evening, "missing-or-foreign-card")
    assert evening.chips("alice") == 1_000_000


@cell("missing-or-foreign-card", 0)
def test_12_13_2_the_coup_in_which_it_is_found_is_void_and_all_stakes_go_back() -> None:
    evening = betting()
    evening.bet("bob", "player", box=2)
    evening.deal("2S 3H 4D")
    report(evening, "missing-or-foreign-card")
    assert evening.table.round.void == "12.13.2"
    assert evening.chips("alice") == evening.chips("bob") == 1_000_000
    report(evening, "missing-or-foreign-card")  # another one, in a coup that is void already
    evening.ok("clear-cards")
    done(evening)


def test_12_13_2_nearest_miss_no_notice_is_due() -> None:
    evening = betting()
    evening.deal("2S 3H 4D")
    report(evening, "missing-or-foreign-card")
    assert not evening.table.notices.due


def test_12_13_3_the_rest_of_the_cards_is_void_and_the_decks_are_checked() -> None:
    evening = betting()
    evening.deal("2S 3H")
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    evening.bet("alice", "player", box=1)
    evening.no("must-shuffle", "deal-card", card="2C")
    assert evening.no("not-checked", "shuffle").clause == "12.13.2"
    evening.ok("check-cards", missing=1)
    evening.no("not-checked", "shuffle")
    evening.ok("check-cards")
    evening.no("must-shuffle", "deal-card", card="2C")  # sound decks, but not these cards
    evening.ok("shuffle")
    done(evening)


def test_12_13_3_nearest_miss_a_check_that_finds_another_one_ends_nothing() -> None:
    evening = betting()
    evening.deal("2S 3H")
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    evening.ok("check-cards", foreign=1)
    evening.no("not-checked", "shuffle")


# Sections 3 and 4


@cell("not-mixed", 0)
def test_4_1_3_a_supervisor_with_a_reason_has_the_cards_shuffled_after_the_coup() -> None:
    evening = betting()
    evening.deal(BANKER_NINE)
    for_supervisor(evening, "4.1.3", "not-mixed")
    refused(evening, "no-reason", "not-mixed", **SUPERVISOR)
    report(evening, "not-mixed", note="three runs of one suit", **SUPERVISOR)
    evening.finish()
    assert evening.chips("alice") == WON
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "4.1.3"
    evening.ok("shuffle")
    done(evening)


@cell("cards-unfit", 0)
def test_3_10_unfit_cards_are_replaced_between_coups_by_a_supervisor() -> None:
    evening = betting()
    for_supervisor(evening, "3.10", "cards-unfit")
    report(evening, "cards-unfit", **SUPERVISOR)
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "3.10"
    assert evening.no("must-replace", "shuffle").clause == "3.10"
    evening.ok("bring-cards", back="red", occasion="unfit cards", **SUPERVISOR)
    evening.fresh_cards()
    evening.coup(BANKER_NINE)
    assert evening.chips("alice") == WON
    done(evening)


def test_3_10_nearest_miss_not_while_a_coup_is_in_progress() -> None:
    evening = betting()
    evening.deal("2S 3H")
    assert refused(evening, "wrong-phase", "cards-unfit", **SUPERVISOR).clause == "3.10"


@cell("cutting-card-during-coup", 0)
def test_4_7_after_the_cutting_card_in_a_coup_that_coup_is_the_last() -> None:
    evening = betting()
    evening.deal("2S 3H")
    (out,) = report(evening, "cutting-card-during-coup")
    assert (out.clause, out.first) == ("4.7", False)  # type: ignore[attr-defined]
    evening.card("4D", cutting_card=True)
    for name in BANKER_NINE.split()[3:]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    evening.bet("alice", "player", box=1)
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "4.7"
    done(evening)


@cell("cutting-card-first", 0)
def test_4_8_after_the_cutting_card_as_first_card_the_coup_is_the_last() -> None:
    evening = betting()
    (out,) = report(evening, "cutting-card-first")
    assert (out.clause, out.first) == ("4.8", True)  # type: ignore[attr-defined]
    evening = betting()
    out = evening.card("2S", cutting_card=True)[0]
    assert (out.clause, out.last_coup) == ("4.8", True)  # type: ignore[attr-defined]
    for name in BANKER_NINE.split()[1:]:
        evening.card(name)
    evening.deal("")
    evening.finish()
    assert evening.chips("alice") == WON
    evening.no("must-shuffle", "deal-card", card="2C")
