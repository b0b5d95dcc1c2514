"""Work done in a child process, so that its damage ends with it."""

import os
import signal
from collections.abc import Callable
from tempfile import TemporaryFile

BROKEN = 70


def in_a_fork(work: Callable[[], int], seconds: int = 120) -> int:
    """The answer of `work`; one that does not end in time, or raises, is BROKEN."""
    child = os.fork()
    if child == 0:
        status = BROKEN
        try:
            signal.alarm(seconds)
            status = work()
        finally:
            os._exit(status)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else BROKEN


def told_by_a_fork(work: Callable[[], str], seconds: int) -> str | None:
    """Return the line that `work` prints; None if it does not end in time, or raises."""
    with TemporaryFile() as page:

        def write() -> int:
            said = work()
            page.write(said.encode())
            page.flush()
            return 0

        if in_a_fork(write, seconds) != 0:
            return None
        page.seek(0)
        return page.read().decode()
