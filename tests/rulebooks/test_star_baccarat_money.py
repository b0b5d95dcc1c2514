"""star-baccarat, clauses 2.4, 5.2, 12.18 to 12.20, 12.22 and 14.2 to 14.4: money at the table."""

from datetime import UTC, datetime
from typing import Any

import pytest

from sabot.core.money import CASH, CHIPS, TOKENS
from sabot.engine.ledger import DROP
from sabot.engine.streams import Event
from sabot.rules.irregularities.irregularity import MONTH_END
from sabot.table.betting.totals import StakeCut
from sabot.table.cases.payment_steps import is_attempted, is_excused, still_to_do
from sabot.table.players.gaming import loss_limit_cuts
from sabot.table.players.seats import PlayerLeft
from sabot.table.state import Mispaid
from support.evening import VOUCHER, Evening

SUPERVISOR = {"role": "casino supervisor"}
NATURAL = "9S 5H KD KC"
"""The Player's hand wins."""


def table(room: int | None = None, chips: str = "2000", **options: Any) -> Evening:
    """Alice at the table, perhaps with a Loss Limit that leaves so much to lose."""
    evening = Evening("star-baccarat", **options)
    evening.join("alice", 1, chips=chips, visit={"card": "card of alice", "room": room})
    return evening


# 2.4 The drop box


def test_2_4_cash_for_chips_goes_into_the_drop_box() -> None:
    evening = table()
    assert evening.table.drop_box
    evening.ok("buy-chips", player="alice", amount="100")
    assert evening.money(DROP, CASH) == 100_00


def test_2_4_a_table_that_takes_cash_keeps_its_drop_box() -> None:
    assert table().no("drop-box", "remove-drop-box", **SUPERVISOR).clause == "2.4"


def test_2_4_nearest_miss_no_cash_where_the_table_runs_cashless() -> None:
    evening = table(cashless=True)
    assert evening.no("cashless", "buy-chips", player="alice", amount="100").clause == "2.4"
    evening.ok("buy-chips", player="alice", amount="100", means="cashless")
    assert evening.money(DROP, CASH) == 0


def test_2_4_1_a_cashless_table_may_go_without_its_drop_box() -> None:
    evening = table(cashless=True)
    (event,) = evening.ok("remove-drop-box", **SUPERVISOR)
    assert clause_of(event) == "2.4.1"
    assert not evening.table.drop_box
    evening.no("drop-box", "remove-drop-box", **SUPERVISOR)
    evening.ok("buy-chips", player="alice", amount="100", means="cashless")
    evening.ok("fit-drop-box", **SUPERVISOR)
    assert evening.table.drop_box


def test_2_4_1_nearest_miss_a_terminal_is_only_at_a_cashless_table() -> None:
    refused = table().no(
        "not-cashless", "buy-chips", player="alice", amount="100", means="cashless"
    )
    assert refused.clause == "2.4.1"


def test_2_4_1_the_cash_goes_with_the_box() -> None:
    """A table that took cash before it ran cashless."""
    evening = table()
    evening.ok("buy-chips", player="alice", amount="100")
    evening.ok("leave-table", actor="alice", role="player", player="alice")
    evening.ok("close-table", **SUPERVISOR)
    evening.ok("open-table", rulebook="star-baccarat", cashless=True,
               sign={"minimum": "5", "maximum": "1000"}, **SUPERVISOR)  # fmt: skip
    evening.no("no-seal", "remove-drop-box", **SUPERVISOR)
    evening.ok("remove-drop-box", seal="S 1", **SUPERVISOR)
    assert evening.money(DROP, CASH) == 0


def clause_of(event: Event) -> object:
    return getattr(event, "clause", None)


# 5.2 Chips and tokens


def test_5_2_wagers_are_chips_tokens_or_both() -> None:
    evening = table()
    evening.ok("exchange-voucher", player="alice", amount="50", **VOUCHER)
    evening.bet("alice", "player", "100")
    evening.bet("alice", "player", "50", currency=TOKENS)
    evening.coup(NATURAL)
    assert evening.chips("alice", CHIPS) == 2_150_00, "1.1: winnings on tokens are chips"
    assert evening.chips("alice", TOKENS) == 50_00


@pytest.mark.parametrize("currency", ["cash", "tournament chips", "vouchers"])
def test_5_2_nearest_miss_nothing_else_is_wagered(currency: str) -> None:
    assert table().no_bet("wrong-currency", "alice", "player", currency=currency).clause == "5.2"


