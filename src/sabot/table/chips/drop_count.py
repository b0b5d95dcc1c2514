"""The count of a drop box: two cashiers who neither worked at the table nor signed its slips.

They see the seal and no amount of the books. The first counts notes and coins, the second counts
them again and confirms. Only then does the log say by how much the box differs from the books.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Final

from sabot.accounts.drawers import Counted, Counts, counted_of
from sabot.core.denominations import worth
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import STAFF_ONLY, StaffText, fixed, on_pages, statement, stops
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.parts.statements import is_same
from sabot.rules.roles import CASHIER
from sabot.table.chips.drop_box import Takers
from sabot.table.state import CLOSED, OPEN, Table
from sabot.table.stream import TABLE, replace
from sabot.table.tray import SealedBox

COUNTED_BY_TWO: Final = Confirmer(None, CASHIER, tried=False)


class CountDrop(Command, frozen=True, kw_only=True):
    """Count the notes and coins of a sealed drop box, by their value in dollars; another cashier
    counts them too."""

    pages = on_pages("cage")
    stopped_by = stops()

    seal: StaffText
    counts: Counts


class DropCounted(Event, frozen=True, kw_only=True):
    """`booked`: cents by the books, `difference`: what was counted beyond them, with a minus what
    is missing; `takers`: cents by the person who took them; `team`: who counted."""

    basis = statement(
        "variance",
        when=lambda event, at: bool(event.difference),
        amount=lambda event: abs(event.difference),
    )
    sight = STAFF_ONLY

    seal: StaffText
    counted: Counted
    total: int
    booked: int
    difference: int
    collected: datetime
    takers: Takers
    team: Annotated[tuple[str, ...], fixed(2, "persons who count")]


def barred_from(box: SealedBox) -> Iterator[str]:
    """Yield who does not count a box: who took it away, took its cash or signed slips."""
    yield box.by
    yield from box.takers
    yield from box.signers


def _box_of(table: Table, command: CountDrop, *team: str) -> SealedBox:
    """Return the box that is counted; reject a team that worked at the table."""
    seal = command.seal.strip()
    box = table.boxes.get(seal)
    if box is None:
        message = "No drop box of this table waits under seal {seal}."
        raise Refusal("no-box", None, message, seal=quoted(seal))
    for person in team:
        if any(is_same(person, each) for each in barred_from(box)):
            message = "{person} worked at this table or signed its slips: another team counts."
            raise Refusal("wrong-team", None, message, person=named(person))
    return box


def _second_count(table: Table, command: CountDrop) -> Confirmer:
    """Check the first count, and ask another cashier for the second."""
    _box_of(table, command, command.actor)
    counted_of(command.counts)
    return COUNTED_BY_TWO


@TABLE.decides(
    CountDrop,
    Leave(None, CASHIER),
    (*OPEN, CLOSED),
    confirmed_by=_second_count,
    confirmers=(CASHIER,),
)
def count_drop(table: Table, command: CountDrop, now: datetime) -> Sequence[Event]:
    """Decide the count once it is confirmed: only then is the second person known."""
    team = (command.actor, table.statements.confirmed_by)
    box, seal = _box_of(table, command, *team), command.seal.strip()
    counted = counted_of(command.counts)
    total = worth(counted)
    return [
        DropCounted(
            seal=seal,
            counted=counted,
            total=total,
            booked=box.amount,
            difference=total - box.amount,
            collected=box.collected,
            takers=box.takers,
            team=team,
        )
    ]


@TABLE.evolves(DropCounted)
def drop_counted(table: Table, event: DropCounted) -> Table:
    boxes = {seal: box for seal, box in table.boxes.items() if seal != event.seal}
    return replace(table, boxes=boxes)
