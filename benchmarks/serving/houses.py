"""Casinos to put under load: a store with tables and sessions, and servers over it."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.people import Hashing, People
from sabot.rulebooks import RULEBOOKS
from sabot.rules import CommonHands, Rulebook
from sabot.rules.roles import CASHIER, DEALER, DUTY_MANAGER, PLAYER
from sabot.store import open_store

PLAYERS_EACH: Final = 10
CHIPS: Final = "50000"
"""Enough for thousands of bets, and so little at ten seats that one person may count it."""
SIGN: Final = {"minimum": "10", "maximum": "100000"}
CHEAP: Final = Hashing(memory=64)
"""Passwords that are never used to sign in."""
START_SECONDS: Final = 60.0
VERIFIED: Final = "sabot_verified_seconds "


@dataclass(frozen=True)
class Seat:
    """A person with a session, made beforehand."""

    table: str
    name: str
    role: str
    token: str


def games() -> list[Rulebook]:
    """The games in which everybody bets on the same hands: each bet stands alone."""
    return [book for book in RULEBOOKS.values() if isinstance(book.procedure, CommonHands)]


def wagers(book: Rulebook) -> list[str]:
    return [wager.id for wager in book.wagers if not wager.side_bet]


def furnish(url: str, tables: int) -> tuple[list[Seat], dict[str, Rulebook]]:
    """Open the tables, let ten players sit down at each, and give everybody a session."""
    books = games()
    by_table = {f"t{number}": books[number % len(books)] for number in range(tables)}
    with open_store(url) as store:
        floor, people = Floor(store), People(store, hashing=CHEAP)
        seats = []
        for table, book in by_table.items():
            for command in _opening(table, book):
                answer = floor.do(table, floor.read(msgspec.json.encode(command)))
                assert answer.rejected is None, answer
            assert len(floor.table(table).patrons) == PLAYERS_EACH
            names = [(DEALER, f"{table}-d")]
            names += [(PLAYER, f"{table}-p{number}") for number in range(PLAYERS_EACH)]
            seats += [Seat(table, name, role, _token(people, name, role)) for role, name in names]
    return seats, by_table


def _opening(table: str, book: Rulebook) -> Iterator[dict[str, Any]]:
    who = {"actor": "pit", "role": DUTY_MANAGER}
    yield {"id": "o1", "do": "open-table", "rulebook": book.id, "sign": SIGN, **who}
    yield {"id": "o2", "do": "open-float", "amount": "100000000", **who}
    cage, second = {"actor": "cage", "role": CASHIER}, {"actor": "teller", "role": CASHIER}
    for number in range(PLAYERS_EACH):
        name = f"{table}-p{number}"
        card, stream = f"card of {name}", {"stream": f"player:{name}"}
        slip = {"amount": CHIPS, "method": "cash", "reference": f"slip {name}"}
        yield {"id": "a1", "do": "open-account", "player": name, **cage, **stream}
        yield {"id": "a2", "do": "issue-player-card", "card": card, **cage, **stream}
        yield {"id": "a3", "do": "deposit", **slip, **cage, **stream}
        confirmed = {"number": 1, "reason": "counted", **second, **stream}
        yield {"id": "a4", "do": "confirm-statement", **confirmed}
        own = {"actor": name, "role": PLAYER, "player": name}
        yield {"id": f"j{number}", "do": "join-table", **own, "chips": CHIPS, "card": card}


def _token(people: People, name: str, role: str) -> str:
    people.add(name, secrets.token_urlsafe(24), role, "benchmark")
    return people.sign_in_as(name, "benchmark")[0]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Server:
    """`sabot serve` in a process of its own, which can be killed and started again."""

    def __init__(self, url: str, folder: Path) -> None:
        self._url = url
        self._folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it takes commands."""
        words = ["serve", "--store", self._url, "--port", str(self.port)]
        log = self._folder / f"server-{self.port}.log"
        ends = time.monotonic() + START_SECONDS
        while True:
            with log.open("ab") as out:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "sabot", *words, "--betting-seconds", "600"],
                    stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                )  # fmt: skip
            while self._process.poll() is None and time.monotonic() < ends:
                try:
                    if httpx.get(f"http://127.0.0.1:{self.port}/readyz").status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                time.sleep(0.05)
            if time.monotonic() > ends:
                raise Refusal("no-server", None, f"The server did not start: see {log}.")
            time.sleep(0.5)  # the lease of the one that was killed has to run out

    @property
    def is_settled(self) -> bool:
        """Return True if it has looked through the whole store, as it does at the start and once a
        day."""
        told = httpx.get(f"http://127.0.0.1:{self.port}/metrics").text.splitlines()
        return any(float(line.split()[1]) > 0 for line in told if line.startswith(VERIFIED))

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()


class Echo:
    """The bare echo server in a process of its own."""

    def __init__(self) -> None:
        self.port = free_port()
        script = Path(__file__).with_name("echo.py")
        self._process = subprocess.Popen([sys.executable, str(script), str(self.port)])
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise Refusal("no-server", None, "The echo server did not start.")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def megabytes(pid: int) -> float:
    """The memory that a process holds; nothing once it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family_seconds(pid: int) -> float:
    """The processor time of a process and of all that it has started, of those that ended too."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    gone = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return cpu_seconds(pid) + gone + sum(map(family_seconds, map(int, children)))
