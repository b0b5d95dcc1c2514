"""Lucky Draw Baccarat, cell by cell: the stack of cards and the shuffling device (10.10, 10.12 to
10.15, section 11, and sections 3 and 4)."""

import pytest

from sabot.parts.statements import StatementMade
from sabot.rules.irregularities.irregularity import Value
from support import shoe_checks
from support.cells import cell
from support.evening import Evening
from support.lucky_draw_evening import GAME, STAKE, betting, complete, deciding, stand
from support.matrix_checks import (
    SUPERVISOR,
    done,
    for_supervisor,
    refused,
    report,
    run_out,
)

FULL = 1_000_000
LOST = FULL - STAKE

# 10.10 and 10.14 Too few cards, a forgotten shuffle


def until_short() -> Evening:
    """A card of the round is out, and none is left for the next."""
    evening = Evening(GAME, decks=3)
    evening.join("alice", 1)
    run_out(evening, lambda: evening.bet("alice", "enter", "5", box=1))
    return evening


@cell("cards-run-out", 0)
@cell("not-shuffled", 0)
@pytest.mark.parametrize(
    ("situation", "said"), [("cards-run-out", {}), ("not-shuffled", {"enough_cards": False})]
)
def test_10_10_the_discards_are_shuffled_and_cut_and_the_round_is_finished(
    situation: str, said: dict[str, Value]
) -> None:
    evening = until_short()
    held = evening.chips("alice")
    assert evening.no("cards-run-out", "deal-card", card="2S").clause == "10.10"
    refused(evening, "wrong-cut", situation, said, depth=70)
    (renewed,) = report(evening, situation, said)
    out = len(evening.table.round.slots)
    assert (renewed.source, renewed.cards) == ("discards", 156 - out)  # type: ignore[attr-defined]
    asked = {"declined": ["alice"], "depth": 70}
    evening.no("wrong-cutting-card", "cut-cards", **asked, from_back=100)
    shoe_checks.cut_and_burned_in_coup(evening, "4.8", "4.10", depth=70, from_back=40)
    stack = evening.table.stack
    assert (stack.cards, stack.dealt, stack.cutting) == (156 - out, 1, 156 - out - 40)
    assert evening.table.round.void is None
    assert evening.chips("alice") == held
    evening.deal("9S 9H")
    evening.choose(1, "stand", "alice")
    evening.deal("7H")
    evening.finish()
    evening.bet("alice", "enter", "5", box=1)
    evening.deal("9S 7H 9H")  # the game goes on with the same cards
    done(evening)


def test_10_10_nearest_miss_not_while_a_card_is_left() -> None:
    evening = deciding()
    assert refused(evening, "not-so", "cards-run-out").clause == "10.10"
    refused(evening, "not-so", "not-shuffled", {"enough_cards": False})


@cell("not-cut", 0)
def test_10_12_a_wrong_cut_leads_to_a_shuffle_after_the_round() -> None:
    _shuffled_after("not-cut", {}, "10.12")


@cell("not-shuffled", 1)
def test_10_14_a_forgotten_shuffle_is_made_good_after_the_round() -> None:
    _shuffled_after("not-shuffled", {"enough_cards": True}, "10.14")


def _shuffled_after(situation: str, said: dict[str, Value], clause: str) -> None:
    """The round is finished and its result stands; then the cards are shuffled and cut."""
    evening = deciding()
    report(evening, situation, said)
    stand(evening)
    evening.deal("2H")
    evening.finish()
    assert evening.chips("alice") == LOST
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == clause
    (shuffled,) = evening.ok("shuffle")
    assert shuffled.clause == clause  # type: ignore[attr-defined]
    evening.no("not-cut", "deal-card", card="2C")
    evening.ok("cut-cards", depth=200, from_back=52, declined=["alice", "bob"])
    done(evening)


def test_10_12_nearest_miss_the_cards_of_a_device_are_not_cut() -> None:
    assert refused(betting(source="device"), "not-so", "not-cut").clause == "10.12"


