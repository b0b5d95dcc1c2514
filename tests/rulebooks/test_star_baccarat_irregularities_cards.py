"""Baccarat at The Star Sydney: cards that run out, are missing, or were not shuffled."""

from datetime import UTC, datetime
from typing import Any

from support.cells import cell
from support.evening import START, Evening
from support.irregular import (
    SUPERVISOR,
    at_table,
    burn_down,
    cards_of,
    kinds,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-baccarat"
NATURAL = "9S 5H KD 2C"  # Player 9, Banker 7
MIDNIGHT = datetime(2026, 3, 15, 13, tzinfo=UTC)  # of 15 March in Sydney, where it is morning


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


# 12.6 to 12.9, 12.16: the stack


@cell("cards-run-out")
def test_12_6_a_coup_that_the_shoe_cannot_finish_is_void() -> None:
    evening = at_table(GAME, "player", decks=3)
    burn_down(evening, leave=4)
    evening.deal("4S 5H KD KC")
    assert evening.no("cards-run-out", "deal-card", card="8H").clause == "12.6"
    assert outcome(report(evening, "cards-run-out")) == ("COUP_VOID", "12.6")
    assert evening.chips("alice") == 1_000_000
    evening.ok("clear-cards")
    sound(evening)


@cell("not-shuffled", 0)
def test_12_6_unshuffled_cards_that_run_out_make_the_coup_void() -> None:
    evening = at_table(GAME, "player", decks=3)
    burn_down(evening, leave=4)
    evening.deal("4S 5H KD KC")
    events = report(evening, "not-shuffled", {"enough_cards": False})
    assert outcome(events) == ("COUP_VOID", "12.6")
    assert evening.chips("alice") == 1_000_000


def test_12_6_nearest_miss_one_card_is_left() -> None:
    evening = at_table(GAME, "player", decks=3)
    burn_down(evening, leave=5)
    evening.deal("4S 5H KD KC")
    assert refused(evening, "not-so", "cards-run-out").clause == "12.6"
    refused(evening, "not-so", "not-shuffled", {"enough_cards": False})
    evening.deal("8H")
    refused(evening, "not-so", "cards-run-out")  # no card is due any more
    evening.finish()


@cell("not-cut")
def test_12_7_cards_cut_wrongly_are_shuffled_and_cut_after_the_coup() -> None:
    evening = coup("4S 5H KD KC")
    assert outcome(report(evening, "not-cut")) == ("FINISH_THEN_SHUFFLE", "12.7")
    evening.deal("8H")
    evening.finish()
    assert evening.chips("alice") == 990_000  # the result stands
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "12.7"
    evening.ok("shuffle")
    evening.no("not-cut", "deal-card", card="9S")  # not cut yet
    evening.ok("cut-cards", depth=200, from_back=52, declined=["alice", "bob"])
    evening.ok("burn-cards")
    evening.coup(NATURAL)
    sound(evening)


def test_12_7_nearest_miss_a_device_is_never_cut() -> None:
    assert refused(coup(NATURAL, source="device"), "not-so", "not-cut").clause == "12.7"


@cell("burn-forgotten")
def test_12_8_a_forgotten_burn_leaves_its_card_in_play() -> None:
    evening = Evening(GAME, ready=False)
    evening.prepare(burn=False)
    evening.join("alice", 1)
    evening.bet("alice", "player")
    evening.no("not-burned", "deal-card", card="9S")
    assert refused(evening, "not-so", "burn-forgotten").clause == "12.8"
    evening.card("9S", unburned=True)
    assert outcome(report(evening, "burn-forgotten")) == ("CONTINUE", "12.8")
    evening.coup("5H KD 2C")
    assert evening.chips("alice") == 1_010_000
    assert evening.table.stack.dealt == 4
    evening.no("not-now", "burn-cards")


def test_12_8_nearest_miss_the_burn_was_not_forgotten() -> None:
    assert refused(coup(NATURAL), "not-so", "burn-forgotten").clause == "12.8"


@cell("not-shuffled", 1)
def test_12_9_a_missed_shuffle_follows_the_coup() -> None:
    evening = coup("4S 5H KD KC")
    events = report(evening, "not-shuffled", {"enough_cards": True})
    assert outcome(events) == ("FINISH_THEN_SHUFFLE", "12.9")
    evening.deal("8H")
    evening.finish()
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "12.9"
    assert evening.chips("alice") == 980_000  # 100 lost, which stands, and 100 on the layout
    sound(evening)


def test_12_9_nearest_miss_a_device_has_no_cutting_card() -> None:
    evening = coup(NATURAL, source="device")
    refused(evening, "not-so", "not-shuffled", {"enough_cards": True})
    refused(evening, "not-so", "cutting-card-first")


@cell("dealt-or-burned-in-error", 0)
def test_12_16_a_card_burned_in_error_stays_burned() -> None:
    evening = coup("4S 5H KD KC")
    said = {"burned": True, "refused": "nobody"}
    events = report(evening, "dealt-or-burned-in-error", said, card="8H")
    assert outcome(events) == ("STAYS_BURNED", "12.16")
    assert kinds(events)[1:] == ["CardBurned"]
    assert "8H" in evening.table.stack.rack[-1]
    assert evening.table.stack.dealt == 6
    evening.deal("2D")  # the Player's third card is the next one
    assert cards_of(evening, "player") == ["4S", "KD", "2D"]
    sound(evening)


def test_12_16_nearest_miss_a_card_dealt_in_error_is_not_burned() -> None:
    evening = coup(NATURAL)
    said = {"burned": False, "refused": "nobody"}
    report(evening, "dealt-or-burned-in-error", said, cards=[*NATURAL.split(), "8H"])
    assert not any("8H" in cards for cards in evening.table.stack.rack)
    assert evening.table.stack.waiting[0].card == "8H"


# 12.11 Missing and foreign cards


@cell("missing-or-foreign-card")
def test_12_11_2_the_coup_of_a_foreign_card_is_void_and_all_decks_are_checked() -> None:
    evening = coup(NATURAL)
    evening.finish()  # 12.11.1: it stands
    evening.bet("alice", "banker", "500")
    evening.deal("4S 5H")
    events = report(evening, "missing-or-foreign-card")
    assert outcome(events) == ("VOID_AND_CHECK", "12.11.2")
    assert evening.chips("alice") == 1_010_000
    evening.ok("clear-cards")
    evening.bet("alice", "player")
    assert evening.no("must-shuffle", "deal-card", card="9S").clause == "12.11.2"
    sound(evening)


def test_12_11_2_nearest_miss_a_card_that_was_only_dropped_is_not_missing() -> None:
    evening = coup("4S 5H")
    report(evening, "cards-dropped")
    assert evening.table.round.void is None
    evening.deal("KD KC 8H")
    evening.finish()
    assert evening.chips("alice") == 990_000


def test_12_11_3_all_cards_come_out_to_be_checked_and_are_shuffled_again() -> None:
    evening = coup("4S 5H")
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    assert evening.no("not-checked", "shuffle").clause == "12.11.2"
    evening.ok("check-cards")
    evening.bet("alice", "player")
    evening.no("must-shuffle", "deal-card", card="9S")
    evening.ok("shuffle")
    assert evening.table.stack.dealt == 0
    sound(evening)


def test_12_11_3_nearest_miss_a_check_that_finds_another_is_not_the_last() -> None:
    evening = coup("4S 5H")
    report(evening, "missing-or-foreign-card")
    evening.ok("clear-cards")
    evening.ok("check-cards", foreign=1)
    evening.no("not-checked", "shuffle")
    evening.ok("bring-cards", role=SUPERVISOR, occasion="unfit cards", back="blue")
    evening.fresh_cards()


def test_12_11_4_nearest_miss_of_another_void_nobody_is_told() -> None:
    evening = coup("4S 5H")
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert not evening.table.notices.due


def test_12_11_4_surveillance_hears_at_once_and_the_inspector_in_the_daily_summary() -> None:
    evening = coup(NATURAL)
    report(evening, "missing-or-foreign-card")
    first, second = evening.table.notices.due.values()
    assert (first.to, first.clause, first.by) == ("surveillance", "12.11.4", START)
    assert (second.to, second.clause, second.by) == ("inspector", "12.11.4", MIDNIGHT)
    evening.ok("give-notice", number=1, channel="telephone")
    evening.wait(hours=18)
    late: Any = evening.ok("give-notice", number=2, channel="daily summary")[0]
    assert late.late is True
    sound(evening)


def test_12_11_1_nearest_miss_until_its_cards_are_cleared_a_coup_is_not_completed() -> None:
    evening = coup("4S 5H KD KC 8H", "banker")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    report(evening, "missing-or-foreign-card")
    assert evening.chips("alice") == 1_000_000
    assert evening.table.patrons["alice"].lost == 0
    report(evening, "missing-or-foreign-card")  # another one: nothing more is void
    assert evening.chips("alice") == 1_000_000


def test_12_11_1_between_coups_nothing_is_void() -> None:
    evening = coup(NATURAL)
    evening.finish()
    events = report(evening, "missing-or-foreign-card")
    assert "CoupVoided" not in kinds(events)
    assert evening.chips("alice") == 1_010_000
    assert evening.table.stack.check == "12.11.2"


def test_12_11_nearest_miss_the_last_copy_of_a_card_is_not_foreign() -> None:
    evening = at_table(GAME, "player", decks=3)
    evening.deal("9S 9S 9S")
    evening.deal("9H")
