"""Snapshot of the calendar, so that a server need not read its whole log anew.

The snapshot is a cache for a page. The store signs it like all expiring rows, and it names the last
event that it has read, so that a snapshot of another log is rejected. `sabot duties` reads the log
itself.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec

from sabot import __version__
from sabot.compliance.duties.calendar import KEPT, READ, Calendar, StreamDuties
from sabot.compliance.duties.entry import DutyEntry
from sabot.rulebooks.duties import all_duties
from sabot.sentences.names import MARKED
from sabot.store.log.lines import LARGEST

NEWEST: Final = 500
"""Number of fulfilled duties in a snapshot."""


class KeptCalendar(msgspec.Struct, frozen=True):
    """`reader` says what read it: another one begins again. `last` is the hash of the event at that
    position."""

    reader: str
    position: int
    last: str
    places: dict[str, StreamDuties]
    done: list[DutyEntry]


_kept: Final = msgspec.msgpack.Decoder(KeptCalendar)


@cache
def reader() -> str:
    told = repr((__version__, READ.pattern, MARKED.pattern, all_duties()))
    return hashlib.sha256(told.encode()).hexdigest()


def put_away(calendar: Calendar, position: int, last: str) -> bytes | None:
    """All that it knows up to a position of the log, where the event of that hash stands; None if
    that is too much to put away."""
    newest = list(calendar.done)[-NEWEST:]
    data = msgspec.msgpack.encode(KeptCalendar(reader(), position, last, calendar.places, newest))
    return data if len(data) <= LARGEST else None


def taken_up(data: bytes | None, hash_at: Callable[[int], str]) -> tuple[Calendar, int]:
    """A calendar, and the position that it has read up to: 0 where nothing can be taken up.
    `hash_at` is the hash of the log's event at a position."""
    calendar = Calendar(keep=KEPT)
    if data is None:
        return calendar, 0
    try:
        kept = _kept.decode(data)
    except (msgspec.MsgspecError, TypeError, ValueError):
        return calendar, 0
    if kept.reader != reader() or kept.last != hash_at(kept.position):
        return calendar, 0
    calendar.places.update(kept.places)
    calendar.done.extend(kept.done)
    return calendar, kept.position
