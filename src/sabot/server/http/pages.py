"""The pages: files without data, each for the roles that need it, sent with scripts and styles
joined."""

import logging
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, compile_path
from starlette.staticfiles import StaticFiles

from sabot.server.casino import Casino
from sabot.server.door.entrance import caller_of
from sabot.server.http.bundles import JOINED, PageFiles, SentFile, Unjoined
from sabot.server.http.guard import token_of
from sabot.server.http.site import PAGES, Page

WEB: Final = Path(str(files("sabot"))) / "web"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For a file at an address that contains its digest."""
LEAST_PACKED: Final = 1_000
"""Bytes below which an answer is not compressed."""
FILES: Final = PageFiles(WEB)
log = logging.getLogger("sabot.pages")
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
    return page_sent(page.name, request)


def page_sent(name: str, request: Request, status: int = 200) -> Response:
    """Return a page with its scripts and styles joined; as it is written if they cannot be."""
    try:
        page = FILES.page(name)
    except Unjoined as reason:
        log.warning("page sent unjoined", extra={"page": name, "why": str(reason)})
        return FileResponse(WEB / f"{name}.html", status, headers={"cache-control": "no-cache"})
    request.scope["digests"] = (page.scripts, page.styles)
    return file_sent(page.html, request, {"cache-control": "no-cache"}, status)


def file_sent(
    file: SentFile, request: Request, headers: dict[str, str], status: int = 200
) -> Response:
    """Return a file, compressed where the browser takes it, or that it has not changed."""
    tag = f'"{file.digest}"'
    headers = {**headers, "etag": tag, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if len(file.plain) < LEAST_PACKED or not takes_gzip(request):
        return Response(file.plain, status, headers, file.kind)
    return Response(file.packed, status, {**headers, "content-encoding": "gzip"}, file.kind)


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


async def joined_file(request: Request) -> Response:
    """Return the joined script of a page; under an older digest, the present one, which is then not
    kept."""
    name = request.path_params["name"]
    if f"{name}.html" not in {each.name for each in WEB.glob("*.html")}:
        return missing(request)
    file = FILES.page(name).script
    fresh = request.path_params["digest"] == file.digest
    return file_sent(file, request, {"cache-control": FOR_GOOD if fresh else "no-cache"})


async def shim(request: Request) -> Response:
    """Return a stand-in for a module that the page's joined script has already."""
    path = request.path_params["path"]
    if not (WEB / path).resolve().is_relative_to(WEB) or not (WEB / path).is_file():
        return missing(request)
    return Response(FILES.shim(path), media_type="text/javascript")


ROUTES: Final = (
    Route(f"{JOINED}/shims/{{path:path}}", shim, methods=["GET"]),
    Route(f"{JOINED}/{{name}}.{{digest}}.js", joined_file, methods=["GET"]),
    Mount("/web", StaticFiles(directory=WEB)),
)
"""Parts of pages: joined ones, and each by itself."""


def shown(casino: Casino, page: Page) -> Any:
    return partial(show, casino, page)


def prefers_page(request: Request) -> bool:
    """Return True if a browser asks for a page: it accepts HTML, as programs do not."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def missing(request: Request) -> Response:
    """Return the page for unknown addresses, in the visitor's language, with a link home."""
    return page_sent("missing", request, 404)
