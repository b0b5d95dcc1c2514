"""The way of a request: read, check, call the route, answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import cache
from gzip import compress
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sabot.core.refusal import Refusal, misread
from sabot.server.casino import Casino
from sabot.server.door.entrance import (
    SAFE,
    bucket_of,
    caller_of,
    check_origin,
    check_role,
    check_unlocked,
)
from sabot.server.http.errors import failure, status_of
from sabot.server.http.guard import DEVICE_COOKIE, address_of, token_of
from sabot.server.http.limits import Rate
from sabot.server.http.names import failure_for
from sabot.server.http.routes import Asked, Caller, Reply, Route
from sabot.server.operations.correlation import CURRENT
from sabot.server.operations.metrics import REQUEST_SECONDS, REQUESTS

FAULT: Final = "internal"
"""Code of a fault of the server itself."""
OF_A_TABLE: Final = "/api/tables/{id}"
BODY_SECONDS: Final = 20.0
"""Longest time for receiving a body."""
log = logging.getLogger("sabot.server")


def endpoint(casino: Casino, route: Route, rate: Rate) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of one route's requests."""

    async def answer(request: Request) -> Response:
        with REQUEST_SECONDS.labels(route.path).time():
            response = await _answer(casino, route, rate, request)
        REQUESTS.labels(route.path, route.method, response.status_code).inc()
        return response

    return answer


async def _answer(casino: Casino, route: Route, rate: Rate, request: Request) -> Response:
    """Answer a request, at once while the store is given up."""
    request.scope["quiet"] = route.quiet
    if route.early:
        return await _answer_there(casino, route, rate, request)
    try:
        casino.store_watch.check_there()
        return await casino.store_watch.unless_gone(_answer_there(casino, route, rate, request))
    except Refusal as refused:
        return refusal(refused)


async def _answer_there(casino: Casino, route: Route, rate: Rate, request: Request) -> Response:
    asked = None
    try:
        asked = await _read(casino, route, rate, request)
        if not route.early:
            await _opened(asked, route)
        return _response(route, await route.does(asked), request)
    except Refusal as refused:
        return refusal(refused) if asked is None else await _refusal(asked, refused)
    except Exception:
        log.exception("a route failed", extra={"route": route.path})
        return refusal(fault())


async def _opened(asked: Asked, route: Route) -> None:
    if route.path.startswith(OF_A_TABLE):
        await asked.casino.find(asked.path["id"])
        return
    if not asked.casino.is_open:
        await asked.casino.opened()
    await asked.casino.behind.read_all()


def fault() -> Refusal:
    """Return the refusal for a fault of the server, with the id under which the log has it."""
    message = "Something went wrong here. It has been written down under {reference}."
    return Refusal(FAULT, None, message, reference=CURRENT.get())


def refusal(refused: Refusal) -> Response:
    """Return a refusal in the common error shape."""
    return _no(refused, failure(refused))


async def _refusal(asked: Asked, refused: Refusal) -> Response:
    return _no(refused, await failure_for(asked.casino, asked.person, refused))


def _no(refused: Refusal, body: bytes) -> Response:
    status = 500 if refused.code == FAULT else status_of(refused.code)
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    return Response(body, status, headers, "application/json")


async def _read(casino: Casino, route: Route, rate: Rate, request: Request) -> Asked:
    """Check, in this order: caller, rate, origin, permission, body."""
    token, is_program = token_of(request)
    caller = await caller_of(casino, token)
    request.scope["person"] = caller.name
    if caller.session is not None:
        rate.take(caller.session.id)
    elif token:  # an invalid token is counted by address, like a request without one
        casino.strangers.take(bucket_of(caller, request))
    if request.method not in SAFE and not is_program:
        check_origin(request, casino)
    if caller.role not in route.who:
        await _deny(casino, caller, route, request)
    if not route.while_locked:
        check_unlocked(caller)
    if caller.is_known and not route.quiet:
        await casino.at_door(casino.people.touch, token)
    body = await _body(casino, route, request)
    return Asked(
        casino, caller, dict(request.path_params), body, _query(route, request),
        address_of(request.scope), request.cookies.get(DEVICE_COOKIE, ""),
    )  # fmt: skip


async def _deny(casino: Casino, caller: Caller, route: Route, request: Request) -> None:
    if caller.is_known:
        await casino.work(
            casino.people.denied, caller.name, f"{route.method} {route.path}",
            address_of(request.scope),
        )  # fmt: skip
    check_role(caller, route.who)


async def _body(casino: Casino, route: Route, request: Request) -> Any:
    if route.takes is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal("not-json", None, "Send JSON, with the content type application/json.")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return decoded(await _whole(request, casino.settings.largest_body), route.takes)
    except TimeoutError:
        raise Refusal(
            "too-slow", None, "The request took too long to arrive: send it again."
        ) from None


async def _whole(request: Request, largest: int) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > largest:
            raise Refusal("too-big", None, "The request is too large: send less at once.")
    return body


def decoded(body: bytes, kind: Any) -> Any:
    """Return JSON as a value of some kind; refuse with a sentence about what is wrong."""
    try:
        return _reader(kind).decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError) as wrong:
        raise Refusal(
            "bad-command", None, "That cannot be read: {wrong}.", wrong=misread(wrong)
        ) from None


@cache
def _reader(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return a cached decoder: making one for the union of a table's commands is slower than
    decoding."""
    return msgspec.json.Decoder(kind)


def _query(route: Route, request: Request) -> Any:
    if route.query is None:
        return None
    try:
        return msgspec.convert(dict(request.query_params), route.query, strict=False)
    except (msgspec.ValidationError, OverflowError) as wrong:
        raise Refusal(
            "bad-query", None, "That cannot be asked: {wrong}.", wrong=misread(wrong)
        ) from None


def _response(route: Route, given: Any, request: Request) -> Response:
    if isinstance(given, Response):
        return given
    if isinstance(given, Reply):
        if not isinstance(given.content, bytes):
            return StreamingResponse(given.content, given.status, given.headers, given.media_type)
        kind = given.media_type if given.content else None
        response = Response(given.content, given.status, given.headers, kind)
        for name, value in given.more_headers:
            response.headers.append(name, value)
        return response
    if route.status == 204:
        return Response(status_code=204)
    body = msgspec.json.encode(given)
    if route.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(compress(body, 6), route.status, headers, "application/json")
    return Response(body, route.status, media_type="application/json")
