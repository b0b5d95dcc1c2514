"""Hearing what other server processes write: PostgreSQL tells, and nothing is missed in between."""

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from sabot.core.refusal import Refusal
from sabot.floor.kinds import ACCOUNTS, TABLES, TOURNAMENTS
from sabot.server.casino import Casino
from sabot.server.live.lag import EVERYTHING, FRESH_SECONDS
from sabot.server.live.load_failures import CODES
from sabot.store.backends.postgres.statements import CHANNEL

if TYPE_CHECKING:
    from psycopg.pq.abc import PGconn

PAUSE_SECONDS: Final = 1.0
MOMENT_SECONDS: Final = 0.02
"""So much later is looked at what has moved: what we wrote ourselves is known by then, and all else
is read at once."""
LULL_SECONDS: Final = 0.1
"""The same where no viewer here was waiting for events of others the last time."""
log = logging.getLogger("sabot.listening")


def listen(casino: Casino) -> None:
    """Follow what others write, where several processes share the store, and tell them what is
    written here."""
    if casino.settings.is_shared:
        casino.store.keep_order()
        casino.keep("other servers", partial(_follow, casino), needed=True)
        casino.keep("tables of other servers", partial(_keep_up, casino), needed=True)


async def _keep_up(casino: Casino) -> None:
    """Read on at tables without viewers, while the list of all tables is watched."""
    while True:
        await asyncio.sleep(FRESH_SECONDS)
        try:
            await casino.behind.keep_up(bool(casino.hub.floor_viewers))
        except Exception:  # the next time, perhaps
            log.exception("tables of other processes could not be read")


async def _follow(casino: Casino) -> None:
    """Listen; after every new connection look at everything once, for what was said meanwhile."""
    import psycopg

    from sabot.store.backends.postgres.servers import SHARE

    neighbours = Neighbours(casino)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                casino.settings.store, autocommit=True
            )
            async with connection:
                await connection.execute(SHARE)
                await connection.execute(f"LISTEN {CHANNEL}")
                for stream in await casino.work(casino.store.streams):
                    neighbours.heard(stream)
                await _hear(connection.pgconn, neighbours)
        except (psycopg.Error, OSError, Refusal) as error:
            log.warning("not listening to the database", extra={"why": str(error).strip()})
        await asyncio.sleep(PAUSE_SECONDS)


async def _hear(wire: "PGconn", neighbours: "Neighbours") -> None:
    """Pass on notifications until the connection is lost. Those of a moment are passed on together,
    for there is one for each commit of any process, and most are our own."""
    loop, place = asyncio.get_running_loop(), wire.socket  # which it has no more once it is lost
    lost: asyncio.Future[None] = loop.create_future()

    def ready(pause: float) -> None:
        loop.remove_reader(place)
        loop.call_later(pause, hear)

    def hear() -> None:
        if lost.done():
            return
        try:
            wire.consume_input()
            while said := wire.notifies():
                neighbours.told(said.extra.decode(errors="replace"))
            pause = MOMENT_SECONDS if neighbours.look() else LULL_SECONDS
            loop.add_reader(place, ready, pause)
        except Exception as error:
            lost.set_exception(error)

    hear()  # what was said with the answer to the first statement
    try:
        await lost
    finally:
        lost.cancel()
        loop.remove_reader(place)


class Neighbours:
    """Reads what other processes have written, a moment after their notification."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._heard: dict[str, int] = {}

    def told(self, text: str) -> None:
        """Take a notification of what a commit has moved, a stream a line."""
        for line in text.splitlines():
            stream, _, seq = line.rpartition(":")
            if seq.isascii() and seq.isdigit():  # whoever can reach it can say anything
                self.heard(stream, int(seq))

    def heard(self, stream: str, seq: int = EVERYTHING) -> None:
        """Note that a stream was written up to that event; by another process or by this one."""
        self._heard[stream] = max(self._heard.get(stream, 0), seq)

    def look(self) -> bool:
        """Start reading the events that viewers here wait for; return True if there were any."""
        heard, self._heard = self._heard, {}
        behind = [stream for stream, seq in heard.items() if self._is_behind(stream, seq)]
        for stream in [each for each in behind if self._can_wait(each)]:
            behind.remove(stream)
            self._casino.behind.note(TABLES.name(stream), heard[stream])
        if behind:
            self._casino.start(self._catch_up(behind))
        return bool(behind)

    def _is_behind(self, stream: str, seq: int) -> bool:
        casino = self._casino
        if TABLES.has(stream):
            following = casino.hub.tables.get(TABLES.name(stream))
            return following is None or following.seq < seq
        if TOURNAMENTS.has(stream):
            followed = casino.contests.followed.get(TOURNAMENTS.name(stream))
            return followed is None or followed.seq < seq
        account = casino.floor.account_seen(ACCOUNTS.name(stream)) if ACCOUNTS.has(stream) else None
        return account is not None and account.version < seq

    def _can_wait(self, stream: str) -> bool:
        """Return True for a table that is known here and has no viewers."""
        hub, name = self._casino.hub, TABLES.name(stream) if TABLES.has(stream) else ""
        return name in hub.tables and not hub.seen_at(name)

    async def _catch_up(self, behind: Iterable[str]) -> None:
        """Have the floor read on in all of them; it tells what it reads, in its order."""
        casino, tables = self._casino, self._casino.hub.tables
        for stream in behind:
            if TOURNAMENTS.has(stream):
                casino.contests.reread(TOURNAMENTS.name(stream))
        behind = [each for each in behind if not TOURNAMENTS.has(each)]
        known = [each for each in behind if not TABLES.has(each) or TABLES.name(each) in tables]
        stand = await casino.work(self._read, known)
        casino.pass_on()
        for stream in behind:
            if TABLES.has(stream) and self._is_behind(stream, stand.get(stream, EVERYTHING)):
                casino.reread(TABLES.name(stream))

    def _read(self, streams: Iterable[str]) -> dict[str, int]:
        """Return the heads of streams that can be read."""
        casino, found = self._casino, dict[str, int]()
        for stream in streams:
            kind = TABLES if TABLES.has(stream) else ACCOUNTS
            try:
                read, name = casino.floor.catch_up, kind.name(stream)
                found[stream] = casino.closed.load(stream, read, kind, name).version
            except Refusal as refused:
                if refused.code not in CODES:
                    raise
        return found