def test_10_14_nearest_miss_a_device_has_no_cutting_card() -> None:
    evening = betting(source="device")
    rejection = refused(evening, "not-so", "not-shuffled", {"enough_cards": True})
    assert rejection.clause == "10.14"


@cell("burn-forgotten", 0)
def test_10_13_the_card_that_should_have_been_burned_is_in_play() -> None:
    evening = Evening(GAME, ready=False)
    evening.prepare(burn=False)
    evening.join("alice", 1)
    evening.bet("alice", "enter", box=1)
    assert evening.no("not-burned", "deal-card", card="2S").clause == "4.10"
    assert refused(evening, "not-so", "burn-forgotten").clause == "10.13"
    evening.card("4S", unburned=True)
    report(evening, "burn-forgotten")
    evening.deal("6H 3D")
    assert evening.table.round.slots[0].position == 0
    done(evening)


def test_10_13_nearest_miss_nothing_was_forgotten_after_the_burn() -> None:
    assert refused(betting(), "not-so", "burn-forgotten").clause == "10.13"


# 10.15 Missing and foreign cards


def test_10_15_applies_to_a_card_beyond_the_decks() -> None:
    evening = Evening(GAME, decks=3)
    evening.join("alice", 1)
    for _ in range(3):
        evening.bet("alice", "enter", box=1)
        evening.deal("4S 6H 3D")
        evening.choose(1, "stand", "alice")
        evening.deal("2H")
        evening.finish()
    evening.bet("alice", "enter", box=1)
    evening.deal("7S")
    (made,) = evening.says("deal-card", card="4S")
    assert isinstance(made, StatementMade) and made.clause == "10.15.2"
    assert evening.no("held", "deal-card", card="5S").clause == "10.15.2"
    evening.confirm(made)
    assert evening.table.round.void == "10.15.2"


def test_10_15_nearest_miss_the_last_copy_of_a_card_is_played() -> None:
    evening = Evening(GAME, decks=3)
    evening.join("alice", 1)
    for _ in range(2):
        evening.bet("alice", "enter", box=1)
        evening.deal("4S 6H 3D")
        evening.choose(1, "stand", "alice")
        evening.deal("2H")
        evening.finish()
    evening.bet("alice", "enter", box=1)
    evening.deal("4S 6H 3D")


def test_10_15_1_rounds_that_are_over_stand() -> None:
    evening = complete()
    evening.finish()
    report(evening, "missing-or-foreign-card")
    assert evening.chips("alice") == LOST
    assert evening.table.past is not None and not evening.table.past.void


def test_10_15_1_nearest_miss_the_round_itself_does_not_stand() -> None:
    evening = complete()
    report(evening, "missing-or-foreign-card")
    assert evening.chips("alice") == FULL


@cell("missing-or-foreign-card", 0)
def test_10_15_2_the_round_is_void_and_all_stakes_go_back() -> None:
    evening = deciding()
    evening.choose(1, "draw", "alice")
    assert evening.chips("alice") == FULL - 2 * STAKE
    report(evening, "missing-or-foreign-card")
    assert evening.table.round.void == "10.15.2"
    assert evening.chips("alice") == evening.chips("bob") == FULL
    assert not evening.table.notices.due
    evening.ok("clear-cards")
    done(evening)


def test_10_15_2_nearest_miss_a_final_settlement_is_no_interim_one() -> None:
    evening = complete()
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "missing-or-foreign-card")
    assert evening.table.round.void == "10.15.2"
    assert evening.chips("alice") == FULL
    evening.ok("clear-cards")
    done(evening)


def test_10_15_3_the_rest_of_the_cards_is_void_and_the_decks_are_checked() -> None:
    evening = deciding()
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    evening.bet("alice", "enter", box=1)
    evening.no("must-shuffle", "deal-card", card="2C")
    assert evening.no("not-checked", "shuffle").clause == "10.15.2"
    evening.ok("check-cards")
    evening.no("must-shuffle", "deal-card", card="2C")  # sound decks, but not these cards
    evening.ok("shuffle")
    done(evening)


