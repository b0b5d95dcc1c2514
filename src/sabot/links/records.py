"""Records of the past that a command of a table needs, found in the log.

No index is kept. Coups are numbered in their order and events without gaps, so that a coup is found
by halving the stream; cases on file are found along their chain (`parts/case_files.py`).
"""

from itertools import takewhile

from sabot.engine.enrichment import EnrichmentContext
from sabot.engine.streams import Command
from sabot.parts.case_files import chain, on_file, verified, verified_event
from sabot.parts.past import PastCoup
from sabot.store.backends.queries import Reading
from sabot.table import TABLE, Table
from sabot.table.cases.paid import after_finding
from sabot.table.cases.payments import MispaymentFound
from sabot.table.cases.records import ASKS, Record, WantedRecord, wanted, with_record
from sabot.table.irregularities.remedies.coups import CoupReversed, after_reversal
from sabot.table.irregularities.report import DecideReport
from sabot.table.result.clearance import CoupEnded, past_of_event

ENDS = f'"what":"{str(CoupEnded.__struct_config__.tag).partition("/")[0]}/'.encode()
"""The beginning of such an event's name, in any version. No text of an event contains it, since
quotes are escaped there."""


def looked_up(store: Reading, stream: str, table: Table, command: Command) -> Command:
    """Return the command with the record that it needs, if it needs one."""
    sought = wanted(table, command)
    record = None if sought is None else find(store, stream, table.filed, sought)
    return command if record is None else with_record(command, record)


def find(store: Reading, stream: str, filed: int, sought: WantedRecord) -> Record | None:
    """Return a record of a table as it stands now. `filed` is where the chain of cases ends."""
    if sought.kind is PastCoup:
        return _coup(store, stream, filed, sought.number)
    return on_file(store, TABLE, stream, filed, sought.kind, sought.number)


def _coup(store: Reading, stream: str, filed: int, number: int) -> PastCoup | None:
    """Return the coup as it ended, for the last time if it was open again, with reversals and with
    payments of it that were found wrong."""
    first, beyond = 0, store.head(stream).seq
    while first < beyond:
        middle = (first + beyond) // 2
        ended = _next_end(store, stream, middle)
        if ended is not None and ended.number <= number:
            first = middle + 1
        else:
            beyond = middle
    if not first:
        return None
    event = verified_event(store, TABLE, stream, first, _end_after(store, stream, first))
    if not isinstance(event, CoupEnded) or event.number != number:
        return None
    past = past_of_event(event)
    later = takewhile(lambda link: link[0] > first, chain(store, TABLE, stream, filed))
    for _, each in reversed([*later]):
        if isinstance(each, CoupReversed) and each.number == number:
            past = after_reversal(past, each)
        elif isinstance(each, MispaymentFound):
            past = after_finding(past, each.mispaid)
    return past


def reversals(store: Reading, stream: str, filed: int) -> dict[int, tuple[int, str]]:
    """Return the coups that were reversed later: the event that did it, and its clause."""
    return {
        event.number: (seq, event.clause)
        for seq, event in chain(store, TABLE, stream, filed)
        if isinstance(event, CoupReversed) and event.only is None
    }


def _next_end(store: Reading, stream: str, after: int) -> CoupEnded | None:
    """Return the first coup that ends after that event."""
    for stored in store.read(stream, after):
        if ENDS in stored.line:
            event = verified(TABLE, stream, stored.seq, stored.line)
            assert isinstance(event, CoupEnded)
            return event
    return None


def _end_after(store: Reading, stream: str, seq: int) -> int:
    """Return the event up to which no other may say that the same coup ended once more."""
    last = seq
    for stored in store.read(stream, seq):
        last = stored.seq
        if ENDS in stored.line:
            break
    return last


def fill_in_record(context: EnrichmentContext[Table], command: Command) -> Command:
    """Fill in the record of the coup or of the wrong payment that a command is about."""
    return looked_up(context.log, context.stream, context.state, command)


for _command in ASKS:
    _field = "report" if _command is DecideReport else "record"
    TABLE.enriches(_command, _field)(fill_in_record)
