"""Payments from the account into a tournament, and back.

A fee is no wager: no limit on losses counts it. The server alone sends these commands, with a
decision at the tournament.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.accounts.account import check_not_excluded
from sabot.accounts.play import check_not_suspended
from sabot.accounts.state import CONTESTS, PURSE, Account
from sabot.accounts.stream import (
    ACCOUNT,
    BY_CAGE,
    acts_for,
    check_balance,
    check_card,
    check_opened,
    moved,
    paid,
)
from sabot.core.money import cents
from sabot.core.refusal import Refusal
from sabot.engine.declarations import SERVER_ONLY, STAFF_ONLY, CardNumber, record
from sabot.engine.ledger import Move
from sabot.engine.streams import Command, Event
from sabot.rules.roles import CAGE, PLAYER


class PayContest(Command, frozen=True, kw_only=True):
    """Pay a fee or a buy-in to a tournament. `card` is the Player Card shown where another person
    does it."""

    pages = SERVER_ONLY

    tournament: str
    what: str
    amount: str
    card: CardNumber | None = None


class ContestPaid(Event, frozen=True, kw_only=True):
    basis = record("what the tournament decided")
    sight = STAFF_ONLY

    tournament: str
    kind: str
    moves: tuple[Move, ...]


@ACCOUNT.decides(PayContest, sent_by=(PLAYER, CAGE))
def pay_contest(account: Account, command: PayContest, now: datetime) -> Sequence[Event]:
    acts_for(account, command, CAGE)
    if command.role != PLAYER:
        check_card(account, command.card)
    check_not_excluded(account)
    check_not_suspended(account, now)
    if not command.tournament.strip():
        raise Refusal("bad-command", None, "Say to which tournament it goes.")
    amount = cents(command.amount)
    check_balance(account, amount, command)
    return [
        ContestPaid(
            tournament=command.tournament, kind=command.what, moves=paid(PURSE, CONTESTS, amount)
        )
    ]


@ACCOUNT.evolves(ContestPaid)
def contest_paid(account: Account, event: ContestPaid) -> Account:
    return moved(account, event.moves)


class CreditContest(Command, frozen=True, kw_only=True):
    """A prize, or a fee that goes back, comes from a tournament."""

    pages = SERVER_ONLY

    tournament: str
    what: str
    amount: str


class ContestCredited(Event, frozen=True, kw_only=True):
    basis = record("what the tournament decided")
    sight = STAFF_ONLY

    tournament: str
    kind: str
    moves: tuple[Move, ...]


@ACCOUNT.decides(CreditContest, BY_CAGE)
def credit_contest(account: Account, command: CreditContest, now: datetime) -> Sequence[Event]:
    check_opened(account)
    return [
        ContestCredited(
            tournament=command.tournament,
            kind=command.what,
            moves=paid(CONTESTS, PURSE, cents(command.amount)),
        )
    ]


@ACCOUNT.evolves(ContestCredited)
def contest_credited(account: Account, event: ContestCredited) -> Account:
    return moved(account, event.moves)
