"""Proceedings of a tournament for the regulator: each decision, disqualification, dispute, call-off
and draw, of its own log and of its tables while they were in its use, in the order of time.

Nothing is listed by hand: what an event rests on and which topics it belongs to is declared at its
class. Sessions have one number each, that of the schedule; one that was called again says so.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from sabot.engine.declarations import DECISION_RESTS, Topic
from sabot.engine.streams import Event, Stream, read_line
from sabot.parts.draw import DrawAbandoned, DrawOpened, DrawSealed
from sabot.sentences.words import clause_of, told
from sabot.table import TABLE
from sabot.tournament.desk.kind import TOURNAMENT_KIND
from sabot.tournament.purse.cancellation import TournamentCancelled
from sabot.tournament.sessions.placements import PlacesAnnounced, SessionAnnounced
from sabot.tournament.sessions.session_call import SeatsAllotted, SessionCalled
from sabot.tournament.sessions.session_play import SessionCalledOff

TOPICS: Final[Mapping[Topic, str]] = {
    Topic.DRAW: "draw",
    Topic.DISPUTE: "dispute",
    Topic.CONDUCT: "dispute",
}
"""Kinds of proceedings by the topic of an event."""
SEATED, CALLED_OFF, ABANDONED, UNOPENED = "seated", "called off", "abandoned", "not opened"


class Use(NamedTuple):
    """A table that a session used, from its call until its end; None: it is not over."""

    table: str
    since: datetime
    until: datetime | None


class Proceeding(msgspec.Struct, frozen=True):
    """An entry: `kind` is "draw", "dispute" or the effect of a decision; `session` is that of the
    schedule (0 before the first), `call` counts how often it was called."""

    at: datetime
    by: str
    kind: str
    session: int
    stage: str
    call: int
    table: str
    text: str
    words: dict[str, str]
    reason: str
    clause: str | None


class DrawRecord(msgspec.Struct, frozen=True):
    """A sealed draw of seats: `outcome` is "seated", "called off" (its seats were not played),
    "abandoned" (opened, and no seats followed) or "not opened"."""

    number: int
    at: datetime
    by: str
    digest: str
    session: int
    call: int
    outcome: str


class Proceedings(msgspec.Struct, frozen=True):
    acts: list[Proceeding]
    draws: list[DrawRecord]
    calls: dict[int, tuple[int, str, int]]
    """Session, stage and call of each sitting by its number, as sheets name it."""


class _Place(NamedTuple):
    """The session to which an event belongs."""

    session: int = 0
    stage: str = ""
    call: int = 0


def kind_of_event(event: Event) -> str | None:
    """Return the kind of proceeding that an event is; None: it is none."""
    topic = next((TOPICS[each] for each in event.topics if each in TOPICS), None)
    if topic is not None:
        return topic
    return event.basis.effect if event.basis.rests == DECISION_RESTS else None


class _Reader:
    """Read a tournament's log; keep the session that each moment belongs to."""

    def __init__(self) -> None:
        self.acts: list[Proceeding] = []
        self.draws: dict[int, DrawRecord] = {}
        self.calls: dict[int, tuple[int, str, int]] = {}
        self.uses: list[Use] = []
        self._places: list[tuple[datetime, _Place]] = []
        self._counts: dict[tuple[int, str], int] = {}

    @property
    def place(self) -> _Place:
        return self._places[-1][1] if self._places else _Place()

    def place_at(self, at: datetime) -> _Place:
        """Return the session that was on at a moment."""
        return next((place for since, place in reversed(self._places) if since <= at), _Place())

    def take(self, stream: Stream[Any], text: bytes, table: str = "") -> None:
        line, event = read_line(text), stream.read_event(text)
        if not table:
            self._follow(event, line.at, line.by)
        kind = kind_of_event(event)
        if kind is None:
            return
        place = self.place_at(line.at) if table else self.place
        fields: dict[str, Any] = msgspec.json.decode(text)
        said = told(line.what, {**fields, "who": line.by})
        self.acts.append(
            Proceeding(
                at=line.at, by=line.by, kind=kind, session=place.session, stage=place.stage,
                call=place.call, table=table, text=said.en, words=said.words,
                reason=str(getattr(event, "reason", "") or ""), clause=clause_of(event),
            )
        )  # fmt: skip

    def _follow(self, event: Event, at: datetime, by: str) -> None:
        match event:
            case SessionCalled():
                key = event.session, event.stage
                self._counts[key] = self._counts.get(key, 0) + 1
                place = _Place(*key, self._counts[key])
                self._places.append((at, place))
                self.calls[event.number] = (*key, place.call)
                self.uses += [Use(table, at, None) for table in event.tables]
            case DrawSealed():
                self.draws[event.number] = DrawRecord(
                    event.number, at, by, event.digest, 0, 0, UNOPENED
                )
            case DrawOpened() | DrawAbandoned():
                self._outcome(event.number, ABANDONED)
            case SeatsAllotted():
                self._outcome(max(self.draws, default=0), SEATED)
            case SessionCalledOff():
                self._outcome(max(self.draws, default=0), CALLED_OFF)
                self._end(at)
            case SessionAnnounced() | PlacesAnnounced() | TournamentCancelled():
                self._end(at)

    def _outcome(self, number: int, outcome: str) -> None:
        draw = self.draws.get(number)
        if draw is not None and not (outcome == CALLED_OFF and draw.outcome != SEATED):
            place = self.place if self._places and self._places[-1][0] >= draw.at else _Place()
            self.draws[number] = msgspec.structs.replace(
                draw, outcome=outcome, session=place.session, call=place.call
            )

    def _end(self, at: datetime) -> None:
        self.uses = [each._replace(until=each.until or at) for each in self.uses]


def uses_of(lines: Iterable[bytes]) -> list[Use]:
    """Return the tables that a tournament used, and when, from its log."""
    reader = _Reader()
    for text in lines:
        reader.take(TOURNAMENT_KIND.rules, text)
    return reader.uses


def proceedings_of(lines: Iterable[bytes], tables: Mapping[str, Iterable[bytes]]) -> Proceedings:
    """Return the proceedings from a tournament's log and from the logs of the tables that it used;
    a table's events count while the table was in its use."""
    reader = _Reader()
    for text in lines:
        reader.take(TOURNAMENT_KIND.rules, text)
    for table, found in tables.items():
        for text in found:
            if is_within(reader.uses, table, read_line(text).at):
                reader.take(TABLE, text, table)
    acts = sorted(reader.acts, key=lambda each: each.at)
    return Proceedings(acts, [*reader.draws.values()], reader.calls)


def is_within(uses: Iterable[Use], table: str | None, at: datetime) -> bool:
    """Return True if a session used that table at that moment."""
    return any(
        each.table == table and each.since <= at and (each.until is None or at <= each.until)
        for each in uses
    )
