"""Chips for money and chips for chips: cash change, colour change, and chips that players bring.

A player on a Loss Limit declares each of them before the round starts. The purchase itself is the
declaration of a purchase; chips brought to the table are declared on joining it or later.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Final

from sabot.core.denominations import together, worth
from sabot.core.money import CASH, CHIPS, cents
from sabot.core.refusal import Refusal, quoted
from sabot.core.revision import DENOMINATIONS, MONEY, holds
from sabot.engine.declarations import (
    RECORD,
    Purse,
    StaffText,
    Stop,
    on_pages,
    own,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import DROP, FLOAT, WORLD, Move, balance, of_player
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.chip_set import (
    MOST_CHIPS,
    ChipsSaid,
    check_in_tray,
    counted_chips,
    stated_chips,
    without,
)
from sabot.table.chips.counts import counted, day_of_count, is_counted_alone
from sabot.table.chips.floats import open_shift
from sabot.table.result.repayments import asked_first
from sabot.table.state import IN_COUP, OPEN, Patron, Table
from sabot.table.stream import (
    BY_STAFF,
    COUNTED_AGAIN,
    TABLE,
    affordable,
    amount_of,
    check_felt,
    moved,
    patron_of,
    replace,
)
from sabot.table.tray import MOST_TAKERS

CASHLESS: Final = "cashless"
MEANS: Final = (CASH, CASHLESS)
FROM_ACCOUNTS: Final = (
    "No chips are sold or shown at a virtual table: players bring them from their accounts."
)


class BuyChips(Command, frozen=True, kw_only=True):
    """Sell chips from the float, for "cash" or, at a cashless table, through its terminal. `chips`
    are their numbers by value in dollars."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.COUNT, Stop.TOURNAMENT)

    player: str
    amount: str
    means: str = CASH
    chips: ChipsSaid | None = None


class ChipsBought(Event, frozen=True, kw_only=True):
    """`clause`: under which it is also a declaration. `account`: the player's account has counted
    it as a deposit. `counted_on`: the local day that a count of cash belongs to. `taker`: who took
    the cash."""

    basis = statement("sold-chips", alone=True, amount=lambda event: event.amount)
    sight = own("player amount means clause")
    transfers = transfers_of(Purse.FLOAT, Purse.PLAYERS)

    player: str
    amount: int
    means: str
    clause: str | None
    moves: tuple[Move, ...]
    account: bool = False
    counted_on: date | None = None
    taker: StaffText = ""


def _not_in_box(table: Table, command: BuyChips) -> Confirmer | None:
    """Cash goes into the drop box: a dealer counts it alone up to what one person counts. What a
    terminal is said to have taken is nowhere at this table."""
    if table.setup is None:
        return None
    if command.means == CASH:
        alone = is_counted_alone(table, amount_of(command.amount))
        return None if alone else COUNTED_AGAIN
    return Confirmer(table.conduct.cashless, CASINO_SUPERVISOR)


@TABLE.decides(
    BuyChips,
    BY_STAFF,
    OPEN,
    confirmed_by=_not_in_box,
    seen="what goes into the drop box",
    confirmers=(CASINO_SUPERVISOR,),
)
def buy_chips(table: Table, command: BuyChips, now: datetime) -> Sequence[Event]:
    patron = patron_of(table, command.player)
    check_chips(table)
    check_felt(table, command, FROM_ACCOUNTS)
    gaming = table.conduct.gaming
    clause = declared_under(table, patron, gaming.purchases if gaming else None)
    open_shift(table)
    check_means(table, command.means)
    amount = payable(table, amount_of(command.amount))
    paid = (Move(WORLD, DROP, amount, CASH),) if command.means == CASH else ()
    chips = stated_chips(table.opened.chips, amount, command.chips)
    check_in_tray(table.tray, chips)
    sold = Move(FLOAT, of_player(command.player), amount, chips=chips)
    is_cash = command.means == CASH and holds(command, DENOMINATIONS)
    bought = ChipsBought(
        player=command.player,
        amount=amount,
        means=command.means,
        clause=clause,
        moves=affordable(table, (*paid, sold)),
        account=patron.account and holds(command, MONEY),
        counted_on=day_of_count(table, command, now) if command.means == CASH else None,
        taker=command.actor if is_cash else "",
    )
    return [bought, *asked_first(TABLE.evolve(table, bought, now), command.player)]


def check_chips(table: Table) -> None:
    """Chips worth money have no place at a table that plays with others."""
    if table.opened.currency != CHIPS:
        raise Refusal(
            "wrong-currency",
            None,
            "This table plays with {currency}.",
            currency=table.opened.currency,
        )


def check_means(table: Table, means: str) -> None:
    """Cash goes into a drop box, so that a table without one sells no chips for it."""
    rules = table.conduct
    if means not in MEANS:
        raise Refusal(
            "wrong-means",
            None,
            "Chips are bought with {means}, not {means2}.",
            means=" or ".join(MEANS),
            means2=quoted(means),
        )
    if means == CASH and (table.opened.cashless or not table.drop_box):
        raise Refusal(
            "cashless",
            rules.drop_box,
            "This table takes no cash: chips are bought at its terminal.",
        )
    if means == CASHLESS and not table.opened.cashless:
        raise Refusal(
            "not-cashless",
            rules.cashless,
            "This table has no terminal: chips are bought with cash.",
        )


