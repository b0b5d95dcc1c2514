"""The whole store looked through for what is not the house's word, at the start and once a day."""

import asyncio
import logging
import threading
import time
from typing import Final

from sabot.audit.claims import verify_house
from sabot.audit.program import look_at_program
from sabot.core.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.operations.metrics import REFUSED_ROWS, VERIFIED
from sabot.store import Flaw, Store
from sabot.store.trust.signed_head import WHOLE, broken
from sabot.store.trust.verification import OF_THE_LOG

EVERY_SECONDS: Final = 24 * 3600
SHARE: Final = 4
"""After each page it rests so many times as long as that took: a fifth of a core at most."""

log = logging.getLogger("sabot.soundness")


class Stopped(Exception):
    """The server stops: the rest is looked at after the next start."""


async def look_through(casino: Casino, every: float = EVERY_SECONDS) -> None:
    """Verify the whole store, slowly enough not to delay requests, and again after a day."""
    stop = threading.Event()
    try:
        while True:
            await asyncio.to_thread(_round, casino.store, stop)
            await asyncio.sleep(every)
            await asyncio.to_thread(_look_at_program)
    finally:
        stop.set()


def _round(store: Store, stop: threading.Event) -> None:
    began = time.monotonic()

    def rest() -> None:
        nonlocal began
        if stop.wait(SHARE * min(1.0, time.monotonic() - began)):
            raise Stopped
        began = time.monotonic()

    try:
        found = sum(act_on(store, flaw) for flaw in verify_house(store, rest, mend=True))
    except Stopped:
        return
    except Refusal as refused:
        log.warning("the store was not looked through", extra={"why": refused.message})
        return
    VERIFIED.set_to_current_time()
    log.info("the whole store was looked through", extra={"found": found})


def _look_at_program() -> None:
    """Report files of the program that were changed since they were installed."""
    installed = look_at_program()
    for file in installed.changed:
        REFUSED_ROWS.labels("program").inc()
        log.error("a file is not as it was installed", extra={"file": file})
    log.info("the program was looked at", extra={"files": installed.files})


def act_on(store: Store, flaw: Flaw) -> bool:
    """Decide nothing more where the log is not as it was written; tell of everything."""
    if flaw.kind in OF_THE_LOG:
        stream = flaw.stream or WHOLE
        store.mark_corrupt(broken(stream, flaw.message[:1].lower() + flaw.message[1:-1]), stream)
    else:
        about = f"{flaw.stream or ''} {flaw.seq or ''} {flaw.message}"
        store.report(flaw.kind, about.strip(), flaw.message)
    return True
