"""Registry of the viewers of each table, and the messages they get when it moves."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, TypeVar

import msgspec

from sabot.accounts import Account
from sabot.floor import Moved
from sabot.rules.roles import PLAYER
from sabot.server.http.routes import Caller
from sabot.server.live.follower import Following
from sabot.server.live.lag import Behind
from sabot.server.live.load_failures import CLOSE_UNREADABLE
from sabot.server.live.tournaments import Contests
from sabot.server.live.viewers import CLOSE_SLOW, SEES_STAFF, Viewer
from sabot.table import Table
from sabot.table.seen import owner_of
from sabot.views import seen_by, you_of

encode = msgspec.json.encode
T = TypeVar("T")
log = logging.getLogger("sabot.hub")


class Hub:
    """Tables that are followed and their viewers. Everything here runs on the event loop."""

    def __init__(
        self,
        clock: Callable[[], datetime],
        account: Callable[[str], Account | None],
        reread: Callable[[str], None],
        contests: Contests,
        behind: Behind,
    ) -> None:
        self._clock = clock
        self.contests = contests
        self._account = account
        self._reread = reread
        self._behind = behind
        self.tables: dict[str, Following] = {}
        self._viewers: defaultdict[str, set[Viewer]] = defaultdict(set)
        self._players: defaultdict[str, set[tuple[str, Viewer]]] = defaultdict(set)
        """Watched tables of each player."""
        self.floor_viewers: set[Viewer] = set()
        self._moved: set[str] = set()
        self.floor_moved = asyncio.Event()
        self.sockets: Counter[str] = Counter()
        """Number of open sockets of each session, or of each address without a session."""

    def heard(self, name: str, moves: Iterable[Moved[Table]]) -> None:
        """Take durable events. `tell` passes them on, once for all that came together."""
        following = self.tables.get(name)
        before = 0 if following is None else following.seq
        if following is None or not following.take(moves):
            self._reread(name)
        if following is not None and following.seq != before:
            self._moved.add(name)

    def taken_up(self, name: str, following: Following) -> None:
        """A table that was read again, because something of it was missed."""
        self.tables[name].renew(following)
        self._moved.add(name)

    def shut(self, name: str) -> None:
        """Stop following a table that cannot be read, and send its viewers away."""
        self.tables.pop(name, None)
        self._moved.discard(name)
        for viewer in self._viewers.get(name, ()):
            viewer.close(CLOSE_UNREADABLE)
        self.floor_moved.set()

    def tell(self) -> None:
        """Tell every viewer of a table that has moved."""
        moved, self._moved = self._moved, set()
        for name in moved:
            try:
                self._tell(name, self.tables[name])
            except Exception:  # its viewers hear of it with the next event; others do now
                log.exception("a table could not be shown", extra={"table": name})
        if moved:
            self.floor_moved.set()
        self.contests.tell()

    def _tell(self, name: str, following: Following) -> None:
        viewers = self._viewers.get(name)
        if not viewers:
            following.look_later()
            return
        table, staff = following.look()
        head = _head(following.seq, self._clock(), table)
        staff_part = b',"staff":' + encode(staff) if staff else b""
        told: dict[int, _Events | None] = {}
        for viewer in viewers:
            if viewer.seq not in told:
                lines = following.since(viewer.seq)
                told[viewer.seq] = None if lines is None else _Events(lines)
            events = told[viewer.seq]
            if events is None:
                viewer.close(CLOSE_SLOW)
                continue
            viewer.seq = following.seq
            own = staff_part if viewer.is_staff else self._you(viewer.caller, following)
            viewer.tell(b"".join((head, own, events.seen_by(viewer.caller))))

    def tell_player(self, player: str) -> None:
        """Send a player's changed account to all their viewers."""
        for name, viewer in self._players.get(player, ()):
            if name not in self.tables:  # it was shut, and the viewer is on the way out
                continue
            head = _head(viewer.seq, self._clock(), {})
            viewer.tell(head + self._you(viewer.caller, self.tables[name]) + b',"events":[]}')

    def join(self, name: str, viewer: Viewer, after: int | None) -> None:
        """Watch a table from now on: the first message is a snapshot, or all since `after`."""
        following = self.tables[name]
        lines = None if after is None else following.since(after)
        if lines is None:
            kind, events = b"snapshot", b"}"
        else:
            kind, events = b"events", _Events(lines).seen_by(viewer.caller)
        view = encode(following.view)
        head = _opening(kind, following.seq, self._clock(), view)
        staff = following.staff if viewer.is_staff else None
        own = self._you(viewer.caller, following) + b',"staff":' + encode(staff)
        viewer.tell(head + own + events)
        viewer.seq = following.seq
        self._viewers[name].add(viewer)
        if name in self._behind:  # since it was asked for
            self._reread(name)
        if not viewer.is_staff:
            self._players[viewer.caller.name].add((name, viewer))

    def leave(self, name: str, viewer: Viewer) -> None:
        _take_out(self._viewers, name, viewer)
        _take_out(self._players, viewer.caller.name, (name, viewer))

    def seen_at(self, name: str) -> bool:
        """Return True if the table has viewers."""
        return bool(self._viewers.get(name))

    def close_sessions(self, ended: Callable[[Caller], bool], code: int, word: bytes) -> None:
        """Close the sockets of ended sessions."""
        for viewer in self._everybody():
            if ended(viewer.caller):
                viewer.close(code, word)

    def callers(self) -> list[Caller]:
        """Everybody who watches something, each session once."""
        return [*{each.caller.token: each.caller for each in self._everybody()}.values()]

    def count(self) -> int:
        return sum(1 for _ in self._everybody())

    def _everybody(self) -> Iterator[Viewer]:
        for there in (self._viewers, self.contests.viewers):
            yield from chain.from_iterable(there.values())
        yield from self.floor_viewers

    def seen(self, name: str, caller: Caller) -> Mapping[str, Any]:
        """The table as this caller may see it."""
        following = self.tables[name]
        staff = caller.role in SEES_STAFF
        return {
            "seq": following.seq,
            "table": following.view,
            "you": self.you(caller, following),
            "staff": following.staff if staff else None,
        }

    def you(self, caller: Caller, following: Following) -> Any:
        if caller.role != PLAYER:
            return None
        account = self._account(caller.name)
        return you_of(following.table, caller.name, account, self._clock())

    def _you(self, caller: Caller, following: Following) -> bytes:
        return b',"you":' + encode(self.you(caller, following))


def _take_out(places: dict[str, set[T]], name: str, one: T) -> None:
    """Remove an item; a place without items is removed too."""
    if name in places:
        places[name].discard(one)
        if not places[name]:
            del places[name]


def _head(seq: int, now: datetime, table: Mapping[str, Any]) -> bytes:
    return _opening(b"events", seq, now, encode(table))


def _opening(kind: bytes, seq: int, now: datetime, table: bytes) -> bytes:
    return b'{"type":"%b","seq":%d,"now":%b,"table":%b' % (kind, seq, encode(now), table)


class _Events:
    """Lines as each viewer sees them, put together once for all who see the same."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines
        self._owners = {owner_of(line) for line in lines}
        self._seen: dict[tuple[str, str], bytes] = {}

    def seen_by(self, caller: Caller) -> bytes:
        sight = caller.role, caller.name if caller.name in self._owners else ""
        if sight not in self._seen:
            seen = b",".join(seen_by(*sight, line) for line in self._lines)
            self._seen[sight] = b',"events":[' + seen + b"]}"
        return self._seen[sight]
