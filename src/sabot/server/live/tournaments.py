"""Tournaments that are followed, who watches them, and what they are told when one has moved."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.floor import Floor, Moved
from sabot.floor.kinds import TOURNAMENTS
from sabot.rules.roles import PLAYER
from sabot.server.http.routes import Caller
from sabot.server.live.follower import KEPT, Trail, differing
from sabot.server.live.load_failures import CLOSE_UNREADABLE, CODES, ClosedStreams
from sabot.server.live.viewers import CLOSE_SLOW, Viewer
from sabot.tournament.desk.next import next_step
from sabot.tournament.desk.seen import SEES, seen_by
from sabot.tournament.desk.state import CANCELLED, PAID, Contest
from sabot.views.competition.tournaments import (
    TournamentCard,
    TournamentView,
    card_of,
    own_of,
    tournament_view,
)

RESTS_AFTER: Final = timedelta(hours=1)
TOGETHER_SECONDS: Final = 0.1
BESIDE: Final = frozenset({"now", "you"})
"""Fields of a view that are not the tournament's own, and are sent beside it."""
DESK: Final = min(SEES)
Work = Callable[..., Awaitable[Any]]
Start = Callable[[Any], Any]
encode = msgspec.json.encode
log = logging.getLogger("sabot.contests")


class FollowedContest(Trail[Contest]):
    """A tournament, and how it is shown: to everybody, and to those who run it."""

    def __init__(self, contest: Contest, tail: Iterable[bytes], now: datetime) -> None:
        super().__init__(contest, tail)
        self._shown = {desk: self.view(desk, now) for desk in (False, True)}

    def view(self, desk: bool, now: datetime) -> TournamentView:
        """As it is now, for everybody or for those who run it."""
        return tournament_view(self.state, DESK if desk else "", "", now)

    def renew(self, other: "FollowedContest") -> None:
        """The tournament taken up again; the next look tells what has changed."""
        self.state, self.lines = other.state, other.lines

    def look(self, desk: bool, now: datetime) -> bytes:
        """Return the changes since the last look."""
        before, self._shown[desk] = self._shown[desk], self.view(desk, now)
        return _fields(differing(before, self._shown[desk]))

    @property
    def is_at_rest(self) -> bool:
        return self.state.phase in (PAID, CANCELLED) and next_step(self.state) is None


def _fields(said: dict[str, Any]) -> bytes:
    return encode({name: value for name, value in said.items() if name not in BESIDE})


def _whole(view: TournamentView) -> bytes:
    return _fields({name: getattr(view, name) for name in view.__struct_fields__})


