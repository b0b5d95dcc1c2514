"""Everything that looks at a store: the server with its routes and sockets, and the commands."""

import contextlib
import io
import logging
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from sabot.cli import main
from sabot.compliance.reports import REPORTS
from sabot.server.app import ROUTES
from sabot.server.http.routes import ROLES, Route
from sabot.server.http.site import PAGES
from sabot.store import open_store
from support.in_process import PAGE, casino_of, first_message, serving
from support.tour.house import viewers
from support.tour.secrets import Search, Viewer, secrets_of
from support.tour.world import PAPER, Parameters, World, parameters

GETS = tuple(each for each in ROUTES if each.method == "GET")
GUEST: Viewer = ("", "")
FEW = 2
"""So many of a route's parameters are asked with where not all of them are."""
ERRANDS = ("/api/audit/{table}", "/api/proof/{table}", "/api/checkpoints/verify")
NOT_THERE = frozenset({404, 409})
"""Statuses with which a route may say that there is nothing of that name, or no such thing now."""


@dataclass
class Found:
    """Result of an inspection: what was looked at, and what was wrong."""

    problems: list[str] = field(default_factory=list)
    asked: int = 0
    """Requests, sockets and commands."""
    reached: set[tuple[str, str]] = field(default_factory=set)
    """Routes and roles that met, the empty role for a guest."""

    def wrong(self, where: str, why: object) -> None:
        self.problems.append(f"{where}: {str(why)[:600]}")


@dataclass(frozen=True)
class Depth:
    """Extent of an inspection."""

    roles: tuple[str, ...] = ("", *ROLES)
    """Roles that ask; the empty one is a guest."""
    whole: bool = False
    """All parameters of every route, and routes that do not depend on the store."""
    errands: bool = False
    """Routes that start a process of their own (`ERRANDS`) are asked too."""
    commands: tuple[str, ...] = ()
    """Commands of the program by their first word; `COMMANDS` are all of them."""


class Errors(logging.Handler):
    """Collects what the server logs as an error: a traceback, or a stream that did not open."""

    def __init__(self, found: Found) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        trace = record.exc_info and "".join(traceback.format_exception(*record.exc_info))
        self._found.wrong("log", f"{record.getMessage()} {trace or ''}"[-600:])


@contextlib.contextmanager
def logged_errors(found: Found) -> Iterator[None]:
    handler, root = Errors(found), logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


def inspect(
    url: str, folder: Path, now: datetime, tokens: Mapping[str, str], depth: Depth,
    elsewhere: Callable[[], str] | None = None,
) -> Found:  # fmt: skip
    """Look at a store as everybody and everything would. `now` is the tour's time, `tokens` are
    the viewers' own, and `elsewhere` gives an empty place to restore a backup to."""
    found = Found()
    with logged_errors(found):
        if depth.commands:
            commands(url, folder, found, depth, elsewhere or (lambda: str(folder / "again.db")))
        if depth.roles:
            server(url, now, tokens, depth, found)
    return found


# The commands of the program

COMMANDS = ("verify", "backup", "restore", "table", "audit", "duties", "reports")


def commands(
    url: str, folder: Path, found: Found, depth: Depth, elsewhere: Callable[[], str]
) -> None:
    """Those that read a store, and the way of a backup to another place."""
    with open_store(url, create=False) as store:
        world = World.of(store)
    backup, export = str(folder / "tour.backup"), folder / "tour.jsonl"
    Path(backup).unlink(missing_ok=True)
    place = elsewhere() if "restore" in depth.commands else ""
    runs: list[list[str]] = [
        ["verify", url],
        ["verify", url, "--mend"],
        ["backup", backup, "--store", url],
        ["restore", backup, "--store", place, "--accept-loss", "--reason", "the tour"],
        ["table", "--store", url, "--export"],
        ["audit", url],
        ["audit", url, "--exceptions"],
        ["duties", url],
    ]
    runs += [["reports", name, url, *(["--of", of] if of else [])]
             for name, each in REPORTS.items() for of in world.subjects(each.of)[:FEW]]  # fmt: skip
    for words in runs:
        if words[0] not in depth.commands:
            continue
        if words[0] == "restore" and "://" not in place:
            Path(place).unlink(missing_ok=True)
        said = _run(words, found)
        if words[0] == "restore":
            _run(["verify", place], found)
        if "--export" in words and depth.whole:
            export.write_text(said)
            _run(["audit", str(export)], found)


def _run(words: list[str], found: Found) -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.StringIO()
    where = f"sabot {' '.join(words)}"
    found.asked += 1
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
    except Exception:
        found.wrong(where, traceback.format_exc()[-600:])
        return ""
    out.seek(0)
    said = out.read()
    if status != 0 or "Traceback" in err.getvalue():
        found.wrong(where, f"status {status}: {err.getvalue()} {said[-500:]}")
    return said


# The server


