"""Live tables and tournaments over sockets: a snapshot or what was missed, then all that comes."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Coroutine, Iterable
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sabot.core.refusal import Refusal
from sabot.rules.roles import PLAYER
from sabot.server.casino import Casino
from sabot.server.door.entrance import bucket_of, caller_of, check_origin
from sabot.server.http.errors import failure
from sabot.server.http.guard import token_of
from sabot.server.http.limits import Rate
from sabot.server.http.routes import Caller
from sabot.server.live.hub import Hub
from sabot.server.live.load_failures import CLOSE_UNREADABLE, CODES
from sabot.server.live.socket_commands import (
    AT_TABLE,
    IN_TOURNAMENT,
    PONG,
    UNREAD,
    CommandChannel,
    id_of,
    is_ping,
    listener,
)
from sabot.server.live.tournaments import Contests
from sabot.server.live.viewers import CLOSE_TRY_LATER, SEES_STAFF, Viewer
from sabot.server.operations.metrics import VIEWERS, count_command
from sabot.server.tables.tables import cards

SIGNED_OUT, NOT_FOUND = 4401, 4404
STRANGERS: Final = 10
"""An address without sessions may have so many times more sockets than a session: behind a proxy
all monitors of a casino have one address."""
SESSIONS: Final = 2
"""So many times more sockets than a session may a person have, however often they sign in."""
LOCKED: Final = b'{"type":"locked"}'
CHECK_SECONDS: Final = 2.0
LOOKED_AT: Final = 100
"""So many sessions at once: others go on in between."""
LOBBY_SECONDS: Final = 1.0
FLOODED_SECONDS: Final = 0.5
"""Seconds for which a sender of too many messages is not read."""
log = logging.getLogger("sabot.sockets")


async def live_table(casino: Casino, rate: Rate, socket: WebSocket) -> None:
    """Serve a viewer of a table."""
    caller = await _enter(casino, socket)
    name = socket.path_params["id"]
    if caller is None:
        return
    if not await _found(casino, socket, casino.find(name)):
        return
    if name not in casino.hub.tables:
        await socket.close(NOT_FOUND)
        return
    await _watch(casino, rate, socket, AT_TABLE, name, Viewer(caller), casino.hub)


async def live_tournament(casino: Casino, rate: Rate, socket: WebSocket) -> None:
    """Serve a viewer of a tournament."""
    caller = await _enter(casino, socket)
    name = socket.path_params["id"]
    if caller is None:
        return
    if not await _found(casino, socket, casino.contests.find(name)):
        return
    if name not in casino.contests.followed:
        await socket.close(NOT_FOUND)
        return
    await _watch(casino, rate, socket, IN_TOURNAMENT, name, Viewer(caller), casino.contests)


async def _found(casino: Casino, socket: WebSocket, finding: Coroutine[Any, Any, object]) -> bool:
    """Wait for a table or tournament to be opened; if it cannot be, close the socket."""
    try:
        await casino.store_watch.unless_gone(finding)
    except Refusal as refused:
        await socket.close(CLOSE_UNREADABLE if refused.code in CODES else CLOSE_TRY_LATER)
        return False
    return True


async def _watch(
    casino: Casino, rate: Rate, socket: WebSocket, where: CommandChannel, name: str, viewer: Viewer,
    shown: Hub | Contests,
) -> None:  # fmt: skip
    """Send events to the viewer, and carry out the viewer's commands."""
    async with _place(casino, viewer.caller, socket) as bucket:
        if bucket is None:
            return
        shown.join(name, viewer, _after(socket))
        try:
            heard = listener(casino, where, name, viewer)
            await _serve(socket, viewer, _unhurried(rate, bucket, viewer, heard))
        finally:
            shown.leave(name, viewer)


async def live_floor(casino: Casino, rate: Rate, socket: WebSocket) -> None:
    """Every table at a glance, whenever one has moved."""
    caller = await _enter(casino, socket)
    if caller is None:
        return
    viewer = Viewer(caller)

    async def heard(text: str) -> None:
        if is_ping(text):
            viewer.tell(PONG)

    async with _place(casino, caller, socket) as bucket:
        if bucket is None:
            return
        casino.hub.floor_viewers.add(viewer)
        try:
            await casino.behind.read_all()
            viewer.tell(_floor(casino, caller))
            await _serve(socket, viewer, _unhurried(rate, bucket, viewer, heard))
        finally:
            casino.hub.floor_viewers.discard(viewer)


@contextlib.asynccontextmanager
async def _place(casino: Casino, caller: Caller, socket: WebSocket) -> AsyncIterator[str | None]:
    """Whose messages count together, while one socket more is open; None if there are too many."""
    bucket, open_now = bucket_of(caller, socket), casino.hub.sockets
    most = {bucket: casino.settings.sockets * (1 if caller.is_known else STRANGERS)}
    if caller.is_known:
        most[f"of {caller.name}"] = casino.settings.sockets * SESSIONS
    if any(open_now[each] >= most[each] for each in most):
        await socket.close(CLOSE_TRY_LATER)
        yield None
        return
    open_now.update(most.keys())
    try:
        yield bucket
    finally:
        open_now.subtract(most.keys())
        for each in most:
            if not open_now[each]:
                del open_now[each]


