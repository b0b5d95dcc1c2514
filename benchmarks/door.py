"""Sign-ins: a thousand players of one address within a minute, and no guesser.

Three evenings over the real server, every request from one address, passwords hashed at their full
price. On the first, all players come with a browser that the house has never seen. On the second
they come again, and a guesser at the same address tries all the time, with a session of their own:
ninety times in ten seconds at one name, and then at all names. On the third all browsers are new
again beside that guesser: players whom the house cannot tell from the guesser wait too.

Run it as `PYTHONPATH=tests:. python -P benchmarks/door.py [--players 1000]`.
"""

import argparse
import asyncio
import random
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Final

import httpx
from benchmarks.serving.houses import Server, cpu_seconds

from sabot.people import People
from sabot.rules.roles import PLAYER
from sabot.server.http.guard import COOKIE, DEVICE_COOKIE
from sabot.store import open_store

MINUTE: Final = 60.0
COMING_SECONDS: Final = 45.0
"""So long they keep coming."""
GUESSER: Final = "gus"
GUESSES, GUESSING_SECONDS = 90, 10.0
LET_IN, TURNED_AWAY = 200, 401


@dataclass
class Guest:
    """A person with a password, and the browser that the house knows them by."""

    name: str
    password: str
    device: str = ""
    tries: int = 0
    seconds: float | None = None
    """From the first try until they were in; None: they are not."""


@dataclass
class Evening:
    """The door as one address sees it."""

    url: str
    wire: httpx.AsyncClient
    guesses: Counter[int] = field(default_factory=Counter)

    async def ask(self, name: str, password: str, cookies: str = "") -> httpx.Response:
        said = {"name": name, "password": password}
        headers = {"origin": self.url, **({"cookie": cookies} if cookies else {})}
        return await self.wire.post(f"{self.url}/api/session", json=said, headers=headers)

    async def come(self, guest: Guest, ends: float) -> None:
        """Try until it works, a second after every no, as long as the minute lasts."""
        began, cookies = time.monotonic(), f"{DEVICE_COOKIE}={guest.device}" if guest.device else ""
        guest.tries, guest.seconds = 0, None
        while time.monotonic() < ends:
            guest.tries += 1
            answer = await self.ask(guest.name, guest.password, cookies)
            if answer.status_code == LET_IN:
                guest.seconds = time.monotonic() - began
                guest.device = cookie_of(answer, DEVICE_COOKIE) or guest.device
                return
            await asyncio.sleep(random.uniform(1, 2))

    async def guess(self, guests: Sequence[Guest], cookies: str) -> None:
        """Until it is cancelled: at one name, and then at all of them in turn."""
        names = cycle(guest.name for guest in guests)
        for number in range(10**6):
            name = guests[0].name if number < GUESSES else next(names)
            answer = await self.ask(name, f"password {number}", cookies)
            self.guesses[answer.status_code] += 1
            await asyncio.sleep(GUESSING_SECONDS / GUESSES)


def cookie_of(answer: httpx.Response, name: str) -> str:
    """Read by hand: a client keeps no secure cookie of a plain server on this machine."""
    for each in answer.headers.get_list("set-cookie"):
        if each.startswith(f"{name}="):
            return str(each.partition("=")[2].partition(";")[0])
    return ""


def furnish(url: str, players: int) -> list[Guest]:
    """Everybody has a password of their own."""
    guests = [Guest(f"p{n}", secrets.token_urlsafe(12)) for n in range(players)]
    everybody = [*guests, Guest(GUESSER, GUESSER + " guesses a lot")]
    with open_store(url) as store, ThreadPoolExecutor(2) as threads:
        people = People(store)

        def add(guest: Guest) -> None:
            people.add(guest.name, guest.password, PLAYER, "benchmark")

        list(threads.map(add, everybody))
    return guests


async def evening(server: Server, guests: list[Guest], attacked: bool) -> Evening:
    """Everybody comes, at any moment of the first three quarters of a minute."""
    limits = httpx.Limits(max_connections=256)
    url = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(timeout=MINUTE, limits=limits) as wire:
        door = Evening(url, wire)
        guessing = None
        if attacked:
            own = await door.ask(GUESSER, GUESSER + " guesses a lot")
            cookies = f"{COOKIE}={cookie_of(own, COOKIE)}"
            others = random.sample(guests, len(guests))
            guessing = asyncio.create_task(door.guess(others, cookies))
        ends = time.monotonic() + MINUTE

        async def arrive(guest: Guest) -> None:
            await asyncio.sleep(random.random() * COMING_SECONDS)
            await door.come(guest, ends)

        async with asyncio.TaskGroup() as group:
            for guest in guests:
                group.create_task(arrive(guest))
        if guessing is not None:
            guessing.cancel()
            await asyncio.gather(guessing, return_exceptions=True)
        return door


def report(title: str, guests: list[Guest], door: Evening, passed: float, cpu: float) -> bool:
    """Print the result; return True if all were in within the minute and no guess succeeded."""
    waited = sorted(guest.seconds for guest in guests if guest.seconds is not None)
    tries = sum(guest.tries for guest in guests)
    is_all = len(waited) == len(guests) and passed <= MINUTE
    print(f"\n{title}")
    if waited:
        p50, p99 = waited[len(waited) // 2], waited[int(len(waited) * 0.99)]
        print(f"{'waited, s':22}p50 {p50:.2f}, p99 {p99:.2f}, longest {waited[-1]:.2f}")
    print(
        f"{len(waited):,} of {len(guests):,} in after {passed:.0f} s, {tries - len(waited):,} tries"
        f" refused; {cpu:.0f} s of CPU, {1000 * cpu / max(1, len(waited)):.0f} ms each"
    )
    if door.guesses:
        judged, late = door.guesses[TURNED_AWAY], door.guesses.total()
        print(
            f"{late:,} guesses: {judged} looked at and refused, {late - judged} not even looked at"
        )
    return is_all and not door.guesses[LET_IN]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--players", type=int, default=1000)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = str(folder / "casino.db")
        guests = furnish(url, chosen.players)
        server = Server(url, folder)
        fine = []
        try:
            for title, attacked, new in (
                ("browsers never seen before", False, True),
                ("browsers that were here before, and a guesser at the same address", True, False),
                ("browsers never seen before, and a guesser at the same address", True, True),
            ):
                if new:
                    for guest in guests:
                        guest.device = ""
                began, used = time.monotonic(), cpu_seconds(server.pid)
                door = asyncio.run(evening(server, guests, attacked))
                passed, cpu = time.monotonic() - began, cpu_seconds(server.pid) - used
                fine.append(report(title, guests, door, passed, cpu))
        finally:
            server.stop()
    return 0 if all(fine[:2]) else 1  # nobody can promise the third


if __name__ == "__main__":
    raise SystemExit(main())
