"""Speed of a live table: deciding, replaying, opening, and answering durably.

Deciding is measured against reading and writing the same JSON without thinking. Durable answers
are measured against bare inserts of the same events, with the same settings and as many to a
transaction as there are tables. Run it as `PYTHONPATH=tests:. python -P benchmarks/table.py`.
"""

import itertools
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from benchmarks.store import SECONDS, bare, bare_postgres, bare_sqlite

from sabot.engine.live import entries
from sabot.engine.streams import Command, Event, Rejection
from sabot.floor import Floor
from sabot.store import Batch, Store, open_store
from sabot.table import TABLE, Table
from store.postgres import PostgresServer
from support.evening import START, Evening

COUPS = 2_000
EVENTS = 100_000
CARDS = ("4S", "KH", "KD", "KC", "5H", "6H")


def coup(evening: Evening, cards: tuple[str, ...] = CARDS) -> list[Command]:
    """The commands of one coup: three wagers, six cards."""

    def by(role: str, do: str, actor: str = "dana", **fields: str) -> Command:
        command: Command = evening.read(do, actor, role, **fields)
        return command

    return [
        by("player", "place-wager", "alice", player="alice", on="player", amount="25"),
        by("player", "place-wager", "bob", player="bob", on="banker", amount="10"),
        by("player", "place-wager", "bob", player="bob", on="tie", amount="5"),
        by("dealer", "no-more-bets"),
        *(by("dealer", "deal-card", card=card) for card in cards[:4]),
        by("dealer", "announce-counts"),
        *(by("dealer", "deal-card", card=card) for card in cards[4:]),
        by("dealer", "announce-result"),
        by("dealer", "settle-wagers"),
        by("dealer", "clear-cards"),
    ]


def a_table() -> Evening:
    """A device, so that the same cards can come again in every coup."""
    evening = Evening("star-baccarat", source="device")
    evening.join("alice", 1, chips="100000")
    evening.join("bob", 3, chips="100000")
    return evening


def played(
    table: Table, commands: list[Command], now: datetime
) -> Iterator[tuple[Command, list[Event], Table]]:
    for command in commands:
        decided = TABLE.decide(table, command, now)
        assert not isinstance(decided, Rejection), decided
        for event in decided:
            table = TABLE.evolve(table, event, now)
        yield command, list(decided), table


def deciding() -> None:
    evening = a_table()
    commands, table = coup(evening), evening.table
    made = []
    started = time.perf_counter()
    for _ in range(COUPS):
        for _, events, after in played(table, commands, START):
            table = after
            made.append(events)
    seconds = time.perf_counter() - started
    done = COUPS * len(commands)
    texts = [msgspec.json.encode(command) for command in commands]
    started = time.perf_counter()
    for events, text in zip(made, itertools.cycle(texts), strict=False):
        TABLE.read_command(text)
        for event in events:
            msgspec.json.encode(event)
    json_seconds = time.perf_counter() - started
    print(
        f"decide and evolve: {done / seconds:,.0f} commands/s on one core (aim 20,000);"
        f" reading and writing their JSON alone {done / json_seconds:,.0f}/s,"
        f" ratio {json_seconds / seconds:.2f}"
    )


def fill(store: Store, events: int) -> None:
    """A table with so many events, as a night would leave it."""
    evening = a_table()
    table, now, version = Table(name="1"), START, 0
    batch = []
    for event, at in evening.log:
        table = TABLE.evolve(table, event, at)
    opening = evening.read("open-table", "sue", "casino supervisor", rulebook="star-baccarat",
                           sign={"minimum": "5", "maximum": "1000"})  # fmt: skip
    batch += entries(opening, [event for event, _ in evening.log], now)
    while version + len(batch) < events:
        now += timedelta(seconds=30)
        for command, made, after in played(table, coup(evening), now):
            table = after
            batch += entries(command, made, now)
        if len(batch) > 2_000:
            store.append(Batch("table:1", version, batch))
            version += len(batch)
            batch = []
    store.append(Batch("table:1", version, batch))


def replaying(folder: str) -> None:
    path = str(Path(folder, "night.db"))
    with open_store(path) as store:
        fill(store, EVENTS)
        floor = Floor(store)
        started = time.perf_counter()
        table = floor.table("1")
        seconds = time.perf_counter() - started
        print(f"replay of {table.version:,} events: {seconds:.2f} s (aim 5 s)")
        floor.keep_snapshot("1")
    best = 1.0
    for _ in range(5):
        with open_store(path) as store:
            started = time.perf_counter()
            Floor(store).table("1")
            best = min(best, time.perf_counter() - started)
    print(f"opening that table with a snapshot: {best * 1000:.1f} ms (aim 50 ms)")


