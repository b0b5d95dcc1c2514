"""Tournaments over HTTP: all of them, one as the caller may see it, commands, events, its file."""

import re
from typing import Any, Final

import msgspec

from sabot.compliance.tournaments.file import File, file_of
from sabot.compliance.tournaments.proceedings import Proceedings, proceedings_of, uses_of
from sabot.core.refusal import Refusal, named
from sabot.floor.kinds import TABLES, TOURNAMENTS
from sabot.rules.roles import CASHIER, DUTY_MANAGER, GAMING_MANAGER, HEADS, PLAYER
from sabot.server.casino import Casino
from sabot.server.http.names import telling
from sabot.server.http.routes import (
    EVERYONE,
    GAMING_STAFF,
    OVERSEERS,
    Asked,
    Hears,
    Reply,
    Route,
)
from sabot.server.http.spoken import DRAFTING, TO_TOURNAMENT, TournamentCommand, command_of
from sabot.server.tables.tables import AfterEvent, DoneCommand, EventLines, answered, filtered
from sabot.tournament.desk.state import NOTHING, Contest
from sabot.views.competition.tournaments import (
    TournamentCard,
    TournamentView,
    card_of,
    tournament_view,
)

NAME: Final = r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?"
MOST: Final = 200
"""So many tournaments are listed, the newest first."""
_Drafting: Any = next(iter(DRAFTING))


class NewTournament(_Drafting, frozen=True, kw_only=True, tag="draft"):  # type: ignore[misc, call-arg]
    """A tournament to begin; `name` is what it is called in addresses."""

    name: str


def contest_of(casino: Casino, name: str) -> Contest:
    """Return the tournament. Refuse unknown names, so that they take no memory."""
    unknown = casino.store.head(TOURNAMENTS.stream(name)).seq == 0
    if unknown:
        raise Refusal(
            "unknown-tournament", None, "There is no tournament {name}.", name=named(name)
        )
    contest: Contest = casino.caught_up(TOURNAMENTS, name)
    return contest


class Listing(msgspec.Struct, frozen=True):
    """`past`: also those that are over and at rest."""

    past: bool = False


def _cards(casino: Casino) -> list[TournamentCard]:
    found: list[Contest] = casino.all_caught_up(TOURNAMENTS)
    found.sort(key=lambda each: str(each.at), reverse=True)
    return [card_of(each) for each in found[:MOST] if each.phase != NOTHING]


async def listed(asked: Asked) -> list[TournamentCard]:
    if asked.query.past:
        return await asked.casino.work(_cards, asked.casino)
    await asked.casino.opened()
    person = asked.person
    return asked.casino.contests.cards(person.name if person.role == PLAYER else "")


async def look(asked: Asked) -> TournamentView:
    return await asked.casino.work(telling(asked, _look), asked)


def _look(asked: Asked) -> TournamentView:
    contest, person = contest_of(asked.casino, asked.path["id"]), asked.person
    return tournament_view(contest, person.role, person.name, asked.casino.clock())


async def draft(asked: Asked) -> Reply:
    said: Any = asked.body
    if re.fullmatch(NAME, said.name) is None:
        message = "A tournament's name has small letters, figures and hyphens, 40 at most."
        raise Refusal("bad-name", None, message)
    fields = {name: getattr(said, name) for name in _Drafting.__struct_fields__}
    return await _command(asked, said.name, _Drafting(**fields))


async def command(asked: Asked) -> Reply:
    name = asked.path["id"]
    await asked.casino.work(contest_of, asked.casino, name)
    return await _command(asked, name, asked.body)


async def _command(asked: Asked, name: str, said: msgspec.Struct) -> Reply:
    given = command_of(said, asked.person, TOURNAMENTS.stream(name))
    return await answered(asked, await asked.casino.do(name, given), TOURNAMENTS)


def _lines(asked: Asked, name: str) -> tuple[int, list[bytes]]:
    contest = contest_of(asked.casino, name)
    store, after = asked.casino.store, asked.query.after
    found: list[bytes] = []
    for stored in store.read(TOURNAMENTS.stream(name), after):
        found.append(stored.line)
        if len(found) >= asked.query.limit:
            break
    return contest.version, filtered(asked, found, TOURNAMENTS)


async def events(asked: Asked) -> Reply:
    seq, lines = await asked.casino.work(_lines, asked, asked.path["id"])
    return Reply(b'{"seq":%d,"events":[' % seq + b",".join(lines) + b"]}")


def _file(asked: Asked) -> File:
    name = asked.path["id"]
    contest_of(asked.casino, name)
    stream = TOURNAMENTS.stream(name)
    return file_of(name, (each.line for each in asked.casino.store.read(stream)))


async def file(asked: Asked) -> File:
    return await asked.casino.work(_file, asked)


class TournamentReport(msgspec.Struct, frozen=True):
    """The regulator's file, with every decision, disqualification, dispute, call-off and draw."""

    file: File
    proceedings: Proceedings


async def report(asked: Asked) -> TournamentReport:
    return await asked.casino.work(telling(asked, _report), asked)


def _report(asked: Asked) -> TournamentReport:
    found, store = _file(asked), asked.casino.store
    lines = [each.line for each in store.read(TOURNAMENTS.stream(asked.path["id"]))]
    tables = {
        table: (each.line for each in store.read(TABLES.stream(table)))
        for table in dict.fromkeys(use.table for use in uses_of(lines))
    }
    return TournamentReport(found, proceedings_of(lines, tables))


ROUTES = (
    Route(
        "GET", "/api/tournaments", EVERYONE, listed,
        "Every tournament at a glance; those that are over leave the list after an hour.",
        query=Listing, gives=list[TournamentCard],
    ),
    Route(
        "POST", "/api/tournaments", frozenset({GAMING_MANAGER, DUTY_MANAGER}), draft,
        "Begin a tournament.", takes=NewTournament, gives=DoneCommand,
        hears=(Hears(TOURNAMENTS, frozenset(DRAFTING.values())),),
        refuses=("bad-name", "unknown-rulebook"),
    ),
    Route(
        "GET", "/api/tournaments/{id}", EVERYONE, look, "A tournament as you may see it.",
        gives=TournamentView, refuses=("unknown-tournament",),
    ),
    Route(
        "POST", "/api/tournaments/{id}/commands", GAMING_STAFF | HEADS | {CASHIER, PLAYER}, command,
        "Do something in a tournament, in your own name and role.",
        takes=TournamentCommand, hears=TO_TOURNAMENT, gives=DoneCommand,
        refuses=("unknown-tournament",),
    ),
    Route(
        "GET", "/api/tournaments/{id}/events", EVERYONE, events,
        "Events of a tournament, a page at a time.",
        query=AfterEvent, gives=EventLines, refuses=("unknown-tournament",),
    ),
    Route(
        "GET", "/api/tournaments/{id}/file", OVERSEERS | HEADS, file,
        "The tournament's file for the regulator.",
        gives=File, refuses=("unknown-tournament",),
    ),
    Route(
        "GET", "/api/tournaments/{id}/report", OVERSEERS | HEADS, report,
        "The file with all proceedings: decisions, disqualifications, disputes, call-offs, draws.",
        gives=TournamentReport, refuses=("unknown-tournament",),
    ),
)  # fmt: skip
