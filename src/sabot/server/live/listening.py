"""Hearing what other server processes write: PostgreSQL tells, and nothing is missed in between."""

import asyncio
import logging
from typing import Final

from sabot.kinds import ACCOUNTS, TABLES
from sabot.refusal import Refusal
from sabot.server.casino import Casino

CHANNEL: Final = "sabot"
PAUSE_SECONDS: Final = 1.0
log = logging.getLogger("sabot.listening")


def listen(casino: Casino) -> None:
    """Follow what others write, where several processes share the store."""
    if casino.settings.store.startswith(("postgresql://", "postgres://")):
        casino.start(_follow(casino))


async def _follow(casino: Casino) -> None:
    """Listen; after every new connection look at everything once, for what was said meanwhile."""
    import psycopg

    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                casino.settings.store, autocommit=True
            )
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await _look(casino)
                async for heard in connection.notifies():
                    stream, _, seq = heard.payload.rpartition(":")
                    if seq.isascii() and seq.isdigit():  # whoever can reach it can say anything
                        casino.stream_moved(stream, int(seq))
        except (psycopg.Error, OSError, Refusal) as error:
            log.warning("not listening to the database", extra={"why": str(error).strip()})
        await asyncio.sleep(PAUSE_SECONDS)


async def _look(casino: Casino) -> None:
    for stream in await casino.work(casino.store.streams):
        if TABLES.has(stream) or ACCOUNTS.has(stream):
            casino.stream_moved(stream)
