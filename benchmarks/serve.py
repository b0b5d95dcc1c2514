"""The casino under load: how soon is a bet acknowledged, and is everybody told everything?

100 tables with ten players each, who bet once in a coup of 20 seconds, and a dealer who deals it:
about 105 commands and 1,400 messages a second. The server runs in one process and the crowd in
another; sessions are made beforehand. Afterwards each viewer's stream is compared with what the
log has for that viewer, byte by byte; every acknowledged bet must be in the log, once; and the log
is audited. The bare echo server of the same framework, with as many sockets and as many messages
as there were bets, says what the wires alone cost, and a line
written and synced now and then during the run what the disk does. With `--postgres` the same is
played three times: at one server over a file, and at two over one database, where each table's
guests are at one of them, as a proxy that goes by the table sends them, or spread over both.

Run it as `PYTHONPATH=tests:. python -P benchmarks/serve.py [--minutes 30] [--kill] [--postgres]`.
"""

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from benchmarks.serving import checks
from benchmarks.serving.crowd import COUP_SECONDS, Party, Tally, Viewer
from benchmarks.serving.houses import (
    PLAYERS_EACH,
    Echo,
    Seat,
    Server,
    family_seconds,
    furnish,
    wagers,
)
from benchmarks.serving.light import connect
from benchmarks.serving.watch import Watch

from sabot.rules import Rulebook
from sabot.rules.roles import DEALER
from sabot.store import open_store
from store.postgres import PostgresServer

ECHO_SECONDS = 40.0
BET = b'{"id":"%08d","do":"place-wager","player":"t00-p0","on":"player","amount":"10"}'
READINGS = 7
RETURN_SECONDS = 5.0
"""So long everybody comes back at once after an outage."""


def parties(
    seats: list[Seat], books: dict[str, Rulebook], night: "Night", tally: Tally
) -> list[Party]:
    """Everybody at their tables; with several servers a table's viewers are spread over them, or
    all of them are at the one that has the table."""
    made, servers = [], night.servers
    for number, (table, book) in enumerate(books.items()):
        there = [seat for seat in seats if seat.table == table]
        place = [number] * len(there) if night.by_table else range(len(there))
        viewers = [
            Viewer(servers[n % len(servers)].port, table, seat.name, seat.role, seat.token)
            for n, seat in zip(place, there, strict=True)
        ]
        (dealer,) = (each for each in viewers if each.role == DEALER)
        players = [each for each in viewers if each is not dealer]
        made.append(Party(dealer, players, wagers(book), tally))
    return made


async def crowd(made: list[Party], night: "Night", minutes: float, kill: bool) -> Watch:
    viewers = [viewer for party in made for viewer in party.viewers]
    for viewer in viewers:
        await viewer.come()
    while not all(viewer.is_online for viewer in viewers):
        await asyncio.sleep(0.1)
    while not all(server.is_settled for server in night.servers):
        await asyncio.sleep(1.0)
    watch = Watch(night.servers, night.database)
    reading = asyncio.create_task(watch.read(max(1.0, minutes * 60 / 60)))
    syncing = asyncio.create_task(watch.sync(night.folder))
    ends = time.monotonic() + minutes * 60 + COUP_SECONDS
    killing = asyncio.create_task(_kill(night.servers, minutes * 30, watch)) if kill else None
    async with asyncio.TaskGroup() as group:
        for party in made:
            group.create_task(_arrive(party, ends))
    if killing is not None:
        await killing
    await asyncio.sleep(2)
    reading.cancel()
    syncing.cancel()
    for viewer in viewers:
        viewer.leave()
    return watch


async def _arrive(party: Party, ends: float) -> None:
    await asyncio.sleep(random.random() * COUP_SECONDS)
    await party.play(ends)


async def _kill(servers: list[Server], after: float, watch: Watch) -> None:
    await asyncio.sleep(after)
    began = time.perf_counter()
    for server in servers:
        server.kill()
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(loop.run_in_executor(None, each.start) for each in servers))
    watch.outage = (began, time.perf_counter() + RETURN_SECONDS)
    print(f"killed and started again after {time.perf_counter() - began:.1f} s", flush=True)


async def echo(port: int, sockets: int) -> list[float]:
    """The same number of sockets and of messages a second, given back as they are."""
    seconds: list[float] = []
    sent: dict[bytes, float] = {}

    def heard(text: bytes) -> None:
        seconds.append(time.perf_counter() - sent.pop(text))

    there = [await connect(port, "/echo", "none", heard, lambda code: None) for _ in range(sockets)]
    ends, number = time.monotonic() + ECHO_SECONDS, 0
    while time.monotonic() < ends:
        text = BET % number
        sent[text] = time.perf_counter()
        there[number % sockets].send(text)
        number += 1
        await asyncio.sleep(random.expovariate(sockets / COUP_SECONDS))
    await asyncio.sleep(1)
    for each in there:
        each.hang_up()
    return seconds


