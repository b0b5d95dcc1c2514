"""Format of an event: one line of JSON, chained to the event before it in its stream.

The keys stand in this order: `stream`, `seq`, `at`, `by`, `what`, the event's own fields, `prev`,
`hash`. `seq` counts from 1 in each stream without gaps. `prev` is the hash of the stream's event
before, 64 zeros for the first. `hash` is the SHA-256, in hex, of the line's exact UTF-8 text with
the final `,"hash":"…"` taken out. Anyone can check a line with three lines of their own:

>>> import hashlib, re
>>> moment = "2026-01-31T20:15:00.000000Z"
>>> line, _ = write_line("table:1", 1, moment, '"dora"', "opened/1", b"", ZEROS)
>>> text, found = re.fullmatch(rb'(.*),"hash":"([0-9a-f]{64})"}', line).groups()
>>> hashlib.sha256(text + b"}").hexdigest() == found.decode()
True

The text is compact JSON as `msgspec` writes it: no spaces between the parts, no escape that is not
needed, no key twice. A line of any other shape is refused, so two texts never say the same event.
"""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal, quoted

ZEROS: Final = "0" * 64
"""Previous hash of a stream's first event."""
LARGEST: Final = 2**20
"""Bytes in one event's own fields, or in one sealed thing, at the very most."""
EVENT: Final = 2**16
"""Bytes in the own fields of an event that does not say what makes it larger."""
LONGEST_NAME: Final = 200
FIRST_KEYS: Final = ("stream", "seq", "at", "by", "what")
LAST_KEYS: Final = ("prev", "hash")

_RESERVED: Final = frozenset(FIRST_KEYS + LAST_KEYS)
_NAME: Final = re.compile(rf'[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{{1,{LONGEST_NAME}}}')
_STAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_START: Final = re.compile(rb'{"stream":"([^"\\]+)","seq":(\d{1,19}),')
_AT: Final = re.compile(rb'{"stream":"[^"\\]+","seq":\d{1,19},"at":"([0-9TZ:.-]+)"')
_END: Final = re.compile(rb',"prev":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"}')
_END_LENGTH: Final = len(f',"prev":"{ZEROS}","hash":"{ZEROS}"}}')
_HASH_LENGTH: Final = len(f',"hash":"{ZEROS}"}}')
_TEXT: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder().decode


class Head(NamedTuple):
    """Number and hash of a stream's last event."""

    seq: int
    hash: str


START: Final = Head(0, ZEROS)
"""Head of a stream before its first event."""


class EventOrder(NamedTuple):
    """Number of all events, and the digest of their order."""

    events: int = 0
    digest: str = ZEROS

    def then(self, event_hash: str) -> "EventOrder":
        """With one more event."""
        return EventOrder(self.events + 1, sha256((self.digest + event_hash).encode()).hexdigest())


class ChainPosition(NamedTuple):
    """Position of a line in its chain. `digest` is the hash of its actual text."""

    stream: str
    seq: int
    at: str
    prev: str
    hash: str
    digest: str


class Broken(ValueError):
    """A line that is no event: `kind` is for programs, the text is a sentence."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def write_line(
    stream: str, seq: int, at: str, by: str, what: str, fields: bytes, prev: str
) -> tuple[bytes, str]:
    """The text of an event and its hash, `by` and `fields` being JSON already."""
    start = f'{{"stream":"{stream}","seq":{seq},"at":"{at}","by":{by},"what":"{what}"'
    text = b'%b%b%b,"prev":"%b"' % (
        start.encode(),
        b"," if fields else b"",
        fields,
        prev.encode(),
    )
    digest = sha256(text + b"}").hexdigest()
    return b'%b,"hash":"%b"}' % (text, digest.encode()), digest


def hash_in(line: bytes) -> str:
    """Return the hash at the end of a valid line. An invalid line yields arbitrary text."""
    return line[-66:-2].decode("ascii", errors="replace")


def is_name(text: object) -> bool:
    """Return True if the text can name a stream, a kind of event or a vault entry."""
    return type(text) is str and _is_name(text)


@lru_cache(maxsize=65536)
def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def stamp(at: datetime) -> str:
    """The moment in UTC, always to the microsecond, so that text sorts as time does.

    >>> stamp(datetime(2026, 1, 31, 20, 15, tzinfo=UTC))
    '2026-01-31T20:15:00.000000Z'
    """
    if not isinstance(at, datetime) or at.tzinfo is None:
        raise Refusal("bad-event", None, f"{quoted(at)} is not a moment with its time zone.")
    if at.tzinfo is not UTC:
        try:
            at = at.astimezone(UTC)
        except OverflowError:
            raise Refusal("bad-event", None, f"{at} is beyond the calendar.") from None
    text = _encode(at)[1:-2].decode()
    return f"{text}Z" if at.microsecond else f"{text}.000000Z"


def written_name(by: object) -> str:
    """Return the actor's name as JSON."""
    if type(by) is str and 0 < len(by) <= LONGEST_NAME:
        try:
            return _encode(by).decode()
        except UnicodeEncodeError:
            pass
    raise Refusal("bad-event", None, f"{quoted(by)} is not a person's name.")