# 12.18 to 12.20 Wrong payments


def found(stake: str = "100", **fields: Any) -> Evening:
    """A coup was dealt, and a payment of it found wrong."""
    evening = table()
    evening.ok("buy-chips", player="alice", amount="100")
    evening.ok("colour-change", player="alice", gives={"100": 1}, takes={"25": 4})
    evening.bet("alice", "player", stake)
    evening.coup(NATURAL)
    wrong = {"of": "wager", "coup": 1, "amount": "100", "over": True, "player": "alice"}
    evening.ok("find-mispayment", **{**wrong, "note": "seen on camera", **fields})
    return evening


def mispaid(evening: Evening) -> Mispaid:
    return evening.mispaid()


def inquired(evening: Evening, intended: bool = False) -> Evening:
    evening.ok("record-inquiry", number=1, intended=intended, note="dealer heard", **SUPERVISOR)
    return evening


def excused(evening: Evening) -> bool:
    return is_excused(evening.table, mispaid(evening))


def to_do(evening: Evening) -> tuple[str, ...]:
    return still_to_do(evening.table, mispaid(evening))


@pytest.mark.parametrize("of", ["wager", "cash change", "colour change"])
@pytest.mark.parametrize("over", [True, False])
def test_12_18_an_innocent_mispayment_put_right_is_no_breach(of: str, over: bool) -> None:
    evening = inquired(found(of=of, over=over))
    assert not excused(evening)
    *_, filed = evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert excused(evening) and to_do(evening) == ()
    assert filed.excused  # type: ignore[attr-defined]


def test_12_18_nearest_miss_without_inquiry_it_is_not_excused() -> None:
    evening = found()
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert not excused(evening)


def test_12_18_nearest_miss_part_of_it_is_not_all() -> None:
    evening = inquired(found())
    evening.ok("rectify-payment", number=1, amount="99.99", **SUPERVISOR)
    assert not excused(evening)


def test_12_18_1_inquiries_decide_what_was_meant() -> None:
    evening = found()
    assert to_do(evening) == ("12.18.1", "12.18.2")
    (event,) = evening.ok("record-inquiry", number=1, intended=False, note="asked", **SUPERVISOR)
    assert clause_of(event) == "12.18.1"
    assert mispaid(evening).inquired and to_do(evening) == ("12.18.2",)


def test_12_18_1_nearest_miss_one_that_was_meant_is_not_excused() -> None:
    evening = inquired(found(), intended=True)
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert not excused(evening)


def test_12_18_2_an_attempt_will_do() -> None:
    evening = inquired(found())
    evening.ok("record-attempt", number=1, step="request", note="by letter")
    assert excused(evening)


def test_12_18_2_the_regulator_will_do() -> None:
    evening = inquired(found())
    event, *_ = evening.ok("raise-payment", number=1, channel="letter", **SUPERVISOR)
    assert clause_of(event) == "12.18.2"
    assert excused(evening)


def test_12_18_2_nearest_miss_looking_for_a_patron_one_knows_is_not_enough() -> None:
    evening = inquired(found())
    evening.ok("record-attempt", number=1, step="identify", note="it is alice")
    assert not excused(evening) and to_do(evening) == ("12.18.2",)


def test_12_19_a_suspected_intent_asks_for_both() -> None:
    evening = found(player=None, intended=True)
    assert to_do(evening) == ("12.19.1", "12.19.2")


def test_12_19_nearest_miss_no_suspicion_no_such_duty() -> None:
    assert to_do(found(player=None)) == ("12.18.1", "12.18.2")


def test_12_19_nearest_miss_telling_the_regulator_is_no_attempt() -> None:
    evening = found(intended=True)
    evening.ok("raise-payment", number=1, channel="letter", **SUPERVISOR)
    assert to_do(evening) == ("12.19.1",)


def test_12_19_1_the_settlement_is_put_right() -> None:
    evening = found(intended=True)
    assert to_do(evening) == ("12.19.1",)
    event, *_ = evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert clause_of(event) == "12.19.1"
    assert to_do(evening) == ()


def test_12_19_2_the_patron_is_looked_for() -> None:
    evening = found(player=None, intended=True)
    event, *_ = evening.ok("record-attempt", number=1, step="identify", note="cameras")
    assert clause_of(event) == "12.19.2"
    assert "12.19.2" not in to_do(evening)