def test_10_15_3_nearest_miss_a_check_that_finds_another_one_ends_nothing() -> None:
    evening = deciding()
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    evening.ok("check-cards", foreign=1)
    evening.no("not-checked", "shuffle")


# Sections 3 and 4


@cell("not-mixed", 1)
def test_4_1_4_a_supervisor_with_a_reason_has_the_cards_shuffled_after_the_round() -> None:
    evening = complete()
    for_supervisor(evening, "4.1.4", "not-mixed")
    refused(evening, "no-reason", "not-mixed", **SUPERVISOR)
    report(evening, "not-mixed", note="three runs of one suit", **SUPERVISOR)
    evening.finish()
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "4.1.4"
    evening.ok("shuffle")
    done(evening)


@cell("not-mixed", 0)
def test_4_3_2_pre_shuffled_cards_have_a_clause_of_their_own() -> None:
    evening = Evening(GAME, ready=False)
    evening.ok("open-float", **SUPERVISOR, amount="100000")
    evening.ok("bring-cards", back="red", pre_shuffled="casino", secured=True)
    evening.ok("shuffle")
    evening.ok("cut-cards", depth=200, from_back=52)
    evening.ok("burn-cards")
    for_supervisor(evening, "4.3.2", "not-mixed", {"pre_shuffled": False})
    report(evening, "not-mixed", note="three runs of one suit", **SUPERVISOR)
    assert evening.table.stack.shuffle == "4.3.2"
    done(evening)


@cell("cards-unfit", 0)
def test_3_8_unfit_cards_are_replaced_between_rounds_by_a_supervisor() -> None:
    evening = betting()
    for_supervisor(evening, "3.8", "cards-unfit")
    report(evening, "cards-unfit", **SUPERVISOR)
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "3.8"
    evening.ok("bring-cards", back="red", occasion="unfit cards", **SUPERVISOR)
    evening.fresh_cards()
    evening.deal("4S 5S 6H 3D 2D")
    assert refused(evening, "wrong-phase", "cards-unfit", **SUPERVISOR).clause == "3.8"
    done(evening)


@cell("check-ordered", 0)
@pytest.mark.parametrize("role", ["casino supervisor", "inspector"])
def test_3_9_a_supervisor_or_an_inspector_orders_the_cards_checked(role: str) -> None:
    evening = complete()
    for_supervisor(evening, "3.9", "check-ordered")
    report(evening, "check-ordered", actor="ian", role=role)
    evening.finish()
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "3.9"
    evening.ok("check-cards", ordered_by=role)
    evening.bet("alice", "enter", box=1)
    evening.deal("2S 6S 5D")
    done(evening)


@cell("cutting-card-during-coup", 0)
def test_4_1_3_after_the_cutting_card_in_a_round_that_round_is_the_last() -> None:
    evening = betting()
    evening.deal("4S 5S")
    (out,) = report(evening, "cutting-card-during-coup")
    assert (out.clause, out.first) == ("4.1.3", False)  # type: ignore[attr-defined]
    evening.card("6H", cutting_card=True)
    evening.deal("3D 2D")
    stand(evening)
    evening.deal("2H")
    evening.finish()
    assert evening.no("must-shuffle", "deal-card", card="2C").clause == "4.1.3"
    done(evening)


@cell("cutting-card-first", 0)
def test_4_1_2_the_cutting_card_first_means_a_shuffle_before_the_round() -> None:
    evening = betting()
    (out,) = report(evening, "cutting-card-first")
    assert (out.clause, out.first) == ("4.1.2", True)  # type: ignore[attr-defined]
    evening = betting()
    (out,) = evening.ok("deal-card", card="4S", cutting_card=True)
    assert (out.clause, out.last_coup) == ("4.1.2", False)  # type: ignore[attr-defined]
    assert not evening.table.round.slots
    assert evening.no("must-shuffle", "deal-card", card="4S").clause == "4.1.2"
