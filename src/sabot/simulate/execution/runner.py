"""Deal many blocks: here, in several processes, or on an executor."""

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from sabot.simulate.execution.blocks import DealingWork, DealtTotals, KeptCoups, deal_blocks

BLOCK_COUPS = 80_000
"""Estimated coups of a block, until the first one is dealt."""
LONGEST_UNIT = 32
"""Blocks sent to a worker at once. Longer units would make the progress bar stand still for
seconds."""
ONCE_MORE = 0.2
"""Seconds after which a Ctrl-C that the compiler has lost is pressed again."""
LONGEST_KEPT = 8
"""Blocks sent to a worker at once where every coup is kept, so that waiting coups do not fill
memory."""


class Here(Executor):
    """Deals at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def local(workers: int) -> Iterator[tuple[Executor, int]]:
    """Yield an executor of `workers` processes on this machine; one worker is this process
    itself."""
    if workers == 1:
        yield Here(), 1
        return
    fork = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(fork), _leave_interrupts)
    try:
        yield pool, workers
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ignore Ctrl-C in a worker, which finishes its unit; the gathering process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def stopping() -> Iterator[None]:
    """Let Ctrl-C end a compilation as it ends all else: the compiler may lose it, or fail by it
    with an error of its own."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []

    def press(number: int, frame: object) -> None:
        pressed.append(number)
        signal.setitimer(signal.ITIMER_REAL, ONCE_MORE)
        raise KeyboardInterrupt

    before, told = signal.signal(signal.SIGINT, press), sys.unraisablehook
    alarm = signal.signal(signal.SIGALRM, press)
    sys.unraisablehook = lambda lost: None if pressed else told(lost)
    try:
        yield
    except Exception:
        if not pressed:
            raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)
        sys.unraisablehook = told
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def _undivided() -> Iterator[None]:
    """Defer Ctrl-C until this is done: coups that are written must be counted too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if pressed:
        raise KeyboardInterrupt


def gather(
    work: DealingWork,
    coups: int,
    executor: Executor,
    workers: int,
    watch: Callable[[int], object] = lambda coups: None,
    write: Callable[[Sequence[KeptCoups]], object] = lambda kept: None,
    see: Callable[[DealtTotals], object] = lambda totals: None,
) -> DealtTotals:
    """Deal `coups` coups, block after block; after Ctrl-C, return the totals so far.

    `write` is called with the coups themselves, in order, if they are kept; `see` with the totals
    so far.
    """
    totals, accepted, asked = work.nothing(), 0, 0
    longest = LONGEST_KEPT if work.keep else LONGEST_UNIT
    unit = max(1, min(longest, coups // (BLOCK_COUPS * 8 * workers)))
    waiting: deque[Future[DealtTotals]] = deque()
    try:
        while totals.coups < coups:
            expected = totals.coups / accepted if accepted else BLOCK_COUPS
            while not waiting or (len(waiting) < 2 * workers and asked * expected < coups):
                waiting.append(executor.submit(deal_blocks, work, asked, unit))
                asked += unit
            dealt = waiting.popleft().result()
            if totals.coups + dealt.coups > coups:
                dealt = deal_blocks(work, accepted, unit, coups - totals.coups)
            with _undivided():
                write(dealt.kept)
                totals.add(dealt)
            accepted += unit
            watch(totals.coups)
            see(totals)
    except KeyboardInterrupt:
        if not totals.coups:
            raise
    for future in waiting:
        future.cancel()
    return totals
