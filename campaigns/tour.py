"""Every event type of every kind, and after each of them all that looks at a store.

Run it with `PYTHONPATH=tests`. The tour of `tests/tour/` is driven into one store, on SQLite and on
PostgreSQL. After the first event of each type the server starts again on that store and opens all
of it; every command of the program that reads a store is run; every role and a guest ask for every
GET route, page and live socket; at the end every page is opened in a browser. `tour.py 10` looks
after each tenth type only.

Every look is written down in `JOURNAL`. A run that was stopped goes on where it was: the tour is
driven again, which takes seconds, and a look that the journal has is not repeated. Another commit
begins another journal. `tour.py 1 90` stops after 90 minutes and reports what was looked at.
"""

import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Response, sync_playwright

from sabot.floor.claims import CLAIM_KINDS
from sabot.server.http.routes import ROLES
from sabot.server.http.site import PAGES
from sabot.store import open_store
from server.harness import House, running
from store.postgres import PostgresServer
from support.tour.house import TourHouse, own_keys, viewers
from support.tour.inspection import COMMANDS, GETS, Depth, Found, inspect, page_paths
from support.tour.secrets import Search, secrets_of
from support.tour.tour import Reached, closed_of, commands_of, driven, types_of
from support.tour.world import World
from web.browser import CHROMIUM, DESKTOP, FLAGS, new_context, shut

JOURNAL = Path(tempfile.gettempdir()) / "sabot-tour"
"""Folder of the journals, one for each commit."""
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "tour.md"
AFTER_A_TYPE = Depth(commands=COMMANDS)
AT_THE_END = Depth(whole=True, errands=True, commands=COMMANDS)
WORKERS = 2
SETTLE = 60_000
"""Milliseconds that a page may take to be still, on a busy machine."""


@dataclass
class Run:
    """The tour on one database."""

    database: str
    reached: Reached = field(default_factory=Reached)
    due: int = 0
    """Steps that wrote the first event of some type."""
    looks: int = 0
    """Stores that were looked at."""
    asked: int = 0
    routes: set[tuple[str, str]] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    minutes: float = 0.0

    def take(self, why: str, found: Found) -> None:
        """Count a look, and write it into the journal if it is not there."""
        self.looks += 1
        self.asked += found.asked
        self.routes |= found.reached
        for each in found.problems:
            told = f"{self.database}, {why}: {each}"
            print(told, flush=True)
            self.problems.append(told)
        if self.known(why) is None:
            entry = Entry(self.database, why, found.asked, sorted(found.reached), found.problems)
            with journal().open("ab") as file:
                file.write(msgspec.json.encode(entry) + b"\n")

    def known(self, why: str) -> Found | None:
        """Return what the journal has of a look."""
        found = entries().get((self.database, why))
        if found is None:
            return None
        return Found(list(found.problems), found.asked, {*found.routes})


class Entry(msgspec.Struct, frozen=True):
    """A look, as the journal keeps it."""

    database: str
    why: str
    asked: int
    routes: list[tuple[str, str]]
    problems: list[str]


def journal() -> Path:
    JOURNAL.mkdir(mode=0o700, exist_ok=True)
    return JOURNAL / f"{commit()}.jsonl"


@cache
def entries() -> dict[tuple[str, str], Entry]:
    """Return what an earlier run of this commit has looked at."""
    lines = journal().read_bytes().splitlines() if journal().exists() else []
    found = (msgspec.json.decode(line, type=Entry) for line in lines)
    return {(each.database, each.why): each for each in found}


class Budget:
    """Minutes that are left for looks."""

    def __init__(self, minutes: float) -> None:
        self._end = time.monotonic() + 60 * minutes

    @property
    def is_spent(self) -> bool:
        return time.monotonic() > self._end


