"""Visits to tables: chips and the room to lose go there, and what is left comes back.

Bets touch the table alone.
"""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from sabot.accounts.account import check_not_excluded
from sabot.accounts.cash import check_cash, with_cash
from sabot.accounts.days import added, local_day, moment, with_loss
from sabot.accounts.identity import check_identity
from sabot.accounts.limit_questions import check_limits_said
from sabot.accounts.limits import check_deposit, check_loss
from sabot.accounts.play import (
    check_may_play,
    deadlines,
    period_until,
    play_reached,
    with_period,
)
from sabot.accounts.source_of_funds import check_declared
from sabot.accounts.state import PURSE, REMEMBERED, TABLES, Account, Stay
from sabot.accounts.stream import (
    ACCOUNT,
    BY_STAFF,
    acts_for,
    check_balance,
    check_card,
    check_opened,
    moved,
    or_nothing,
    paid,
    replace,
    signed,
)
from sabot.core.card_numbers import is_own, shown
from sabot.core.money import CASH, cents
from sabot.core.refusal import Refusal, named
from sabot.core.revision import PATRONS, holds
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    STAFF_ONLY,
    CardNumber,
    StaffNumber,
    record,
    server_fills,
)
from sabot.engine.ledger import Move
from sabot.engine.streams import Command, Event, Leave
from sabot.policies.play_time import Period, PlayDeadlines
from sabot.policies.rules import PolicyTerms
from sabot.rules.roles import PLAYER, STAFF


def visit_of(account: Account) -> Stay | None:
    """The visit that is not over, if there is one."""
    return account.stay


class OpenVisit(Command, frozen=True, kw_only=True):
    """Go to a table with chips. `card` is the Player Card that is shown, `card_demanded` whether
    the table's rules ask for one, `virtual` whether it has no dealer to show one to. The server
    fills in the `terms` of the policy in force."""

    pages = SERVER_ONLY
    server_fields = server_fills("terms")

    table: str
    chips: str = "0"
    card: CardNumber | None = None
    card_demanded: bool = False
    virtual: bool = False
    terms: PolicyTerms | None = None


class VisitOpened(Event, frozen=True, kw_only=True):
    """`room` is how much may be lost there, None without a Loss Limit. `since`: when play begins;
    `play`: what the policy in force says of its length."""

    basis = record("the account and the table")
    sight = STAFF_ONLY

    table: str
    chips: int
    room: StaffNumber | None
    card: CardNumber | None
    moves: tuple[Move, ...]
    since: datetime | None = None
    play: PlayDeadlines | None = None


@ACCOUNT.decides(OpenVisit, sent_by=(PLAYER, STAFF))
def open_visit(account: Account, command: OpenVisit, now: datetime) -> Sequence[Event]:
    acts_for(account, command, STAFF)
    if command.role != PLAYER:
        _check_consent(account, command, now)
    if not command.table.strip():
        raise Refusal("bad-table", None, "Name the table that the player goes to.")
    if account.stay is not None:
        raise Refusal(
            "visit-open",
            None,
            "The player is at table {stay} already.",
            stay=named(account.stay.table),
        )
    check_not_excluded(account)
    check_may_play(account, command.terms, now)
    check_identity(account, command.terms, now)
    check_limits_said(account, command.terms, now)
    _check_player_card(account, command, now)
    room = check_loss(account, now)
    chips = or_nothing(command.chips)
    check_balance(account, chips, command)
    return [
        VisitOpened(
            table=command.table,
            chips=chips,
            room=room,
            card=None if command.card is None else account.card,
            moves=paid(PURSE, TABLES, chips),
            since=moment(account, now) if holds(command, PATRONS) else None,
            play=deadlines(account, command.terms, moment(account, now)),
        )
    ]


def _check_consent(account: Account, command: OpenVisit, now: datetime) -> None:
    """Reject a visit opened by another person, except with the player's card where a dealer sees
    it."""
    if command.virtual or command.card is None:
        rule = account.player_card(now)
        check_card(account, None, rule.own if rule else None)


