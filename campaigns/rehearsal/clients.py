"""Clients that send commands through the balancer, and what the log has of them afterwards."""

import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import Any, Final

import httpx
import msgspec

from sabot.store import Store
from server.harness import TABLES

PAUSE: Final = 0.1
"""Seconds between two commands of a client."""
TRIED_FOR: Final = 30.0
"""Seconds for which a command is sent again under its id."""
TIMEOUT: Final = 2.0
"""Seconds after which a client gives a request up and sends it again."""


@dataclass
class Client:
    """Sends one harmless command after the other to one table, each until it is answered."""

    url: str
    token: str
    table: str
    acknowledged: list[str] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    """Moments of the acknowledgements."""
    given_up: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def run(self, stop: threading.Event) -> None:
        with httpx.Client(timeout=TIMEOUT, headers=self._headers()) as client:
            for number in count():
                if stop.is_set():
                    return
                self._send(client, f"rehearsal-{uuid.uuid4()}-{number}")
                time.sleep(PAUSE)

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}", "host": "casino.example"}

    def _send(self, client: httpx.Client, id_: str) -> None:
        body = {"id": id_, "do": "show-rules", "to": "dylan"}
        ends = time.monotonic() + TRIED_FOR
        while time.monotonic() < ends:
            try:
                said = client.post(f"{self.url}/api/tables/{self.table}/commands", json=body)
            except httpx.HTTPError as error:
                self.refused[type(error).__name__] += 1
                continue
            if said.status_code == 200:
                self.acknowledged.append(id_)
                self.at.append(time.monotonic())
                return
            self.refused[str(said.status_code)] += 1
            time.sleep(0.05)
        self.given_up += 1


class Crowd:
    """Clients at all tables, in threads."""

    def __init__(self, url: str, tokens: list[str]) -> None:
        tables = [*TABLES.values()]
        self.clients = [
            Client(url, token, tables[number % len(tables)]) for number, token in enumerate(tokens)
        ]
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=each.run, args=(self._stop,)) for each in self.clients
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End after the commands that are under way."""
        self._stop.set()
        for thread in self._threads:
            thread.join()


@dataclass(frozen=True)
class Outcome:
    """Effect of a fault on the clients."""

    fault: str
    acknowledged: int
    lost: int
    doubled: int
    longest: float
    """Longest time in which one table took no command, in seconds."""
    silent: float
    """Longest time in which no table took one."""
    refusals: str
    remark: str = ""


def outcome(fault: str, crowd: Crowd, store: Store, since: float, until: float) -> Outcome:
    """Compare what was acknowledged with the log, and measure the gaps around the fault."""
    sent = [id_ for client in crowd.clients for id_ in client.acknowledged]
    found = _logged(store)
    every = sorted(at for client in crowd.clients for at in client.at)
    refused: Counter[str] = Counter()
    for client in crowd.clients:
        refused += client.refused
    by_table = {
        table: sorted(at for each in crowd.clients if each.table == table for at in each.at)
        for table in TABLES.values()
    }
    return Outcome(
        fault,
        len(sent),
        sum(1 for id_ in sent if not found[id_]) + sum(each.given_up for each in crowd.clients),
        sum(1 for number in found.values() if number > 1),
        max(_gap(moments, since, until) for moments in by_table.values()),
        _gap(every, since, until),
        ", ".join(f"{name} {number}" for name, number in sorted(refused.items())),
    )


def _logged(store: Store) -> Counter[str]:
    """Count the events of each of our commands in the log."""
    found: Counter[str] = Counter()
    for table in TABLES.values():
        for stored in store.read(f"table:{table}"):
            event: dict[str, Any] = msgspec.json.decode(stored.line)
            if str(event.get("id", "")).startswith("rehearsal-"):
                found[event["id"]] += 1
    return found


def _gap(moments: list[float], since: float, until: float) -> float:
    """Return the longest stretch between two moments from `since` to `until`."""
    inside = [since, *(at for at in moments if since <= at <= until), until]
    return max(after - before for before, after in pairwise(inside))
