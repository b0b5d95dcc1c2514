"""Every command decided again, and what follows compared with the log, byte by byte."""

from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from sabot.audit.answers import AnsweredCommands
from sabot.audit.revisions import RevisionsCheck
from sabot.core.refusal import Refusal, named, quoted
from sabot.core.revision import CARDS, FIRST
from sabot.engine.finding import Finding, spoken
from sabot.engine.live import EventEnvelope, entries, envelope, own
from sabot.engine.secrecy import check_kept
from sabot.engine.streams import Command, Event, Rejection, Stream
from sabot.store import Entry
from sabot.store.log.lines import stamp

S = TypeVar("S")
Adapt = Callable[[Event, Event | None], Event]
"""Function that rewrites a decided event in the form that an older release logged."""

_END = len(f',"prev":"{"0" * 64}","hash":"{"0" * 64}"}}')


class Redecision(Generic[S]):
    """Decide the commands of one stream again, in their order. Events of one command share its id
    and stand together; the first carries the command, which is decided under the revision that it
    names. `unasked`: some events follow from no command."""

    def __init__(
        self,
        rules: Stream[S],
        adapt: Adapt = lambda decided, _: decided,
        unasked: bool = False,
        revisions: RevisionsCheck | None = None,
    ) -> None:
        self._rules = rules
        self._revisions = revisions or RevisionsCheck()
        self._adapt = adapt
        self._unasked = unasked
        self._answered = AnsweredCommands()
        self._id: str | None = None
        self._command: Command | None = None
        self._at: datetime | None = None
        self._wanted: deque[Event] | None = None
        self._first = False
        self._last: EventEnvelope | None = None

    def take(
        self, line: EventEnvelope, text: bytes, event: Event | None, state: S, at: datetime | None
    ) -> Iterator[Finding]:
        """The next event, None where it cannot be read; `state` and `at` are before it."""
        if bytes(line.do) or line.id != self._id:
            yield from self.close()
            yield from self._begin(line, state, at)
        self._last = line
        if self._wanted is not None and self._command is not None:
            yield from self._compare(line, text, event, self._wanted, self._command)
        self._first = False

    def close(self) -> Iterator[Finding]:
        """The command has no further events: were there to be any?"""
        if self._wanted and self._last is not None:
            missing = self._wanted[0]
            yield _at(
                self._last,
                "not-decided-so",
                f"{_name(missing)} should have followed, and is not there.",
                getattr(missing, "clause", None),
            )
        self._wanted = None

    def _begin(self, line: EventEnvelope, state: S, at: datetime | None) -> Iterator[Finding]:
        self._id, self._command, self._first = line.id, None, True
        if self._answered.add(own(line.by, line.id)):
            yield _at(line, "command-repeated", f"Command {quoted(line.id)} was answered before.")
        if not bytes(line.do):
            if not self._unasked:
                yield _at(line, "no-command", "No command led to this event.")
            return
        try:
            command = self._rules.read_logged(bytes(line.do))
            command = msgspec.structs.replace(command, via=line.via)
        except Refusal as refused:
            yield _at(line, "bad-command", refused.message)
            return
        self._command, self._at = command, line.at
        yield from _taken_down(line, command, at)
        under = FIRST if command.under is None else command.under
        yield from self._revisions.take(line, under)
        if under >= CARDS:
            yield from _without_secrets(line, command)
        try:
            given = msgspec.structs.replace(command, under=under)
            decided = self._rules.decide(state, given, line.at)
        except Exception as error:  # a state that no sound log leads to
            yield _at(
                line,
                "cannot-be-decided",
                f"{_tag(command)} makes no sense as the log stands here ({type(error).__name__}).",
            )
            return
        if isinstance(decided, Rejection):
            message = f"{_tag(command)} should have been rejected: {decided.message}"
            yield _at(line, "should-be-rejected", message, decided.clause)
            return
        self._wanted = deque(decided)

    def _compare(
        self,
        line: EventEnvelope,
        text: bytes,
        event: Event | None,
        wanted: deque[Event],
        command: Command,
    ) -> Iterator[Finding]:
        if not wanted:
            yield _at(
                line, "not-decided-so", f"{spoken(line.what)} does not follow from {_tag(command)}."
            )
            return
        decided = self._adapt(wanted.popleft(), event)
        if event is not None and self._rules.is_old(line.what):
            decided = _as_said(decided, event, _told(text[:-_END]))
        body = self._body(line, decided, command)
        if text[:-_END] == body:
            return
        if event == decided and _is_part(self._today(_told(text[:-_END])), _told(body)):
            return  # written before the event had the form that it has today
        self._wanted = None  # one finding a command: the rest follows from the first
        if line.at != self._at:
            yield _at(line, "wrong-time", "The events of one command have different times.")
        elif line.by != command.actor:
            yield _at(
                line,
                "wrong-actor",
                f"{named(line.by)} is named, and {named(command.actor)} gave the command.",
            )
        elif event is not None and type(event) is not type(decided):
            message = f"{spoken(line.what)} is logged where {_name(decided)} should have followed."
            yield _at(line, "not-decided-so", message, getattr(decided, "clause", None))
        elif event is not None and event != decided:
            yield _at(line, "not-decided-so", *_difference(event, decided))
        elif event is not None:
            yield _at(line, "not-as-written", "The event's text is not as the house writes it.")

    def _today(self, told: dict[str, Any]) -> dict[str, Any]:
        """A line in today's form, without a command that had another one."""
        given = told.get("do")
        if isinstance(given, dict) and self._rules.is_old(str(given.get("do"))):
            told = {name: value for name, value in told.items() if name != "do"}
        return self._rules.today(told)

    def _body(self, line: EventEnvelope, event: Event, command: Command) -> bytes:
        """The event's text up to its hashes, as the house would have written it."""
        at = self._at or line.at
        entry: Entry = entries(command, (event,), at)[0]
        fields = entry.fields
        if not self._first:
            given, do = envelope(command)
            fields = given + fields[len(given) + len(do) :]
        by = msgspec.json.encode(command.actor).decode()
        head = (
            f'{{"stream":"{line.stream}","seq":{line.seq},"at":"{stamp(at)}"'
            f',"by":{by},"what":"{entry.what}",'
        )
        return head.encode() + fields


