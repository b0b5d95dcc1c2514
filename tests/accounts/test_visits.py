"""Visits to tables, and reversals after the player has gone."""

import pytest

from accounts.desk import ALICE, DEALER, NOON, STRANGER, Desk
from sabot.accounts import (
    CloseVisit,
    Deposit,
    OpenVisit,
    PostReversal,
    RaiseVisit,
    ReversalPosted,
    SetLossLimit,
    Stay,
    VisitClosed,
    VisitOpened,
    VisitRaised,
    Withdraw,
    visit_of,
)
from sabot.accounts.state import PURSE, TABLES
from sabot.core.money import CASH
from sabot.engine.ledger import Move, is_balanced


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.do(Deposit, amount="100", method="cash")
    return desk


def test_a_visit_takes_chips_and_the_room_to_lose(desk: Desk) -> None:
    desk.do(SetLossLimit, ALICE, amount="30")
    event = desk.do(OpenVisit, ALICE, table="T1", chips="60")
    assert event == VisitOpened(
        table="T1",
        chips=6000,
        room=3000,
        card=None,
        moves=(Move(PURSE, TABLES, 6000, CASH),),
        since=NOON,
    )
    assert visit_of(desk.account) == Stay("T1", 6000, 3000, since=NOON)
    assert desk.account.balance == 4000


def test_what_is_left_comes_back(desk: Desk) -> None:
    desk.do(OpenVisit, ALICE, table="T1", chips="60")
    event = desk.do(CloseVisit, DEALER, table="T1", chips="72.50", lost="-12.50")
    assert isinstance(event, VisitClosed)
    assert (event.chips, event.lost) == (7250, -1250)
    assert {f"{day}": lost for day, lost in event.days.items()} == {"2025-08-20": -1250}
    assert (visit_of(desk.account), desk.account.balance) == (None, 11250)
    assert is_balanced(desk.account.balances)


def test_more_chips_follow_a_player_who_asks_for_them(desk: Desk) -> None:
    desk.do(OpenVisit, ALICE, table="T1", chips="60")
    event = desk.do(RaiseVisit, ALICE, table="T1", chips="40")
    moves = (Move(PURSE, TABLES, 4000, CASH),)
    assert event == VisitRaised(table="T1", chips=4000, moves=moves)
    assert (visit_of(desk.account), desk.account.balance) == (Stay("T1", 10000, since=NOON), 0)
    assert is_balanced(desk.account.balances)


@pytest.mark.parametrize(
    ("who", "table", "chips", "code"),
    [
        (ALICE, "T1", "40.01", "short-of-money"),
        (ALICE, "T1", "0", "bad-amount"),
        (ALICE, "T2", "10", "no-visit"),
        (STRANGER, "T1", "10", "proxy"),
        (DEALER, "T1", "10", "wrong-role"),
    ],
)
def test_nearest_miss_nobody_else_and_no_more_than_there_is(
    desk: Desk, who: dict[str, str], table: str, chips: str, code: str
) -> None:
    desk.do(OpenVisit, ALICE, table="T1", chips="60")
    desk.no(code, RaiseVisit, who, table=table, chips=chips)
    assert desk.account.balance == 4000


def test_all_may_be_lost_and_none_may_be_taken(desk: Desk) -> None:
    assert desk.do(OpenVisit, ALICE, table="T1", chips="100") is not None
    desk.do(CloseVisit, table="T1", chips="0", lost="100")
    assert desk.account.balance == 0
    event = desk.do(OpenVisit, ALICE, table="T1")
    assert isinstance(event, VisitOpened)
    assert event.moves == ()


def test_chips_are_bought_from_the_balance_only(desk: Desk) -> None:
    desk.no("short-of-money", OpenVisit, ALICE, table="T1", chips="100.01")
    desk.no("bad-amount", OpenVisit, ALICE, table="T1", chips="-1")
    desk.no("bad-table", OpenVisit, ALICE, table=" ", chips="1")
    desk.no("proxy", OpenVisit, STRANGER, table="T1", chips="1")
    desk.do(OpenVisit, ALICE, table="T1", chips="100")


def test_one_visit_at_a_time(desk: Desk) -> None:
    desk.do(OpenVisit, ALICE, table="T1", chips="10")
    desk.no("visit-open", OpenVisit, ALICE, table="T2", chips="10")
    desk.no("visit-open", OpenVisit, ALICE, table="T1", chips="10")
    desk.no("no-visit", CloseVisit, table="T2", chips="10", lost="0")
    desk.do(CloseVisit, table="T1", chips="10", lost="0")
    desk.no("no-visit", CloseVisit, table="T1", chips="10", lost="0")
    desk.do(OpenVisit, ALICE, table="T2", chips="10")
    desk.do(CloseVisit, table="T2", chips="10", lost="0")
    desk.do(OpenVisit, ALICE, table="T1", chips="10")
    assert desk.account.tables == ("T2", "T1")


def test_the_table_says_what_is_left_and_the_player_does_not(desk: Desk) -> None:
    desk.do(OpenVisit, ALICE, table="T1", chips="10")
    desk.no("wrong-role", CloseVisit, ALICE, table="T1", chips="1000000", lost="0")
    for fields in ({"chips": "-1", "lost": "0"}, {"chips": "0", "lost": "--1"}):
        desk.no("bad-amount", CloseVisit, DEALER, table="T1", **fields)


def test_a_reversal_after_the_player_has_gone(desk: Desk) -> None:
    desk.do(OpenVisit, ALICE, table="T1", chips="10")
    desk.no("still-there", PostReversal, table="T1", coup=3, amount="5", reason="void")
    desk.do(CloseVisit, table="T1", chips="10", lost="0")
    desk.no("bad-number", PostReversal, table="T1", coup=0, amount="5", reason="void")
    desk.no("bad-amount", PostReversal, table="T1", coup=3, amount="0", reason="void")
    desk.no("bad-amount", PostReversal, table="T1", coup=3, amount="+5", reason="void")
    desk.no("no-reason", PostReversal, table="T1", coup=3, amount="5", reason=" ")
    desk.no("wrong-role", PostReversal, DEALER, table="T1", coup=3, amount="5", reason="void")
    desk.do(OpenVisit, ALICE, table="T2", chips="10")
    event = desk.do(PostReversal, table="T1", coup=3, amount="5", reason="void")
    assert isinstance(event, ReversalPosted)
    assert (event.amount, event.overdrawn, desk.account.balance) == (500, 0, 9500)


def test_only_a_reversal_takes_the_account_below_nothing(desk: Desk) -> None:
    desk.do(OpenVisit, ALICE, table="T1", chips="10")
    desk.do(CloseVisit, table="T1", chips="10", lost="0")
    event = desk.do(PostReversal, table="T1", coup=3, amount="-100", reason="void")
    assert isinstance(event, ReversalPosted)
    assert (event.overdrawn, desk.account.balance) == (0, 0)
    event = desk.do(PostReversal, table="T1", coup=4, amount="-30", reason="void")
    assert isinstance(event, ReversalPosted)
    assert (event.overdrawn, desk.account.balance) == (3000, -3000)
    assert is_balanced(desk.account.balances)
    desk.no("short-of-money", OpenVisit, ALICE, table="T1", chips="0")
    desk.no("short-of-money", Withdraw, ALICE, amount="0.01")
    event = desk.do(PostReversal, table="T1", coup=5, amount="10", reason="void")
    assert isinstance(event, ReversalPosted)
    assert event.overdrawn == 2000
    desk.do(Deposit, amount="20", method="cash")
    desk.do(OpenVisit, ALICE, table="T1", chips="0")
