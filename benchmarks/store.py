"""Share of the database's own speed that is left when events go through the store.

Each producer appends one event to its own stream and waits until it is durable, then the next.
Bare: the same lines, made beforehand, inserted by one thread with the same settings, as many to a
transaction as there are producers. The ratio says what chaining, checking, queueing and waking
cost. Run it as `PYTHONPATH=tests python -P benchmarks/store.py`: PostgreSQL is started as in the
tests.
"""

import asyncio
import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from sabot.store import Batch, Entry, Store, open_store
from sabot.store.backends.database import Row
from sabot.store.backends.postgres.statements import INSERT
from store.postgres import PostgresServer

SECONDS = 1.5
ROUNDS = 3
FIELDS = b'"player":"alice","wager":"w-000123","on":"banker","amount":2500,"seat":4'
ENTRY = Entry(datetime(2026, 1, 31, 20, 15, tzinfo=UTC), "dora", "wager-placed/1", FIELDS)


def threads(store: Store, producers: int) -> float:
    """Events a second that threads get acknowledged, each waiting for its own."""
    counts = [0] * producers
    ends = time.perf_counter() + SECONDS

    def produce(place: int) -> None:
        while time.perf_counter() < ends:
            store.append(Batch(f"table:{place}", counts[place], [ENTRY]))
            counts[place] += 1

    crowd = [threading.Thread(target=produce, args=[place]) for place in range(producers)]
    started = time.perf_counter()
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    return sum(counts) / (time.perf_counter() - started)


def tasks(store: Store, producers: int) -> float:
    """The same with tasks of one event loop, as a server has them."""
    counts = [0] * producers
    ends = time.perf_counter() + SECONDS

    async def produce(place: int) -> None:
        while time.perf_counter() < ends:
            await store.append_async(Batch(f"table:{place}", counts[place], [ENTRY]))
            counts[place] += 1

    async def crowd() -> None:
        await asyncio.gather(*(produce(place) for place in range(producers)))

    started = time.perf_counter()
    asyncio.run(crowd())
    return sum(counts) / (time.perf_counter() - started)


def groups(store: Store, producers: int) -> float:
    """A caller who hands in so many at once and then waits for all: the grouping of the bare
    inserts, without as many threads or tasks to wake."""
    ends, done = time.perf_counter() + SECONDS, 0
    started = time.perf_counter()
    while time.perf_counter() < ends:
        handed = [
            store.submit(Batch(f"table:{place}", done, [ENTRY])) for place in range(producers)
        ]
        for each in handed:
            each.result()
        done += 1
    return done * producers / (time.perf_counter() - started)


def together(store: Store, producers: int) -> float:
    """A caller, so many submissions in one call, each for itself: as a server's loop has them."""
    ends, done = time.perf_counter() + SECONDS, 0
    started = time.perf_counter()
    while time.perf_counter() < ends:
        store.append_each(*[[Batch(f"table:{place}", done, [ENTRY])] for place in range(producers)])
        done += 1
    return done * producers / (time.perf_counter() - started)


def bare(insert: Callable[[list[Row]], None], producers: int, line: bytes) -> float:
    """Events a second that one thread inserts, so many to a transaction."""
    done, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        places = range(1, producers + 1)
        insert([(done + place, f"table:{place}", done + place, line) for place in places])
        done += producers
    return done / (time.perf_counter() - started)


def bare_sqlite(path: str) -> Callable[[list[Row]], None]:
    """Insert and commit with nothing but the driver."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")

    def insert(rows: list[Row]) -> None:
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")

    return insert


def bare_postgres(url: str) -> Callable[[list[Row]], None]:
    """The same, in one round trip."""
    connection = psycopg.connect(url, autocommit=True)

    def insert(rows: list[Row]) -> None:
        with connection.pipeline():
            connection.execute("BEGIN")
            connection.execute(INSERT, [list(column) for column in zip(*rows, strict=True)][1:])
            connection.execute("COMMIT")

    return insert


def a_line() -> bytes:
    with open_store("sqlite://") as store:
        return store.append(Batch("table:1", 0, [ENTRY]))[0].line


PRODUCERS = (
    (1, threads), (8, threads), (8, tasks), (8, together),
    (50, threads), (50, tasks), (50, groups), (50, together), (100, together),
)  # fmt: skip


def compare(
    name: str, fresh: Callable[[], str], driver: Callable[[str], Callable[[list[Row]], None]]
) -> None:
    line = a_line()
    for producers, kind in PRODUCERS:
        ratios, rates = [], []
        for _ in range(ROUNDS):
            with open_store(address := fresh()):
                plain = bare(driver(address), producers, line)
            with open_store(fresh()) as store:
                ours = kind(store, producers)
            ratios.append(ours / plain)
            rates.append((plain, ours))
        plain, ours = (statistics.median(column) for column in zip(*rates, strict=True))
        ratio = statistics.median(ratios)
        crowd = f"{producers} {kind.__name__}"
        print(f"{name:12}{crowd:>12}{plain:>12,.0f}{ours:>12,.0f}{ratio:>9.2f}", flush=True)


def main() -> None:
    print(f"{'database':12}{'producers':>12}{'bare/s':>12}{'store/s':>12}{'ratio':>9}")
    with tempfile.TemporaryDirectory() as folder:
        numbers = iter(range(1000))
        compare("SQLite", lambda: str(Path(folder, f"{next(numbers)}.db")), bare_sqlite)
    server = PostgresServer()
    try:
        compare("PostgreSQL", server.fresh_url, bare_postgres)
    finally:
        server.remove()


if __name__ == "__main__":
    main()
