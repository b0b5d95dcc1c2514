"""The casino under load: how soon is a bet acknowledged, and is everybody told everything?

100 tables with ten players each, who bet once in a coup of 20 seconds, and a dealer who deals it:
about 105 commands and 1,400 messages a second. The server runs in one process and the crowd in
another; sessions are made beforehand. Afterwards each viewer's stream is compared with what the
log has for that viewer, byte by byte; every acknowledged bet must be in the log, once; and the log
is audited. The bare echo server of the same framework, with as many sockets and as many messages
as there were bets, says what the wires alone cost, and a line
written and synced now and then during the run what the disk does.

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
from pathlib import Path

import uvloop
from benchmarks.serving import checks
from benchmarks.serving.crowd import COUP_SECONDS, Party, Tally, Viewer
from benchmarks.serving.houses import (
    PLAYERS_EACH,
    Echo,
    Seat,
    Server,
    cpu_seconds,
    furnish,
    megabytes,
    wagers,
)
from benchmarks.serving.light import connect

from sabot.rules import Rulebook
from sabot.rules.roles import DEALER
from sabot.store import open_store
from store.postgres import PostgresServer

ECHO_SECONDS = 40.0
BET = b'{"id":"%08d","do":"place-wager","player":"t00-p0","on":"player","amount":"10"}'
READINGS = 7
SYNC_SECONDS = 0.25
RETURN_SECONDS = 5.0
"""So long everybody comes back at once after an outage."""


class Watch:
    """What the servers use, read now and then."""

    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers
        self._began = time.monotonic()
        self._cpu = self._used()
        self._pids = [server.pid for server in servers]
        self._own = time.process_time()
        self.memory: list[tuple[float, float]] = []
        self.synced: list[float] = []
        """How long the disk took for a line, now and then."""
        self.outage: tuple[float, float] | None = None
        """From when to when there was no server."""

    def _used(self) -> float:
        return sum(cpu_seconds(server.pid) for server in self._servers)

    async def sync(self, folder: Path) -> None:
        """What the disk alone costs in the same minute: others may be at it."""
        loop = asyncio.get_running_loop()
        with (folder / "bare").open("ab", buffering=0) as file:
            while True:
                began = time.perf_counter()
                file.write(BET % 0)
                await loop.run_in_executor(None, os.fdatasync, file.fileno())
                self.synced.append(time.perf_counter() - began)
                await asyncio.sleep(SYNC_SECONDS)

    async def read(self, seconds: float) -> None:
        while True:
            minutes = (time.monotonic() - self._began) / 60
            self.memory.append((minutes, sum(megabytes(each.pid) for each in self._servers)))
            await asyncio.sleep(seconds)

    def told(self, bets: int) -> str:
        passed = time.monotonic() - self._began
        crowd = (time.process_time() - self._own) / passed
        if self._pids != [server.pid for server in self._servers]:
            return f"{crowd:.0%} of a core for the crowd"
        used = self._used() - self._cpu
        each = 1000 * used / max(1, bets)
        return (
            f"{used / passed:.0%} of a core for the server, {crowd:.0%} for the crowd; "
            f"{each:.2f} ms of CPU a bet, with all that is dealt and told"
        )


def parties(
    seats: list[Seat], books: dict[str, Rulebook], servers: list[Server], tally: Tally
) -> list[Party]:
    """Everybody at their tables; with several servers a table's viewers are spread over them."""
    made = []
    for table, book in books.items():
        there = [seat for seat in seats if seat.table == table]
        viewers = [
            Viewer(servers[n % len(servers)].port, table, seat.name, seat.role, seat.token)
            for n, seat in enumerate(there)
        ]
        (dealer,) = (each for each in viewers if each.role == DEALER)
        players = [each for each in viewers if each is not dealer]
        made.append(Party(dealer, players, wagers(book), tally))
    return made


async def crowd(
    made: list[Party], servers: list[Server], folder: Path, minutes: float, kill: bool
) -> Watch:
    viewers = [viewer for party in made for viewer in party.viewers]
    for viewer in viewers:
        await viewer.come()
    while not all(viewer.is_online for viewer in viewers):
        await asyncio.sleep(0.1)
    watch = Watch(servers)
    reading = asyncio.create_task(watch.read(max(1.0, minutes * 60 / 60)))
    syncing = asyncio.create_task(watch.sync(folder))
    ends = time.monotonic() + minutes * 60 + COUP_SECONDS
    killing = asyncio.create_task(_kill(servers, minutes * 30, watch)) if kill else None
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


def report(tally: Tally, watch: Watch, plain: list[float]) -> None:
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
    print(
        f"coups {tally.coups:,}; refused {tally.refused or 'none'}; {watch.told(len(tally.bets))}"
    )
    step = max(1, len(watch.memory) // READINGS)
    readings = [*watch.memory[::step], watch.memory[-1]]
    print("server MB by minute: " + ", ".join(f"{at:.1f}: {mb:.0f}" for at, mb in readings))


def verdict(url: str, made: list[Party], books: dict[str, Rulebook], tally: Tally) -> int:
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
    return 1 if faults else 0


def run(url: str, folder: Path, chosen: argparse.Namespace) -> int:
    began = time.monotonic()
    seats, books = furnish(url, chosen.tables)
    print(f"{chosen.tables} tables furnished in {time.monotonic() - began:.0f} s", flush=True)
    servers = [Server(url, folder) for _ in range(2 if chosen.postgres else 1)]
    tally = Tally()
    bare = Echo()
    try:
        plain = uvloop.run(echo(bare.port, chosen.tables * PLAYERS_EACH))
        made: list[Party] = []

        async def whole() -> Watch:
            made.extend(parties(seats, books, servers, tally))
            return await crowd(made, servers, folder, chosen.minutes, chosen.kill)

        watch = uvloop.run(whole())
        report(tally, watch, plain)
    finally:
        bare.stop()
        for server in servers:
            server.stop()
    return verdict(url, made, books, tally)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--minutes", type=float, default=1.0)
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--kill", action="store_true", help="kill -9 and start again half way")
    options.add_argument("--postgres", action="store_true", help="two servers over PostgreSQL")
    chosen = options.parse_args()
    os.environ.pop("SABOT_DATABASE_URL", None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not chosen.postgres:
            return run(str(folder / "casino.db"), folder, chosen)
        database = PostgresServer()
        try:
            return run(database.fresh_url(), folder, chosen)
        finally:
            database.remove()


if __name__ == "__main__":
    raise SystemExit(main())
