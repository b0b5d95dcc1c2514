"""Cases on file: read back from the log and verified.

What a stream puts on file, or changes of it later, is a chain of events: each has the number of the
one before it (`before`), and the state has the number of the newest (`filed`). No index is kept.
Every line is verified before it counts: followed on to the next place where the casino has signed
where the stream stood.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.streams import Event, Stream
from sabot.store.backends.queries import Reading
from sabot.store.log.lines import Broken, hash_in, read_line

C = TypeVar("C")


def on_file(
    log: Reading, rules: Stream[Any], stream: str, filed: int, kind: type[C], number: int
) -> C | None:
    """Return the case of that kind and number as it was last put on file."""
    for _, event in chain(log, rules, stream, filed):
        case = getattr(event, "case", None)
        if isinstance(case, kind) and getattr(case, "number", None) == number:
            return case
    return None


def chain(log: Reading, rules: Stream[Any], stream: str, filed: int) -> Iterator[tuple[int, Event]]:
    """Yield the events of the chain with their numbers, the newest first."""
    while filed:
        event = verified_event(log, rules, stream, filed)
        yield filed, event
        before: int = getattr(event, "before", 0)
        if before >= filed:
            raise unsound(stream, filed)
        filed = before


def verified_event(
    log: Reading, rules: Stream[Any], stream: str, seq: int, up_to: int = 0
) -> Event:
    """Return one event, if it and all that follow up to another are as they were written."""
    sound = log.verified_hash(stream, seq, max(seq, up_to))
    line = log.line(stream, seq)
    if line is None or (sound is not None and hash_in(line) != sound):
        raise unsound(stream, seq)
    return verified(rules, stream, seq, line)


def verified(rules: Stream[Any], stream: str, seq: int, text: bytes) -> Event:
    """Return the event of a line that is as it was written, in its place."""
    try:
        line = read_line(text)
        event = rules.read_event(text)
    except (Broken, msgspec.DecodeError):
        raise unsound(stream, seq) from None
    if (line.stream, line.seq, line.hash) != (stream, seq, line.digest):
        raise unsound(stream, seq)
    return event


def unsound(stream: str, seq: int) -> Refusal:
    """Return the refusal of an event that is not as it was written."""
    return Refusal(
        "unsound-log",
        None,
        "Event {seq} of {stream} is not as it was written: audit the log.",
        seq=seq,
        stream=stream,
    )
