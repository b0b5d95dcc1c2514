"""Money in and out: deposits by their method, and withdrawals."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from sabot.accounts.account import check_not_excluded
from sabot.accounts.days import added, local_day
from sabot.accounts.limits import check_deposit
from sabot.accounts.state import PURSE, Account
from sabot.accounts.stream import (
    ACCOUNT,
    check_balance,
    check_opened,
    moved,
    paid,
    replace,
    speaks_for,
)
from sabot.ledger import WORLD, Move
from sabot.money import cents
from sabot.refusal import Refusal, quoted
from sabot.rules.roles import STAFF, may_act_as
from sabot.streams import Command, Event

CASH_AT_CASHIER: Final = "cash"
EXTERNAL: Final = (CASH_AT_CASHIER, "debit card", "eftpos", "bank transfer")
INTERNAL: Final = ("winnings", "transfer")
"""External funds count against the Deposit Limit; what the house owes or moves does not."""

BY_PLAYER: Final = tuple(method for method in EXTERNAL if method != CASH_AT_CASHIER)
"""What players can do without anyone of the house: nobody else could count their cash."""


class Deposit(Command, frozen=True, kw_only=True):
    """Put money into the account."""

    amount: str
    method: str


class Deposited(Event, frozen=True, kw_only=True):
    """`counted` is what counts against the Deposit Limit of that local day."""

    method: str
    counted: int
    day: date
    moves: tuple[Move, ...]


@ACCOUNT.decides(Deposit)
def deposit(account: Account, command: Deposit, now: datetime) -> Sequence[Event]:
    _check_method(account, command)
    amount = cents(command.amount)
    external = command.method in EXTERNAL
    if external:
        check_not_excluded(account)
        check_deposit(account, amount, now)
    return [
        Deposited(
            method=command.method,
            counted=amount if external else 0,
            day=local_day(account, now),
            moves=paid(WORLD, PURSE, amount),
        )
    ]


def _check_method(account: Account, command: Deposit) -> None:
    """Whether the method exists, and is one for this person to use."""
    if command.method in BY_PLAYER:
        speaks_for(account, command)
        return
    if not may_act_as(command.role, STAFF):
        raise Refusal(
            "wrong-role", None, f"A deposit by {quoted(command.method)} is for a {STAFF} to book."
        )
    check_opened(account)
    if command.method not in (*EXTERNAL, *INTERNAL):
        known = ", ".join((*EXTERNAL, *INTERNAL))
        raise Refusal(
            "unknown-method", None, f"Money comes by {known}, not by {quoted(command.method)}."
        )


@ACCOUNT.evolves(Deposited)
def deposited(account: Account, event: Deposited) -> Account:
    tally = added(account.deposited, event.day, event.counted)
    return moved(replace(account, deposited=tally), event.moves)


class Withdraw(Command, frozen=True, kw_only=True):
    """Take money out of the account; an excluded player may, too."""

    amount: str


class Withdrawn(Event, frozen=True, kw_only=True):
    moves: tuple[Move, ...]


@ACCOUNT.decides(Withdraw)
def withdraw(account: Account, command: Withdraw, now: datetime) -> Sequence[Event]:
    speaks_for(account, command)
    amount = cents(command.amount)
    check_balance(account, amount)
    return [Withdrawn(moves=paid(PURSE, WORLD, amount))]


@ACCOUNT.evolves(Withdrawn)
def withdrawn(account: Account, event: Withdrawn) -> Account:
    return moved(account, event.moves)
