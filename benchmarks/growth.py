"""Cost of a house as it grows old: coups at one table, and players with accounts who came and went.
Everything is measured on the live paths, at each size, in a process of its own.

Run it as `PYTHONPATH=tests:. python -P benchmarks/growth.py [--in FOLDER] [COUPS ...]`; the sizes
are 10^4, 10^5 and 10^6 coups unless others are given, with a tenth as many accounts. Every command
is decided and every event chained, signed and synced as on a busy floor; the table opens and closes
with every evening. The largest takes about twenty minutes and seven gigabytes in a temporary
folder, or in one that is named: what was grown there stays and is only measured again.
"""

import asyncio
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec

from sabot.engine.ledger import FLOAT, balance
from sabot.engine.streams import Command
from sabot.floor import Floor
from sabot.floor.kinds import TABLES
from sabot.people import People
from sabot.rules.roles import CASHIER, CASINO_SUPERVISOR, DEALER, INSPECTOR, PLAYER
from sabot.server.app import application
from sabot.server.casino import Casino
from sabot.server.settings import Settings
from sabot.server.tables.archive import Archive
from sabot.store import Signer, Witness, open_store

SIZES = (10_000, 100_000, 1_000_000)
TOGETHER = 500
SIGNED_EVERY = 50_000
EVENING = 1000
"""So many coups after it was opened the table closes: eight hours, as it deals here."""
CARDS = ("4S", "KH", "4D", "KC")
TABLE = "1"
FLAT = 1.5
OPENINGS = 5