def test_12_20_1_an_attempt_is_to_look_for_or_reach_the_patron() -> None:
    for step in ("identify", "contact"):
        evening = found(player=None)
        assert not is_attempted(mispaid(evening))
        evening.ok("record-attempt", number=1, step=step, note="cameras, door, telephone")
        assert is_attempted(mispaid(evening))


def test_12_20_1_and_if_practical_to_settle_with_one_who_is_known() -> None:
    evening = found()
    evening.ok("record-attempt", number=1, step="contact", note="telephone")
    assert not is_attempted(mispaid(evening))
    evening.ok("record-attempt", number=1, step="impractical", note="she lives abroad")
    assert is_attempted(mispaid(evening))


def test_12_20_1_nearest_miss_impractical_alone_is_no_attempt() -> None:
    evening = found()
    evening.ok("record-attempt", number=1, step="impractical", note="too much work")
    assert not is_attempted(mispaid(evening))


def test_12_20_1_1_one_paid_too_little_is_offered_the_money() -> None:
    evening = found(over=False)
    evening.ok("record-attempt", number=1, step="reimburse", note="offered at the table")
    assert is_attempted(mispaid(evening))


def test_12_20_1_1_nearest_miss_one_paid_too_much_is_offered_nothing() -> None:
    evening = found(over=True)
    refused = evening.no("wrong-step", "record-attempt", number=1, step="reimburse", note="?")
    assert refused.clause == "12.20.1"


def test_12_20_1_2_one_paid_too_much_is_asked_for_it() -> None:
    evening = found(over=True)
    evening.ok("record-attempt", number=1, step="request", note="asked at the table")
    assert is_attempted(mispaid(evening))


def test_12_20_1_2_nearest_miss_one_paid_too_little_is_asked_for_nothing() -> None:
    evening = found(over=False)
    refused = evening.no("wrong-step", "record-attempt", number=1, step="request", note="?")
    assert refused.clause == "12.20.1"


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("intended", [None, True, False])
def test_12_20_2_more_than_a_thousand_is_reported_when_the_month_ends(
    over: bool, intended: bool | None
) -> None:
    evening = found("1000", amount="1000.01", over=over, intended=intended)
    notice = evening.table.notices.due[1]
    assert (notice.to, notice.clause, notice.deadline) == ("commission", "12.20.2", MONTH_END)
    assert notice.by == datetime(2026, 3, 31, 13, tzinfo=UTC), "midnight in Sydney"
    evening.ok("rectify-payment", number=1, **SUPERVISOR)
    assert "12.20.2" in to_do(evening), "even one that was put right"
    evening.ok("give-notice", number=1, channel="report of the month")
    assert "12.20.2" not in to_do(evening)


def test_12_20_2_nearest_miss_a_thousand_is_not_more() -> None:
    assert found("1000", amount="1000.00").table.notices.due == {}


def test_12_20_2_nearest_miss_two_small_ones_are_not_one_large() -> None:
    evening = found("1000", amount="600")
    evening.ok("find-mispayment", of="wager", coup=1, amount="600", over=True, player="alice",
               note="again")  # fmt: skip
    assert evening.table.notices.due == {}


# 12.22 Past a Loss Limit


def bets(evening: Evening) -> Evening:
    evening.bet("alice", "player", "300")
    evening.bet("alice", "tie", "100")
    return evening


def test_12_22_only_what_lies_within_the_limit_is_live() -> None:
    cuts = loss_limit_cuts(bets(table()).table, "alice", 350_00, "12.22")
    assert cuts == [StakeCut(2, 50_00, 50_00, "12.22")]


def test_12_22_nearest_miss_at_the_limit_all_is_live() -> None:
    assert loss_limit_cuts(bets(table()).table, "alice", 400_00, "12.22") == []


def test_12_22_1_the_last_bet_goes_back_first() -> None:
    cuts = loss_limit_cuts(bets(table()).table, "alice", 200_00, "12.22.1")
    assert cuts == [StakeCut(2, 0, 100_00, "12.22.1"), StakeCut(1, 200_00, 100_00, "12.22.1")]


def test_12_22_1_the_player_is_reminded_of_the_duties() -> None:
    evening = table(room=400_00)
    (event,) = evening.ok("remind-player", player="alice", note="of chips bought elsewhere")
    assert clause_of(event) == "12.22.1"
    assert evening.table.patrons["alice"].reminded == 1


