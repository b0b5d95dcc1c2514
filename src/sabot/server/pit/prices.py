"""Price coups by exact odds beside the requests, and keep the sheets.

No table waits for it: coups wait on their sheet until the pit is looked at, or until there are
many.
"""

import asyncio
from contextlib import suppress
from typing import Final

from sabot.core.refusal import Refusal
from sabot.pit import Price, price_of
from sabot.pit.figures import FinishedCoup
from sabot.server.casino import SHEET, Casino
from sabot.server.live.follower import Following
from sabot.server.live.viewers import SEES_STAFF
from sabot.store.expiring_rows import Swap

SECONDS: Final = 1.0
MANY: Final = 20
"""Number of waiting coups that are counted without a look at the pit. It is small: a coup with ten
players takes three kilobytes while it waits, and counting must not delay a table."""
ELSEWHERE: Final = 200
"""The same for a table without viewers here: another process may have counted them."""


async def price(casino: Casino) -> None:
    """Until this is cancelled."""
    await casino.opened()
    while True:
        looked_at = any(each.caller.role in SEES_STAFF for each in casino.hub.floor_viewers)
        await price_all(casino, looked_at)
        await asyncio.sleep(SECONDS)


async def price_all(casino: Casino, looked_at: bool = True) -> None:
    """Count the coups of every table; without a look at the pit, only of tables where many wait.
    Tell viewers of the pit. Keep the sheets that took long."""
    for name, following in [*casino.hub.tables.items()]:
        many = MANY if casino.hub.seen_at(name) else ELSEWHERE
        least = 1 if looked_at else many
        if len(following.sheet.figures.unpriced) >= least:
            await price_one(casino, following)
            casino.hub.floor_moved.set()
        kept, following.sheet.to_keep = following.sheet.to_keep, None
        if kept is not None:
            await casino.work(keep, casino, name, kept)


async def price_one(casino: Casino, following: Following) -> None:
    """Price the waiting coups of a table. Later coups wait for the next time; so does a table that
    was loaded again."""
    sheet = following.sheet
    sheet.price(await casino.work(prices_of, tuple(sheet.figures.unpriced)))


def prices_of(waiting: tuple[FinishedCoup, ...]) -> list[tuple[FinishedCoup, Price | None]]:
    return [(over, price_of(over)) for over in waiting]


def keep(casino: Casino, name: str, kept: bytes) -> None:
    """Only a cache: the log has it all. Another process may have kept its own."""
    with suppress(Refusal):
        casino.store.swap(Swap(SHEET, name, casino.store.expiring_row(SHEET, name), kept))