def times(name: str, seconds: list[float]) -> tuple[float, float]:
    """A row of the table; the median and the 99th percentile in milliseconds."""
    ms = sorted(1000 * each for each in seconds)
    median, last = statistics.median(ms), ms[int(len(ms) * 0.99)]
    print(f"{name:22}{len(ms):>9,}{median:>9.1f}{last:>9.1f}{ms[-1]:>9.1f}", flush=True)
    return median, last


def report(tally: Tally, watch: Watch, plain: list[float]) -> float | None:
    """Results, and the CPU a bet, in fixed sums of the same minutes."""
    print(f"{'':22}{'number':>9}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}")
    down, up = watch.outage or (0.0, 0.0)
    apart = [each for at, each in tally.bets if at + each < down or at > up]
    if watch.outage is not None:
        over = [each for at, each in tally.bets if at + each >= down and at <= up]
        times("bet over the outage", over)
    bet = times("bet acknowledged", apart)
    bare = times("bare echo", plain)
    times("bare fsync", watch.synced)
    print(f"{'ratio':22}{'':>9}{bet[0] / bare[0]:>9.1f}{bet[1] / bare[1]:>9.1f}")
    told, each = watch.told(len(tally.bets))
    print(f"coups {tally.coups:,}; refused {tally.refused or 'none'}; {told}")
    step = max(1, len(watch.memory) // READINGS)
    readings = [*watch.memory[::step], watch.memory[-1]]
    print("server MB by minute: " + ", ".join(f"{at:.1f}: {mb:.0f}" for at, mb in readings))
    return None if each is None else each / watch.pace


def verdict(url: str, made: list[Party], books: dict[str, Rulebook], tally: Tally) -> int:
    """Return how many faults there are."""
    viewers = [viewer for party in made for viewer in party.viewers]
    with open_store(url) as store:
        faults = checks.streams(store, viewers)
        faults += checks.bets(store, books, tally.acknowledged)
        faults += checks.audit(store)
    told = sum(viewer.seq - (viewer.begun or 0) for viewer in viewers)
    codes = Counter(code for viewer in viewers for code in viewer.closed)
    again = f"{codes.total():,} connections made again {dict(codes) or ''}"
    print(f"{len(viewers):,} streams, {told:,} events told, {again}")
    for fault in faults[:20]:
        print(f"FAULT {fault}")
    print(f"{len(faults)} faults", flush=True)
    return len(faults)


@dataclass
class Night:
    """A house for a while: its servers, how its guests find them, and its database."""

    name: str
    url: str
    folder: Path
    how_many: int = 1
    by_table: bool = False
    database: Callable[[], float] | None = None
    servers: list[Server] = field(default_factory=list)
    each: float | None = None
    """CPU of a bet, in fixed sums."""

    def run(self, chosen: argparse.Namespace, plain: list[float]) -> int:
        """Play; how many faults there are."""
        began = time.monotonic()
        seats, books = furnish(self.url, chosen.tables)
        took = time.monotonic() - began
        print(f"\n{self.name}\n{chosen.tables} tables furnished in {took:.0f} s", flush=True)
        self.servers = [Server(self.url, self.folder) for _ in range(self.how_many)]
        tally = Tally()
        made: list[Party] = []

        async def whole() -> Watch:
            made.extend(parties(seats, books, self, tally))
            return await crowd(made, self, chosen.minutes, chosen.kill)

        try:
            self.each = report(tally, uvloop.run(whole()), plain)
        finally:
            for server in self.servers:
                server.stop()
        return verdict(self.url, made, books, tally)


def houses(folder: Path, database: PostgresServer | None) -> Iterator[Night]:
    """A server over a file; or that, and two over PostgreSQL in both ways."""
    yield Night("one server, SQLite", str(folder / "casino.db"), folder)
    if database is not None:
        for by_table, name in ((True, "each table at one"), (False, "each table spread over both")):
            yield Night(
                f"two servers, PostgreSQL, {name}", database.fresh_url(), folder, 2, by_table,
                lambda: family_seconds(database.pid),
            )  # fmt: skip


def run(folder: Path, database: PostgresServer | None, chosen: argparse.Namespace) -> int:
    bare = Echo()
    try:
        plain = uvloop.run(echo(bare.port, chosen.tables * PLAYERS_EACH))
    finally:
        bare.stop()
    faults, first = 0, None
    for night in houses(folder, database):
        faults += night.run(chosen, plain)
        first = first or night
        if first.each and night.each and night is not first:
            ratio = night.each / first.each
            print(
                f"{ratio:.2f} times the CPU a bet of {first.name}, in fixed sums of either time",
                flush=True,
            )
    return 1 if faults else 0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--minutes", type=float, default=1.0)
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--kill", action="store_true", help="kill -9 and start again half way")
    options.add_argument(
        "--postgres", action="store_true", help="two servers over PostgreSQL too, for as long each"
    )
    chosen = options.parse_args()
    os.environ.pop("SABOT_DATABASE_URL", None)
    with tempfile.TemporaryDirectory() as name:
        if not chosen.postgres:
            return run(Path(name), None, chosen)
        database = PostgresServer()
        try:
            return run(Path(name), database, chosen)
        finally:
            database.remove()


if __name__ == "__main__":
    raise SystemExit(main())
