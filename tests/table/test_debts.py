"""Debts: a coup is undone or rebuilt, and its players have bet again, spent it, or left."""

from typing import Any

from sabot.core.money import CASH
from sabot.engine.ledger import DROP, FLOAT, LAYOUT, is_balanced
from support.evening import VOUCHER, Evening
from support.irregular import SUPERVISOR, report, sound

GAME = "star-baccarat"
ERROR = {"in_doubt": False}
SUE = {"actor": "sue", "role": SUPERVISOR}
FULL, TRAY = 200_00, 100_000_00
PLAYER_WINS = "9S 5H KD 2C"
BANKER_WINS = ["5H", "9S", "2C", "KD"]
"""The same cards in their true order: the Banker's hand has 9 against 7."""


def evening_of(game: str = GAME, chips: str = "200", **options: Any) -> Evening:
    """Ann with 100 on Player wins, and Ben with 100 on Banker loses; each came with 200."""
    evening = Evening(game, **options)
    evening.join("ann", 1, chips=chips)
    evening.join("ben", 2, chips=chips)
    evening.bet("ann", "player")
    evening.bet("ben", "banker")
    evening.coup(PLAYER_WINS)
    return evening


def leave(evening: Evening, player: str) -> None:
    evening.ok("leave-table", player=player, actor=player, role="player")


def owes(evening: Evening) -> dict[str, int]:
    return {name: debt.amount for name, debt in evening.table.debts.items()}


def void(evening: Evening) -> Any:
    """The coup just over is declared void, since it cannot be rebuilt (12.1.2)."""
    events = report(evening, "cannot-rebuild", role=SUPERVISOR)
    assert is_balanced(evening.table.balances)
    return events[-1]


# 12.1.2: a void past coup while the next wager lies


def test_12_1_2_lying_wagers_go_back_first_and_the_winnings_with_them() -> None:
    evening = evening_of()
    evening.bet("ann", "player", "300")
    evening.bet("ben", "banker", "50")
    assert evening.chips("ann") == 0
    undone = void(evening)
    assert undone.returned == (3,) and undone.owed == {} == undone.short
    assert evening.chips("ann") == FULL and evening.money(FLOAT) == TRAY
    assert [laid.player for laid in evening.table.round.stakes.values()] == ["ben"]
    assert evening.chips("ben") == FULL - 50_00 and evening.money(LAYOUT) == 50_00
    leave(evening, "ann")
    sound(evening)


def test_12_1_2_nearest_miss_a_loser_keeps_the_next_wager_on_the_layout() -> None:
    evening = evening_of()
    evening.bet("ben", "banker", "50")
    assert void(evening).returned == ()
    assert evening.money(LAYOUT) == 50_00 and evening.chips("ben") == FULL - 50_00


def came_back_poor() -> Evening:
    """Ann took her winnings away and came back with 40; the coup is void then."""
    evening = evening_of()
    leave(evening, "ann")
    evening.join("ann", 1, chips="40")
    undone = void(evening)
    assert undone.owed == {"ann": 60_00} and owes(evening) == {"ann": 60_00}
    assert evening.chips("ann") == 0 and evening.money(FLOAT) == TRAY - 60_00
    return evening


def test_12_1_2_what_is_not_there_is_a_debt_that_blocks_leaving() -> None:
    evening = came_back_poor()
    refused = evening.no("debt-open", "leave-table", player="ann", actor="ann", role="player")
    assert refused.clause == "12.1.2"
    sound(evening)


def test_12_1_2_nearest_miss_who_owes_nothing_leaves() -> None:
    evening = came_back_poor()
    leave(evening, "ben")
    evening.no("no-debt", "pay-debt", player="ben")


def test_a_buy_in_pays_the_debt_first() -> None:
    evening = came_back_poor()
    paid = evening.ok("buy-chips", player="ann", amount="100")[-1]
    assert (paid.amount, paid.means, paid.left) == (60_00, "chips", 0)  # type: ignore[attr-defined]
    assert evening.chips("ann") == 40_00 and owes(evening) == {}
    assert evening.money(FLOAT) == TRAY - 100_00 and evening.money(DROP, CASH) == 100_00
    leave(evening, "ann")
    sound(evening)


