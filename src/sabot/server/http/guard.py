"""Checks of every request and headers of every answer: host, size, rate.

A plain ASGI wrapper, so that it also holds for static files, errors and missing pages.
"""

import hashlib
import logging
import time
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sabot.core.refusal import Refusal
from sabot.people.sign_in.door import desk_of
from sabot.server.http.errors import failure, status_of
from sabot.server.http.limits import STRANGERS, Rate
from sabot.server.operations.correlation import CURRENT, HEADER, request_id
from sabot.server.settings import Settings
from sabot.server.videos import sources_of

Headers = tuple[tuple[bytes, bytes], ...]
HEADERS: Final[Headers] = (
    (b"strict-transport-security", b"max-age=63072000; includeSubDomains"),
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        b"form-action 'self'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
UNCACHED: Final = (b"cache-control", b"no-store")
COOKIE: Final = "__Host-sabot"
DEVICE_COOKIE: Final = "__Host-sabot-device"
TOGETHER: Final = 40
"""Factor for all requests of one address: a hall full of players is one address."""
access = logging.getLogger("sabot.access")


class RequestGuard:
    """Refuse wrong hosts and floods, and put the same headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._believes = settings.behind_proxy
        self._headers = headers_with(settings.videos)
        self._rate = Rate(settings.rate * STRANGERS, settings.burst * STRANGERS)
        self._places = Rate(settings.rate * TOGETHER, settings.burst * TOGETHER)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            try:
                self._check(scope)
            except Refusal:
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
            return
        await self._http(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        status = 0
        own_id = request_id(_header(scope, HEADER) or None)
        CURRENT.set(own_id)

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = _with_headers(scope, message["headers"], self._headers)
                message["headers"] = [*headers, (HEADER, own_id.encode())]
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, receive, send_guarded)
        except Refusal as refused:
            await _refuse(send_guarded, refused)
        if not scope.get("quiet"):
            _log(scope, status, time.perf_counter() - started)

    def _check(self, scope: Scope) -> None:
        if self._believes:
            # The proxy writes the last address itself; those before it may be forged.
            said = _header(scope, b"x-forwarded-for").rpartition(",")[2].strip()
            scope["client"] = (said or address_of(scope), 0)
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or hosts[0].decode("latin-1") not in self._hosts:
            raise Refusal("wrong-host", None, "This server does not answer to that host name.")
        place = desk_of(address_of(scope))
        self._places.take(place)
        if scope["path"].startswith("/web/"):
            return  # parts of pages, the same for all callers
        token, _ = token_of(HTTPConnection(scope))
        self._rate.take(hashlib.sha256(token.encode()).hexdigest() if token else place)


def token_of(connection: HTTPConnection) -> tuple[str, bool]:
    """Return the token of a request, valid or not, and True if it is a program's own."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), True
    return connection.cookies.get(COOKIE, ""), False


def address_of(scope: Scope) -> str:
    """Return the address of a request. Forwarded headers count only if the settings name a proxy
    that writes them: clients can forge them."""
    client = scope.get("client")
    return str(client[0]) if client else "?"


def _header(scope: Scope, name: bytes) -> str:
    found = (value for key, value in scope["headers"] if key == name)
    return str(next(found, b"").decode("latin-1"))


def headers_with(videos: dict[str, str]) -> Headers:
    """Return the headers of every answer; pages may also load the streams of tables."""
    if not videos:
        return HEADERS
    sources = sources_of(videos).encode()
    own = b"connect-src 'self'"
    more = own + b" " + sources + b"; media-src 'self' blob: " + sources
    return tuple((name, value.replace(own, more)) for name, value in HEADERS)


def _with_headers(scope: Scope, headers: Any, own: Headers) -> list[tuple[bytes, bytes]]:
    given = [(key, value) for key, value in headers if key.lower() != b"server"]
    names = {key.lower() for key, _ in given}
    if b"cache-control" not in names:
        static = scope["path"].startswith("/web/")
        given.append((b"cache-control", b"no-cache") if static else UNCACHED)
    digests = scope.get("digests")
    return [*given, *(own if digests is None else _with_digests(own, digests))]


def _with_digests(headers: Headers, digests: tuple[str, str]) -> Headers:
    """Return the headers of a page, whose policy permits the scripts and styles within it alone."""
    scripts, styles = (each.encode() for each in digests)
    return tuple(
        (
            name,
            value.replace(b"script-src 'self'", b"script-src 'self' " + scripts).replace(
                b"style-src 'self'", b"style-src 'self' " + styles
            ),
        )
        for name, value in headers
    )


async def _refuse(send: Send, refused: Refusal) -> None:
    status = status_of(refused.code)
    headers = [(b"content-type", b"application/json")]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": failure(refused)})


def _log(scope: Scope, status: int, seconds: float) -> None:
    access.info(
        "request",
        extra={
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round(seconds * 1000, 1),
            "person": scope.get("person", ""),
            "address": address_of(scope),
        },
    )