def check_fields(fields: object) -> None:
    """Refuse an event's own fields that would not make a valid line."""
    if type(fields) is not bytes:
        raise Refusal("bad-event", None, "An event's fields are the bytes of its inner JSON.")
    if len(fields) > LARGEST:
        raise Refusal("event-too-big", None, f"An event has at most {LARGEST:,} bytes of fields.")
    if not fields:
        return
    try:
        names = compact(b"{%b}" % fields)
    except Broken as broken:
        raise Refusal(
            "bad-event", None, f"An event's fields are no compact JSON: {broken}"
        ) from None
    if not _RESERVED.isdisjoint(names):
        name = min(_RESERVED.intersection(names))
        raise Refusal("bad-event", None, f"An event's own fields may not be named {quoted(name)}.")


def read_line(line: bytes) -> ChainPosition:
    """Take a line apart, strictly; `Broken` if it is not exactly as the store writes it."""
    event = compact(line)
    keys = tuple(event)
    if keys[:5] != FIRST_KEYS or keys[-2:] != LAST_KEYS or len(keys) < 7:
        raise Broken("bad-shape", "The keys are not stream, seq, at, by, what, …, prev, hash.")
    stream, seq, at = event["stream"], event["seq"], event["at"]
    if not is_name(stream) or not is_name(event["what"]):
        raise Broken("bad-shape", "The stream or the kind of event has no proper name.")
    if type(seq) is not int or not 0 < seq < 2**63:
        raise Broken("bad-shape", "The event's number is not a count from 1.")
    if not _is_stamp(at):
        raise Broken("bad-shape", "The moment is not in UTC to the microsecond.")
    if type(event["by"]) is not str or not 0 < len(event["by"]) <= LONGEST_NAME:
        raise Broken("bad-shape", "The event does not name who did it.")
    end = _END.fullmatch(line[-_END_LENGTH:])
    if end is None:
        raise Broken("bad-shape", "The line does not end in two hashes.")
    digest = sha256(line[:-_HASH_LENGTH] + b"}").hexdigest()
    return ChainPosition(stream, seq, at, end[1].decode(), end[2].decode(), digest)


def peek(line: bytes) -> tuple[str, int, str]:
    """Stream, number and real hash of a line, as far as it says; for lines verified elsewhere."""
    match = _START.match(line)
    digest = sha256(line[:-_HASH_LENGTH] + b"}").hexdigest()
    return (match[1].decode(errors="replace"), int(match[2]), digest) if match else ("", 0, digest)


def follows(line: bytes, stream: str, seq: int, prev: str | None) -> str | None:
    """The hash of a line that is this event of its stream, as it was written, and follows that
    hash; None if it is another."""
    start = f'{{"stream":"{stream}","seq":{seq},'.encode()
    end = _END.fullmatch(line[-_END_LENGTH:])
    if end is None or not line.startswith(start):
        return None
    found = end[2].decode()
    if prev is not None and end[1] != prev.encode():
        return None
    return found if sha256(line[:-_HASH_LENGTH] + b"}").hexdigest() == found else None


def moment(line: bytes) -> datetime | None:
    """When the event of a line was, if the line says so."""
    match = _AT.match(line)
    at = match[1].decode() if match else ""
    return datetime.fromisoformat(at) if _is_stamp(at) else None


def compact(text: bytes) -> dict[str, Any]:
    """The object that compact JSON says; `Broken` names what else is there."""
    try:
        found = _decode(text)
        if type(found) is dict and _encode(found) == text:
            return found
    except (ValueError, RecursionError):
        pass
    raise _diagnosis(text)


def _is_stamp(at: object) -> bool:
    if type(at) is not str or _STAMP.fullmatch(at) is None:
        return False
    try:
        datetime.fromisoformat(at)
    except ValueError:
        return False
    return True


def _diagnosis(text: bytes) -> Broken:
    """Why a text is not compact JSON of one object."""
    try:
        found = json.loads(text.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
    except Broken as broken:
        return broken
    except UnicodeDecodeError:
        return Broken("bad-text", "The bytes are not UTF-8.")
    except json.JSONDecodeError as error:
        extra = error.msg == "Extra data"
        return Broken("bad-json", "Something follows the object." if extra else "This is no JSON.")
    except (ValueError, RecursionError):
        return Broken("bad-json", "The JSON has a number too long or is nested too deeply.")
    if type(found) is not dict:
        return Broken("bad-shape", "The JSON is not an object.")
    if re.search(rb"\s", _TEXT.sub(b"", text)):
        return Broken("not-compact", "There is white space between the parts.")
    return Broken("not-compact", "A text or a number is not written in the shortest way.")


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Broken("repeated-key", "A key stands there twice.")
    return found


def _no_constant(name: str) -> None:
    raise Broken("bad-json", f"{name} is no JSON.")
