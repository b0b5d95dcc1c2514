"""The drop box: the cash that was paid for chips, and the box itself."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import CASH
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, on_pages, statement, stops, transfers_of
from sabot.engine.ledger import DROP, WORLD, Move, balance
from sabot.engine.streams import Command, Event
from sabot.table.state import CLOSED, OPEN, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, moved, replace


class CollectDrop(Command, frozen=True, kw_only=True):
    """Take the cash away for counting and leave an empty drop box at the table."""

    pages = on_pages("pit")
    stopped_by = stops()


class DropCollected(Event, frozen=True, kw_only=True):
    basis = statement("float", alone=True)
    sight = STAFF_ONLY
    transfers = transfers_of()

    amount: int
    moves: tuple[Move, ...]


@TABLE.decides(CollectDrop, BY_SUPERVISOR, (*OPEN, CLOSED), seen="slips of the cage")
def collect_drop(table: Table, command: CollectDrop, now: datetime) -> Sequence[Event]:
    amount = balance(table.balances, DROP, CASH)
    if not amount:
        raise Refusal("drop-empty", None, "There is no cash in the drop box.")
    return [DropCollected(amount=amount, moves=_emptied(table))]


def _emptied(table: Table) -> tuple[Move, ...]:
    amount = balance(table.balances, DROP, CASH)
    return (Move(DROP, WORLD, amount, CASH),) if amount else ()


@TABLE.evolves(DropCollected)
def drop_collected(table: Table, event: DropCollected) -> Table:
    return moved(table, event.moves)


class RemoveDropBox(Command, frozen=True, kw_only=True):
    """Take the drop box, and what is in it, off a table that sells no chips for cash."""

    pages = on_pages("pit")
    stopped_by = stops()


class DropBoxRemoved(Event, frozen=True, kw_only=True):
    basis = statement("float", alone=True)
    sight = STAFF_ONLY
    transfers = transfers_of()

    amount: int
    clause: str
    moves: tuple[Move, ...]


@TABLE.decides(RemoveDropBox, BY_SUPERVISOR, OPEN, seen="slips of the cage")
def remove_drop_box(table: Table, command: RemoveDropBox, now: datetime) -> Sequence[Event]:
    """A table that takes cash keeps its drop box; one that runs cashless may go without."""
    rules = table.conduct
    if not table.opened.cashless or rules.cashless is None:
        raise Refusal(
            "drop-box", rules.drop_box, "This table takes cash for chips: its drop box stays."
        )
    if not table.drop_box:
        raise Refusal("drop-box", rules.cashless, "The drop box is off the table already.")
    amount = balance(table.balances, DROP, CASH)
    return [DropBoxRemoved(amount=amount, clause=rules.cashless, moves=_emptied(table))]


@TABLE.evolves(DropBoxRemoved)
def drop_box_removed(table: Table, event: DropBoxRemoved) -> Table:
    return moved(replace(table, drop_box=False), event.moves)


class FitDropBox(Command, frozen=True, kw_only=True):
    """Put the drop box back."""

    pages = on_pages("pit")
    stopped_by = stops()


class DropBoxFitted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    clause: str | None


@TABLE.decides(FitDropBox, BY_SUPERVISOR, OPEN)
def fit_drop_box(table: Table, command: FitDropBox, now: datetime) -> Sequence[Event]:
    if table.drop_box:
        raise Refusal("drop-box", table.conduct.drop_box, "The drop box is in its place.")
    return [DropBoxFitted(clause=table.conduct.drop_box)]


@TABLE.evolves(DropBoxFitted)
def drop_box_fitted(table: Table, event: DropBoxFitted) -> Table:
    return replace(table, drop_box=True)
