"""The casino as the server runs it: one floor, its people, and all viewers."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final, ParamSpec, TypeVar

from sabot.core.clock import FACE
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import Topic
from sabot.engine.kind import Kind
from sabot.engine.streams import Command
from sabot.floor import Answer, Floor, Moved, system_clock
from sabot.floor.kinds import ACCOUNTS, TABLES, TOURNAMENTS
from sabot.people import People
from sabot.pit import ShiftSheet
from sabot.server.duties.desk import DutiesDesk
from sabot.server.errands.errands import Errands
from sabot.server.http.limits import STRANGERS, Rate
from sabot.server.http.routes import Caller
from sabot.server.inspect.exceptions import ExceptionsDesk
from sabot.server.live.dispatch import Dispatch
from sabot.server.live.follower import KEPT, Following
from sabot.server.live.hub import Hub
from sabot.server.live.lag import Behind
from sabot.server.live.load_failures import CODES, ClosedStreams
from sabot.server.live.tournaments import Contests
from sabot.server.live.viewers import CLOSE_STOPPING, CLOSE_TRY_LATER
from sabot.server.operations.background import BackgroundTasks
from sabot.server.operations.metrics import COMMAND_SECONDS, count_command
from sabot.server.operations.store_watch import StoreWatch
from sabot.server.settings import Settings
from sabot.server.tables.archive import Archive
from sabot.store import Store
from sabot.table import Table
from sabot.table.running.closure import is_at_rest
from sabot.views import Watching

RESTS_AFTER: Final = timedelta(hours=1)
READERS: Final = 4
DOORMEN: Final = 2
"""Threads that look up sessions, so that sign-ins do not wait for long reads."""
HASHERS: Final = 4
PASSWORDS_AT_ONCE: Final = 10
"""Attempts that a signed-in person has at once for their own password."""
P = ParamSpec("P")
T = TypeVar("T")
Prepare = Callable[["Casino"], Iterable[str]]
"""A function that opens tables when the server starts, and yields the name of each once it is
open."""
SHEET: Final = "sheet"
"""Kind of the expiring rows that keep tables' sheets."""
log = logging.getLogger("sabot.casino")