def _check_player_card(account: Account, command: OpenVisit, now: datetime) -> None:
    """A card that is shown has to be this player's valid one, asked for or not."""
    rule = account.player_card(now)
    if command.card is None and command.card_demanded:
        raise Refusal(
            "player-card",
            rule.clause if rule else None,
            "The player shows a valid Player Card before they play.",
        )
    as_shown = command.role == PLAYER
    if command.card is not None and not is_own(account.card, command.card, as_shown):
        cancelled = any(is_own(each, command.card, as_shown) for each in account.cancelled)
        clause = None if rule is None else rule.clause if cancelled else rule.own
        why = "was cancelled" if cancelled else "is not this player's own"
        raise Refusal(
            "player-card", clause, "Player Card {card} {why}.", card=shown(command.card), why=why
        )


@ACCOUNT.evolves(VisitOpened)
def visit_opened(account: Account, event: VisitOpened) -> Account:
    stay = Stay(event.table, event.chips, event.room, event.card, event.since, event.play)
    others = tuple(table for table in account.tables if table != event.table)
    tables = (*others, event.table)[-REMEMBERED:]
    return moved(replace(account, stay=stay, tables=tables), event.moves)


class RaiseVisit(Command, frozen=True, kw_only=True):
    """Send more chips after a player who is at a table. The server fills in the `terms` of the
    policy in force."""

    pages = SERVER_ONLY
    server_fields = server_fills("terms")

    table: str
    chips: str
    terms: PolicyTerms | None = None


class VisitRaised(Event, frozen=True, kw_only=True):
    basis = record("the account and the table")
    sight = STAFF_ONLY

    table: str
    chips: int
    moves: tuple[Move, ...]


@ACCOUNT.decides(RaiseVisit, Leave(None, PLAYER))
def raise_visit(account: Account, command: RaiseVisit, now: datetime) -> Sequence[Event]:
    """The player's own word: what comes from an account comes by its owner's hand."""
    acts_for(account, command, PLAYER)
    check_there(account, command.table)
    check_not_excluded(account)
    check_may_play(account, command.terms, now)
    chips = cents(command.chips)
    check_balance(account, chips, command)
    moves = paid(PURSE, TABLES, chips)
    return [VisitRaised(table=command.table, chips=chips, moves=moves)]


@ACCOUNT.evolves(VisitRaised)
def visit_raised(account: Account, event: VisitRaised) -> Account:
    stay = account.stay
    if stay is not None:
        account = replace(account, stay=replace(stay, chips=stay.chips + event.chips))
    return moved(account, event.moves)


def check_there(account: Account, table: str) -> None:
    """Reject a command about a visit to another table than the one that goes on."""
    if account.stay is None or account.stay.table != table:
        raise Refusal("no-visit", None, "The player is not at table {table}.", table=named(table))


class CountPurchase(Command, frozen=True, kw_only=True):
    """Count chips that the player buys at a table, for cash or through its terminal. That is money
    from outside, so the Deposit Limit holds for it; it is at the table, never in the account.
    `means` is "cash" or "cashless". The server fills in the `terms` of the policy in force."""

    pages = SERVER_ONLY
    server_fields = server_fills("terms")

    table: str
    amount: str
    means: str = ""
    terms: PolicyTerms | None = None


class PurchaseCounted(Event, frozen=True, kw_only=True):
    """`day` is the local day whose deposits it counts among; `cash` are the cents paid in cash, and
    None in older logs, which do not say so."""

    basis = RECORD
    sight = STAFF_ONLY

    table: str
    amount: int
    day: date
    cash: int | None = None


