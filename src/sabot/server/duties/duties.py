"""Duties over HTTP: their status, a calendar file, and notices to be given."""

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec

from sabot.compliance.duties.ics import calendar_file
from sabot.compliance.duties.shown import DutyView
from sabot.core.refusal import Refusal, quoted
from sabot.floor.kinds import KINDS, kind_of
from sabot.parts.notices import GiveNotice
from sabot.server.duties.desk import Counts, chosen, counted
from sabot.server.http.names import telling
from sabot.server.http.routes import SUPERVISORS, WATCHERS, Asked, Hears, Reply, Route, via_of
from sabot.server.tables.tables import DoneCommand, answered

MOST: Final = 500
TO_TELL: Final = SUPERVISORS | WATCHERS
Text = Annotated[str, msgspec.Meta(max_length=500)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class DutiesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Filter of duties: of today (with late ones), of this week, late, open, or done; of one
    stream, or of one document."""

    show: Literal["today", "week", "late", "open", "done"] = "today"
    stream: Text = ""
    rulebook: Text = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 200


class DutiesPage(msgspec.Struct, frozen=True):
    """Duties, most pressing first, newest first among those done; `more`: number left out. `zone`:
    the casino's time zone; `now`: time of the answer. `behind`: the log is not read to its end yet,
    ask again."""

    rows: list[DutyView]
    counts: Counts
    more: int
    zone: str
    now: datetime
    behind: bool


class DutyCount(msgspec.Struct, frozen=True):
    """Number of open duties."""

    counts: Counts
    behind: bool


class GivenNotice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A notice that was given: the way, and a remark."""

    id: Text
    stream: Text
    number: Number
    channel: Text
    note: Text = ""


async def list_duties(asked: Asked) -> DutiesPage:
    query: DutiesQuery = asked.query
    desk = asked.casino.duties
    standing = await asked.casino.work(telling(asked, desk.standing), asked.person.role)
    found = [
        view
        for view in chosen(standing, query.show, desk.zone)
        if query.stream in ("", view.stream) and query.rulebook in ("", view.rulebook)
    ]
    return DutiesPage(
        rows=found[: query.limit],
        counts=counted(standing, desk.zone),
        more=max(0, len(found) - query.limit),
        zone=desk.zone,
        now=standing.now,
        behind=standing.behind,
    )


async def count_duties(asked: Asked) -> DutyCount:
    desk = asked.casino.duties
    standing = await asked.casino.work(desk.standing, asked.person.role, done=False)
    return DutyCount(counted(standing, desk.zone), standing.behind)


async def calendar(asked: Asked) -> Reply:
    standing = await asked.casino.work(asked.casino.duties.standing, asked.person.role, done=False)
    text = calendar_file(standing.views, standing.now)
    named = {"content-disposition": 'attachment; filename="duties.ics"'}
    return Reply(text.encode(), "text/calendar; charset=utf-8", named)


async def give(asked: Asked) -> Reply:
    said: GivenNotice = asked.body
    kind = kind_of(said.stream)
    if kind is None or GiveNotice not in kind.rules.commands:
        raise Refusal(
            "unknown-stream", None, "You cannot read {stream}.", stream=quoted(said.stream)
        )
    command = GiveNotice(
        id=said.id,
        actor=asked.person.name,
        role=asked.person.role,
        stream=said.stream,
        via=via_of(asked.person),
        number=said.number,
        channel=said.channel,
        note=said.note,
    )
    answer = await asked.casino.do(kind.name(said.stream), command)
    return await answered(asked, answer, kind)


NOTICES = tuple(
    Hears(kind, frozenset({GiveNotice})) for kind in KINDS if GiveNotice in kind.rules.commands
)
ROUTES = (
    Route(
        "GET", "/api/duties", TO_TELL, list_duties,
        "Who owes what to whom, by which clause, until when, and what became of it.",
        query=DutiesQuery, gives=DutiesPage,
    ),
    Route(
        "GET", "/api/duties/count", TO_TELL, count_duties,
        "How many duties are late, due and open; for pages that ask by themselves.",
        gives=DutyCount, quiet=True,
    ),
    Route(
        "GET", "/api/duties/calendar", TO_TELL, calendar,
        "What is open as a calendar file.", media_type="text/calendar",
    ),
    Route(
        "POST", "/api/duties", SUPERVISORS, give,
        "A notice was given: to whom, how and by whom is kept.",
        takes=GivenNotice, gives=DoneCommand,
        hears=NOTICES,
        refuses=("unknown-stream",),
    ),
)  # fmt: skip