class Contests:
    """Everything here runs on the event loop, beside the hub of tables."""

    def __init__(
        self, floor: Floor, clock: Callable[[], datetime], work: Work, start: Start,
        closed: ClosedStreams,
    ) -> None:  # fmt: skip
        self._floor = floor
        self._clock = clock
        self._work = work
        self._start = start
        self._closed = closed
        self.followed: dict[str, FollowedContest] = {}
        self.viewers: dict[str, set[Viewer]] = {}
        self._moved: set[str] = set()
        self._later: set[str] = set()
        self._rereading: dict[str, bool] = {}

    # From the log

    async def open(self) -> None:
        """Follow every tournament that the store knows and that can be read."""
        for stream in await self._work(self._floor.store.streams_like, TOURNAMENTS.prefix):
            try:
                await self._take_up(TOURNAMENTS.name(stream))
            except Refusal as refused:
                if refused.code not in CODES:
                    raise

    async def find(self, name: str) -> bool:
        """Load a tournament if it is not followed yet, also one that is over; return False if there
        is none. Refuse one that cannot be read."""
        if name not in self.followed:
            if not (await self._work(self._floor.store.head, TOURNAMENTS.stream(name))).seq:
                return False
            await self._take_up(name)
        return name in self.followed

    def reread(self, name: str) -> None:
        """Read on in the log of a tournament; one reading at a time, and once more if it is asked
        for meanwhile, since its caller may know of a newer event."""
        if name not in self._rereading:
            self._start(self._read_on(name))
        self._rereading[name] = True

    async def _read_on(self, name: str) -> None:
        try:
            while self._rereading[name]:
                self._rereading[name] = False
                await self._take_up(name)
        except Refusal as refused:
            if refused.code not in CODES:
                raise
            self._shut(name)
        finally:
            del self._rereading[name]

    async def _take_up(self, name: str) -> None:
        stream = TOURNAMENTS.stream(name)
        fresh = await self._work(self._closed.load, stream, self._load, name)
        self._let_rest()
        followed = self.followed.setdefault(name, fresh)
        if fresh.seq > followed.seq:
            followed.renew(fresh)
        self._moved.add(name)
        self.tell()

    def _shut(self, name: str) -> None:
        """Stop following a tournament that cannot be read any more; send its viewers away."""
        self.followed.pop(name, None)
        for viewer in self.viewers.get(name, ()):
            viewer.close(CLOSE_UNREADABLE)

    def _load(self, name: str) -> FollowedContest:
        contest = self._floor.catch_up(TOURNAMENTS, name)
        after = max(0, contest.version - KEPT)
        read = self._floor.store.read(TOURNAMENTS.stream(name), after)
        tail = [each.line for each in islice(read, contest.version - after)]
        return FollowedContest(contest, tail, self._clock())

    # To the viewers

    def heard(self, name: str, moves: Sequence[Moved[Contest]]) -> None:
        """Take durable events. `tell` passes them on, once for all that came together."""
        followed = self.followed.get(name)
        if followed is None or not followed.take(moves):
            self.reread(name)
        if followed is not None:
            self._moved.add(name)

    def _let_rest(self) -> None:
        """Tournaments that are over, with nothing left to do, leave the list and the memory."""
        long_ago = self._clock() - RESTS_AFTER
        for name, each in [*self.followed.items()]:
            is_old = each.state.at is not None and each.state.at <= long_ago
            if is_old and each.is_at_rest and name not in self.viewers:
                del self.followed[name]

    def cards(self, player: str = "") -> list[TournamentCard]:
        """Those that are not at rest, the newest first."""
        self._let_rest()
        found = [each.state for each in self.followed.values()]
        found.sort(key=lambda each: str(each.at), reverse=True)
        return [card_of(each, player) for each in found]

    def tell(self) -> None:
        """Tell the desk of a tournament that has moved, and the room a moment later: when thirty
        tables are counted together, two hundred players need not hear thirty times of it."""
        moved, self._moved = self._moved & self.followed.keys(), set()
        self._tell_each(moved, desk=True)
        if moved and not self._later:
            asyncio.get_running_loop().call_later(TOGETHER_SECONDS, self._tell_room)
        self._later |= moved

    def _tell_room(self) -> None:
        later, self._later = self._later & self.followed.keys(), set()
        self._tell_each(later, desk=False)

    def _tell_each(self, names: Iterable[str], desk: bool) -> None:
        for name in names:
            try:
                self._tell(name, self.followed[name], desk)
            except Exception:  # its viewers hear of it with the next event; others do now
                log.exception("a tournament could not be shown", extra={"tournament": name})

    def _tell(self, name: str, followed: FollowedContest, desk: bool) -> None:
        now = self._clock()
        fields = followed.look(desk, now)
        for viewer in self.viewers.get(name, ()):
            if (viewer.caller.role in SEES) != desk:
                continue
            lines = followed.since(viewer.seq)
            if lines is None:
                viewer.close(CLOSE_SLOW)
            elif lines:
                told = _told(viewer.caller, lines)
                viewer.tell(_said(b"events", followed, now, fields, viewer.caller) + told)
                viewer.seq = followed.seq

    def join(self, name: str, viewer: Viewer, after: int | None) -> None:
        """Watch from now on: the first message is a snapshot, or all since `after`."""
        followed, now = self.followed[name], self._clock()
        lines = None if after is None else followed.since(after)
        kind = b"snapshot" if lines is None else b"events"
        whole = _whole(followed.view(viewer.caller.role in SEES, now))
        told = b"}" if lines is None else _told(viewer.caller, lines)
        viewer.tell(_said(kind, followed, now, whole, viewer.caller) + told)
        viewer.seq = followed.seq
        self.viewers.setdefault(name, set()).add(viewer)

    def leave(self, name: str, viewer: Viewer) -> None:
        there = self.viewers.get(name, set())
        there.discard(viewer)
        if not there:
            self.viewers.pop(name, None)


def _said(
    kind: bytes, followed: FollowedContest, now: datetime, fields: bytes, caller: Caller
) -> bytes:
    you = own_of(followed.state, caller.name) if caller.role == PLAYER else None
    parts = (kind, followed.seq, encode(now), fields, encode(you))
    return b'{"type":"%b","seq":%d,"now":%b,"tournament":%b,"you":%b' % parts


def _told(caller: Caller, lines: Sequence[bytes]) -> bytes:
    return (
        b',"events":['
        + b",".join(seen_by(caller.role, caller.name, each) for each in lines)
        + b"]}"
    )
