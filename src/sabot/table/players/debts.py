"""Debts of players: requested first, paid, or written off by two persons; and money kept for
players who have left.

A debt is recorded where a coup was undone or rebuilt and a player did not hold what had to go back.
A player with an open debt neither leaves the table nor is paid out.
"""

from collections.abc import Sequence
from datetime import date, datetime

from sabot.core.money import CASH, CHIPS
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import (
    IN_THE_PIT,
    SERVER_ONLY,
    Purse,
    StaffText,
    Stop,
    Topic,
    in_topics,
    on_pages,
    own,
    record,
    server_fills,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import DROP, WORLD, Move, of_player
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR, DEALER, STAFF, may_act_as
from sabot.table.chips.change import check_means
from sabot.table.chips.counts import day_of_count, is_counted_alone
from sabot.table.chips.floats import open_shift
from sabot.table.result.debts import debt_of, house_of
from sabot.table.result.repayments import (
    ACCOUNT,
    KEPT,
    MEANS,
    check_no_debt,
    less,
    payment,
    with_debt,
)
from sabot.table.state import CLOSED, OPEN, VIRTUAL, Table
from sabot.table.stream import (
    BY_STAFF,
    BY_SUPERVISOR,
    COUNTED_AGAIN,
    OF_PLAYERS,
    TABLE,
    affordable,
    amount_of,
    moved,
    reason_of,
    replace,
    speaks_for,
)


def owing(table: Table, player: str) -> int:
    """Return what a player owes at this table; refuse one who owes nothing."""
    owed = debt_of(table, player)
    if not owed:
        message = "{player} owes nothing at this table."
        raise Refusal("no-debt", None, message, player=named(player))
    return owed


def _part(table: Table, player: str, text: str | None) -> int:
    """Return the part of a debt that is meant: all of it, unless an amount is named."""
    owed = owing(table, player)
    amount = owed if text is None else amount_of(text)
    if amount > owed:
        raise Refusal(
            "bad-amount",
            table.debts[player].clause,
            "{player} owes {owed}, not {amount}.",
            player=named(player),
            owed=table.told(owed),
            amount=table.told(amount),
        )
    return amount


# A player pays


class PayDebt(Command, frozen=True, kw_only=True):
    """Pay a debt: with "chips" before the player or brought from elsewhere, with "cash", or with
    what is "kept" for the player. `amount`: a part of it; all of it where none is named. The server
    fills in whether the player's account has `counted` the cash."""

    pages = on_pages("deal", "pit", "table")
    server_fields = server_fills("counted")
    stopped_by = stops(Stop.COUNT, Stop.TOURNAMENT)

    player: str
    amount: str | None = None
    means: str = CHIPS
    counted: bool = False


def part_of_debt(table: Table, command: PayDebt) -> int:
    """Return what a command pays of a debt."""
    return _part(table, command.player, command.amount)


def _counts_too(table: Table, command: PayDebt) -> Confirmer | None:
    """Money from outside that is more than one person counts alone."""
    if table.setup is None or command.player not in table.debts:
        return None
    from_outside = command.means == CASH or (
        command.means == CHIPS and command.player not in table.patrons
    )
    amount = _part(table, command.player, command.amount)
    return COUNTED_AGAIN if from_outside and not is_counted_alone(table, amount) else None


@TABLE.decides(
    PayDebt,
    phases=(*OPEN, CLOSED),
    confirmed_by=_counts_too,
    seen="the table's own books, or what is counted at the table",
    sent_by=OF_PLAYERS,
    confirmers=(CASINO_SUPERVISOR,),
)
def pay_debt(table: Table, command: PayDebt, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    player, amount = command.player, _part(table, command.player, command.amount)
    day: date | None = None
    moves: tuple[Move, ...]
    if command.means == CHIPS and player in table.patrons:
        moves = (Move(of_player(player), house_of(table, CHIPS), amount),)
    elif command.means == KEPT:
        moves = _from_kept(table, player, amount)
    elif command.means in MEANS:
        moves, day = _from_outside(table, command, amount), day_of_count(table, command, now)
    else:
        means = ", ".join(MEANS)
        message = "A debt is paid with {means}, not {said}."
        raise Refusal("wrong-means", None, message, means=means, said=quoted(command.means))
    moves = affordable(table, (move for move in moves if move.source != move.target))
    return [payment(table, player, amount, command.means, moves, day, is_counted=command.counted)]


def _from_kept(table: Table, player: str, amount: int) -> tuple[Move, ...]:
    kept = table.kept.get(player, 0)
    if amount > kept:
        message = "{kept} is kept for {player}."
        raise Refusal("short-of-money", None, message, kept=table.told(kept), player=named(player))
    return (Move(WORLD, house_of(table, CHIPS), amount),)


def _from_outside(table: Table, command: PayDebt, amount: int) -> tuple[Move, ...]:
    """Return the moves of money that a person of the casino counts at the table."""
    if not may_act_as(command.role, STAFF):
        raise Refusal("chips-unseen", None, "Money from outside is counted by the dealer.")
    if table.opened.feed == VIRTUAL:
        message = "A virtual table takes no cash and no chips: the account pays."
        raise Refusal("virtual", None, message)
    if command.means == CASH:
        open_shift(table)
        check_means(table, CASH)
        return (Move(WORLD, DROP, amount, CASH),)
    return (Move(WORLD, house_of(table, CHIPS), amount),)


# The account pays


class CreditDebt(Command, frozen=True, kw_only=True):
    """Note what a player's account has paid of a debt at this table, and what of it the account
    owes from now on, since its holder has left."""

    pages = SERVER_ONLY
    stopped_by = stops()

    player: str
    paid: int
    overdrawn: int = 0


class DebtTakenOver(Event, frozen=True, kw_only=True):
    """The rest of a debt is owed by the player's account from now on, which stands below nothing;
    `left` is what is still owed at this table."""

    basis = record("the player's account")
    sight = own("player amount left clause")
    topics = in_topics(Topic.DECISION)

    player: str
    amount: int
    left: int
    clause: str


@TABLE.decides(
    CreditDebt,
    BY_SUPERVISOR,
    (*OPEN, CLOSED),
    seen="the player's account",
    sender_may_play=True,  # it follows from a command of the person who acted last
)
def credit_debt(table: Table, command: CreditDebt, now: datetime) -> Sequence[Event]:
    player, owed, events = command.player, owing(table, command.player), list[Event]()
    if command.paid < 0 or command.overdrawn < 0 or command.paid + command.overdrawn > owed:
        raise Refusal("bad-amount", None, "The account pays what is owed, and no more.")
    if command.paid:
        house = house_of(table, CHIPS)
        moves = () if house == WORLD else (Move(WORLD, house, command.paid),)
        events.append(payment(table, player, command.paid, ACCOUNT, moves))
    if command.overdrawn:
        clause, left = table.debts[player].clause, owed - command.paid - command.overdrawn
        events.append(
            DebtTakenOver(player=player, amount=command.overdrawn, left=left, clause=clause)
        )
    return events


@TABLE.evolves(DebtTakenOver)
def debt_taken_over(table: Table, event: DebtTakenOver) -> Table:
    return with_debt(table, event.player, event.left, event.clause)


# Two persons write it off


class WriteOffDebt(Command, frozen=True, kw_only=True):
    """Give up a debt, or a part of it, with a reason; a second supervisor confirms it."""

    pages = on_pages("pit")
    stopped_by = stops()

    player: str
    reason: StaffText
    amount: str | None = None


class DebtWrittenOff(Event, frozen=True, kw_only=True):
    """`left` is what the player still owes."""

    basis = statement("debt-written-off", amount=lambda event: event.amount)
    sight = own("player amount left clause")
    topics = in_topics(Topic.DECISION)

    player: str
    amount: int
    left: int
    clause: str
    reason: StaffText


@TABLE.decides(
    WriteOffDebt,
    BY_SUPERVISOR,
    (*OPEN, CLOSED),
    confirmed_by=Confirmer(None, CASINO_SUPERVISOR),
)
def write_off_debt(table: Table, command: WriteOffDebt, now: datetime) -> Sequence[Event]:
    player, amount = command.player, _part(table, command.player, command.amount)
    return [
        DebtWrittenOff(
            player=player,
            amount=amount,
            left=debt_of(table, player) - amount,
            clause=table.debts[player].clause,
            reason=reason_of(command.reason),
        )
    ]


@TABLE.evolves(DebtWrittenOff)
def debt_written_off(table: Table, event: DebtWrittenOff) -> Table:
    return with_debt(table, event.player, event.left, event.clause)


# Money kept for a player who left


class PayKept(Command, frozen=True, kw_only=True):
    """Pay a player what is kept for them: in chips at the table, or outside it where the player is
    not at the table."""

    pages = on_pages("pit", without={DEALER: IN_THE_PIT})
    stopped_by = stops(Stop.TOURNAMENT)

    player: str


class KeptPaid(Event, frozen=True, kw_only=True):
    """`here`: the player is at the table, and has it in chips there."""

    basis = statement("kept-paid", amount=lambda event: event.amount)
    sight = own("player amount here")
    transfers = transfers_of(Purse.PLAYERS)
    topics = in_topics(Topic.DECISION)

    player: str
    amount: int
    here: bool
    moves: tuple[Move, ...]


@TABLE.decides(PayKept, BY_STAFF, (*OPEN, CLOSED), confirmed_by=COUNTED_AGAIN)
def pay_kept(table: Table, command: PayKept, now: datetime) -> Sequence[Event]:
    player, amount = command.player, table.kept.get(command.player, 0)
    if not amount:
        message = "Nothing is kept here for {player}."
        raise Refusal("nothing-kept", None, message, player=named(player))
    check_no_debt(table, player)
    here = player in table.patrons
    moves = (Move(WORLD, of_player(player), amount),) if here else ()
    return [KeptPaid(player=player, amount=amount, here=here, moves=moves)]


@TABLE.evolves(KeptPaid)
def kept_paid(table: Table, event: KeptPaid) -> Table:
    kept = less(dict(table.kept), event.player, event.amount)
    return moved(replace(table, kept=kept), event.moves)
