"""Events that a proof discloses: one coup, one draw or one visit."""

from itertools import islice

from sabot.accounts.stream import ACCOUNT
from sabot.accounts.visits import VisitClosed, VisitOpened
from sabot.compliance.topics import names_in
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import Topic
from sabot.floor.kinds import ACCOUNTS, PROMOTIONS, TABLES, TOURNAMENTS
from sabot.server.tables.archive import Archive
from sabot.store import Store, Stored
from sabot.store.envelope import read_line


def coup_events(store: Store, table: str, coup: int) -> list[Stored]:
    """Return all events of a table from a coup's first wager or card to its end."""
    stream = TABLES.stream(table)
    if not store.head(stream).seq:
        raise Refusal("unknown-table", None, "The log has no table {table}.", table=named(table))
    first, last = Archive(store, table).span(coup)
    return list(islice(store.read(stream, first - 1), last - first + 1))


def draw_events(store: Store, name: str) -> list[Stored]:
    """Return the events that bind, close and open the draws of a promotion or a tournament. What
    names entrants otherwise is left out."""
    streams = [kind.stream(name) for kind in (PROMOTIONS, TOURNAMENTS)]
    wanted = frozenset(names_in(Topic.DRAW))
    found = [
        stored
        for stream in streams
        for stored in store.read(stream)
        if read_line(stored.line).what.partition("/")[0] in wanted
    ]
    if not found:
        raise Refusal(
            "unknown-draw",
            None,
            "Nothing was drawn in a promotion or tournament {name}.",
            name=named(name),
        )
    return found


def visit_events(store: Store, player: str, table: str | None = None) -> list[Stored]:
    """Return the events of a player's last visit that is over, at any table or at one: those of
    their account, and those that the player's own commands made at the table meanwhile."""
    opens, closes = set(ACCOUNT.names_of(VisitOpened)), set(ACCOUNT.names_of(VisitClosed))
    visit, whole = list[Stored](), list[Stored]()
    where, since, before, begun = "", 0, 0, 0
    for stored in store.read_placed(ACCOUNTS.stream(player)):
        line = read_line(stored.line)
        if line.what in opens:
            visit = []
            opened = ACCOUNT.read_event(stored.line)
            assert isinstance(opened, VisitOpened)
            at, begun = opened.table, before
        if line.what in opens or visit:
            visit.append(stored)
        if line.what in closes and visit:
            if table in (None, at):
                whole, where, since = visit, at, begun
            visit = []
        before = stored.position
    if not whole:
        raise no_visit(player)
    # The seat at the table is written before the visit itself, in one unit of work.
    return [*whole, *_own_at(store, where, player, since, whole[-1].position)]


def no_visit(player: str) -> Refusal:
    message = "The log has no visit of {player} there that is over."
    return Refusal("unknown-visit", None, message, player=named(player))


def own_visit_events(store: Store, player: str) -> list[Stored]:
    """Return those of `visit_events` that the player may keep: the visit's beginning and end in
    their account and what they did at the table, but no line with something in it that players do
    not see, such as the digest of a card's number."""
    ours = {*ACCOUNT.names_of(VisitOpened), *ACCOUNT.names_of(VisitClosed)}
    stream = ACCOUNTS.stream(player)
    found = []
    for stored in visit_events(store, player):
        kind = ACCOUNTS if stored.stream == stream else TABLES
        if kind is ACCOUNTS and read_line(stored.line).what not in ours:
            continue
        if not kind.secrecy.hides_from_person(stored.line):
            found.append(stored)
    return found


def _own_at(store: Store, table: str, player: str, since: int, last: int) -> list[Stored]:
    """Return a player's own events at a table after one position of the log, up to another."""
    stream = TABLES.stream(table)
    found = list[Stored]()
    for stored in store.read_placed(stream, store.seq_at(stream, since)):
        if stored.position > last:
            break
        if read_line(stored.line).by == player:
            found.append(stored)
    return found
