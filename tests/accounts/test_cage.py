"""The cage: who brings money into an account and out of it, against players, dealers and cashiers
who try it alone."""

from datetime import date, timedelta
from typing import Any

import pytest

from accounts.desk import (
    ALICE,
    CASHIER,
    COLIN,
    DEALER,
    INSPECTOR,
    STRANGER,
    SUPERVISOR,
    Desk,
    Who,
)
from sabot.accounts import (
    ACCOUNT,
    ACCOUNT_KIND,
    CageRule,
    CancelPlayerCard,
    CloseVisit,
    CollectDebt,
    CountDebtCash,
    CountPinMiss,
    CountPurchase,
    CoverPlayerCard,
    CreditContest,
    Deposit,
    Deposited,
    ExcludePlayer,
    IssuePlayerCard,
    LiftExclusion,
    NotePlay,
    OpenVisit,
    PayContest,
    PostReversal,
    RaiseVisit,
    SetDepositLimit,
    SetHouseLimit,
    Withdraw,
    Withdrawn,
)
from sabot.accounts.cage import CAGE_RULES, SECOND_ABOVE, Cage, SetThresholds
from sabot.engine.streams import Rejection
from sabot.parts.statements import ConfirmStatement, RefuseStatement

MANAGER: Who = {"actor": "mo", "role": "duty manager"}
DOLLARS = SECOND_ABOVE // 100


def with_money(amount: str = "100") -> Desk:
    """An account with a card and some money in it."""
    desk = Desk()
    desk.do(IssuePlayerCard, card="C1")
    desk.do(Deposit, amount=amount, method="cash")
    return desk


# The player who deposits alone


def test_a_player_s_deposit_is_a_request() -> None:
    desk = Desk()
    number = desk.ask(Deposit, ALICE, amount="500", method="eftpos", reference="E 1")
    assert desk.account.balance == 0
    desk.no("own-statement", ConfirmStatement, ALICE, number=number)
    for who in (STRANGER, DEALER, SUPERVISOR, MANAGER, INSPECTOR):
        desk.no("wrong-role", ConfirmStatement, who, number=number)
    event = desk.confirm(number)
    assert isinstance(event, Deposited)
    assert (event.method, event.reference, desk.account.balance) == ("eftpos", "E 1", 500_00)
    desk.no("not-pending", ConfirmStatement, CASHIER, number=number)


def test_a_refused_deposit_never_was() -> None:
    desk = Desk()
    number = desk.ask(Deposit, ALICE, amount="500", method="eftpos")
    desk.no("no-reason", RefuseStatement, CASHIER, number=number, reason=" ")
    desk.do(RefuseStatement, CASHIER, number=number, reason="no such payment")
    desk.no("not-pending", ConfirmStatement, CASHIER, number=number)
    assert (desk.account.balance, desk.account.statements.pending) == (0, {})


def test_a_player_takes_a_request_back() -> None:
    desk = with_money()
    number = desk.ask(Withdraw, amount="40")
    desk.no("wrong-role", RefuseStatement, STRANGER, number=number, reason="mine")
    desk.do(RefuseStatement, ALICE, number=number, reason="I changed my mind")
    assert (desk.account.balance, desk.account.reserved) == (100_00, 0)


@pytest.mark.parametrize("amount", ["999999999", str(DOLLARS + 1)])
def test_more_than_the_threshold_is_no_request(amount: str) -> None:
    desk = Desk()
    desk.no("at-the-desk", Deposit, ALICE, amount=amount, method="eftpos")
    desk.no("at-the-desk", Withdraw, ALICE, amount=amount)


def test_so_many_requests_wait_and_no_more() -> None:
    desk = Desk()
    numbers = [desk.ask(Deposit, ALICE, amount="1", method="eftpos") for _ in range(5)]
    desk.no("too-many-requests", Deposit, ALICE, amount="1", method="eftpos")
    for number in numbers:
        desk.confirm(number)
    assert desk.account.balance == 5_00


def test_two_requests_are_checked_again_when_they_are_confirmed() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    one, other = (desk.ask(Deposit, ALICE, amount="60", method="eftpos") for _ in range(2))
    desk.confirm(one)
    desk.no("deposit-limit", ConfirmStatement, CASHIER, number=other)
    assert desk.account.balance == 60_00


# Money that is asked for is put aside


def test_what_is_asked_for_cannot_be_spent_twice() -> None:
    desk = with_money()
    number = desk.ask(Withdraw, amount="80")
    assert (desk.account.balance, desk.account.reserved) == (100_00, 80_00)
    desk.no("short-of-money", Withdraw, ALICE, amount="20.01")
    desk.no("short-of-money", OpenVisit, ALICE, table="T1", chips="20.01")
    desk.no("short-of-money", Withdraw, CASHIER, amount="20.01", card="C1", reference="s")
    desk.do(OpenVisit, ALICE, table="T1", chips="20")
    assert isinstance(desk.confirm(number), Withdrawn)
    assert (desk.account.balance, desk.account.reserved) == (0, 0)


