"""A casino of two servers over one PostgreSQL database behind HAProxy, for faults on purpose.

Everything listens on 127.0.0.1. Each server reaches the database through a forwarder of this
process, which can be cut: connections stay open then, and nothing passes.
"""

import contextlib
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx

from sabot.floor import Floor
from sabot.people import Hashing, People
from sabot.rules.roles import DUTY_MANAGER
from sabot.store import open_store
from sabot.store.trust.keys import KEYS
from server.harness import NAMES, PASSWORD, open_tables
from store.postgres import PostgresServer

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
CLIENTS: Final = 10
PATIENCE: Final = 60.0
"""Seconds for a server to open."""


FAKETIME: Final = next(
    iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), Path("libfaketime")
)
SMALL: Final = 700 * 2**20
"""Bytes of a small disk: the programs of the database lie there too."""


class SmallDisk:
    """A disk in memory, which can be filled."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sabot-disk-"))
        command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=755", "tmpfs"]
        subprocess.run([*command, str(self.folder)], check=True)

    def fill(self) -> int:
        """Write until nothing more can be written; return the bytes."""
        with contextlib.suppress(OSError), (self.folder / "filling").open("wb", 0) as file:
            while True:
                file.write(bytes(65_536))
        return (self.folder / "filling").stat().st_size

    def free(self) -> None:
        (self.folder / "filling").unlink()

    def remove(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
        self.folder.rmdir()


class Forwarder:
    """Passes bytes between a TCP port and the database's socket, unless it is cut."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.is_cut = threading.Event()
        self.delay = 0.0
        """Seconds by which each piece from the database is late."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.socket(socket.AF_UNIX)
                try:
                    far.connect(self.target)
                except OSError:  # the database is away: as if it refused the connection
                    near.close()
                    continue
                for one, other, slow in ((near, far, False), (far, near, True)):
                    threading.Thread(
                        target=self._pass, args=(one, other, slow), daemon=True
                    ).start()

    def _pass(self, one: socket.socket, other: socket.socket, slow: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                while self.is_cut.is_set():
                    time.sleep(0.02)
                if slow and self.delay:
                    time.sleep(self.delay)
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listening.close()


class Server:
    """A process of `sabot serve` behind the balancer."""

    def __init__(self, cluster: "Cluster", port: int) -> None:
        self.port = port
        self.forwarder = Forwarder(cluster.socket)
        self._cluster = cluster
        self.process: subprocess.Popen[bytes] | None = None
        self.log = cluster.folder / f"server-{port}.log"
        self.clock: Path | None = None
        """File with the offset of the server's clock, if it has one of its own."""

    def set_clock(self, offset: str) -> None:
        """Set the clock of the process so many seconds off this machine's."""
        assert self.clock is not None
        part = self.clock.with_suffix(".part")
        part.write_text(f"{offset}\n")
        part.replace(self.clock)

    def start(self, source: Path | None = None) -> None:
        """Start it; the balancer sends requests once it is ready. `source`: another release."""
        words = ["--port", str(self.port), "--origin", "https://casino.example", "--behind-proxy"]
        url = f"postgresql://sabot@127.0.0.1:{self.forwarder.port}/postgres"
        environment = {**os.environ, "SABOT_DATABASE_URL": url}
        if source is not None:
            environment["PYTHONPATH"] = str(source)
        if self.clock is not None:
            environment |= {
                "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.clock),
                "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }  # fmt: skip
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sabot", "serve", *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
            )  # fmt: skip

    def send(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End the process by a signal, and wait for it."""
        if self.process is not None:
            self.send(number)
            self.process.wait(PATIENCE)

    def readiness(self) -> int:
        """Return the status of `/readyz`, 0 if the server does not answer."""
        try:
            url = f"http://127.0.0.1:{self.port}/readyz"
            return httpx.get(url, timeout=3, headers={"host": "casino.example"}).status_code
        except httpx.HTTPError:
            return 0

    def await_ready(self) -> None:
        ends = time.monotonic() + PATIENCE
        while self.readiness() != 200:
            assert time.monotonic() < ends, self.log.read_text()[-2000:]
            time.sleep(0.1)


class Cluster:
    """The database, two servers and the balancer. `url` is where visitors come."""

    def __init__(self, small_disk: bool = False, own_clock: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sabot-rehearsal-"))
        os.environ[KEYS] = secrets.token_hex(32)
        self._disk = SmallDisk() if small_disk else None
        self.database = PostgresServer(within="/tmp" if self._disk is None else self.disk.folder)
        self.socket = str(self.database.home / ".s.PGSQL.5432")
        self.tokens = self._open_casino()
        self.servers = [Server(self, free_port()) for _ in range(2)]
        if own_clock:
            self.servers[0].clock = self.folder / "clock"
            self.servers[0].set_clock("+0")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._balancer = self._balance()

    @property
    def disk(self) -> SmallDisk:
        """The database's own disk."""
        assert self._disk is not None
        return self._disk

    def _open_casino(self) -> list[str]:
        """Add people and open the tables; return a session of a duty manager for each client."""
        with open_store(self.database.url()) as store:
            people = People(store, hashing=Hashing(memory=8))
            for role, name in NAMES.items():
                people.add(name, PASSWORD, role, "the rehearsal")
            open_tables(Floor(store), "virtual", {})
            manager = NAMES[DUTY_MANAGER]
            return [people.sign_in_as(manager, "the rehearsal")[0] for _ in range(CLIENTS)]

    def _balance(self) -> "subprocess.Popen[bytes]":
        """Start HAProxy with the shipped file, without TLS and with our ports."""
        text = (DEPLOY / "haproxy.cfg").read_text()
        text = re.sub(r"bind :443 .*", f"bind 127.0.0.1:{self.port}", text)
        for old, server in zip((8000, 8001), self.servers, strict=True):
            text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{server.port}")
        file = self.folder / "haproxy.cfg"
        file.write_text(text)
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        return subprocess.Popen(
            [program, "-db", "-f", str(file)], stderr=(self.folder / "haproxy.log").open("wb")
        )

    def start(self) -> None:
        """Start both servers, and wait until the balancer uses them."""
        for server in self.servers:
            server.start()
        for server in self.servers:
            server.await_ready()
        ends = time.monotonic() + PATIENCE
        while (
            httpx.get(f"{self.url}/healthz", headers={"host": "casino.example"}).status_code != 200
        ):
            assert time.monotonic() < ends
            time.sleep(0.1)

    def close(self) -> None:
        """End all processes and remove the folder."""
        for server in self.servers:
            if server.process is not None and server.process.poll() is None:
                server.send(signal.SIGCONT)
                server.process.kill()
                server.process.wait()
            server.forwarder.close()
        self._balancer.kill()
        self._balancer.wait()
        self.database.remove()
        if self._disk is not None:
            self._disk.remove()
        shutil.rmtree(self.folder)


@contextlib.contextmanager
def cluster(small_disk: bool = False, own_clock: bool = False) -> Iterator[Cluster]:
    """Run a cluster until the block ends."""
    made = Cluster(small_disk, own_clock)
    try:
        made.start()
        yield made
    finally:
        made.close()


def free_port() -> int:
    """Return a port that no program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as there:
        port: int = there.getsockname()[1]
        return port