def _taken_down(line: EventEnvelope, command: Command, at: datetime | None) -> Iterator[Finding]:
    """Compare the command's id and time with those of its line."""
    if command.id != line.id:
        yield _at(line, "wrong-command", "The command has another id than its events.")
    sent = command.at
    if sent is None:
        return
    if sent.tzinfo is None or line.at < sent or (line.at > sent and line.at != at):
        yield _at(line, "wrong-time", f"The command is of {sent}, its event of {line.at}.")


def _without_secrets(line: EventEnvelope, command: Command) -> Iterator[Finding]:
    """Report a secret that stands in the log in clear though this release would have covered it."""
    try:
        check_kept(command)
    except Refusal:
        yield _at(line, "secret-in-clear", f"{_tag(command)} has a card's number in clear.")


def _as_said(decided: Event, event: Event, told: dict[str, Any]) -> Event:
    """Return the decided event without fields that an older version did not have, and that
    upcasting left at their defaults."""
    if type(event) is not type(decided):
        return decided
    unsaid = {
        field.name: getattr(event, field.name)
        for field in msgspec.structs.fields(event)
        if field.encode_name not in told
        and not field.required
        and getattr(event, field.name) == _default(field)
    }
    return msgspec.structs.replace(decided, **unsaid)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return made() if callable(made) else field.default


def _told(body: bytes) -> Any:
    return msgspec.json.decode(body + b"}")


def _is_part(found: Any, wanted: Any) -> bool:
    """Return True if all found fields are in the wanted ones, which may have more.

    >>> _is_part({"a": [{}]}, {"a": [{"b": 1}]}), _is_part({"c": 1}, {"a": 1})
    (True, False)
    """
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() <= wanted.keys() and all(
            _is_part(found[key], wanted[key]) for key in found
        )
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(_is_part, found, wanted))
    return type(found) is type(wanted) and bool(found == wanted)


def _at(line: EventEnvelope, finding: str, message: str, clause: str | None = None) -> Finding:
    return Finding(finding, clause, line.stream, line.seq, message)


def _tag(command: Command) -> str:
    return spoken(type(command).__struct_config__.tag)


def _name(event: Event) -> str:
    return spoken(type(event).__struct_config__.tag)


def _difference(found: Event, wanted: Event) -> tuple[str, str | None]:
    """In one sentence where two events differ, and the clause nearest to that."""
    path, is_, should, clause = first_difference(
        msgspec.to_builtins(found), msgspec.to_builtins(wanted)
    )
    where = ", ".join(path)
    return f"{_name(found)}: {where} is {quoted(is_)} and should be {quoted(should)}.", clause


def first_difference(
    found: Any, wanted: Any, clause: str | None = None
) -> tuple[list[str], Any, Any, str | None]:
    """The path to the first difference, both values there, and the last clause on the way.

    >>> first_difference({"a": [1, 2], "clause": "5.1"}, {"a": [1, 3], "clause": "5.1"})
    (['a', '2'], 2, 3, '5.1')
    """
    if isinstance(found, dict) and isinstance(wanted, dict):
        here = wanted.get("clause")
        clause = here if isinstance(here, str) else clause
        for key in {**wanted, **found}:
            if key not in found or key not in wanted or found[key] != wanted[key]:
                path, *rest = first_difference(found.get(key), wanted.get(key), clause)
                return [str(key), *path], rest[0], rest[1], rest[2]
    if isinstance(found, list | tuple) and isinstance(wanted, list | tuple):
        for place in range(max(len(found), len(wanted))):
            one = found[place] if place < len(found) else None
            other = wanted[place] if place < len(wanted) else None
            if one != other:
                path, *rest = first_difference(one, other, clause)
                return [str(place + 1), *path], rest[0], rest[1], rest[2]
    if isinstance(wanted, dict) and isinstance(wanted.get("clause"), str):
        clause = wanted["clause"]
    return [], found, wanted, clause
