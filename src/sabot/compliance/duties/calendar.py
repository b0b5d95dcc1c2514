"""The calendar read off a log, line by line, so that it can be gone on with any time.

Nothing is kept but the duties that are open, the documents that a stream is under, and the newest
that were done. A stream of any kind whose state has notices is on it by itself.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from sabot.compliance.duties.entry import DutyEntry, Fulfilled, is_overdue, ready_at
from sabot.engine.finding import spoken
from sabot.engine.kind import Kind
from sabot.engine.streams import EventEnvelope, read_line
from sabot.floor.kinds import KINDS, kind_of
from sabot.parts.notices import DueNotice
from sabot.rulebooks import EDITIONS, RULEBOOKS
from sabot.rulebooks.duties import all_duties, duties_of
from sabot.rules.irregularities.irregularity import UNTIMED
from sabot.rules.operation.duties import (
    NOTICE_DUE,
    NOTICE_GIVEN,
    DutyRow,
    EventSight,
    document,
    plain,
    value_at,
)
from sabot.sentences.words import Told, about, fixed, told

KEPT: Final = 5_000
"""Number of the newest fulfilled duties that stay in memory; the log has all."""
OPENS_TABLE: Final = "table-opened"
LEAST: Final = "limit.least"
_SEEN: Final = sorted(
    {NOTICE_DUE, NOTICE_GIVEN, OPENS_TABLE}
    | {each.event for row in all_duties() for each in (*row.opened, *row.done, *row.dropped)}
)
_MISSED: Final = {each.event for row in all_duties() for each in row.missed}
READ: Final = re.compile(
    rb'"what":"(?:%b)/|"seq":1,|"rulebooks":'
    % b"|".join(map(str.encode, sorted({*_SEEN, *_MISSED})))
)
"""The lines that the calendar is made of."""
Fields = Mapping[str, Any]


class StreamDuties(msgspec.Struct):
    """The calendar's state of a stream: its documents, its open duties, and the least stake on its
    sign."""

    documents: tuple[str, ...] = ()
    open: dict[str, DutyEntry] = {}
    least: int = 0


class Calendar:
    """Lines of a log go in by `take`, in their order; what comes out are duties that were done."""

    def __init__(self, keep: int | None = KEPT, kinds: tuple[Kind[Any], ...] = KINDS) -> None:
        self._kinds = kinds
        self.places: dict[str, StreamDuties] = {}
        self.done: deque[DutyEntry] = deque(maxlen=keep)
        self.unread = 0
        """Lines that cannot be read; what is wrong with them is for the audit to say."""

    def open(self) -> list[DutyEntry]:
        """All that is not done, as it arose."""
        found = (entry for place in self.places.values() for entry in place.open.values())
        return sorted(found, key=lambda each: (each.at, each.stream, each.seq))

    def take(self, raw: bytes) -> list[DutyEntry]:
        """Put in the next line; the duties that it fulfils."""
        if not READ.search(raw):
            return []
        try:
            line = read_line(raw)
            kind = kind_of(line.stream, self._kinds)
            if kind is None:
                return []
            fields = _fields(kind, raw)
            done = list(self._put(line, fields))
        except (msgspec.MsgspecError, AttributeError, LookupError, TypeError, ValueError,
                RecursionError):  # fmt: skip
            self.unread += 1
            return []
        self.done.extend(done)
        return done

    def _put(self, line: EventEnvelope, fields: Fields) -> Iterator[DutyEntry]:
        what = line.what.partition("/")[0]
        place = self.places.get(line.stream)
        documents = _documents(what, fields, known=place is not None and bool(place.documents))
        if documents or (place is None and what == NOTICE_DUE):
            place = self.places.setdefault(line.stream, StreamDuties(open={}))
            place.documents = documents or place.documents
        if place is None:
            return
        if what in _MISSED:
            _miss(place, what, line, fields)
        if what == NOTICE_DUE:
            _open(place, _notice(place, line, fields))
        elif what == NOTICE_GIVEN:
            yield from _closed(place, _notice_key(plain(fields.get("number"))), line, fields)
        owed = {each.document: None for each in place.open.values() if not each.is_notice}
        for row in _rows(dict.fromkeys(place.documents, None) | owed):
            yield from _ended(place, row, what, line, fields)
        for row in _rows(place.documents):
            yield from _begun(place, row, what, line, fields)
        if isinstance(least := value_at(fields, LEAST), int):
            place.least = least


def _ended(
    place: StreamDuties, row: DutyRow, what: str, line: EventEnvelope, fields: Fields
) -> Iterator[DutyEntry]:
    """Close or drop the duties that this event fulfils or cancels; yield those that were closed."""
    key = _fits(row.done, what, fields)
    if key is not None:
        strict = row.strict and value_at(fields, LEAST) != place.least
        yield from _closed(place, _key(row, key), line, fields, strict)
    if _fits(row.dropped, what, fields) is not None:
        for each in [each for each in place.open if each.startswith(_key(row, ""))]:
            del place.open[each]


def _begun(
    place: StreamDuties, row: DutyRow, what: str, line: EventEnvelope, fields: Fields
) -> Iterator[DutyEntry]:
    """Open the duty that this event begins, and close it if the event fulfils it as well."""
    key = _fits(row.opened, what, fields)
    if key is None:
        return
    _open(place, _entry(row, line, fields), _key(row, key))
    if _fits(row.done, what, fields) == key:
        yield from _closed(place, _key(row, key), line, fields)


def _miss(place: StreamDuties, what: str, line: EventEnvelope, fields: Fields) -> None:
    """Mark open duties as missed by an event before which they should have been done."""
    waiting = {key: each for key, each in place.open.items() if each.missed is None}
    rows = [row for row in _rows({each.document: None for each in waiting.values()}) if row.missed]
    for row in rows:
        if _fits(row.missed, what, fields) is not None:
            for key in [each for each in waiting if each.startswith(_key(row, ""))]:
                place.open[key] = msgspec.structs.replace(waiting[key], missed=line.seq)


def _fits(sights: Iterable[EventSight], what: str, fields: Fields) -> str | None:
    """The key of the first that this event is; None if it is none of them."""
    for sight in sights:
        if sight.event == what and sight.fits(fields):
            return sight.key_in(fields)
    return None


def _open(place: StreamDuties, entry: DutyEntry, key: str | None = None) -> None:
    place.open[key or _notice_key(plain(entry.number))] = entry


def _closed(
    place: StreamDuties, key: str, line: EventEnvelope, fields: Fields, strict: bool = False
) -> Iterator[DutyEntry]:
    entry = place.open.get(key)
    if entry is None:
        return
    del place.open[key]
    early = entry.is_sign and entry.due is not None and line.at < entry.due
    if early and not strict:
        return  # the table was empty or all agreed: else it would have been refused
    done = Fulfilled(line.seq, line.at, line.by, line.what.partition("/")[0], _how(fields))
    ended = msgspec.structs.replace(entry, done=done)
    late = early or is_overdue(ended, line.at)
    yield msgspec.structs.replace(ended, done=msgspec.structs.replace(done, late=late))


def _how(fields: Fields) -> str:
    """Return the channel and note of a fulfilment."""
    said = (fields.get("channel"), fields.get("note") or None)
    return ": ".join(str(each) for each in said if each)


# Duties that begin


def _key(row: DutyRow, key: str) -> str:
    return f"{row.name}|{row.clause}|{row.to}|{key}"


def _notice_key(number: str) -> str:
    return f"{NOTICE_DUE}|{number}"


def _rows(documents: Iterable[str]) -> Iterator[DutyRow]:
    """The duties of these documents that are no notices."""
    for each in documents:
        yield from (row for row in duties_of(each) if not row.by_notice)


def _entry(row: DutyRow, line: EventEnvelope, fields: Fields) -> DutyEntry:
    takes_effect = value_at(fields, "sign.takes_effect")
    said = _said(line, fields)
    return DutyEntry(
        duty=row.name,
        rulebook=row.rulebook,
        edition=row.edition,
        clause=row.clause,
        who=row.who,
        to=row.to,
        stream=line.stream,
        seq=line.seq,
        at=line.at,
        by=line.by,
        until=row.until,
        due=ready_at(
            row,
            line.at,
            None if takes_effect is None else msgspec.convert(takes_effect, type(line.at)),
        ),
        about=said.en,
        words=said.words,
    )


def _notice(place: StreamDuties, line: EventEnvelope, fields: Fields) -> DutyEntry:
    """A notice as its event has it, with the row of the document that it is under."""
    due = msgspec.convert(fields["notice"], DueNotice)
    row = next((row for each in place.documents for row in duties_of(each)
                if row.by_notice and (row.clause, row.to) == (_bare(due.clause), due.to)),
               None)  # fmt: skip
    said = about(due.about)
    return DutyEntry(
        duty=due.duty if row is None else row.name,
        rulebook="" if row is None else row.rulebook,
        edition="" if row is None else row.edition,
        clause=due.clause,
        who="" if row is None else row.who,
        to=due.to,
        stream=line.stream,
        seq=line.seq,
        at=line.at,
        by=line.by,
        until=due.deadline,
        due=None if due.deadline in UNTIMED else due.by,
        number=due.number,
        about=said.en,
        words=said.words,
    )


def _said(line: EventEnvelope, fields: Fields) -> Told:
    """The event as a sentence; by its name where it does not have what such an event has."""
    try:
        return told(line.what, fields)
    except (AttributeError, LookupError, TypeError, ValueError):
        return fixed(spoken(line.what))


def _bare(clause: str) -> str:
    return clause.partition("(")[0]


def documents_of(line: bytes) -> tuple[str, ...]:
    """The documents that a stream is under which begins with that line."""
    return _documents("", msgspec.json.decode(line), known=False)


def _documents(what: str, fields: Fields, known: bool) -> tuple[str, ...]:
    """The documents that an event puts its stream under: those that a table is opened with, and
    those that a tournament or a promotion names."""
    if known and what != OPENS_TABLE and "rulebooks" not in fields:
        return ()
    named = {name: each for name, each in fields.items() if name != "do"}
    return tuple(dict.fromkeys(_named(named, 3)))


def _named(fields: object, depth: int) -> Iterator[str]:
    """Every document that is named, under the edition that stands beside it; under the newest
    where none does, or one that this release does not know."""
    if not isinstance(fields, dict) or not depth:
        return
    for name, value in fields.items():
        if name == "rulebook" and isinstance(value, str):
            edition = fields.get("edition")
            known = edition if edition in EDITIONS.get(value, {}) else ""
            yield from (document(each, known) for each in [value] if each in RULEBOOKS)
        elif name == "rulebooks" and isinstance(value, list):
            yield from (each for each in value if each in RULEBOOKS)
        else:
            yield from _named(value, depth - 1)


def _fields(kind: Kind[Any], raw: bytes) -> Fields:
    fields = msgspec.json.decode(raw)
    return kind.rules.today(fields) if kind.rules.is_old(str(fields.get("what"))) else fields