class Casino:
    """Everything that a route may use."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Callable[[], datetime] = system_clock,
        floor: Floor | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock
        self.floor = floor or Floor(store, clock, zone=settings.zone)
        self.people = People(store, clock, asks_factor=not settings.demo)
        self.closed = ClosedStreams(store)
        self.contests = Contests(self.floor, clock, self.work, self.start, self.closed)
        self.behind = Behind(
            self.floor, self.work, self.pass_on, self._renew, self._shown, self.closed, self._shut
        )
        self.hub = Hub(clock, self.floor.account_seen, self.reread, self.contests, self.behind)
        self._dispatch = Dispatch(self.floor, self.pass_on)
        self._news = deque[tuple[str, Sequence[Moved[Any]]]]()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._called = False
        self.floor.followers.append(self._moved)
        self.strangers = Rate(settings.rate * STRANGERS, settings.burst * STRANGERS)
        self.knocks = Rate(settings.sign_ins, settings.sign_in_burst)
        self.wrong = Rate(settings.wrong, settings.wrong_burst)
        self.passwords = Rate(settings.wrong, min(PASSWORDS_AT_ONCE, settings.wrong_burst))
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._door = ThreadPoolExecutor(DOORMEN, thread_name_prefix="door")
        self._hashers = ThreadPoolExecutor(HASHERS, thread_name_prefix="hashing")
        self.errands = Errands()
        self.exceptions = ExceptionsDesk(store, settings.zone)
        self.store_watch = StoreWatch(store, settings.is_shared, self._leave_to_others)
        self.background = BackgroundTasks()
        self.witnesses: dict[str, str] = {}
        """Reason why a witness does not know everything, by its name."""
        self.duties = DutiesDesk(store, settings.zone, clock)
        FACE.set(settings.zone)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rereading: dict[str, bool] = {}
        self.opening: asyncio.Task[None] | None = None

    def begin(self, prepare: Prepare) -> "asyncio.Task[None]":
        """Open tables in the background, while requests are answered already."""
        self.opening = asyncio.get_running_loop().create_task(self.open(prepare))
        self._tasks.add(self.opening)
        self.opening.add_done_callback(self._tasks.discard)
        return self.opening

    async def open(self, prepare: Prepare = lambda casino: ()) -> None:
        """Follow every table of the store, one after the other, then each that `prepare` opens.
        `prepare` runs in a reader's thread, and goes on when its last table is followed."""
        self._loop = asyncio.get_running_loop()
        for stream in await self.work(self.store.streams_like, TABLES.prefix):
            known = TABLES.name(stream)
            try:
                table = await self.work(self.closed.load, stream, self.floor.table, known)
                if not is_at_rest(table):
                    await self.follow(known)
            except Refusal as refused:
                if refused.code not in CODES:
                    raise
        await self.contests.open()
        await self.work(self.floor.intake.cover_all)
        names = iter(await self.work(prepare, self))
        while (name := await self.work(next, names, None)) is not None:
            await self.follow(name)
        self.hub.floor_moved.set()

    @property
    def is_open(self) -> bool:
        """Return True if every table is open."""
        return self.opening is None or self.opening.done()

    async def opened(self) -> None:
        """Wait until every table is open."""
        if self.opening is not None:
            await asyncio.shield(self.opening)

    async def find(self, name: str) -> None:
        """Make a requested table available: before the others while they are being opened, or one
        at rest."""
        if name in self.hub.tables:
            await self.behind.read((name,))
        elif (await self.work(self.store.head, TABLES.stream(name))).seq:
            await self.follow(name)
        else:
            await self.opened()

    async def follow(self, name: str) -> None:
        """Follow a table from its current state."""
        if name not in self.hub.tables:
            stream = TABLES.stream(name)
            following = await self.work(self.closed.load, stream, self._load, name)
            self._let_rest()
            self.hub.tables.setdefault(name, following)
            self.hub.floor_moved.set()

    def _let_rest(self) -> None:
        """Remove tables from the lobby that closed long ago with nothing left to do."""
        long_ago = self.clock() - RESTS_AFTER
        for name, following in [*self.hub.tables.items()]:
            table = following.table
            is_old = table.at is not None and table.at <= long_ago
            if is_old and is_at_rest(table) and not self.hub.seen_at(name):
                del self.hub.tables[name]

    def _load(self, name: str) -> Following:
        table = self.floor.table(name)

        def read(after: int) -> Iterable[bytes]:
            return self.floor.events(name, after)

        watching = Watching.resume(table, read)
        sheet = ShiftSheet.resume(table, read, self.store.expiring_row(SHEET, name))
        after = max(0, table.version - KEPT)
        tail = islice(self.floor.events(name, after), table.version - after)
        return Following(table, watching, sheet, tail, self.settings.countdown)

    def caught_up(self, kind: Kind[Any], name: str) -> Any:
        """Return a stream's state with all that any process has written; refuse if it cannot be
        read."""
        return self.closed.load(kind.stream(name), self.floor.catch_up, kind, name)

    def all_caught_up(self, kind: Kind[Any]) -> list[Any]:
        """Return the states of all readable streams of a kind, as `caught_up` does."""
        found = []
        for stream in self.store.streams_like(kind.prefix):
            try:
                found.append(self.caught_up(kind, kind.name(stream)))
            except Refusal as refused:
                if refused.code not in CODES:
                    raise
        return found

    def _shut(self, name: str) -> None:
        """Stop following a table that cannot be read any more, and disconnect its viewers."""
        self.hub.shut(name)

    def _shown(self, name: str) -> int:
        return self.hub.tables[name].seq if name in self.hub.tables else 0

    async def _renew(self, name: str) -> None:
        """Load a table again from its newest snapshot after it has moved on far."""
        await self.work(self.floor.put_down, TABLES, (name,))
        reading, self._rereading[name] = name in self._rereading, True
        if not reading:
            await self._read_on(name)

    def tables(self) -> list[str]:
        """Return the names of all tables, in order."""
        return sorted(self.hub.tables)

    def following(self, name: str) -> Following:
        """Return the followed table; refuse an unknown name."""
        following = self.hub.tables.get(name)
        if following is None:
            raise Refusal("unknown-table", None, "There is no table {name}.", name=named(name))
        return following

    def state(self, name: str) -> Table:
        """Return the newest durable state of a table."""
        return self.following(name).table

    def archive(self, name: str) -> Archive:
        """Return the archive of a table."""
        following = self.following(name)
        return Archive(self.store, name, lambda: following.table)

    async def do(self, name: str, command: Command) -> Answer:
        """Pass a command to its table or account and return the durable answer."""
        kind = str(type(command).__struct_config__.tag)
        try:
            self.store_watch.check_there()
            with COMMAND_SECONDS.time():
                answer = await self._dispatch.do(name, command)
        except Refusal as refused:
            count_command(kind, "refused", refused.code)
            raise
        except Exception:
            count_command(kind, "failed")
            raise
        no = answer.rejected
        count_command(kind, "done") if no is None else count_command(kind, "rejected", no.code)
        return answer

    async def work(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a slow function in a reader's thread."""
        return await _in(self._readers, lambda: function(*args, **kwargs))

    async def at_door(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Look up or touch a session, in a thread for sessions."""
        return await _in(self._door, lambda: function(*args, **kwargs))

    async def hashing(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that hashes a password, in a thread for hashing."""
        return await _in(self._hashers, lambda: function(*args, **kwargs))

    def keep(
        self, name: str, work: Callable[[], Awaitable[None]], needed: bool = False
    ) -> asyncio.Task[None]:
        """Run a background task until the server stops, and restart it after a failure. A server
        is not ready while a `needed` one fails."""
        return self.start(self.background.keep(name, work, needed))

    def start(self, errand: Any) -> asyncio.Task[Any]:
        """Run a task beside the requests, until it ends or the server stops."""
        task = asyncio.get_running_loop().create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("an errand failed", exc_info=task.exception())

    def _moved(self, stream: str, moves: Sequence[Moved[Any]]) -> None:
        """Queue durable events for the event loop; called from any thread."""
        if self._loop is None or self._loop.is_closed():
            return
        self._news.append((stream, moves))
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self.pass_on)

    def pass_on(self) -> None:
        """Send events to the viewers in the order in which they were decided."""
        self._called = False
        while self._news:
            stream, moves = self._news.popleft()
            try:
                self._hear(stream, moves)
            except Exception:  # viewers of other streams must still be told
                log.exception("what was decided could not be shown", extra={"stream": stream})
        self.hub.tell()

    def _hear(self, stream: str, moves: Sequence[Moved[Any]]) -> None:
        if TABLES.has(stream):
            self.hub.heard(TABLES.name(stream), moves)
        elif ACCOUNTS.has(stream):
            self.hub.tell_player(ACCOUNTS.name(stream))
        elif TOURNAMENTS.has(stream):
            self.contests.heard(TOURNAMENTS.name(stream), moves)
        for moved in moves:
            if Topic.EXCLUSION in moved.event.topics:
                self._see_out(getattr(moved.event, "player", "") or ACCOUNTS.name(stream))

    def _see_out(self, who: str) -> None:
        """Check at once if a person has been excluded from the casino."""
        self.start(self.work(self.people.look_again, who))

    def reread(self, name: str) -> None:
        """Read on in the log of a table, one read at a time. A request during a read starts
        another: its event may be newer than those being read."""
        if name not in self._rereading:
            self.start(self._read_on(name))
        self._rereading[name] = True

    async def _read_on(self, name: str) -> None:
        try:
            await self.follow(name)
            while self._rereading[name]:
                self._rereading[name] = False
                table = await self.work(self.caught_up, TABLES, name)
                self.pass_on()
                if (
                    self.hub.tables[name].seq < table.version
                ):  # the table moved before it was followed
                    self.hub.taken_up(name, await self.work(self._load, name))
                    self.hub.tell()
        except Refusal as refused:
            if refused.code not in CODES:
                raise
            self._shut(name)
        finally:
            del self._rereading[name]

    async def caller(self, token: str) -> Caller | None:
        """Return the person who holds this token; None if it is not valid."""
        session = self.people.at_hand(token) or await self.at_door(self.people.session, token)
        if session is None:
            return None
        return Caller(session.person, session.role, session, token)

    async def close(self) -> None:
        """Take no more commands, finish those that wait, and disconnect the viewers."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.errands.close()
        await self._dispatch.stop()
        self.hub.close_sessions(lambda caller: True, CLOSE_STOPPING, b'{"type":"stopping"}')
        self.store_watch.close()
        for threads in (self._door, self._hashers, self._readers):
            threads.shutdown()

    def _leave_to_others(self) -> None:
        """Close all sockets while the store is away, so that clients go to another server."""
        self.hub.close_sessions(lambda caller: True, CLOSE_TRY_LATER, b'{"type":"away"}')


async def _in(threads: ThreadPoolExecutor, function: Callable[[], T]) -> T:
    """Run a function in a thread, with the context of the request that waits for it."""
    context = copy_context()
    return await asyncio.get_running_loop().run_in_executor(threads, context.run, function)