def test_a_request_that_can_no_longer_be_paid_stays_pending() -> None:
    desk = with_money()
    number = desk.ask(Withdraw, amount="80")
    desk.do(PostReversal, table="T1", coup=1, amount="-50", reason="void")
    desk.no("short-of-money", ConfirmStatement, CASHIER, number=number)
    assert number in desk.account.statements.pending


# The colluding dealer


def test_a_dealer_gets_at_nobody_s_money() -> None:
    desk = with_money()
    for who in (DEALER, SUPERVISOR, MANAGER):
        desk.no("wrong-role", Deposit, who, amount="5", method="cash", reference="s")
        desk.no("wrong-role", Withdraw, who, amount="5", card="C1", reference="s")
    for who in (DEALER, SUPERVISOR):
        desk.no("no-consent", OpenVisit, who, table="T1", chips="5")
        desk.no("no-consent", OpenVisit, who, table="T1", chips="5", card="C1", virtual=True)
        desk.no("player-card", OpenVisit, who, table="T1", chips="5", card="C9")
    desk.do(OpenVisit, DEALER, table="T1", chips="5", card="C1")


def test_a_dealer_gives_nobody_a_card() -> None:
    desk = with_money()
    desk.do(CancelPlayerCard, DEALER, card="C1", reason="lost, they say")
    desk.no("wrong-role", IssuePlayerCard, DEALER, card="C2")
    desk.no("no-consent", OpenVisit, DEALER, table="T1", chips="5")


def test_another_card_for_an_account_in_use_takes_two() -> None:
    desk = with_money()
    desk.do(CancelPlayerCard, card="C1", reason="lost")
    number = desk.ask(IssuePlayerCard, CASHIER, card="C2")
    desk.no("own-statement", ConfirmStatement, CASHIER, number=number)
    desk.no("no-consent", Withdraw, CASHIER, amount="5", card="C2", reference="s")
    desk.confirm(number, SUPERVISOR)
    desk.do(Withdraw, CASHIER, amount="5", card="C2", reference="s")


# The cashier who confirms their own statement


def test_a_cashier_alone_up_to_the_threshold() -> None:
    desk = with_money("10")
    desk.no("no-reference", Deposit, CASHIER, amount="5", method="cash", reference=" ")
    desk.no("no-consent", Withdraw, CASHIER, amount="5", reference="s")
    desk.no("no-reference", Withdraw, CASHIER, amount="5", card="C1")
    event = desk.do(Withdraw, CASHIER, amount="5", card="C1", reference="s 1", method="cheque")
    assert isinstance(event, Withdrawn)
    assert (event.method, event.reference, event.alone) == ("cheque", "s 1", 5_00)


@pytest.mark.parametrize("second", [COLIN, SUPERVISOR, MANAGER])
def test_above_it_somebody_else_of_the_cage_confirms(second: Who) -> None:
    desk = Desk()
    number = desk.ask(Deposit, amount=f"{DOLLARS}.01", method="cash")
    desk.no("own-statement", ConfirmStatement, CASHIER, number=number)
    for who in (ALICE, DEALER, INSPECTOR):
        desk.no("wrong-role", ConfirmStatement, who, number=number)
    assert desk.account.balance == 0
    event = desk.confirm(number, second)
    assert isinstance(event, Deposited) and event.alone == 0
    assert desk.account.balance == SECOND_ABOVE + 1


