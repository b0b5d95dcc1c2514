"""Tables over HTTP: the lobby, a table as the caller may see it, commands, events, past coups."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec

from sabot.audit.protocol import Protocol
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.kind import Kind
from sabot.engine.streams import Rejection
from sabot.floor import Answer
from sabot.floor.kinds import TABLES
from sabot.pit import TableFigures, is_money, table_figures
from sabot.rules.roles import PLAYER
from sabot.server.http.errors import status_of
from sabot.server.http.names import failure_for, telling
from sabot.server.http.routes import (
    AT_TABLES,
    EVERYONE,
    SIGNED_IN,
    SUPERVISORS,
    Asked,
    Hears,
    Reply,
    Route,
)
from sabot.server.http.spoken import OPENING, TO_TABLE, TableCommand, command_of
from sabot.server.inspect.shoes import opened_after
from sabot.server.live.follower import Following
from sabot.server.live.viewers import SEES_STAFF
from sabot.server.tables.archive import CoupRow
from sabot.server.tables.coups import CoupShoe, own_protocol, shoe_of
from sabot.table.running.opening import OpenTable
from sabot.views import StaffView, TableCard, TableView, You, card_of

NAME = "[a-z0-9][a-z0-9-]{0,39}"
Name = Annotated[str, msgspec.Meta(extra_json_schema={"pattern": f"^{NAME}$"})]
"""A table's name stands in addresses. It is checked when a table is opened, in words."""
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Some = Annotated[int, msgspec.Meta(ge=1, le=500)]
(_Opening,) = OPENING


class SeenTable(msgspec.Struct, frozen=True):
    """A table as this caller may see it."""

    seq: int
    table: TableView
    you: You | None
    staff: StaffView | None


class DoneCommand(msgspec.Struct, frozen=True):
    """Events of a command, as this caller may see them."""

    id: str
    events: list[dict[str, Any]]


class EventLines(msgspec.Struct, frozen=True):
    """Events after some number, as this caller may see them; `seq` is where the table stands."""

    seq: int
    events: list[dict[str, Any]]


class AfterEvent(msgspec.Struct, frozen=True):
    after: Count = 0
    limit: Some = 100


class Before(msgspec.Struct, frozen=True):
    before: Count | None = None
    limit: Some = 20
    own: bool = False


class PeekedCard(msgspec.Struct, frozen=True):
    """A card that lies face down before the caller."""

    slot: int
    card: str


class SealedForm(msgspec.Struct, frozen=True):
    """An undisclosed wager that no other player may see yet; its type or amount may be missing."""

    player: str
    on: str | None
    amount: int | None


class NewTable(_Opening, frozen=True, kw_only=True, tag="open"):  # type: ignore[misc, valid-type, call-arg]
    """A table to open; `name` is what it is called from now on."""

    name: Name


async def lobby(asked: Asked) -> list[TableCard]:
    await asked.casino.behind.read_all()
    return cards(asked.casino, asked.person.role)


def cards(casino: Any, role: str) -> list[TableCard]:
    """Return every table at a glance, as a person in this role may see it. A table that cannot be
    shown, such as one of an edition that this release does not know, is closed by itself."""
    staff, now = role in SEES_STAFF, casino.clock()
    following, shown = casino.hub.tables, list[TableCard]()
    for name in sorted(following):
        each = following[name]
        try:
            figures = figures_of(each, now) if staff else None
            shown.append(card_of(each.table, each.watching, staff, figures))
        except Exception as error:
            casino.closed.close(TABLES.stream(name), error)
            del following[name]
    return shown


def figures_of(following: Following, now: datetime) -> TableFigures | None:
    """Return the pit's figures of a table's shift; None for a table that is not played for
    money."""
    table = following.table
    if not is_money(table) or table.shift is None:
        return None
    return table_figures(table, following.sheet.figures, now)


async def look(asked: Asked) -> Any:
    name = asked.path["id"]
    asked.casino.following(name)
    if asked.person.role == PLAYER:
        await asked.casino.work(asked.casino.floor.account, asked.person.name)
    return asked.casino.hub.seen(name, asked.person)


async def command(asked: Asked) -> Reply:
    name = asked.path["id"]
    asked.casino.following(name)
    said = command_of(asked.body, asked.person)
    return await answered(asked, await asked.casino.do(name, said))


async def answered(asked: Asked, answer: Answer, kind: Kind[Any] = TABLES) -> Reply:
    """An answer as the caller may see what happens in such a stream; a rejection is a no like any
    other."""
    if isinstance(answer.rejected, Rejection):
        no = answer.rejected
        refused = Refusal(no.code, no.clause, no.form or no.message, **no.slots)
        body = await failure_for(asked.casino, asked.person, refused, answer.id)
        return Reply(body, status=status_of(no.code))
    lines = filtered(asked, map(bytes, answer.events or ()), kind)
    body = b'{"id":' + msgspec.json.encode(answer.id) + b',"events":[' + b",".join(lines) + b"]}"
    return Reply(body)


def filtered(asked: Asked, lines: Any, kind: Kind[Any] = TABLES) -> list[bytes]:
    return [kind.sees(asked.person.role, asked.person.name, line) for line in lines]


