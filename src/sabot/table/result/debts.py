"""Debts of players after a settlement is undone, and money kept for players who have left.

Wagers that lie for the next coup go back first, then the player's chips are taken, then the account
pays, and the rest is a recorded debt. A debt is a claim and no money: the float gets nothing before
it is paid. Money due to a player who has left leaves the float, for the account or, without one, to
be kept for that player.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Final, NamedTuple

import msgspec

from sabot.core.money import CHIPS, TOURNAMENT
from sabot.engine.declarations import StaffAmounts, Topic, in_topics, public, record, transfers_of
from sabot.engine.ledger import (
    CURRENCIES,
    FLOAT,
    WORLD,
    Move,
    balance,
    of_player,
    place_of,
    post,
    purse,
)
from sabot.engine.streams import Event
from sabot.parts.past import player_in
from sabot.table.betting.sides import back
from sabot.table.heat.words import has_seat
from sabot.table.state import IN_COUP, Debt, Laid, Round, Table
from sabot.table.stream import TABLE, affordable, moved, replace


def house_of(table: Table, currency: str) -> str:
    """Return where the casino's money is: in the float, unless that is locked."""
    house = CURRENCIES[currency].house
    is_locked = table.shift is None or not table.shift.is_open
    return WORLD if house == FLOAT and is_locked else house


def is_absent(table: Table, player: str) -> bool:
    """Return whether a player is neither at the table nor seated in its session."""
    return player not in table.patrons and not has_seat(table, player)


def debt_of(table: Table, player: str) -> int:
    """Return the cents that a player owes at this table."""
    debt = table.debts.get(player)
    return 0 if debt is None else debt.amount


def next_wagers(table: Table, player: str) -> list[Laid]:
    """Return the player's wagers that lie for a coup that has not begun."""
    if table.phase in IN_COUP:
        return []
    return [laid for laid in table.round.stakes.values() if laid.player == player]


def with_owing(
    table: Table, clause: str, owed: Mapping[str, int], kept: Mapping[str, int] | None = None
) -> Table:
    """Record debts, and what is kept for players who have left."""
    if not owed and not kept:
        return table
    debts, more = dict(table.debts), Counter(table.kept)
    for player, amount in owed.items():
        debts[player] = Debt(debt_of(table, player) + amount, clause)
    more.update(kept or {})
    return replace(table, debts=debts, kept=only_some(more))


def only_some(amounts: Mapping[str, int]) -> dict[str, int]:
    """Return the amounts that are not nothing."""
    return {name: amount for name, amount in amounts.items() if amount}


def from_kept(
    table: Table, owed: Counter[str], kept: Mapping[str, int]
) -> tuple[dict[str, int], list[Move]]:
    """Pay what is owed from money that is kept for the same player. Return what is kept more or
    less then, and the moves; `owed` becomes what is left."""
    changes, moves = dict(kept), list[Move]()
    for player, amount in owed.items():
        given = min(amount, table.kept.get(player, 0))
        if given > 0:
            owed[player] -= given
            changes[player] = changes.get(player, 0) - given
            moves.append(Move(WORLD, house_of(table, CHIPS), given))
    return changes, moves


# A coup that is over is opened again


class Advance(NamedTuple):
    """Amounts that a reopened coup needs from players who do not hold them."""

    moves: tuple[Move, ...]
    """From the world to the players' places, where the undone settlement takes it."""
    amounts: dict[str, int]
    """Cents by purse."""


NO_ADVANCE: Final = Advance((), {})


def advance(table: Table, moves: Iterable[Move], round_: Round) -> Advance:
    """Return what the moves that undo a settlement take from players beyond what they hold."""
    bettors = {of_player(laid.player) for laid in round_.stakes.values()}
    after = post(table.balances, moves)
    amounts = {
        key: -held
        for key, held in after.items()
        if held < 0 and place_of(key)[0] in bettors and place_of(key)[1] != TOURNAMENT
    }
    lent = (Move(WORLD, place_of(key)[0], held, place_of(key)[1]) for key, held in amounts.items())
    return Advance(tuple(lent), amounts)


