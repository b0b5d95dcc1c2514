"""Running the server: the store, the casino, uvicorn, and an orderly end."""

import asyncio
import fcntl
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
import uvloop
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sabot.clock import GuardedClock
from sabot.people.custody import last_time
from sabot.refusal import Refusal, quoted
from sabot.server.app import application
from sabot.server.casino import Casino, Prepare
from sabot.server.http.routes import Route
from sabot.server.inspect.signing import sign, signers
from sabot.server.operations.soundness import look_through
from sabot.server.operations.tidying import tidy
from sabot.server.operations.timekeeping import keep_time
from sabot.server.settings import Settings, check
from sabot.store import Store, open_store
from sabot.store.private import make_private

STOP_SECONDS: Final = 10
HEAD_SECONDS: Final = 10.0
LARGEST_HEAD: Final = 65_536
STALLED_SECONDS: Final = 30
"""A connection whose other end takes nothing for so long is given up by the system."""


class Brisk(HttpToolsProtocol):
    """Hangs up on whoever does not come to the end of a request's head, in time and in size."""

    late: asyncio.TimerHandle | None = None
    head: int | None = None
    """How much has come of a head that is not complete; None outside one."""
    is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.is_upgraded:
            return
        if self.head is not None:
            self.head += len(data)
            if self.head > LARGEST_HEAD:
                self.transport.abort()
                return
        if self.head is not None or self.cycle is None or self.cycle.response_complete:
            self._expect()

    def on_message_begin(self) -> None:
        self.head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.head = None
        self._in_time()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self.is_upgraded = True
        super().handle_websocket_upgrade()

    def _expect(self) -> None:
        if self.late is None:
            self.late = self.loop.call_later(HEAD_SECONDS, self._too_late)

    def _in_time(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _too_late(self) -> None:
        self.late = None
        self.transport.abort()


def bound(settings: Settings) -> socket.socket:
    """The socket to listen on; a sentence if somebody else has it."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SECONDS * 1000)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal(
            "port-taken",
            None,
            f"Sabot cannot listen on {settings.host}:{settings.port} ({reason.lower()}): stop what "
            "does, or choose another with --port.",
        ) from None
    return listening


def configured(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        http=Brisk,
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
        lifespan="on",
    )


def serve(
    settings: Settings,
    prepare: Prepare = lambda casino: (),
    more: tuple[Route, ...] = (),
    errands: Callable[[Casino], Any] | None = None,
    ready: Callable[[Casino], None] = lambda casino: None,
) -> None:
    """Serve until somebody stops it. `ready` is told once the port is open; from then on requests
    are answered, while `prepare` opens tables. `errands` run beside them."""
    check(settings)
    listening = bound(settings)
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
    try:
        with (
            open_store(settings.store) as store,
            alone(settings.store),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            runner.run(_serve(settings, store, listening, prepare, more, errands, ready))
    finally:
        listening.close()


async def _serve(
    settings: Settings,
    store: Store,
    listening: socket.socket,
    prepare: Prepare,
    more: tuple[Route, ...],
    errands: Callable[[Casino], Any] | None,
    ready: Callable[[Casino], None],
) -> None:
    clock = GuardedClock(last_time(store))
    casino = Casino(store, settings, clock)
    both = await casino.work(signers, casino)
    config = configured(application(casino, more, prepare, at_once=True), settings)
    server = Uvicorn(config, casino)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    await _first(serving, asyncio.create_task(server.is_up.wait()))
    if server.started:
        casino.start(look_through(casino))
        casino.start(keep_time(casino, clock))
        casino.start(tidy(casino))
        if both is not None:
            casino.start(sign(casino, both))
        if errands is not None:
            server.errand = casino.start(errands(casino))
        ready(casino)
    if casino.opening is not None:
        casino.opening.add_done_callback(lambda opened: _stop_unless(server, opened))
    await serving
    if casino.opening is not None and not casino.opening.cancelled():
        casino.opening.result()


def _stop_unless(server: "Uvicorn", opened: "asyncio.Task[None]") -> None:
    """A casino that cannot be opened does not stay half open."""
    if not opened.cancelled() and opened.exception() is not None:
        server.should_exit = True


async def _first(*tasks: "asyncio.Task[Any]") -> None:
    """Wait until one of them is done."""
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


class Uvicorn(uvicorn.Server):
    """Says when its port is open; stops when told to and comes back here, so that the store is
    closed in order. Errands end first: whoever waits for one would be waited for."""

    errand: "asyncio.Task[Any] | None" = None

    def __init__(self, config: uvicorn.Config, casino: Casino) -> None:
        super().__init__(config)
        self._casino = casino
        self.is_up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.is_up.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.errand is not None:
            self.errand.cancel()
            await asyncio.wait([self.errand])
        await self._casino.errands.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextmanager
def alone(url: str) -> Iterator[None]:
    """A file has one server: a second one would not hear what the first one writes. The lock goes
    with the process, however that ends."""
    path = url.partition("://")[2].removeprefix("/") if "://" in url else url
    if url.startswith(("postgresql://", "postgres://")) or path in ("", ":memory:"):
        yield
        return
    make_private(f"{path}-server")
    with Path(f"{path}-server").open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refusal(
                "store-taken",
                None,
                f"Another server has {quoted(url)} open. Several servers need a PostgreSQL "
                "database (SABOT_DATABASE_URL).",
            ) from None
        yield
