"""Reversals of coups after the player has gone, and debts that an account pays at a table."""

from collections.abc import Sequence
from datetime import date, datetime

from sabot.accounts.days import local_day, with_loss
from sabot.accounts.state import PURSE, TABLES, Account
from sabot.accounts.stream import (
    ACCOUNT,
    BY_SUPERVISOR,
    check_balance,
    check_opened,
    moved,
    paid,
    reason_of,
    replace,
    signed,
)
from sabot.accounts.visits import check_there
from sabot.core.money import cash, cents
from sabot.core.refusal import Refusal
from sabot.engine.declarations import SERVER_ONLY, STAFF_ONLY, record
from sabot.engine.ledger import Move
from sabot.engine.streams import Command, Event


class PostReversal(Command, frozen=True, kw_only=True):
    """A coup that was settled is undone after the player has gone. The table's log says that they
    played it on this account; `amount` is what the account gets, or pays where it is below
    nothing. `day`: the local day on which they placed their wagers; today where none is named."""

    pages = SERVER_ONLY

    table: str
    coup: int
    amount: str
    reason: str
    day: date | None = None


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
            "bad-amount", None, "A reversal of {amount} would change nothing.", amount=cash(amount)
        )
    moves = paid(TABLES, PURSE, amount) if amount > 0 else paid(PURSE, TABLES, -amount)
    return [
        ReversalPosted(
            table=command.table,
            coup=command.coup,
            amount=amount,
            reason=reason_of(command.reason),
            overdrawn=max(0, -(account.balance + amount)),
            day=command.day or local_day(account, now),
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
    check_there(account, command.table)
    amount = cents(command.amount)
    check_balance(account, amount, command)
    moves = paid(PURSE, TABLES, amount)
    reason = reason_of(command.reason)
    return [DebtCollected(table=command.table, amount=amount, reason=reason, moves=moves)]


@ACCOUNT.evolves(DebtCollected)
def debt_collected(account: Account, event: DebtCollected) -> Account:
    return moved(account, event.moves)
