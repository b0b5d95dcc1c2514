"""Fills that a dealer asks for: the pit and the cage see them, and a fill answers them."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, STAFF_ONLY, Stop, on_pages, stops
from sabot.engine.streams import Command, Event
from sabot.table.chip_set import ChipCounts, ChipsSaid
from sabot.table.chips.floats import float_chips, open_shift
from sabot.table.state import OPEN, Table
from sabot.table.stream import BY_STAFF, TABLE, amount_of, replace
from sabot.table.tray import FillAsked


class RequestFill(Command, frozen=True, kw_only=True):
    """Ask for chips from the cage; `chips` are their numbers by value in dollars."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.TOURNAMENT)

    amount: str
    chips: ChipsSaid | None = None


class FillRequested(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    amount: int
    chips: ChipCounts
    asked_by: str
    asked: datetime


@TABLE.decides(RequestFill, BY_STAFF, OPEN)
def request_fill(table: Table, command: RequestFill, now: datetime) -> Sequence[Event]:
    open_shift(table)
    if table.fill_asked is not None:
        message = "{person} has asked for a fill of {amount} already."
        by, amount = named(table.fill_asked.by), table.told(table.fill_asked.amount)
        raise Refusal("fill-asked", None, message, person=by, amount=amount)
    wanted = amount_of(command.amount)
    chips = float_chips(table, wanted, command.chips) or {}
    return [FillRequested(amount=wanted, chips=chips, asked_by=command.actor, asked=now)]


@TABLE.evolves(FillRequested)
def fill_requested(table: Table, event: FillRequested) -> Table:
    asked = FillAsked(event.amount, event.asked_by, event.asked, event.chips)
    return replace(table, fill_asked=asked)


class CancelFillRequest(Command, frozen=True, kw_only=True):
    """Take back a fill that was asked for."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()


class FillRequestCancelled(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    amount: int


@TABLE.decides(CancelFillRequest, BY_STAFF)
def cancel_fill_request(table: Table, command: CancelFillRequest, now: datetime) -> Sequence[Event]:
    if table.fill_asked is None:
        raise Refusal("no-fill-asked", None, "No fill is asked for at this table.")
    return [FillRequestCancelled(amount=table.fill_asked.amount)]


@TABLE.evolves(FillRequestCancelled)
def fill_request_cancelled(table: Table, event: FillRequestCancelled) -> Table:
    return replace(table, fill_asked=None)