async def open_table(asked: Asked) -> Reply:
    said: Any = asked.body
    fields = {name: getattr(said, name) for name in _Opening.__struct_fields__}
    if re.fullmatch(NAME, said.name) is None:
        raise Refusal(
            "bad-name",
            None,
            "A table's name has small letters, figures and hyphens, 40 at most, such as table-12.",
        )
    if said.table not in ("", said.name):
        raise Refusal(
            "bad-command", None, "The table is called {said}, and only so.", said=named(said.name)
        )
    command = command_of(_Opening(**fields), asked.person)
    answer = await asked.casino.do(said.name, command)
    if answer.rejected is None:
        await asked.casino.follow(said.name)
    return await answered(asked, answer)


async def events(asked: Asked) -> Reply:
    following = asked.casino.following(asked.path["id"])
    query: AfterEvent = asked.query
    lines = await asked.casino.work(_page, asked.casino, asked.path["id"], query.after, query.limit)
    seen = b",".join(filtered(asked, lines))
    return Reply(b'{"seq":%d,"events":[%b]}' % (following.seq, seen))


def _page(casino: Any, name: str, after: int, limit: int) -> list[bytes]:
    stored = casino.store.read(TABLES.stream(name), after)
    return [each.line for each, _ in zip(stored, range(limit), strict=False)]


async def coups(asked: Asked) -> Sequence[CoupRow]:
    asked.casino.following(asked.path["id"])
    query: Before = asked.query
    own = query.own or asked.person.role not in SEES_STAFF
    player = asked.person.name if own else None
    archive = asked.casino.archive(asked.path["id"])
    return await asked.casino.work(archive.coups, query.before, query.limit, player)


async def replay(asked: Asked) -> Protocol:
    asked.casino.following(asked.path["id"])
    return await asked.casino.work(telling(asked, _replay), asked, _coup_number(asked))


def _coup_number(asked: Asked) -> int:
    text = asked.path["number"]
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Refusal(
            "unknown-coup", None, "{text} is not the number of a coup.", text=quoted(text)
        )
    return int(text)


def _replay(asked: Asked, number: int) -> Protocol:
    whole = asked.casino.archive(asked.path["id"]).protocol(number)
    if asked.person.role in SEES_STAFF:
        return whole
    return own_protocol(whole, asked.person.name)


async def shoe(asked: Asked) -> CoupShoe:
    asked.casino.following(asked.path["id"])
    return await asked.casino.work(_shoe, asked, _coup_number(asked))


def _shoe(asked: Asked, number: int) -> CoupShoe:
    coup, table = _replay(asked, number), asked.path["id"]
    placed, end = asked.casino.archive(table).places(number)
    return shoe_of(coup, placed, opened_after(asked.casino.store, table, end))


async def peek(asked: Asked) -> list[PeekedCard]:
    """Return the cards that a player was handed face down; the server shows them only to that
    player."""
    name = asked.path["id"]
    asked.casino.following(name)
    found = await asked.casino.work(asked.casino.floor.peek, name, asked.person.name)
    return [PeekedCard(slot, card) for slot, card in found]


async def forms(asked: Asked) -> list[SealedForm]:
    """Return undisclosed wagers before they are announced: one's own, or those that a supervisor
    has read in order to examine them."""
    name, person = asked.path["id"], asked.person
    asked.casino.following(name)
    found = await asked.casino.work(asked.casino.floor.forms, name, person.role, person.name)
    return [SealedForm(player, each.on, each.amount) for player, each in found.items()]


ROUTES = (
    Route(
        "GET", "/api/tables", EVERYONE, lobby, "Every table at a glance.", gives=list[TableCard],
        early=True, packed=True,
    ),
    Route(
        "POST", "/api/tables", SUPERVISORS, open_table, "Open a table.",
        takes=NewTable, gives=DoneCommand,
        hears=(Hears(TABLES, frozenset({OpenTable})),),
        refuses=("unknown-rulebook", "bad-name"),
    ),
    Route(
        "GET", "/api/tables/{id}", EVERYONE, look, "A table as you may see it.", gives=SeenTable,
        packed=True,
        refuses=("unknown-table",),
    ),
    Route(
        "POST", "/api/tables/{id}/commands", AT_TABLES, command,
        "Do something at a table, in your own name and role.",
        takes=TableCommand, hears=TO_TABLE, gives=DoneCommand, refuses=("unknown-table",),
    ),
    Route(
        "GET", "/api/tables/{id}/events", EVERYONE, events, "Events of a table, a page at a time.",
        query=AfterEvent, gives=EventLines, refuses=("unknown-table",),
    ),
    Route(
        "GET", "/api/tables/{id}/coups", SIGNED_IN, coups, "Past coups; a player sees their own.",
        query=Before, gives=list[CoupRow], refuses=("unknown-table",),
    ),
    Route(
        "GET", "/api/tables/{id}/coups/{number}", SIGNED_IN, replay,
        "One coup, to be replayed; a player sees their own stakes.",
        gives=Protocol, refuses=("unknown-table", "unknown-coup"),
    ),
    Route(
        "GET", "/api/tables/{id}/coups/{number}/shoe", SIGNED_IN, shoe,
        "The stack of one coup, to be checked: what bound the house, and its order once over.",
        gives=CoupShoe, refuses=("unknown-table", "unknown-coup", "no-shoe"),
    ),
    Route(
        "GET", "/api/tables/{id}/peek", frozenset({PLAYER}), peek,
        "The face-down cards that were handed to you.",
        gives=list[PeekedCard], refuses=("unknown-table",),
    ),
    Route(
        "GET", "/api/tables/{id}/forms", SUPERVISORS | {PLAYER}, forms,
        "Undisclosed wagers that are still sealed: your own, or all for a gaming supervisor.",
        gives=list[SealedForm], refuses=("unknown-table",),
    ),
)  # fmt: skip