def declared_under(table: Table, patron: Patron, clause: str | None) -> str | None:
    """The clause under which this is a declaration, if the player has a Loss Limit. It comes before
    the round, never during it."""
    if clause is None or patron.room is None:
        return None
    if table.phase in IN_COUP:
        raise Refusal(
            "round-started",
            clause,
            "A player on a Loss Limit declares chips before the {coup_word} starts: wait"
            " until it is over.",
            coup_word=table.book.coup,
        )
    return clause


def payable(table: Table, amount: int) -> int:
    """The amount, if chips of this table make it up."""
    if amount % table.opened.chip:
        raise Refusal(
            "bad-amount",
            None,
            "{amount} cannot be made up in chips of {chip}.",
            amount=table.told(amount),
            chip=table.told(table.opened.chip),
        )
    return amount


def with_largest(amounts: Mapping[str, int], player: str, amount: int) -> dict[str, int]:
    """Return the largest amount of each player, with one more."""
    return {**amounts, player: max(amounts.get(player, 0), amount)}


@TABLE.evolves(ChipsBought)
def chips_bought(table: Table, event: ChipsBought) -> Table:
    shift = open_shift(table)
    bought = with_largest(table.round.bought, event.player, event.amount)
    table = replace(table, round=replace(table.round, bought=bought))
    if event.means != CASH:
        shift = replace(shift, cashless=shift.cashless + event.amount)
        return moved(replace(table, shift=shift), event.moves)
    sold = replace(table, shift=replace(shift, cash=shift.cash + event.amount))
    if event.taker and (event.taker in table.takers or len(table.takers) < MOST_TAKERS):
        taken = table.takers.get(event.taker, 0) + event.amount
        sold = replace(sold, takers={**table.takers, event.taker: taken})
    return moved(counted(sold, event.amount, event.counted_on), event.moves)


class DeclareChips(Command, frozen=True, kw_only=True):
    """The dealer is shown chips that a player brings to the table."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.TOURNAMENT)

    player: str
    amount: str


class ChipsDeclared(Event, frozen=True, kw_only=True):
    basis = statement("declared-chips")
    sight = own("player amount clause")
    transfers = transfers_of(Purse.PLAYERS)

    player: str
    amount: int
    clause: str | None
    moves: tuple[Move, ...]


@TABLE.decides(DeclareChips, BY_STAFF, OPEN, confirmed_by=COUNTED_AGAIN)
def declare_chips(table: Table, command: DeclareChips, now: datetime) -> Sequence[Event]:
    patron = patron_of(table, command.player)
    check_chips(table)
    check_felt(table, command, FROM_ACCOUNTS)
    gaming = table.conduct.gaming
    clause = declared_under(table, patron, gaming.introduced if gaming else None)
    amount = amount_of(command.amount)
    move = Move(WORLD, of_player(command.player), amount)
    shown = ChipsDeclared(player=command.player, amount=amount, clause=clause, moves=(move,))
    return [shown, *asked_first(TABLE.evolve(table, shown, now), command.player)]


@TABLE.evolves(ChipsDeclared)
def chips_declared(table: Table, event: ChipsDeclared) -> Table:
    return moved(table, event.moves)


class ColourChange(Command, frozen=True, kw_only=True):
    """Exchange chips for others: how many of each denomination the player gives and takes."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.COUNT, Stop.TOURNAMENT)

    player: str
    gives: dict[str, int]
    takes: dict[str, int]


class ColourChanged(Event, frozen=True, kw_only=True):
    """Denominations in cents. No value changes hands."""

    basis = RECORD
    sight = own("player amount gives takes")

    player: str
    amount: int
    gives: dict[int, int]
    takes: dict[int, int]


@TABLE.decides(ColourChange, BY_STAFF, OPEN)
def colour_change(table: Table, command: ColourChange, now: datetime) -> Sequence[Event]:
    patron_of(table, command.player)
    check_chips(table)
    open_shift(table)
    gives, takes = _counted(table, command.gives), _counted(table, command.takes)
    amount, back = worth(gives), worth(takes)
    if amount != back:
        raise Refusal(
            "not-equal",
            None,
            "{amount} is given and {back} taken: they have to be equal.",
            amount=table.told(amount),
            back=table.told(back),
        )
    held = balance(table.balances, of_player(command.player))
    there = balance(table.balances, FLOAT)
    if amount > min(held, there):
        raise Refusal(
            "short-of-money",
            None,
            "To change {amount} the player holds {held} in chips and the float {there}.",
            amount=table.told(amount),
            held=table.told(held),
            there=table.told(there),
        )
    if table.tray is not None:
        counted_chips(table.opened.chips, command.gives)
        counted_chips(table.opened.chips, command.takes)
        check_in_tray(table.tray, takes)
    return [ColourChanged(player=command.player, amount=amount, gives=gives, takes=takes)]


def _counted(table: Table, chips: Mapping[str, int]) -> dict[int, int]:
    counted: dict[int, int] = {}
    for text, count in chips.items():
        value = payable(table, cents(text))
        if not 1 <= count <= MOST_CHIPS or value in counted:
            raise Refusal(
                "bad-amount",
                None,
                "{count} chips of {value}: count each kind once, from 1 to {most_chips}.",
                count=count,
                value=table.told(value),
                most_chips=MOST_CHIPS,
            )
        counted[value] = count
    if not counted:
        raise Refusal("bad-amount", None, "Say which chips are given and which are taken.")
    return counted


@TABLE.evolves(ColourChanged)
def colour_changed(table: Table, event: ColourChanged) -> Table:
    exchanged = with_largest(table.round.exchanged, event.player, event.amount)
    if table.tray is not None:
        table = replace(table, tray=without(together(table.tray, event.gives), event.takes))
    return replace(table, round=replace(table.round, exchanged=exchanged))