def main(every: int = 1, minutes: int = 24 * 60) -> int:
    budget = Budget(minutes)
    with tempfile.TemporaryDirectory(prefix="tour-") as temporary:
        folder = Path(temporary)
        with on_sqlite(folder / "sqlite", every, budget) as (run, house):
            pages = in_a_browser(folder / "sqlite", house, run)
        runs = [run, on_postgres(folder / "postgres", every, budget)]
    REPORT.write_text(report(runs, pages, every))
    return 1 if any(each.problems or each.reached.missing() for each in runs) else 0


def prepared(folder: Path) -> None:
    for name in ("store", "beside", "copies"):
        (folder / name).mkdir(parents=True)


# SQLite: copies of the store, looked at by other processes while the tour goes on


@contextmanager
def on_sqlite(folder: Path, every: int, budget: Budget) -> Iterator[tuple[Run, TourHouse]]:
    prepared(folder)
    run, began = Run("SQLite"), time.monotonic()
    with own_keys(folder / "keys"):
        house = TourHouse(f"{folder}/store/casino.db", folder / "beside",
                          lambda: f"{folder}/store/restored.db")  # fmt: skip
        with ProcessPoolExecutor(WORKERS, get_context("spawn")) as pool:
            looks: list[tuple[str, Future[Found]]] = []
            for done in driven(house, run.reached):
                run.due += bool(done.new)
                if not done.new or (run.looks + len(looks)) * every > len(run.reached.types):
                    continue
                if (found := run.known(named(done.new))) is not None:
                    run.take(named(done.new), found)
                    continue
                look = partial(inspect, *copied(house, folder, done.number))
                looks.append((named(done.new), pool.submit(look)))
            for why, looked in looks:
                if budget.is_spent and looked.cancel():
                    continue
                run.take(why, looked.result())
                print(f"{run.database} {run.looks} {why}", flush=True)
        at_end = inspect(house.url, folder / "beside", house.now, house.tokens, AT_THE_END)
        run.take("at the end", at_end)
        run.minutes = (time.monotonic() - began) / 60
        yield run, house
        house.close()


def named(new: set[tuple[str, str]]) -> str:
    return "after " + ", ".join(f"{tag} of a {kind}" for kind, tag in sorted(new))


Look = tuple[str, Path, datetime, dict[str, str], Depth]
"""Options of `inspect`."""


def copied(house: TourHouse, folder: Path, number: int) -> Look:
    """A copy of the store, ready to be looked at."""
    place = folder / "copies" / str(number)
    place.mkdir()
    path = place / "casino.db"
    with closing(sqlite3.connect(house.url)) as here, closing(sqlite3.connect(path)) as there:
        here.backup(there)
    path.chmod(0o600)
    return str(path), place, house.now, dict(house.tokens), AFTER_A_TYPE


# PostgreSQL: the store itself, between two steps


def on_postgres(folder: Path, every: int, budget: Budget) -> Run:
    prepared(folder)
    run, began = Run("PostgreSQL"), time.monotonic()
    server = PostgresServer(lasting=False)
    try:
        with own_keys(folder / "keys"):
            house = TourHouse(server.fresh_url(), folder / "beside", server.fresh_url)
            for done in driven(house, run.reached):
                run.due += bool(done.new)
                if not done.new or run.looks * every > len(run.reached.types):
                    continue
                if (found := run.known(named(done.new))) is not None:
                    run.take(named(done.new), found)
                elif not budget.is_spent:
                    look(run, house, named(done.new), AFTER_A_TYPE, server)
            look(run, house, "at the end", AT_THE_END, server)
            house.close()
    finally:
        server.remove()
    run.minutes = (time.monotonic() - began) / 60
    return run


def look(run: Run, house: TourHouse, why: str, depth: Depth, server: PostgresServer) -> None:
    house.close()
    found = inspect(house.url, house.folder, house.now, house.tokens, depth, server.fresh_url)
    run.take(why, found)
    house.open()
    print(f"{run.database} {run.looks} {why}", flush=True)


# Every page in a browser


