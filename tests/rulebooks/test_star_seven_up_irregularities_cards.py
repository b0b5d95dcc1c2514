"""7-Up Baccarat at The Star Sydney: cards that run out, are missing or were seen."""

import pytest

from support.cells import cell
from support.evening import START, Evening
from support.irregular import (
    SUPERVISOR,
    at_table,
    burn_down,
    cards_of,
    check_no_rule,
    kinds,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-seven-up"
NATURAL = "5S 2H KD"  # Player 9 with the printed 7, Banker 5
PLAYER_DRAWS = "5S 8H KD"  # Player 5 draws, Banker 5


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


@cell("cards-run-out")
def test_12_6_a_coup_that_the_device_cannot_finish_is_void() -> None:
    evening = at_table(GAME, "player", "tie")
    burn_down(evening, leave=3)
    evening.deal(PLAYER_DRAWS)
    assert evening.no("cards-run-out", "deal-card", card="8C").clause == "12.6"
    assert outcome(report(evening, "cards-run-out")) == ("COUP_VOID", "12.6")
    assert evening.chips("alice") == 1_000_000
    sound(evening)


def test_12_6_nearest_miss_one_card_is_left() -> None:
    evening = at_table(GAME, "player")
    burn_down(evening, leave=4)
    evening.deal(PLAYER_DRAWS)
    assert refused(evening, "not-so", "cards-run-out").clause == "12.6"
    evening.deal("8C")
    evening.finish()


@cell("burn-forgotten")
def test_12_7_a_forgotten_burn_leaves_its_card_in_play() -> None:
    evening = Evening(GAME, ready=False)
    evening.prepare(burn=False)
    evening.join("alice", 1)
    evening.bet("alice", "player")
    assert evening.no("not-burned", "deal-card", card="5S").clause == "4.4"
    assert refused(evening, "not-so", "burn-forgotten").clause == "12.7"
    evening.card("5S", unburned=True)
    assert outcome(report(evening, "burn-forgotten")) == ("CONTINUE", "12.7")
    evening.coup("2H KD")
    assert evening.chips("alice") == 1_010_000


def test_12_7_nearest_miss_the_burn_was_not_forgotten() -> None:
    assert refused(coup(NATURAL), "not-so", "burn-forgotten").clause == "12.7"


@cell("missing-or-foreign-card")
def test_12_8_2_the_coup_of_a_missing_card_is_void_and_the_decks_are_checked() -> None:
    evening = coup(NATURAL)
    evening.finish()  # 12.8.1: it stands
    evening.bet("alice", "banker", "500")
    evening.deal("5S 2H")
    events = report(evening, "missing-or-foreign-card")
    assert outcome(events) == ("VOID_AND_CHECK", "12.8.2")
    assert evening.chips("alice") == 1_010_000
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="5S").clause == "12.8.2"
    sound(evening)


def test_12_8_1_nearest_miss_until_its_cards_are_cleared_a_coup_is_not_completed() -> None:
    evening = coup(NATURAL)
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "missing-or-foreign-card")
    assert evening.chips("alice") == 1_000_000
    report(evening, "missing-or-foreign-card")  # another one: nothing more is void


def test_12_8_2_nearest_miss_a_card_that_was_only_dropped_is_not_missing() -> None:
    evening = coup("5S 2H")
    report(evening, "cards-dropped")
    evening.deal("KD")
    evening.finish()
    assert evening.chips("alice") == 1_010_000


def test_12_8_3_all_cards_come_out_to_be_checked_and_are_shuffled_again() -> None:
    evening = coup("5S 2H")
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    assert evening.no("not-checked", "shuffle").clause == "12.8.2"
    evening.ok("check-cards")
    evening.bet("alice", "player")
    evening.no("must-shuffle", "deal-card", card="5S")
    evening.ok("shuffle")
    sound(evening)


def test_12_8_3_nearest_miss_a_check_that_finds_another_is_not_the_last() -> None:
    evening = coup("5S 2H")
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    evening.ok("check-cards", missing=1)
    evening.no("not-checked", "shuffle")


def test_12_8_4_nearest_miss_of_another_void_nobody_is_told() -> None:
    evening = coup("5S 2H")
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert not evening.table.notices.due


def test_12_8_4_surveillance_and_an_inspector_hear_of_it_at_once() -> None:
    evening = coup(NATURAL)
    report(evening, "missing-or-foreign-card")
    notices = [(due.to, due.clause, due.by) for due in evening.table.notices.due.values()]
    assert notices == [("surveillance", "12.8.4", START), ("inspector", "12.8.4", START)]
    evening.ok("give-notice", number=1, channel="telephone")
    evening.ok("give-notice", number=2, channel="telephone")
    evening.no("already-given", "give-notice", number=2, channel="telephone")


def test_12_8_1_between_coups_nothing_is_void() -> None:
    evening = coup(NATURAL)
    evening.finish()
    events = report(evening, "missing-or-foreign-card")
    assert "CoupVoided" not in kinds(events)
    assert evening.chips("alice") == 1_010_000


