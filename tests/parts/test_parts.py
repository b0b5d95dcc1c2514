"""A kind of stream that is none of ours has notices and disputes after two calls."""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from sabot.audit.audit import Audit
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, STAFF_ONLY, api_only
from sabot.engine.kind import Kind
from sabot.engine.streams import Command, Event, Leave, Rejection, Stream
from sabot.floor import Floor
from sabot.parts.case_files import on_file
from sabot.parts.disputes import AT_HAND, Dispute, Docket, RaiseDispute
from sabot.parts.hearing import hear_disputes
from sabot.parts.notices import AT_HAND as GIVEN_AT_HAND
from sabot.parts.notices import (
    DueNotice,
    Notices,
    due_at,
    give_notices,
    is_late,
    notices_of,
    outstanding,
)
from sabot.rules.irregularities.irregularity import Duty, hours_before, within_days, within_hours
from sabot.rules.operation.conduct import Disputes, Power
from sabot.rules.roles import ROLES
from sabot.store import Batch, Entry, Store, open_store

SYDNEY = "Australia/Sydney"
NOON = datetime(2026, 3, 14, 1, 0, tzinfo=UTC)
replace = msgspec.structs.replace


class Raffle(msgspec.Struct, frozen=True):
    """A toy: entrants, and a draw that the regulator hears of beforehand."""

    version: int = 0
    at: datetime | None = None
    entrants: tuple[str, ...] = ()
    notices: Notices = Notices()
    disputes: Docket = Docket()
    filed: int = 0


class AnnounceDraw(Command, frozen=True, kw_only=True):
    pages = api_only("A test")

    draw: datetime
    entrants: tuple[str, ...]