def test_a_debt_is_paid_in_parts_with_chips_and_cash() -> None:
    evening = came_back_poor()
    evening.ok("pay-debt", player="ann", amount="25", means="cash")
    assert owes(evening) == {"ann": 35_00} and evening.money(DROP, CASH) == 25_00
    evening.no("bad-amount", "pay-debt", player="ann", amount="36", means="cash")
    evening.no("wrong-means", "pay-debt", player="ann", means="promises")
    evening.no("short-of-money", "pay-debt", player="ann", means="chips")
    evening.no("short-of-money", "pay-debt", player="ann", means="kept")
    evening.no("chips-unseen", "pay-debt", player="ann", means="cash", actor="ann", role="player")
    evening.no("proxy", "pay-debt", player="ann", actor="ben", role="player")
    evening.ok("exchange-voucher", player="ann", amount="100", **VOUCHER)
    evening.bet("ann", "player", currency="tokens")
    evening.coup(PLAYER_WINS)
    assert evening.chips("ann") == 100_00
    evening.ok("pay-debt", player="ann", actor="ann", role="player")
    assert owes(evening) == {} and evening.chips("ann") == 65_00
    sound(evening)


def test_two_persons_write_a_debt_off() -> None:
    evening = came_back_poor()
    evening.no("wrong-role", "write-off-debt", player="ann", reason="she has nothing")
    evening.no("no-reason", "write-off-debt", **SUE, player="ann", reason=" ")
    made = evening.says("write-off-debt", **SUE, player="ann", reason="she has nothing")[0]
    assert owes(evening) == {"ann": 60_00}
    evening.no("own-statement", "confirm-statement", **SUE, number=made.number, reason="so")  # type: ignore[attr-defined]
    (gone,) = evening.confirm(made)  # type: ignore[arg-type]
    assert (gone.amount, gone.left) == (60_00, 0) and owes(evening) == {}  # type: ignore[attr-defined]
    assert evening.money(FLOAT) == TRAY - 60_00
    leave(evening, "ann")
    sound(evening)


def test_who_left_with_the_winnings_is_asked_for_them_on_coming_back() -> None:
    evening = evening_of()
    leave(evening, "ann")
    undone = void(evening)
    assert undone.absent == {"ann": -100_00} and undone.owed == {"ann": 100_00}
    assert evening.money(FLOAT) == TRAY - 100_00
    evening.no("known-as", "join-table", player="Ann", place=1, chips="500")
    evening.join("ann", 1, chips="30")
    assert evening.chips("ann") == 0 and owes(evening) == {"ann": 70_00}
    evening.ok("declare-chips", player="ann", amount="80")
    assert evening.chips("ann") == 10_00 and owes(evening) == {}
    assert evening.money(FLOAT) == TRAY
    sound(evening)


def test_who_left_may_pay_without_sitting_down() -> None:
    evening = evening_of()
    leave(evening, "ann")
    void(evening)
    evening.no("chips-unseen", "pay-debt", player="ann", actor="ann", role="player")
    evening.ok("pay-debt", player="ann", means="chips")
    assert owes(evening) == {} and evening.money(FLOAT) == TRAY


def test_money_due_to_a_player_who_left_is_kept_and_paid_by_two() -> None:
    evening = evening_of()
    leave(evening, "ben")
    undone = void(evening)
    assert undone.absent == {"ben": 100_00} and undone.kept == {"ben": 100_00}
    assert evening.table.kept == {"ben": 100_00} and evening.money(FLOAT) == TRAY
    assert "chips@player/ben" not in evening.table.balances
    evening.no("nothing-kept", "pay-kept", player="ann")
    made = evening.says("pay-kept", player="ben")[0]
    assert evening.table.kept
    evening.confirm(made)  # type: ignore[arg-type]
    assert not evening.table.kept and "chips@player/ben" not in evening.table.balances
    sound(evening)


def test_money_that_is_kept_is_chips_for_a_player_who_comes_back() -> None:
    evening = evening_of()
    leave(evening, "ben")
    void(evening)
    evening.join("ben", 2, chips="10")
    evening.ok("pay-kept", player="ben")
    assert evening.chips("ben") == 110_00 and not evening.table.kept


def test_a_debt_is_paid_with_what_is_kept_before_that_is_paid_out() -> None:
    evening = evening_of()
    leave(evening, "ann")
    leave(evening, "ben")
    void(evening)
    evening.join("cy", 3)
    evening.bet("cy", "player")
    evening.coup("9C 5D KH 2S")
    debts = dict(evening.table.debts)
    kept = {"ann": 40_00, "ben": 100_00}
    evening.table = type(evening.table)(**{**_fields(evening.table), "kept": kept, "debts": debts})
    evening.no("debt-open", "pay-kept", player="ann")
    evening.ok("pay-debt", player="ann", means="kept", amount="40")
    assert owes(evening) == {"ann": 60_00} and evening.table.kept == {"ben": 100_00}


def _fields(table: Any) -> dict[str, Any]:
    return {name: getattr(table, name) for name in table.__struct_fields__}


# 12.1.1: rebuilding when a player has left


