"""A fork that no dying thread can spoil."""

import os
import signal
import threading
import time
from pathlib import Path

STRANGERS: set[str] = set()
"""Threads of libraries, which stay."""
PATIENCE = 2.0


def fork(seconds: int = 120) -> int:
    """Call `os.fork` when no thread is exiting; end the child after so many seconds.

    A thread that Python has joined may still be in OpenSSL's farewell, with a lock in its hand that
    the child would inherit and wait for in vain.
    """
    until = time.monotonic() + PATIENCE
    while leaving := _tasks() - STRANGERS - {str(each.native_id) for each in threading.enumerate()}:
        if time.monotonic() > until:
            STRANGERS.update(leaving)
        time.sleep(0.001)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(seconds)
    return child


def _tasks() -> set[str]:
    return {task.name for task in Path("/proc/self/task").iterdir()}