def test_many_small_parts_are_one_large_sum() -> None:
    desk = Desk()
    rule = {"cage": CageRule(SECOND_ABOVE, date(2025, 8, 20))}
    parts: dict[str, Any] = {"amount": str(DOLLARS // 4), "method": "cash", **rule}
    for _ in range(4):
        assert isinstance(desk.do(Deposit, **parts), Deposited)
    number = desk.ask(Deposit, amount="0.01", method="cash", **rule)
    desk.no("own-statement", ConfirmStatement, CASHIER, number=number)
    desk.now += timedelta(days=1)
    tomorrow = {"cage": CageRule(SECOND_ABOVE, date(2025, 8, 21))}
    event = desk.do(Deposit, amount="0.01", method="cash", **tomorrow)
    assert isinstance(event, Deposited) and event.alone == 1


def test_requests_kept_for_another_day_are_that_day_s() -> None:
    desk = Desk()
    rule = {"cage": CageRule(SECOND_ABOVE, date(2025, 8, 20))}
    asked: dict[str, Any] = {"amount": str(DOLLARS), "method": "eftpos", **rule}
    one, other = (desk.ask(Deposit, ALICE, **asked) for _ in range(2))
    desk.now += timedelta(days=1)
    desk.confirm(one)
    desk.no("at-the-desk", ConfirmStatement, CASHIER, number=other)
    assert desk.account.balance == SECOND_ABOVE


@pytest.mark.parametrize("name", ["alice", "Alice ", "a l i c e", "\u0430lice"])
def test_nobody_serves_an_account_of_their_own(name: str) -> None:
    """A player who also works at the cage, or writes their name otherwise, gains nothing by it."""
    desk = with_money()
    here: Who = {"actor": name, "role": "cashier"}
    above: Who = {"actor": name, "role": "casino supervisor"}
    desk.no("own-account", Deposit, here, amount="40", method="cash", reference="1")
    desk.no("own-account", Withdraw, here, amount="40", card="C1", reference="2")
    desk.no("own-account", IssuePlayerCard, here, card="C2")
    desk.no("own-account", SetHouseLimit, above, kind="loss", amount=None)
    number = desk.ask(Deposit, CASHIER, amount=str(DOLLARS + 1), method="cash", reference="3")
    desk.no("own-statement", ConfirmStatement, here, number=number)
    desk.do(ExcludePlayer, SUPERVISOR, reason="cheating")
    desk.no("own-account", LiftExclusion, above, reason="a mistake")
    assert desk.account.balance == 100_00


def test_money_of_the_house_takes_two_whatever_the_amount() -> None:
    desk = Desk()
    for method in ("winnings", "transfer"):
        number = desk.ask(Deposit, amount="0.01", method=method)
        desk.no("own-statement", ConfirmStatement, CASHIER, number=number)


def test_the_cage_s_own_threshold_counts() -> None:
    desk = Desk()
    low = {"cage": CageRule(50_00, date(2025, 8, 20))}
    number = desk.ask(Deposit, amount="50.01", method="cash", **low)
    assert number in desk.account.statements.pending
    assert isinstance(desk.do(Deposit, amount="50", method="cash", **low), Deposited)


# An excluded player


def test_an_excluded_player_s_money_leaves_by_the_cashier() -> None:
    desk = with_money()
    desk.no("wrong-role", ExcludePlayer, ALICE, reason="me", casino=True)
    desk.do(ExcludePlayer, reason="a device", clause="14.8.3", casino=True)
    desk.no("excluded", Deposit, amount="5", method="cash")
    desk.do(Withdraw, CASHIER, amount="100", card="C1", reference="s")
    assert desk.account.balance == 0


def test_whoever_excluded_themselves_can_be_excluded_from_the_casino() -> None:
    desk = with_money()
    desk.do(ExcludePlayer, ALICE, reason="enough")
    desk.no("excluded", ExcludePlayer, reason="again")
    desk.do(ExcludePlayer, reason="a device", clause="14.8.3", casino=True)
    assert desk.account.exclusion is not None and desk.account.exclusion.casino
    desk.no("excluded", ExcludePlayer, reason="once more", casino=True)


def test_visits_are_closed_with_what_the_table_says() -> None:
    desk = with_money()
    desk.do(OpenVisit, ALICE, table="T1", chips="100")
    desk.no("wrong-role", CloseVisit, CASHIER, table="T1", chips="1000", lost="0")


# Thresholds


def test_thresholds_are_changed_by_two() -> None:
    cage = Cage()
    new: dict[str, Any] = {"deposit": "500", "withdrawal": "200", "reason": "a quiet house"}

    def decide(kind: Any, who: Who, **fields: Any) -> Any:
        nonlocal cage
        answer = CAGE_RULES.decide(cage, kind(id="1", **who, **fields), Desk().now)
        if isinstance(answer, Rejection):
            return answer.code
        for event in answer:
            cage = CAGE_RULES.evolve(cage, event, Desk().now)
        return None

    assert decide(SetThresholds, CASHIER, **new) == "wrong-role"
    assert decide(SetThresholds, SUPERVISOR, **new) == "wrong-role"
    assert decide(SetThresholds, MANAGER, **{**new, "reason": ""}) == "no-reason"
    assert decide(SetThresholds, MANAGER, **new) is None
    assert (cage.deposit, cage.withdrawal) == (SECOND_ABOVE, SECOND_ABOVE)
    assert decide(ConfirmStatement, MANAGER, number=1, reason="x") == "own-statement"
    assert decide(ConfirmStatement, CASHIER, number=1, reason="x") == "wrong-role"
    gia = {"actor": "gia", "role": "gaming manager"}
    assert decide(ConfirmStatement, gia, number=1, reason="x") is None
    assert (cage.deposit, cage.withdrawal) == (500_00, 200_00)
    assert decide(SetThresholds, MANAGER, **new) == "no-change"


def test_all_that_moves_an_account_s_money_is_here() -> None:
    """The author of a command that moves money lists here who may give it."""
    names = {e.__name__ for e in ACCOUNT.events if "moves" in e.__struct_fields__}
    visits = {"VisitOpened", "VisitRaised", "VisitClosed", "ReversalPosted", "DebtCollected"}
    contests = {"ContestPaid", "ContestCredited"}
    assert names == {"Deposited", "Withdrawn", *visits, *contests}
    contest = {PayContest, CreditContest}
    visiting = {OpenVisit, RaiseVisit, CountPurchase, CloseVisit, PostReversal, CollectDebt}
    moving_none = {CountDebtCash, CountPinMiss, CoverPlayerCard, NotePlay}
    assert {*visiting, *contest, *moving_none} == set(ACCOUNT_KIND.own)