def rebuilt(evening: Evening, cards: list[str]) -> list[Any]:
    """The coup is rebuilt from these cards and ends."""
    report(evening, "wrong-deal", ERROR, cards=cards)
    evening.wait(minutes=2)
    evening.ok("resume-play")
    if not evening.table.round.counts:
        evening.ok("announce-counts")
    evening.ok("announce-result")
    evening.ok("settle-wagers")
    events = evening.ok("clear-cards")
    assert is_balanced(evening.table.balances) and evening.money(LAYOUT) == 0
    sound(evening)
    return events


def test_12_1_1_the_others_win_though_the_first_winner_has_left() -> None:
    evening = evening_of()
    leave(evening, "ann")
    evened = rebuilt(evening, BANKER_WINS)[0]
    assert evened.absent == {"ann": -200_00} and evened.owed == {"ann": 200_00}
    assert evening.chips("ben") == FULL + 95_00
    assert evening.money(FLOAT) == TRAY - 100_00 - 95_00
    assert "chips@player/ann" not in evening.table.balances
    assert owes(evening) == {"ann": 200_00} and evening.table.debts["ann"].clause == "12.1.1"
    evening.ok("pay-debt", player="ann", means="cash", **SUE)
    assert owes(evening) == {}


def test_12_1_1_the_first_loser_has_left_and_wins_after_all() -> None:
    evening = evening_of()
    leave(evening, "ben")
    evened = rebuilt(evening, BANKER_WINS)[0]
    assert evened.absent == {"ben": 195_00} and evened.kept == {"ben": 195_00}
    assert "chips@player/ben" not in evening.table.balances
    assert evening.chips("ann") == FULL - 100_00
    assert evening.money(FLOAT) == TRAY + 100_00 - 95_00
    past = evening.table.past
    assert past is not None and past.gains["chips@player/ben"] == 95_00


def test_12_1_1_both_have_left() -> None:
    evening = evening_of()
    evening.join("cy", 3)
    leave(evening, "ann")
    leave(evening, "ben")
    rebuilt(evening, BANKER_WINS)
    assert owes(evening) == {"ann": 200_00} and evening.table.kept == {"ben": 195_00}
    assert evening.money(FLOAT) == TRAY - 100_00 + 100_00 - 195_00
    void(evening)
    assert owes(evening) == {"ann": 100_00}  # what is due to her now pays the debt
    assert evening.table.kept == {"ben": 100_00}


def test_12_1_1_nearest_miss_the_same_result_leaves_nobody_owing() -> None:
    evening = evening_of()
    leave(evening, "ann")
    before = dict(evening.table.balances)
    evened = rebuilt(evening, ["9S", "2C", "KD", "5H"])[0]
    assert not evened.owed and not evened.absent and not evened.kept
    assert evening.table.balances == before and not evening.table.debts


def test_12_1_1_nearest_miss_nobody_has_left() -> None:
    evening = evening_of()
    events = rebuilt(evening, BANKER_WINS)
    assert [type(event).__name__ for event in events] == ["CoupEnded"]
    assert evening.chips("ann") == FULL - 100_00 and evening.chips("ben") == FULL + 95_00


def test_12_1_1_who_came_back_with_less_owes_the_rest() -> None:
    evening = evening_of()
    leave(evening, "ann")
    evening.join("ann", 1, chips="50")
    evened = rebuilt(evening, BANKER_WINS)[0]
    assert evened.owed == {"ann": 150_00} and evened.absent == {}
    assert evening.chips("ann") == 0 and evening.money(FLOAT) == TRAY + 50_00 - 100_00 - 95_00
    evening.no("debt-open", "leave-table", player="ann", actor="ann", role="player")


def test_12_1_1_a_rebuilt_coup_that_is_void_returns_what_was_advanced() -> None:
    evening = evening_of()
    leave(evening, "ann")
    report(evening, "wrong-deal", ERROR, cards=BANKER_WINS)
    report(evening, "cannot-rebuild", role=SUPERVISOR)
    evened = evening.ok("clear-cards")[0]
    assert evened.owed == {"ann": 100_00}  # type: ignore[attr-defined]
    assert evening.chips("ben") == FULL and evening.money(FLOAT) == TRAY - 100_00
    sound(evening)


# Canberra 12.5


def test_canberra_12_5_the_float_gets_nothing_that_nobody_paid() -> None:
    evening = evening_of("canberra-mini")
    leave(evening, "ann")
    evening.bet("ben", "player", "50")
    evening.deal("2S")
    undone = report(evening, "found-after-next-coup", ERROR, coup=1)[-1]
    assert undone.owed == {"ann": 100_00} and evening.money(FLOAT) == TRAY - 100_00
    assert evening.money(LAYOUT) == 50_00 and undone.returned == ()
