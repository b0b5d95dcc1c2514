"""Baccarat at The Star Sydney: wagers and payments gone wrong."""

from datetime import UTC, datetime
from typing import Any

import pytest

from support.cells import cell
from support.evening import Evening
from support.irregular import (
    SUPERVISOR,
    at_table,
    outcome,
    refused,
    report,
    sound,
)

GAME = "star-baccarat"
MANAGER = "gaming manager"
NATURAL = "9S 5H KD 2C"
ALICE = {"player": "alice", "on": "player"}
SIDE = {"minimum": "5", "maximum": "1000"}


def coup(cards: str, *bets: str, **options: object) -> Evening:
    return at_table(GAME, *(bets or ("player",)), cards=cards, **options)


def paid(evening: Evening, player: str = "alice") -> int:
    """Return a player's win or loss, with the coup finished."""
    evening.between()
    evening.finish()
    sound(evening)
    return evening.chips(player) - 1_000_000


# 6 Minimum and maximum


@cell("below-minimum")
def test_6_4_a_wager_below_the_minimum_found_after_the_first_card_is_valid() -> None:
    evening = coup("9S", "tie")
    events = report(evening, "below-minimum", **ALICE, amount="2")
    assert outcome(events) == ("VALID", "6.4")
    evening.deal("5H KD 2C")
    assert paid(evening) == -100_00 + 2_00


def test_6_4_nearest_miss_before_the_first_card_or_at_the_minimum() -> None:
    evening = at_table(GAME, "tie")
    refused(evening, "wrong-phase", "below-minimum", **ALICE, amount="2")
    evening.no_bet("below-minimum", "alice", "player", "2")
    evening.deal("9S")
    assert refused(evening, "not-so", "below-minimum", **ALICE, amount="5").clause == "6.4"
    refused(evening, "not-at-table", "below-minimum", player="carol", on="player", amount="2")
    refused(evening, "not-offered", "below-minimum", player="alice", on="tiger", amount="2")
    refused(evening, "short-of-money", "above-maximum", {"when": "during"}, **ALICE,
            amount="20000")  # fmt: skip


@cell("above-maximum", 1)
def test_6_5_a_wager_above_the_maximum_is_settled_to_the_maximum() -> None:
    evening = coup("9S", "player")  # 100 lie there already
    events = report(evening, "above-maximum", {"when": "during"}, **ALICE, amount="1500")
    assert outcome(events) == ("TO_MAXIMUM", "6.5")
    assert evening.chips("alice") == 900_000
    evening.deal("5H KD 2C")
    assert paid(evening) == 1_000_00


def test_6_5_nearest_miss_a_wager_at_the_maximum() -> None:
    evening = coup("9S", "tie")
    said = {"when": "during"}
    assert refused(evening, "not-so", "above-maximum", said, **ALICE, amount="1000").clause == "6.5"


@cell("above-maximum", 0)
@cell("area-maximum", 2)
@cell("differential", 2)
@pytest.mark.parametrize("situation", ["above-maximum", "area-maximum", "differential"])
def test_6_5_1_what_was_too_much_in_an_earlier_coup_stands(situation: str) -> None:
    evening = coup(NATURAL)
    evening.finish()
    before = evening.table.balances
    said = {"when": "past", "several": True}
    assert outcome(report(evening, situation, said)) == ("STAND", "6.5.1")
    assert evening.table.balances == before


@cell("area-maximum", 0)
@cell("differential", 0)
@pytest.mark.parametrize("situation", ["area-maximum", "differential"])
def test_6_2_before_the_first_card_the_dealer_may_reduce_wagers_pro_rata(situation: str) -> None:
    sign = {"area_maximum": "300"} if situation == "area-maximum" else {"differential": "300"}
    evening = at_table(GAME, sign=sign)
    evening.bet("alice", "player", "400", area=1)
    evening.bet("bob", "player", "200", area=1)
    said = {"when": "before", "several": True}
    assert outcome(report(evening, situation, said)) == ("REDUCE_PRO_RATA", "6.2")
    evening.ok("reduce-wagers", side="player")
    assert [laid.live for laid in evening.table.round.stakes.values()] == [200_00, 100_00]
    evening.no("within-limits", "reduce-wagers", side="player")
    evening.deal("9S")
    assert refused(evening, "wrong-phase", situation, said, on="player").clause == "6.2"
    sound(evening)


