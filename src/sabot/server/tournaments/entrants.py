"""Lists of entrants over HTTP: a file looked through before it is entered, and all entries as a
file."""

from typing import Annotated

import msgspec

from sabot.floor.kinds import TOURNAMENTS
from sabot.rules.roles import CASHIER, HEADS
from sabot.server.http.errors import ErrorReason, said
from sabot.server.http.names import telling
from sabot.server.http.routes import GAMING_STAFF, WATCHERS, Asked, Reply, Route
from sabot.server.inspect.exports import Amount, cells
from sabot.server.tournaments.tournaments import contest_of
from sabot.tournament.desk.state import Contest
from sabot.tournament.entrant_list import LONGEST, ListedEntrant, read_entrants
from sabot.tournament.entries.desk_records import EntryCorrected
from sabot.tournament.entries.registration import TournamentEntered
from sabot.views.competition.tournaments import seat_of

DESK = GAMING_STAFF | HEADS | {CASHIER}
HEAD = ("number", "player", "status", "form", "method", "fee", "table", "box")


class EntrantFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of entrants as comma-separated text, the first line its columns."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class EntrantLine(msgspec.Struct, frozen=True):
    """A line of the list; `problem` is why it cannot be entered, None where it can."""

    line: int
    player: str
    form: str
    method: str
    reference: str
    problem: ErrorReason | None


async def look_through(asked: Asked) -> list[EntrantLine]:
    return await asked.casino.work(telling(asked, _look_through), asked)


def _look_through(asked: Asked) -> list[EntrantLine]:
    contest = contest_of(asked.casino, asked.path["id"])
    return [*map(_shown, read_entrants(asked.body.text, contest.alive))]


def _shown(line: ListedEntrant) -> EntrantLine:
    problem = None if line.problem is None else said(line.problem)
    return EntrantLine(line.number, line.player, line.form, line.method, line.reference, problem)


async def entries_file(asked: Asked) -> Reply:
    name = asked.path["id"]
    content = await asked.casino.work(telling(asked, _file), asked, name)
    header = {"content-disposition": f'attachment; filename="{name}-entrants.csv"'}
    return Reply(content, "text/csv; charset=utf-8", header)


def _file(asked: Asked, name: str) -> bytes:
    contest: Contest = contest_of(asked.casino, name)
    forms: dict[str, str] = {}
    for stored in asked.casino.store.read(TOURNAMENTS.stream(name)):
        event = TOURNAMENTS.rules.read_event(stored.line)
        if isinstance(event, TournamentEntered | EntryCorrected):
            forms[event.player] = event.form or forms.get(event.player, "")
    rows = [
        (
            each.number, each.player, each.status, forms.get(each.player, ""), each.method,
            Amount(each.fee), *(part or "" for part in seat_of(contest, each.player)),
        )
        for each in contest.entries.values()
    ]  # fmt: skip
    return cells([HEAD, *rows])


ROUTES = (
    Route(
        "POST", "/api/tournaments/{id}/entrants", DESK, look_through,
        "Look through a list of entrants before it is entered: each fault with its line.",
        takes=EntrantFile, gives=list[EntrantLine], refuses=("unknown-tournament", "bad-list"),
    ),
    Route(
        "GET", "/api/tournaments/{id}/entrants", DESK | WATCHERS, entries_file,
        "All entries as comma-separated text.",
        media_type="text/csv", refuses=("unknown-tournament",),
    ),
)  # fmt: skip