class Night:
    """A long night: a clock that runs on, and commands with numbers."""

    def __init__(self, folder: Path, first: int = 0) -> None:
        self.folder = folder
        self.store = open_store(str(folder / "casino.db"))
        self.now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=first)
        self.floor = Floor(self.store, lambda: self.now)
        self._ids = itertools.count(first)
        self._waiting: list[tuple[str, Command]] = []

    def command(self, do: str, role: str = DEALER, actor: str = "dana", **fields: Any) -> Command:
        who = {"id": str(next(self._ids)), "do": do, "role": role, "actor": actor}
        return self.floor.read(msgspec.json.encode({**who, **fields}))

    def later(self, *args: Any, **fields: Any) -> None:
        self._waiting.append((TABLE, self.command(*args, **fields)))
        if len(self._waiting) >= TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Together, as a busy server does it."""
        asked, self._waiting = self._waiting, []
        for answer in self.floor.do_each(asked):
            assert answer.rejected is None, answer

    def do(self, *args: Any, **fields: Any) -> None:
        answer = self.floor.do(TABLE, self.command(*args, **fields))
        assert answer.rejected is None, answer

    def open(self) -> None:
        sign = {"minimum": "5", "maximum": "1000"}
        self.do("open-table", CASINO_SUPERVISOR, rulebook="star-baccarat", sign=sign, feed="typed",
                source="device")  # fmt: skip
        self.do("open-float", CASINO_SUPERVISOR, amount="100000000")
        for do in ("check-cards", "shuffle", "burn-cards"):
            self.do(do)
        own = {"player": "alice", "card": "card alice"}
        self.do("join-table", PLAYER, "alice", chips="10000", place=1, **own)

    def close(self) -> None:
        """End the evening: all players leave, and the tray is counted."""
        self.flush()
        self.do("leave-table", player="alice")
        counted = balance(self.floor.table(TABLE).balances, FLOAT)
        self.do("close-float", CASINO_SUPERVISOR, counted=f"{counted // 100}")
        self.do("close-table", CASINO_SUPERVISOR)

    def member(self, player: str) -> None:
        stream = f"player:{player}"
        self.later("open-account", CASHIER, player=player)
        self.flush()
        self.later("issue-player-card", CASHIER, stream=stream, card=f"card {player}")
        paid = {"amount": "1000000", "method": "cash", "reference": "slip 1"}
        self.later("deposit", CASHIER, stream=stream, **paid)
        self.flush()
        self.later("confirm-statement", CASHIER, "colin", stream=stream, number=1, reason="x")
        self.flush()

    def visitor(self, player: str) -> None:
        """Let a visitor come once, look on for a moment and go."""
        stream = f"player:{player}"
        self.later("open-account", CASHIER, player=player)
        self.later("issue-player-card", CASHIER, stream=stream, card=f"card {player}")
        self.later("join-table", PLAYER, player, player=player, card=f"card {player}")
        self.later("leave-table", player=player)

    def coup(self) -> None:
        self.now += timedelta(seconds=30)
        self.later("place-wager", PLAYER, "alice", player="alice", on="player", amount="25")
        self.later("no-more-bets")
        for card in CARDS:
            self.later("deal-card", card=card)
        for do in ("announce-counts", "announce-result", "settle-wagers", "clear-cards"):
            self.later(do)


def grow(folder: Path, before: int, coups: int) -> None:
    """Play on to so many coups, with a visitor every ten."""
    night = Night(folder, before * 40)
    signer, witness = Signer(folder / "key"), Witness(folder / "witness")
    if before == 0:
        night.member("alice")
        night.open()
    signed = 0
    for number in range(before, coups):
        if number and number % EVENING == 0:
            night.close()
            night.open()
        night.coup()
        if number % 10 == 0:
            night.visitor(f"visitor-{number // 10}")
        if number % (SIGNED_EVERY // 10) == 0:
            night.flush()
            night.store.checkpoint(signer, witness)
            signed += 1
    night.flush()
    night.floor.keep_snapshot(TABLE)
    night.store.checkpoint(signer, witness)
    night.store.close()


# What is measured, each in milliseconds unless it says otherwise


def times(what: Callable[[], Any], number: int) -> float:
    """The quickest of several: what else the machine does meanwhile is not asked."""
    taken = []
    for _ in range(number):
        started = time.perf_counter()
        what()
        taken.append(time.perf_counter() - started)
    return min(taken) * 1000


def measured(folder: Path, coups: int) -> dict[str, float]:
    opening = min(opened(folder) for _ in range(OPENINGS))
    night = Night(folder, 10**9 + coups * 40)
    table = night.floor.table(TABLE)
    kept = night.store.snapshot(TABLES.stream(TABLE))
    found = {
        "state of the table, bytes": len(msgspec.msgpack.encode(table)),
        "snapshot of the table, bytes": len(kept[1]) if kept else 0,
        "opening the table": opening,
    }
    found["a command at the table"] = times(lambda: bet_and_back(night), 200) / 2
    people = itertools.count()
    found["issuing a Player Card"] = times(lambda: issue(night, f"{coups}-{next(people)}"), 50)
    signer, witness = Signer(folder / "key"), Witness(folder / "witness")
    night.store.checkpoint(signer, witness)

    def sign() -> None:
        night.store.checkpoint(signer, witness)

    bet_and_back(night)
    found["a checkpoint"] = times(sign, 9)
    archive = Archive(night.store, TABLE, lambda: night.floor.table(TABLE))
    found["the last 50 coups"] = times(lambda: archive.coups(None, 50, None), 5)
    found["replay of an early coup"] = times(lambda: archive.protocol(5_000), 5)
    night.store.close()
    return found | asyncio.run(served(folder))


def opened(folder: Path) -> float:
    """A floor that has nothing in memory looks at the table."""
    night = Night(folder)
    try:
        return times(lambda: night.floor.table(TABLE), 1)
    finally:
        night.store.close()


def bet_and_back(night: Night) -> None:
    night.do("place-wager", PLAYER, "alice", player="alice", on="player", amount="25")
    night.do("withdraw-wager", PLAYER, "alice", player="alice", on="player")


def issue(night: Night, player: str) -> None:
    night.do("open-account", CASHIER, player=player)
    night.do("issue-player-card", CASHIER, stream=f"player:{player}", card=f"card {player}")


async def served(folder: Path) -> dict[str, float]:
    """The server as it opens, and its lobby."""
    store = open_store(str(folder / "casino.db"))
    people = People(store)
    if people.is_empty():
        people.add("ines", "a long enough phrase for this", INSPECTOR, "a benchmark")
    token, _ = people.sign_in_as("ines", "a benchmark")
    opening = []
    for _ in range(OPENINGS):
        casino = Casino(store, Settings(port=8000))
        started = time.perf_counter()
        await casino.open()
        opening.append((time.perf_counter() - started) * 1000)
    transport = httpx.ASGITransport(app=application(casino))
    headers = {"authorization": f"Bearer {token}", "host": "127.0.0.1:8000"}
    taken = []
    async with httpx.AsyncClient(
        transport=transport, base_url="http://127.0.0.1:8000", headers=headers
    ) as client:
        for _ in range(30):
            started = time.perf_counter()
            answer = await client.get("/api/tables")
            taken.append(time.perf_counter() - started)
            assert answer.status_code == 200, answer.text
        streams = await client.get("/api/log/streams?start=player:&limit=500")
        assert len(streams.json()) == 500
    await casino.close()
    store.close()
    memory = next(line for line in status() if line.startswith("VmRSS"))
    return {
        "opening the server": min(opening),
        "a page of the lobby": min(taken) * 1000,
        "memory of the server, MB": int(memory.split()[1]) / 1000,
    }


def status() -> Iterator[str]:
    yield from Path("/proc/self/status").read_text().splitlines()


def alone(do: str, folder: Path, *sizes: int) -> dict[str, float]:
    """In a process of its own, so that one size does not warm up another."""
    words = [sys.executable, "-P", __file__, do, str(folder), *map(str, sizes)]
    done = subprocess.run(words, check=True, capture_output=True, text=True, env=os.environ)
    found: dict[str, float] = json.loads(done.stdout or "{}")
    return found


def grown(folder: Path, sizes: list[int]) -> None:
    """A house of each size, each grown out of the one before; what is there already is not grown
    again."""
    before = 0
    for coups in sizes:
        house = folder / str(coups)
        if not house.exists():
            growing = folder / "growing"
            shutil.rmtree(growing, ignore_errors=True)
            if before:
                shutil.copytree(folder / str(before), growing)
            else:
                growing.mkdir(parents=True)
            started = time.perf_counter()
            alone("grow", growing, before, coups)
            growing.rename(house)
            print(f"{coups:,} coups after {time.perf_counter() - started:,.0f} s", flush=True)
        before = coups


def main(folder: Path, sizes: list[int]) -> None:
    """Grow first, then measure all of it in the same minutes."""
    grown(folder, sizes)
    columns = [alone("measure", folder / str(coups), coups) for coups in sizes]
    for coups in sizes:
        size = sum(each.stat().st_size for each in (folder / str(coups)).iterdir()) / 1e9
        print(f"{coups:,} coups, {coups // 10:,} visitors: {size:.2f} GB")
    print(f"\n{'ms, unless it says otherwise':32}" + "".join(f"{each:>14,}" for each in sizes))
    for what in columns[0]:
        row = [column[what] for column in columns]
        ratio = row[-1] / row[0] if row[0] else 1.0
        flat = "" if ratio <= FLAT else "  grows"
        numbers = "".join(f"{each:>14,.2f}" for each in row)
        print(f"{what:32}{numbers}{ratio:>8.2f}{flat}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["grow", folder, before, coups]:
            with redirect_stdout(sys.stderr):
                grow(Path(folder), int(before), int(coups))
        case ["measure", folder, coups]:
            print(json.dumps(measured(Path(folder), int(coups))))
        case ["--in", folder, *sizes]:
            main(Path(folder), [int(each) for each in sizes] or [*SIZES])
        case sizes:
            with tempfile.TemporaryDirectory() as name:
                main(Path(name), [int(each) for each in sizes] or [*SIZES])
