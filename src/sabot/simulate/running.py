"""Dealing many blocks: here, in several processes, or wherever an executor sends them."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from sabot.simulate.blocks import Totals, Work, deal_blocks

BLOCK_COUPS = 80_000
"""About how many coups a block has, to begin with; afterwards it is known."""
LONGEST_UNIT = 32
"""Blocks sent to a worker at once: a good second's work would show in the progress bar."""


class Here(Executor):
    """Deals at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def local(workers: int) -> Iterator[Executor]:
    """So many processes on this machine; one needs no other than this."""
    if workers == 1:
        yield Here()
        return
    fork = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(fork), _leave_interrupts)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that gathers; a worker finishes what it has in hand."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def gather(
    work: Work,
    coups: int,
    executor: Executor,
    workers: int,
    watch: Callable[[int], object] = lambda coups: None,
) -> Totals:
    """Deal so many coups, block after block; after Ctrl-C, what is done so far."""
    totals, accepted, asked = work.nothing(), 0, 0
    unit = max(1, min(LONGEST_UNIT, coups // (BLOCK_COUPS * 8 * workers)))
    waiting: deque[Future[Totals]] = deque()
    try:
        while totals.coups < coups:
            expected = totals.coups / accepted if accepted else BLOCK_COUPS
            while not waiting or (len(waiting) < 2 * workers and asked * expected < coups):
                waiting.append(executor.submit(deal_blocks, work, asked, unit))
                asked += unit
            dealt = waiting.popleft().result()
            if totals.coups + dealt.coups > coups:
                dealt = deal_blocks(work, accepted, unit, coups - totals.coups)
            totals.add(dealt)
            accepted += unit
            watch(totals.coups)
    except KeyboardInterrupt:
        if not totals.coups:
            raise
    for future in waiting:
        future.cancel()
    return totals
