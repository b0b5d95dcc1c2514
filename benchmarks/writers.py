"""Commands a second that several processes write to one PostgreSQL, each to streams of its own.

A command is one event, its answer and its stream's head, durable before the next one begins. Each
number of writers is measured in turn, several times; the median counts. Locks that a session waits
for are sampled meanwhile: writers of different streams should wait for none. `--tree` lets a
sequencer and the transparency tree run beside the writers in every second run, and compares
throughput and p99. Run it as `PYTHONPATH=tests python -P benchmarks/writers.py`.
"""

import argparse
import multiprocessing
import os
import statistics
import time
from collections import Counter
from datetime import UTC, datetime
from multiprocessing.synchronize import Barrier, Event
from typing import NamedTuple

import psycopg

from sabot.store import Batch, Entry, open_store
from sabot.store.tlog.tree import LogTree
from store.postgres import PostgresServer

WRITERS = (1, 2, 4, 8)
FIELDS = b'"player":"alice","wager":"w-000123","on":"banker","amount":2500,"seat":4'
ENTRY = Entry(datetime(2026, 1, 31, 20, 15, tzinfo=UTC), "dora", "wager-placed/1", FIELDS)
WAITS = "SELECT locktype FROM pg_locks WHERE NOT granted"
INTEGRATE_SECONDS = 1.0
"""Seconds between two integrations of the tree; a server's are further apart."""


class Run(NamedTuple):
    """Result of a run: commands a second, the slowest of a hundred in milliseconds, and the locks
    that sessions were seen to wait for."""

    rate: float
    p99: float
    waits: Counter[str]


def write(
    url: str,
    place: int,
    ready: Barrier,
    seconds: float,
    queue: "multiprocessing.Queue[list[float]]",
) -> None:
    """Append one event after the other, once all are ready."""
    with open_store(url) as store:
        stream, times, seq = f"table:{place}", list[float](), 0
        ready.wait()
        ends = time.perf_counter() + seconds
        while (started := time.perf_counter()) < ends:
            store.append(Batch(stream, seq, [ENTRY], once=place << 40 | seq))
            seq += 1
            times.append(time.perf_counter() - started)
        queue.put(times)


def integrate(url: str, over: Event) -> None:
    """Order events and put them into the tree, as a server does beside its tables."""
    with open_store(url) as store:
        store.keep_order()
        tree = LogTree(store)
        while not over.wait(INTEGRATE_SECONDS):
            tree.integrate()


def run(url: str, writers: int, seconds: float, tree: bool = False) -> Run:
    """Have so many processes write for that long."""
    open_store(url).close()
    context = multiprocessing.get_context("spawn")
    queue: multiprocessing.Queue[list[float]] = context.Queue()
    over, ready = context.Event(), context.Barrier(writers + 1)
    crowd = [
        context.Process(target=write, args=(url, place, ready, seconds, queue))
        for place in range(writers)
    ]
    beside = context.Process(target=integrate, args=(url, over))
    for process in crowd + [beside] * tree:
        process.start()
    ready.wait()
    ends, waits = time.perf_counter() + seconds, Counter[str]()
    with psycopg.connect(url, autocommit=True) as watcher:
        while time.perf_counter() < ends:
            waits.update(kind for (kind,) in watcher.execute(WAITS).fetchall())
            time.sleep(0.01)
    times = sorted(each for _ in crowd for each in queue.get())
    over.set()
    for process in crowd + [beside] * tree:
        process.join()
    return Run(len(times) / seconds, times[len(times) * 99 // 100] * 1000, waits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tree", action="store_true")
    given = parser.parse_args()
    server = PostgresServer()
    legs = [(many, False) for many in WRITERS]
    if given.tree:
        legs = [(2, False), (2, True)]
    try:
        found: dict[tuple[int, bool], list[Run]] = {leg: [] for leg in legs}
        for _ in range(given.runs):
            for many, tree in legs:
                found[many, tree].append(run(server.fresh_url(), many, given.seconds, tree))
        print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
        for (many, tree), runs in found.items():
            waits = sum((each.waits for each in runs), Counter[str]())
            rates = sorted(each.rate for each in runs)
            p99 = statistics.median(each.p99 for each in runs)
            print(
                f"{many} writers{', tree beside them' if tree else ''}:"
                f" {statistics.median(rates):,.0f} commands/s ({rates[0]:,.0f} to"
                f" {rates[-1]:,.0f}), p99 {p99:.1f} ms, waits seen {dict(waits) or 'none'}"
            )
    finally:
        server.remove()


if __name__ == "__main__":
    main()
