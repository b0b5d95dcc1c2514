"""The inspector's desk over HTTP: the log and everything that can be held against it, read only."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, Final

import msgspec

from sabot.compliance.duties.words import people, until
from sabot.core.refusal import Refusal
from sabot.floor.kinds import KINDS, TABLES
from sabot.links.records import reversals
from sabot.parts.notices import is_late
from sabot.sentences.words import about
from sabot.server.casino import Casino
from sabot.server.errands.errands import RefusedErrand
from sabot.server.http.names import telling
from sabot.server.http.routes import SIGNED_IN, SUPERVISORS, WATCHERS, Asked, Reply, Route
from sabot.server.inspect.audit import (
    AuditDone,
    Audited,
    AuditTable,
    FoundWrong,
    VerifyCheckpoints,
)
from sabot.server.inspect.exports import FILES, Book, cells, file_name, rows_of
from sabot.server.inspect.logbook import (
    MOST_FOUND,
    MOST_LINES,
    MOST_STREAMS,
    EventFilter,
    FoundPage,
    LinesView,
    StreamView,
    lines,
    moment,
    search,
    streams,
)
from sabot.server.inspect.proof import Prove, RangeProof
from sabot.server.inspect.shoes import MOST_SHOES, ShoeOpening, ShoesPage, opening, shoes

Text = Annotated[str, msgspec.Meta(max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Key = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
AT_ONCE: Final = 500
"""Events that are read, or put into rows, before a download goes on."""


class LinesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines of `stream` after number `after`."""

    stream: Text = ""
    after: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = 100


class SearchQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Filter of events; an empty field matches everything. `what` is a kind of event such as
    `wager-placed`; times are as 2026-01-31T20:15, in UTC."""

    stream: Text = ""
    what: Text = ""
    player: Text = ""
    coup: Count = 0
    since: Text = ""
    until: Text = ""
    after: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_FOUND)] = 50


class ShoesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of stacks, after an event; `coup` is the last one that was over by then."""

    after: Count = 0
    coup: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_SHOES)] = 50


class KeyQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public key to trust, 64 hexadecimal digits; empty for the one that is named first."""

    key: Key = ""


class ProofQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The subject of a proof: one coup, one stack by the event that committed to it, or a player's
    last visit; and the public key to trust, if the caller has one."""

    coup: Count = 0
    shoe: Count = 0
    player: Text = ""
    key: Key = ""


class CheckpointsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after: Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 20


class CheckpointsView(msgspec.Struct, frozen=True):
    """Signed lines exactly as they are kept, oldest first."""

    checkpoints: list[str]


class NoticeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice to a person, due or given. `due` is the moment from which it is late; `late`: the
    moment has passed and the person was not told."""

    table: str
    number: int
    to: str
    to_words: dict[str, str]
    clause: str
    about: str
    about_words: dict[str, str]
    due: datetime | None = None
    deadline: str = ""
    deadline_words: dict[str, str] = {}
    given: datetime | None = None
    late: bool = False


class NoticesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`given`: also those that were given."""

    given: bool = False


async def list_notices(asked: Asked) -> list[NoticeRow]:
    """All tables', the most pressing first."""
    query: NoticesQuery = asked.query
    casino, now = asked.casino, asked.casino.clock()
    rows = [
        NoticeRow(
            table.name, due.number, due.to, people(due.to).words, due.clause, due.about,
            about(due.about).words, due.by, due.deadline, until(due.deadline).words, due.given,
            is_late(due, now),
        )
        for table in map(casino.state, casino.tables())
        for due in table.notices.due.values()
        if query.given or due.given is None
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (row.given is not None, row.due or now, row.table))


class StreamsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of the streams whose names begin with `start`, after the one called `after`."""

    start: Text = ""
    after: Text = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_STREAMS)] = MOST_STREAMS


async def list_streams(asked: Asked) -> list[StreamView]:
    query: StreamsQuery = asked.query
    return await asked.casino.work(
        streams, asked.casino.store, query.start, query.after, query.limit
    )


async def list_kinds(asked: Asked) -> list[str]:
    """Return the names of all event types, without their versions."""
    events = (event for kind in KINDS for event in kind.rules.events)
    return sorted({str(each.__struct_config__.tag).partition("/")[0] for each in events})


async def show_lines(asked: Asked) -> LinesView:
    query: LinesQuery = asked.query
    return await asked.casino.work(
        telling(asked, lines), asked.casino.store, query.stream, query.after, query.limit
    )


async def look_for(asked: Asked) -> FoundPage:
    query: SearchQuery = asked.query
    wanted = EventFilter(
        query.stream, query.what, query.player, query.coup,
        moment(query.since), moment(query.until),
    )  # fmt: skip
    find = telling(asked, search)
    return await asked.casino.work(find, asked.casino.store, wanted, query.after, query.limit)


async def list_shoes(asked: Asked) -> ShoesPage:
    query: ShoesQuery = asked.query
    table = _table(asked)
    return await asked.casino.work(
        shoes, asked.casino.store, table, query.after, query.coup, query.limit
    )


async def show_shoe(asked: Asked) -> ShoeOpening:
    table, text = _table(asked), asked.path["seq"]
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refusal("no-shoe", None, "Name a stack by the number of its event.")
    return await asked.casino.work(opening, asked.casino.store, table, int(text))


async def list_checkpoints(asked: Asked) -> CheckpointsView:
    query: CheckpointsQuery = asked.query
    store = asked.casino.store
    found = await asked.casino.work(
        lambda: [
            line.decode(errors="replace")
            for line in islice(store.checkpoints(query.after), query.limit)
        ]
    )
    return CheckpointsView(found)


async def verify_signed(asked: Asked) -> Reply:
    query: KeyQuery = asked.query
    return await _errand(asked, VerifyCheckpoints(asked.casino.settings.store, query.key))


async def audit(asked: Asked) -> Reply:
    return await _errand(asked, AuditTable(asked.casino.settings.store, _table(asked)))


async def prove(asked: Asked) -> Reply:
    query: ProofQuery = asked.query
    if sum(map(bool, (query.coup, query.shoe, query.player))) != 1:
        raise Refusal("bad-query", None, "Name one coup, one stack or one player to prove.")
    settings = asked.casino.settings
    order = Prove(
        settings.store, _table(asked), query.coup, query.shoe, query.player,
        str(settings.witness or ""), query.key,
    )  # fmt: skip
    return await _errand(asked, order)


async def _errand(asked: Asked, order: msgspec.Struct) -> Reply:
    errand = await asked.casino.errands.begin(asked.person.name, order)
    return Reply(errand, "application/x-ndjson", {"x-accel-buffering": "no"})


def _table(asked: Asked) -> str:
    """The table that is asked about, which must be one."""
    name = asked.path["table"]
    asked.casino.state(name)
    return name


async def export_log(asked: Asked) -> Reply:
    """Everything, in the order of appending: what `sabot audit` reads."""
    return _download(_lines(asked.casino, None), "application/x-ndjson", "log.jsonl")


async def export_lines(asked: Asked) -> Reply:
    table = _table(asked)
    return _download(
        _lines(asked.casino, TABLES.stream(table)), "application/x-ndjson",
        "events.jsonl", table,
    )  # fmt: skip


def _export_rows(file: str) -> Callable[[Asked], Any]:
    async def export(asked: Asked) -> Reply:
        table = _table(asked)
        state = asked.casino.state(table)
        undone = await asked.casino.work(
            reversals, asked.casino.store, TABLES.stream(table), state.filed
        )
        parts = _rows(asked.casino, table, FILES[file](table, undone), state.version)
        return _download(parts, "text/csv; charset=utf-8; header=present", file, table)

    return export


def _download(parts: AsyncIterator[bytes], kind: str, file: str, table: str = "") -> Reply:
    name = file_name(table, file) if table else f'attachment; filename="{file}"'
    return Reply(parts, kind, {"content-disposition": name})


async def _lines(casino: Casino, stream: str | None) -> AsyncIterator[bytes]:
    """Yield the lines of a stream, or of all, each with its newline; read in small parts, so that
    other requests do not wait long for the store."""
    after = 0
    while True:
        read = casino.store.read_all(after) if stream is None else casino.store.read(stream, after)
        page = await casino.work(lambda read=read: list(islice(read, AT_ONCE)))  # type: ignore[misc]
        if not page:
            return
        after = page[-1].position if stream is None else page[-1].seq
        yield b"".join(each.line + b"\n" for each in page)


async def _rows(casino: Casino, table: str, book: Book, events: int) -> AsyncIterator[bytes]:
    """The rows of so many events: what is reversed later, the book does not know of."""
    yield cells([book.head])
    async for page in _lines(casino, TABLES.stream(table)):
        lines = page.splitlines()[:events]
        events -= len(lines)
        rows = await casino.work(rows_of, book, lines)
        if rows:
            yield cells(rows)
        if not events:
            return


TO_TELL: Final = SUPERVISORS | WATCHERS
SaidOfProof: Any = Audited | FoundWrong | RangeProof | RefusedErrand
SaidOfAudit: Any = Audited | FoundWrong | AuditDone | RefusedErrand
ROUTES = (
    Route(
        "GET", "/api/notices", TO_TELL, list_notices,
        "Who must be told of what at any table, by when, and whether it was done.",
        query=NoticesQuery, gives=list[NoticeRow],
    ),
    Route(
        "GET", "/api/log/streams", WATCHERS, list_streams,
        "Streams of the log, page by page, with the number and the hash of the last event of each.",
        query=StreamsQuery, gives=list[StreamView],
    ),
    Route(
        "GET", "/api/log/kinds", WATCHERS, list_kinds,
        "The names of all event types, for the search.", gives=list[str],
    ),
    Route(
        "GET", "/api/log", WATCHERS, show_lines,
        "Lines of a stream, exactly as they are kept, so that anyone can hash them.",
        query=LinesQuery, gives=LinesView, refuses=("unknown-stream",),
    ),
    Route(
        "GET", "/api/log/tail", WATCHERS, show_lines,
        "The same for a page that follows the log by itself; it does not count as activity.",
        query=LinesQuery, gives=LinesView, refuses=("unknown-stream",), quiet=True,
    ),
    Route(
        "GET", "/api/log/search", WATCHERS, look_for,
        "Events by table, player, kind, coup or time.",
        query=SearchQuery, gives=FoundPage, refuses=("unknown-stream", "unknown-coup"),
    ),
    Route(
        "GET", "/api/checkpoints", WATCHERS, list_checkpoints,
        "What was signed over the log.", query=CheckpointsQuery, gives=CheckpointsView,
    ),
    Route(
        "GET", "/api/checkpoints/verify", WATCHERS, verify_signed,
        "Hold the whole log against what was signed; lines of JSON as it goes on.",
        query=KeyQuery, gives=SaidOfAudit, refuses=("no-checkpoint", "too-many", "busy"),
        media_type="application/x-ndjson",
    ),
    Route(
        "GET", "/api/audit/{table}", WATCHERS, audit,
        "Decide everything at a table again; lines of JSON as it goes on.",
        gives=SaidOfAudit, refuses=("unknown-table", "too-many", "busy"),
        media_type="application/x-ndjson",
    ),
    Route(
        "GET", "/api/proof/{table}", WATCHERS, prove,
        "What can be verified of one coup, stack or visit, and what cannot; lines of JSON.",
        query=ProofQuery, gives=SaidOfProof, refuses=("unknown-table", "too-many", "busy"),
        media_type="application/x-ndjson",
    ),
    Route(
        "GET", "/api/shoes/{table}", SIGNED_IN, list_shoes,
        "What bound the house to each stack of cards, and whether it opened so.",
        query=ShoesQuery, gives=ShoesPage, refuses=("unknown-table",),
    ),
    Route(
        "GET", "/api/shoes/{table}/{seq}", SIGNED_IN, show_shoe,
        "The salt and the order of one stack, once it is opened.",
        gives=ShoeOpening, refuses=("unknown-table", "no-shoe", "not-opened"),
    ),
    Route(
        "GET", "/api/export/log.jsonl", WATCHERS, export_log,
        "The whole log as JSON Lines.", media_type="application/x-ndjson",
    ),
    Route(
        "GET", "/api/export/{table}/events.jsonl", WATCHERS, export_lines,
        "A table's log as JSON Lines.",
        refuses=("unknown-table",), media_type="application/x-ndjson",
    ),
    Route(
        "GET", "/api/export/{table}/events.csv", WATCHERS, _export_rows("events.csv"),
        "A row for each event of a table.", refuses=("unknown-table",), media_type="text/csv",
    ),
    Route(
        "GET", "/api/export/{table}/settlements.csv", WATCHERS, _export_rows("settlements.csv"),
        "A row for each stake that ended, and for each settlement that was undone.",
        refuses=("unknown-table",), media_type="text/csv",
    ),
    Route(
        "GET", "/api/export/{table}/coups.csv", WATCHERS, _export_rows("coups.csv"),
        "A row for each coup.", refuses=("unknown-table",), media_type="text/csv",
    ),
)  # fmt: skip
