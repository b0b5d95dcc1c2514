"""The records room: what a command about the past must be told, found in the log.

No index is kept. Coups are numbered in their order and events without gaps, so that a coup is found
by halving the stream; what was put on file or reversed since is a chain of events, each with the
number of the one before it, whose newest the state knows. Every line is verified before it counts:
followed on to the next place where the house has signed that the stream stood.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, TypeVar

import msgspec

from sabot.parts.past import Past
from sabot.refusal import Refusal
from sabot.store.database import Reading
from sabot.store.lines import Broken, hash_in, read_line
from sabot.streams import Command, Event, Stream
from sabot.table import TABLE, Table
from sabot.table.cases.records import Record, Wanted, record_in, wanted, with_record
from sabot.table.irregularities.coups import CoupReversed, after_reversal
from sabot.table.result.clearing import CoupEnded, past_of_event

C = TypeVar("C")
ENDS = f'"what":"{str(CoupEnded.__struct_config__.tag).partition("/")[0]}/'.encode()
"""How such an event is named, in any version. In no text of an event: there the quotes would be
escaped."""


def looked_up(store: Reading, stream: str, table: Table, command: Command) -> Command:
    """The command with the record that it needs, if it needs one. Nobody who sends a command may
    fill it in."""
    if record_in(command) is not None:
        raise Refusal("bad-command", None, "The house says what its log has, nobody else.")
    sought = wanted(table, command)
    record = None if sought is None else find(store, stream, table.filed, sought)
    return command if record is None else with_record(command, record)


def find(store: Reading, stream: str, filed: int, sought: Wanted) -> Record | None:
    """A record of a table as it stands now. `filed` is where the chain ends."""
    if sought.kind is Past:
        return _coup(store, stream, filed, sought.number)
    return on_file(store, TABLE, stream, filed, sought.kind, sought.number)


def on_file(
    store: Reading, rules: Stream[Any], stream: str, filed: int, kind: type[C], number: int
) -> C | None:
    """A case of any kind of stream, as it was last put on file."""
    for _, event in _chain(store, rules, stream, filed):
        case = getattr(event, "case", None)
        if isinstance(case, kind) and getattr(case, "number", None) == number:
            return case
    return None


def _coup(store: Reading, stream: str, filed: int, number: int) -> Past | None:
    """The coup as it ended, for the last time if it was open again, and whether it was reversed."""
    first, beyond = 0, store.head(stream).seq
    while first < beyond:
        middle = (first + beyond) // 2
        ended = _next_end(store, stream, middle)
        if ended is not None and ended.number <= number:
            first = middle + 1
        else:
            beyond = middle
    event = _event(store, TABLE, stream, first, _end_after(store, stream, first)) if first else None
    if not isinstance(event, CoupEnded) or event.number != number:
        return None
    past = past_of_event(event)
    later = takewhile(lambda link: link[0] > first, _chain(store, TABLE, stream, filed))
    for _, each in reversed([*later]):
        if isinstance(each, CoupReversed) and each.number == number:
            past = after_reversal(past, each)
    return past


def reversals(store: Reading, stream: str, filed: int) -> dict[int, tuple[int, str]]:
    """Coups that were reversed when they were over: the event that did it, and its clause."""
    return {
        event.number: (seq, event.clause)
        for seq, event in _chain(store, TABLE, stream, filed)
        if isinstance(event, CoupReversed) and event.only is None
    }


def _next_end(store: Reading, stream: str, after: int) -> CoupEnded | None:
    """The first coup that ends after that event."""
    for stored in store.read(stream, after):
        if ENDS in stored.line:
            event = verified(TABLE, stream, stored.seq, stored.line)
            assert isinstance(event, CoupEnded)
            return event
    return None


def _chain(
    store: Reading, rules: Stream[Any], stream: str, filed: int
) -> Iterator[tuple[int, Event]]:
    """What was put on file or reversed, the newest first."""
    while filed:
        event = _event(store, rules, stream, filed)
        yield filed, event
        before: int = getattr(event, "before", 0)
        if before >= filed:
            raise _unsound(stream, filed)
        filed = before


def _end_after(store: Reading, stream: str, seq: int) -> int:
    """Up to where nothing may say that the coup of an event ended once more."""
    last = seq
    for stored in store.read(stream, seq):
        last = stored.seq
        if ENDS in stored.line:
            break
    return last


def _event(store: Reading, rules: Stream[Any], stream: str, seq: int, up_to: int = 0) -> Event:
    """One event, if it and all that follow up to another are as they were written."""
    sound = store.vouched(stream, seq, max(seq, up_to))
    line = store.line(stream, seq)
    if line is None or (sound is not None and hash_in(line) != sound):
        raise _unsound(stream, seq)
    return verified(rules, stream, seq, line)


def verified(rules: Stream[Any], stream: str, seq: int, text: bytes) -> Event:
    """The event of a line that is as it was written, in its place."""
    try:
        line = read_line(text)
        event = rules.read_event(text)
    except (Broken, msgspec.DecodeError):
        raise _unsound(stream, seq) from None
    if (line.stream, line.seq, line.hash) != (stream, seq, line.digest):
        raise _unsound(stream, seq)
    return event


def _unsound(stream: str, seq: int) -> Refusal:
    return Refusal(
        "unsound-log",
        None,
        "Event {seq} of {stream} is not as it was written: audit the log.",
        seq=seq,
        stream=stream,
    )
