"""Visits to tables: chips and the room to lose go there, and what is left comes back.

Bets touch the table alone. The only thing that a table asks of an account beyond the visit is the
reversal of a coup whose player has gone.
"""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from sabot.accounts.account import check_not_excluded
from sabot.accounts.days import added, local_day, with_loss
from sabot.accounts.identity import check_identity
from sabot.accounts.limits import check_deposit, check_loss
from sabot.accounts.source_of_funds import check_declared
from sabot.accounts.state import PURSE, REMEMBERED, TABLES, Account, Stay
from sabot.accounts.stream import (
    ACCOUNT,
    BY_STAFF,
    BY_SUPERVISOR,
    acts_for,
    check_balance,
    check_card,
    check_opened,
    moved,
    or_nothing,
    paid,
    reason_of,
    replace,
    signed,
)
from sabot.core.card_numbers import is_own, shown
from sabot.core.money import cash, cents
from sabot.core.refusal import Refusal, named
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
    """`room` is how much may be lost there, None without a Loss Limit."""

    basis = record("the account and the table")
    sight = STAFF_ONLY

    table: str
    chips: int
    room: StaffNumber | None
    card: CardNumber | None
    moves: tuple[Move, ...]


@ACCOUNT.decides(OpenVisit, sent_by=(PLAYER, STAFF))
def open_visit(account: Account, command: OpenVisit, now: datetime) -> Sequence[Event]:
    acts_for(account, command, STAFF)
    if command.role != PLAYER:
        _check_consent(account, command, now)
    if not command.table.strip():
        raise Refusal("bad-table", None, "A visit is to a table.")
    if account.stay is not None:
        raise Refusal(
            "visit-open",
            None,
            "The player is at table {stay} already.",
            stay=named(account.stay.table),
        )
    check_not_excluded(account)
    check_identity(account, command.terms, now)
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
            "player-card", rule.clause if rule else None, "Play starts with a valid Player Card."
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
    stay = Stay(event.table, event.chips, event.room, event.card)
    others = tuple(table for table in account.tables if table != event.table)
    tables = (*others, event.table)[-REMEMBERED:]
    return moved(replace(account, stay=stay, tables=tables), event.moves)


class RaiseVisit(Command, frozen=True, kw_only=True):
    """Send more chips after a player who is at a table."""

    pages = SERVER_ONLY

    table: str
    chips: str


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
    _check_there(account, command.table)
    check_not_excluded(account)
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


def _check_there(account: Account, table: str) -> None:
    if account.stay is None or account.stay.table != table:
        raise Refusal("no-visit", None, "The player is not at table {table}.", table=named(table))


class CountPurchase(Command, frozen=True, kw_only=True):
    """Count chips that the player buys at a table, for cash or through its terminal. That is money
    from outside, so the Deposit Limit holds for it; it is at the table, never in the account. The
    server fills in the `terms` of the policy in force."""

    pages = SERVER_ONLY
    server_fields = server_fills("terms")

    table: str
    amount: str
    terms: PolicyTerms | None = None


class PurchaseCounted(Event, frozen=True, kw_only=True):
    """`day` is the local day whose deposits it counts among."""

    basis = RECORD
    sight = STAFF_ONLY

    table: str
    amount: int
    day: date


@ACCOUNT.decides(CountPurchase, BY_STAFF)
def count_purchase(account: Account, command: CountPurchase, now: datetime) -> Sequence[Event]:
    check_opened(account)
    _check_there(account, command.table)
    check_not_excluded(account)
    amount = cents(command.amount)
    check_declared(account, amount, command.terms, now)
    check_deposit(account, amount, now)
    day = local_day(account, now)
    return [PurchaseCounted(table=command.table, amount=amount, day=day)]


@ACCOUNT.evolves(PurchaseCounted)
def purchase_counted(account: Account, event: PurchaseCounted) -> Account:
    return replace(account, deposited=added(account.deposited, event.day, event.amount))


class CloseVisit(Command, frozen=True, kw_only=True):
    """Come back from the table. `chips` and `lost`, a win where it is below nothing, are the
    table's word, so that the house gives it and never the player; `by_day` is the loss by the days
    on which it was wagered."""

    pages = SERVER_ONLY

    table: str
    chips: str
    lost: str
    by_day: dict[date, str] = msgspec.field(default_factory=dict)