def test_12_22_1_nearest_miss_the_first_bet_stays_while_the_last_covers_it() -> None:
    cuts = loss_limit_cuts(bets(table()).table, "alice", 300_00, "12.22.1")
    assert [cut.sequence for cut in cuts] == [2]


def test_12_22_2_wagers_of_earlier_rounds_stand() -> None:
    evening = bets(table())
    evening.coup(NATURAL)
    assert loss_limit_cuts(evening.table, "alice", 0, "12.22.2") == []


def test_12_22_2_nearest_miss_those_of_this_round_do_not() -> None:
    evening = bets(table())
    evening.deal(NATURAL)
    assert [cut.live for cut in loss_limit_cuts(evening.table, "alice", 0, "12.22.1")] == [0, 0]


# 14.2 to 14.4 Duties of a Loss Limit


def test_14_2_the_duties_are_those_of_players_who_set_a_loss_limit() -> None:
    evening = table(room=500_00)
    (event,) = evening.ok("buy-chips", player="alice", amount="100")
    assert clause_of(event) == "14.2.1"


def test_14_2_nearest_miss_others_have_none() -> None:
    evening = table()
    (event,) = evening.ok("buy-chips", player="alice", amount="100")
    assert clause_of(event) is None
    evening.ok("leave-table", player="alice")


def test_14_2_1_a_purchase_is_declared_before_the_round() -> None:
    evening = table(room=500_00)
    (event,) = evening.ok("buy-chips", player="alice", amount="100")
    assert clause_of(event) == "14.2.1"


def test_14_2_1_nearest_miss_not_during_it() -> None:
    evening = table(room=500_00)
    evening.bet("alice", "player")
    evening.card("9S")
    refused = evening.no("round-started", "buy-chips", player="alice", amount="100")
    assert refused.clause == "14.2.1"


def test_14_2_2_chips_brought_are_declared_before_the_round() -> None:
    evening = table(room=500_00)
    (event,) = evening.ok("declare-chips", player="alice", amount="700")
    assert clause_of(event) == "14.2.2"
    assert evening.chips("alice") == 2_700_00


def test_14_2_2_nearest_miss_not_during_it() -> None:
    evening = table(room=500_00)
    evening.bet("alice", "player")
    evening.deal(NATURAL)
    refused = evening.no("round-started", "declare-chips", player="alice", amount="700")
    assert refused.clause == "14.2.2"
    evening.finish()
    evening.ok("declare-chips", player="alice", amount="700")


def test_14_2_3_what_is_left_is_declared_on_leaving() -> None:
    evening = table(room=500_00)
    (event,) = evening.ok("leave-table", player="alice", declared="2000")
    assert isinstance(event, PlayerLeft)
    assert (event.declared, event.clause) == (2_000_00, "14.2.3")


def test_14_2_3_nearest_miss_nobody_leaves_without_a_word() -> None:
    assert table(room=500_00).no("undeclared", "leave-table", player="alice").clause == "14.2.3"


def test_14_2_4_a_direction_is_kept() -> None:
    evening = table(room=500_00)
    (event,) = evening.ok("remind-player", player="alice", note="show the dealer every chip")
    assert getattr(event, "duties", None) == "14.2"


def test_14_3_no_wager_goes_past_a_loss_limit() -> None:
    evening = table(room=500_00)
    assert evening.no_bet("loss-limit", "alice", "player", "500.50").clause == "14.3"


def test_14_3_nearest_miss_a_wager_may_reach_it() -> None:
    evening = table(room=500_00)
    evening.bet("alice", "player", "400")
    evening.bet("alice", "tie", "100")
    evening.no_bet("loss-limit", "alice", "tie", "5")


def test_14_4_a_supervisor_may_stop_a_player_for_a_while() -> None:
    evening = table(room=500_00)
    (event,) = evening.ok("pause-player", player="alice", reason="a new week", **SUPERVISOR)
    assert clause_of(event) == "14.4"
    assert evening.no_bet("paused", "alice", "player").clause == "14.4"
    evening.ok("resume-player", player="alice", **SUPERVISOR)
    evening.bet("alice", "player")


def test_14_4_nearest_miss_a_dealer_may_not() -> None:
    refused = table(room=500_00).no("wrong-role", "pause-player", player="alice", reason="?")
    assert refused.clause == "14.4"


def test_14_4_nearest_miss_nor_is_it_for_players_without_a_limit() -> None:
    table().no("no-loss-limit", "pause-player", player="alice", reason="?", **SUPERVISOR)