def answering(store: Store, tables: int) -> float:
    """Events a second that tables make durable, each waiting for its own."""
    floor = Floor(store)
    start = threading.Barrier(tables + 1)
    done = [0] * tables

    def serve(place: int) -> None:
        evening, name = a_table(), str(place)
        first = [(command, f"{place}-{command.id}") for command in setting_up(evening)]
        for command, _ in first:
            answer = floor.do(name, command)
            assert answer.rejected is None, answer
        ids = itertools.count(10_000)
        start.wait()
        ends = time.perf_counter() + SECONDS
        while time.perf_counter() < ends:
            for command in coup(evening):
                fresh = msgspec.structs.replace(command, id=f"{place}-{next(ids)}")
                answer = floor.do(name, fresh)
                assert answer.events is not None, answer
                done[place] += len(answer.events)

    threads = [threading.Thread(target=serve, args=[place]) for place in range(tables)]
    for thread in threads:
        thread.start()
    start.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - started)


def answering_together(store: Store, tables: int) -> float:
    """The same from one loop that hands in one command of every table at a time."""
    floor, evening = Floor(store), a_table()
    for command in setting_up(evening):
        for answer in floor.do_each(_for_each(tables, command)):
            assert answer.rejected is None, answer
    done, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        for command in coup(evening):
            for answer in floor.do_each(_for_each(tables, command)):
                assert answer.events is not None, answer
                done += len(answer.events)
    return done / (time.perf_counter() - started)


def _for_each(tables: int, command: Command) -> list[tuple[str, Command]]:
    return [(str(place), command) for place in range(tables)]


def setting_up(evening: Evening) -> list[Command]:
    """The commands that bring a table to its first coup."""
    read, sue = evening.read, ("sue", "casino supervisor")
    sign = {"minimum": "5", "maximum": "10000"}
    return [
        read(
            "open-table", *sue, rulebook="star-baccarat", sign=sign, source="device", feed="typed"
        ),
        read("open-float", *sue, amount="100000"),
        read("check-cards", "dana", "dealer"),
        read("shuffle", *sue, reason="fresh cards"),
        read("burn-cards", "dana", "dealer"),
        read("join-table", "dana", "dealer", player="alice", place=1, chips="100000", card="a"),
        read("join-table", "dana", "dealer", player="bob", place=3, chips="100000", card="b"),
    ]


def a_line() -> bytes:
    """A line of the log as long as they are on average."""
    with open_store("sqlite://") as store:
        fill(store, 500)
        lines = [stored.line for stored in store.read("table:1", after=50)]
    return sorted(lines, key=len)[len(lines) // 2]


KINDS = ((1, answering), (8, answering), (8, answering_together), (50, answering_together))


def durable(folder: str) -> None:
    print(f"{'database':12}{'tables':>16}{'bare/s':>12}{'table/s':>12}{'ratio':>8}  (aim 0.20)")
    numbers, line = itertools.count(), a_line()
    for tables, kind in KINDS:
        path = str(Path(folder, f"{next(numbers)}.db"))
        with open_store(path):
            plain = bare(bare_sqlite(path), tables, line)
        with open_store(str(Path(folder, f"{next(numbers)}.db"))) as store:
            ours = kind(store, tables)
        crowd = f"{tables} {'threads' if kind is answering else 'in one loop'}"
        print(f"{'SQLite':12}{crowd:>16}{plain:>12,.0f}{ours:>12,.0f}{ours / plain:>8.2f}")
    server = PostgresServer()
    try:
        for tables, kind in KINDS:
            with open_store(url := server.fresh_url()):
                plain = bare(bare_postgres(url), tables, line)
            with open_store(server.fresh_url()) as store:
                ours = kind(store, tables)
            crowd = f"{tables} {'threads' if kind is answering else 'in one loop'}"
            print(f"{'PostgreSQL':12}{crowd:>16}{plain:>12,.0f}{ours:>12,.0f}{ours / plain:>8.2f}")
    finally:
        server.remove()


def main() -> None:
    deciding()
    with tempfile.TemporaryDirectory() as folder:
        replaying(folder)
        durable(folder)


if __name__ == "__main__":
    main()