@cell("area-maximum", 1)
def test_6_5_an_area_above_its_maximum_is_settled_pro_rata() -> None:
    """A wager found later shares with those that the first card had cut."""
    evening = at_table(GAME, sign={"area_maximum": "100"})
    evening.bet("alice", "player", "100", area=1)
    evening.bet("bob", "player", "100", area=1)
    evening.deal("9S")
    assert [laid.live for laid in evening.table.round.stakes.values()] == [50_00, 50_00]
    said = {"when": "during", "several": True}
    events = report(evening, "area-maximum", said, player="bob", on="player", amount="200", area=1)
    assert outcome(events) == ("PRO_RATA", "6.5")
    lives = [laid.live for laid in evening.table.round.stakes.values()]
    assert lives == [25_00, 50_00, 25_00]
    refused(evening, "not-so", "area-maximum", said)
    evening.deal("5H KD 2C")
    assert paid(evening) == 25_00
    assert evening.chips("bob") == 1_007_500


@cell("differential", 1)
def test_6_3_a_differential_found_late_leaves_all_wagers_valid() -> None:
    evening = at_table(GAME, sign={"differential": "300"})
    evening.bet("alice", "player", "500")
    evening.deal("9S")
    events = report(evening, "differential", {"when": "during"})
    assert outcome(events) == ("ALL_VALID", "6.3")
    evening.deal("5H KD 2C")
    assert paid(evening) == 500_00


# 12.10, 12.17 to 12.22


@cell("wrong-scheme")
def test_12_10_1_wagers_settled_by_the_other_scheme_stand() -> None:
    evening = coup("4S 5H KD KC 8H", "banker")
    evening.finish()
    before = evening.table.balances
    said = {"next_started": False, "rebuildable": True}
    assert outcome(report(evening, "wrong-scheme", said)) == ("STAND", "12.10.1")
    assert evening.table.balances == before


def test_12_10_2_play_goes_on_under_the_scheme_on_the_table() -> None:
    evening = coup("4S 5H KD KC 8H", "banker", scheme="even-money")
    report(evening, "wrong-scheme", {"next_started": False, "rebuildable": True})
    evening.finish()
    assert evening.chips("alice") == 1_010_000  # 1 to 1, as Even Money has it for a 5


def test_12_10_1_nearest_miss_a_coup_not_settled_yet_is_settled_rightly() -> None:
    evening = coup("4S 5H KD KC 8H", "banker")
    report(evening, "wrong-scheme", {"next_started": False, "rebuildable": True})
    evening.finish()
    assert evening.chips("alice") == 1_009_500  # 19 to 20


def test_12_10_2_nearest_miss_the_report_itself_changes_no_scheme() -> None:
    evening = coup(NATURAL)
    report(evening, "wrong-scheme", {"next_started": False, "rebuildable": True})
    assert evening.table.opened.scheme != "even-money"


def test_12_10_nearest_miss_a_wrong_amount_is_a_mispayment() -> None:
    evening = coup(NATURAL)
    evening.finish()
    said = {"paid": True, "rebuildable": True}
    events = report(evening, "wrong-call-or-settlement", said, role=MANAGER)
    assert outcome(events) == ("RECTIFY", "12.18")


@cell("invalid-wager")
def test_12_17_an_invalid_wager_goes_back_whether_it_won_or_lost() -> None:
    evening = coup("4S 5H KD KC 8H", "player", "tie")
    events = report(evening, "invalid-wager", **ALICE)
    assert outcome(events) == ("RETURN_WAGER", "12.17")
    assert paid(evening) == -100_00  # the tie alone


def test_12_17_after_settlement_the_others_are_settled_again() -> None:
    evening = coup("", "player")
    evening.bet("bob", "banker", "200")
    evening.deal("4S 5H KD KC 8H")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    assert evening.chips("alice") == 990_000
    report(evening, "invalid-wager", **ALICE)
    assert evening.chips("alice") == 1_000_000
    assert evening.table.patrons["alice"].lost == 0
    assert paid(evening, "bob") == 190_00
    assert evening.table.patrons["bob"].lost == -190_00