def test_12_8_nearest_miss_six_copies_are_no_foreign_cards_and_the_printed_7_is_none() -> None:
    evening = coup(NATURAL)
    for _ in range(5):
        report(evening, "dealt-or-burned-in-error", {"burned": True, "refused": "nobody"},
               card="5S")  # fmt: skip
    seventh = {"situation": "dealt-or-burned-in-error", "card": "5S"}
    said = {"burned": True, "refused": "nobody"}
    rejected = evening.no("too-many-copies", "report-irregularity", circumstances=said, **seventh)
    assert rejected.clause == "12.8.2"


@cell("display-wrong")
def test_12_9_a_wrong_display_is_ignored() -> None:
    evening = coup(NATURAL)
    before = evening.table.round
    assert outcome(report(evening, "display-wrong")) == ("IGNORE_DISPLAY", "12.9")
    assert evening.table.round == before
    evening.finish()
    assert evening.table.last is not None and evening.table.last.result == "player"


def test_12_9_nearest_miss_a_wrong_call_is_more_than_a_wrong_display() -> None:
    check_no_rule(coup(NATURAL), "wrong-call-or-settlement")


@cell("dealt-or-burned-in-error", 0)
def test_12_10_a_card_burned_in_error_stays_burned() -> None:
    evening = coup(PLAYER_DRAWS)
    said = {"burned": True, "refused": "nobody"}
    events = report(evening, "dealt-or-burned-in-error", said)
    assert outcome(events) == ("STAYS_BURNED", "12.10")
    assert evening.table.stack.dealt == 5
    evening.deal("8C")
    assert cards_of(evening, "player") == ["8H", "8C"]
    evening.finish()
    sound(evening)


def test_12_10_nearest_miss_a_card_dealt_in_error_is_not_burned() -> None:
    evening = coup(NATURAL)
    said = {"burned": False, "refused": "nobody"}
    report(evening, "dealt-or-burned-in-error", said, cards=[*NATURAL.split(), "8C"])
    assert evening.table.stack.waiting[0].card == "8C"


# 3 and 4: the cards


@cell("order-seen")
@pytest.mark.parametrize("cards", ["", "5S 2H"])
def test_4_5_a_device_whose_order_was_seen_is_void(cards: str) -> None:
    evening = at_table(GAME, "player", cards=cards)
    for role in ("dealer", SUPERVISOR, "assistant gaming manager"):
        assert refused(evening, "wrong-role", "order-seen", role=role).clause == "4.5"
    events = report(evening, "order-seen", role="gaming manager")
    assert outcome(events) == ("VOID_SHOE", "4.5")
    (notice,) = evening.table.notices.due.values()
    assert (notice.to, notice.clause, notice.by) == ("inspector", "4.5", START)
    if cards:
        assert evening.chips("alice") == 1_000_000
        evening.ok("clear-cards")
        evening.bet("alice", "player")
        assert evening.no("must-shuffle", "deal-card", card="5S").clause == "4.5"
    evening.ok("shuffle")
    evening.ok("burn-cards")
    evening.coup(NATURAL)
    assert evening.chips("alice") == 1_010_000
    sound(evening)


@cell("cards-dropped")
def test_4_3_a_supervisor_checks_that_dropped_cards_were_all_collected() -> None:
    evening = at_table(GAME, "player")
    assert outcome(report(evening, "cards-dropped")) == ("VERIFY_ALL_RECOVERED", "4.3")
    (notice,) = evening.table.notices.due.values()
    assert (notice.to, notice.by) == (SUPERVISOR, START)
    assert evening.no("must-shuffle", "deal-card", card="5S").clause == "4.3"
    assert evening.no("wrong-role", "check-cards").clause == "4.3"
    evening.ok("check-cards", role=SUPERVISOR)
    evening.coup(NATURAL)


@cell("cards-unfit")
def test_3_8_unfit_cards_are_replaced_between_coups_only() -> None:
    evening = coup(NATURAL)
    assert refused(evening, "wrong-phase", "cards-unfit", role=SUPERVISOR).clause == "3.8"
    evening.finish()
    refused(evening, "wrong-role", "cards-unfit")
    assert outcome(report(evening, "cards-unfit", role=SUPERVISOR)) == ("REPLACE_CARDS", "3.8")
    evening.no("must-replace", "shuffle")
    evening.ok("bring-cards", role=SUPERVISOR, occasion="unfit cards", back="blue")
    evening.fresh_cards()
    sound(evening)


@cell("check-ordered")
@pytest.mark.parametrize("role", [SUPERVISOR, "inspector"])
def test_3_9_a_supervisor_or_an_inspector_orders_a_check(role: str) -> None:
    evening = coup("5S 2H")
    assert refused(evening, "wrong-role", "check-ordered").clause == "3.9"
    assert outcome(report(evening, "check-ordered", role=role)) == ("CHECK_CARDS", "3.9")
    evening.ok("check-cards", ordered_by=role)
    evening.deal("KD")
    evening.finish()
    evening.bet("alice", "player")
    evening.deal("5S")
