"""Screen each day for signs of money laundering once it is over, where a policy asks for it."""

import asyncio
import logging
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sabot.aml import AML_STREAM, AmlBook, ScreenDay
from sabot.compliance.laundering.day import screen
from sabot.core.refusal import Refusal
from sabot.floor.intake import BY
from sabot.floor.kinds import AML_DESKS
from sabot.parts.periods import day_in
from sabot.policies import terms_at
from sabot.rules.roles import CASINO_OPERATOR
from sabot.server.casino import Casino
from sabot.server.tables.policy import book_of

EVERY_SECONDS: Final = 300.0
log = logging.getLogger("sabot.screening")


async def screen_days(casino: Casino, every: float = EVERY_SECONDS) -> None:
    """Screen what is over, and look again."""
    while True:
        try:
            await casino.work(screen_next, casino)
        except Refusal as refused:
            log.warning("a day was not screened", extra={"why": refused.message})
        await asyncio.sleep(every)


def screen_next(casino: Casino) -> date | None:
    """Screen the day after the last one, or yesterday at first; return it, None if it is not over
    or no policy asks for it. Of two servers one records it."""
    zone = casino.settings.zone
    book: AmlBook = casino.floor.catch_up(AML_DESKS, AML_DESKS.name(AML_STREAM))
    today = day_in(zone, casino.clock())
    yesterday = today - timedelta(days=1)
    day = yesterday if book.screened is None else book.screened + timedelta(days=1)
    if day > yesterday:
        return None
    end = datetime.combine(day + timedelta(days=1), time(), ZoneInfo(zone)).astimezone(UTC)
    terms = terms_at(book_of(casino), end - timedelta(microseconds=1))
    if terms is None or terms.alerts_report_days is None:
        return None
    found = screen(casino.store, zone, day, terms)
    command = ScreenDay(
        id=f"{AML_STREAM}/{day.isoformat()}",
        actor=BY,
        role=CASINO_OPERATOR,
        day=day,
        edition=terms.edition,
        found=tuple(found),
    )
    casino.floor.give(AML_STREAM, command)
    return day