def test_12_17_nearest_miss_before_the_first_card_and_of_nobody() -> None:
    evening = at_table(GAME, "player")
    assert refused(evening, "wrong-phase", "invalid-wager", **ALICE).clause == "12.17"
    evening.deal("9S")
    refused(evening, "no-wager", "invalid-wager", player="bob")
    refused(evening, "no-wager", "invalid-wager")


@cell("wrong-call-or-settlement", 0)
@cell("mispayment")
@pytest.mark.parametrize("situation", ["wrong-call-or-settlement", "mispayment"])
def test_12_18_an_unintended_wrong_payment_is_rectified(situation: str) -> None:
    evening = coup(NATURAL)
    evening.finish()
    said = {"paid": True, "rebuildable": True, "paid_for": "wager", "next_started": False}
    assert refused(evening, "wrong-role", situation, said).clause == "12.18"
    assert outcome(report(evening, situation, said, role=MANAGER)) == ("RECTIFY", "12.18")
    found = {"of": "wager", "coup": 1, "amount": "20", "over": True, "note": "paid twice"}
    evening.ok("find-mispayment", player="alice", **found)
    assert evening.chips("alice") == 1_012_000
    evening.ok("record-inquiry", role=SUPERVISOR, number=1, intended=False, note="a slip")
    evening.ok("rectify-payment", role=SUPERVISOR, number=1)
    assert evening.chips("alice") == 1_010_000
    assert not evening.table.notices.due
    sound(evening)


def test_12_18_nearest_miss_nothing_was_paid_yet() -> None:
    events = report(coup(NATURAL), "wrong-call-or-settlement", {"paid": False})
    assert outcome(events) == ("NO_RULE", None)


@cell("mispayment-intended")
def test_12_19_where_intent_is_suspected_the_patron_is_sought_too() -> None:
    evening = coup(NATURAL)
    evening.finish()
    assert refused(evening, "wrong-role", "mispayment-intended").clause == "12.19"
    events = report(evening, "mispayment-intended", role=MANAGER)
    assert outcome(events) == ("RECTIFY_AND_IDENTIFY", "12.19")
    found = {"of": "wager", "coup": 1, "amount": "20", "over": True, "note": "a wink"}
    mispaid: Any = evening.ok("find-mispayment", intended=True, **found)[0]
    assert mispaid.clause == "12.19"


def test_12_19_nearest_miss_without_suspicion_it_is_12_18() -> None:
    evening = coup(NATURAL)
    evening.finish()
    found = {"of": "wager", "coup": 1, "amount": "20", "over": True, "note": "a slip"}
    mispaid: Any = evening.ok("find-mispayment", intended=False, **found)[0]
    assert mispaid.clause == "12.18"


@cell("mispayment-large")
def test_12_20_2_more_than_1000_goes_into_the_months_report() -> None:
    evening = coup(NATURAL)
    assert refused(evening, "wrong-role", "mispayment-large").clause == "12.20.2"
    events = report(evening, "mispayment-large", role=MANAGER)
    assert outcome(events) == ("REPORT_MONTHLY", "12.20.2")
    (notice,) = evening.table.notices.due.values()
    month_end = datetime(2026, 3, 31, 13, tzinfo=UTC)  # midnight in Sydney
    assert (notice.to, notice.clause, notice.by) == ("commission", "12.20.2", month_end)


def test_12_20_2_nearest_miss_1000_dollars_are_not_more_than_1000() -> None:
    evening = coup(NATURAL)
    evening.between()
    evening.finish()
    for _ in range(2):
        evening.bet("alice", "player", "1000")
        evening.coup(NATURAL)
    found = {"of": "wager", "over": True, "note": "a slip"}
    evening.ok("find-mispayment", coup=2, amount="1000", **found)
    assert not evening.table.notices.due
    evening.ok("find-mispayment", coup=3, amount="1000.01", **found)
    assert len(evening.table.notices.due) == 1
