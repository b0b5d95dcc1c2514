"""Work done in a child process, so that whatever it breaks is gone afterwards."""

import os
import signal
from collections.abc import Callable

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
