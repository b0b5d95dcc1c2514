"""Events and commands of older forms: the log keeps its lines, every reader gets today's event, and
the audit finds nothing wrong with them but what is."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import pytest

from compliance.nights import Json, kinds, rehashed
from sabot.audit.walk import Walk
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, api_only
from sabot.engine.finding import Finding
from sabot.engine.live import read_line
from sabot.engine.streams import Command, Event, Fields, Stream, version
from sabot.rules.roles import ROLES


class Bell(msgspec.Struct, frozen=True):
    version: int = 0
    rung: int = 0
    tones: tuple[str | None, ...] = ()


BELL: Stream[Bell] = Stream(
    lambda bell: bell.version,
    lambda bell: "open",
    lambda bell, at: msgspec.structs.replace(bell, version=bell.version + 1),
)


class Ring(Command, frozen=True, kw_only=True):
    """Once a `strike` of so many `hits`."""

    pages = api_only("A test")

    times: int


class Rung(Event, frozen=True, kw_only=True, tag=version(3)):
    """First with a `count`; then with `times`; now with the tone too, which no older line tells."""

    basis = RECORD
    sight = STAFF_ONLY

    times: int
    total: int
    tone: str | None = None


@BELL.decides(Ring, sent_by=ROLES)
def ring(bell: Bell, command: Ring, now: datetime) -> Sequence[Event]:
    return [Rung(times=command.times, total=bell.rung + command.times, tone="high")]


@BELL.evolves(Rung)
def rung(bell: Bell, event: Rung) -> Bell:
    return msgspec.structs.replace(bell, rung=event.total, tones=(*bell.tones, event.tone))


@BELL.upcasts("rung/1", "rung/2")
def _counted(fields: Fields) -> Fields:
    assert set(fields) == {"count", "total"}, "nothing that is the log's own"
    return {"times": fields["count"], "total": fields["total"]}


@BELL.upcasts("rung/2", "rung/3")
def _toneless(fields: Fields) -> Fields:
    return fields


@BELL.upcasts("strike", "ring")
def _struck(fields: Fields) -> Fields:
    return {"actor": fields["actor"], "role": fields["role"], "times": fields["hits"]}


AT = "2026-03-14T20:00:00.000000Z"
STRUCK: Json = {"do": "strike", "id": "1", "actor": "ann", "role": "dealer", "hits": 2}
RUNG: Json = {"do": "ring", "id": "2", "actor": "ann", "role": "dealer", "times": 3}


def event(what: str, do: Json, **fields: Any) -> Json:
    head = {"stream": "bell:1", "seq": 0, "at": AT, "by": "ann", "what": what}
    return {**head, "id": do["id"], "do": do, **fields}


def log(**changed: Any) -> list[bytes]:
    """Return one line of each version."""
    return rehashed(
        [
            event("rung/1", STRUCK, **{"count": 2, "total": 2, **changed}),
            event("rung/2", RUNG, times=3, total=5),
            event("rung/3", {**STRUCK, "id": "3"}, times=2, total=7, tone="high"),
            event("rung/3", {**RUNG, "id": "4"}, times=3, total=10, tone="high"),
        ]
    )


def walked(lines: list[bytes]) -> tuple[list[Finding], Bell]:
    walk = Walk(BELL, Bell(), [])
    found = [f for text in lines for f in walk.take(read_line(text), text.removesuffix(b"\n"))]
    return [*found, *walk.end()], walk.state


def test_every_version_is_read_as_todays_event() -> None:
    events = [BELL.read_event(line) for line in log()]
    assert events[:2] == [Rung(times=2, total=2), Rung(times=3, total=5)]
    assert events[2] == Rung(times=2, total=7, tone="high")
    assert BELL.names_of(Rung) == ("rung/3", "rung/2", "rung/1")


def test_a_line_as_fields_keeps_what_is_the_logs_own() -> None:
    first = msgspec.json.decode(log()[0])
    assert BELL.today(first) == {
        **{name: value for name, value in first.items() if name != "count"},
        "what": "rung/3",
        "times": 2,
    }


def test_an_event_of_no_version_that_ever_was_is_not_read() -> None:
    for what in ("rung/4", "rung/0", "rang/1"):
        with pytest.raises(msgspec.ValidationError):
            BELL.read_event(msgspec.json.encode(event(what, RUNG, times=3, total=5)))
    with pytest.raises(msgspec.ValidationError):
        BELL.read_event(b"[]")


def test_an_older_command_is_read_from_the_log_and_from_nobody_else() -> None:
    text = msgspec.json.encode(STRUCK)
    assert BELL.read_logged(text) == Ring(id="1", actor="ann", role="dealer", times=2)
    for asked in (text, b'{"do":"toll"}', b"[", b"1"):
        with pytest.raises(Refusal):
            BELL.read_command(asked)
    for asked in (b'{"do":"toll"}', b"[", b"1"):
        with pytest.raises(Refusal):
            BELL.read_logged(asked)


def test_an_audit_finds_nothing_wrong_with_an_older_version() -> None:
    found, bell = walked(log())
    assert found == []
    assert bell == Bell(4, 10, (None, None, "high", "high"))


@pytest.mark.parametrize("changed", [{"total": 3}, {"count": 1}, {"by": "bob"}, {"id": "9"}])
def test_an_audit_finds_what_is_wrong_with_an_older_version(changed: Json) -> None:
    found, _ = walked(log(**changed))
    assert kinds(found) & {"not-decided-so", "wrong-actor", "wrong-command"}
    assert found[0].seq == 1


def test_what_an_older_version_could_say_is_compared() -> None:
    """A tone in a line of version 2 is no field of that version, yet it was written there."""
    lines = rehashed([event("rung/2", RUNG, times=3, total=3, tone="low")])
    assert kinds(walked(lines)[0]) == {"not-decided-so"}