def in_a_browser(folder: Path, house: TourHouse, run: Run) -> int:
    """Open every page as every role that may; how many that were."""
    shown = 0
    with open_store(house.url) as store:
        world, search = World.of(store), Search(secrets_of(store, house.tokens))
    with running(folder / "beside", store=house.url, fresh=False) as served, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        for role, name in ({"": ""} | viewers()).items():
            found = Found()
            shown += open_pages(browser, served, (role, name), world, search, found)
            run.take(f"in a browser as {role or 'a guest'}", found)
            run.looks -= 1
        browser.close()
    return shown


def open_pages(
    browser: Browser, served: House, viewer: tuple[str, str], world: World, search: Search,
    found: Found,
) -> int:  # fmt: skip
    context = new_context(browser, served, viewer[1], DESKTOP, "light")
    paths = [path for pattern, each in PAGES.items() if viewer[0] in each.who
             for path in page_paths(pattern, world)[:2]]  # fmt: skip
    for path in paths:
        page, where = context.new_page(), f"{path} as {viewer[0] or 'a guest'}"
        page.on("pageerror", partial(found.wrong, where))
        page.on("response", partial(answered, found, where))
        page.goto(served.origin + path, timeout=SETTLE)
        page.wait_for_load_state("load", timeout=SETTLE)
        page.wait_for_timeout(300)
        found.asked += 1
        for secret in search.found_in(page.content(), viewer):
            found.wrong(where, f"shows the {secret}")
        shut(page)
    context.close()
    return len(paths)


def answered(found: Found, where: str, reply: Response) -> None:
    """A page asked for something."""
    if reply.status >= 500:
        found.wrong(where, f"{reply.status} {reply.url}")


# The report


def report(runs: list[Run], pages: int, every: int) -> str:
    first = runs[0]
    types, commands = types_of(), commands_of()
    pairs = len(GETS) * (len(ROLES) + 1)
    rows = [
        ("event types", len(types), len(first.reached.types & types)),
        ("commands", len(commands), len(first.reached.reached_commands() & commands)),
        ("kinds of unique things", len(CLAIM_KINDS), len(first.reached.claims)),
        ("GET routes × roles, a guest included", pairs, len(first.routes)),
    ]
    told = "".join(f"| {what} | {there:,} | {found:,} |\n" for what, there, found in rows)
    looks = "".join(
        f"| {each.database} | {each.reached.events:,} | {each.due + 1} | {each.looks} |"
        f" {each.asked:,} |"
        f" {len(each.problems)} | {each.minutes:.0f} |\n" for each in runs
    )  # fmt: skip
    closed = ", ".join(f"`{tag}` of a {kind}" for kind, tag in sorted(closed_of()))
    sampled = "" if every == 1 else f" (this time each {every}th of them)"
    problems = [problem for each in runs for problem in each.problems]
    faults = "".join(f"- {each[:300]}\n" for each in problems[:50]) or "Nothing.\n"
    return HEAD.format(
        sampled=sampled, told=told, looks=looks, closed=closed, pages=pages, faults=faults,
        at=f"{datetime.now(UTC):%d %B %Y}".lstrip("0"), commit=commit(),
    )  # fmt: skip


@cache
def commit() -> str:
    words = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


HEAD = """# Everything meets everything

The tour (`tests/tour/`) drives every event type of every kind into one store, by commands of
people in their roles. After the first event of each type{sampled} the server starts again on that
store and opens all of it; `verify`, `backup`, `restore`, `table --export`, `audit`,
`audit --exceptions`, `duties` and every report are run; every role and a guest ask for every GET
route, page and live socket. At the end {pages} pages were opened in a browser, each as the roles
that may. Wrong would be: a 5xx, a traceback, an error in the server's log, a finding of the
audit, or a secret (password, token, Player Card number, undealt cards, sealed form, draw) in the
answer to somebody else.

Written by `campaigns/tour.py` on {at}, commit {commit}.

| what | there are | the tour reaches |
|---|---|---|
{told}
| database | events | looks due | looks | requests, sockets, commands | wrong | minutes |
|---|---|---|---|---|---|---|
{looks}
Commands that no role may send are sent and refused, and count as reached: {closed}.

Found:

{faults}"""


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