@ACCOUNT.decides(CountPurchase, BY_STAFF)
def count_purchase(account: Account, command: CountPurchase, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_there(account, command.table)
    check_not_excluded(account)
    check_may_play(account, command.terms, now)
    amount = cents(command.amount)
    check_declared(account, amount, command.terms, now)
    check_deposit(account, amount, now)
    day = local_day(account, now)
    paid_in_cash = amount if command.means == CASH else 0
    check_cash(account, paid_in_cash, command.terms, now)
    return [
        PurchaseCounted(
            table=command.table, amount=amount, day=day,
            cash=paid_in_cash if command.means else None,
        )
    ]  # fmt: skip


@ACCOUNT.evolves(PurchaseCounted)
def purchase_counted(account: Account, event: PurchaseCounted) -> Account:
    account = with_cash(account, event.day, event.cash or 0)
    return replace(account, deposited=added(account.deposited, event.day, event.amount))


class CountDebtCash(Command, frozen=True, kw_only=True):
    """Count cash with which the player pays a debt at a table: it is no deposit, and counts against
    the cap of the day. The server fills in the `terms` of the policy in force."""

    pages = SERVER_ONLY
    server_fields = server_fills("terms")

    table: str
    amount: str
    terms: PolicyTerms | None = None


class DebtCashCounted(Event, frozen=True, kw_only=True):
    """`day` is the local day whose cash it counts among."""

    basis = RECORD
    sight = STAFF_ONLY

    table: str
    amount: int
    day: date


@ACCOUNT.decides(CountDebtCash, BY_STAFF)
def count_debt_cash(account: Account, command: CountDebtCash, now: datetime) -> Sequence[Event]:
    check_opened(account)
    amount = cents(command.amount)
    check_cash(account, amount, command.terms, now)
    return [DebtCashCounted(table=command.table, amount=amount, day=local_day(account, now))]


@ACCOUNT.evolves(DebtCashCounted)
def debt_cash_counted(account: Account, event: DebtCashCounted) -> Account:
    return with_cash(account, event.day, event.amount)


class CloseVisit(Command, frozen=True, kw_only=True):
    """Come back from the table. `chips` and `lost`, a win where it is below nothing, are the
    table's word, so that the house gives it and never the player; `by_day` is the loss by the days
    on which it was wagered. The server fills in the `terms` of the policy in force."""

    pages = SERVER_ONLY
    server_fields = server_fills("terms")

    table: str
    chips: str
    lost: str
    by_day: dict[date, str] = msgspec.field(default_factory=dict)
    terms: PolicyTerms | None = None


class VisitClosed(Event, frozen=True, kw_only=True):
    """`days` are the local days whose periods the net loss counts in, and how much in each;
    `period` is the period of play that is over."""

    basis = record("the table's own books")
    sight = STAFF_ONLY

    table: str
    chips: int
    lost: int
    days: dict[date, int]
    moves: tuple[Move, ...]
    period: Period | None = None


@ACCOUNT.decides(CloseVisit, BY_STAFF)
def close_visit(account: Account, command: CloseVisit, now: datetime) -> Sequence[Event]:
    check_opened(account)
    check_there(account, command.table)
    chips, lost = or_nothing(command.chips), signed(command.lost)
    days = {day: signed(text) for day, text in command.by_day.items()}
    if days and sum(days.values()) != lost:
        raise Refusal("bad-amount", None, "The days of the visit do not add up to its loss.")
    return [
        VisitClosed(
            table=command.table,
            chips=chips,
            lost=lost,
            days=days or {local_day(account, now): lost},
            moves=paid(TABLES, PURSE, chips),
            period=period_until(account, now),
        ),
        *play_reached(account, command.terms, now),
    ]


@ACCOUNT.evolves(VisitClosed)
def visit_closed(account: Account, event: VisitClosed) -> Account:
    for day, lost in sorted(event.days.items()):
        account = replace(account, lost=with_loss(account, day, lost))
    periods = with_period(account.periods, event.period)
    return moved(replace(account, stay=None, periods=periods), event.moves)
