"""The pages: files that hold no data, each for those whose job needs it."""

from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import compile_path

from sabot.people import ADMINISTRATOR
from sabot.rules.roles import CASHIER, INSPECTOR, PLAYER
from sabot.server.casino import Casino
from sabot.server.door.entrance import caller_of
from sabot.server.http.guard import token_of
from sabot.server.http.routes import (
    EVERYONE,
    GAMING_STAFF,
    OVERSEERS,
    SIGNED_IN,
    STAFF,
    SUPERVISORS,
    WATCHERS,
)

WEB: Final = Path(str(files("sabot"))) / "web"
PAGES: Final = {
    "/": ("index.html", EVERYONE),
    "/table/{id}": ("table.html", SIGNED_IN),
    "/display/{id}": ("display.html", EVERYONE),
    "/deal/{id}": ("deal.html", GAMING_STAFF),
    "/pit": ("pit.html", SUPERVISORS | WATCHERS),
    "/exceptions": ("exceptions.html", OVERSEERS),
    "/cases": ("cases.html", SUPERVISORS | WATCHERS),
    "/reports": ("reports.html", OVERSEERS),
    "/duties": ("duties.html", SUPERVISORS | WATCHERS),
    "/promotions": ("promotions.html", EVERYONE),
    "/promote": ("promote.html", SUPERVISORS | WATCHERS | {CASHIER}),
    "/draw/{id}": ("draw.html", EVERYONE),
    "/inspect": ("inspect.html", WATCHERS),
    "/proof/{id}": ("proof.html", WATCHERS),
    "/lab": ("lab.html", SIGNED_IN),
    "/school": ("school.html", STAFF),
    "/rules/{id}": ("rules.html", SIGNED_IN),
    "/me": ("me.html", SIGNED_IN),
    "/account": ("account.html", frozenset({PLAYER})),
    "/history": ("history.html", frozenset({PLAYER})),
    "/cage": ("cage.html", SUPERVISORS | {CASHIER, INSPECTOR, ADMINISTRATOR}),
    "/tournaments": ("tournaments.html", SIGNED_IN),
    "/tournament/{id}": ("tournament.html", SIGNED_IN),
    "/room/{id}": ("room.html", EVERYONE),
    "/people": ("people.html", frozenset({ADMINISTRATOR})),
}
"""Each page's file, and for whom it is. Whoever else comes is shown to the lobby."""
_PATHS: Final = tuple(compile_path(path)[0] for path in PAGES)


def is_ours(wanted: str) -> bool:
    """Whether this is the address of one of our pages, written as a path from the root.

    >>> is_ours("/inspect?table=mini"), is_ours("//evil.example/pit"), is_ours("/\\t/evil.example")
    (True, False, False)
    """
    try:
        scheme, place, path, _, _ = urlsplit(wanted)
    except ValueError:
        return False
    return not scheme and not place and any(each.match(path) for each in _PATHS)


async def show(casino: Casino, file: str, who: frozenset[str], request: Request) -> Response:
    if not all(map(is_ours, request.query_params.getlist("next"))):
        return RedirectResponse("/", 303)
    token, _ = token_of(request)
    caller = await caller_of(casino, token)
    request.scope["person"] = caller.name
    if caller.role not in who:
        reason = "refused" if caller.is_known else "next"
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/?{reason}={quote(here)}", 303)
    return FileResponse(WEB / file, headers={"cache-control": "no-cache"})


def page(casino: Casino, file: str, who: frozenset[str]) -> Any:
    return partial(show, casino, file, who)


def prefers_page(request: Request) -> bool:
    """Whether a browser asks for something to look at: it names HTML, as programs do not."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def missing() -> Response:
    """Where there is nothing: a page that says so, in the visitor's language, and leads home."""
    return FileResponse(WEB / "missing.html", 404, headers={"cache-control": "no-cache"})
