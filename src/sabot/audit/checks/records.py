"""Records: what the house put into a command about the past is what the past was."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.finding import Finding, Step
from sabot.parts.disputes import Dispute
from sabot.parts.past import PastCoup
from sabot.table import TABLE
from sabot.table.cases.paid import after_finding
from sabot.table.cases.payments import MispaymentFound
from sabot.table.cases.records import Record, WantedRecord, record_in
from sabot.table.irregularities.remedies.coups import CoupReversed, after_reversal
from sabot.table.result.clearance import CoupEnded, past_of_event
from sabot.table.state import Mispaid, Table

CARRIED: Final = b'"record":'
DIGEST: Final = 16
"""Bytes of digest remembered of each coup."""


class RecordsCheck:
    """The coups and filed cases of a table that a later command may name."""

    def __init__(self) -> None:
        self._coups = bytearray()
        self._cases: dict[WantedRecord, bytes] = {}
        self._carried: Record | None = None

    def __call__(self, step: Step[Table]) -> Iterator[Finding]:
        if bytes(step.line.do):
            self._carried = carried = _carried(step)
        else:
            carried = None
        if carried is not None and _digest(carried) != self._known(carried):
            yield step.finding(
                "forged-record",
                f"The command carries a record of {_words(carried)} that its events do not bear"
                " out.",
            )
        event = step.event
        case: Any = getattr(event, "case", None)
        if case is not None:
            self._cases[WantedRecord(type(case), case.number)] = _digest(case)
        elif isinstance(event, CoupEnded):
            self._put(past_of_event(event))
        elif isinstance(event, CoupReversed):
            self._change(step, event.number, lambda past: after_reversal(past, event))
        elif isinstance(event, MispaymentFound) and event.before is not None:
            mispaid = event.mispaid
            self._change(step, mispaid.coup, lambda past: after_finding(past, mispaid))

    def _known(self, record: Record) -> bytes:
        if not isinstance(record, PastCoup):
            return self._cases.get(WantedRecord(type(record), record.number), b"")
        first = (record.number - 1) * DIGEST
        return bytes(self._coups[first : first + DIGEST]) if first >= 0 else b""

    def _put(self, past: PastCoup) -> None:
        """Coups are counted from 1; one that was open again ends anew."""
        first = (past.number - 1) * DIGEST
        if 0 <= first <= len(self._coups):
            self._coups[first : first + DIGEST] = _digest(past)

    def _change(
        self, step: Step[Table], number: int, change: Callable[[PastCoup], PastCoup]
    ) -> None:
        """Change the record of a coup from now on: of the last one, which the table knows, or of
        the one whose record the command carried."""
        past = step.before.past
        if past is None or past.number != number:
            past = self._carried if isinstance(self._carried, PastCoup) else None
        if past is not None and past.number == number:
            self._put(change(past))


def _carried(step: Step[Table]) -> Record | None:
    if CARRIED not in bytes(step.line.do):
        return None
    try:
        return record_in(TABLE.read_command(bytes(step.line.do)))
    except Refusal:
        return None


def _digest(record: Record) -> bytes:
    return sha256(msgspec.msgpack.encode(record, order="sorted")).digest()[:DIGEST]


def _words(record: Record) -> str:
    names = {PastCoup: "coup", Dispute: "dispute", Mispaid: "wrong payment"}
    return f"{names[type(record)]} {record.number}"
