"""Records that a command about the past needs: an earlier coup, or a wrong payment on file.

The table keeps the last coup and open cases. A command about an earlier one names its number; the
server fills in its record from the log before the command is decided.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.streams import Command
from sabot.parts.disputes import Dispute, RaiseDispute
from sabot.parts.past import PastCoup
from sabot.parts.statements import ConfirmStatement
from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.cases import payment_steps
from sabot.table.cases.payments import FindMispayment, RecordInquiry
from sabot.table.cases.rectification import RectifyPayment
from sabot.table.cases.redress import RaisePayment, RecordAttempt
from sabot.table.irregularities.report import DecideReport, cell_for
from sabot.table.irregularities.report_command import ReportIrregularity
from sabot.table.players.sanctions import SanctionPlayer
from sabot.table.players.seats import was_here
from sabot.table.result.invalidation import InvalidateOutcome
from sabot.table.state import Mispaid, Table
from sabot.table.stream import TABLE

Record = PastCoup | Dispute | Mispaid
replace = msgspec.structs.replace


class WantedRecord(NamedTuple):
    """Name a record: a coup, a dispute or a wrong payment of that number."""

    kind: type[Record]
    number: int


def wanted(table: Table, command: Command) -> WantedRecord | None:
    """Return the record that the command needs; None if the table's state is enough."""
    asks = ASKS.get(type(command))
    return None if asks is None or table.setup is None else asks(table, command)


def record_in(command: Command) -> Record | None:
    """The record that a command carries, or that the house put into what it confirms."""
    if isinstance(command, ConfirmStatement):
        filled = command.filled
        return None if filled is None else record_in(TABLE.read_logged(msgspec.json.encode(filled)))
    asked = command.report if isinstance(command, DecideReport) else command
    record: Record | None = getattr(asked, "record", None)
    return record


def with_record(command: Command, record: Record) -> Command:
    """The command with what the log has."""
    if isinstance(command, DecideReport) and command.report is not None:
        return replace(command, report=replace(command.report, record=record))
    return replace(command, record=record)


def _coup(table: Table, number: int | None) -> WantedRecord | None:
    known = table.past is not None and table.past.number == number
    if number is None or known or not 1 <= number < table.round.number:
        return None
    return WantedRecord(PastCoup, number)


def _of_report(table: Table, command: ReportIrregularity) -> WantedRecord | None:
    try:
        cell, _ = cell_for(table, command)
    except Refusal:
        return None
    return _coup(table, command.coup) if "coup" in cell.outcome.value.needs else None


def _of_decision(table: Table, command: DecideReport) -> WantedRecord | None:
    outcome = Outcome.__members__.get(command.outcome)
    if command.report is None or outcome is None or "coup" not in outcome.value.needs:
        return None
    return _coup(table, command.report.coup)


def _of_complaint(table: Table, command: RaiseDispute) -> WantedRecord | None:
    return None if was_here(table, command.player) else _coup(table, command.coup)


def _of_finding(table: Table, command: FindMispayment) -> WantedRecord | None:
    return _coup(table, command.coup)


def _of_fraud(table: Table, command: InvalidateOutcome | SanctionPlayer) -> WantedRecord | None:
    return _coup(table, command.coup)


def _of_payment(table: Table, command: Any) -> WantedRecord | None:
    number: int = command.number
    return WantedRecord(Mispaid, number) if payment_steps.is_on_file(table, number) else None


ASKS: dict[type[Command], Callable[[Table, Any], WantedRecord | None]] = {
    ReportIrregularity: _of_report,
    DecideReport: _of_decision,
    RaiseDispute: _of_complaint,
    FindMispayment: _of_finding,
    InvalidateOutcome: _of_fraud,
    SanctionPlayer: _of_fraud,
    RecordInquiry: _of_payment,
    RectifyPayment: _of_payment,
    RecordAttempt: _of_payment,
    RaisePayment: _of_payment,
}
