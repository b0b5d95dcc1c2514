"""The pages: files without data, each for the roles that need it."""

from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import compile_path

from sabot.server.casino import Casino
from sabot.server.door.entrance import caller_of
from sabot.server.http.guard import token_of
from sabot.server.http.site import PAGES, Page

WEB: Final = Path(str(files("sabot"))) / "web"
_PATHS: Final = tuple(compile_path(path)[0] for path in PAGES)


def is_ours(wanted: str) -> bool:
    """Return True if this is the path of one of our pages.

    >>> is_ours("/inspect?table=mini"), is_ours("//evil.example/pit"), is_ours("/\t/evil.example")
    (True, False, False)
    """
    try:
        scheme, place, path, _, _ = urlsplit(wanted)
    except ValueError:
        return False
    return not scheme and not place and any(each.match(path) for each in _PATHS)


async def show(casino: Casino, page: Page, request: Request) -> Response:
    if not all(map(is_ours, request.query_params.getlist("next"))):
        return RedirectResponse("/", 303)
    token, _ = token_of(request)
    caller = await caller_of(casino, token)
    request.scope["person"] = caller.name
    if caller.role not in page.who:
        reason = "refused" if caller.is_known else "next"
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/?{reason}={quote(here)}", 303)
    return FileResponse(WEB / page.file, headers={"cache-control": "no-cache"})


def shown(casino: Casino, page: Page) -> Any:
    return partial(show, casino, page)


def prefers_page(request: Request) -> bool:
    """Return True if a browser asks for a page: it accepts HTML, as programs do not."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def missing() -> Response:
    """Return the page for unknown addresses, in the visitor's language, with a link home."""
    return FileResponse(WEB / "missing.html", 404, headers={"cache-control": "no-cache"})