class VisitClosed(Event, frozen=True, kw_only=True):
    """`days` are the local days whose periods the net loss counts in, and how much in each."""

    basis = record("the table's own books")
    sight = STAFF_ONLY

    table: str
    chips: int
    lost: int
    days: dict[date, int]
    moves: tuple[Move, ...]


@ACCOUNT.decides(CloseVisit, BY_STAFF)
def close_visit(account: Account, command: CloseVisit, now: datetime) -> Sequence[Event]:
    check_opened(account)
    _check_there(account, command.table)
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
        )
    ]


@ACCOUNT.evolves(VisitClosed)
def visit_closed(account: Account, event: VisitClosed) -> Account:
    for day, lost in sorted(event.days.items()):
        account = replace(account, lost=with_loss(account, day, lost))
    return moved(replace(account, stay=None), event.moves)


class PostReversal(Command, frozen=True, kw_only=True):
    """A coup that was settled is undone after the player has gone. The table's log says that they
    played it on this account; `amount` is what the account gets, or pays where it is below
    nothing."""

    pages = SERVER_ONLY

    table: str
    coup: int
    amount: str
    reason: str


class ReversalPosted(Event, frozen=True, kw_only=True):
    """`overdrawn` is what the player owes after it: nothing else takes an account below nothing.

    What comes back was not lost, so the net loss follows the money, in the periods of `day`.
    """

    basis = record("the coup that the table reversed")
    sight = STAFF_ONLY
    may_leave_debt = True

    table: str
    coup: int
    amount: int
    reason: str
    overdrawn: int
    day: date
    moves: tuple[Move, ...]


@ACCOUNT.decides(PostReversal, BY_SUPERVISOR)
def post_reversal(account: Account, command: PostReversal, now: datetime) -> Sequence[Event]:
    check_opened(account)
    if account.stay is not None and account.stay.table == command.table:
        raise Refusal("still-there", None, "The player is at that table: it is settled there.")
    if command.coup < 1:
        raise Refusal("bad-number", None, "There is no coup {coup}.", coup=command.coup)
    amount = signed(command.amount)
    if amount == 0:
        raise Refusal(
            "bad-amount", None, "A reversal of {amount} changes nothing.", amount=cash(amount)
        )
    moves = paid(TABLES, PURSE, amount) if amount > 0 else paid(PURSE, TABLES, -amount)
    return [
        ReversalPosted(
            table=command.table,
            coup=command.coup,
            amount=amount,
            reason=reason_of(command.reason),
            overdrawn=max(0, -(account.balance + amount)),
            day=local_day(account, now),
            moves=moves,
        )
    ]


@ACCOUNT.evolves(ReversalPosted)
def reversal_posted(account: Account, event: ReversalPosted) -> Account:
    lost = with_loss(account, event.day, -event.amount)
    return moved(replace(account, lost=lost), event.moves)


class CollectDebt(Command, frozen=True, kw_only=True):
    """Pay a debt of the player at the table where they are: chips that were paid for a coup that is
    undone since, and that they do not hold."""

    pages = SERVER_ONLY

    table: str
    amount: str
    reason: str


class DebtCollected(Event, frozen=True, kw_only=True):
    """The account paid a debt at a table. The loss counts there."""

    basis = record("the debt that the table recorded")
    sight = STAFF_ONLY

    table: str
    amount: int
    reason: str
    moves: tuple[Move, ...]


@ACCOUNT.decides(CollectDebt, BY_SUPERVISOR)
def collect_debt(account: Account, command: CollectDebt, now: datetime) -> Sequence[Event]:
    check_opened(account)
    _check_there(account, command.table)
    amount = cents(command.amount)
    check_balance(account, amount, command)
    moves = paid(PURSE, TABLES, amount)
    reason = reason_of(command.reason)
    return [DebtCollected(table=command.table, amount=amount, reason=reason, moves=moves)]


@ACCOUNT.evolves(DebtCollected)
def debt_collected(account: Account, event: DebtCollected) -> Account:
    return moved(account, event.moves)