def _unhurried(
    rate: Rate, bucket: str, viewer: Viewer, heard: Callable[[str], Awaitable[None]]
) -> Callable[[str], Awaitable[None]]:
    """Count each message of a socket against the rate of requests."""

    async def listen(text: str) -> None:
        try:
            rate.take(bucket)
        except Refusal as refused:
            count_command(UNREAD, "refused", refused.code)
            viewer.tell(b'{"type":"answer",' + failure(refused, id_of(text))[1:])
            await asyncio.sleep(FLOODED_SECONDS)
            return
        await heard(text)

    return listen


def _floor(casino: Casino, caller: Caller) -> bytes:
    seen = {"type": "floor", "tables": cards(casino, caller.role), "now": casino.clock()}
    return msgspec.json.encode({**seen, "opening": not casino.is_open})


async def tell_floor(casino: Casino) -> None:
    """Tell the lobby and the pit what has moved, at most once a second."""
    hub = casino.hub
    while True:
        await hub.floor_moved.wait()
        hub.floor_moved.clear()
        try:
            _tell_floor(casino)
        except Exception:  # the next time, perhaps
            log.exception("the tables could not be shown at a glance")
        await asyncio.sleep(LOBBY_SECONDS)


def _tell_floor(casino: Casino) -> None:
    by_kind: dict[bool, bytes] = {}
    for viewer in tuple(casino.hub.floor_viewers):
        kind = viewer.caller.role in SEES_STAFF
        if kind not in by_kind:
            by_kind[kind] = _floor(casino, viewer.caller)
        viewer.tell(by_kind[kind])


async def watch_sessions(casino: Casino) -> None:
    """Close the sockets of sessions that have ended or gone idle, here or in another process."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        known = [caller for caller in casino.hub.callers() if caller.is_known]
        ended = set[str]()
        try:
            for first in range(0, len(known), LOOKED_AT):
                some = known[first : first + LOOKED_AT]
                ended |= await casino.at_door(_ended, casino, some)
        except Refusal:  # the store is away: nobody can do anything either
            continue
        except Exception:
            log.exception("sessions could not be looked at")
        if ended:
            _send_away(casino, ended)


def _send_away(casino: Casino, ended: Container[str]) -> None:
    casino.hub.close_sessions(lambda caller: caller.token in ended, SIGNED_OUT, LOCKED)


def close_at_once(casino: Casino) -> None:
    """A session that is ended here takes its sockets with it, without waiting to be looked at."""
    loop = asyncio.get_running_loop()

    def ended(who: str) -> None:
        def close() -> None:
            casino.hub.close_sessions(
                lambda caller: (
                    caller.session is not None and who in (caller.session.id, caller.name)
                ),
                SIGNED_OUT,
                LOCKED,
            )

        if not loop.is_closed():
            loop.call_soon_threadsafe(close)

    casino.people.changed.append(ended)


def _ended(casino: Casino, known: Iterable[Caller]) -> set[str]:
    """The tokens of those whose session is not what it was."""
    gone = set()
    for caller in known:
        session = casino.people.session(caller.token)
        if session is None or session.locked or session.role != caller.role:
            gone.add(caller.token)
    return gone


async def _enter(casino: Casino, socket: WebSocket) -> Caller | None:
    """Accept the socket and return its caller: from one of our own pages, or a program with a
    token.

    `?as=nobody` ignores the session: a monitor above a table shows the public view, and goes on
    when the person who opened it locks their page or signs out.
    """
    token, is_program = token_of(socket)
    if not is_program:
        try:
            check_origin(socket, casino)
        except Refusal:
            await socket.close(1008)
            return None
    if socket.query_params.get("as") == "nobody":
        token = ""
    await socket.accept()
    try:
        casino.store_watch.check_there()
        caller = await casino.store_watch.unless_gone(_known(casino, token))
    except Refusal:  # the store is away
        await socket.close(CLOSE_TRY_LATER)
        return None
    locked = caller.session is not None and caller.session.locked
    if locked or (token and not caller.is_known):
        await socket.send_text(LOCKED.decode())
        await socket.close(SIGNED_OUT)
        return None
    return caller


async def _known(casino: Casino, token: str) -> Caller:
    """Return the caller, with a player's account loaded."""
    caller = await caller_of(casino, token)
    if caller.role == PLAYER:
        await casino.work(casino.floor.account, caller.name)
    return caller


def _after(socket: WebSocket) -> int | None:
    text = socket.query_params.get("after", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


async def _serve(
    socket: WebSocket, viewer: Viewer, heard: Callable[[str], Awaitable[None]]
) -> None:
    """Pass messages both ways until one side has had enough."""
    writing = asyncio.create_task(_write(socket, viewer))
    reading = asyncio.create_task(_read(socket, heard))
    VIEWERS.inc()
    try:
        await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        VIEWERS.dec()
        for task in (writing, reading):
            task.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)


async def _write(socket: WebSocket, viewer: Viewer) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            message = await viewer.outbox.get()
            if isinstance(message, int):
                await socket.close(message)
                return
            await socket.send_text(message.decode())


async def _read(socket: WebSocket, heard: Callable[[str], Awaitable[None]]) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):  # bytes are no text
        while True:
            await heard(await socket.receive_text())
