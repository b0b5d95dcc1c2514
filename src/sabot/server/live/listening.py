"""Hearing what other server processes write: PostgreSQL tells, and nothing is missed in between."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from sabot.kinds import ACCOUNTS, TABLES, TOURNAMENTS
from sabot.refusal import Refusal
from sabot.server.casino import Casino

CHANNEL: Final = "sabot"
PAUSE_SECONDS: Final = 1.0
MOMENT_SECONDS: Final = 0.02
"""So much later is looked at what has moved: what we wrote ourselves is known by then, and all else
is read at once."""
EVERYTHING: Final = 2**53
log = logging.getLogger("sabot.listening")


def listen(casino: Casino) -> None:
    """Follow what others write, where several processes share the store."""
    if casino.settings.store.startswith(("postgresql://", "postgres://")):
        casino.start(_follow(casino))


async def _follow(casino: Casino) -> None:
    """Listen; after every new connection look at everything once, for what was said meanwhile."""
    import psycopg

    neighbours = Neighbours(casino)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                casino.settings.store, autocommit=True
            )
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                for stream in await casino.work(casino.store.streams):
                    neighbours.heard(stream)
                async for heard in connection.notifies():
                    stream, _, seq = heard.payload.rpartition(":")
                    if seq.isascii() and seq.isdigit():  # whoever can reach it can say anything
                        neighbours.heard(stream, int(seq))
        except (psycopg.Error, OSError, Refusal) as error:
            log.warning("not listening to the database", extra={"why": str(error).strip()})
        await asyncio.sleep(PAUSE_SECONDS)


class Neighbours:
    """What other processes have written, read a moment after it was heard of."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._heard: dict[str, int] = {}

    def heard(self, stream: str, seq: int = EVERYTHING) -> None:
        """Somebody has written to a stream, up to that event; perhaps we did so ourselves."""
        if not self._heard:
            asyncio.get_running_loop().call_later(MOMENT_SECONDS, self._look)
        self._heard[stream] = max(self._heard.get(stream, 0), seq)

    def _look(self) -> None:
        heard, self._heard = self._heard, {}
        behind = [stream for stream, seq in heard.items() if self._is_behind(stream, seq)]
        if behind:
            self._casino.start(self._catch_up(behind))

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
        """Where they stand now."""
        kinds = {each: TABLES if TABLES.has(each) else ACCOUNTS for each in streams}
        floor = self._casino.floor
        return {each: floor.catch_up(kind, kind.name(each)).version for each, kind in kinds.items()}
