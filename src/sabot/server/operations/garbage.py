"""Garbage: what nothing refers to any more is freed at once, and the rest is looked for seldom.

A search through everything stops all tables while it lasts, and almost everything that it looks
through stays: tables, states, viewers. So what has lasted is set aside, once everything is open and
then twice a minute, and only the newest things are searched. Once an hour everything is.
"""

import asyncio
import gc
import time
from typing import Final

from sabot.server.casino import Casino

NEW: Final = 50_000
"""So many more things than before are searched for garbage."""
SET_ASIDE_SECONDS: Final = 30.0
ALL_SECONDS: Final = 3600.0


async def tidy(casino: Casino) -> None:
    """Keep the searches short until the server stops."""
    await casino.opened()
    gc.set_threshold(NEW, 10, 10)
    searched = _search_all()
    while True:
        await asyncio.sleep(SET_ASIDE_SECONDS)
        gc.freeze()
        if time.monotonic() - searched >= ALL_SECONDS:
            searched = _search_all()


def _search_all() -> float:
    """Everything, which takes a tenth of a second for a thousand viewers; when it was done."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return time.monotonic()
