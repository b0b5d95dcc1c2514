"""The dealer calls a supervisor to the table, and the supervisor comes. Play does not wait."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, StaffText, on_pages, stops
from sabot.engine.streams import Command, Event
from sabot.table.state import OPEN, Table
from sabot.table.stream import BY_STAFF, BY_SUPERVISOR, TABLE, reason_of, replace


class CallSupervisor(Command, frozen=True, kw_only=True):
    """Call a supervisor to the table, and say why. A further call takes the place of the last."""

    pages = on_pages("deal")
    stopped_by = stops()

    reason: str


class SupervisorCalled(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    reason: str


@TABLE.decides(CallSupervisor, BY_STAFF, OPEN)
def call_supervisor(table: Table, command: CallSupervisor, now: datetime) -> Sequence[Event]:
    return [SupervisorCalled(reason=reason_of(command.reason))]


@TABLE.evolves(SupervisorCalled)
def supervisor_called(table: Table, event: SupervisorCalled) -> Table:
    return replace(table, calling=event.reason)


class AnswerCall(Command, frozen=True, kw_only=True):
    """A supervisor has come to the table. `note` says what came of it."""

    pages = on_pages("deal", "pit")
    stopped_by = stops()

    note: StaffText = ""


class CallAnswered(Event, frozen=True, kw_only=True):
    """`reason` is what the supervisor was called for."""

    basis = RECORD
    sight = STAFF_ONLY

    reason: str
    note: StaffText


@TABLE.decides(AnswerCall, BY_SUPERVISOR)
def answer_call(table: Table, command: AnswerCall, now: datetime) -> Sequence[Event]:
    """Answer a call for a supervisor, even if the table has closed in the meantime."""
    if table.calling is None:
        raise Refusal("not-called", None, "There is no call for a supervisor at this table.")
    return [CallAnswered(reason=table.calling, note=command.note.strip())]


@TABLE.evolves(CallAnswered)
def call_answered(table: Table, event: CallAnswered) -> Table:
    return replace(table, calling=None)
