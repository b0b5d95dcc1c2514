"""The drop box: the cash that was paid for chips, and the box itself, which leaves under a seal."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated

import msgspec

from sabot.core.money import CASH
from sabot.core.refusal import Refusal
from sabot.core.revision import DENOMINATIONS, holds
from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    StaffText,
    fixed,
    on_pages,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import DROP, WORLD, Move, balance
from sabot.engine.streams import Claim, Command, Event
from sabot.parts.papers import SEAL, number_on, used_seal
from sabot.table.state import CLOSED, OPEN, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, moved, replace
from sabot.table.tray import MOST_TAKERS, SealedBox

Takers = Annotated[dict[str, int], fixed(MOST_TAKERS, "persons who sold chips")]
Signers = Annotated[tuple[str, ...], fixed(MOST_TAKERS, "persons who signed slips")]


class CollectDrop(Command, frozen=True, kw_only=True):
    """Take the cash away for counting, under the number of a seal, and leave an empty drop box at
    the table."""

    pages = on_pages("pit")
    stopped_by = stops()

    seal: StaffText = ""


class DropCollected(Event, frozen=True, kw_only=True):
    """`takers`: cents by the person who took them; `signers`: who signed slips for the cage;
    `taken_by`: who took the box away. None of them counts it."""

    basis = statement("float", alone=True)
    sight = STAFF_ONLY
    claim_kinds = (SEAL,)
    transfers = transfers_of()

    amount: int
    moves: tuple[Move, ...]
    seal: StaffText = ""
    taken_by: str = ""
    collected: datetime | None = None
    takers: Takers = msgspec.field(default_factory=dict)
    signers: Signers = ()

    def claims(self, name: str) -> Iterator[Claim]:
        return used_seal(self.seal)


@TABLE.decides(CollectDrop, BY_SUPERVISOR, (*OPEN, CLOSED), seen="slips of the cage")
def collect_drop(table: Table, command: CollectDrop, now: datetime) -> Sequence[Event]:
    amount = balance(table.balances, DROP, CASH)
    if not amount:
        raise Refusal("drop-empty", None, "There is no cash in the drop box.")
    if not holds(command, DENOMINATIONS):
        return [DropCollected(amount=amount, moves=_emptied(table))]
    return [
        DropCollected(
            amount=amount,
            moves=_emptied(table),
            seal=_seal_of(command),
            taken_by=command.actor,
            collected=now,
            takers=table.takers,
            signers=table.signers,
        )
    ]


def _seal_of(command: "CollectDrop | RemoveDropBox") -> str:
    """Return the number of the seal under which the box goes to the count."""
    seal = number_on(command.seal, command)
    if not seal:
        raise Refusal("no-seal", None, "Give the number of the seal that closes the drop box.")
    return seal


def _emptied(table: Table) -> tuple[Move, ...]:
    amount = balance(table.balances, DROP, CASH)
    return (Move(DROP, WORLD, amount, CASH),) if amount else ()


@TABLE.evolves(DropCollected)
def drop_collected(table: Table, event: DropCollected) -> Table:
    return moved(_with_box(table, event), event.moves)


def _with_box(table: Table, event: "DropCollected | DropBoxRemoved") -> Table:
    """Return the table where a sealed box waits for its count."""
    if not event.seal or event.collected is None:
        return table
    box = SealedBox(event.amount, event.collected, event.taken_by, event.takers, event.signers)
    return replace(table, boxes={**table.boxes, event.seal: box}, takers={}, signers=())


class RemoveDropBox(Command, frozen=True, kw_only=True):
    """Take the drop box, and what is in it, off a table that sells no chips for cash. With cash in
    it, it leaves under the number of a seal."""

    pages = on_pages("pit")
    stopped_by = stops()

    seal: StaffText = ""


class DropBoxRemoved(Event, frozen=True, kw_only=True):
    """The fields of the box are those of `DropCollected`, and empty where no cash was in it."""

    basis = statement("float", alone=True)
    sight = STAFF_ONLY
    claim_kinds = (SEAL,)
    transfers = transfers_of()

    amount: int
    clause: str
    moves: tuple[Move, ...]
    seal: StaffText = ""
    taken_by: str = ""
    collected: datetime | None = None
    takers: Takers = msgspec.field(default_factory=dict)
    signers: Signers = ()

    def claims(self, name: str) -> Iterator[Claim]:
        return used_seal(self.seal)


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
    if not amount or not holds(command, DENOMINATIONS):
        return [DropBoxRemoved(amount=amount, clause=rules.cashless, moves=_emptied(table))]
    return [
        DropBoxRemoved(
            amount=amount,
            clause=rules.cashless,
            moves=_emptied(table),
            seal=_seal_of(command),
            taken_by=command.actor,
            collected=now,
            takers=table.takers,
            signers=table.signers,
        )
    ]


@TABLE.evolves(DropBoxRemoved)
def drop_box_removed(table: Table, event: DropBoxRemoved) -> Table:
    return moved(_with_box(replace(table, drop_box=False), event), event.moves)


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