def server(url: str, now: datetime, tokens: Mapping[str, str], depth: Depth, found: Found) -> None:
    """The server starts on the store and opens all of it; every role asks for everything."""
    with open_store(url, create=False) as store:
        casino, people = casino_of(store, lambda: now), viewers()
        search, world = Search(secrets_of(store, tokens)), World.of(store)
        asking = _Asking(found, search, tokens, depth)
        with serving(casino) as client:
            ready = client.get("/readyz")
            if ready.json() != {"status": "ready"}:
                found.wrong("/readyz", ready.text)
            for name in world.tables:
                answer = client.get(f"/api/tables/{name}")
                if answer.status_code != 200:
                    found.wrong(f"table {name}", answer.text)
            for role in depth.roles:
                if role and people[role] not in tokens:
                    continue  # the tour has not come to this person yet
                viewer = (role, people[role]) if role else GUEST
                asking.routes(client, viewer, world)
                asking.pages(client, viewer, world)
                asking.sockets(client, viewer, world)


class _Asking:
    """Ask for everything as one viewer after the other."""

    def __init__(
        self, found: Found, search: Search, tokens: Mapping[str, str], depth: Depth
    ) -> None:
        self._found, self._search, self._tokens, self._depth = found, search, tokens, depth

    def _headers(self, viewer: Viewer) -> dict[str, str]:
        if not viewer[1]:
            return dict(PAGE)
        return {"authorization": f"Bearer {self._tokens[viewer[1]]}"}

    def routes(self, client: Any, viewer: Viewer, world: World) -> None:
        """Every GET route."""
        every = parameters(world)
        for route in GETS:
            if route.path not in every:
                self._found.wrong(route.path, "say in support/tour/world.py what it is asked with")
                continue
            if route.path.startswith(PAPER) and not self._depth.whole:
                continue
            if route.path in ERRANDS and not self._depth.errands:
                continue
            asked = every[route.path]
            if viewer[0] not in route.who:
                asked = asked[:1]
            elif not self._depth.whole:
                asked = asked[:FEW] + asked[FEW:][-1:]
            for each in asked:
                self._ask(client, route, viewer, each)
            self._found.reached.add((route.path, viewer[0]))

    def _ask(self, client: Any, route: Route, viewer: Viewer, given: Parameters) -> None:
        path = filled(route.path, given)
        where = f"GET {path} as {viewer[0] or 'a guest'}"
        self._found.asked += 1
        answer = client.get(path, headers=self._headers(viewer))
        if answer.status_code >= 500 or "Traceback" in answer.text:
            self._found.wrong(where, answer.text)
        elif viewer[0] not in route.who:
            if answer.status_code not in (401, 403):
                self._found.wrong(where, f"{answer.status_code}, and it is not for this role")
        elif answer.status_code != 200 and answer.status_code not in NOT_THERE:
            code = answer.json()["error"]["code"]
            if code not in route.refuses:
                self._found.wrong(where, f"{answer.status_code} {answer.text}")
        self._look(where, answer.text, viewer)

    def _look(self, where: str, text: str, viewer: Viewer) -> None:
        for secret in self._search.found_in(text, viewer):
            self._found.wrong(where, f"shows the {secret}")

    def pages(self, client: Any, viewer: Viewer, world: World) -> None:
        """Every page, as the server sends it."""
        for pattern, page in PAGES.items():
            for path in page_paths(pattern, world)[:1]:
                self._found.asked += 1
                headers = self._headers(viewer)
                shown = client.get(path, headers=headers, follow_redirects=False)
                wanted = 200 if viewer[0] in page.who else 303
                if shown.status_code != wanted:
                    self._found.wrong(f"{path} as {viewer[0]}", shown.status_code)

    def sockets(self, client: Any, viewer: Viewer, world: World) -> None:
        """The live socket of the floor, of tables and of tournaments."""
        some = slice(None if self._depth.whole else FEW)
        paths = ["/api/floor/live"]
        paths += [f"/api/tables/{each}/live" for each in world.tables[some]]
        paths += [f"/api/tournaments/{each}/live" for each in world.cups[some]]
        for path in paths:
            self._found.asked += 1
            where = f"socket {path} as {viewer[0] or 'a guest'}"
            first = first_message(client, path, self._headers(viewer))
            if isinstance(first, int):
                self._found.wrong(where, f"closed with {first}")
            else:
                self._look(where, first, viewer)


def page_paths(pattern: str, world: World) -> list[str]:
    """The addresses of a page: one, or one for each thing that it is about."""
    about = {"/table/{id}": world.tables, "/display/{id}": world.tables,
             "/deal/{id}": world.tables, "/proof/{id}": world.tables,
             "/draw/{id}": world.promotions, "/rules/{id}": ["star-baccarat"],
             "/rules/{id}/{clause}": ["star-baccarat"],
             "/tournament/{id}": world.cups, "/room/{id}": world.cups,
             "/desk/{id}": world.cups}  # fmt: skip
    path = pattern.replace("{clause}", "12.1.2")
    return [path.replace("{id}", quote(each, safe="")) for each in about.get(pattern, [""])]


def filled(path: str, given: Parameters) -> str:
    """A path with what stands in its braces, and the rest after its question mark."""
    named = re.findall(r"{(\w+)}", path)
    for name in named:
        path = path.replace(f"{{{name}}}", quote(given[name], safe=""))
    query = {key: value for key, value in given.items() if key not in named}
    return f"{path}?{urlencode(query)}" if query else path


def routes_and_roles() -> Iterable[tuple[str, str]]:
    """All that can meet."""
    return ((route.path, role) for route in GETS for role in ("", *ROLES))