class DrawAnnounced(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    entrants: tuple[str, ...]


RAFFLE: Stream[Raffle] = Stream(
    lambda raffle: raffle.version,
    lambda raffle: "open",
    lambda raffle, at: replace(raffle, version=raffle.version + 1, at=at),
)
DUTIES = (Duty("commission", hours_before(24), "16.12"), Duty("winner", within_days(2), "16.8"))
RULES = Disputes(Power("9.1", "tournament manager"), Power("9.2", "casino supervisor"), "9.3")


@RAFFLE.decides(AnnounceDraw, sent_by=ROLES)
def announce_draw(raffle: Raffle, command: AnnounceDraw, now: datetime) -> Sequence[Event]:
    told = notices_of(raffle.notices, DUTIES, "the draw", now, SYDNEY, command.draw)
    return [DrawAnnounced(entrants=command.entrants), *told]


@RAFFLE.evolves(DrawAnnounced)
def draw_announced(raffle: Raffle, event: DrawAnnounced) -> Raffle:
    return replace(raffle, entrants=event.entrants)


def check_entered(raffle: Raffle, command: RaiseDispute) -> None:
    if command.player not in raffle.entrants:
        raise Refusal("not-entered", "9.1", "Only an entrant disputes the draw.")


give_notices(RAFFLE, Leave(None, "dealer"))
hear_disputes(
    RAFFLE, lambda raffle: RULES, Leave(None, "dealer"), check_entered, first=ROLES, review=ROLES
)


class Draw:
    """A raffle, its log, and a clock that we turn."""

    def __init__(self) -> None:
        self.raffle, self.now = Raffle(), NOON
        self.log: list[Event] = []
        self._ids = itertools.count(1)
        self.ok("announce-draw", draw=(NOON + timedelta(hours=30)).isoformat(), entrants=["ann"])

    def ask(self, do: str, actor: str = "dan", role: str = "dealer", **more: Any) -> Any:
        said = {"id": str(next(self._ids)), "do": do, "actor": actor, "role": role, **more}
        return RAFFLE.decide(self.raffle, RAFFLE.read_command(msgspec.json.encode(said)), self.now)

    def ok(self, do: str, *who: str, **more: Any) -> Any:
        decided = self.ask(do, *who, **more)
        assert not isinstance(decided, Rejection), decided
        for event in decided:
            self.raffle = RAFFLE.evolve(self.raffle, event, self.now)
            self.log.append(event)
        return decided[0]

    def no(self, do: str, *who: str, **more: Any) -> str:
        decided = self.ask(do, *who, **more)
        assert isinstance(decided, Rejection), decided
        return decided.code


def test_a_draw_is_told_of_in_time_or_late() -> None:
    draw = Draw()
    regulator, winner = outstanding(draw.raffle.notices)
    assert (regulator.by, winner.by) == (
        NOON + timedelta(hours=6),
        datetime(2026, 3, 16, 13, tzinfo=UTC),
    )
    draw.now += timedelta(hours=6)
    assert not draw.ok("give-notice", number=1, channel="letter").late
    draw.now = datetime(2026, 3, 16, 13, tzinfo=UTC)
    assert draw.ok("give-notice", number=2, channel="telephone").late
    assert draw.no("give-notice", number=2, channel="telephone") == "already-given"
    assert draw.no("give-notice", number=3, channel="telephone") == "no-notice"


@pytest.mark.parametrize(
    ("word", "due", "until"),
    [
        (within_hours(48), timedelta(hours=48), timedelta(0)),
        (hours_before(24), timedelta(hours=6), timedelta(0)),
        (within_days(2), timedelta(days=2, hours=12), timedelta(microseconds=-1)),
    ],
)
def test_hours_are_counted_and_days_end_at_midnight(
    word: str, due: timedelta, until: timedelta
) -> None:
    """Noon in Sydney; what is to begin begins thirty hours later. `until` is the last moment."""
    by = due_at(NOON, word, SYDNEY, NOON + timedelta(hours=30))
    assert by == NOON + due
    notice = DueNotice(1, "commission", "1.1", "the draw", by, word)
    assert not is_late(notice, by + until)
    assert is_late(notice, by + until + timedelta(microseconds=1))


def test_what_begins_at_no_time_has_no_hours_before_it() -> None:
    with pytest.raises(ValueError, match="no duty is due 24 hours before"):
        due_at(NOON, hours_before(24), SYDNEY)


def test_a_dispute_goes_its_way_and_on_file() -> None:
    draw, first, other = Draw(), ("tim", "tournament manager"), ("sue", "casino supervisor")
    said = {"decision": "the draw stands", "reason": "seen"}
    assert draw.no("raise-dispute", "bob", "player", player="bob", about="luck") == "not-entered"
    for number in range(1, AT_HAND + 2):
        draw.ok("raise-dispute", "ann", "player", player="ann", about="luck")
        assert draw.no("decide-dispute", number=number, **said) == "wrong-role"
        draw.ok("decide-dispute", *first, number=number, **said)
    assert (draw.raffle.disputes.count, min(draw.raffle.disputes.cases)) == (AT_HAND + 1, 2)
    filed = draw.log[-1].dispute  # type: ignore[attr-defined]
    assert isinstance(filed, Dispute) and filed.number == 1
    assert draw.raffle.filed == draw.raffle.version, "the last event put it on file"
    stream = kept(draw.log)
    record = msgspec.to_builtins(on_file(stream, RAFFLE, "raffle:1", draw.raffle.filed, Dispute, 1))
    assert record == msgspec.to_builtins(filed)
    assert on_file(stream, RAFFLE, "raffle:1", draw.raffle.filed, Dispute, 2) is None
    draw.ok("ask-review", "ann", "player", number=1, record=record)
    draw.ok("review-dispute", *other, number=1, **said)
    assert 1 not in draw.raffle.disputes.cases
    draw.ok("advise-complaint", number=AT_HAND + 1)
    again = Raffle()
    for event in draw.log:
        again = RAFFLE.evolve(again, RAFFLE.read_event(msgspec.json.encode(event)), draw.now)
    assert replace(again, at=None) == replace(draw.raffle, at=None)


def test_the_server_reads_a_dispute_on_file_and_takes_no_sender_s_word_for_it() -> None:
    """By any stream that hears disputes, tournaments and promotions too."""
    kind = Kind("raffle:", "raffle", RAFFLE, Raffle, lambda name: Raffle(), "sabot.table")
    floor, ids = Floor(open_store("sqlite://"), lambda: NOON, kinds=(kind,)), itertools.count(1)

    def do(do: str, actor: str = "ann", role: str = "player", **more: Any) -> Any:
        said = {"id": str(next(ids)), "do": do, "actor": actor, "role": role, "stream": "raffle:1"}
        return floor.do("", floor.read(msgspec.json.encode({**said, **more})))

    draw = (NOON + timedelta(hours=30)).isoformat()
    do("announce-draw", "dan", "dealer", draw=draw, entrants=["ann"])
    said = {"decision": "the draw stands", "reason": "seen"}
    for number in range(1, AT_HAND + 2):
        do("raise-dispute", player="ann", about="luck")
        do("decide-dispute", "tim", "tournament manager", number=number, **said)
    forged = {"number": 1, "player": "bob", "about": "luck", "decision": "ann pays bob"}
    assert do("ask-review", number=1, record=forged).rejected.code == "bad-command"
    (asked,) = do("ask-review", number=1).events
    record = msgspec.json.decode(asked)["do"]["record"]
    assert (record["player"], record["decision"]) == ("ann", "the draw stands")
    (asked,) = do("ask-review", number=2).events
    assert "record" not in msgspec.json.decode(asked)["do"], "that one is at hand"
    audit = Audit(kinds=(kind,))
    found = [each for line in floor.store.read_all() for each in audit.take(line.line)]
    assert [*found, *audit.end()] == []


def kept(log: Sequence[Event]) -> Store:
    """The log in a store, where the house looks for what is on file."""
    made = []
    for event in log:
        what = str(event.__struct_config__.tag)
        fields = msgspec.json.encode(event)[len(f'{{"what":"{what}",') : -1]
        made.append(Entry(NOON, "dan", what, fields))
    store = open_store("sqlite://")
    store.append(Batch("raffle:1", 0, made))
    return store


def test_given_notices_leave_and_are_counted() -> None:
    draw = Draw()
    for _ in range(GIVEN_AT_HAND):
        draw.ok("announce-draw", draw=(NOON + timedelta(hours=30)).isoformat(), entrants=["ann"])
    for number in range(1, GIVEN_AT_HAND + 3):
        draw.ok("give-notice", number=number, channel="letter")
    assert draw.raffle.notices.count == 2 * (GIVEN_AT_HAND + 1)
    assert 1 not in draw.raffle.notices.due
    assert draw.no("give-notice", number=1, channel="letter") == "already-given"