class CoupEvenedOut(Event, frozen=True, kw_only=True):
    """A coup that was opened again is over: each player has what the rebuilt coup says.

    `absent` is what each player who has left is owed by the difference between both settlements
    (or owes, below nothing), and `accounts` are those of them who played on an account. `owed` is
    what players owe, whether they are here or not, and `kept` what is kept for those who have left
    and have no account. `days`: the local day on which players with a Loss Limit had placed their
    wagers."""

    basis = record("the difference between two settlements of one coup")
    sight = public("number clause")
    transfers = transfers_of()
    topics = in_topics(Topic.IRREGULARITY, Topic.DECISION)
    grows_with = "the wagers of a coup"

    number: int
    moves: tuple[Move, ...]
    absent: StaffAmounts
    clause: str
    owed: StaffAmounts = msgspec.field(default_factory=dict)
    kept: StaffAmounts = msgspec.field(default_factory=dict)
    accounts: tuple[str, ...] = ()
    days: dict[str, date] = msgspec.field(default_factory=dict)


def even_out(table: Table) -> list[CoupEvenedOut]:
    """Return the end of a coup that was opened again, where a player of it has left or was
    advanced money."""
    round_ = table.round
    if round_.rebuilt is None:
        return []
    moves, absent, owed = list[Move](), Counter[str](), Counter[str]()
    for key in sorted(_purses(table)):
        place, currency = place_of(key)
        player, lent = player_in(key), round_.advanced.get(key, 0)
        held = max(balance(table.balances, place, currency), 0)
        gone, is_loss = is_absent(table, player), CURRENCIES[currency].is_loss
        given = held if gone and is_loss else min(held, lent)
        moves.append(Move(place, WORLD, given, currency))
        if not is_loss:
            continue  # tokens wait at the table for a player who has left
        owed[player] += max(0, lent - given)
        moves.append(Move(house_of(table, currency), WORLD, max(0, lent - given), currency))
        absent[player] += given - lent if gone else 0
    if not any(move.amount for move in moves) and not any(owed.values()):
        return []
    accounts = tuple(player for player in round_.accounts if absent[player])
    kept, paid = from_kept(table, owed, kept_for(absent, accounts))
    moves += paid
    return [
        CoupEvenedOut(
            number=round_.number,
            moves=affordable(table, (m for m in moves if m.amount and m.source != m.target)),
            absent=only_some(absent),
            clause=round_.rebuilt,
            owed=only_some(owed),
            kept=kept,
            accounts=accounts,
            days={player: day for player, day in round_.days.items() if absent[player]},
        )
    ]


def kept_for(absent: Mapping[str, int], accounts: Iterable[str]) -> dict[str, int]:
    """Return what is due to players who have left and have no account."""
    having = set(accounts)
    return {name: due for name, due in absent.items() if due > 0 and name not in having}


def _purses(table: Table) -> set[str]:
    """Return the purses to look at: those that were advanced money, and those of players who have
    a stake in the coup and have left."""
    stakes = table.round.stakes.values()
    left = {laid.player for laid in stakes if is_absent(table, laid.player)}
    own = {purse(of_player(name), each) for name in left for each in CURRENCIES}
    return set(table.round.advanced) | {key for key in own if not key.startswith(TOURNAMENT)}


@TABLE.evolves(CoupEvenedOut)
def coup_evened_out(table: Table, event: CoupEvenedOut) -> Table:
    table = with_owing(table, event.clause, event.owed, event.kept)
    table = replace(table, round=replace(table.round, advanced={}))
    return moved(table, event.moves)


# Taking money back


class TakenBack(NamedTuple):
    """Amounts taken back from a player at the table."""

    returned: tuple[int, ...]
    """Wagers for the next coup that go back to the player first."""
    moves: tuple[Move, ...]
    owed: int
    """Cents that the player does not hold."""


def take_back(
    table: Table,
    player: str,
    amount: int,
    currency: str,
    lying: bool,
    returned: Collection[int] = (),
) -> TakenBack:
    """Take money back from a player: lying wagers go back first, where `lying`; then the chips.
    `returned` are the wagers that have gone back already."""
    place = of_player(player)
    stakes = next_wagers(table, player) if lying else []
    returns = tuple(back(laid) for laid in stakes if laid.live)
    held = balance(post(table.balances, returns), place, currency)
    given = min(amount, max(held, 0))
    taken = Move(place, house_of(table, currency), given, currency)
    stakes = [laid for laid in stakes if laid.sequence not in returned]
    returns = tuple(back(laid) for laid in stakes if laid.live)
    moves = (*returns, *((taken,) if given else ()))
    return TakenBack(tuple(laid.sequence for laid in stakes), moves, amount - given)


def paid_first(table: Table, player: str) -> tuple[int, tuple[Move, ...]]:
    """Return how much of a debt the player's chips pay, and the moves."""
    held = balance(table.balances, of_player(player))
    amount = min(debt_of(table, player), max(held, 0))
    move = Move(of_player(player), house_of(table, CHIPS), amount)
    return amount, ((move,) if amount else ())
