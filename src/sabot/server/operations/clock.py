"""Compare the server's clock with the machine's: a jump is reported and not followed, until an
operator confirms the machine's clock."""

import asyncio
import logging
from datetime import timedelta
from typing import Final

from sabot.core.clock import JUMP, GuardedClock
from sabot.core.refusal import Refusal
from sabot.people.custody import STREAM, ClockMarked, enter, last_accepted
from sabot.server.casino import Casino
from sabot.server.operations.metrics import CLOCK_JUMP

EVERY_SECONDS: Final = 1.0
log = logging.getLogger("sabot.core.clock")


async def keep_time(casino: Casino, clock: GuardedClock, every: float = EVERY_SECONDS) -> None:
    """Look at both clocks every second, and at the custodian's book for what was said of them."""
    told, book = timedelta(0), await casino.work(casino.store.head, STREAM)
    while True:
        try:
            head = await casino.work(casino.store.head, STREAM)
            if head != book:
                accepted = await casino.work(last_accepted, casino.store)
                if accepted is not None and abs(clock() + clock.jump - accepted[0].moment) < JUMP:
                    clock.accept()
                book = head
            clock()
            if abs(clock.jump - told) > JUMP:
                told = clock.jump
                if told:
                    seconds = int(told.total_seconds())
                    log.error("the machine's clock jumped", extra={"seconds": seconds})
                    event = ClockMarked(seconds=seconds)
                    await casino.work(enter, casino.store, event, "the house", casino.clock)
            CLOCK_JUMP.set(told.total_seconds())
        except Refusal as refused:
            log.warning("the clock was not looked at", extra={"why": refused.message})
        await asyncio.sleep(every)
