"""Deposits, withdrawals, and the Deposit Limit by the calendar day where the casino stands."""

from datetime import timedelta

import pytest

from accounts.desk import ALICE, CASHIER, DEALER, INSPECTOR, SUPERVISOR, Desk, utc
from sabot.accounts import (
    CloseVisit,
    Deposit,
    OpenVisit,
    SetDepositLimit,
    SetHouseLimit,
    Withdraw,
    deposit_limit,
    deposit_room,
)
from sabot.accounts.funds import EXTERNAL, INTERNAL
from sabot.engine.ledger import is_balanced
from sabot.rulebooks import RULEBOOKS


def room(desk: Desk) -> int | None:
    return deposit_room(desk.account, desk.now)


@pytest.mark.parametrize("method", EXTERNAL)
def test_external_funds_count_against_the_limit(method: str) -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.do(Deposit, amount="60", method=method)
    assert room(desk) == 4000
    desk.no("deposit-limit", Deposit, amount="40.01", method=method)
    desk.do(Deposit, amount="40", method=method)
    assert (room(desk), desk.account.balance) == (0, 10000)
    desk.no("deposit-limit", Deposit, amount="0.01", method=method)


@pytest.mark.parametrize("method", INTERNAL)
def test_the_house_s_own_money_does_not_count(method: str) -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.do(Deposit, amount="500", method=method)
    assert (room(desk), desk.account.balance) == (10000, 50000)


def test_methods_and_who_books_them() -> None:
    desk = Desk()
    desk.no("unknown-method", Deposit, amount="5", method="shells")
    for method in ("cash", "winnings", "transfer", "cheque"):
        desk.no("unknown-method", Deposit, ALICE, amount="5", method=method)
        for who in (INSPECTOR, DEALER, SUPERVISOR):
            desk.no("wrong-role", Deposit, who, amount="5", method=method)
    desk.do(Deposit, CASHIER, amount="5", method="cash")
    desk.do(Deposit, ALICE, amount="5", method="bank transfer")


@pytest.mark.parametrize("amount", ["0", "-5", "1.005", "", "ten", "1e3"])
def test_amounts_are_more_than_nothing(amount: str) -> None:
    desk = Desk()
    desk.no("bad-amount", Deposit, amount=amount, method="cash")
    desk.no("bad-amount", Withdraw, amount=amount)


def test_withdrawals_stop_at_nothing() -> None:
    desk = Desk()
    desk.do(Deposit, amount="10", method="cash")
    desk.no("short-of-money", Withdraw, ALICE, amount="10.01")
    desk.do(Withdraw, ALICE, amount="10")
    assert desk.account.balance == 0
    desk.no("short-of-money", Withdraw, ALICE, amount="0.01")
    assert is_balanced(desk.account.balances)


def test_what_is_at_a_table_cannot_be_withdrawn() -> None:
    desk = Desk()
    desk.do(Deposit, amount="10", method="cash")
    desk.do(OpenVisit, ALICE, table="T1", chips="4")
    desk.no("short-of-money", Withdraw, ALICE, amount="6.01")
    desk.do(Withdraw, ALICE, amount="6")
    desk.do(CloseVisit, table="T1", chips="4", lost="0")
    desk.do(Withdraw, ALICE, amount="4")


def test_a_withdrawal_gives_no_new_room_to_deposit() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.do(Deposit, amount="100", method="cash")
    desk.do(Withdraw, amount="100")
    desk.no("deposit-limit", Deposit, amount="0.01", method="cash")


def test_deposits_before_the_limit_was_set_count_as_well() -> None:
    desk = Desk()
    desk.do(Deposit, amount="70", method="cash")
    assert room(desk) is None
    desk.do(SetDepositLimit, ALICE, amount="50")
    assert room(desk) == 0
    desk.no("deposit-limit", Deposit, amount="0.01", method="cash")


def test_a_limit_of_nothing() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="0")
    desk.no("deposit-limit", Deposit, amount="0.01", method="cash")
    desk.do(Deposit, amount="0.01", method="winnings")


@pytest.mark.parametrize("book", [None, *RULEBOOKS])
def test_the_clause_is_the_rulebook_s(book: str | None) -> None:
    desk = Desk(rules=book)
    desk.do(SetHouseLimit, kind="deposit", amount="1")
    gaming = RULEBOOKS[book].conduct.gaming if book else None
    expected = gaming.deposit if gaming else None
    assert desk.no("deposit-limit", Deposit, amount="2", method="cash") == expected


@pytest.mark.parametrize(
    ("first", "last", "hours"),
    [
        ("2025-08-19 14:00", "2025-08-20 13:59:59.999999", 24),  # winter: ten hours ahead
        ("2026-01-14 13:00", "2026-01-15 12:59:59.999999", 24),  # summer: eleven
        ("2025-10-04 14:00", "2025-10-05 12:59:59.999999", 23),  # clocks go forward at 2 am
        ("2026-04-04 13:00", "2026-04-05 13:59:59.999999", 25),  # and back at 3 am
        ("2025-12-30 13:00", "2025-12-31 12:59:59.999999", 24),
        ("2028-02-28 13:00", "2028-02-29 12:59:59.999999", 24),
    ],
)
def test_a_day_is_as_long_as_it_is_in_sydney(first: str, last: str, hours: int) -> None:
    start, end = utc(first), utc(last)
    tick = timedelta(microseconds=1)
    assert end - start + tick == timedelta(hours=hours)
    desk = Desk(at=start - timedelta(days=2))
    desk.do(SetDepositLimit, ALICE, amount="100")
    for moment, free in ((start - tick, 10000), (start, 10000), (end, 6000), (end + tick, 10000)):
        desk.now = moment
        assert room(desk) == free
        desk.do(Deposit, amount="40", method="cash")
        assert room(desk) == free - 4000


def test_the_day_is_that_of_the_account_s_zone() -> None:
    for zone, free in (("Australia/Sydney", 10000), ("Australia/Perth", 6000), ("UTC", 6000)):
        desk = Desk(at=utc("2025-08-20 13:59"), zone=zone)
        desk.do(SetDepositLimit, ALICE, amount="100")
        desk.do(Deposit, amount="40", method="cash")
        desk.now = utc("2025-08-20 14:00")
        assert room(desk) == free, zone


def test_a_clock_that_is_set_back_reopens_no_day() -> None:
    desk = Desk(at=utc("2025-08-20 13:00"))
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.now = utc("2025-08-20 14:30")
    desk.do(Deposit, amount="100", method="cash")
    desk.now = utc("2025-08-20 13:30")
    desk.no("deposit-limit", Deposit, amount="1", method="cash")


def test_the_tighter_of_house_and_player_holds() -> None:
    desk = Desk()
    desk.do(SetHouseLimit, kind="deposit", amount="80")
    assert deposit_limit(desk.account, desk.now) == 8000
    desk.do(SetDepositLimit, ALICE, amount="100")
    assert deposit_limit(desk.account, desk.now) == 8000
    desk.do(SetDepositLimit, ALICE, amount="50")
    assert deposit_limit(desk.account, desk.now) == 5000
    desk.do(SetHouseLimit, kind="deposit", amount=None)
    assert deposit_limit(desk.account, desk.now) == 5000
