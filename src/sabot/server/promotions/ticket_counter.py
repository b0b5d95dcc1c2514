"""The promotions hear the tables: all the time, and from where each of them was."""

import asyncio
import logging
import uuid
from typing import Final

from sabot.core.refusal import Refusal
from sabot.floor.kinds import PROMOTIONS
from sabot.promotions.running.entries.entry_list import HearTables
from sabot.promotions.running.state import OPEN
from sabot.rules.roles import CASINO_OPERATOR
from sabot.server.casino import Casino

SECONDS: Final = 1.0
HOUSE: Final = "house"
log = logging.getLogger("sabot.promotions")


async def hear(casino: Casino) -> None:
    """Until this is cancelled. What was heard is in the log: another process, or this one after a
    fall, goes on from there."""
    await casino.opened()
    heard = -1
    while True:
        position = await casino.work(casino.store.last_position)
        if position != heard:
            heard = position if await hear_once(casino) else -1
        await asyncio.sleep(SECONDS)


async def hear_once(casino: Casino) -> bool:
    """Every promotion that is open takes down what the tables say; whether that is all."""
    is_all = True
    for name in await casino.work(_open, casino):
        try:
            answer = await casino.do("", _hearing(name))
            is_all &= not answer.events
        except Refusal:
            is_all = False
        except Exception:  # a table that cannot be read: heard again once anything is written
            log.exception("a promotion could not hear the tables", extra={"promotion": name})
    return is_all


def _open(casino: Casino) -> list[str]:
    return [each.name for each in casino.all_caught_up(PROMOTIONS) if each.phase == OPEN]


def _hearing(name: str) -> HearTables:
    return HearTables(
        id=f"hearing-{uuid.uuid4()}",
        actor=HOUSE,
        role=CASINO_OPERATOR,
        stream=PROMOTIONS.stream(name),
    )
