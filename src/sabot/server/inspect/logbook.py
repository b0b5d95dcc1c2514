"""Read the log page by page: heads, lines as they are, and searches.

No question reads more than a few thousand events; a long search goes on where the last page of it
ended. Numbers of coups and times only grow in a stream, so both are found by halving.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.floor.kinds import ACCOUNTS, PERSONS, TABLES
from sabot.sentences.words import Told, told
from sabot.store import Store, Stored
from sabot.store.log.lines import stamp

MOST_LINES: Final = 500
MOST_FOUND: Final = 200
MOST_STREAMS: Final = 1_000
SCANNED: Final = 5_000
"""So many events are looked at for one page of a search."""
LOOK_AHEAD: Final = 500
"""The end of a coup is looked for among so many events after one of it."""
COUP_ENDED: Final = b'"what":"coup-ended/'
NOBODYS: Final = frozenset(
    {"hand", "on", "what", "role", "do", "id", "via", "clause", "prev", "hash"}
)
"""Fields whose text is no name of a person."""


class StreamView(msgspec.Struct, frozen=True):
    """The head of a stream: the number and the hash of its last event."""

    stream: str
    seq: int
    hash: str


class LinesView(msgspec.Struct, frozen=True):
    """Lines of one stream, exactly as the log keeps them, what each says in English (`told`) and
    in the other languages, and where the stream stands."""

    stream: str
    lines: list[str]
    told: list[str]
    words: list[dict[str, str]]
    head: StreamView


class EventFilter(msgspec.Struct, frozen=True):
    """Filter of events. `what` is a kind of event without its version, `coup` a number at the table
    whose stream is named."""

    stream: str = ""
    what: str = ""
    player: str = ""
    coup: int = 0
    since: datetime | None = None
    until: datetime | None = None


class Found(msgspec.Struct, frozen=True, omit_defaults=True):
    """A matching event; `coup` is the one it belongs to, where that is over, `via` the session or
    token that it came through, if any."""

    stream: str
    seq: int
    at: str
    by: str
    what: str
    text: str
    words: dict[str, str] = {}
    coup: int | None = None
    via: str | None = None


class FoundPage(msgspec.Struct, frozen=True):
    """A page of a search; it goes on with `after` unless it is `done`."""

    found: list[Found]
    after: int
    done: bool


def streams(store: Store, start: str, after: str, limit: int) -> list[StreamView]:
    """A page of the streams whose names start so, and where each stands, in order."""
    return [
        StreamView(name, *store.head(name)) for name in store.streams_after(start, after, limit)
    ]


def lines(store: Store, stream: str, after: int, limit: int) -> LinesView:
    """Lines of a stream after a number. A byte that is no text comes out as a mark that changes
    the hash, so that the reader sees it."""
    head = store.head(stream)
    if not head.seq:
        raise Refusal(
            "unknown-stream", None, "The log has no stream {stream}.", stream=quoted(stream)
        )
    read = list(islice(store.read(stream, after), limit))
    said = [told_of(each, event_of(each.line) or {}) for each in read]
    return LinesView(
        stream,
        [each.line.decode(errors="replace") for each in read],
        [each.en for each in said],
        [each.words for each in said],
        StreamView(stream, *head),
    )


def search(store: Store, wanted: EventFilter, after: int, limit: int) -> FoundPage:
    """The next page of what is looked for. `after` is an event's number in the stream, or its
    place in the whole log where no stream is named."""
    if wanted.coup and not TABLES.has(wanted.stream):
        raise Refusal("bad-query", None, "A coup is looked for at a table: name its stream.")
    if not wanted.stream:
        return _page(store.read_all(after), wanted, limit, lambda each: each.position, after)
    last = store.head(wanted.stream).seq
    if not last:
        raise Refusal(
            "unknown-stream", None, "The log has no stream {stream}.", stream=quoted(wanted.stream)
        )
    first = 1
    if wanted.since is not None:
        first = first_of(last, from_moment(store, wanted.stream, wanted.since))
    if wanted.coup:
        start, last = coup_span(store, wanted.stream, wanted.coup)
        first = max(first, start)
    after = max(after, first - 1)
    events = islice(store.read(wanted.stream, after), max(0, last - after))
    return _page(events, wanted, limit, lambda each: each.seq, after)


def _page(
    events: Iterator[Stored],
    wanted: EventFilter,
    limit: int,
    place: Callable[[Stored], int],
    after: int,
) -> FoundPage:
    tests, until = _tests(wanted), None if wanted.until is None else stamp(wanted.until)
    found: list[tuple[Stored, dict[str, Any]]] = []
    seen = list(islice(events, SCANNED))
    for each in seen:
        after = place(each)
        event = event_of(each.line)
        if event is None:
            continue
        if until is not None and event["at"] > until and wanted.stream:
            return FoundPage(_told(found, seen, events), after, True)
        if all(test(each.line, event) for test in tests):
            found.append((each, event))
        if len(found) == limit:
            return FoundPage(_told(found, seen, events), after, False)
    return FoundPage(_told(found, seen, events), after, len(seen) < SCANNED)


def _tests(wanted: EventFilter) -> list[Callable[[bytes, dict[str, Any]], bool]]:
    """Return the tests of a filter, the cheapest first."""
    tests: list[Callable[[bytes, dict[str, Any]], bool]] = []
    if wanted.what:
        tests.append(lambda line, event: event["what"].partition("/")[0] == wanted.what)
    if wanted.since is not None:
        since = stamp(wanted.since)
        tests.append(lambda line, event: event["at"] >= since)
    if wanted.until is not None:
        until = stamp(wanted.until)
        tests.append(lambda line, event: event["at"] <= until)
    if wanted.player:
        name, own = msgspec.json.encode(wanted.player), own_streams(wanted.player)
        tests.append(
            lambda line, event: (
                event.get("stream") in own or (name in line and names(event, wanted.player))
            )
        )
    return tests


def own_streams(player: str) -> frozenset[str]:
    """Return the streams whose every event is about the person."""
    return frozenset({ACCOUNTS.stream(player), PERSONS.stream(player)})


def names(event: Any, name: str) -> bool:
    """Return True if an event names a person: in a field, in a list, or by what belongs to them."""
    if isinstance(event, dict):
        return any(
            key == name or (key not in NOBODYS and names(value, name))
            for key, value in event.items()
        )
    if isinstance(event, list):
        return any(names(each, name) for each in event)
    return bool(event == name)


def event_of(line: bytes) -> dict[str, Any] | None:
    """The event of a line; None for one that is no event, which a search passes over."""
    try:
        event = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    fields = ("at", "by", "what")
    if isinstance(event, dict) and all(isinstance(event.get(each), str) for each in fields):
        return event
    return None


def _told(
    found: list[tuple[Stored, dict[str, Any]]], seen: list[Stored], rest: Iterator[Stored]
) -> list[Found]:
    """Return the matching events, each with the coup that ends next at its table."""
    coups: dict[tuple[str, int], int] = {}
    open_: dict[str, list[int]] = {}
    wanted = {(each.stream, each.seq) for each, _ in found}
    for each in (*seen, *islice(rest, LOOK_AHEAD if found else 0)):
        if (each.stream, each.seq) in wanted:
            open_.setdefault(each.stream, []).append(each.seq)
        if COUP_ENDED in each.line:
            number = _coup_in(each.line)
            for seq in open_.pop(each.stream, ()) if number else ():
                coups[each.stream, seq] = number
    return [
        Found(
            each.stream,
            each.seq,
            event["at"],
            event["by"],
            event["what"],
            (said := told_of(each, event)).en,
            said.words,
            coups.get((each.stream, each.seq)),
            event.get("via"),
        )
        for each, event in found
    ]


def told_of(each: Stored, event: dict[str, Any]) -> Told:
    """The event in words; nothing where it is not as such an event is."""
    who = each.stream.partition(":")[2]
    try:
        return told(event["what"], {"who": who, **event} if who else event)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return Told()


def _coup_in(line: bytes) -> int:
    event = event_of(line)
    number = None if event is None else event.get("number")
    return number if isinstance(number, int) else 0


def coup_span(store: Store, stream: str, coup: int) -> tuple[int, int]:
    """The numbers of the first and the last event of a coup: from the end of the one before it to
    its own, or to the end of the log while it is played."""
    last = store.head(stream).seq

    def ends_with(number: int) -> int:
        """The first event from which on such a coup, or a later one, is the next to end."""
        return first_of(last, lambda seq: _next_coup(store, stream, seq, last) >= number)

    start = ends_with(coup)
    end = ends_with(coup + 1) - 1
    if end < start:
        raise Refusal(
            "unknown-coup", None, "{stream} has no coup {coup}.", stream=stream, coup=coup
        )
    return start, end


def _next_coup(store: Store, stream: str, seq: int, last: int) -> int:
    """The coup that ends next, at this event or after it; beyond the last one, the one that would
    follow it."""
    number = 0
    for each in store.read(stream, seq - 1):
        if each.seq > last:
            break
        if COUP_ENDED in each.line:
            return _coup_in(each.line)
    for each in _backwards(store, stream, last):
        if COUP_ENDED in each.line:
            number = _coup_in(each.line)
            break
    return number + 1


def _backwards(store: Store, stream: str, last: int) -> Iterator[Stored]:
    """The events of a stream from the last to the first, a page at a time."""
    while last > 0:
        first = max(0, last - LOOK_AHEAD)
        page = list(islice(store.read(stream, first), last - first))
        yield from reversed(page)
        last = first


def first_of(last: int, holds: Callable[[int], bool]) -> int:
    """The first number from 1 for which it holds, as for all after it; one more than the last if
    there is none."""
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def from_moment(store: Store, stream: str, since: datetime) -> Callable[[int], bool]:
    moment = stamp(since)

    def holds(seq: int) -> bool:
        each = next(store.read(stream, seq - 1), None)
        event = None if each is None else event_of(each.line)
        return event is None or event["at"] >= moment

    return holds


def moment(text: str) -> datetime | None:
    """A time as a page gives it, in UTC where it names no zone; None for none."""
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        message = "{text} is no time: write it as 2026-01-31T20:15."
        raise Refusal("bad-query", None, message, text=quoted(text)) from None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
