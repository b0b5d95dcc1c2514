"""A debt paid: by the player, from chips that come to the table, or by the account."""

from collections.abc import Mapping
from datetime import date
from typing import Final, Protocol

from sabot.core.money import CASH, CHIPS
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import Purse, Topic, in_topics, own, statement, transfers_of
from sabot.engine.ledger import WORLD, Move, of_player
from sabot.engine.streams import Event
from sabot.parts.statements import is_same
from sabot.table.chips.counts import counted
from sabot.table.result.debts import debt_of, house_of, is_absent, paid_first, with_owing
from sabot.table.state import Debt, Table
from sabot.table.stream import TABLE, moved, replace

KEPT: Final = "kept"
ACCOUNT: Final = "account"
MEANS: Final = (CHIPS, CASH, KEPT)
"""Means of paying a debt: chips, cash into the drop box, or money kept for the player."""


def check_no_debt(table: Table, player: str) -> None:
    """Refuse what takes money away from the table while its player owes some."""
    debt = table.debts.get(player)
    if debt is not None:
        raise Refusal(
            "debt-open",
            debt.clause,
            "{player} owes {amount}: pay the debt first.",
            player=named(player),
            amount=table.told(debt.amount),
        )


def check_known_name(table: Table, player: str) -> None:
    """Refuse another spelling of a name under which a debt is open."""
    known = next((each for each in table.debts if is_same(player, each)), player)
    if known != player:
        raise Refusal(
            "debt-open",
            table.debts[known].clause,
            "{known} owes {amount} here: use that name.",
            known=named(known),
            amount=table.told(table.debts[known].amount),
        )


class Undone(Protocol):
    """An event that undoes a coup, or evens out one that was rebuilt."""

    @property
    def clause(self) -> str: ...
    @property
    def owed(self) -> Mapping[str, int]: ...
    @property
    def kept(self) -> Mapping[str, int]: ...


class DebtPaid(Event, frozen=True, kw_only=True):
    """A player has paid `amount` of a debt; `left` is what they still owe. `means` is "chips",
    "cash", "kept" (what was kept for the player) or "account". `counted_on`: the local day that a
    count of money from outside belongs to; `counted`: the player's account has counted cash."""

    basis = statement(
        "debt-paid", alone=True, when=lambda event, at: event.counted_on is not None,
        amount=lambda event: event.amount,
    )  # fmt: skip
    sight = own("player amount means left clause")
    transfers = transfers_of(Purse.PLAYERS)
    topics = in_topics(Topic.DECISION)

    player: str
    amount: int
    means: str
    left: int
    clause: str
    moves: tuple[Move, ...]
    counted_on: date | None = None
    counted: bool = False


@TABLE.evolves(DebtPaid)
def debt_paid(table: Table, event: DebtPaid) -> Table:
    kept = dict(table.kept)
    if event.means == KEPT:
        kept = less(kept, event.player, event.amount)
    table = with_debt(replace(table, kept=kept), event.player, event.left, event.clause)
    if event.counted_on is not None:
        table = counted(table, event.amount, event.counted_on)
    if event.means == CASH and table.shift is not None:
        shift = replace(table.shift, cash=table.shift.cash + event.amount)
        table = replace(table, shift=shift)
    return moved(table, event.moves)


def with_debt(table: Table, player: str, left: int, clause: str) -> Table:
    debts = {name: debt for name, debt in table.debts.items() if name != player}
    if left > 0:
        debts[player] = Debt(left, clause)
    return replace(table, debts=debts)


def less(amounts: dict[str, int], player: str, amount: int) -> dict[str, int]:
    left = amounts.get(player, 0) - amount
    rest = {name: each for name, each in amounts.items() if name != player}
    return {**rest, player: left} if left > 0 else rest


def asked_first(table: Table, player: str) -> list[Event]:
    """Return the payment of a debt from chips that have just come to the table."""
    amount, moves = paid_first(table, player)
    return [payment(table, player, amount, CHIPS, moves)] if amount else []


def from_payment(table: Table, player: str, amount: int) -> list[Event]:
    """Return the payment of a debt out of chips that the house has just paid its player, who may
    have left."""
    given = min(debt_of(table, player), amount)
    if given <= 0:
        return []
    source, house = WORLD if is_absent(table, player) else of_player(player), house_of(table, CHIPS)
    moves = (Move(source, house, given),) if source != house else ()
    return [payment(table, player, given, CHIPS, moves)]


def set_off(table: Table, event: Undone) -> list[Event]:
    """Return the payments of debts from money that a coup undone has just put aside for players who
    owed some already: what is kept pays before any of their chips."""
    after = with_owing(table, event.clause, event.owed, event.kept)
    paid = list[Event]()
    for player in sorted(event.kept.keys() & after.debts.keys()):
        amount = min(debt_of(after, player), after.kept.get(player, 0))
        if amount > 0:
            house = house_of(after, CHIPS)
            moves = (Move(WORLD, house, amount),) if house != WORLD else ()
            paid.append(payment(after, player, amount, KEPT, moves))
    return paid


def payment(
    table: Table,
    player: str,
    amount: int,
    means: str,
    moves: tuple[Move, ...],
    day: date | None = None,
    *,
    is_counted: bool = False,
) -> DebtPaid:
    return DebtPaid(
        player=player,
        amount=amount,
        means=means,
        left=debt_of(table, player) - amount,
        clause=table.debts[player].clause,
        moves=moves,
        counted_on=day,
        counted=is_counted,
    )
